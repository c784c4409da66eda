//! What users can set, under `sdkc` in their editor, and what a client says it can do.

use std::time::Duration;

use sdkc_diagnostics::Encoding;
use sdkc_ide::StrategyKind;
use serde::Deserialize;
use tower_lsp::lsp_types::{ClientCapabilities, MarkupKind, PositionEncodingKind};

/// The settings. What is left out keeps its default.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct Settings {
    /// Whether puzzles are solved as they are typed; the rules are checked in any case.
    pub solve: bool,
    /// The longest time for one puzzle in milliseconds; 0 is no limit.
    pub timeout_ms: u64,
    /// The most nodes for one puzzle.
    pub max_nodes: Option<u64>,
    /// How the command `sdkc.solve` searches: `auto`, `file` (as the puzzle says), or the name of a strategy.
    pub strategy: String,
    /// Whether the number of legal values is shown behind empty cells.
    pub inlay_hints: bool,
}

/// A strategy that is not left to us.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// The one that the puzzle asks for.
    OfFile,
    /// This one.
    Named(StrategyKind),
}

impl Wanted {
    /// The strategy in place of the puzzle's own.
    pub(crate) const fn strategy(self) -> Option<StrategyKind> {
        match self {
            Self::OfFile => None,
            Self::Named(kind) => Some(kind),
        }
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            solve: true,
            timeout_ms: 10_000,
            max_nodes: None,
            strategy: "auto".to_owned(),
            inlay_hints: false,
        }
    }
}

impl Settings {
    /// Reads what a client sends: the settings, or an object that holds them under `sdkc`. `None` where they are neither.
    pub(crate) fn read(value: &serde_json::Value) -> Option<Self> {
        let own = value.get("sdkc").unwrap_or(value);
        own.is_object().then(|| Self::deserialize(own).ok()).flatten()
    }

    /// How the command `sdkc.solve` searches; `None` for `auto`, which is also taken for names that nothing has.
    pub(crate) fn strategy(&self) -> Option<Wanted> {
        match self.strategy.as_str() {
            "file" => Some(Wanted::OfFile),
            name => name.parse().ok().filter(|it| *it != StrategyKind::Auto).map(Wanted::Named),
        }
    }

    pub(crate) const fn timeout(&self) -> Option<Duration> {
        if self.timeout_ms == 0 { None } else { Some(Duration::from_millis(self.timeout_ms)) }
    }
}

/// What was agreed with the client.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Session {
    pub encoding: Encoding,
    pub markdown_hover: bool,
    pub snippets: bool,
    pub progress: bool,
    pub configuration: bool,
    pub lens_refresh: bool,
    pub inlay_refresh: bool,
    /// Whether the client asks for diagnostics itself, and can be told to ask again when solving has found something out.
    pub pull: bool,
}

impl Session {
    /// Reads the capabilities. Positions are counted in bytes where the client can, in UTF-16 units where it says nothing.
    pub(crate) fn new(client: &ClientCapabilities) -> Self {
        let offered =
            client.general.as_ref().and_then(|it| it.position_encodings.as_deref()).unwrap_or_default();
        let encoding =
            if offered.contains(&PositionEncodingKind::UTF8) { Encoding::Utf8 } else { Encoding::Utf16 };
        let text = client.text_document.as_ref();
        let workspace = client.workspace.as_ref();
        let hover = text.and_then(|it| it.hover.as_ref()).and_then(|it| it.content_format.as_ref());
        let completion =
            text.and_then(|it| it.completion.as_ref()).and_then(|it| it.completion_item.as_ref());
        Self {
            encoding,
            markdown_hover: hover.is_some_and(|formats| formats.contains(&MarkupKind::Markdown)),
            snippets: completion.and_then(|it| it.snippet_support).unwrap_or(false),
            progress: client.window.as_ref().and_then(|it| it.work_done_progress).unwrap_or(false),
            configuration: workspace.and_then(|it| it.configuration).unwrap_or(false),
            lens_refresh: workspace.and_then(|it| it.code_lens.as_ref()?.refresh_support).unwrap_or(false),
            inlay_refresh: workspace.and_then(|it| it.inlay_hint.as_ref()?.refresh_support).unwrap_or(false),
            pull: text.is_some_and(|it| it.diagnostic.is_some())
                && workspace.and_then(|it| it.diagnostic.as_ref()?.refresh_support).unwrap_or(false),
        }
    }

    pub(crate) fn position_encoding(self) -> PositionEncodingKind {
        match self.encoding {
            Encoding::Utf8 => PositionEncodingKind::UTF8,
            Encoding::Utf16 => PositionEncodingKind::UTF16,
            Encoding::Utf32 => PositionEncodingKind::UTF32,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read_with_and_without_their_name() {
        let some = serde_json::json!({ "sdkc": { "solve": false, "timeoutMs": 5 } });
        let expected = Settings { solve: false, timeout_ms: 5, ..Settings::default() };
        assert_eq!(Settings::read(&some), Some(expected.clone()));
        assert_eq!(Settings::read(&some["sdkc"]), Some(expected));
        let named = |name: &str| Settings { strategy: name.to_owned(), ..Settings::default() }.strategy();
        assert_eq!(named("random"), Some(Wanted::Named(StrategyKind::Random)));
        assert_eq!((named("file"), named("auto"), named("fastest")), (Some(Wanted::OfFile), None, None));
        assert_eq!(Settings::read(&serde_json::json!(null)), None);
        assert_eq!(Settings::read(&serde_json::json!({ "solve": "yes" })), None);
    }
}
