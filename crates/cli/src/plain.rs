//! Lines that hold a classic puzzle of 81 characters and nothing else, which nearly all lines of nearly all lists are: they are counted
//! and read without looking for the end of the line first, many bytes at a time.

/// The number of cells.
const CELLS: usize = 81;

/// The length of a line of 81 characters with its line end, if the bytes start with one that may hold a puzzle.
#[inline]
pub fn length(bytes: &[u8]) -> Option<usize> {
    let (cells, length) = first(bytes)?;
    // No blank, no line end, no `#` and nothing beyond ASCII.
    let is_other = |byte: u8| byte.wrapping_sub(b'*') > 0x7f - b'*';
    let others = cells.iter().fold(false, |others, byte| others | is_other(*byte));
    (!others).then_some(length)
}

/// The cells of the line with which the bytes start, 0 for the empty ones, and its length with the line end. Marks of empty cells that are rarer than
/// `.` and `0` are left to those who know them.
#[inline]
pub fn read(bytes: &[u8]) -> Option<([u8; CELLS], usize)> {
    let (cells, length) = first(bytes)?;
    let (mut read, mut others) = ([0; CELLS], false);
    for (to, byte) in read.iter_mut().zip(cells) {
        let digit = byte.wrapping_sub(b'0');
        let is_digit = digit <= 9;
        *to = if is_digit { digit } else { 0 };
        others |= !(is_digit | (*byte == b'.'));
    }
    (!others).then_some((read, length))
}

#[inline]
fn first(bytes: &[u8]) -> Option<(&[u8; CELLS], usize)> {
    let (cells, rest) = bytes.split_first_chunk()?;
    match rest {
        [b'\n', ..] => Some((cells, CELLS + 1)),
        [b'\r', b'\n', ..] => Some((cells, CELLS + 2)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use sdkc_formats::parse_81;

    use super::*;

    #[test]
    fn what_is_read_is_what_the_reader_of_all_marks_reads() {
        let puzzle = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        for end in ["\n", "\r\n", "\n\n", "\r\nx"] {
            let line = [puzzle, end.as_bytes()].concat();
            let n_bytes = CELLS + if end.starts_with('\r') { 2 } else { 1 };
            assert_eq!(read(&line), Some((parse_81(puzzle).expect("a puzzle"), n_bytes)), "{end:?}");
            assert_eq!(length(&line), Some(n_bytes), "{end:?}");
        }
        for end in ["", "\r", " \n", "\r\r\n", ",\n", "1\n"] {
            let line = [puzzle, end.as_bytes()].concat();
            assert_eq!((read(&line), length(&line)), (None, None), "{end:?}");
        }
    }

    #[test]
    fn any_byte_in_any_cell_is_judged() {
        for at in 0..CELLS {
            for byte in 0..=255 {
                let mut line = [b'1'; CELLS + 1];
                (line[at], line[CELLS]) = (byte, b'\n');
                let of_reader = parse_81(&line[..CELLS]).ok();
                let of_all = of_reader.filter(|_| matches!(byte, b'.' | b'0'..=b'9'));
                assert_eq!(read(&line), of_all.map(|cells| (cells, CELLS + 1)), "{byte} at {at}");
                let may_be = byte.is_ascii() && byte >= b'*';
                assert_eq!(length(&line).is_some(), may_be, "{byte} at {at}");
                // What counts as a puzzle is told without reading: so it must hold for all that is read.
                assert!(of_reader.is_none() || may_be, "{byte} at {at}");
            }
        }
    }
}
