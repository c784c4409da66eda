//! `sdkc completions` and `sdkc man`: made from the arguments themselves.

use std::io;

use clap::CommandFactory as _;

use crate::{args::Cli, exit::Exit};

pub fn completions(shell: clap_complete::Shell) -> io::Result<Exit> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "sdkc", &mut script);
    io::Write::write_all(&mut io::stdout(), &script)?;
    Ok(Exit::Fine)
}

/// The manual page, with a section for each command.
pub fn man() -> io::Result<Exit> {
    let mut page = Vec::new();
    let mut command = Cli::command();
    command.build();
    clap_mangen::Man::new(command.clone()).render(&mut page)?;
    for sub in command.get_subcommands() {
        clap_mangen::Man::new(sub.clone()).render(&mut page)?;
    }
    io::Write::write_all(&mut io::stdout(), &page)?;
    Ok(Exit::Fine)
}
