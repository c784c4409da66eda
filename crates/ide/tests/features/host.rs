//! Documents that change, in each encoding of positions. A case is a text, then `---` lines with one change each:
//! `2:4-2:5 new text`, counted from 0 as editors do; `\n` and `\r` in the new text are what they mean.

use sdkc_diagnostics::{Encoding, Position};
use sdkc_ide::{Change, Host};

use crate::case::{answers, visible};

fn change(line: &str) -> Change {
    let (range, text) = line.split_once(' ').unwrap_or((line, ""));
    let text = text.replace("\\n", "\n").replace("\\r", "\r");
    let place = |place: &str| {
        let (line, column) = place.split_once(':').expect("line:column");
        Position { line: line.parse().expect("a line"), column: column.parse().expect("a column") }
    };
    let range = (range != "all").then(|| {
        let (start, end) = range.split_once('-').expect("start-end");
        (place(start), place(end))
    });
    Change { range, text }
}

#[test]
fn host() {
    insta::assert_snapshot!(answers(include_str!("data/host.txt"), |case| {
        let encoding = match case.option("in").expect("an encoding") {
            "utf-8" => Encoding::Utf8,
            "utf-16" => Encoding::Utf16,
            _ => Encoding::Utf32,
        };
        let end = if case.has("crlf") { "\r\n" } else { "\n" };
        let (text, changes) = case.text.split_once(&format!("---{end}")).expect("changes");
        let text = text.strip_suffix(end).unwrap_or(text);
        let changes: Vec<Change> = changes.lines().map(change).collect();

        let mut host = Host::default();
        assert!(!host.change("a", 2, &changes, encoding), "it is not open");
        host.open("a", 1, text.to_owned());
        assert!(host.change("a", 2, &changes, encoding));
        let (version, all) = host.snapshot("a").expect("it is open");
        assert_eq!(version, 2);

        // One change at a time comes to the same.
        host.open("b", 1, text.to_owned());
        for one in &changes {
            host.change("b", 2, std::slice::from_ref(one), encoding);
            host.snapshot("b");
        }
        let (_, single) = host.snapshot("b").expect("it is open");
        assert_eq!(single.text(), all.text());
        let codes: Vec<_> = all.diagnostics().iter().map(|it| it.code.as_str()).collect();
        format!("{}\n{codes:?}", visible(all.text()))
    }));
}

/// Changes as commands make them, from the end to the start, often side by side and on line breaks: all at once is one after
/// the other.
#[test]
fn changes_that_go_backwards_come_to_the_same_at_once() {
    const TEXTS: &[&str] = &["ab\r\ncd\ré😀f\n\ng", "1\r2\r\n3\n", "123\n456\n789", "\r\n\r\n😀\r", ""];
    const PIECES: &[&str] = &["", "", "x", "\n", "\r", "\r\n", "é", "yy\nz"];
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut below = |limit: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % limit as u64) as usize
    };
    for round in 0..20_000 {
        let text = TEXTS[round % TEXTS.len()];
        let encoding = [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32][below(3)];
        let mut places: Vec<Position> = (0..2 * (1 + below(4)))
            .map(|_| Position { line: below(6) as u32, column: below(6) as u32 })
            .collect();
        places.sort_by(|a, b| b.cmp(a));
        let changes: Vec<Change> = places
            .chunks(2)
            .map(|pair| Change {
                range: Some((pair[1], pair[0])),
                text: PIECES[below(PIECES.len())].to_owned(),
            })
            .collect();
        let mut host = Host::default();
        host.open("at once", 1, text.to_owned());
        host.open("one by one", 1, text.to_owned());
        host.change("at once", 2, &changes, encoding);
        for one in &changes {
            host.change("one by one", 2, std::slice::from_ref(one), encoding);
        }
        let [all, single] = ["at once", "one by one"].map(|name| host.snapshot(name).expect("it is open").1);
        assert_eq!(all.text(), single.text(), "{text:?} {encoding:?} {changes:?}");
    }
}
