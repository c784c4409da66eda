//! How likely each open option is to be taken in a solution, as far as its items can tell each other (belief
//! propagation; for sudoku: Moon and Gunther, "Multiple constraint satisfaction by belief propagation", 2006).
//!
//! An item wants one of its options taken. It tells each of them how much it is needed: one over the odds of all the
//! others together. An option's odds are what its K items say, multiplied; to an item it passes on what the others say.
//!
//! ```text
//!   odds(o)      = ( m(c→o) · m(r→o) · m(k→o) · m(b→o) ) ^ trust      cell, row, column, box
//!   m(i→o)       = 1 / Σ odds(p) / m(i→p)     over the other open options p of i
//! ```
//!
//! With trust 1 that is the textbook's sum-product, and the loops of the board make every item believe its own echo: the
//! messages run away to some wrong 0 and 1. Below 1 (Wiegerinck and Heskes, "Fractional belief propagation", 2002) they
//! settle, and what they say is about true: see the crate's page on big boards.
//!
//! Messages are kept as factors. Half a step in the logarithm (damping) is then one square root, so a round is
//! multiplications, divisions and roots alone: the same on every machine, a few nanoseconds a message.

use sdkc_board::Mask;

use super::{
    items::Items,
    literal::{Lit, Var},
};
use crate::{StopReason, limits::Meter};

/// Messages stay between one over this and this.
const MOST: f32 = 1e6;
/// Odds stay below this, so that sums and quotients of them are numbers where sixteen items agree.
const SURE: f32 = 1e30;
/// Rounds until messages have settled, in those that keep them so.
const FIRST: u32 = 10;
/// Options whose roots are drawn at the same time: compilers make vector instructions of that.
const LANES: usize = 4;
/// Options between two looks at the limits.
const PART: usize = 1 << 10;

/// The messages, from one estimate to the next.
#[derive(Clone, Debug)]
pub(super) struct Beliefs<const K: usize> {
    /// What an option's items tell it.
    told: Vec<[f32; K]>,
    /// What an option passes on to its items.
    passed: Vec<[f32; K]>,
    /// By item, the sum of what its options pass on.
    sums: Vec<f32>,
    /// By item, what that sum begins with: 1 if the item may stay without a taken option.
    without: Vec<f32>,
    /// By option, the odds that it is taken. Of the open ones of the last estimate.
    odds: Vec<f32>,
    open: Vec<Var>,
    /// What was told at the root last, where every dive begins; empty before the first.
    root: Vec<[f32; K]>,
    /// Rounds of the present talk so far; not 0 only if a limit ended the last one.
    done: u32,
    /// Sixteenths.
    trust: u32,
}

impl<const K: usize> Beliefs<K> {
    /// Nothing is believed yet. `trust` is in sixteenths.
    pub(super) fn new<M: Mask>(items: &Items<M, K>, trust: u32) -> Self {
        let n_vars = items.n_vars();
        let absent = Items::<M, K>::absent(n_vars);
        let without = (0..items.items.len() as u32)
            .map(|item| if items.options_of(item).contains(&absent) { 1.0 } else { 0.0 })
            .collect::<Vec<f32>>();
        Self {
            told: vec![[1.0; K]; n_vars],
            passed: vec![[0.0; K]; n_vars],
            sums: without.clone(),
            without,
            odds: vec![0.0; n_vars],
            open: Vec::new(),
            root: Vec::new(),
            done: 0,
            trust,
        }
    }

    /// Forms beliefs at the root, beginning with those formed there last: the first time in [`FIRST`] times as many rounds.
    ///
    /// # Errors
    /// As [`Self::talk`].
    pub(super) fn talk_at_root<M: Mask>(
        &mut self,
        items: &Items<M, K>,
        rounds: u32,
        meter: &mut Meter<'_>,
    ) -> Result<(), StopReason> {
        if self.root.is_empty() {
            self.talk(items, FIRST * rounds, meter)?;
            self.root.clone_from(&self.told);
            return Ok(());
        }
        if self.done == 0 {
            self.told.copy_from_slice(&self.root);
        }
        self.talk(items, rounds, meter)?;
        self.root.copy_from_slice(&self.told);
        Ok(())
    }

    /// Lets items and options talk for so many rounds, beginning with what they said last. Takes time in proportion to the
    /// open options times K.
    ///
    /// # Errors
    /// If a limit ends it; the next talk makes up for the rounds that are missing.
    pub(super) fn talk<M: Mask>(
        &mut self,
        items: &Items<M, K>,
        rounds: u32,
        meter: &mut Meter<'_>,
    ) -> Result<(), StopReason> {
        let mut open = std::mem::take(&mut self.open);
        open.clear();
        open.extend((0..items.n_vars() as Var).filter(|var| items.value(Lit::yes(*var)) == 0));
        let mut end = Ok(());
        while self.done < rounds && end.is_ok() {
            end = self.round(items, &open, meter);
            self.done += u32::from(end.is_ok());
        }
        self.open = open;
        end?;
        self.done = 0;
        Ok(())
    }

    fn round<M: Mask>(
        &mut self,
        items: &Items<M, K>,
        open: &[Var],
        meter: &mut Meter<'_>,
    ) -> Result<(), StopReason> {
        let mut work = |part: &[Var]| meter.work((part.len() * K / 2) as u64).map_or(Ok(()), Err);
        self.sums.copy_from_slice(&self.without);
        for part in open.chunks(PART) {
            work(part)?;
            self.pass_on(items, part);
        }
        for part in open.chunks(PART) {
            work(part)?;
            self.tell(items, part);
        }
        Ok(())
    }

    /// Options to items.
    fn pass_on<M: Mask>(&mut self, items: &Items<M, K>, open: &[Var]) {
        for group in open.chunks(LANES) {
            let mut products = [1.0; LANES];
            for (product, var) in products.iter_mut().zip(group) {
                let told = &self.told[*var as usize];
                *product = told.iter().map(|factor| f64::from(*factor)).product::<f64>() as f32;
            }
            let odds = power(products, self.trust).map(|odds| if odds < SURE { odds } else { SURE });
            for (var, odds) in group.iter().zip(odds) {
                let var = *var as usize;
                let passed = self.told[var].map(|factor| odds / factor);
                for (slot, odds) in items.slots[var].iter().zip(passed) {
                    self.sums[(slot >> Items::<M, K>::SHIFT) as usize] += odds;
                }
                (self.odds[var], self.passed[var]) = (odds, passed);
            }
        }
    }

    /// Items to options, four items at a time for the same reason.
    fn tell<M: Mask>(&mut self, items: &Items<M, K>, open: &[Var]) {
        let padding = self.sums.len() - 1;
        for var in open {
            let var = *var as usize;
            let of = items.slots[var].map(|slot| (slot >> Items::<M, K>::SHIFT) as usize);
            let sums = of.map(|item| self.sums[item]);
            let (told, passed) = (&mut self.told[var], &self.passed[var]);
            let (told_in_fours, told_rest) = told.as_chunks_mut::<4>();
            let (sums_in_fours, sums_rest) = sums.as_chunks::<4>();
            let (passed_in_fours, passed_rest) = passed.as_chunks::<4>();
            for ((told, sums), passed) in told_in_fours.iter_mut().zip(sums_in_fours).zip(passed_in_fours) {
                *told = hear(*told, *sums, *passed);
            }
            for ((told, sum), passed) in told_rest.iter_mut().zip(sums_rest).zip(passed_rest) {
                [*told] = hear([*told], [*sum], [*passed]);
            }
            // Padding tells nothing.
            for (told, item) in told.iter_mut().zip(of) {
                *told = if item == padding { 1.0 } else { *told };
            }
        }
    }

    /// The options that were open, each with its odds.
    pub(super) fn odds(&self) -> impl Iterator<Item = (Var, f32)> + '_ {
        self.open.iter().map(|var| (*var, self.odds[*var as usize]))
    }
}

/// Half a step from what was told to what is to be told, in the logarithm.
#[inline(always)]
fn hear<const N: usize>(told: [f32; N], sums: [f32; N], passed: [f32; N]) -> [f32; N] {
    let mut new = [0.0; N];
    for k in 0..N {
        let others = sums[k] - passed[k];
        let others = if others > MOST.recip() { others } else { MOST.recip() };
        let others = if others < MOST { others } else { MOST };
        new[k] = told[k] / others;
    }
    new.map(f32::sqrt)
}

/// Each base to the power of `sixteenths / 16`, by square roots: exact to the last bit on every machine, which logarithms
/// are not.
#[inline(always)]
fn power(bases: [f32; LANES], sixteenths: u32) -> [f32; LANES] {
    let (mut roots, mut products) = (bases, [1.0; LANES]);
    for bit in (0..4).rev() {
        roots = roots.map(f32::sqrt);
        if sixteenths >> bit & 1 == 1 {
            for (product, root) in products.iter_mut().zip(roots) {
                *product *= root;
            }
        }
    }
    products
}

#[cfg(test)]
mod tests {
    use sdkc_board::{Board, Grid, SeededRng, Shape};

    use super::*;
    use crate::{
        Limits, Never,
        generate::full_board,
        learn::{compile::compile, root::Root},
        limits::Meter,
    };

    /// The beliefs about a random board with so many holes in a hundred, and which of the open options its solution takes.
    fn beliefs<const K: usize>(n_dims: usize, block: usize, holes: usize, trust: u32) -> Vec<(f32, bool)> {
        let shape = Shape::hypercube(n_dims, block).expect("a small shape");
        let solution = full_board(&shape, 3, Limits::none(), &Never).expect("no limits");
        let mut rng = SeededRng::new(7);
        let givens =
            solution.values().iter().map(|value| value.filter(|_| rng.below(100) >= holes)).collect();
        let board = Board::with_givens(shape, Grid::from_values(givens)).expect("legal values");
        let mut root = Root::<u64>::new(&board);
        root.run(&mut Meter::new(Limits::none(), &Never)).expect("it has a solution");
        let mut meter = Meter::new(Limits::none(), &Never);
        let compiled = compile::<u64, K>(&root, None, &mut meter).expect("no limits");
        let taken = compiled.options.taken(&solution);
        let mut beliefs = Beliefs::new(&compiled.items, trust);
        beliefs.talk(&compiled.items, 40, &mut meter).expect("no limits");
        beliefs.odds().map(|(var, odds)| (odds, taken[var as usize])).collect()
    }

    #[test]
    fn powers_are_right() {
        for sixteenths in 0..16 {
            for bases in [[1e-36, 1e-3, 0.7, 1.0], [5.0, 1e20, 1e-20, 1e36]] {
                for (base, found) in bases.into_iter().zip(power(bases, sixteenths)) {
                    let right = f64::powf(f64::from(base), f64::from(sixteenths) / 16.0);
                    assert!((f64::from(found) / right - 1.0).abs() < 1e-5);
                }
            }
        }
    }

    #[test]
    fn the_likeliest_options_are_mostly_right() {
        for (mut odds, least) in [(beliefs::<4>(2, 5, 50, 12), 80), (beliefs::<5>(3, 2, 85, 11), 40)] {
            odds.sort_by(|one, other| other.0.total_cmp(&one.0));
            let right = odds[..50].iter().filter(|(_, taken)| *taken).count() * 2;
            assert!(right >= least, "{right} in a hundred");
        }
    }

    #[test]
    fn odds_are_numbers() {
        for trust in [8, 11, 12, 15] {
            let odds = beliefs::<4>(2, 4, 60, trust);
            assert!(!odds.is_empty() && odds.iter().all(|(odds, _)| odds.is_finite() && *odds >= 0.0));
        }
    }

    #[test]
    fn sixteen_items_that_agree_are_no_overflow() {
        let board = Board::empty(Shape::hypercube(2, 2).expect("4x4"));
        let mut meter = Meter::new(Limits::none(), &Never);
        let compiled = compile::<u64, 16>(&Root::<u64>::new(&board), None, &mut meter).expect("no limits");
        let mut beliefs = Beliefs::new(&compiled.items, 15);
        for told in [MOST, MOST.recip()] {
            beliefs.told.fill([told; 16]);
            beliefs.talk(&compiled.items, 3, &mut meter).expect("no limits");
            assert!(beliefs.odds().all(|(_, odds)| odds.is_finite()), "{told}");
            assert!(beliefs.told.iter().flatten().all(|told| told.is_finite()), "{told}");
        }
    }
}
