//! Whether the givens of a board show structure, and which.
//!
//! A pair of givens in one segment joins the classes of their values. On a board without structure the joined classes
//! soon outgrow the length of a segment; on one with it they never do, and after a while pairs only confirm what is
//! known. Each such pair would confirm by chance with a probability of (b − 1)/(L − 1), so a handful is enough.
//!
//! Where every length is 2 the values get labels in Z₂ᴺ such that the labels in a block differ like its cells' places;
//! then any two givens of a block count, not only those on one line.

use sdkc_board::{Board, SeededRng, Shape};

use super::{Link, Structure};
use crate::{StopReason, limits::Meter};

/// Boards with fewer cells are searched at once.
const FEWEST_CELLS: usize = 256;
/// How likely it may be that a board without structure is taken for one with it.
const CHANCE: f64 = 1e-4;
/// How many ways to complete labels are tried where the givens do not tell them all.
const GUESSES: u64 = 8;

impl Structure {
    /// The structures that the givens may have: none as a rule, one if they tell all of it, else some guesses.
    pub(crate) fn of(board: &Board, meter: &mut Meter<'_>) -> Result<Vec<Self>, StopReason> {
        let shape = board.shape();
        let Some(lengths) = shape.block_lengths().filter(|_| shape.n_cells() >= FEWEST_CELLS) else {
            return Ok(Vec::new());
        };
        if board.givens().is_complete() {
            return Ok(Vec::new());
        }
        if lengths.iter().all(|length| *length == 2) {
            let labels = Labels::read(board, meter)?;
            return Ok(labels.map(|labels| labels.structures(shape)).unwrap_or_default());
        }
        let mut links: Vec<Link> = Vec::new();
        for axis in (0..shape.n_dims()).filter(|axis| lengths[*axis] > 1) {
            links.extend(classes(board, axis, usize::from(lengths[axis]), meter)?);
        }
        Ok(if links.is_empty() { Vec::new() } else { vec![Self { links }] })
    }
}

/// Whether so many confirmations are more than chance.
fn is_evidence(confirmations: u32, probability: f64) -> bool {
    probability.powi(confirmations.min(1000) as i32) < CHANCE
}

/// The classes of one axis, if its givens tell them.
fn classes(
    board: &Board,
    axis: usize,
    length: usize,
    meter: &mut Meter<'_>,
) -> Result<Option<Link>, StopReason> {
    let shape = board.shape();
    let (side, stride) = (shape.side(), shape.stride(axis) as usize);
    let values = board.givens().values();
    let mut members: Vec<u128> = (0..side).map(|value| 1 << value).collect();
    let mut confirmations = 0;
    for cell in 0..values.len() {
        let Some(value) = values[cell] else { continue };
        meter.look(1)?;
        // The next given of the segment is enough: its own next one is joined with it.
        let left = length - 1 - cell / stride % length;
        let next = (1..=left).find_map(|step| values[cell + step * stride]);
        let Some(next) = next else { continue };
        let (mine, theirs) = (members[value.index()], members[next.index()]);
        if mine == theirs {
            confirmations += 1;
            continue;
        }
        let both = mine | theirs;
        if both.count_ones() as usize > length {
            return Ok(None);
        }
        (0..side).filter(|value| both >> value & 1 == 1).for_each(|value| members[value] = both);
    }
    let complete = members.iter().all(|class| class.count_ones() as usize == length);
    let probability = (length - 1) as f64 / (side - 1) as f64;
    if !complete || !is_evidence(confirmations, probability) {
        return Ok(None);
    }
    let companions = members.iter().enumerate().map(|(value, class)| class & !(1 << value)).collect();
    Ok(Some(Link::segments(shape, axis, length, companions)))
}

/// Values with labels in Z₂ᴺ, as far as they are known: values of one part have labels that hold relative to each
/// other.
struct Labels {
    part: Vec<usize>,
    label: Vec<usize>,
}

impl Labels {
    fn read(board: &Board, meter: &mut Meter<'_>) -> Result<Option<Self>, StopReason> {
        let shape = board.shape();
        let side = shape.side();
        let mut labels = Self { part: (0..side).collect(), label: vec![0; side] };
        let mut confirmations = 0;
        // The first given met in each block, with its place.
        let mut firsts: Vec<Option<(u8, u8)>> = vec![None; shape.n_cells() / side];
        for (cell, value) in board.givens().filled() {
            meter.look(1)?;
            let coords = shape.coords(cell);
            let block = coords.iter().fold(0, |block, at| block * (side / 2) + usize::from(at / 2));
            let place = coords.iter().fold(0, |place, at| place << 1 | at & 1);
            let first = &mut firsts[block];
            let Some((first_value, first_place)) = *first else {
                *first = Some((value.index() as u8, place));
                continue;
            };
            let offset = usize::from(first_place ^ place);
            match labels.relate(first_value.into(), value.index(), offset) {
                Some(is_known) => confirmations += u32::from(is_known),
                None => return Ok(None),
            }
        }
        Ok(is_evidence(confirmations, 1.0 / (side - 1) as f64).then_some(labels))
    }

    /// Two values differ by this in their labels. `Some(true)` if that was known, `None` if it cannot be.
    fn relate(&mut self, one: usize, other: usize, offset: usize) -> Option<bool> {
        if self.part[one] == self.part[other] {
            return (self.label[one] ^ self.label[other] == offset).then_some(true);
        }
        let (from, to) = (self.part[other], self.part[one]);
        let shift = self.label[one] ^ self.label[other] ^ offset;
        let mut taken = 0_u128;
        for value in 0..self.part.len() {
            if self.part[value] == from {
                (self.part[value], self.label[value]) = (to, self.label[value] ^ shift);
            }
            if self.part[value] == to {
                let bit = 1 << self.label[value];
                if taken & bit != 0 {
                    return None;
                }
                taken |= bit;
            }
        }
        Some(false)
    }

    /// The structure if all labels are known, else some ways to shift the parts against each other.
    fn structures(&self, shape: &Shape) -> Vec<Structure> {
        let n_guesses = if self.part.iter().all(|part| *part == self.part[0]) { 1 } else { GUESSES };
        let mut structures = Vec::new();
        for seed in 0..n_guesses {
            let Some(label) = self.completed(&mut SeededRng::new(seed)) else { continue };
            let structure = structure(shape, &label);
            if !structures.contains(&structure) {
                structures.push(structure);
            }
        }
        structures
    }

    /// Labels of all values, no two the same: the parts are placed largest first, each where it fits.
    fn completed(&self, rng: &mut SeededRng) -> Option<Vec<usize>> {
        let side = self.part.len();
        let mut parts: Vec<Vec<usize>> = (0..side)
            .map(|part| (0..side).filter(|value| self.part[*value] == part).collect())
            .filter(|values: &Vec<usize>| !values.is_empty())
            .collect();
        rng.shuffle(&mut parts);
        parts.sort_by_key(|values| std::cmp::Reverse(values.len()));
        let mut label = self.label.clone();
        let mut taken = 0_u128;
        for values in parts {
            let mut shifts: Vec<usize> = (0..side).collect();
            rng.shuffle(&mut shifts);
            let places = |shift: usize| {
                values.iter().fold(0, |bits, value| bits | 1_u128 << (self.label[*value] ^ shift))
            };
            let shift = shifts.into_iter().find(|shift| places(*shift) & taken == 0)?;
            taken |= places(shift);
            values.iter().for_each(|value| label[*value] = self.label[*value] ^ shift);
        }
        Some(label)
    }
}

/// Along an axis, the companion of a value is the one whose label differs in that axis' bit.
fn structure(shape: &Shape, label: &[usize]) -> Structure {
    let n_dims = shape.n_dims();
    let mut value_of = vec![0; label.len()];
    label.iter().enumerate().for_each(|(value, label)| value_of[*label] = value);
    let links = (0..n_dims).map(|axis| {
        let flip = 1 << (n_dims - 1 - axis);
        let companions = label.iter().map(|label| 1 << value_of[label ^ flip]).collect();
        Link::segments(shape, axis, 2, companions)
    });
    Structure { links: links.collect() }
}
