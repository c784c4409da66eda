//! Text of bytes that are not all text, and which bytes its places stand for.

/// The length of the mark.
const MARK: usize = char::REPLACEMENT_CHARACTER.len_utf8();

/// Where the bytes of a text stand in the file that it was made of, where those are not the same: behind bytes that are no UTF-8, each
/// run of which became one mark of three bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ByteMap {
    /// For each mark the offsets behind it, in the text and in the file.
    behind: Vec<(usize, usize)>,
}

impl ByteMap {
    /// The map of a text that stands in its file behind so many bytes that are none of it, such as a byte order mark.
    ///
    /// ```
    /// let map = sdkc_diagnostics::ByteMap::behind(3);
    /// assert_eq!((map.byte(0), map.byte(5), map.offset(8), map.offset(1)), (3, 8, 5, 0));
    /// ```
    #[must_use]
    pub fn behind(n_bytes: usize) -> Self {
        Self { behind: if n_bytes == 0 { Vec::new() } else { vec![(0, n_bytes)] } }
    }

    /// The byte of the file that an offset into the text stands for.
    #[must_use]
    pub fn byte(&self, offset: usize) -> usize {
        let before = self.behind.partition_point(|(of_text, _)| *of_text <= offset).checked_sub(1);
        before.map_or(offset, |at| self.behind[at].1 + (offset - self.behind[at].0))
    }

    /// The offset into the text at which a byte of the file stands; that of the mark for a byte that became one.
    #[must_use]
    pub fn offset(&self, byte: usize) -> usize {
        let n_before = self.behind.partition_point(|(_, of_file)| *of_file <= byte);
        let offset =
            n_before.checked_sub(1).map_or(byte, |at| self.behind[at].0 + (byte - self.behind[at].1));
        let mark = self.behind.get(n_before).map(|(of_text, _)| of_text.saturating_sub(MARK));
        mark.map_or(offset, |mark| offset.min(mark))
    }
}

/// The text of some bytes, with the mark U+FFFD for what is no UTF-8.
///
/// ```
/// let (text, map) = sdkc_diagnostics::lossy(b"caf\xe9 \xe2\x82 1");
/// assert_eq!(text, "caf\u{fffd} \u{fffd} 1");
/// let one = text.find('1').unwrap();
/// assert_eq!((one, map.byte(one), map.offset(8)), (11, 8, 11));
/// assert_eq!((map.byte(3), map.offset(3)), (3, 3));
/// ```
#[must_use]
pub fn lossy(bytes: &[u8]) -> (String, ByteMap) {
    let (mut text, mut map, mut n_bytes) = (String::with_capacity(bytes.len()), ByteMap::default(), 0);
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        n_bytes += chunk.valid().len() + chunk.invalid().len();
        if !chunk.invalid().is_empty() {
            text.push(char::REPLACEMENT_CHARACTER);
            map.behind.push((text.len(), n_bytes));
        }
    }
    (text, map)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_comes_back() {
        let bytes = b"\xff1\xe9\xe9 \xf0\x9f\x98 \xc3\xa4\xe2\x82\xac2\xed\xa0\x80 3\xc3";
        let (text, map) = lossy(bytes);
        assert_eq!(text, String::from_utf8_lossy(bytes));
        for (offset, ch) in text.char_indices() {
            let byte = map.byte(offset);
            assert_eq!(map.offset(byte), offset, "{ch}");
            let mut of_char = [0; 4];
            let is_there = bytes[byte..].starts_with(ch.encode_utf8(&mut of_char).as_bytes());
            assert!(is_there || ch == char::REPLACEMENT_CHARACTER, "{ch} at {offset}");
        }
        assert_eq!(map.byte(text.len()), bytes.len());
        for (at, byte) in bytes.iter().enumerate() {
            assert!(text.is_char_boundary(map.offset(at)) || byte & 0xc0 == 0x80, "byte {at}");
        }
        assert!(text.is_char_boundary(map.offset(bytes.len())));
    }

    /// Where something is wrong with bytes, at a NUL or at the first that is no UTF-8, the text has a character of its own, behind the text
    /// of all that stands before.
    #[test]
    fn a_wrong_byte_is_found_behind_any_others() {
        const PARTS: [&[u8]; 8] =
            [b"\xff", b"\0", b"a", b"\r\n", b"\xc3\xa4", b"\xe2\x82", b"\xf0\x9f\x98\x80", b"\x80\xff\xfe"];
        let mut state = 1_u64;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize
        };
        for _ in 0..20_000 {
            let bytes = (0..next() % 12)
                .flat_map(|_| PARTS[next() % PARTS.len()].iter().copied())
                .collect::<Vec<_>>();
            let (text, map) = lossy(&bytes);
            let nul = bytes.iter().position(|byte| *byte == 0);
            let broken = std::str::from_utf8(&bytes).err().map(|error| error.valid_up_to());
            for byte in [nul, broken].into_iter().flatten() {
                let offset = map.offset(byte);
                assert_eq!(text.get(..offset), Some(&*String::from_utf8_lossy(&bytes[..byte])), "{bytes:?}");
                assert_eq!(map.byte(offset), byte, "{bytes:?}");
            }
        }
    }
}
