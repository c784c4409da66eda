//! One SARIF 2.1.0 document, as code scanning services take it.

use std::io::{self, Write};

use sdkc_diagnostics::{Code, Diagnostic, Fix, Span};
use serde_json::{Value, json};

use super::{FileReport, Places, json::severity};

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// A diagnostic as a document holds it, all but the number of its rule.
#[derive(Clone, Debug)]
pub struct SarifResult {
    code: Code,
    json: String,
}

/// How the run ended that a document tells of.
#[derive(Clone, Copy, Debug)]
pub struct SarifEnd<'a> {
    /// Whether everything that was asked for was looked at and decided.
    pub is_successful: bool,
    /// What the shell sees, where a program ended.
    pub exit_code: Option<u8>,
    /// What kept it from looking at everything.
    pub notices: &'a [String],
    /// What is worth knowing besides.
    pub hints: &'a [String],
}

/// A document that is written as its results come: no more is kept of them than which rules they are of.
///
/// ```
/// use sdkc_diagnostics::{Code, Diagnostic};
/// use sdkc_render::{FileReport, SarifDocument, SarifEnd, sarif_results};
///
/// let found = [Diagnostic::new(Code::E0211, "there is no puzzle", None)];
/// let (mut document, mut out) = (SarifDocument::default(), Vec::new());
/// for result in sarif_results(&FileReport::new("a.sdk", "", &found)) {
///     document.write(&mut out, &result)?;
/// }
/// document.finish(&mut out, &SarifEnd { is_successful: true, exit_code: Some(1), notices: &[], hints: &[] })?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct SarifDocument {
    /// In the order of their first results: results name them by number.
    rules: Vec<Code>,
    n_results: u64,
}

impl SarifDocument {
    /// Writes a result, a line each, and the head of the document in front of the first one.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&mut self, out: &mut dyn Write, result: &SarifResult) -> io::Result<()> {
        if self.n_results == 0 {
            self.begin(out)?;
        }
        let known = self.rules.iter().position(|code| *code == result.code);
        let rule = known.unwrap_or_else(|| {
            self.rules.push(result.code);
            self.rules.len() - 1
        });
        let separator = if self.n_results == 0 { "" } else { "," };
        self.n_results += 1;
        let rest = result.json.strip_prefix('{').unwrap_or(&result.json);
        write!(out, "{separator}\n        {{\"ruleIndex\":{rule},{rest}")
    }

    /// Whether there is a result of this code.
    #[must_use]
    pub fn tells(&self, code: Code) -> bool {
        self.rules.contains(&code)
    }

    /// How many results were written.
    #[must_use]
    pub const fn n_results(&self) -> u64 {
        self.n_results
    }

    /// Writes what stands behind the results; the document is whole then.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn finish(&self, out: &mut dyn Write, end: &SarifEnd<'_>) -> io::Result<()> {
        if self.n_results == 0 {
            self.begin(out)?;
        }
        let mut invocation = json!({ "executionSuccessful": end.is_successful });
        if let Some(code) = end.exit_code {
            invocation["exitCode"] = code.into();
        }
        let told = |level, all: &[String]| -> Vec<Value> {
            all.iter().map(|it| json!({ "level": level, "message": { "text": it } })).collect()
        };
        let told = [told("error", end.notices), told("note", end.hints)].concat();
        if !told.is_empty() {
            invocation["toolExecutionNotifications"] = told.into();
        }
        let driver = json!({
            "name": "sdkc",
            "semanticVersion": env!("CARGO_PKG_VERSION"),
            "rules": self.rules.iter().map(|code| rule(*code)).collect::<Vec<_>>(),
        });
        let line_end = if self.n_results == 0 { "" } else { "\n      " };
        write!(out, "{line_end}],\n      \"invocations\": [{invocation}],\n      \"tool\": ")?;
        serde_json::to_writer(&mut *out, &json!({ "driver": driver }))?;
        out.write_all(b"\n    }\n  ]\n}\n")
    }

    fn begin(&self, out: &mut dyn Write) -> io::Result<()> {
        write!(out, "{{\n  \"$schema\": \"{SCHEMA}\",\n  \"version\": \"2.1.0\",\n  \"runs\": [\n    {{\n")?;
        write!(out, "      \"columnKind\": \"unicodeCodePoints\",\n      \"results\": [")
    }
}

/// The results of a file.
#[must_use]
pub fn sarif_results(file: &FileReport<'_>) -> Vec<SarifResult> {
    if file.diagnostics.is_empty() {
        return Vec::new();
    }
    let uri = uri(file.path.strip_prefix("./").unwrap_or(file.path));
    let at = Located { uri, places: Places::new(file) };
    let result = |it: &Diagnostic| SarifResult { code: it.code, json: result(&at, it).to_string() };
    file.diagnostics.iter().map(result).collect()
}

pub(super) fn write(out: &mut dyn Write, files: &[FileReport<'_>]) -> io::Result<()> {
    let mut document = SarifDocument::default();
    for result in files.iter().flat_map(sarif_results) {
        document.write(out, &result)?;
    }
    document.finish(out, &SarifEnd { is_successful: true, exit_code: None, notices: &[], hints: &[] })
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

fn result(at: &Located<'_>, it: &Diagnostic) -> Value {
    let text: Vec<&str> =
        [it.message.as_str()].into_iter().chain(it.notes.iter().map(String::as_str)).collect();
    let mut result = json!({
        "ruleId": it.code.as_str(),
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
