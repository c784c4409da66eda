//! One SARIF 2.1.0 document, as code scanning services take it.

use std::collections::BTreeSet;
use std::io::{self, Write};

use sdkc_diagnostics::{Code, Diagnostic, Fix, Span};
use serde_json::{Value, json};

use super::{FileReport, Places, json::severity};

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

pub(super) fn write(out: &mut dyn Write, files: &[FileReport<'_>]) -> io::Result<()> {
    let used: BTreeSet<Code> = files.iter().flat_map(|file| file.diagnostics).map(|it| it.code).collect();
    let codes: Vec<Code> = used.into_iter().collect();
    let mut results = Vec::new();
    for file in files.iter().filter(|file| !file.diagnostics.is_empty()) {
        let at = Located {
            uri: uri(file.path.strip_prefix("./").unwrap_or(file.path)),
            places: Places::new(file),
        };
        results.extend(file.diagnostics.iter().map(|it| result(&at, &codes, it)));
    }
    let document = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "sdkc",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": codes.iter().map(|code| rule(*code)).collect::<Vec<_>>(),
            }},
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    });
    serde_json::to_writer_pretty(&mut *out, &document)?;
    out.write_all(b"\n")
}

/// A file's name as SARIF wants it, and its lines and columns.
struct Located<'t> {
    uri: String,
    places: Places<'t>,
}

impl Located<'_> {
    fn region(&self, span: Span) -> Value {
        let (from, to) = self.places.range(span);
        json!({
            "startLine": from.line,
            "startColumn": from.column,
            "endLine": to.line,
            "endColumn": to.column,
        })
    }

    fn location(&self, span: Option<Span>) -> Value {
        let artifact = json!({ "uri": self.uri });
        json!({ "physicalLocation": match span {
            Some(span) => json!({ "artifactLocation": artifact, "region": self.region(span) }),
            None => json!({ "artifactLocation": artifact }),
        }})
    }

    fn fix(&self, fix: &Fix) -> Value {
        let replacements: Vec<Value> = fix
            .edits
            .iter()
            .map(|edit| {
                json!({
                    "deletedRegion": self.region(edit.span),
                    "insertedContent": { "text": edit.text },
                })
            })
            .collect();
        json!({
            "description": { "text": fix.title },
            "artifactChanges": [{ "artifactLocation": { "uri": self.uri }, "replacements": replacements }],
        })
    }
}

fn result(at: &Located<'_>, codes: &[Code], it: &Diagnostic) -> Value {
    let text: Vec<&str> =
        [it.message.as_str()].into_iter().chain(it.notes.iter().map(String::as_str)).collect();
    let mut result = json!({
        "ruleId": it.code.as_str(),
        "ruleIndex": codes.binary_search(&it.code).unwrap_or(0),
        "level": severity(it.severity),
        "message": { "text": text.join("\n") },
        "locations": [at.location(it.span)],
    });
    if !it.labels.is_empty() {
        let related = it.labels.iter().enumerate().map(|(id, label)| {
            let mut location = at.location(Some(label.span));
            location["id"] = json!(id);
            location["message"] = json!({ "text": label.message });
            location
        });
        result["relatedLocations"] = related.collect();
    }
    // A fix without changes would not be valid.
    let fixes: Vec<Value> =
        it.fixes.iter().filter(|fix| !fix.edits.is_empty()).map(|fix| at.fix(fix)).collect();
    if !fixes.is_empty() {
        result["fixes"] = fixes.into();
    }
    result
}

fn rule(code: Code) -> Value {
    json!({
        "id": code.as_str(),
        "shortDescription": { "text": code.title() },
        "help": { "text": code.page(), "markdown": code.page() },
        "defaultConfiguration": { "level": severity(code.severity()) },
    })
}

/// A path as a URI reference: `/` between parts, everything unusual as `%XX`.
fn uri(path: &str) -> String {
    let mut uri = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'\\' => uri.push('/'),
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(char::from(byte));
            }
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}
