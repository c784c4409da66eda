//! Records hold what their schema says, no more and no less.

use sdkc_board::{Board, Shape, closed_form};
use sdkc_diagnostics::{Code, Diagnostic, Span};
use sdkc_puzzle::{Puzzle, Verdict};
use sdkc_render::{Cells, FileReport, Number, Record, record_diagnostics};
use serde_json::Value;

fn schema() -> Value {
    serde_json::from_str(include_str!("../schema/record.schema.json")).expect("the schema is JSON")
}

fn keys(object: &Value) -> Vec<&str> {
    object.as_object().expect("an object").keys().map(String::as_str).collect()
}

fn record() -> Record {
    let shape = Shape::hypercube(2, 2).expect("4×4");
    let puzzle = Puzzle::new(Board::empty(shape.clone()));
    let found = [Diagnostic::new(Code::W0606, "more than one solution", Span::new(0, 6))];
    let mut record = Record::new("a.sdk", 1, 1, Verdict::Multiple).about(&puzzle);
    record.solution = Some(Cells::new(&puzzle, &closed_form(&shape).expect("blocks")));
    record.count = Some(Number(288));
    record.diagnostics = record_diagnostics(FileReport::new("a.sdk", "puzzle {}", &found));
    record.stats.insert("guesses".to_owned(), Number(3));
    record
}

#[test]
fn fields_are_those_of_the_schema() {
    let (schema, json) = (schema(), serde_json::to_value(record()).expect("a record is JSON"));
    assert_eq!(keys(&json), keys(&schema["properties"]));
    let mut required: Vec<&str> =
        schema["required"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
    required.sort_unstable();
    assert_eq!(keys(&json), required, "no field is ever left out");
    let of_diagnostic = &schema["$defs"]["diagnostic"]["properties"];
    assert_eq!(keys(&json["diagnostics"][0]), keys(of_diagnostic));
}

#[test]
fn verdicts_are_those_of_the_schema() {
    let names: Vec<&str> = Verdict::ALL.iter().map(|verdict| verdict.name()).collect();
    assert_eq!(schema()["properties"]["verdict"]["enum"], serde_json::json!(names));
}

#[test]
fn counts_above_two_to_the_53_are_strings() {
    let json = |count: u128| serde_json::to_string(&Number(count)).expect("a number");
    assert_eq!(json(1 << 53), "9007199254740992");
    assert_eq!(json((1 << 53) + 1), "\"9007199254740993\"");
    assert_eq!(json(u128::MAX), format!("\"{}\"", u128::MAX));
}

#[test]
fn solutions_are_strings_up_to_side_nine() {
    for (dims, block, is_text) in [(2, 3, true), (3, 2, true), (2, 4, false)] {
        let shape = Shape::hypercube(dims, block).expect("a shape");
        let grid = closed_form(&shape).expect("blocks");
        let json = serde_json::to_value(Cells::new(&Puzzle::new(Board::empty(shape)), &grid)).expect("JSON");
        assert_eq!(json.is_string(), is_text);
    }
}

#[test]
fn one_record() {
    insta::assert_snapshot!(serde_json::to_string_pretty(&record()).expect("a record is JSON"));
}
