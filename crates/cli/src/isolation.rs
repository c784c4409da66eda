//! Keeps bugs apart: where the work on a puzzle ends by a panic, that puzzle has a record that says so, and all others have their own.

use std::panic::{self, AssertUnwindSafe};

use crate::{
    batch::{Flush, Piece, Task},
    buffers,
    document::{Document, Unread, shown},
    exit::Exit,
    feed::Item,
};

/// Works on an item.
pub fn work(task: &dyn Task, item: Item, flush: &mut Flush<'_>) -> Piece {
    match item {
        Item::Document(document) => work_on(task, &document, flush),
        Item::Lines(lines) => {
            let fast = isolated(|| task.lines(&lines)).flatten();
            let mut piece = fast.unwrap_or_else(|| work_on(task, &lines.document(), flush));
            if let Some(note) = lines.not_compared().filter(|_| task.heeds_solutions()) {
                piece.note = Some(format!("{}: {note}", shown(&lines.name)));
            }
            buffers::was_read(lines.bytes);
            piece
        }
        Item::Unreadable(failure) => task.unreadable(&failure),
        Item::Undecodable(unread) => task.undecodable(&unread),
        Item::File { name, bytes, options } => {
            match isolated(|| Document::new(name.clone(), bytes, &options)) {
                Some(Ok(document)) => work_on(task, &document, flush),
                Some(Err(unread)) => task.undecodable(&unread),
                None => tell_bug(task, &Unread::by_bug(name, 1, 1)),
            }
        }
    }
}

/// Works on a document. Where a bug ends that, its puzzles are worked on one by one, so that it costs no other puzzle its answer.
fn work_on(task: &dyn Task, document: &Document, flush: &mut Flush<'_>) -> Piece {
    if let Some(piece) = isolated(|| task.work(document, flush)) {
        return piece;
    }
    let (mut all, first) = (Piece::default(), document.entries.start);
    for at in document.entries.clone() {
        let is_head = document.is_head && at == first;
        let one = Document { entries: at..at + 1, is_head, ..document.clone() };
        let is_told = document.entries.len() == 1 || flush.has_handed_on;
        let piece = if is_told { None } else { isolated(|| task.work(&one, flush)) };
        let bug = || {
            let (line, index) = one.numbered().next().map_or((1, 1), |(n, entry)| (one.line_of(entry), n));
            tell_bug(task, &Unread::by_bug(one.name.clone(), line, index))
        };
        if all.absorb(piece.unwrap_or_else(bug)).is_break() {
            break;
        }
    }
    if document.entries.is_empty() {
        tell_bug(task, &Unread::by_bug(document.name.clone(), 1, 1))
    } else {
        all
    }
}

/// Does work whose end by a panic, which is a bug of ours, is to cost its own result only. The panic itself was told of when it came.
fn isolated<T>(work: impl FnOnce() -> T) -> Option<T> {
    panic::catch_unwind(AssertUnwindSafe(work)).ok()
}

/// Says that a bug kept something from being worked on.
fn tell_bug(task: &dyn Task, unread: &Unread) -> Piece {
    Piece { exit: Exit::Bug, n_puzzles: 1, n_broken_off: 1, ..task.undecodable(unread) }
}

#[cfg(test)]
mod tests {
    use std::io;

    use sdkc_formats::ReadOptions;
    use sdkc_render::Look;

    use super::*;
    use crate::{
        batch::run,
        feed::Feed,
        input::Source,
        output::{Join, Output},
    };

    /// Breaks down at puzzles that start with a two.
    struct Buggy;

    impl Task for Buggy {
        fn work(&self, document: &Document, _: &mut Flush<'_>) -> Piece {
            let mut piece = Piece::default();
            for (number, entry) in document.numbered() {
                let start = entry.span.start as usize;
                assert!(!document.snapshot.text()[start..].starts_with('2'), "a bug");
                piece.stdout.extend_from_slice(format!("{}:{number}\n", document.name).as_bytes());
                piece.n_puzzles += 1;
            }
            piece
        }

        fn stderr(&self) -> Look {
            Look::PLAIN
        }

        fn record_unread(&self, piece: &mut Piece, unread: &Unread) {
            let record = serde_json::to_value(unread.record()).expect("a record");
            let told = format!("{}:{} {}\n", record["file"], record["index"], record["verdict"]);
            piece.stdout.extend_from_slice(told.replace('"', "").as_bytes());
        }
    }

    #[test]
    fn a_bug_costs_one_puzzle_its_answer() {
        let line = |first: char| format!("{first}{}\n", ".".repeat(80));
        let list: String = "1213".chars().map(line).collect();
        for n_jobs in [1, 3] {
            let sources =
                [list.clone(), line('1')].map(|text| Ok(Source::Bare { text })).into_iter().collect();
            let mut text = Vec::new();
            let mut out = Output::new(&mut text, io::sink(), Join::Plain);
            let exit = run(Feed::new(sources, ReadOptions::default(), true), &Buggy, n_jobs, &mut out);
            assert_eq!(exit.expect("nothing fails"), Exit::Bug);
            drop(out);
            let text = String::from_utf8(text).expect("text");
            let told: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("<argument>:")).collect();
            assert_eq!(told, ["1", "2 unknown", "3", "4", "1"], "{n_jobs}");
        }
    }
}
