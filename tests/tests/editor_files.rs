//! The configurations of editors, held against what the editors document and against the tables of the language: most of
//! them cannot be installed on every machine, so that `editors/test.sh` runs them only where they are.

use std::{collections::BTreeSet, fs};

use quick_xml::{Reader, events::Event};
use sdkc_puzzle::StrategyKind;
use sdkc_syntax::{Keyword, keywords::STRUCTURE};
use sdkc_tests::tidy::root;
use serde_json::Value;
use toml::Table;

fn read(path: &str) -> String {
    fs::read_to_string(root().join("editors").join(path)).unwrap_or_else(|why| panic!("{path}: {why}"))
}

fn toml(path: &str) -> Table {
    read(path).parse().unwrap_or_else(|why| panic!("{path}: {why}"))
}

fn json(path: &str) -> Value {
    serde_json::from_str(&read(path)).unwrap_or_else(|why| panic!("{path}: {why}"))
}

/// Fails where a table has keys that its editor does not know: it would pass over them, or refuse the file.
fn only(what: &str, table: &Table, known: &[&str]) {
    let unknown: Vec<&String> = table.keys().filter(|key| !known.contains(&key.as_str())).collect();
    assert!(unknown.is_empty(), "{what}: {unknown:?}");
}

fn texts(value: &toml::Value) -> Vec<&str> {
    value.as_array().expect("a list").iter().filter_map(toml::Value::as_str).collect()
}

/// The keys are those of Helix's book, "Languages".
#[test]
fn helix() {
    let file = toml("helix/languages.toml");
    only("the file", &file, &["language", "language-server", "grammar", "use-grammars"]);
    let server = file["language-server"]["sdkc"].as_table().expect("a server");
    only(
        "the server",
        server,
        &["command", "args", "config", "timeout", "environment", "required-root-patterns"],
    );
    assert_eq!(server["command"].as_str(), Some("sdkc"));
    assert_eq!(texts(&server["args"]), ["lsp"]);
    let [language] = file["language"].as_array().expect("a list").as_slice() else {
        panic!("one language");
    };
    let language = language.as_table().expect("a table");
    let known = [
        "name",
        "language-id",
        "scope",
        "injection-regex",
        "file-types",
        "shebangs",
        "roots",
        "auto-format",
        "diagnostic-severity",
        "comment-token",
        "comment-tokens",
        "block-comment-tokens",
        "indent",
        "language-servers",
        "grammar",
        "formatter",
        "soft-wrap",
        "text-width",
        "rulers",
        "auto-pairs",
    ];
    only("the language", language, &known);
    assert_eq!(texts(&language["language-servers"]), ["sdkc"]);
    assert_eq!(texts(&language["file-types"]), ["sdk"]);
    assert!(language["scope"].as_str().is_some_and(|it| it.starts_with("source.")));
}

/// The keys are those of Zed's pages on extensions and on languages.
#[test]
fn zed() {
    let extension = toml("zed/extension.toml");
    let known = [
        "id",
        "name",
        "description",
        "version",
        "schema_version",
        "authors",
        "repository",
        "grammars",
        "language_servers",
        "languages",
        "themes",
        "lib",
    ];
    only("the extension", &extension, &known);
    for key in ["id", "name", "version", "schema_version", "authors", "repository"] {
        assert!(extension.contains_key(key), "{key} must be there");
    }
    let grammar = extension["grammars"]["sdk"].as_table().expect("a grammar");
    only("the grammar", grammar, &["repository", "rev", "commit", "path"]);
    assert!(root().join(grammar["path"].as_str().expect("a path")).join("src/parser.c").exists());
    let server = extension["language_servers"]["sdkc"].as_table().expect("a server");
    only("the server", server, &["name", "language", "languages", "language_ids"]);

    let language = toml("zed/languages/sdk/config.toml");
    let known = [
        "name",
        "grammar",
        "path_suffixes",
        "line_comments",
        "block_comment",
        "tab_size",
        "hard_tabs",
        "first_line_pattern",
        "debuggers",
        "brackets",
        "autoclose_before",
        "word_characters",
    ];
    only("the language", &language, &known);
    assert_eq!(language["grammar"].as_str(), Some("sdk"));
    assert_eq!(texts(&server["languages"]), [language["name"].as_str().expect("a name")]);
    for bracket in language["brackets"].as_array().expect("a list") {
        only(
            "a bracket",
            bracket.as_table().expect("a table"),
            &["start", "end", "close", "newline", "not_in", "surround"],
        );
    }
    // Those that the page says to copy.
    let page = read("zed/README.md");
    let queries = page.split('{').nth(1).and_then(|rest| rest.split('}').next()).expect("the queries");
    for query in queries.split(',') {
        let path = root().join(format!("grammar/tree-sitter-sdk/queries/{query}.scm"));
        assert!(path.exists(), "{query} is none of the queries");
    }
}

/// An element of an XML file with its attributes.
struct Element {
    name: String,
    attributes: Vec<(String, String)>,
    text: String,
}

impl Element {
    fn get(&self, key: &str) -> Option<&str> {
        self.attributes.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str())
    }
}

fn elements(text: &str) -> Vec<Element> {
    let mut found: Vec<Element> = Vec::new();
    let mut reader = Reader::from_str(text);
    loop {
        match reader.read_event().expect("well-formed XML") {
            Event::Start(it) | Event::Empty(it) => found.push(Element {
                name: it.name().as_ref().to_owned(),
                attributes: it
                    .attributes()
                    .map(|attribute| attribute.expect("an attribute"))
                    .map(|it| (it.key.as_ref().to_owned(), it.value.into_owned()))
                    .collect(),
                text: String::new(),
            }),
            Event::Text(it) => {
                if let Some(last) = found.last_mut() {
                    last.text.push_str(it.trim());
                }
            }
            Event::Eof => return found,
            _ => {}
        }
    }
}

/// Every name in Kate's file is defined in it, its words are those of the language, and its server starts for it.
#[test]
fn kate() {
    let text = read("kate/sdk.xml");
    let all = elements(&text);
    let named = |of: &str| -> BTreeSet<&str> {
        all.iter().filter(|it| it.name == of).filter_map(|it| it.get("name")).collect()
    };
    let (contexts, styles, lists) = (named("context"), named("itemData"), named("list"));
    let rules = ["context", "keyword", "DetectChar", "Detect2Chars", "RegExpr", "Int"];
    for rule in all.iter().filter(|it| rules.contains(&it.name.as_str())) {
        let style = rule.get("attribute").expect("every rule has a style");
        assert!(styles.contains(style), "no style {style}");
        let next = [rule.get("context"), rule.get("lineEndContext")];
        for context in next.into_iter().flatten().filter(|it| !it.starts_with('#')) {
            assert!(contexts.contains(context), "no context {context}");
        }
        assert!(rule.name != "keyword" || rule.get("String").is_some_and(|it| lists.contains(it)));
    }
    for style in all.iter().filter(|it| it.name == "itemData").filter_map(|it| it.get("defStyleNum")) {
        assert!(style.starts_with("ds"), "{style} is no style of Kate's");
    }
    let words: BTreeSet<&str> =
        all.iter().filter(|it| it.name == "item").map(|it| it.text.as_str()).collect();
    let structure = STRUCTURE.iter().map(|(word, _)| *word);
    assert_eq!(words, Keyword::ALL.iter().map(|it| it.as_str()).chain(structure).collect());

    let language = all[0].get("name").expect("a name");
    let server = &json("kate/settings.json")["servers"][language];
    assert_eq!(server["command"], serde_json::json!(["sdkc", "lsp"]));
    assert_eq!(server["highlightingModeRegex"], format!("^{language}$"));
}

/// What VS Code offers for the strategy is what there is.
#[test]
fn vscode() {
    let package = json("vscode/package.json");
    let strategy = &package["contributes"]["configuration"]["properties"]["sdkc.strategy"];
    let offered: BTreeSet<&str> =
        strategy["enum"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
    assert_eq!(offered, StrategyKind::ALL.iter().map(|it| it.name()).chain(["file"]).collect());
    assert_eq!(strategy["enumDescriptions"].as_array().map(Vec::len), Some(offered.len()));
    // Each command has its row in the page.
    let page = read("vscode/README.md");
    for command in package["contributes"]["commands"].as_array().expect("a list") {
        let title = format!(
            "| {}: {} |",
            command["category"].as_str().unwrap_or(""),
            command["title"].as_str().unwrap_or("")
        );
        assert!(page.contains(&title), "{title} is not in the page");
    }
    for setting in
        package["contributes"]["configuration"]["properties"].as_object().expect("an object").keys()
    {
        assert!(page.contains(&format!("| `{setting}` |")), "{setting} is not in the page");
    }
}
