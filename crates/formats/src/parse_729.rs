//! The fast lane for lists of pencil marks: one line of 729 of them, without allocation.
//!
//! As in [`parse_81`](crate::parse_81) every byte is compared to all that it may be, without branches, so that the compiler does it for
//! many at once. That leaves a byte of 0 or 1 for each mark; a multiplication puts eight of them side by side.

use crate::parse_81::is_set_off;

/// The marks of a cell.
const WIDTH: usize = 9;
const N_CELLS: usize = 81;
const N_MARKS: usize = WIDTH * N_CELLS;

/// The digit that may stand in each place.
static OWN: [u8; N_MARKS] = {
    let mut own = [0; N_MARKS];
    let mut at = 0;
    while at < N_MARKS {
        own[at] = b'1' + (at % WIDTH) as u8;
        at += 1;
    }
    own
};

/// Reads one line of 729 pencil marks, nine a cell: digit d in place d, or a mark of absence. In the result, bit d - 1 of a cell says that
/// d may stand there. As behind the cells of [`parse_81`](crate::parse_81), a remark must be set off by a blank, a comma, a semicolon
/// or `#`. `None` for anything else, comments and blank lines included.
///
/// Whatever it takes, [`LineReader`](crate::LineReader) takes too and with the same candidates; the reader also says what is wrong
/// with a line.
///
/// ```
/// use sdkc_formats::parse_729;
/// let line = format!("..3......{}", "123456789".repeat(80));
/// let cells = parse_729(line.as_bytes()).expect("a line of marks");
/// assert_eq!((cells[0], cells[80]), (0b100, 0x1ff));
/// assert!(parse_729(&line.as_bytes()[1..]).is_none());
/// ```
#[must_use]
pub fn parse_729(line: &[u8]) -> Option<[u16; N_CELLS]> {
    let (marks, rest) = line.trim_ascii_start().split_first_chunk::<N_MARKS>()?;
    if !is_set_off(rest) {
        return None;
    }
    let (mut are_set, mut others) = ([0; N_MARKS], false);
    for ((to, byte), own) in are_set.iter_mut().zip(marks).zip(&OWN) {
        let is_own = byte == own;
        *to = u8::from(is_own);
        others |= !(is_own | (*byte == b'.') | (*byte == b'0') | (*byte == b'*') | (*byte == b'_'));
    }
    (!others).then(|| std::array::from_fn(|cell| set(&are_set[WIDTH * cell..])))
}

/// The cell whose marks come first.
fn set(are_set: &[u8]) -> u16 {
    // Byte i times 2^(56 - 7 i) is bit i of the highest byte; no two of the products meet, so nothing is carried.
    const SIDE_BY_SIDE: u64 = 0x0102_0408_1020_4080;
    let (eight, rest) = are_set.split_first_chunk().expect("a cell has nine marks");
    let low = u64::from_le_bytes(*eight).wrapping_mul(SIDE_BY_SIDE) >> 56;
    low as u16 | u16::from(rest[0]) << 8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_byte_in_any_place_is_judged() {
        let all = "123456789".repeat(N_CELLS).into_bytes();
        for at in 0..N_MARKS {
            for byte in (0..=255_u8).filter(|byte| !byte.is_ascii_whitespace()) {
                let mut line = all.clone();
                line[at] = byte;
                let wanted = 0x1ff & !(1 << (at % 9));
                let read = parse_729(&line).map(|cells| cells[at / 9]);
                let own = b'1' + (at % 9) as u8;
                let is_absence = matches!(byte, b'.' | b'0' | b'*' | b'_');
                let wanted =
                    if byte == own { Some(wanted | 1 << (at % 9)) } else { is_absence.then_some(wanted) };
                assert_eq!(read, wanted, "{byte} at {at}");
            }
        }
    }

    #[test]
    fn what_follows_the_marks_is_set_off() {
        let all = "123456789".repeat(N_CELLS);
        for rest in ["", "\r", " ", "\t\r\n", " a remark", ",remark", ";remark", "# remark", "\t1..", ", 1\r"]
        {
            assert!(parse_729(format!("{all}{rest}").as_bytes()).is_some(), "{rest:?}");
        }
        for rest in ["1", ".", "x", "remark", "\u{a0}remark", " one\rtwo", "\nmore"] {
            assert!(parse_729(format!("{all}{rest}").as_bytes()).is_none(), "{rest:?}");
        }
    }

    #[test]
    fn every_set_is_read() {
        for bits in 0..512_u16 {
            let cell: String =
                (1..=9).map(|d| if bits >> (d - 1) & 1 == 1 { char::from(b'0' + d) } else { '.' }).collect();
            let read = parse_729(format!(" {}\r", cell.repeat(N_CELLS)).as_bytes()).expect("marks");
            assert!(read.iter().all(|set| *set == bits), "{cell}");
        }
    }
}
