//! `sdkc lsp`: the language server.

use std::io;

use sdkc_lsp::Transport;

use crate::{args::LspArgs, exit::Exit, session::Session, talk};

pub fn run(args: &LspArgs, _session: Session) -> io::Result<Exit> {
    // `--stdio` says what holds anyway.
    let transport = match args.socket {
        Some(port) if !args.stdio => Transport::Socket(port),
        _ => Transport::Stdio,
    };
    match sdkc_lsp::run(transport) {
        Ok(0) => Ok(Exit::Fine),
        Ok(_) => Ok(Exit::Findings),
        Err(error) => {
            talk::error(&mut io::stderr(), &format!("cannot reach the editor: {error}"), None);
            Ok(Exit::Usage)
        }
    }
}
