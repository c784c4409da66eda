//! The Sudoku Exchange puzzle bank: 12 hexadecimal digits of a hash, a blank, 81 digits, blanks, a rating.

use sdkc_diagnostics::{Code, Diagnostic};

use crate::{Line, Record, detect::Head, dialect::LineContext, format::line::read_run, parse_81};

pub(crate) const EXAMPLE: &str = "\
0000183b305c 530070000600195000098000060800060003400803001700020006060000280000419005000080079  1.2
";

pub(crate) fn detect(head: &Head<'_>) -> bool {
    head.mostly(looks_like)
}

pub(crate) fn looks_like(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let [Some(hash), Some(cells), Some(rating), None] = std::array::from_fn(|_| words.next()) else {
        return false;
    };
    is_hash(hash) && cells.len() > 70 && is_rating(rating)
}

fn is_hash(word: &str) -> bool {
    word.len() == 12 && word.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn is_rating(word: &str) -> bool {
    word.contains('.') && word.parse::<f32>().is_ok()
}

/// The fast lane: the cells of a line that has all its parts, 0 for empty ones. `None` for anything else.
///
/// Whatever it takes, [`LineReader`](crate::LineReader) takes too and with the same givens; the reader also keeps the hash and the rating,
/// and says what is wrong with a line.
///
/// ```
/// use sdkc_formats::parse_bank;
/// let line = "0000183b305c 530070000600195000098000060800060003400803001700020006060000280000419005000080079  1.2";
/// assert_eq!(parse_bank(line.as_bytes()).map(|cells| [cells[0], cells[80]]), Some([5, 9]));
/// assert_eq!(parse_bank(&line.as_bytes()[1..]), None);
/// ```
#[must_use]
pub fn parse_bank(line: &[u8]) -> Option<[u8; 81]> {
    let mut words = line.split(|byte| matches!(byte, b' ' | b'\t' | b'\r')).filter(|word| !word.is_empty());
    let [hash, cells, rating] = [words.next()?, words.next()?, words.next()?];
    let is_text = |word, is_such: fn(&str) -> bool| str::from_utf8(word).is_ok_and(is_such);
    let is_whole =
        words.next().is_none() && cells.len() == 81 && is_text(hash, is_hash) && is_text(rating, is_rating);
    is_whole.then(|| parse_81(cells).ok()).flatten()
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
    let result = read_run(&part(cells), cells, &context.options, cells.len()).map(|mut puzzle| {
        puzzle.meta.push("sha1", hash);
        puzzle.meta.push("level", rating);
        puzzle
    });
    let mut record = Record::new(line.number, line.span(), result);
    let aside = [
        (is_hash(hash), hash, "the hash is not 12 hexadecimal digits"),
        (is_rating(rating), rating, "the rating is no number such as 1.2"),
    ];
    for (_, word, message) in aside.into_iter().filter(|(is_right, ..)| !is_right) {
        let it = Diagnostic::new(Code::E0701, message, part(word));
        record.aside.push(it.with_note("a line of the bank is a hash, 81 cells and a rating"));
    }
    Some(record)
}
