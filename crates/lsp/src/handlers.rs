//! The protocol's requests: each converts, calls one function of `sdkc_ide`, converts back.

use std::sync::Arc;

use sdkc_diagnostics::{Diagnostic, Span};
use sdkc_ide::{self as ide, Change, Snapshot};
use tower_lsp::{
    Client, LanguageServer,
    jsonrpc::Result,
    lsp_types::{self as lsp, MessageType, Url},
};

use crate::{
    Leave, board, commands,
    convert::{self, Text},
    offers,
    settings::{Session, Settings},
    solving::ask,
    state::{State, diagnostics, publish},
    watching,
};

pub(crate) struct Backend {
    state: Arc<State>,
    leave: Leave,
}

/// The answer to a question about an open document: `f` gets the newest text and the session. `None` for others.
macro_rules! about {
    ($self:ident, $uri:expr, |$text:ident, $session:ident| $answer:expr) => {{
        let $session = $self.state.session();
        let Some((_, snapshot)) = $self.state.snapshot(&$uri) else {
            return Ok(None);
        };
        let $text = Text { snapshot: &snapshot, encoding: $session.encoding };
        $answer
    }};
}

impl Backend {
    pub(crate) fn new(client: Client, leave: Leave) -> Self {
        let (state, queue) = State::new(client);
        tokio::spawn(publish(Arc::clone(&state), queue));
        Self { state, leave }
    }

    /// Asks for the settings, on a task of its own: a handler must not wait for the client.
    fn fetch_settings(&self) {
        ask(&self.state, |state| async move {
            let item = lsp::ConfigurationItem { scope_uri: None, section: Some("sdkc".to_owned()) };
            if let Ok(answers) = state.client.configuration(vec![item]).await
                && let Some(settings) = answers.first().and_then(Settings::read)
            {
                take(&state, settings);
            }
        });
    }

    /// Leaves when the client's process is gone, where the system lets us see that.
    fn watch(&self, process: u32) {
        let leave = Arc::clone(&self.leave);
        let place = std::path::PathBuf::from(format!("/proc/{process}"));
        if !place.exists() {
            return;
        }
        tokio::spawn(async move {
            while place.exists() {
                tokio::time::sleep(std::time::Duration::from_secs(5)).await;
            }
            leave(1);
        });
    }
}

/// The requests of our own, for views beside the text.
impl Backend {
    pub(crate) async fn explain(&self, params: ExplainParams) -> Result<&'static str> {
        commands::page(&params.code)
    }

    pub(crate) async fn board(&self, params: board::BoardParams) -> Result<Option<board::BoardAnswer>> {
        Ok(board::board(&self.state, &params))
    }

    pub(crate) async fn set_cell(&self, params: board::SetCellParams) -> Result<lsp::WorkspaceEdit> {
        board::set_cell(&self.state, &params)
    }

    pub(crate) async fn watch_start(&self, params: watching::StartParams) -> Result<watching::Started> {
        watching::start(&self.state, &params)
    }

    pub(crate) async fn watch_next(&self, params: watching::NextParams) -> Result<watching::Steps> {
        watching::next(&self.state, &params).await
    }

    pub(crate) async fn watch_stop(&self, params: watching::StopParams) -> Result<()> {
        watching::stop(&self.state, &params);
        Ok(())
    }
}

/// Which page is asked for.
#[derive(Debug, serde::Deserialize)]
pub(crate) struct ExplainParams {
    code: String,
}

/// Takes new settings over, at once visible.
fn take(state: &Arc<State>, settings: Settings) {
    state.set(settings);
    if state.session().inlay_refresh {
        ask(state, |state| async move { state.client.inlay_hint_refresh().await });
    }
    if state.session().pull {
        ask(state, |state| async move { state.client.workspace_diagnostic_refresh().await });
    }
}

fn capabilities(session: Session) -> lsp::ServerCapabilities {
    let tokens = lsp::SemanticTokensOptions {
        legend: convert::legend(),
        range: Some(true),
        full: Some(lsp::SemanticTokensFullOptions::Bool(true)),
        ..lsp::SemanticTokensOptions::default()
    };
    lsp::ServerCapabilities {
        position_encoding: Some(session.position_encoding()),
        text_document_sync: Some(lsp::TextDocumentSyncKind::INCREMENTAL.into()),
        hover_provider: Some(true.into()),
        completion_provider: Some(lsp::CompletionOptions::default()),
        code_action_provider: Some(lsp::CodeActionProviderCapability::Options(lsp::CodeActionOptions {
            code_action_kinds: Some(vec![
                lsp::CodeActionKind::QUICKFIX,
                lsp::CodeActionKind::REFACTOR_REWRITE,
            ]),
            ..lsp::CodeActionOptions::default()
        })),
        code_lens_provider: Some(lsp::CodeLensOptions { resolve_provider: Some(false) }),
        diagnostic_provider: session.pull.then(|| {
            lsp::DiagnosticServerCapabilities::Options(lsp::DiagnosticOptions {
                identifier: Some("sdkc".to_owned()),
                ..lsp::DiagnosticOptions::default()
            })
        }),
        document_highlight_provider: Some(lsp::OneOf::Left(true)),
        document_symbol_provider: Some(lsp::OneOf::Left(true)),
        workspace_symbol_provider: Some(lsp::OneOf::Left(true)),
        document_formatting_provider: Some(lsp::OneOf::Left(true)),
        document_range_formatting_provider: Some(lsp::OneOf::Left(true)),
        document_link_provider: Some(lsp::DocumentLinkOptions {
            resolve_provider: Some(false),
            work_done_progress_options: lsp::WorkDoneProgressOptions::default(),
        }),
        folding_range_provider: Some(true.into()),
        selection_range_provider: Some(true.into()),
        inlay_hint_provider: Some(lsp::OneOf::Left(true)),
        semantic_tokens_provider: Some(tokens.into()),
        execute_command_provider: Some(lsp::ExecuteCommandOptions {
            commands: commands::ALL.map(str::to_owned).to_vec(),
            ..lsp::ExecuteCommandOptions::default()
        }),
        ..lsp::ServerCapabilities::default()
    }
}

#[tower_lsp::async_trait]
impl LanguageServer for Backend {
    async fn initialize(&self, params: lsp::InitializeParams) -> Result<lsp::InitializeResult> {
        let session = Session::new(&params.capabilities);
        if let Ok(mut slot) = self.state.session.write() {
            *slot = session;
        }
        if let Some(settings) = params.initialization_options.as_ref().and_then(Settings::read) {
            self.state.set(settings);
        }
        if let Some(process) = params.process_id {
            self.watch(process);
        }
        Ok(lsp::InitializeResult {
            capabilities: capabilities(session),
            server_info: Some(lsp::ServerInfo {
                name: "sdkc".to_owned(),
                version: Some(env!("CARGO_PKG_VERSION").to_owned()),
            }),
        })
    }

    async fn initialized(&self, _: lsp::InitializedParams) {
        if self.state.session().configuration {
            self.fetch_settings();
        }
        let words = format!("sdkc {} is ready", env!("CARGO_PKG_VERSION"));
        ask(&self.state, |state| async move { state.client.log_message(MessageType::INFO, words).await });
    }

    async fn shutdown(&self) -> Result<()> {
        Ok(())
    }

    async fn did_open(&self, params: lsp::DidOpenTextDocumentParams) {
        let it = params.text_document;
        self.state.host().open(it.uri.as_str(), it.version, it.text);
        self.state.changed(it.uri);
    }

    // The text is changed before anything is awaited: handlers that run side by side then keep the client's order.
    async fn did_change(&self, params: lsp::DidChangeTextDocumentParams) {
        let encoding = self.state.session().encoding;
        let changes: Vec<Change> = params
            .content_changes
            .into_iter()
            .map(|change| Change {
                range: change.range.map(|it| (convert::position(it.start), convert::position(it.end))),
                text: change.text,
            })
            .collect();
        let it = params.text_document;
        if self.state.host().change(it.uri.as_str(), it.version, &changes, encoding) {
            self.state.changed(it.uri);
        }
    }

    async fn did_close(&self, params: lsp::DidCloseTextDocumentParams) {
        let uri = params.text_document.uri;
        self.state.host().close(uri.as_str());
        self.state.closed(uri);
    }

    async fn did_change_configuration(&self, params: lsp::DidChangeConfigurationParams) {
        if self.state.session().configuration {
            self.fetch_settings();
        } else if let Some(settings) = Settings::read(&params.settings) {
            take(&self.state, settings);
        }
    }

    async fn hover(&self, params: lsp::HoverParams) -> Result<Option<lsp::Hover>> {
        let at = params.text_document_position_params;
        let session = self.state.session();
        let points_here = |snapshot: &Snapshot, it: &Diagnostic| {
            let text = Text { snapshot, encoding: session.encoding };
            ide::points_at(it, text.offset(at.position))
        };
        let found = self.state.diagnostics_where(&at.text_document.uri, points_here);
        let Some((_, snapshot, diagnostics)) = found else {
            return Ok(None);
        };
        let text = Text { snapshot: &snapshot, encoding: session.encoding };
        let found = ide::hover(&snapshot, &diagnostics, text.offset(at.position));
        Ok(found.map(|it| text.hover(it, session.markdown_hover)))
    }

    async fn completion(&self, params: lsp::CompletionParams) -> Result<Option<lsp::CompletionResponse>> {
        let at = params.text_document_position;
        about!(self, at.text_document.uri, |text, session| {
            let found = ide::completions(text.snapshot, text.offset(at.position)).into_iter();
            let items = found.map(|it| text.completion(it, session.snippets)).collect();
            Ok(Some(lsp::CompletionResponse::Array(items)))
        })
    }

    async fn code_action(&self, params: lsp::CodeActionParams) -> Result<Option<lsp::CodeActionResponse>> {
        Ok(offers::actions(&self.state, &params))
    }

    async fn code_lens(&self, params: lsp::CodeLensParams) -> Result<Option<Vec<lsp::CodeLens>>> {
        Ok(offers::lenses(&self.state, &params.text_document.uri))
    }

    async fn execute_command(&self, params: lsp::ExecuteCommandParams) -> Result<Option<serde_json::Value>> {
        commands::execute(&self.state, &params.command, &params.arguments).await.map(|()| None)
    }

    async fn diagnostic(
        &self,
        params: lsp::DocumentDiagnosticParams,
    ) -> Result<lsp::DocumentDiagnosticReportResult> {
        let items = diagnostics(&self.state, &params.text_document.uri).map(|(items, _)| items);
        let full = lsp::FullDocumentDiagnosticReport { result_id: None, items: items.unwrap_or_default() };
        let report = lsp::RelatedFullDocumentDiagnosticReport {
            related_documents: None,
            full_document_diagnostic_report: full,
        };
        Ok(lsp::DocumentDiagnosticReport::Full(report).into())
    }

    async fn document_highlight(
        &self,
        params: lsp::DocumentHighlightParams,
    ) -> Result<Option<Vec<lsp::DocumentHighlight>>> {
        let at = params.text_document_position_params;
        about!(self, at.text_document.uri, |text, _session| {
            let found = ide::highlights(text.snapshot, text.offset(at.position)).into_iter();
            let kind = |is_equal| {
                if is_equal { lsp::DocumentHighlightKind::WRITE } else { lsp::DocumentHighlightKind::READ }
            };
            let shown = found.map(|it| lsp::DocumentHighlight {
                range: text.range(it.span),
                kind: Some(kind(it.is_equal)),
            });
            Ok(Some(shown.collect()))
        })
    }

    async fn document_symbol(
        &self,
        params: lsp::DocumentSymbolParams,
    ) -> Result<Option<lsp::DocumentSymbolResponse>> {
        about!(self, params.text_document.uri, |text, _session| {
            let found = ide::symbols(text.snapshot).into_iter().map(|it| text.symbol(it)).collect();
            Ok(Some(lsp::DocumentSymbolResponse::Nested(found)))
        })
    }

    #[expect(deprecated, reason = "the field must be written though it is no longer used")]
    async fn symbol(
        &self,
        params: lsp::WorkspaceSymbolParams,
    ) -> Result<Option<Vec<lsp::SymbolInformation>>> {
        let wanted = params.query.to_lowercase();
        let open: Vec<Url> = self.state.host().names().filter_map(|name| name.parse().ok()).collect();
        let mut found = Vec::new();
        for uri in open {
            about!(self, uri, |text, _session| {
                let named = ide::symbols(text.snapshot)
                    .into_iter()
                    .filter(|it| it.name.to_lowercase().contains(&wanted));
                found.extend(named.map(|it| lsp::SymbolInformation {
                    name: it.name,
                    kind: lsp::SymbolKind::CLASS,
                    tags: None,
                    deprecated: None,
                    location: lsp::Location::new(uri.clone(), text.range(it.span)),
                    container_name: None,
                }));
            });
        }
        Ok(Some(found))
    }

    async fn formatting(&self, params: lsp::DocumentFormattingParams) -> Result<Option<Vec<lsp::TextEdit>>> {
        about!(self, params.text_document.uri, |text, _session| {
            Ok(ide::format_edits(text.snapshot).map(|edits| text.edits(&edits)))
        })
    }

    async fn range_formatting(
        &self,
        params: lsp::DocumentRangeFormattingParams,
    ) -> Result<Option<Vec<lsp::TextEdit>>> {
        about!(self, params.text_document.uri, |text, _session| {
            let part = text.span(params.range);
            let inside = |edits: Vec<sdkc_diagnostics::Edit>| -> Vec<_> {
                let kept = edits.iter().filter(|it| part.start <= it.span.start && it.span.end <= part.end);
                kept.map(|it| text.edit(it)).collect()
            };
            Ok(ide::format_edits(text.snapshot).map(inside))
        })
    }

    async fn document_link(&self, params: lsp::DocumentLinkParams) -> Result<Option<Vec<lsp::DocumentLink>>> {
        about!(self, params.text_document.uri, |text, _session| {
            let found = ide::links(text.snapshot).into_iter().filter_map(|it| {
                let target = it.target.parse().ok()?;
                Some(lsp::DocumentLink {
                    range: text.range(it.span),
                    target: Some(target),
                    tooltip: None,
                    data: None,
                })
            });
            Ok(Some(found.collect()))
        })
    }

    async fn folding_range(&self, params: lsp::FoldingRangeParams) -> Result<Option<Vec<lsp::FoldingRange>>> {
        about!(self, params.text_document.uri, |text, _session| {
            let found = ide::folds(text.snapshot).into_iter().map(|it| lsp::FoldingRange {
                start_line: text.position(it.span.start).line,
                end_line: text.position(it.span.end.saturating_sub(1)).line,
                kind: it.is_comment.then_some(lsp::FoldingRangeKind::Comment),
                ..lsp::FoldingRange::default()
            });
            Ok(Some(found.collect()))
        })
    }

    async fn selection_range(
        &self,
        params: lsp::SelectionRangeParams,
    ) -> Result<Option<Vec<lsp::SelectionRange>>> {
        about!(self, params.text_document.uri, |text, _session| {
            let chain = |at: lsp::Position| {
                let parts = ide::selection(text.snapshot, text.offset(at)).into_iter().rev();
                let outer = parts.fold(None, |parent: Option<lsp::SelectionRange>, part| {
                    Some(lsp::SelectionRange { range: text.range(part), parent: parent.map(Box::new) })
                });
                outer.unwrap_or(lsp::SelectionRange { range: lsp::Range::new(at, at), parent: None })
            };
            Ok(Some(params.positions.into_iter().map(chain).collect()))
        })
    }

    async fn inlay_hint(&self, params: lsp::InlayHintParams) -> Result<Option<Vec<lsp::InlayHint>>> {
        if !self.state.settings().inlay_hints {
            return Ok(None);
        }
        about!(self, params.text_document.uri, |text, _session| {
            let hints = ide::inlays(text.snapshot, text.span(params.range)).into_iter();
            let hints = hints.map(|it| lsp::InlayHint {
                position: text.position(it.offset),
                label: lsp::InlayHintLabel::String(it.text),
                kind: None,
                text_edits: None,
                tooltip: None,
                padding_left: None,
                padding_right: None,
                data: None,
            });
            Ok(Some(hints.collect()))
        })
    }

    async fn semantic_tokens_full(
        &self,
        params: lsp::SemanticTokensParams,
    ) -> Result<Option<lsp::SemanticTokensResult>> {
        about!(self, params.text_document.uri, |text, _session| {
            let whole = Span::new(0, u32::MAX);
            let data = text.semantic_tokens(&ide::semantic_tokens(text.snapshot), whole);
            Ok(Some(lsp::SemanticTokens { result_id: None, data }.into()))
        })
    }

    async fn semantic_tokens_range(
        &self,
        params: lsp::SemanticTokensRangeParams,
    ) -> Result<Option<lsp::SemanticTokensRangeResult>> {
        about!(self, params.text_document.uri, |text, _session| {
            let part = text.span(params.range);
            let data = text.semantic_tokens(&ide::semantic_tokens(text.snapshot), part);
            Ok(Some(lsp::SemanticTokens { result_id: None, data }.into()))
        })
    }
}
