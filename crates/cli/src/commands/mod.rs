//! One file a command.

pub mod bench;
pub mod check;
pub mod count;
pub mod explain;
pub mod fmt;
pub mod legal;
pub mod lsp;
pub mod shell;
pub mod solve;
pub mod study;

use std::io::{self, BufWriter, Write};

use sdkc_diagnostics::{Code, Diagnostic, Span};
use sdkc_formats::ReadOptions;
use sdkc_ide::Entry;
use sdkc_render::{DiagnosticFormat, FileReport, Look, write_diagnostics};

use crate::{
    args::Inputs,
    batch::{self, Piece, Task},
    document::{Document, Pick, Unread, shown},
    exit::Exit,
    feed::Feed,
    input,
    lines::Lines,
    outlet::Outlet,
    output::{Join, Output},
    remarks::{To, remarks},
    session::interrupt,
    talk,
};

/// Runs a command over all its inputs.
fn over_inputs(
    inputs: &Inputs,
    pick: &Pick,
    n_jobs: usize,
    task: &dyn Task,
    join: Join,
    arguments_are_lists: bool,
) -> io::Result<Exit> {
    // Ctrl-C is heeded from the first byte on.
    interrupt();
    let options = ReadOptions { symbols: inputs.symbols.clone() };
    let input::Resolved { sources, left_out } =
        input::resolve(&inputs.paths, &inputs.stdin_filename, Some(&options));
    let feed = Feed::new(sources, options, arguments_are_lists);
    let mut output = Output::new(BufWriter::new(Outlet(io::stdout().lock())), Outlet(io::stderr()), join);
    let exit = batch::run(feed, task, n_jobs, &mut output)?;
    left_out.told().iter().for_each(|it| output.hint(it));
    let Some(missed) = pick.missed().filter(|_| !interrupt().is_cancelled()) else {
        return output.finish(exit).map(|()| exit).map_err(|error| exit.kept_in(error));
    };
    let (message, exit) = (format!("there is no puzzle `{missed}`"), exit.and(Exit::Usage));
    output.note(&message);
    output.finish(exit).map_err(|error| exit.kept_in(error))?;
    talk::error(
        &mut io::stderr(),
        &message,
        Some("`--puzzle` takes a name, or a number from 1 in each file"),
    );
    Ok(exit)
}

/// Does something for each puzzle of a document that is wanted, after saying what concerns the file as a whole. After Ctrl-C no puzzle is
/// begun; what is known already is told all the same.
fn over_entries(
    document: &Document,
    pick: &Pick,
    look: Look,
    is_known: bool,
    mut each: impl FnMut(&mut Piece, usize, &Entry),
) -> Piece {
    let of_file = document.diagnostics_of_file();
    let mut piece = Piece { exit: exit_of(&of_file), ..Piece::default() };
    tell(&mut piece.stderr, document.report(&of_file), look);
    for (number, entry) in document.numbered().filter(|(number, entry)| pick.takes(*number, entry)) {
        if !is_known && interrupt().is_cancelled() {
            piece.is_cut = true;
            break;
        }
        each(&mut piece, number, entry);
        piece.n_puzzles += 1;
    }
    piece
}

/// What was found about a puzzle before it was solved and by solving it. That there are too few givens for one solution needs no
/// word where the solutions themselves were told of.
fn joined(before: Vec<Diagnostic>, by_solving: Vec<Diagnostic>, number: usize) -> Vec<Diagnostic> {
    let puzzle = u32::try_from(number - 1).ok();
    let told = by_solving.iter().any(|it| matches!(it.code, Code::E0501 | Code::E0502 | Code::W0606));
    let kept = before.into_iter().filter(|it| !(told && it.code == Code::W0603));
    kept.chain(by_solving.into_iter().map(|it| Diagnostic { puzzle, ..it })).collect()
}

/// What diagnostics mean for the exit code: an undecided question is no finding.
fn exit_of<'d>(diagnostics: impl IntoIterator<Item = &'d Diagnostic>) -> Exit {
    diagnostics.into_iter().filter(|it| it.is_error()).fold(Exit::Fine, |exit, it| {
        exit.and(if it.code == Code::E0503 { Exit::Unknown } else { Exit::Findings })
    })
}

/// Diagnostics for people, on standard error. The note on a foreign format is one line, and only where the file's name
/// promises the native one.
pub fn tell(out: &mut dyn Write, report: FileReport<'_>, look: Look) {
    let (notes, found): (Vec<Diagnostic>, Vec<Diagnostic>) =
        report.diagnostics.iter().cloned().partition(|it| it.code == Code::N0701);
    for note in notes.iter().filter(|_| report.path.ends_with(".sdk")) {
        let _ = writeln!(out, "{}: {}; {}", shown(report.path), note.message, note.notes.join("; "));
    }
    if found.is_empty() {
        return;
    }
    // That standard error cannot be written is nothing to be done about.
    let report = FileReport { diagnostics: &found, ..report };
    let _ = write_diagnostics(out, DiagnosticFormat::Human, &[report], look);
}

/// Diagnostics about a puzzle for people, on standard error; about those of many puzzles no more than anybody reads.
fn tell_of_puzzle(piece: &mut Piece, document: &Document, found: &[Diagnostic], look: Look) {
    if !document.is_crowded() {
        return tell(&mut piece.stderr, document.report(found), look);
    }
    // The note on the format is no remark on a puzzle.
    let (notes, found): (Vec<_>, Vec<_>) = found.iter().cloned().partition(|it| it.code == Code::N0701);
    tell(&mut piece.stderr, document.report(&notes), look);
    piece.remarks.extend(remarks(document.report(&found), To::Stderr, true, look));
}

/// The note on the format of a stream of lines, with its first lines.
fn tell_dialect(out: &mut dyn Write, lines: &Lines, look: Look) {
    if lines.is_head {
        let note = [sdkc_formats::note(lines.reader.dialect(), Span::at(0))];
        tell(out, FileReport::new(&lines.name, "", &note), look);
    }
}

/// Adds a record of its own for an input that was not read.
fn write_record(piece: &mut Piece, unread: &Unread) {
    // Writing into memory does not fail.
    let _ = serde_json::to_writer(&mut piece.stdout, &unread.record());
    piece.stdout.push(b'\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_undecided_question_is_no_finding_and_hides_none() {
        let undecided = Diagnostic::new(Code::E0503, "undecided", None);
        assert_eq!(exit_of([&undecided]), Exit::Unknown);
        let broken = Diagnostic::new(Code::E0502, "broken", None);
        assert_eq!(exit_of([&undecided, &broken]), Exit::Findings);
        let slight = Diagnostic::new(Code::W0606, "several", None);
        assert_eq!(exit_of([&slight]), Exit::Fine);
    }
}
