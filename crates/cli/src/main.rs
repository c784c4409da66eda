//! The `sdkc` command: reads arguments, runs a command, turns its end into an exit code.

mod args;
mod batch;
mod buffers;
mod classic;
mod commands;
mod decide;
mod document;
mod exit;
mod expectation;
mod feed;
mod figures;
mod grace;
mod input;
mod interrupt;
mod isolation;
mod lines;
mod outlet;
mod output;
mod plain;
mod progress;
mod reading;
mod remarks;
mod session;
mod sink;
mod solution;
mod talk;
mod tally;
mod totals;
mod watch;

use std::{
    io::{self, Write as _},
    panic,
    process::ExitCode,
};

use clap::Parser as _;

use crate::{
    args::{Cli, Command},
    exit::Exit,
    session::Session,
};

fn main() -> ExitCode {
    let ended = match Cli::try_parse() {
        Ok(cli) => panic::catch_unwind(|| run(cli)),
        Err(answer) => Ok(tell(&answer)),
    };
    let exit = match ended {
        Ok(Ok(exit)) => exit,
        Ok(Err(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            session::ended_as_well(Exit::of(&error))
        }
        Ok(Err(error)) => {
            talk::error(&mut io::stderr(), &format!("cannot write: {error}"), None);
            session::ended_as_well(Exit::Usage)
        }
        Err(_) => {
            let help = "please report it with the command line and the file that it was given";
            talk::error(&mut io::stderr(), "this is a bug in sdkc, not in your puzzle", Some(help));
            Exit::Bug
        }
    };
    exit.into()
}

/// Prints what is wrong with the arguments, or the help or version that they ask for: a page that was not written is no success.
fn tell(answer: &clap::Error) -> io::Result<Exit> {
    answer.print()?;
    io::stdout().flush()?;
    Ok(if answer.use_stderr() { Exit::Usage } else { Exit::Fine })
}

fn run(mut cli: Cli) -> io::Result<Exit> {
    match cli.command.heed_environment() {
        Ok(kernel) => session::choose_kernel(kernel),
        Err(wrong) => {
            let help = "empty the variable, or name a kernel with `--kernel`";
            talk::error(&mut io::stderr(), &wrong, Some(help));
            return Ok(Exit::Usage);
        }
    }
    let session = Session::new(cli.color);
    match cli.command {
        Command::Solve(args) => commands::solve::run(args, session),
        Command::Check(args) => commands::check::run(args, session),
        Command::Count(args) => commands::count::run(args, session),
        Command::Legal(args) => commands::legal::run(args, session),
        Command::Fmt(args) => commands::fmt::run(&args, session),
        Command::Bench(args) => commands::bench::run(&args),
        Command::Explain(args) => commands::explain::run(&args, session),
        Command::Lsp(args) => commands::lsp::run(&args, session),
        Command::Study(args) => commands::study::run(args),
        Command::Completions { shell } => commands::shell::completions(shell),
        Command::Man => commands::shell::man(),
    }
}
