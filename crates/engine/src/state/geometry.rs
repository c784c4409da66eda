//! The houses of a board in tables, for the store that removes candidates: which cells a house has, in which houses
//! and where in them a cell stands, and which houses meet in more than one cell.
//!
//! A *house* is a set of as many cells as there are values, so that each value has exactly one place in it: the
//! shape's units, and further constraints of that size. Slot `house · side + value` is a value's masks of places,
//! slot `house · side + place` a house's cell: both start at the same base.

use sdkc_board::{Mask, Shape};

/// A cell's place in one of its houses.
#[derive(Clone, Copy)]
pub(crate) struct Place<M> {
    pub(crate) house: u32,
    /// `house · side`.
    pub(crate) base: u32,
    /// The bit of the place.
    pub(crate) bit: M,
}

/// Two houses that have more than one cell in common, seen from one of them.
#[derive(Clone, Copy)]
pub(crate) struct Meet<M> {
    /// The common cells, as places of this house.
    pub(crate) own: M,
    /// The other house's base.
    pub(crate) other: u32,
    /// The common cells, as places of the other.
    pub(crate) theirs: M,
}

pub(crate) struct Geometry<M> {
    pub(crate) shape: Shape,
    pub(crate) side: usize,
    pub(crate) n_houses: usize,
    /// The most cells that two houses have in common.
    pub(crate) most_shared: u32,
    pub(crate) house_cells: Vec<u32>,
    place_start: Vec<u32>,
    places: Vec<Place<M>>,
    /// For each slot of `house_cells` the meetings of its house at that cell.
    meet_start: Vec<u32>,
    meets: Vec<Meet<M>>,
}

impl<M: Mask> Geometry<M> {
    /// The houses of a shape and these further ones, each with as many cells as the side.
    pub(crate) fn new<'a>(shape: &Shape, further: impl Iterator<Item = &'a [u32]>) -> Self {
        let side = shape.side();
        let mut house_cells: Vec<u32> = Vec::with_capacity(shape.n_units() * side);
        for unit in shape.units() {
            house_cells.extend(shape.unit_cells(unit).map(|cell| cell.index() as u32));
        }
        further.for_each(|cells| house_cells.extend(cells));
        let mut geometry = Self {
            shape: shape.clone(),
            side,
            n_houses: house_cells.len() / side,
            most_shared: 0,
            house_cells,
            place_start: Vec::new(),
            places: Vec::new(),
            meet_start: Vec::new(),
            meets: Vec::new(),
        };
        geometry.find_places();
        geometry.find_meets();
        geometry
    }

    /// The places of a cell.
    #[inline]
    pub(crate) fn places(&self, cell: usize) -> &[Place<M>] {
        &self.places[self.place_start[cell] as usize..self.place_start[cell + 1] as usize]
    }

    /// The houses that meet the house of `slot` at that slot's cell and in further cells.
    #[inline]
    pub(crate) fn meets(&self, slot: usize) -> &[Meet<M>] {
        &self.meets[self.meet_start[slot] as usize..self.meet_start[slot + 1] as usize]
    }

    fn find_places(&mut self) {
        let n_cells = self.shape.n_cells();
        let mut start = vec![0_u32; n_cells + 1];
        for cell in &self.house_cells {
            start[*cell as usize + 1] += 1;
        }
        for cell in 0..n_cells {
            start[cell + 1] += start[cell];
        }
        let mut next = start.clone();
        let mut places = vec![Place { house: 0, base: 0, bit: M::EMPTY }; self.house_cells.len()];
        for (slot, cell) in self.house_cells.iter().enumerate() {
            let (house, at) = (slot / self.side, slot % self.side);
            let to = &mut next[*cell as usize];
            places[*to as usize] =
                Place { house: house as u32, base: (house * self.side) as u32, bit: M::bit(at) };
            *to += 1;
        }
        (self.place_start, self.places) = (start, places);
    }

    fn find_meets(&mut self) {
        // For the house in hand, which of its places lie in each other house.
        let mut common = vec![M::EMPTY; self.n_houses];
        let mut meets = Vec::new();
        let mut meet_start = Vec::with_capacity(self.house_cells.len() + 1);
        meet_start.push(0);
        for (house, cells) in self.house_cells.chunks_exact(self.side).enumerate() {
            let others = |cell: u32| {
                self.places(cell as usize).iter().filter(move |place| place.house as usize != house)
            };
            for (at, cell) in cells.iter().enumerate() {
                others(*cell).for_each(|place| common[place.house as usize] |= M::bit(at));
            }
            for cell in cells {
                for place in others(*cell) {
                    let own = common[place.house as usize];
                    if own.without_lowest().is_empty() {
                        continue;
                    }
                    let theirs = self.places_in(place.house, own, cells);
                    meets.push(Meet { own, other: place.base, theirs });
                }
                meet_start.push(meets.len() as u32);
            }
            cells.iter().for_each(|cell| {
                others(*cell).for_each(|place| common[place.house as usize] = M::EMPTY);
            });
        }
        self.most_shared = meets.iter().map(|meet| meet.own.count()).max().unwrap_or(0);
        (self.meet_start, self.meets) = (meet_start, meets);
    }

    /// The places in `house` of those `cells` that `own` picks.
    fn places_in(&self, house: u32, own: M, cells: &[u32]) -> M {
        let picked = cells.iter().enumerate().filter(|(at, _)| !(own & M::bit(*at)).is_empty());
        picked
            .flat_map(|(_, cell)| self.places(*cell as usize))
            .filter(|place| place.house == house)
            .fold(M::EMPTY, |all, place| all | place.bit)
    }
}
