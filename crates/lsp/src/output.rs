//! The output stream, watched for failing: nobody reads it any more, so the server leaves instead of talking on.

use std::{
    io,
    pin::Pin,
    task::{Context, Poll},
};

use tokio::io::AsyncWrite;

use crate::Leave;

pub(crate) struct Watched<O> {
    inner: O,
    leave: Leave,
}

impl<O> Watched<O> {
    pub(crate) const fn new(inner: O, leave: Leave) -> Self {
        Self { inner, leave }
    }

    fn seen<T>(&self, result: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if let Poll::Ready(Err(_)) = result {
            (self.leave)(1);
        }
        result
    }
}

impl<O: AsyncWrite + Unpin> AsyncWrite for Watched<O> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let result = Pin::new(&mut self.inner).poll_write(context, bytes);
        self.seen(result)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let result = Pin::new(&mut self.inner).poll_flush(context);
        self.seen(result)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_shutdown(context)
    }
}
