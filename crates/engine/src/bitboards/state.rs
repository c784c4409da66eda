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
    pub(super) fn digits_of(&self, cell: usize) -> u16 {
        self.digits
            .iter()
            .enumerate()
            .fold(0, |set, (digit, places)| set | ((places >> cell & 1) as u16) << digit)
    }

    /// The first cell with two digits, or failing that with three, or the first open one.
    pub(super) fn tightest(&self) -> usize {
        let (mut one, mut two, mut three, mut four) = (0, 0, 0, 0);
        for places in self.digits {
            four |= three & places;
            three |= two & places;
            two |= one & places;
            one |= places;
        }
        for exactly in [two & !three, three & !four, two] {
            if exactly != 0 {
                return exactly.trailing_zeros() as usize;
            }
        }
        (!self.filled).trailing_zeros() as usize
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
