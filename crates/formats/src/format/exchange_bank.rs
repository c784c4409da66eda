//! The Sudoku Exchange puzzle bank: 12 hexadecimal digits of a hash, a blank, 81 digits, blanks, a rating.

use sdkc_diagnostics::{Code, Diagnostic};

use crate::{Line, Record, detect::Head, dialect::LineContext, format::line::read_run};

pub(crate) const EXAMPLE: &str = "\
0000183b305c 530070000600195000098000060800060003400803001700020006060000280000419005000080079  1.2
";

pub(crate) fn detect(head: &Head<'_>) -> bool {
    head.mostly(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        matches!(words[..], [hash, cells, rating] if is_hash(hash) && cells.len() > 70 && is_rating(rating))
    })
}

fn is_hash(word: &str) -> bool {
    word.len() == 12 && word.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn is_rating(word: &str) -> bool {
    word.contains('.') && word.parse::<f32>().is_ok()
}

pub(crate) fn read(line: &Line<'_>, context: &LineContext) -> Option<Record> {
    if line.is_idle() {
        return None;
    }
    let words: Vec<&str> = line.text.split_whitespace().collect();
    let [hash, cells, rating] = words[..] else {
        let it = Diagnostic::new(Code::E0701, "a line of the bank has three parts", line.span())
            .with_note("they are 12 hexadecimal digits, 81 cells and a rating, with blanks between");
        return Some(Record::new(line.number, line.span(), Err(vec![it])));
    };
    let part = |word: &str| {
        let start = word.as_ptr() as usize - line.text.as_ptr() as usize;
        line.part(start, start + word.len())
    };
    let result = if !is_hash(hash) {
        let it = Diagnostic::new(Code::E0701, "the hash is not 12 hexadecimal digits", part(hash));
        Err(vec![it.with_note("a line of the bank is a hash, 81 cells and a rating")])
    } else if !is_rating(rating) {
        let it = Diagnostic::new(Code::E0701, "the rating is no number such as 1.2", part(rating));
        Err(vec![it.with_note("a line of the bank is a hash, 81 cells and a rating")])
    } else {
        read_run(&part(cells), cells, &context.options, cells.len())
    };
    let result = result.map(|mut puzzle| {
        puzzle.meta.push("sha1", hash);
        puzzle.meta.push("level", rating);
        puzzle
    });
    Some(Record::new(line.number, line.span(), result))
}
