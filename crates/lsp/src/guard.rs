//! A layer around tower-lsp's service for what it does not do itself: a panic in a handler becomes an error reply,
//! `exit` ends the process with the right code, and `params: null` (Emacs) counts as no parameters.

use std::{
    future::{Future, poll_fn},
    panic::{AssertUnwindSafe, catch_unwind},
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll},
};

use tower::Service;
use tower_lsp::jsonrpc::{Error, Id, Request, Response};

use crate::Leave;

pub(crate) struct Guard<S> {
    inner: S,
    was_shut_down: Arc<AtomicBool>,
    leave: Leave,
}

impl<S> Guard<S> {
    pub(crate) const fn new(inner: S, was_shut_down: Arc<AtomicBool>, leave: Leave) -> Self {
        Self { inner, was_shut_down, leave }
    }
}

type Reply<E> = Pin<Box<dyn Future<Output = Result<Option<Response>, E>> + Send>>;

impl<S> Service<Request> for Guard<S>
where
    S: Service<Request, Response = Option<Response>>,
    S::Future: Send + 'static,
    S::Error: 'static,
{
    type Response = Option<Response>;
    type Error = S::Error;
    type Future = Reply<S::Error>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, request: Request) -> Self::Future {
        match request.method() {
            "shutdown" => self.was_shut_down.store(true, Ordering::Relaxed),
            "exit" => (self.leave)(i32::from(!self.was_shut_down.load(Ordering::Relaxed))),
            _ => {}
        }
        let id = request.id().cloned();
        let inner = &mut self.inner;
        let request = with_names_of_the_library(without_null_params(request));
        match catch_unwind(AssertUnwindSafe(|| inner.call(request))) {
            Ok(future) => Box::pin(caught(future, id)),
            Err(_) => Box::pin(async move { Ok(internal_error(id)) }),
        }
    }
}

/// Runs a handler; a panic in it is an internal error (−32603), and the server lives on.
async fn caught<F, E>(future: F, id: Option<Id>) -> Result<Option<Response>, E>
where
    F: Future<Output = Result<Option<Response>, E>>,
{
    let mut future = Box::pin(future);
    poll_fn(move |context| {
        let polled = catch_unwind(AssertUnwindSafe(|| future.as_mut().poll(context)));
        polled.unwrap_or_else(|_| Poll::Ready(Ok(internal_error(id.clone()))))
    })
    .await
}

fn internal_error(id: Option<Id>) -> Option<Response> {
    Some(Response::from_error(id?, Error::internal_error()))
}

fn without_null_params(request: Request) -> Request {
    if !request.params().is_some_and(serde_json::Value::is_null) {
        return request;
    }
    let (method, id, _) = request.into_parts();
    let builder = Request::build(method);
    match id {
        Some(id) => builder.id(id).finish(),
        None => builder.finish(),
    }
}

/// The protocol calls a capability `workspace.diagnostics`, the library's types call it `diagnostic`: says it both ways.
fn with_names_of_the_library(request: Request) -> Request {
    if request.method() != "initialize" {
        return request;
    }
    let (method, id, params) = request.into_parts();
    let mut builder = Request::build(method);
    if let Some(mut params) = params {
        if let Some(workspace) =
            params.pointer_mut("/capabilities/workspace").and_then(|it| it.as_object_mut())
            && let Some(said) = workspace.get("diagnostics").cloned()
        {
            workspace.insert("diagnostic".to_owned(), said);
        }
        builder = builder.params(params);
    }
    match id {
        Some(id) => builder.id(id).finish(),
        None => builder.finish(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A service whose handlers panic: at once for `now`, when polled for the rest.
    struct Panics;

    impl Service<Request> for Panics {
        type Response = Option<Response>;
        type Error = std::convert::Infallible;
        type Future = Reply<Self::Error>;

        fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Self::Error>> {
            Poll::Ready(Ok(()))
        }

        fn call(&mut self, request: Request) -> Self::Future {
            assert!(request.params().is_none(), "null parameters were taken away");
            assert_ne!(request.method(), "now");
            Box::pin(async { panic!("a bug") })
        }
    }

    #[tokio::test]
    async fn a_panic_is_an_error_reply() {
        let mut guard = Guard::new(Panics, Arc::default(), Arc::new(|_| {}));
        for method in ["now", "later"] {
            let request = Request::build(method).id(7).params(serde_json::Value::Null).finish();
            let response = guard.call(request).await.expect("infallible").expect("a reply");
            assert_eq!(response.error().map(|error| error.code.code()), Some(-32603));
        }
        let note = Request::build("later").finish();
        assert!(guard.call(note).await.expect("infallible").is_none(), "nobody waits for a reply");
    }
}
