//! The README's sessions are run: what it says a command prints, the command prints.
//!
//! A fence `sdk` with a file name, as in ```` ```sdk first.sdk ````, is a file; a fence `console` is a session on all
//! files before it: lines with `$ sdkc` are run, the lines after one are its output (standard output, then standard
//! error), and `# exit 1` says how it ends if not with 0. Other commands are not run.

use std::fs;

use sdkc_tests::{
    cases::{Case, steady},
    terminal::{Scratch, run, sdkc},
    tidy::root,
};

struct Fence<'r> {
    info: &'r str,
    body: String,
}

fn fences(text: &str) -> Vec<Fence<'_>> {
    let mut all = Vec::new();
    let mut open: Option<Fence<'_>> = None;
    for line in text.lines() {
        match (line.strip_prefix("```"), &mut open) {
            (Some(_), Some(_)) => all.extend(open.take()),
            (Some(info), None) => open = Some(Fence { info, body: String::new() }),
            (None, Some(fence)) => {
                fence.body.push_str(line);
                fence.body.push('\n');
            }
            (None, None) => {}
        }
    }
    all
}

struct Step {
    command: String,
    output: String,
    exit: i32,
}

fn steps(session: &str) -> Vec<Step> {
    let mut all: Vec<Step> = Vec::new();
    for line in session.lines() {
        if let Some(command) = line.strip_prefix("$ ") {
            all.push(Step { command: command.to_owned(), output: String::new(), exit: 0 });
        } else if let Some(step) = all.last_mut() {
            match line.strip_prefix("# exit ") {
                Some(code) => step.exit = code.parse().expect("an exit code"),
                None => {
                    step.output.push_str(line);
                    step.output.push('\n');
                }
            }
        }
    }
    all
}

#[test]
fn the_readme_prints_what_it_says() {
    let text = fs::read_to_string(root().join("README.md")).expect("there is a README");
    let scratch = Scratch::new();
    scratch.copy(&root().join("samples"), "samples");
    let (mut n_run, mut wrong) = (0, Vec::new());
    for fence in fences(&text) {
        if let Some(name) = fence.info.strip_prefix("sdk ") {
            scratch.write(name, &fence.body);
        }
        if fence.info != "console" {
            continue;
        }
        for step in steps(&fence.body) {
            // `Case` knows how to cut a command into words.
            let Ok(case) = Case::parse(&format!("$ {}\n", step.command)) else { continue };
            let args: Vec<&str> = case.args.iter().map(String::as_str).collect();
            let ran = run(&mut sdkc(scratch.path(), &args), b"");
            let printed = steady(&format!("{}{}", ran.stdout, ran.stderr));
            n_run += 1;
            if printed.trim_end() != steady(&step.output).trim_end() || ran.code != Some(step.exit) {
                wrong.push(format!("$ {}\n{printed}# exit {:?}", step.command, ran.code));
            }
        }
    }
    assert!(n_run >= 8, "only {n_run} commands were found");
    assert!(wrong.is_empty(), "the README should say:\n{}", wrong.join("\n\n"));
}
