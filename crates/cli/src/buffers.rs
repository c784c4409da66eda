//! Memory of lists that is used again: given back and asked for once more with each piece, it costs threads together a fifteenth of
//! their time, since allocators return it to the system, which stops all threads for that and clears every page anew.

use std::{
    cell::RefCell,
    sync::{Mutex, PoisonError},
};

/// What is larger comes from lines out of the ordinary and goes back to the system.
const LARGEST: usize = 1 << 20;

thread_local! {
    /// What this thread has read into and is done with: it is in its cache.
    static READ: RefCell<Vec<Vec<u8>>> = const { RefCell::new(Vec::new()) };
}

/// What was written, by one thread for all.
static WRITTEN: Mutex<Vec<Vec<u8>>> = Mutex::new(Vec::new());

/// An empty buffer to read into.
pub fn to_read() -> Vec<u8> {
    READ.with_borrow_mut(Vec::pop).unwrap_or_default()
}

/// Takes back a buffer that was read into.
pub fn was_read(buffer: Vec<u8>) {
    READ.with_borrow_mut(|buffers| keep(buffers, buffer, 2));
}

/// An empty buffer for output.
pub fn to_write() -> Vec<u8> {
    WRITTEN.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default()
}

/// Takes back a buffer of output.
pub fn was_written(buffer: Vec<u8>) {
    keep(&mut WRITTEN.lock().unwrap_or_else(PoisonError::into_inner), buffer, 32);
}

fn keep(buffers: &mut Vec<Vec<u8>>, mut buffer: Vec<u8>, most: usize) {
    if (1..=LARGEST).contains(&buffer.capacity()) && buffers.len() < most {
        buffer.clear();
        buffers.push(buffer);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buffers_come_back_empty_and_not_too_many_or_too_large() {
        was_read(Vec::new());
        was_read(vec![1; LARGEST + 1]);
        assert_eq!(to_read().capacity(), 0);
        for length in [3, 4, 5] {
            was_read(vec![1; length]);
        }
        let kept: Vec<_> =
            [to_read(), to_read(), to_read()].iter().map(|it| (it.len(), it.capacity())).collect();
        assert_eq!(kept, [(0, 4), (0, 3), (0, 0)]);
    }
}
