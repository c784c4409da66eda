//! From byte offsets to the protocol's positions and back, and from our values to the protocol's.

use sdkc_diagnostics::{Diagnostic, Edit, Encoding, Position, Severity, Span, Tag};
use sdkc_ide::{
    Completion, CompletionKind, Hover, SemanticKind, SemanticToken, Snapshot, Symbol, SymbolKind, plain_text,
};
use tower_lsp::lsp_types as lsp;

use crate::advice::here;

/// A snapshot whose places are told in the client's encoding.
pub(crate) struct Text<'s> {
    pub snapshot: &'s Snapshot,
    pub encoding: Encoding,
}

pub(crate) const fn position(from: lsp::Position) -> Position {
    Position { line: from.line, column: from.character }
}

impl Text<'_> {
    pub(crate) fn position(&self, offset: u32) -> lsp::Position {
        let at = self.snapshot.line_index().position(self.snapshot.text(), offset, self.encoding);
        lsp::Position::new(at.line, at.column)
    }

    pub(crate) fn range(&self, span: Span) -> lsp::Range {
        lsp::Range::new(self.position(span.start), self.position(span.end))
    }

    pub(crate) fn offset(&self, at: lsp::Position) -> u32 {
        self.snapshot.line_index().offset(self.snapshot.text(), position(at), self.encoding)
    }

    pub(crate) fn span(&self, range: lsp::Range) -> Span {
        Span::new(self.offset(range.start), self.offset(range.end))
    }

    pub(crate) fn edit(&self, edit: &Edit) -> lsp::TextEdit {
        lsp::TextEdit::new(self.range(edit.span), edit.text.clone())
    }

    pub(crate) fn edits(&self, edits: &[Edit]) -> Vec<lsp::TextEdit> {
        edits.iter().map(|edit| self.edit(edit)).collect()
    }

    /// Edits of one version of a document: a client that has gone on refuses them.
    pub(crate) fn workspace_edit(&self, uri: &lsp::Url, version: i32, edits: &[Edit]) -> lsp::WorkspaceEdit {
        let document = lsp::TextDocumentEdit {
            text_document: lsp::OptionalVersionedTextDocumentIdentifier {
                uri: uri.clone(),
                version: Some(version),
            },
            edits: self.edits(edits).into_iter().map(lsp::OneOf::Left).collect(),
        };
        lsp::WorkspaceEdit {
            document_changes: Some(lsp::DocumentChanges::Edits(vec![document])),
            ..lsp::WorkspaceEdit::default()
        }
    }

    pub(crate) fn diagnostic(&self, uri: &lsp::Url, it: &Diagnostic) -> lsp::Diagnostic {
        let related = it.labels.iter().map(|label| lsp::DiagnosticRelatedInformation {
            location: lsp::Location::new(uri.clone(), self.range(label.span)),
            message: label.message.clone(),
        });
        let mut message = it.message.clone();
        for note in &it.notes {
            message.push('\n');
            message.push_str(&here(note));
        }
        lsp::Diagnostic {
            range: self.range(it.span.unwrap_or_default()),
            severity: Some(match it.severity {
                Severity::Error => lsp::DiagnosticSeverity::ERROR,
                Severity::Warning => lsp::DiagnosticSeverity::WARNING,
                Severity::Note => lsp::DiagnosticSeverity::INFORMATION,
            }),
            code: Some(lsp::NumberOrString::String(it.code.to_string())),
            source: Some("sdkc".to_owned()),
            message,
            related_information: Some(related.collect()),
            tags: it.tag.map(|Tag::Unnecessary| vec![lsp::DiagnosticTag::UNNECESSARY]),
            ..lsp::Diagnostic::default()
        }
    }

    pub(crate) fn hover(&self, it: Hover, as_markdown: bool) -> lsp::Hover {
        let (kind, value) = if as_markdown {
            (lsp::MarkupKind::Markdown, it.markdown)
        } else {
            (lsp::MarkupKind::PlainText, plain_text(&it.markdown))
        };
        lsp::Hover {
            contents: lsp::HoverContents::Markup(lsp::MarkupContent { kind, value }),
            range: Some(self.range(it.span)),
        }
    }

    pub(crate) fn completion(&self, it: Completion, snippets: bool) -> lsp::CompletionItem {
        let is_snippet = it.kind == CompletionKind::Snippet;
        let text = if is_snippet && !snippets { it.text.replace("${1:Name}", "Name") } else { it.text };
        let documentation = (!it.doc.is_empty()).then_some(lsp::Documentation::String(it.doc));
        lsp::CompletionItem {
            label: it.label,
            kind: Some(match it.kind {
                CompletionKind::Keyword => lsp::CompletionItemKind::KEYWORD,
                CompletionKind::Option => lsp::CompletionItemKind::PROPERTY,
                CompletionKind::Choice => lsp::CompletionItemKind::ENUM_MEMBER,
                CompletionKind::Value => lsp::CompletionItemKind::VALUE,
                CompletionKind::Snippet => lsp::CompletionItemKind::SNIPPET,
            }),
            documentation,
            insert_text_format: (is_snippet && snippets).then_some(lsp::InsertTextFormat::SNIPPET),
            // Cells are replaced whatever stands in them, so nothing is to be filtered by it.
            filter_text: (it.kind == CompletionKind::Value)
                .then(|| self.snapshot.text()[it.span.range()].to_owned()),
            text_edit: Some(lsp::CompletionTextEdit::Edit(lsp::TextEdit::new(self.range(it.span), text))),
            ..lsp::CompletionItem::default()
        }
    }

    #[expect(deprecated, reason = "the field must be written though it is no longer used")]
    pub(crate) fn symbol(&self, it: Symbol) -> lsp::DocumentSymbol {
        lsp::DocumentSymbol {
            name: it.name,
            detail: (!it.detail.is_empty()).then_some(it.detail),
            kind: match it.kind {
                SymbolKind::Puzzle => lsp::SymbolKind::CLASS,
                SymbolKind::Grid => lsp::SymbolKind::ARRAY,
                SymbolKind::Item => lsp::SymbolKind::PROPERTY,
            },
            tags: None,
            deprecated: None,
            range: self.range(it.span),
            selection_range: self.range(it.name_span),
            children: Some(it.children.into_iter().map(|child| self.symbol(child)).collect()),
        }
    }

    /// The tokens in the protocol's relative form, those of a span only.
    pub(crate) fn semantic_tokens(&self, tokens: &[SemanticToken], part: Span) -> Vec<lsp::SemanticToken> {
        let mut last = lsp::Position::default();
        let inside = tokens.iter().filter(|it| it.span.start < part.end && part.start < it.span.end);
        inside
            .map(|token| {
                let range = self.range(token.span);
                let delta_line = range.start.line - last.line;
                let delta_start = if delta_line == 0 {
                    range.start.character - last.character
                } else {
                    range.start.character
                };
                last = range.start;
                lsp::SemanticToken {
                    delta_line,
                    delta_start,
                    length: range.end.character.saturating_sub(range.start.character),
                    token_type: token_type(token.kind),
                    token_modifiers_bitset: token.clashes.into(),
                }
            })
            .collect()
    }
}

/// The kinds of tokens with the protocol's names, in the order of the legend.
const TOKEN_TYPES: &[(SemanticKind, &str)] = &[
    (SemanticKind::Keyword, "keyword"),
    (SemanticKind::Choice, "enumMember"),
    (SemanticKind::Option, "property"),
    (SemanticKind::Text, "string"),
    (SemanticKind::Number, "number"),
    (SemanticKind::Comment, "comment"),
    (SemanticKind::CellName, "variable"),
    (SemanticKind::Given, "given"),
    (SemanticKind::State, "state"),
    (SemanticKind::Candidates, "candidates"),
    (SemanticKind::Region, "region"),
    (SemanticKind::Decoration, "decoration"),
];

fn token_type(kind: SemanticKind) -> u32 {
    let at = TOKEN_TYPES.iter().position(|(of, _)| *of == kind).expect("every kind has a row");
    u32::try_from(at).expect("the table is short")
}

/// The names that the numbers in tokens stand for.
pub(crate) fn legend() -> lsp::SemanticTokensLegend {
    lsp::SemanticTokensLegend {
        token_types: TOKEN_TYPES.iter().map(|(_, name)| lsp::SemanticTokenType::new(name)).collect(),
        token_modifiers: vec![lsp::SemanticTokenModifier::new("clashing")],
    }
}
