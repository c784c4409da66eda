//! The input stream, watched for its end: a client that dies leaves no process behind, whatever handlers wait for.

use std::{
    io,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll, ready},
};

use tokio::io::{AsyncRead, ReadBuf};

use crate::Leave;

pub(crate) struct Watched<I> {
    inner: I,
    was_shut_down: Arc<AtomicBool>,
    leave: Leave,
}

impl<I> Watched<I> {
    pub(crate) const fn new(inner: I, was_shut_down: Arc<AtomicBool>, leave: Leave) -> Self {
        Self { inner, was_shut_down, leave }
    }
}

impl<I: AsyncRead + Unpin> AsyncRead for Watched<I> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let result = ready!(Pin::new(&mut self.inner).poll_read(context, buffer));
        if result.is_err() || buffer.filled().len() == before {
            (self.leave)(i32::from(!self.was_shut_down.load(Ordering::Relaxed)));
        }
        Poll::Ready(result)
    }
}
