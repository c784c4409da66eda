//! The table of codes: one row a mistake, one page a row. Everything that lists codes derives from it.

use std::{fmt, str::FromStr};

use crate::Severity;

/// The stage that finds a mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Family {
    /// E01: characters and tokens.
    Lexical,
    /// E02: items and their order.
    Syntax,
    /// E03: sizes, coordinates, values.
    Shape,
    /// E04: givens that break the rules.
    Rules,
    /// E05: what only a solver can tell.
    Solving,
    /// W06: likely mistakes.
    Lint,
    /// E07 and N07: other programs' files.
    Format,
}

macro_rules! codes {
    ($($code:ident $severity:ident $family:ident $title:literal;)*) => {
        /// A stable name for one kind of mistake.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Code {
            $(#[doc = $title] $code,)*
        }

        impl Code {
            /// All codes, in order.
            pub const ALL: &'static [Self] = &[$(Self::$code,)*];

            /// The name as users see it, such as `E0401`.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$code => stringify!($code),)* }
            }

            /// A few words that say what the code is about.
            #[must_use]
            pub const fn title(self) -> &'static str {
                match self { $(Self::$code => $title,)* }
            }

            /// The severity that a diagnostic of this code has by default.
            #[must_use]
            pub const fn severity(self) -> Severity {
                match self { $(Self::$code => Severity::$severity,)* }
            }

            /// The stage that finds it.
            #[must_use]
            pub const fn family(self) -> Family {
                match self { $(Self::$code => Family::$family,)* }
            }

            /// The page: Markdown with what it means, why it matters, an example that triggers it, the way out.
            #[must_use]
            pub const fn page(self) -> &'static str {
                match self { $(Self::$code => include_str!(concat!("../pages/", stringify!($code), ".md")),)* }
            }
        }
    };
}

codes! {
    E0101 Error Lexical "a character that no item can hold";
    E0102 Error Lexical "a string that does not end on its line";
    E0103 Error Lexical "an unknown escape in a string";
    E0104 Error Lexical "a character that no grid can hold";
    E0105 Error Lexical "a file that cannot be read as text";
    E0106 Error Lexical "a malformed number";
    E0201 Error Syntax "something else was expected here";
    E0202 Error Syntax "a brace or parenthesis that is never closed";
    E0203 Error Syntax "an unknown item";
    E0204 Error Syntax "the same item twice";
    E0205 Error Syntax "expectations that contradict each other";
    E0206 Error Syntax "a language version that this sdkc does not read";
    E0207 Error Syntax "rules are not part of language version 1";
    E0208 Error Syntax "braces nested too deeply";
    E0209 Error Syntax "an unknown strategy, option or choice";
    E0210 Error Syntax "a closing brace that nothing opened";
    E0211 Error Syntax "a file without a puzzle";
    E0301 Error Shape "dimensions out of range";
    E0302 Error Shape "an impossible block";
    E0303 Error Shape "a board that is too large";
    E0304 Error Shape "a row with the wrong number of cells";
    E0305 Error Shape "a grid with the wrong number of rows";
    E0306 Error Shape "a value that this board does not have";
    E0307 Error Shape "symbols that do not fit the board";
    E0308 Error Shape "a layer that does not exist";
    E0309 Error Shape "the same layer twice";
    E0310 Error Shape "a cell outside the board";
    E0311 Error Shape "a flat grid on a board of more than two dimensions";
    E0312 Error Shape "regions that do not divide the board";
    E0313 Error Shape "shape items that do not go together";
    E0314 Error Shape "one cell, two values";
    E0315 Error Shape "the candidates of one cell twice";
    E0316 Error Shape "a number out of range";
    E0401 Error Rules "givens that break a rule";
    E0402 Error Rules "a given outside its candidates";
    E0403 Error Rules "a cell without legal values";
    E0501 Error Solving "a puzzle without a solution";
    E0502 Error Solving "a broken expectation";
    E0503 Error Solving "a limit was reached before the answer";
    E0504 Error Solving "a bug in sdkc";
    W0601 Warning Lint "decoration off the block borders";
    W0602 Warning Lint "an option without effect";
    W0603 Warning Lint "fewer givens than any puzzle with one solution has";
    W0604 Warning Lint "the same given twice";
    W0605 Warning Lint "two puzzles of one name";
    W0606 Warning Lint "more than one solution";
    W0607 Warning Lint "a state that contradicts the solution";
    W0608 Warning Lint "regions in several pieces";
    E0701 Error Format "a foreign file broken at a place";
    E0702 Error Format "a foreign puzzle with the wrong number of cells";
    E0703 Error Format "a foreign puzzle whose alphabet is ambiguous";
    E0704 Error Format "a foreign puzzle of an impossible size";
    N0701 Note Format "a file in another program's format";
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The text names no code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownCode {
    /// What was asked for.
    pub text: String,
    /// The codes nearest to it, best first; may be empty.
    pub similar: Vec<Code>,
}

impl fmt::Display for UnknownCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no code `{}`", self.text)?;
        match self.similar.first() {
            Some(code) => write!(f, "; did you mean {code} ({})?", code.title()),
            None => Ok(()),
        }
    }
}

impl std::error::Error for UnknownCode {}

impl FromStr for Code {
    type Err = UnknownCode;

    /// Reads a code in any case; the letter in front may be left out, and zeros.
    fn from_str(text: &str) -> Result<Self, UnknownCode> {
        let wanted = text.trim().to_ascii_uppercase();
        let digits = wanted.trim_start_matches(|c: char| !c.is_ascii_digit());
        let exact = Self::ALL.iter().find(|code| code.as_str() == wanted);
        let bare = Self::ALL.iter().find(|code| {
            digits == wanted && code.as_str()[1..].trim_start_matches('0') == digits.trim_start_matches('0')
        });
        exact.or(bare).copied().ok_or_else(|| {
            let distance =
                |code: &Self| code.as_str().bytes().zip(wanted.bytes()).filter(|(a, b)| a != b).count();
            let mut similar: Vec<Self> =
                Self::ALL.iter().copied().filter(|code| wanted.len() == 5 && distance(code) <= 2).collect();
            similar.sort_by_key(distance);
            similar.truncate(3);
            UnknownCode { text: text.trim().to_owned(), similar }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_codes_in_any_case_and_suggests() {
        assert_eq!("e0401".parse(), Ok(Code::E0401));
        assert_eq!("0401".parse(), Ok(Code::E0401));
        assert!("E0499".parse::<Code>().unwrap_err().to_string().contains("did you mean"));
        assert!("".parse::<Code>().is_err());
    }

    #[test]
    fn every_page_is_titled_with_its_code() {
        for code in Code::ALL {
            let heading = format!("# {code}: {}\n", code.title());
            assert!(code.page().starts_with(&heading), "{code}: the page must start with {heading:?}");
        }
    }

    #[test]
    fn the_letter_tells_the_severity() {
        for code in Code::ALL {
            let letter = match code.severity() {
                Severity::Error => 'E',
                Severity::Warning => 'W',
                Severity::Note => 'N',
            };
            assert!(code.as_str().starts_with(letter));
        }
    }
}
