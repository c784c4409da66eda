//! The files that are made from tables in the code: one row a file.

use std::{
    fs,
    path::{Path, PathBuf},
};

use sdkc_syntax::grammar_files;

/// A file, from the root of the repository, and the function that makes its text.
struct Generated {
    path: &'static str,
    text: fn() -> String,
}

const FILES: &[Generated] = &[
    Generated { path: "grammar/sdk.tmLanguage.json", text: grammar_files::textmate },
    Generated { path: "grammar/language-configuration.json", text: grammar_files::language_configuration },
];

/// Writes all files.
pub fn write() -> Result<String, String> {
    for file in FILES {
        fs::write(root().join(file.path), text(file)?).map_err(|error| format!("{}: {error}", file.path))?;
    }
    Ok(format!("{} files written", FILES.len()))
}

/// Says which files are out of date.
pub fn check() -> Result<String, String> {
    let mut stale = Vec::new();
    for file in FILES {
        let found = fs::read_to_string(root().join(file.path)).unwrap_or_default();
        // A checkout may have other line ends than the generator.
        if found.replace("\r\n", "\n") != text(file)? {
            stale.push(file.path);
        }
    }
    if stale.is_empty() {
        Ok(format!("{} files are up to date", FILES.len()))
    } else {
        Err(format!("out of date: {}; run `cargo run -p xtask -- generate`", stale.join(", ")))
    }
}

/// The text of a file; an error where it is not JSON.
fn text(file: &Generated) -> Result<String, String> {
    let text = (file.text)();
    let parsed: Result<serde_json::Value, _> = serde_json::from_str(&text);
    match parsed {
        Ok(_) => Ok(text),
        Err(error) => Err(format!("{} would not be JSON: {error}", file.path)),
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generated_files_are_up_to_date() {
        assert_eq!(check(), Ok(format!("{} files are up to date", FILES.len())));
    }

    #[test]
    fn the_grammar_names_only_parts_that_it_has() {
        let grammar: serde_json::Value = serde_json::from_str(&grammar_files::textmate()).expect("JSON");
        let parts = grammar["repository"].as_object().expect("a repository");
        let mut names = Vec::new();
        includes(&grammar, &mut names);
        assert!(names.len() > 20);
        for name in names {
            assert!(parts.contains_key(name.trim_start_matches('#')), "{name}");
        }
    }

    fn includes<'v>(value: &'v serde_json::Value, names: &mut Vec<&'v str>) {
        match value {
            serde_json::Value::Object(map) => {
                names.extend(map.get("include").and_then(|name| name.as_str()));
                map.values().for_each(|value| includes(value, names));
            }
            serde_json::Value::Array(list) => list.iter().for_each(|value| includes(value, names)),
            _ => {}
        }
    }
}
