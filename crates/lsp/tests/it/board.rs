//! The requests of the view beside the text: what is drawn, what a click does to the text, how a search is watched.

use serde_json::{Value, json};

use crate::client::{Client, URI};

const SMALL: &str = "puzzle \"A\" {\n    block 2\n    givens {\n        1 . | . .\n        . . | 3 .\n        . 4 | . .\n        . . | . 2\n    }\n}\n";

async fn opened(text: &str) -> Client {
    let mut client = Client::start(json!({}), json!({ "solve": false })).await;
    client.open(text).await;
    client
}

async fn board(client: &mut Client, more: Value) -> Value {
    let mut params = json!({ "uri": URI });
    params.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
    client.request("sdkc/board", params).await
}

/// Sets a cell of the first puzzle, hands the edit back as a change, and gives the text after it.
async fn set(client: &mut Client, text: &str, version: i64, cell: u32, value: u8) -> String {
    let params = json!({ "uri": URI, "version": version, "puzzle": 0, "cell": cell, "value": value });
    let edit = client.request("sdkc/setCell", params).await;
    let edits = &edit["documentChanges"][0]["edits"];
    let after = crate::protocol::apply(text, edits);
    let changes: Vec<Value> = edits
        .as_array()
        .expect("edits")
        .iter()
        .map(|it| json!({ "range": it["range"], "text": it["newText"] }))
        .collect();
    client.change(version + 1, json!(changes)).await;
    after
}

#[tokio::test]
async fn a_board_is_told_cell_by_cell() {
    let mut client = opened(&SMALL.replace("1 . | . .", "1 . | . 1")).await;
    let told = board(&mut client, json!({})).await;
    assert_eq!((&told["name"], &told["side"], &told["block"]), (&json!("A"), &json!(4), &json!([2, 2])));
    assert_eq!(told["givens"], json!([1, 0, 0, 1, 0, 0, 3, 0, 0, 4, 0, 0, 0, 0, 0, 2]));
    assert_eq!(told["clashes"], json!([0, 3]));
    assert_eq!(
        (&told["legal"][1], &told["legal"][0]),
        (&json!("6"), &json!("")),
        "2 and 3; nothing in a given"
    );
    assert_eq!((&told["isSound"], &told["nLayers"]), (&json!(false), &json!(1)));
    assert_eq!(board(&mut client, json!({ "puzzle": 7 })).await, Value::Null);
}

#[tokio::test]
async fn the_puzzle_under_the_cursor_is_told() {
    let mut client = opened(&format!("{SMALL}\n{}", SMALL.replace("\"A\"", "\"B\""))).await;
    for (line, name) in [(0, "A"), (4, "A"), (14, "B"), (900, "B")] {
        let told = board(&mut client, json!({ "position": { "line": line, "character": 0 } })).await;
        assert_eq!(told["name"], name, "line {line}");
    }
}

#[tokio::test]
async fn layers_are_told_a_few_at_a_time() {
    let mut client = opened("puzzle { dimensions 4 }").await;
    let told = board(&mut client, json!({})).await;
    assert_eq!((&told["nLayers"], &told["layers"][0]), (&json!(6561), &json!([1, 1])));
    let n_told = told["layers"].as_array().map_or(0, Vec::len);
    assert!(n_told > 50 && told["givens"].as_array().map(Vec::len) == Some(n_told * 81 * 81) || n_told == 1);
    let last = board(&mut client, json!({ "layer": 99_999 })).await;
    assert_eq!((&last["firstLayer"], &last["layers"][0]), (&json!(6560), &json!([81, 81])));
}

#[tokio::test]
async fn values_land_in_the_text_and_go_again() {
    let mut client = opened(SMALL).await;
    let one = set(&mut client, SMALL, 1, 1, 3).await;
    assert!(one.contains("1 3 | . ."), "{one}");
    let two = set(&mut client, &one, 2, 1, 2).await;
    assert!(two.contains("1 2 | . ."), "{two}");
    assert_eq!(set(&mut client, &two, 3, 1, 0).await, SMALL);
    for (params, code) in [
        (json!({ "uri": URI, "version": 1, "puzzle": 0, "cell": 1, "value": 3 }), -32801),
        (json!({ "uri": URI, "version": 4, "puzzle": 0, "cell": 99, "value": 3 }), -32602),
        (json!({ "uri": URI, "version": 4, "puzzle": 0, "cell": 1, "value": 5 }), -32602),
        (json!({ "uri": URI, "version": 4, "puzzle": 9, "cell": 1, "value": 3 }), -32602),
        (json!({ "uri": URI, "version": 4, "puzzle": 0, "cell": 1, "value": 3, "state": true }), -32602),
        (json!({ "uri": "untitled:other", "version": 1, "puzzle": 0, "cell": 1, "value": 3 }), -32602),
    ] {
        assert_eq!(client.reply("sdkc/setCell", params.clone()).await["error"]["code"], code, "{params}");
    }
}

#[tokio::test]
async fn numbers_of_two_digits_keep_their_columns_and_their_distance() {
    let rows: String = (0..12).map(|_| " .  .  .  .  .  .  .  .  .  .  .  .\n").collect();
    let wide = format!("puzzle {{\nblock 3x4\ngivens {{\n{rows}}}\n}}\n");
    let mut client = opened(&wide).await;
    let after = set(&mut client, &wide, 1, 1, 12).await;
    assert!(after.contains(" . 12  .  ."), "{after}");
    assert_eq!(set(&mut client, &after, 2, 1, 0).await, wide);

    let rows = "............\n".repeat(12);
    let tight = format!("puzzle {{\nblock 3x4\ngivens {{\n{rows}}}\n}}\n");
    let mut client = opened(&tight).await;
    let one = set(&mut client, &tight, 1, 3, 11).await;
    let two = set(&mut client, &one, 2, 4, 12).await;
    assert!(two.contains("...11 12 ......"), "{two}");
}

#[tokio::test]
async fn cells_that_are_written_nowhere_become_items() {
    let text = "puzzle {\n    block 2\n    given r1c1 = 1 // one\n}\n";
    let mut client = opened(text).await;
    let more = set(&mut client, text, 1, 5, 4).await;
    assert!(more.contains("given r1c1 = 1\n    given r2c2 = 4"), "{more}");
    assert_eq!(board(&mut client, json!({})).await["givens"][5], 4);
    let less = set(&mut client, &more, 2, 0, 0).await;
    assert!(!less.contains("r1c1"), "{less}");

    let bare = "puzzle { block 2 }";
    let mut client = opened(bare).await;
    set(&mut client, bare, 1, 15, 2).await;
    let told = board(&mut client, json!({})).await;
    assert_eq!((&told["givens"][15], &told["isSound"]), (&json!(2), &json!(true)));
}

#[tokio::test]
async fn digits_of_a_player_go_into_the_state() {
    let text = SMALL.replace("}\n}", "}\n    state {\n        . 2 | . .\n        . . | . .\n        . . | . .\n        . . | . .\n    }\n}");
    let mut client = opened(&text).await;
    let told = board(&mut client, json!({})).await;
    assert_eq!(
        (&told["hasState"], &told["state"][1], &told["legal"][1]),
        (&json!(true), &json!(2), &json!(""))
    );
    let params = json!({ "uri": URI, "version": 1, "puzzle": 0, "cell": 1, "value": 3, "state": true });
    let edit = client.request("sdkc/setCell", params).await;
    let after = crate::protocol::apply(&text, &edit["documentChanges"][0]["edits"]);
    assert!(after.contains("state {\n        . 3 | . ."), "{after}");
}

#[tokio::test]
async fn a_search_is_watched_step_by_step() {
    let mut client = opened(SMALL).await;
    let start = json!({ "uri": URI, "puzzle": 0, "strategy": "first-empty" });
    let id = client.request("sdkc/watch/start", start).await["id"].clone();
    let mut cells = [0; 16];
    let mut placed = 0;
    let end = loop {
        let told = client.request("sdkc/watch/next", json!({ "id": id, "steps": 3 })).await;
        let steps = told["steps"].as_array().expect("a list");
        assert!(steps.len() <= 3);
        for step in steps {
            let number = |at: usize| step[at].as_u64().map_or(0, |it| usize::try_from(it).expect("small"));
            match number(0) {
                1 | 2 => cells[number(1)] = number(2),
                3 => cells[number(1)] = 0,
                _ => {}
            }
            placed += usize::from(number(0) == 1);
        }
        if !told["end"].is_null() {
            break told["end"].clone();
        }
    };
    assert_eq!((&end["isSolved"], &end["nodes"]), (&json!(true), &json!(placed)));
    for (at, value) in cells.iter().enumerate().filter(|(_, value)| **value != 0) {
        assert_eq!(end["solution"][at], *value, "the steps lead to the solution");
    }
    let gone = client.reply("sdkc/watch/next", json!({ "id": id, "steps": 3 })).await;
    assert_eq!(gone["error"]["code"], -32602, "it has ended");
}

#[tokio::test]
async fn a_watched_search_can_be_left_and_stopped() {
    let mut client = opened("puzzle { block 5 }").await;
    let start = json!({ "uri": URI, "puzzle": 0, "strategy": "random" });
    let mut last = Value::Null;
    for _ in 0..6 {
        last = client.request("sdkc/watch/start", start.clone()).await["id"].clone();
    }
    client.request("sdkc/watch/next", json!({ "id": last, "steps": 5 })).await;
    client.request("sdkc/watch/stop", json!({ "id": last })).await;
    let gone = client.reply("sdkc/watch/next", json!({ "id": last, "steps": 5 })).await;
    assert_eq!(gone["error"]["code"], -32602);
    let unknown = json!({ "uri": URI, "puzzle": 0, "strategy": "fastest" });
    assert_eq!(client.reply("sdkc/watch/start", unknown).await["error"]["code"], -32602);
}
