//! What clients do that brings servers of this kind down: late replies, no replies, bursts, many folders, names with
//! escapes.

use std::time::Duration;

use serde_json::json;
use tokio::time::sleep;

use crate::client::{Client, URI, at};

const GOOD: &str = "puzzle \"A\" {\n    block 2\n    givens {\n        1 . | . .\n        . . | 3 .\n        . 4 | . .\n        . . | . 2\n    }\n}\n";
/// What no search gets through in the time of a test.
const ENDLESS: &str = "puzzle { block 8\n expect solutions 100000000000000 }";

#[tokio::test]
async fn a_reply_that_comes_late_does_no_harm() {
    let capabilities = json!({ "window": { "workDoneProgress": true } });
    let mut client = Client::start(capabilities, json!({ "timeoutMs": 600_000 })).await;
    client.silent = true;
    client.open(ENDLESS).await;
    while !client.news.iter().any(|it| it["method"] == "window/workDoneProgress/create") {
        let message = client.receive().await;
        client.news.push_back(message);
    }
    // Longer than the server waits for a reply.
    sleep(Duration::from_millis(2500)).await;
    client.answer_all().await;
    client.change(2, json!([{ "text": GOOD }])).await;
    assert!(!client.request("textDocument/hover", at(3, 10)).await.is_null(), "it lives");
}

#[tokio::test]
async fn handlers_do_not_wait_for_a_client_that_is_silent() {
    let mut client =
        Client::start(json!({ "workspace": { "applyEdit": true } }), json!({ "solve": false })).await;
    client.silent = true;
    client.open(GOOD).await;
    let command = json!({ "command": "sdkc.solve", "arguments": [URI, 0] });
    for _ in 0..70 {
        client.request("workspace/executeCommand", command.clone()).await;
    }
    for _ in 0..200 {
        assert!(!client.request("textDocument/hover", at(3, 10)).await.is_null());
    }
    client.silent = false;
    client.answer_all().await;
    assert!(!client.request("textDocument/hover", at(3, 10)).await.is_null());
}

#[tokio::test]
async fn a_burst_of_changes_and_questions_stays_in_order() {
    let mut client = Client::start(json!({}), json!({ "solve": false })).await;
    client.open(GOOD).await;
    for version in 2..500 {
        let text = if version % 2 == 0 { "puzzle { blok 2 }" } else { GOOD };
        client.change(version, json!([{ "text": text }])).await;
    }
    assert!(
        !client.request("textDocument/hover", at(3, 10)).await.is_null(),
        "the last text is the one asked about"
    );
    assert!(client.diagnostics(499).await.iter().all(|it| it["severity"] != 1));
}

#[tokio::test]
async fn documents_of_many_folders_and_odd_names_are_kept_apart() {
    let mut client =
        Client::start(json!({ "workspace": { "workspaceFolders": true } }), json!({ "solve": false })).await;
    let names = [
        "file:///a/one.sdk",
        "file:///b/one.sdk",
        "file:///c%3A/%C3%A4%20b.sdk",
        "untitled:Untitled-1",
        "vscode-vfs://x/one.sdk",
    ];
    for (number, uri) in names.iter().enumerate() {
        let text = if number % 2 == 0 { "puzzle { blok 2 }" } else { GOOD };
        let document = json!({ "uri": uri, "languageId": "sdk", "version": 7, "text": text });
        client.notify("textDocument/didOpen", json!({ "textDocument": document })).await;
        let told = client.next("textDocument/publishDiagnostics").await;
        assert_eq!(told["uri"], *uri, "the name comes back as it was written");
        let has_error =
            told["diagnostics"].as_array().is_some_and(|all| all.iter().any(|it| it["code"] == "E0203"));
        assert_eq!(has_error, number % 2 == 0, "{told}");
    }
    let symbols = client.request("workspace/symbol", json!({ "query": "a" })).await;
    assert_eq!(symbols.as_array().map(Vec::len), Some(2), "{symbols}");
}

#[tokio::test]
async fn requests_before_initialize_and_unknown_methods_are_errors() {
    let mut client = Client::start(json!({}), json!({})).await;
    assert_eq!(client.reply("textDocument/astrology", json!({})).await["error"]["code"], -32601);
    assert_eq!(client.reply("textDocument/hover", json!({ "what": 1 })).await["error"]["code"], -32602);
    client.notify("textDocument/didChange", json!({ "what": 1 })).await;
    client.notify("$/whatever", json!(null)).await;
    assert!(client.reply("textDocument/hover", at(0, 0)).await.get("error").is_none());
}

#[tokio::test]
async fn a_command_finds_its_puzzle_by_place() {
    let mut client = Client::start(json!({}), json!({ "solve": false })).await;
    client
        .open(&format!("{}\n{GOOD}", GOOD.replace("1 . | . .", "1 2 | 1 .").replace("\"A\"", "\"Broken\"")))
        .await;
    let command = json!({ "command": "sdkc.solve", "arguments": [URI, { "line": 14, "character": 0 }] });
    client.request("workspace/executeCommand", command).await;
    let asked = client.next("workspace/applyEdit").await;
    let edits = asked["edit"]["documentChanges"][0]["edits"].as_array().expect("edits").clone();
    assert!(
        edits.iter().all(|it| it["range"]["start"]["line"].as_u64() > Some(10)),
        "the second puzzle is solved"
    );
}

#[tokio::test]
async fn solve_searches_as_the_settings_say() {
    let mut client = Client::start(json!({}), json!({ "solve": false, "strategy": "first-empty" })).await;
    client.open(GOOD).await;
    client
        .request("workspace/executeCommand", json!({ "command": "sdkc.solve", "arguments": [URI, 0] }))
        .await;
    let said = client.next("window/showMessage").await;
    assert!(said["message"].as_str().is_some_and(|it| it.starts_with("solved by first-empty: ")), "{said}");
    client.next("workspace/applyEdit").await;
}

#[tokio::test]
async fn an_output_that_nobody_reads_is_the_end() {
    let (leave, left) = std::sync::mpsc::channel();
    let (mut to, input) = tokio::io::duplex(1 << 16);
    let (output, from) = tokio::io::duplex(1 << 16);
    let leave = std::sync::Mutex::new(leave);
    let told = std::sync::Arc::new(move |code| {
        // The test may be over when it is told again.
        let _ = leave.lock().expect("no panic").send(code);
    });
    tokio::spawn(sdkc_lsp::serve(input, output, told));
    drop(from);
    let body = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#;
    let frame = format!("Content-Length: {}\r\n\r\n{body}", body.len());
    tokio::io::AsyncWriteExt::write_all(&mut to, frame.as_bytes()).await.expect("it reads");
    for _ in 0..200 {
        sleep(Duration::from_millis(50)).await;
        if let Ok(code) = left.try_recv() {
            return assert_eq!(code, 1);
        }
    }
    panic!("the server talks on");
}

/// What solving found out in a text does not outlive it, even where another text has the same number.
#[tokio::test]
async fn a_version_that_is_used_twice_shows_nothing_of_its_first_text() {
    let mut client = Client::start(json!({}), json!({})).await;
    client.open("puzzle { block 2 }").await;
    client.diagnostics_with(1, "W0606").await;
    client.open("puzzle { blok 2 }").await;
    let codes = |told: Vec<serde_json::Value>| told.iter().map(|it| it["code"].clone()).collect::<Vec<_>>();
    assert_eq!(codes(client.diagnostics_with(1, "E0203").await), ["E0203"]);
}
