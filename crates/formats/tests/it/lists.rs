//! Lists as people have them: junk above, numbers in front, quotes around, columns with any name. Each is told by what stands in it, alike
//! from a file and line by line from a stream.

use sdkc_formats::{Detection, Dialect, Glance, ReadOptions, Record, decode, detect, glance, lines, read};

const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// The pencil marks of a line of cells.
fn marks(cells: &str) -> String {
    let of_cell = |cell: char| {
        let mark = |digit: char| if cell == '.' || cell == digit { digit } else { '.' };
        ('1'..='9').map(mark).collect::<String>()
    };
    cells.chars().map(of_cell).collect()
}

/// A good line of each format without a heading.
fn good_lines() -> [(Dialect, String); 5] {
    [
        (Dialect::Line, EASY.to_owned()),
        (Dialect::Marks729, marks(EASY)),
        (Dialect::ExchangeBank, format!("0000183b305c {EASY}  1.2")),
        (Dialect::Hodoku, format!(":0000:x:{EASY}:::")),
        (Dialect::Gsf, format!("99480,99408,114,1895,{EASY},Easter,20.00s,0")),
    ]
}

/// What is read of an input as the command reads it: its format and its records.
fn told(bytes: &[u8]) -> (Dialect, Vec<Record>) {
    let options = ReadOptions::default();
    match glance(bytes, true, &options) {
        Glance::List(reader) => {
            let text = String::from_utf8_lossy(bytes).into_owned();
            let records = lines(&text).filter_map(|line| reader.read(&line)).collect();
            (reader.dialect(), records)
        }
        _ => {
            let text = decode(bytes).unwrap_or_else(|error| panic!("{}", error.message)).text.into_owned();
            let Detection::Foreign(dialect) = detect(&text) else {
                panic!("{:?}: {text:.300}", detect(&text))
            };
            (dialect, read(dialect, &text, &options).records)
        }
    }
}

/// `FF FE` is the mark of UTF-16 only in front of UTF-16.
#[test]
fn bad_bytes_in_front_make_no_other_encoding_of_a_list() {
    for (dialect, good) in good_lines() {
        for mark in [b"\xff\xfe", b"\xfe\xff"] {
            for (first, behind) in
                [(&b"junk"[..], &b"a\0b\n"[..]), (b"\0junk", b""), (b"", b"\0\n"), (b"\0", b"\0\n")]
            {
                for line_break in ["\n", "\r\n"] {
                    let good = format!("{good}{line_break}").repeat(20);
                    let text = [mark, first, line_break.as_bytes(), good.as_bytes(), behind, good.as_bytes()]
                        .concat();
                    let (found, records) = told(&text);
                    let n_bad = 1 + usize::from(!behind.is_empty());
                    let n_read = records.iter().filter(|record| record.puzzle.is_some()).count();
                    let name = format!("{dialect} {mark:?} {first:?} {behind:?}");
                    assert_eq!((found, n_read, records.len()), (dialect, 40, 40 + n_bad), "{name}");
                }
            }
            let units = |text: &str| {
                text.encode_utf16()
                    .flat_map(|unit| match mark {
                        b"\xff\xfe" => unit.to_le_bytes(),
                        _ => unit.to_be_bytes(),
                    })
                    .collect::<Vec<_>>()
            };
            for title in ["", "数独\n", "\u{2e2e}\u{2e2e}\n\u{3131}\n"] {
                let text = [&mark[..], &units(title), &units(&format!("{good}\r\n").repeat(3))].concat();
                let (found, records) = told(&text);
                let n_read = records.iter().filter(|record| record.puzzle.is_some()).count();
                assert_eq!((found, n_read), (dialect, 3), "{title}");
            }
        }
    }
    let text = b"\xff\xfe puzzle { }\n puzzle { }\n a\0\n";
    let error = decode(text).expect_err("no UTF-16, and no UTF-8");
    assert_eq!(error.code.as_str(), "E0105");
}
