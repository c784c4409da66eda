//! Diagnostics that the client asks for, where it offers to.

use serde_json::{Value, json};

use crate::client::{Client, it};

/// What a client says that pulls: the protocol's own names.
fn pulls() -> Value {
    json!({ "textDocument": { "diagnostic": {} }, "workspace": { "diagnostics": { "refreshSupport": true } } })
}

#[tokio::test]
async fn a_client_that_asks_gets_answers_and_nothing_pushed() {
    let mut client = Client::start(pulls(), json!({})).await;
    let hello = client.news.pop_front().expect("the answer to initialize");
    assert_eq!(hello["capabilities"]["diagnosticProvider"]["interFileDependencies"], false);
    client.open("puzzle { blok 2 }").await;
    let told = client.request("textDocument/diagnostic", it()).await;
    assert_eq!((&told["kind"], &told["items"][0]["code"]), (&json!("full"), &json!("E0203")));
    client.change(2, json!([{ "text": "puzzle { block 2 }" }])).await;
    // What solving found out comes later: the client is told to ask again.
    client.next("workspace/diagnostic/refresh").await;
    let told = client.request("textDocument/diagnostic", it()).await;
    assert!(
        told["items"].as_array().is_some_and(|items| items.iter().any(|it| it["code"] == "W0606")),
        "{told}"
    );
    client.notify("textDocument/didClose", it()).await;
    let told = client.request("textDocument/diagnostic", it()).await;
    assert_eq!(told["items"], json!([]), "nothing stays after the document is closed");
    assert!(
        client.news.iter().all(|it| it["method"] != "textDocument/publishDiagnostics"),
        "nothing was pushed"
    );
}

#[tokio::test]
async fn a_client_that_cannot_be_told_to_ask_again_is_pushed_to() {
    let mut client =
        Client::start(json!({ "textDocument": { "diagnostic": {} } }), json!({ "solve": false })).await;
    let hello = client.news.pop_front().expect("the answer to initialize");
    assert_eq!(hello["capabilities"].get("diagnosticProvider"), None);
    client.open("puzzle { blok 2 }").await;
    assert_eq!(client.diagnostics(1).await[0]["code"], "E0203");
}
