//! Which character is which value. Plain up to side 9; above, the same letter has five meanings among programs.
//!
//! On 16×16 an `A` is 10 (1–9 and A–G), 11 (hexadecimal), or 1 (A–P). What settles it: a `G` beside digits means
//! 1–9 and A–G, a `0` beside another empty mark or on a filled board means hexadecimal, a letter from `H` to `P` means A–P. If nothing does,
//! the reader asks for `--symbols` and does not guess. The same three readings exist on 25×25.

use sdkc_diagnostics::{Code, Diagnostic, Span};
use sdkc_puzzle::Notation;

use crate::{ReadOptions, size::EMPTY_MARKS};

/// The meaning of the characters of one puzzle.
#[derive(Clone, Debug)]
pub(crate) struct Alphabet {
    notation: Notation,
}

impl Alphabet {
    /// Finds the meaning of the cells of a board of side `side`; `at` is the place of the puzzle.
    pub fn of(
        side: usize,
        cells: impl Iterator<Item = char> + Clone,
        options: &ReadOptions,
        at: Span,
    ) -> Result<Self, Box<Diagnostic>> {
        match &options.symbols {
            Some(symbols) if side > 9 || symbols.chars().count() == side => asked_for(symbols, side, at),
            _ if side <= 9 => Ok(Self { notation: Notation::numbers(side) }),
            _ => Seen::new(side, cells.clone()).settle(side, cells, at),
        }
    }

    pub fn notation(&self) -> &Notation {
        &self.notation
    }

    /// The value of a character, 0 for an empty cell, `None` for what is no cell.
    pub fn value(&self, ch: char) -> Option<u8> {
        match self.notation.as_symbols() {
            None => match ch {
                '0'..='9' if ch as usize - '0' as usize <= self.notation.side() => Some(ch as u8 - b'0'),
                _ => is_empty_mark(ch).then_some(0),
            },
            Some(symbols) => match symbols.iter().position(|symbol| *symbol == ch) {
                Some(at) => u8::try_from(at + 1).ok(),
                None => (ch == '0' || (is_empty_mark(ch) && !ch.is_alphabetic())).then_some(0),
            },
        }
    }
}

/// Whether a character marks an empty cell at least on small boards.
pub(crate) fn is_empty_mark(ch: char) -> bool {
    u8::try_from(ch).is_ok_and(|byte| EMPTY_MARKS.contains(&byte))
}

fn asked_for(symbols: &str, side: usize, at: Span) -> Result<Alphabet, Box<Diagnostic>> {
    match Notation::symbols(symbols, side) {
        Ok(notation) => Ok(Alphabet { notation }),
        Err(error) => {
            let it = Diagnostic::new(Code::E0703, format!("these symbols do not fit: {error}"), at)
                .with_note(format!("give exactly {side} different letters or digits to `--symbols`"));
            Err(Box::new(it))
        }
    }
}

/// What stands in the cells.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    digits: bool,
    zero: bool,
    mark: bool,
    upper: bool,
    lower: bool,
    /// The last letter of 1–9A…, which hexadecimal does not have.
    last: bool,
    /// A letter beyond it.
    beyond: bool,
    /// A letter that is none of as many as there are values, such as the `x` of an empty cell.
    far: bool,
}

impl Seen {
    fn new(side: usize, cells: impl Iterator<Item = char>) -> Self {
        let mut seen = Self::default();
        for ch in cells {
            match ch {
                '0' => seen.zero = true,
                '1'..='9' => seen.digits = true,
                _ if ch.is_ascii_alphabetic() => {
                    seen.upper |= ch.is_ascii_uppercase();
                    seen.lower |= ch.is_ascii_lowercase();
                    let number = usize::from(ch.to_ascii_uppercase() as u8 - b'A') + 10;
                    seen.last |= number == side;
                    seen.beyond |= number > side;
                    seen.far |= number >= side + 10;
                }
                _ => seen.mark = true,
            }
        }
        seen
    }

    fn settle(
        self,
        side: usize,
        cells: impl Iterator<Item = char> + Clone,
        at: Span,
    ) -> Result<Alphabet, Box<Diagnostic>> {
        let letters = self.upper || self.lower;
        let zero_is_a_value = self.zero && self.mark;
        if !(letters || self.digits || zero_is_a_value) {
            return Ok(Alphabet { notation: Notation::numbers(side) });
        }
        let with_zero: String = ('0'..='9').chain('A'..='Z').take(side).collect();
        let case = |symbols: String| if self.lower { symbols.to_ascii_lowercase() } else { symbols };
        let symbols = match self {
            Self { upper: true, lower: true, .. } => return Err(ambiguous(side, at)),
            Self { beyond: true, digits: false, zero, mark, lower, far, .. }
                if !(zero && mark || lower && far) =>
            {
                case(('A'..='Z').take(side).collect())
            }
            Self { last: true, beyond: false, digits: true, zero, mark, .. } if !(zero && mark) => {
                case(('1'..='9').chain('A'..='Z').take(side).collect())
            }
            Self { zero: true, mark: true, last: false, beyond: false, .. } => case(with_zero),
            Self { zero: true, mark: false, last: false, beyond: false, .. }
                if is_full(&with_zero, cells) =>
            {
                case(with_zero)
            }
            _ => return Err(ambiguous(side, at)),
        };
        Notation::symbols(&symbols, side)
            .map(|notation| Alphabet { notation })
            .map_err(|_| ambiguous(side, at))
    }
}

/// Whether each symbol stands as often as on a filled board: no `0` is an empty cell then.
fn is_full(symbols: &str, cells: impl Iterator<Item = char> + Clone) -> bool {
    let n_of = |symbol: char| cells.clone().filter(|ch| ch.to_ascii_uppercase() == symbol).count();
    symbols.chars().all(|symbol| n_of(symbol) == symbols.len())
}

fn ambiguous(side: usize, at: Span) -> Box<Diagnostic> {
    let take = |from: &mut dyn Iterator<Item = char>| from.take(side).collect::<String>();
    let readings = [
        take(&mut ('1'..='9').chain('A'..='Z')),
        take(&mut ('0'..='9').chain('A'..='Z')),
        take(&mut ('A'..='Z')),
    ];
    let it = Diagnostic::new(
        Code::E0703,
        format!("which value is which letter of this {side}×{side} puzzle?"),
        at,
    )
    .with_note(format!(
        "programs disagree; say it with `--symbols`, such as {}, {} or {}",
        readings[0], readings[1], readings[2]
    ));
    Box::new(it)
}
