//! One test for each thing that an editor does.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::{Client, URI, at, it};

const GOOD: &str = "puzzle \"A\" {\n    block 2\n    givens {\n        1 2 | . .\n        . . | 2 .\n        ----+----\n        2 . | . .\n        . 3 | . .\n    }\n}\n";

async fn plain() -> Client {
    Client::start(json!({}), json!({ "solve": false })).await
}

/// The text after the edits of a `TextDocumentEdit`, positions in UTF-16 units.
pub fn apply(text: &str, edits: &Value) -> String {
    let offset = |place: &Value| {
        let lines = sdkc_diagnostics::LineIndex::new(text);
        let number = |name: &str| place[name].as_u64().expect("a number") as u32;
        let position = sdkc_diagnostics::Position { line: number("line"), column: number("character") };
        lines.offset(text, position, sdkc_diagnostics::Encoding::Utf16) as usize
    };
    let mut out = text.to_owned();
    for edit in edits.as_array().expect("edits").iter().rev() {
        let (start, end) = (offset(&edit["range"]["start"]), offset(&edit["range"]["end"]));
        out.replace_range(start..end, edit["newText"].as_str().expect("a text"));
    }
    out
}

#[tokio::test]
async fn positions_are_counted_as_agreed() {
    let text = "puzzle \"😀\" { blok 2 }";
    for (offered, agreed, column) in [
        (json!(["utf-16", "utf-8"]), "utf-8", 16),
        (json!(["utf-16"]), "utf-16", 14),
        (json!(null), "utf-16", 14),
    ] {
        let mut client =
            Client::start(json!({ "general": { "positionEncodings": offered } }), json!({ "solve": false }))
                .await;
        let hello = client.news.pop_front().expect("the answer to initialize");
        assert_eq!(hello["capabilities"]["positionEncoding"], agreed);
        client.open(text).await;
        let found = client.diagnostics(1).await;
        assert_eq!(found[0]["code"], "E0203");
        assert_eq!(found[0]["range"]["start"]["character"], column);
    }
}

#[tokio::test]
async fn diagnostics_follow_the_text_and_go_with_it() {
    let mut client = plain().await;
    client.open(GOOD).await;
    assert!(client.diagnostics(1).await.iter().all(|it| it["severity"] != 1));
    // The second cell of the first row becomes a 1 too.
    let range = json!({ "start": { "line": 3, "character": 10 }, "end": { "line": 3, "character": 11 } });
    client.change(2, json!([{ "range": range, "text": "1" }])).await;
    let found = client.diagnostics_with(2, "E0401").await;
    let clash = found.iter().find(|it| it["code"] == "E0401").expect("it was waited for");
    assert_eq!(clash["relatedInformation"][0]["location"]["range"]["start"]["character"], 8);
    client.notify("textDocument/didClose", it()).await;
    let told = client.next("textDocument/publishDiagnostics").await;
    assert_eq!(told["diagnostics"], json!([]), "nothing stays after the document is closed");
}

#[tokio::test]
async fn solving_adds_its_verdict() {
    let mut client = Client::start(json!({}), json!({})).await;
    client.open("puzzle { block 2 }").await;
    let found = client.diagnostics_with(1, "W0606").await;
    assert!(found.iter().any(|it| it["code"] == "W0606"));
    let lenses = client.request("textDocument/codeLens", it()).await;
    assert_eq!(lenses[0]["command"]["title"], "multiple");
}

#[tokio::test]
async fn hover_honours_what_the_client_can_show() {
    let markdown = json!({ "textDocument": { "hover": { "contentFormat": ["markdown", "plaintext"] } } });
    for (capabilities, kind, words) in [
        (markdown, "markdown", "**r1c3**: 2 legal values: **3 4**"),
        (json!({}), "plaintext", "r1c3: 2 legal values: 3 4"),
    ] {
        let mut client = Client::start(capabilities, json!({ "solve": false })).await;
        client.open(GOOD).await;
        let hover = client.request("textDocument/hover", at(3, 14)).await;
        assert_eq!(hover["contents"]["kind"], kind);
        let value = hover["contents"]["value"].as_str().expect("a text");
        assert!(value.starts_with(words), "{value}");
        assert!(value.contains("1 is at r1c1 in row 1"), "{value}");
    }
}

#[tokio::test]
async fn completion_offers_legal_values_only() {
    let mut client = plain().await;
    client.open(GOOD).await;
    let found = client.request("textDocument/completion", at(3, 14)).await;
    let labels: Vec<&Value> = found.as_array().expect("a list").iter().map(|it| &it["label"]).collect();
    assert_eq!(labels, ["3", "4"]);
}

#[tokio::test]
async fn a_fix_mends_the_text() {
    let text = "puzzle \"😀\" { blok 2\r\n}\r\n";
    let mut client = plain().await;
    client.open(text).await;
    assert_eq!(client.diagnostics(1).await[0]["code"], "E0203");
    let range = json!({ "start": { "line": 0, "character": 15 }, "end": { "line": 0, "character": 15 } });
    let params = json!({ "textDocument": { "uri": URI }, "range": range, "context": { "diagnostics": [] } });
    let actions = client.request("textDocument/codeAction", params).await;
    let fix = &actions.as_array().expect("a list")[0];
    assert_eq!(fix["kind"], "quickfix");
    let change = &fix["edit"]["documentChanges"][0];
    assert_eq!(change["textDocument"]["version"], 1);
    let mended = apply(text, &change["edits"]);
    client.change(2, json!([{ "text": mended }])).await;
    assert!(client.diagnostics(2).await.iter().all(|it| it["severity"] != 1), "{mended:?}");
}

#[tokio::test]
async fn formatting_is_a_few_edits_that_make_the_text_tidy() {
    let untidy = GOOD.replace("block 2", "block  2").replace("1 2 | . .", "12..");
    let mut client = plain().await;
    client.open(&untidy).await;
    let params = json!({ "textDocument": { "uri": URI }, "options": { "tabSize": 4, "insertSpaces": true } });
    let edits = client.request("textDocument/formatting", params).await;
    assert_eq!(apply(&untidy, &edits), GOOD);
    assert_eq!(edits.as_array().map(Vec::len), Some(2));
}

#[tokio::test]
async fn solve_writes_the_solution_into_the_grid() {
    let mut client = plain().await;
    client.open(GOOD).await;
    let command = json!({ "command": "sdkc.solve", "arguments": [URI, 0] });
    client.request("workspace/executeCommand", command).await;
    let asked = client.next("workspace/applyEdit").await;
    let solved = apply(GOOD, &asked["edit"]["documentChanges"][0]["edits"]);
    assert!(!solved.contains(" . "), "{solved}");
    let bad = json!({ "command": "sdkc.solve", "arguments": ["untitled:other", 0] });
    assert_eq!(client.reply("workspace/executeCommand", bad).await["error"]["code"], -32602);
}

/// A board that no search gets through in the time of a test, and an edit that stops the search: the next verdict
/// comes while the time limit of the first search is far away.
#[tokio::test]
async fn an_edit_stops_the_search() {
    let mut client =
        Client::start(json!({ "window": { "workDoneProgress": true } }), json!({ "timeoutMs": 600_000 }))
            .await;
    client.open("puzzle { block 8\n expect solutions 100000000000000 }").await;
    let begin = client.next("$/progress").await;
    assert_eq!(begin["value"]["kind"], "begin");
    let edited = Instant::now();
    client.change(2, json!([{ "text": "puzzle { block 2 }" }])).await;
    let end = client.next("$/progress").await;
    assert_eq!((&end["token"], &end["value"]["kind"]), (&begin["token"], &json!("end")));
    client.diagnostics_with(2, "W0606").await;
    assert!(edited.elapsed() < Duration::from_secs(10));
}

#[tokio::test]
async fn unknown_documents_and_places_past_the_end_are_no_errors() {
    let mut client = plain().await;
    assert_eq!(client.request("textDocument/hover", at(0, 0)).await, Value::Null);
    client.open("puzzle {").await;
    for method in ["hover", "completion", "documentHighlight"] {
        client.request(&format!("textDocument/{method}"), at(900, 900)).await;
    }
    for method in ["documentSymbol", "codeLens", "foldingRange", "documentLink", "semanticTokens/full"] {
        client.request(&format!("textDocument/{method}"), it()).await;
    }
    client.request("workspace/symbol", json!({ "query": "" })).await;
    let range = json!({ "start": { "line": 9, "character": 9 }, "end": { "line": 0, "character": 0 } });
    client.change(2, json!([{ "range": range, "text": "x" }])).await;
    assert!(!client.diagnostics(2).await.is_empty());
}

#[tokio::test]
async fn settings_change_while_it_runs() {
    let mut client = plain().await;
    client.open("puzzle { block 2 }").await;
    let part = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 9, "character": 0 } });
    let hints = json!({ "textDocument": { "uri": URI }, "range": part });
    assert_eq!(client.request("textDocument/inlayHint", hints.clone()).await, Value::Null, "off by default");
    let settings = json!({ "settings": { "sdkc": { "inlayHints": true, "solve": true } } });
    client.notify("workspace/didChangeConfiguration", settings).await;
    client.diagnostics_with(1, "W0606").await;
    assert_eq!(client.request("textDocument/inlayHint", hints).await, json!([]), "no cell is written");
}
