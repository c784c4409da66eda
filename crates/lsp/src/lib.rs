//! The language server: speaks the Language Server Protocol on a stream, asks `sdkc-ide`, converts the answers.
//!
//! Thin on purpose. What a text means is said by [`sdkc_ide`]; this crate knows positions, capabilities, when to
//! solve and when to stop, and how to survive what clients do. [`run`] is all that the command line needs, [`serve`]
//! what a test needs.

mod advice;
mod applying;
mod board;
mod commands;
mod convert;
mod guard;
mod handlers;
mod input;
mod offers;
mod output;
mod settings;
mod solving;
mod state;
mod watching;

use std::{
    io,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

use tokio::io::{AsyncRead, AsyncWrite};
use tower_lsp::{LspService, Server};

use crate::{guard::Guard, handlers::Backend};

/// How the process is left: called with the exit code.
pub type Leave = Arc<dyn Fn(i32) + Send + Sync>;

/// How a client is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transport {
    /// Standard input and output.
    Stdio,
    /// A port of this machine on which the client waits.
    Socket(u16),
}

/// How many requests are worked on at once; tower-lsp's four would let a fast hover wait behind slow ones.
const CONCURRENCY: usize = 64;

/// Serves one client until it says `exit` or its stream ends. Returns the exit code: 0 after a proper shutdown, else 1.
///
/// # Errors
/// Where the client cannot be reached.
pub fn run(transport: Transport) -> io::Result<i32> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let leave: Leave = Arc::new(|code| {
        // A little time for the last reply to be written; then no waiting handler may hold the process.
        thread::spawn(move || {
            thread::sleep(Duration::from_millis(200));
            std::process::exit(code);
        });
    });
    let served: thread::Result<io::Result<bool>> = catch_unwind(AssertUnwindSafe(|| {
        runtime.block_on(async {
            match transport {
                Transport::Stdio => Ok(serve(tokio::io::stdin(), tokio::io::stdout(), leave).await),
                Transport::Socket(port) => {
                    let stream = tokio::net::TcpStream::connect(("127.0.0.1", port)).await?;
                    let (input, output) = stream.into_split();
                    Ok(serve(input, output, leave).await)
                }
            }
        })
    }));
    runtime.shutdown_background();
    // tower-lsp panics where its output is closed under it: the client is gone.
    let was_shut_down = served.unwrap_or(Ok(false))?;
    if !was_shut_down {
        eprintln!("sdkc lsp: the input ended or was broken before `shutdown`");
    }
    Ok(i32::from(!was_shut_down))
}

/// Serves one client on a pair of streams; whether it asked for `shutdown` before the input ended.
pub async fn serve<I, O>(input: I, output: O, leave: Leave) -> bool
where
    I: AsyncRead + Unpin,
    O: AsyncWrite + Unpin,
{
    let was_shut_down = Arc::new(AtomicBool::new(false));
    let (service, socket) = LspService::build(|client| Backend::new(client, Arc::clone(&leave)))
        .custom_method("sdkc/board", Backend::board)
        .custom_method("sdkc/setCell", Backend::set_cell)
        .custom_method("sdkc/explain", Backend::explain)
        .custom_method("sdkc/watch/start", Backend::watch_start)
        .custom_method("sdkc/watch/next", Backend::watch_next)
        .custom_method("sdkc/watch/stop", Backend::watch_stop)
        .finish();
    let guard = Guard::new(service, Arc::clone(&was_shut_down), Arc::clone(&leave));
    let input = input::Watched::new(input, Arc::clone(&was_shut_down), Arc::clone(&leave));
    let output = output::Watched::new(output, leave);
    Server::new(input, output, socket).concurrency_level(CONCURRENCY).serve(guard).await;
    was_shut_down.load(Ordering::Relaxed)
}
