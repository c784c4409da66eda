//! Chores of this repository. `cargo run -p xtask -- generate` writes the files that are made from tables in the code;
//! with `--check` it only says which of them are out of date.

mod generate;

use std::{env, process::ExitCode};

const USAGE: &str = "usage: cargo run -p xtask -- generate [--check]";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match arguments.as_slice() {
        ["generate"] => generate::write(),
        ["generate", "--check"] => generate::check(),
        _ => Err(USAGE.to_owned()),
    };
    match result {
        Ok(message) => {
            println!("{message}");
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}
