//! From the bytes of a file to text: UTF-8, or UTF-16 with a byte order mark, and a clear word about all else.

#![expect(clippy::result_large_err, reason = "once a file; callers want the diagnostic itself")]

use std::borrow::Cow;

use sdkc_diagnostics::{Code, Diagnostic, Span};

/// How a text was encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceEncoding {
    /// UTF-8.
    Utf8,
    /// UTF-16, low byte first.
    Utf16Le,
    /// UTF-16, high byte first.
    Utf16Be,
}

/// A file's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoded<'b> {
    /// The text, without the byte order mark. Borrowed where the file is UTF-8.
    pub text: Cow<'b, str>,
    /// How it was encoded.
    pub encoding: SourceEncoding,
    /// Whether a byte order mark stood in front.
    pub bom: bool,
}

/// The largest text: offsets are 32 bits wide.
const MAX_BYTES: usize = u32::MAX as usize;

/// Decodes a file's bytes.
///
/// # Errors
/// E0105 for UTF-16 without a byte order mark, UTF-32, broken UTF-8 or UTF-16, binary data, and texts of 4 GiB and more. Where it has a span, that
/// counts bytes of the file, behind its byte order mark.
///
/// ```
/// use sdkc_formats::{SourceEncoding, decode};
/// let decoded = decode(b"\xff\xfe1\0.\0").unwrap();
/// assert_eq!((decoded.text.as_ref(), decoded.encoding), ("1.", SourceEncoding::Utf16Le));
/// assert!(decode(b"1\0.\0").unwrap_err().message.contains("UTF-16"));
/// assert!(decode(b"\x7fELF\x02\x01\x01\0\0\0").is_err());
/// ```
pub fn decode(bytes: &[u8]) -> Result<Decoded<'_>, Diagnostic> {
    if bytes.starts_with(b"\xff\xfe\0\0") || bytes.starts_with(b"\0\0\xfe\xff") {
        return Err(trouble("the file is UTF-32 by its byte order mark").with_note("save it as UTF-8"));
    }
    match (utf16(bytes), bytes) {
        (Some(encoding), _) => of_utf16(&bytes[2..], encoding),
        (None, [0xef, 0xbb, 0xbf, rest @ ..]) => utf8(rest, true),
        (None, _) => utf8(bytes, false),
    }
}

/// How many bytes behind a byte order mark of UTF-16 are looked at.
pub(crate) const MARKED: usize = 4096;

pub(crate) fn has_mark_of_utf16(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff")
}

/// The kind of UTF-16 by its byte order mark; `None` too where those are two bad bytes in front of what is plainly lines of ASCII.
pub(crate) fn utf16(bytes: &[u8]) -> Option<SourceEncoding> {
    let (encoding, zero_behind) = match bytes {
        [0xff, 0xfe, ..] => (SourceEncoding::Utf16Le, true),
        [0xfe, 0xff, ..] => (SourceEncoding::Utf16Be, false),
        _ => return None,
    };
    let head = &bytes[2..bytes.len().min(MARKED)];
    let is_plain = |byte: &&u8| matches!(byte, b' '..=b'~' | b'\t' | b'\n' | b'\r');
    let breaks = || head.iter().enumerate().filter(|(_, byte)| matches!(byte, b'\n' | b'\r'));
    // In UTF-16 a line break is two bytes, one of them 0.
    let is_wide = |at: usize| match zero_behind {
        true => at.is_multiple_of(2) && head.get(at + 1).is_none_or(|byte| *byte == 0),
        false => at % 2 == 1 && head[at - 1] == 0,
    };
    let n_wide = breaks().filter(|(at, _)| is_wide(*at)).count();
    let is_ascii =
        head.iter().filter(is_plain).count() * 8 >= head.len() * 7 && n_wide * 2 < breaks().count();
    (!is_ascii).then_some(encoding)
}

fn utf8(bytes: &[u8], bom: bool) -> Result<Decoded<'_>, Diagnostic> {
    if bytes.len() >= MAX_BYTES {
        return Err(too_large(bytes.len()));
    }
    if bytes.contains(&0) {
        return Err(with_nul(bytes));
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(Decoded { text: Cow::Borrowed(text), encoding: SourceEncoding::Utf8, bom }),
        Err(error) => Err(broken_utf8(bytes, error.valid_up_to())),
    }
}

fn of_utf16(bytes: &[u8], encoding: SourceEncoding) -> Result<Decoded<'_>, Diagnostic> {
    let (pairs, odd) = bytes.as_chunks::<2>();
    let join = match encoding {
        SourceEncoding::Utf16Be => u16::from_be_bytes,
        SourceEncoding::Utf16Le | SourceEncoding::Utf8 => u16::from_le_bytes,
    };
    if !odd.is_empty() {
        return Err(trouble("the file is UTF-16 and ends in the middle of a character")
            .with_note("the file was cut short; save it again, best as UTF-8"));
    }
    let mut text = String::with_capacity(pairs.len());
    for unit in char::decode_utf16(pairs.iter().map(|pair| join(*pair))) {
        match unit {
            Ok('\0') => {
                return Err(trouble("the file holds NUL characters: it is binary data, not text")
                    .with_note("puzzle files are text, best in UTF-8"));
            }
            Ok(ch) => text.push(ch),
            Err(_) => {
                let line = text.matches('\n').count() + 1;
                return Err(trouble(format!(
                    "half a character (a lone surrogate) on line {line} of UTF-16 text"
                ))
                .with_note("save the file again, best as UTF-8"));
            }
        }
    }
    if text.len() >= MAX_BYTES {
        return Err(too_large(text.len()));
    }
    Ok(Decoded { text: Cow::Owned(text), encoding, bom: true })
}

fn trouble(message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(Code::E0105, message, None)
}

fn trouble_at(message: impl Into<String>, byte: usize) -> Diagnostic {
    Diagnostic::new(Code::E0105, message, Span::from_range(byte..byte + 1))
}

fn too_large(n_bytes: usize) -> Diagnostic {
    trouble(format!("a text of {n_bytes} bytes is too large: at most {MAX_BYTES} can be read"))
        .with_note("split the file, or send its lines through standard input")
}

/// NUL bytes: every second one in UTF-16 text of digits, anywhere in binary data.
fn with_nul(bytes: &[u8]) -> Diagnostic {
    let head = &bytes[..bytes.len().min(4096) & !1];
    let nul_at = |parity: usize| head.iter().skip(parity).step_by(2).filter(|byte| **byte == 0).count();
    let (even, odd, half) = (nul_at(0), nul_at(1), head.len() / 2);
    let order = if even == 0 && odd * 4 > half * 3 {
        "UTF-16, low byte first,"
    } else if odd == 0 && even * 4 > half * 3 {
        "UTF-16, high byte first,"
    } else {
        let at = bytes.iter().position(|byte| *byte == 0).unwrap_or_default();
        return trouble_at("the file holds NUL bytes: it is binary data, not text", at)
            .with_note("puzzle files are text in UTF-8");
    };
    trouble(format!("the file looks like {order} without a byte order mark"))
        .with_note("save it as UTF-8, or as UTF-16 with a byte order mark")
}

fn broken_utf8(bytes: &[u8], at: usize) -> Diagnostic {
    let before = &bytes[..at];
    let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
    let start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |newline| newline + 1);
    let column = String::from_utf8_lossy(&before[start..]).chars().count() + 1;
    let byte = bytes.get(at).copied().unwrap_or_default();
    trouble_at(format!("byte 0x{byte:02X} at line {line}, column {column} is not UTF-8"), at)
        .with_note("save the file as UTF-8; text in Latin-1 or Windows-1252 must be converted")
}
