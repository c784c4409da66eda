//! Commands that follow each other faster than the editor takes their edits: each is made for the text that the one
//! before leaves.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::{sleep, timeout};

use crate::{
    client::{Client, URI, at},
    protocol::apply,
};

const GOOD: &str = "puzzle \"A\" {\n    block 2\n    givens {\n        1 2 | . .\n        . 4 | . 2\n        ----+----\n        2 . | . 3\n        . 3 | . .\n    }\n}\n";
const SOLVED: &str = "1 2 | 3 4\n        3 4 | 1 2\n        ----+----\n        2 1 | 4 3\n        4 3 | 2 1";

/// A client that answers for edits itself.
async fn opened() -> Client {
    let mut client =
        Client::start(json!({ "workspace": { "applyEdit": true } }), json!({ "solve": false })).await;
    client.silent = true;
    client.open(GOOD).await;
    client
}

async fn run(client: &mut Client, command: &str) {
    client.request("workspace/executeCommand", json!({ "command": command, "arguments": [URI, 0] })).await;
}

/// Sends a command, the n-th, without waiting for its reply.
async fn send(client: &mut Client, n: usize, command: &str) {
    let params = json!({ "command": command, "arguments": [URI, 0] });
    let request = json!({ "jsonrpc": "2.0", "id": format!("command {n}"), "method": "workspace/executeCommand", "params": params });
    client.send(request).await;
}

/// The next edit that the server asks for, as a whole message.
async fn asked(client: &mut Client) -> Value {
    loop {
        if let Some(at) = client.news.iter().position(|it| it["method"] == "workspace/applyEdit") {
            return client.news.remove(at).expect("it is there");
        }
        let message = client.receive().await;
        client.news.push_back(message);
    }
}

async fn answer(client: &mut Client, asked: &Value, result: Value) {
    client.send(json!({ "jsonrpc": "2.0", "id": asked["id"], "result": result })).await;
}

fn change_of(asked: &Value) -> &Value {
    &asked["params"]["edit"]["documentChanges"][0]
}

fn version_of(asked: &Value) -> &Value {
    &change_of(asked)["textDocument"]["version"]
}

async fn is_quiet(client: &mut Client) -> bool {
    timeout(Duration::from_millis(300), asked(client)).await.is_err()
}

#[tokio::test]
async fn a_command_waits_for_the_edit_before_it() {
    for answers_first in [true, false] {
        let mut client = opened().await;
        run(&mut client, "sdkc.nextStep").await;
        let step = asked(&mut client).await;
        send(&mut client, 0, "sdkc.solve").await;
        assert!(is_quiet(&mut client).await, "the step has not arrived");
        assert!(!client.request("textDocument/hover", at(3, 14)).await.is_null(), "nothing else waits");

        let stepped = apply(GOOD, &change_of(&step)["edits"]);
        if answers_first {
            answer(&mut client, &step, json!({ "applied": true })).await;
            sleep(Duration::from_millis(100)).await;
            client.change(2, json!([{ "text": stepped }])).await;
        } else {
            client.change(2, json!([{ "text": stepped }])).await;
            sleep(Duration::from_millis(100)).await;
            answer(&mut client, &step, json!({ "applied": true })).await;
        }
        let solution = asked(&mut client).await;
        assert_eq!(version_of(&solution), 2);
        let solved = apply(&stepped, &change_of(&solution)["edits"]);
        assert!(solved.contains(SOLVED), "{solved}");
    }
}

#[tokio::test]
async fn steps_in_a_row_fill_the_grid() {
    let mut client = opened().await;
    let mut text = GOOD.to_owned();
    for n in 0..9 {
        send(&mut client, n, "sdkc.nextStep").await;
    }
    for version in 1..=9 {
        let step = asked(&mut client).await;
        assert_eq!(version_of(&step), version);
        text = apply(&text, &change_of(&step)["edits"]);
        client.change(version + 1, json!([{ "text": text }])).await;
        answer(&mut client, &step, json!({ "applied": true })).await;
    }
    assert!(text.contains(SOLVED), "{text}");
}

#[tokio::test]
async fn an_edit_that_came_too_late_is_made_anew() {
    let mut client = opened().await;
    run(&mut client, "sdkc.solve").await;
    let first = asked(&mut client).await;
    // The user has typed meanwhile, on a line above.
    let typed = format!("// typed\n{GOOD}");
    client.change(2, json!([{ "text": typed }])).await;
    answer(&mut client, &first, json!({ "applied": false })).await;
    let second = asked(&mut client).await;
    assert_eq!(version_of(&second), 2);
    assert!(apply(&typed, &change_of(&second)["edits"]).contains(SOLVED));
    answer(&mut client, &second, json!({ "applied": true })).await;
    assert!(is_quiet(&mut client).await);
}

#[tokio::test]
async fn a_refusal_is_said_and_not_asked_again() {
    let mut client = opened().await;
    run(&mut client, "sdkc.nextStep").await;
    let step = asked(&mut client).await;
    answer(&mut client, &step, json!({ "applied": false, "failureReason": "it is read-only" })).await;
    let said = client.next("window/showMessage").await;
    assert_eq!(said["message"], "the editor has not changed the text: it is read-only");
    assert!(is_quiet(&mut client).await);
}

#[tokio::test]
async fn a_text_that_keeps_changing_is_left_alone_in_the_end() {
    let mut client = opened().await;
    run(&mut client, "sdkc.nextStep").await;
    let mut version = 1;
    loop {
        let message = client.receive().await;
        if message["method"] == "window/showMessage" {
            assert_eq!(message["params"]["message"], "the text keeps changing; nothing was written into it");
            break;
        }
        if message["method"] == "workspace/applyEdit" {
            version += 1;
            client.change(version, json!([{ "text": format!("{GOOD}// {version}\n") }])).await;
            answer(&mut client, &message, json!({ "applied": false })).await;
        }
    }
    assert!((4..10).contains(&version), "{version} attempts");
}

#[tokio::test]
async fn a_document_that_is_closed_under_a_command_does_no_harm() {
    let mut client = opened().await;
    run(&mut client, "sdkc.nextStep").await;
    let step = asked(&mut client).await;
    client.notify("textDocument/didClose", crate::client::it()).await;
    answer(&mut client, &step, json!({ "applied": false })).await;
    let said = client.next("window/showMessage").await;
    assert_eq!(said["message"], "the first argument must be the address of an open document");
}

#[tokio::test]
async fn an_empty_text_has_nothing_to_solve() {
    let mut client = opened().await;
    client.change(2, json!([{ "text": "" }])).await;
    run(&mut client, "sdkc.solve").await;
    assert_eq!(client.next("window/showMessage").await["message"], "there is no puzzle here");
}

/// The action that explains what is wrong shows the page of its code, and the request gives the page to clients that show
/// it themselves.
#[tokio::test]
async fn the_page_of_a_code_is_shown() {
    let mut client = opened().await;
    client.change(2, json!([{ "text": "puzzle { blok 2 }" }])).await;
    for only in [json!(null), json!(["quickfix"]), json!([""])] {
        let range = json!({ "start": { "line": 0, "character": 10 }, "end": { "line": 0, "character": 10 } });
        let context = json!({ "diagnostics": [], "only": only });
        let params = json!({ "textDocument": { "uri": URI }, "range": range, "context": context });
        let actions = client.request("textDocument/codeAction", params).await;
        let titles: Vec<_> = actions.as_array().expect("a list").iter().map(|it| &it["title"]).collect();
        assert_eq!(titles, ["Write `block`", "Explain E0203: an unknown item"]);
        let command = &actions[1]["command"];
        let params = json!({ "command": command["command"], "arguments": command["arguments"] });
        client.request("workspace/executeCommand", params).await;
        let said = client.next("window/showMessage").await;
        assert!(said["message"].as_str().is_some_and(|it| it.starts_with("# E0203: ")), "{said}");
    }
    let page = client.request("sdkc/explain", json!({ "code": "E0401" })).await;
    assert!(page.as_str().is_some_and(|it| it.starts_with("# E0401: ") && it.contains("```sdk")), "{page}");
    for arguments in [json!(["E9999"]), json!([]), json!([7])] {
        let command = json!({ "command": "sdkc.explain", "arguments": arguments });
        assert_eq!(client.reply("workspace/executeCommand", command).await["error"]["code"], -32602);
    }
    assert_eq!(client.reply("sdkc/explain", json!({ "code": "no" })).await["error"]["code"], -32602);
}

/// A puzzle that cannot be meant is not the first one: that would have a solution written into it.
#[tokio::test]
async fn commands_on_what_is_no_puzzle_do_nothing() {
    let mut client = opened().await;
    for which in [json!(-1), json!(1.5), json!("0"), json!({ "line": -1, "character": 0 }), json!(1e30)] {
        let command = json!({ "command": "sdkc.solve", "arguments": [URI, which] });
        let reply = client.reply("workspace/executeCommand", command).await;
        assert_eq!(reply["error"]["code"], -32602, "{which}: {reply}");
    }
    assert!(is_quiet(&mut client).await);
    for arguments in [json!([URI]), json!([URI, null]), json!([URI, { "line": 3, "character": 9 }])] {
        let command = json!({ "command": "sdkc.check", "arguments": arguments });
        client.request("workspace/executeCommand", command).await;
        assert_eq!(client.next("window/showMessage").await["message"], "Exactly one solution.");
    }
}

/// A kind that is asked for is itself or its parts, not what only starts with the same letters.
#[tokio::test]
async fn actions_are_those_of_the_kinds_that_are_asked_for() {
    let mut client = opened().await;
    for (only, n) in [("refactor.rewrite", 2), ("refactor", 2), ("refactor.rew", 0), ("source", 0)] {
        let range = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 0, "character": 0 } });
        let context = json!({ "diagnostics": [], "only": [only] });
        let params = json!({ "textDocument": { "uri": URI }, "range": range, "context": context });
        let actions = client.request("textDocument/codeAction", params).await;
        let commands = actions.as_array().expect("a list").iter().filter(|it| it.get("command").is_some());
        assert_eq!(commands.count(), n, "{only}: {actions}");
    }
}
