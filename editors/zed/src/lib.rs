//! Tells Zed how to start the language server: `sdkc lsp`, found on the PATH of the project.

use zed_extension_api::{self as zed, Command, LanguageServerId, Result, Worktree};

struct Sdk;

impl zed::Extension for Sdk {
    fn new() -> Self {
        Self
    }

    fn language_server_command(&mut self, _: &LanguageServerId, worktree: &Worktree) -> Result<Command> {
        let command = worktree.which("sdkc").ok_or(
            "sdkc is not on the PATH; install it with `cargo install --path crates/cli` from its sources",
        )?;
        Ok(Command { command, args: vec!["lsp".to_owned()], env: worktree.shell_env() })
    }
}

zed::register_extension!(Sdk);
