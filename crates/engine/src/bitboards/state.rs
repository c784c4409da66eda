//! Nine boards of 81 bits and the loop that brings them to their fixed point.

use sdkc_board::Board;

use super::narrow::narrow;

/// All 81 cells; bit `9 · row + column`.
pub(super) const ALL: u128 = (1 << 81) - 1;

/// For each cell the 20 others of its row, column and block.
static PEERS: [u128; 81] = peers();

const fn peers() -> [u128; 81] {
    let mut peers = [0; 81];
    let mut cell = 0;
    while cell < 81 {
        let mut other = 0;
        while other < 81 {
            let (row, column) = (cell / 9 == other / 9, cell % 9 == other % 9);
            let block = cell / 27 == other / 27 && cell % 9 / 3 == other % 9 / 3;
            if cell != other && (row || column || block) {
                peers[cell] |= 1 << other;
            }
            other += 1;
        }
        cell += 1;
    }
    peers
}

/// Rows, columns and blocks.
static UNITS: [u128; 27] = units();

const fn units() -> [u128; 27] {
    let mut units = [0; 27];
    let mut cell = 0;
    while cell < 81 {
        units[cell / 9] |= 1 << cell;
        units[9 + cell % 9] |= 1 << cell;
        units[18 + cell / 27 * 3 + cell % 9 / 3] |= 1 << cell;
        cell += 1;
    }
    units
}

/// What is left of a decision: digits of a cell, or places of a digit.
pub(super) enum Choice {
    Digits(usize, u16),
    Places(usize, u128),
}

impl Choice {
    pub(super) const fn is_empty(&self) -> bool {
        matches!(self, Self::Digits(_, 0) | Self::Places(_, 0))
    }

    /// Takes the next (cell, digit).
    pub(super) fn next(&mut self) -> Option<(usize, usize)> {
        if self.is_empty() {
            return None;
        }
        Some(match self {
            Self::Digits(cell, left) => {
                let digit = left.trailing_zeros() as usize;
                *left &= *left - 1;
                (*cell, digit)
            }
            Self::Places(digit, left) => {
                let cell = left.trailing_zeros() as usize;
                *left &= *left - 1;
                (cell, *digit)
            }
        })
    }
}

/// The bits of a board, lowest first.
pub(super) fn bits(mut board: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = board.trailing_zeros() as usize;
        board &= board.wrapping_sub(1);
        (bit < 128).then_some(bit)
    })
}

#[derive(Clone, Copy)]
pub(super) struct State {
    /// Where each digit can be.
    digits: [u128; 9],
    /// The digits as they were when they were last narrowed.
    narrowed: [u128; 9],
    /// The cells whose digit has left their peers.
    pub(super) filled: u128,
}

impl State {
    /// A board's givens and restricted candidates; `None` where a cell has both and they disagree.
    pub(super) fn new(board: &Board) -> Option<Self> {
        let mut state = Self { digits: [ALL; 9], narrowed: [0; 9], filled: 0 };
        for (cell, allowed) in board.restricted() {
            for (digit, places) in state.digits.iter_mut().enumerate() {
                if allowed.bits() >> digit & 1 == 0 {
                    *places &= !(1 << cell.index());
                }
            }
        }
        for (cell, value) in board.givens().filled() {
            if state.digits[value.index()] >> cell.index() & 1 == 0 {
                return None;
            }
            state.decide(cell.index(), value.index());
        }
        Some(state)
    }

    /// Leaves a cell one digit.
    pub(super) fn decide(&mut self, cell: usize, digit: usize) {
        let keep = self.digits[digit];
        for places in &mut self.digits {
            *places &= !(1 << cell);
        }
        self.digits[digit] = keep;
    }

    pub(super) fn is_solved(&self) -> bool {
        self.filled == ALL
    }

    /// The number in a filled cell, 0 in an open one.
    pub(super) fn number(&self, cell: usize) -> u8 {
        if self.filled >> cell & 1 == 0 {
            return 0;
        }
        self.digits.iter().position(|places| places >> cell & 1 == 1).map_or(0, |digit| digit as u8 + 1)
    }

    /// The digits that a cell can take.
    fn digits_of(&self, cell: usize) -> Choice {
        let digits = self.digits.iter().enumerate();
        Choice::Digits(
            cell,
            digits.fold(0, |set, (digit, places)| set | ((places >> cell & 1) as u16) << digit),
        )
    }

    /// What to branch on: the first cell with two digits; failing that a digit with two places in a unit, and failing that
    /// too the first cell with three digits, or any open one.
    pub(super) fn tightest(&self) -> Choice {
        let (mut one, mut two, mut three, mut four) = (0, 0, 0, 0);
        for places in self.digits {
            four |= three & places;
            three |= two & places;
            two |= one & places;
            one |= places;
        }
        if two & !three != 0 {
            return self.digits_of((two & !three).trailing_zeros() as usize);
        }
        if let Some(choice) = self.pair_of_places() {
            return choice;
        }
        let cells = if three & !four != 0 { three & !four } else { !self.filled };
        self.digits_of(cells.trailing_zeros() as usize)
    }

    fn pair_of_places(&self) -> Option<Choice> {
        for (digit, places) in self.digits.iter().enumerate() {
            for unit in &UNITS {
                let inside = places & unit;
                let rest = inside & inside.wrapping_sub(1);
                if rest != 0 && rest & (rest - 1) == 0 {
                    return Some(Choice::Places(digit, inside));
                }
            }
        }
        None
    }

    /// Singles and locked candidates until nothing changes; `false` on a contradiction.
    pub(super) fn settle(&mut self) -> bool {
        loop {
            let (mut one, mut two) = (0, 0);
            for places in self.digits {
                two |= one & places;
                one |= places;
            }
            if one != ALL {
                return false;
            }
            let naked = ALL & !two & !self.filled;
            if naked != 0 {
                self.fill(naked);
            } else {
                match self.narrow_all() {
                    None => return false,
                    Some(false) => return true,
                    Some(true) => {}
                }
            }
        }
    }

    /// The digits of these cells, which have one each, leave their peers. Of two equal ones that see each other both
    /// go, and the next look finds cells without a digit.
    fn fill(&mut self, naked: u128) {
        for places in &mut self.digits {
            let seen = bits(*places & naked).fold(0, |seen, cell| seen | PEERS[cell]);
            *places &= !seen;
        }
        self.filled |= naked;
    }

    /// Narrows the digits that changed; whether anything came of it, or `None` on a contradiction.
    fn narrow_all(&mut self) -> Option<bool> {
        let mut changed = false;
        for digit in 0..9 {
            let before = self.digits[digit];
            if before == self.narrowed[digit] {
                continue;
            }
            let (places, singles) = narrow(before)?;
            // What was narrowed to less is looked at again; what stayed is at rest.
            self.narrowed[digit] = before;
            self.digits[digit] = places;
            changed |= places != before;
            let singles = singles & !self.filled;
            if singles == 0 {
                continue;
            }
            for (other, places) in self.digits.iter_mut().enumerate() {
                if other != digit {
                    *places &= !singles;
                }
            }
            changed = true;
        }
        Some(changed)
    }
}
