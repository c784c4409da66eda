//! The beginning of a stream, cut anywhere: it says "more" only while something is open, and then what the whole says. And what a file's
//! bytes are.

use sdkc_formats::{Dialect, Glance, HEAD_LINES, LONGEST_LINE, ReadOptions, SourceEncoding, decode, glance};

const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// How much of a file is looked at behind a mark of UTF-16.
const MARKED: usize = 4096;

fn units(text: &str, order: fn(u16) -> [u8; 2]) -> Vec<u8> {
    text.encode_utf16().flat_map(order).collect()
}

/// What is told of some bytes, of an input that goes on or not.
fn told(bytes: &[u8], is_all: bool) -> String {
    match glance(bytes, is_all, &ReadOptions::default()) {
        Glance::List(reader) => reader.dialect().to_string(),
        Glance::Whole => "whole".to_owned(),
        Glance::More => "more".to_owned(),
    }
}

#[test]
fn a_list_is_told_as_soon_as_its_first_good_line_is_there() {
    let hodoku = format!(":0000:x:{EASY}:::\n");
    for (above, line, dialect) in [
        ("", format!("{EASY}\n"), Dialect::Line),
        ("\u{feff}", format!("{EASY}\r\n"), Dialect::Line),
        ("# a comment\n\n", format!("{EASY} # 1\n"), Dialect::Line),
        ("a title\n", format!("{EASY}\n"), Dialect::Line),
        ("", hodoku.clone(), Dialect::Hodoku),
        ("junk\n", hodoku, Dialect::Hodoku),
        ("id,board\n", format!("1,{EASY}\n"), Dialect::Csv),
        ("board\n", format!("{EASY}\n"), Dialect::Csv),
    ] {
        let text = format!("{above}{line}");
        for cut in 0..text.len() {
            assert_eq!(told(&text.as_bytes()[..cut], false), "more", "{cut} bytes of {text:?}");
        }
        assert_eq!(told(text.as_bytes(), false), dialect.to_string(), "{text:?}");
        assert_eq!(told(text.trim_end().as_bytes(), true), dialect.to_string(), "the end of {text:?}");
    }
}

#[test]
fn what_is_no_list_is_waited_for_so_many_lines_and_no_more() {
    for line in ["puzzle {", "5 3 . | . 7 . | . . .", "53..7....", "words", "a\0b\0c\0"] {
        let text = |n: usize| format!("{line}\n").repeat(n);
        assert_eq!(told(text(HEAD_LINES - 1).as_bytes(), false), "more", "{line:?}");
        assert_eq!(told(text(HEAD_LINES).as_bytes(), false), "whole", "{line:?}");
        assert_eq!(told(text(1).as_bytes(), true), "whole", "{line:?}");
    }
}

/// It is for whoever reads all of it to say that the table has no rows.
#[test]
fn a_heading_alone_is_no_list() {
    for heading in ["id,puzzle\n", "id;puzzle", "puzzle\n"] {
        assert_eq!(told(heading.as_bytes(), true), "whole", "{heading:?}");
    }
    assert_eq!(told(b"id,puzzle\n1,2\n", true), "csv");
    assert_eq!(told(b"puzzle\n1,2\n", true), "whole", "the word is one of the language, too");
}

/// A line without an end is told of as one bad line, and is not held in memory.
#[test]
fn a_line_that_is_too_long_is_a_bad_line_of_a_list() {
    for (unit, verdict) in [("a", "line"), ("1.", "line"), ("puzzle { } ", "whole")] {
        let n = LONGEST_LINE / unit.len();
        assert_eq!(told(unit.repeat(n + 1).as_bytes(), true), verdict, "{unit:?}");
        if verdict == "line" && unit.len() == 1 {
            assert_eq!(told(unit.repeat(n).as_bytes(), true), "whole", "{unit:?} as long as may be");
        }
    }
}

/// Half of the lines may be no text, not more.
#[test]
fn lines_with_nul_are_bad_lines_of_a_list_unless_most_are() {
    let text = |n_bad: usize, n_good: usize| "a\0b\n".repeat(n_bad) + &format!("{EASY}\n").repeat(n_good);
    assert_eq!(told(text(1, 1).as_bytes(), true), "line");
    assert_eq!(told(text(3, 3).as_bytes(), true), "line");
    assert_eq!(told(text(3, 1).as_bytes(), true), "whole");
    assert_eq!(told(text(4, 2).as_bytes(), true), "whole");
}

#[test]
fn behind_a_mark_of_utf16_more_is_looked_at() {
    let list = format!("{EASY}\n").repeat(60);
    for (mark, order) in [
        (b"\xff\xfe", u16::to_le_bytes as fn(u16) -> [u8; 2]),
        (b"\xfe\xff", u16::to_be_bytes as fn(u16) -> [u8; 2]),
    ] {
        let wide = [&mark[..], &units(&list, order)].concat();
        let ascii = [&mark[..], list.as_bytes()].concat();
        for (bytes, verdict) in [(&wide, "whole"), (&ascii, "line")] {
            for cut in [2, 3, 200, MARKED - 1] {
                assert_eq!(told(&bytes[..cut], false), "more", "{mark:?}, {cut} bytes of {verdict}");
            }
            assert_eq!(told(&bytes[..MARKED], false), verdict, "{mark:?}");
            assert_eq!(told(&bytes[..200], true), verdict, "{mark:?}, all of it");
        }
    }
}

#[test]
fn what_the_bytes_of_a_file_are() {
    let le = |text: &str| units(text, u16::to_le_bytes);
    let be = |text: &str| units(text, u16::to_be_bytes);
    let marked_le = |text: &str| [&b"\xff\xfe"[..], &le(text)].concat();
    let marked_be = |text: &str| [&b"\xfe\xff"[..], &be(text)].concat();
    for (bytes, text, encoding) in [
        (b"12\n".to_vec(), "12\n", SourceEncoding::Utf8),
        (b"\xef\xbb\xbf12\n".to_vec(), "12\n", SourceEncoding::Utf8),
        (Vec::new(), "", SourceEncoding::Utf8),
        (marked_le(""), "", SourceEncoding::Utf16Le),
        (marked_be(""), "", SourceEncoding::Utf16Be),
        (marked_le("1\n2\r\n"), "1\n2\r\n", SourceEncoding::Utf16Le),
        (marked_be("1\n2\r\n"), "1\n2\r\n", SourceEncoding::Utf16Be),
        (marked_le("数独\n"), "数独\n", SourceEncoding::Utf16Le),
        (marked_be("数独\n"), "数独\n", SourceEncoding::Utf16Be),
        // As bytes these are lines of ASCII, but for their breaks.
        (marked_le("\u{2e2e}\u{3131}\n"), "\u{2e2e}\u{3131}\n", SourceEncoding::Utf16Le),
        (marked_be("\u{2e2e}\u{3131}\n"), "\u{2e2e}\u{3131}\n", SourceEncoding::Utf16Be),
    ] {
        let decoded = decode(&bytes).unwrap_or_else(|error| panic!("{text:?}: {}", error.message));
        let has_mark = bytes.len() > 1 && (encoding != SourceEncoding::Utf8 || bytes[0] == 0xef);
        assert_eq!(
            (decoded.text.as_ref(), decoded.encoding, decoded.bom),
            (text, encoding, has_mark),
            "{bytes:?}"
        );
    }
    let marked_but_ascii = |text: &str| [&b"\xff\xfe"[..], text.as_bytes()].concat();
    for (bytes, message, span) in [
        (le("1.2.\n"), "looks like UTF-16, low byte first,", None),
        (be("1.2.\n"), "looks like UTF-16, high byte first,", None),
        (le(&"é1".repeat(3000)), "looks like UTF-16, low byte first,", None),
        ([le("1.2."), vec![0, 0]].concat(), "binary data", Some(1..2)),
        ([be("1.2."), vec![0, 0]].concat(), "binary data", Some(0..1)),
        (b"12\0".to_vec(), "binary data", Some(2..3)),
        // A NUL in one of two pairs, and in three of four: not in more than that.
        (b"1\x00234\x0056".to_vec(), "binary data", Some(1..2)),
        (b"1\x002\x003\x0045".to_vec(), "binary data", Some(1..2)),
        (b"\x001\x002\x00345".to_vec(), "binary data", Some(0..1)),
        (marked_le("1\0"), "NUL characters", None),
        (b"\xff\xfe\0\x001\0\0\0".to_vec(), "UTF-32", None),
        (b"\0\0\xfe\xff\0\0\x001".to_vec(), "UTF-32", None),
        ([marked_le("12"), vec![b'3']].concat(), "ends in the middle of a character", None),
        ([marked_be("1\n"), vec![0xd8, 0]].concat(), "lone surrogate) on line 2", None),
        (b"1\n23\xff".to_vec(), "byte 0xFF at line 2, column 3", Some(4..5)),
        (b"\xef\xbb\xbf1\n23\xff".to_vec(), "byte 0xFF at line 2, column 3", Some(4..5)),
        (marked_but_ascii("12\n34\n"), "byte 0xFF at line 1, column 1", Some(0..1)),
        (marked_but_ascii("12\n34\na\0\n"), "binary data", Some(9..10)),
    ] {
        let error = decode(&bytes).map(|decoded| decoded.text.into_owned()).expect_err(message);
        assert_eq!(error.code.as_str(), "E0105");
        assert!(error.message.contains(message), "{bytes:?}: {}, not {message}", error.message);
        assert_eq!(error.span.map(|span| span.range()), span, "{bytes:?}: {}", error.message);
    }
}
