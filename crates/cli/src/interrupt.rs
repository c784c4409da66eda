//! The switch that Ctrl-C turns, and so does a request to end (SIGTERM): what was found by then is kept, and the exit code says who ended
//! the run.

use std::sync::{
    OnceLock,
    atomic::{AtomicBool, Ordering},
};

use sdkc_engine::CancelToken;

use crate::exit::Exit;

/// The switch. When it is turned a second time, the process ends at once.
pub fn interrupt() -> &'static CancelToken {
    static SWITCH: OnceLock<CancelToken> = OnceLock::new();
    SWITCH.get_or_init(|| {
        let token = CancelToken::new();
        listen(token.clone());
        token
    })
}

/// Whether it was a request to end that turned the switch.
static IS_REQUEST: AtomicBool = AtomicBool::new(false);

/// The exit of a run that the switch ended.
pub fn ended() -> Exit {
    if IS_REQUEST.load(Ordering::SeqCst) { Exit::Terminated } else { Exit::Interrupted }
}

fn turn(switch: &CancelToken, is_request: bool) {
    if switch.is_cancelled() {
        let exit = if is_request { Exit::Terminated } else { Exit::Interrupted };
        std::process::exit(exit.code().into());
    }
    IS_REQUEST.store(is_request, Ordering::SeqCst);
    switch.cancel();
}

/// Lets signals turn the switch. Without a thread for that they end the process in the system's own way, which is good enough.
#[cfg(unix)]
fn listen(switch: CancelToken) {
    use signal_hook::{
        consts::{SIGINT, SIGTERM},
        iterator::Signals,
    };

    let (to_caller, from_listener) = crossbeam_channel::bounded(1);
    let listener = move || {
        let mut signals = Signals::new([SIGINT, SIGTERM]);
        // From now on none is missed.
        let _ = to_caller.send(());
        for signal in signals.iter_mut().flat_map(|signals| signals.forever()) {
            turn(&switch, signal == SIGTERM);
            if signal == SIGTERM {
                let _ = std::thread::Builder::new().spawn(end_in_any_case);
            }
        }
    };
    if std::thread::Builder::new().spawn(listener).is_ok() {
        let _ = from_listener.recv();
    }
}

/// Whoever asks for an end gets it, even if nobody reads what is still to be written.
#[cfg(unix)]
fn end_in_any_case() {
    const GRACE: std::time::Duration = std::time::Duration::from_secs(5);
    std::thread::sleep(GRACE);
    std::process::exit(Exit::Terminated.code().into());
}

#[cfg(not(unix))]
fn listen(switch: CancelToken) {
    let _ = ctrlc::set_handler(move || turn(&switch, false));
}
