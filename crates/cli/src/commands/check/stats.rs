//! `sdkc check --stats`: how each puzzle was decided.
//!
//! For people the figures stand below the diagnostics of a file. In JSON they are records like those of `count`, which
//! have a `verdict` where a diagnostic has a `code`. Formats that only know diagnostics leave them to standard error.

use std::{io::Write as _, time::Duration};

use sdkc_diagnostics::Diagnostic;
use sdkc_ide::{Entry, Facts};
use sdkc_puzzle::{Puzzle, Verdict};
use sdkc_render::{DiagnosticFormat, Number, Record, record_diagnostics};

use crate::{
    batch::Piece,
    commands::solve,
    document::{Document, Expecting, named},
    figures::Figures,
};

/// A puzzle that was looked at by solving it.
pub struct Solved<'d> {
    pub number: usize,
    pub entry: &'d Entry,
    pub puzzle: &'d Puzzle,
    pub verdict: Verdict,
    pub facts: Facts,
    /// How long the search for its solutions took.
    pub time: Duration,
    /// What is wrong with it.
    pub found: Vec<Diagnostic>,
}

impl Solved<'_> {
    /// Writes the figures where the format has a place for them.
    pub fn write(&self, piece: &mut Piece, document: &Document, format: DiagnosticFormat) {
        // Writing into memory does not fail.
        let _ = match format {
            DiagnosticFormat::Json | DiagnosticFormat::Ndjson => {
                let _ = serde_json::to_writer(&mut piece.stdout, &self.record(document));
                piece.stdout.write_all(b"\n")
            }
            DiagnosticFormat::Human => self.write_text(&mut piece.stdout, document),
            _ => self.write_text(&mut piece.stderr, document),
        };
    }

    fn figures(&self) -> Figures<'_> {
        let Facts { backend, stats, .. } = &self.facts;
        Figures { board: &self.puzzle.board, backend: *backend, stats, time: self.time, in_list: false }
    }

    fn write_text(&self, out: &mut Vec<u8>, document: &Document) -> std::io::Result<()> {
        let name = named(" ", self.entry);
        writeln!(out, "{}{name}: {}", document.place_of(self.entry), self.verdict)?;
        self.figures().write(out)
    }

    fn record(&self, document: &Document) -> Record {
        let facts = &self.facts;
        let mut record = solve::record_of(document, self.number, self.entry, self.verdict);
        record.count = Some(Number(facts.count.number()));
        record.count_is_exact = Some(facts.count.is_exact());
        record.strategy = Some("auto".to_owned());
        record.nodes = Some(facts.stats.nodes.into());
        record.time_ms = Some(solve::milliseconds(self.time));
        record.backend = Some(facts.backend.name().to_owned());
        record.limit = facts.stopped.map(|reason| solve::limit_name(reason).to_owned());
        let found = document.with_possible_advice(self.found.clone(), Expecting::Here);
        record.diagnostics = record_diagnostics(document.report(&found));
        self.figures().note(&mut record);
        record
    }
}
