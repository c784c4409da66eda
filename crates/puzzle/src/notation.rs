//! How values are written in a puzzle: as numbers, or as one symbol each.

use std::fmt;

use sdkc_board::{Value, ValueSet};

/// The way in which a puzzle writes its values, in files, messages and output.
///
/// ```
/// use sdkc_board::Value;
/// use sdkc_puzzle::Notation;
/// let numbers = Notation::numbers(16);
/// assert_eq!(numbers.show(Value::new(12).unwrap()), "12");
/// let letters = Notation::symbols("123456789ABCDEFG", 16)?;
/// assert_eq!(letters.show(Value::new(12).unwrap()), "C");
/// assert_eq!(letters.read("C"), Value::new(12));
/// assert_eq!(letters.read("12"), None);
/// # Ok::<(), sdkc_puzzle::SymbolsError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notation {
    side: usize,
    symbols: Option<Box<[char]>>,
}

/// Why symbols do not fit a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SymbolsError {
    /// There must be exactly as many as the side.
    Count {
        /// How many there are.
        found: usize,
        /// The side.
        side: usize,
    },
    /// Only letters and digits can be symbols.
    NotAlphanumeric {
        /// The character.
        symbol: char,
        /// Its 0-based place among the symbols.
        at: usize,
    },
    /// A symbol stands twice.
    Repeated {
        /// The character.
        symbol: char,
        /// The 0-based place of its second occurrence.
        at: usize,
    },
}

impl fmt::Display for SymbolsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Count { found, side } => write!(f, "{found} symbols for {side} values"),
            Self::NotAlphanumeric { symbol, .. } => write!(f, "`{symbol}` is neither a letter nor a digit"),
            Self::Repeated { symbol, .. } => write!(f, "`{symbol}` stands twice"),
        }
    }
}

impl std::error::Error for SymbolsError {}

impl Notation {
    /// Numbers `1..=side`.
    #[must_use]
    pub const fn numbers(side: usize) -> Self {
        Self { side, symbols: None }
    }

    /// One letter or digit for each value, case-sensitive.
    ///
    /// # Errors
    /// [`SymbolsError`] where there are not exactly `side` distinct letters or digits.
    pub fn symbols(symbols: &str, side: usize) -> Result<Self, SymbolsError> {
        let all: Box<[char]> = symbols.chars().collect();
        if let Some((at, symbol)) = all.iter().enumerate().find(|(_, symbol)| !symbol.is_alphanumeric()) {
            return Err(SymbolsError::NotAlphanumeric { symbol: *symbol, at });
        }
        if let Some((at, symbol)) = all.iter().enumerate().find(|(at, symbol)| all[..*at].contains(symbol)) {
            return Err(SymbolsError::Repeated { symbol: *symbol, at });
        }
        if all.len() != side {
            return Err(SymbolsError::Count { found: all.len(), side });
        }
        Ok(Self { side, symbols: Some(all) })
    }

    /// The number of values.
    #[must_use]
    pub const fn side(&self) -> usize {
        self.side
    }

    /// The symbols, where values are not numbers.
    #[must_use]
    pub fn as_symbols(&self) -> Option<&[char]> {
        self.symbols.as_deref()
    }

    /// Whether every value is one character, so that cells need no blanks between them.
    #[must_use]
    pub const fn is_compact(&self) -> bool {
        self.side <= 9 || self.symbols.is_some()
    }

    /// Whether `0` is a mark of an empty cell: it is unless it is a symbol.
    #[must_use]
    pub fn zero_is_empty(&self) -> bool {
        !self.as_symbols().is_some_and(|symbols| symbols.contains(&'0'))
    }

    /// The value of a symbol or of the digits of a number, without sign or blanks.
    #[must_use]
    pub fn read(&self, text: &str) -> Option<Value> {
        let number = match &self.symbols {
            Some(symbols) => {
                let mut chars = text.chars();
                let (symbol, rest) = (chars.next()?, chars.next());
                let at = symbols.iter().position(|known| *known == symbol)?;
                if rest.is_some() {
                    return None;
                }
                at + 1
            }
            None if text.bytes().all(|byte| byte.is_ascii_digit()) => text.parse().ok()?,
            None => return None,
        };
        let value = u8::try_from(number).ok().and_then(Value::new)?;
        (number <= self.side).then_some(value)
    }

    /// A value as the puzzle writes it.
    #[must_use]
    pub fn show(&self, value: Value) -> String {
        match self.as_symbols().and_then(|symbols| symbols.get(value.index())) {
            Some(symbol) => symbol.to_string(),
            None => value.to_string(),
        }
    }

    /// The values of a set, one after the other with a blank between them: `1 4 7`.
    #[must_use]
    pub fn show_set(&self, set: ValueSet) -> String {
        set.iter().map(|value| self.show(value)).collect::<Vec<_>>().join(" ")
    }

    /// The number of characters of the longest value.
    #[must_use]
    pub fn width(&self) -> usize {
        if self.symbols.is_some() { 1 } else { self.side.to_string().len() }
    }
}
