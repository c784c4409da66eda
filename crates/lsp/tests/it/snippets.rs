//! Snippets, as the server's completion and the extension for VS Code offer them: expanded with the values that they come
//! with, they are right, and so is every other choice that they name.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::sleep;

use crate::client::{Client, at, it};

/// A place to fill in, `${2:text}` or `${2|one,two|}`: the texts that are offered for it.
fn offered(part: &str) -> Vec<&str> {
    let part = part.trim_start_matches(|ch: char| ch.is_ascii_digit());
    match part.strip_prefix('|') {
        Some(choices) => choices.trim_end_matches('|').split(',').collect(),
        None => vec![part.trim_start_matches(':')],
    }
}

/// A snippet with the first of its choices everywhere, then with each other choice in turn.
fn expansions(snippet: &str) -> Vec<String> {
    let parts: Vec<(&str, &str)> = snippet
        .split("${")
        .skip(1)
        .map(|rest| rest.split_once('}').expect("the place to fill in is closed"))
        .collect();
    let before = snippet.split("${").next().unwrap_or_default();
    let texts: Vec<Vec<&str>> = parts.iter().map(|(part, _)| offered(part)).collect();
    let expand = |place: usize, choice: usize| {
        let filled = texts.iter().enumerate().map(|(at, texts)| texts[if at == place { choice } else { 0 }]);
        let behind = parts.iter().map(|(_, rest)| *rest);
        std::iter::once(before).chain(filled.zip(behind).flat_map(|(a, b)| [a, b])).collect::<String>()
    };
    let mut all = vec![expand(0, 0)];
    for (place, texts) in texts.iter().enumerate() {
        all.extend((1..texts.len()).map(|choice| expand(place, choice)));
    }
    all
}

/// The errors of a text once it is solved, which the line over the puzzle tells.
async fn errors(client: &mut Client, version: i64, text: &str) -> Vec<Value> {
    client.change(version, json!([{ "text": text }])).await;
    loop {
        let lenses = client.request("textDocument/codeLens", it()).await;
        if lenses[0]["command"]["title"] != "Check" {
            break;
        }
        sleep(Duration::from_millis(20)).await;
    }
    let told = client.request("textDocument/diagnostic", it()).await;
    let told = told["items"].as_array().cloned().expect("a list");
    told.into_iter().filter(|it| it["severity"] == 1).collect()
}

/// A client that asks for diagnostics by itself.
fn pull(snippets: Option<bool>) -> Value {
    json!({
        "textDocument": { "diagnostic": {}, "completion": { "completionItem": { "snippetSupport": snippets } } },
        "workspace": { "diagnostics": { "refreshSupport": true } },
    })
}

#[test]
fn places_to_fill_in_are_read() {
    let all = expansions("a ${1|x,y|} b ${2:c}");
    assert_eq!(all, ["a x b c", "a y b c"]);
    assert_eq!(expansions("plain"), ["plain"]);
}

#[tokio::test]
async fn the_snippets_of_the_extension_are_right() {
    let file: Value = serde_json::from_str(include_str!("../../../../editors/vscode/snippets/sdk.json"))
        .expect("the file is JSON");
    let mut client = Client::start(pull(None), json!({})).await;
    client.open("").await;
    let mut version = 1;
    for (name, snippet) in file.as_object().expect("an object") {
        let lines: Vec<&str> =
            snippet["body"].as_array().expect("lines").iter().filter_map(Value::as_str).collect();
        for (number, expanded) in expansions(&lines.join("\n")).into_iter().enumerate() {
            assert!(!expanded.contains('$'), "{name}: {expanded}");
            version += 1;
            let told = errors(&mut client, version, &format!("puzzle \"A\" {{\n{expanded}\n}}\n")).await;
            // Which claim holds is the setter's to know; the one that the snippet comes with does on an open board.
            let codes: Vec<&Value> = told.iter().map(|it| &it["code"]).collect();
            let claims = number > 0 && codes.iter().all(|code| *code == "E0502");
            assert!(codes.is_empty() || claims, "{name}: {expanded}: {told:?}");
        }
    }
    assert!(version > 10, "all snippets were looked at");
}

#[tokio::test]
async fn the_snippets_of_completion_are_right() {
    for snippets in [true, false] {
        let mut client = Client::start(pull(Some(snippets)), json!({})).await;
        client.open("").await;
        let items = client.request("textDocument/completion", at(0, 0)).await;
        let items = items.as_array().cloned().expect("a list");
        assert!(items.len() >= 5);
        for (version, item) in (2..).zip(items) {
            assert_eq!(item["insertTextFormat"] == 2, snippets);
            let text = item["textEdit"]["newText"].as_str().expect("a text");
            let expanded = if snippets { expansions(text) } else { vec![text.to_owned()] };
            assert_eq!(expanded.len(), 1, "{text}");
            let told = errors(&mut client, version, &expanded[0]).await;
            assert!(told.is_empty(), "{}: {told:?}", item["label"]);
        }
    }
}
