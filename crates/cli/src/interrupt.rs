//! The switch that Ctrl-C turns, and so does a request to end (SIGTERM): what was found by then is kept, and the exit code says who ended
//! the run.

use std::{
    panic, process,
    sync::{
        Arc, Mutex, OnceLock, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

use crossbeam_channel::{RecvTimeoutError, bounded};
use sdkc_engine::CancelToken;

use crate::{exit::Exit, grace::end_in_any_case};

/// The switch. When it is turned a second time, the process ends at once.
pub fn interrupt() -> &'static CancelToken {
    static SWITCH: OnceLock<CancelToken> = OnceLock::new();
    SWITCH.get_or_init(|| {
        let token = CancelToken::new();
        listen(token.clone());
        token
    })
}

/// Whether Ctrl-C or a request to end turned the switch, and whether it was a request. What cannot be written turns it, too.
static IS_SIGNALLED: AtomicBool = AtomicBool::new(false);
static IS_REQUEST: AtomicBool = AtomicBool::new(false);

/// The exit of a run that the switch ended.
pub fn ended() -> Exit {
    if IS_REQUEST.load(Ordering::SeqCst) { Exit::Terminated } else { Exit::Interrupted }
}

/// The exit of a run that failed in another way, too: that it was to be ended counts as it does beside findings.
pub fn ended_as_well(exit: Exit) -> Exit {
    if IS_SIGNALLED.load(Ordering::SeqCst) { exit.and(ended()) } else { exit }
}

/// How long the switch may go unnoticed by who waits.
pub const GLANCE: Duration = Duration::from_millis(50);

/// Does what cannot be broken off, on a thread of its own: once the switch is turned nobody waits for it, and there is no result.
pub fn unless_interrupted<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    let work = Arc::new(Mutex::new(Some(work)));
    let take = |work: &Mutex<Option<_>>| work.lock().unwrap_or_else(PoisonError::into_inner).take();
    let (to_caller, from_thread) = bounded(1);
    let for_thread = Arc::clone(&work);
    let spawned = thread::Builder::new().spawn(move || {
        let _ = take(&for_thread).map(|work| to_caller.send(work()));
    });
    let Ok(running) = spawned else {
        // Without a thread it is done all the same; only Ctrl-C then waits for it.
        return take(&work).map(|work| work());
    };
    loop {
        match from_thread.recv_timeout(GLANCE) {
            Ok(result) => return Some(result),
            Err(RecvTimeoutError::Timeout) if interrupt().is_cancelled() => return None,
            Err(RecvTimeoutError::Timeout) => {}
            // It ended without a result: a bug of ours is told of where bugs are.
            Err(RecvTimeoutError::Disconnected) => {
                return running.join().map_or_else(|bug| panic::resume_unwind(bug), |()| None);
            }
        }
    }
}

fn turn(switch: &CancelToken, is_request: bool) {
    if switch.is_cancelled() {
        let exit = if is_request { Exit::Terminated } else { Exit::Interrupted };
        process::exit(exit.code().into());
    }
    IS_REQUEST.store(is_request, Ordering::SeqCst);
    IS_SIGNALLED.store(true, Ordering::SeqCst);
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
            let _ = thread::Builder::new().spawn(end_in_any_case);
        }
    };
    if thread::Builder::new().spawn(listener).is_ok() {
        let _ = from_listener.recv();
    }
}

#[cfg(not(unix))]
fn listen(switch: CancelToken) {
    let _ = ctrlc::set_handler(move || {
        turn(&switch, false);
        let _ = thread::Builder::new().spawn(end_in_any_case);
    });
}
