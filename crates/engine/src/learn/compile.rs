//! From the board at the root to items, options and clauses. Only what is still open becomes a variable.

use sdkc_board::{Grid, Mask, Shape, Value};

use super::{
    clauses::Clauses,
    items::{Item, Items},
    literal::{Lit, Var},
    root::{Dead, Root, work},
    structure::Structure,
};
use crate::limits::Meter;

/// The search's variables in terms of the board.
#[derive(Clone, Debug)]
pub(super) struct Options {
    /// The cell of each variable.
    pub(super) cells: Vec<u32>,
    /// The bit of each variable's value.
    pub(super) values: Vec<u8>,
    /// The cells that were settled at the root.
    settled: Grid,
}

impl Options {
    pub(super) fn n_vars(&self) -> usize {
        self.cells.len()
    }

    /// Which options a grid takes.
    pub(super) fn taken(&self, grid: &Grid) -> Vec<bool> {
        let values = self.cells.iter().map(|cell| grid.values()[*cell as usize]);
        values
            .zip(&self.values)
            .map(|(held, value)| held.map(Value::index) == Some((*value).into()))
            .collect()
    }

    /// The grid in which these options are taken.
    pub(super) fn grid(&self, taken: impl Iterator<Item = Var>, shape: &Shape) -> Grid {
        let mut grid = self.settled.clone();
        for var in taken {
            let value = Value::from_index(self.values[var as usize].into());
            if let Some(cell) = shape.cell_at(self.cells[var as usize] as usize) {
                grid.set(cell, value);
            }
        }
        grid
    }
}

/// Everything that a search needs.
pub(super) struct Compiled<M, const K: usize> {
    pub(super) options: Options,
    pub(super) items: Items<M, K>,
    pub(super) clauses: Clauses,
}

/// How many items an option is in at most.
pub(super) fn width<M: Mask>(root: &Root<'_, M>) -> usize {
    let open = (0..root.cells.masks.len()).filter(|cell| !root.is_settled(*cell));
    open.map(|cell| 1 + root.houses.of(cell).count()).max().unwrap_or(1)
}

/// Items are numbered: open cells first, then the open values of each house.
struct Numbering<M> {
    cell_item: Vec<u32>,
    house_start: Vec<u32>,
    house_open: Vec<M>,
    n_items: usize,
}

/// No item.
const NONE: u32 = u32::MAX;

impl<M: Mask> Numbering<M> {
    fn new(
        root: &Root<'_, M>,
        side: usize,
        is_clausal: &[bool],
        meter: &mut Meter<'_>,
    ) -> Result<Self, Dead> {
        let mut n_items = 0_u32;
        let mut number = |count: u32| {
            n_items = n_items.saturating_add(count);
            n_items - count
        };
        let n_cells = root.cells.masks.len();
        let cell_item =
            (0..n_cells).map(|cell| if root.is_settled(cell) { NONE } else { number(1) }).collect();
        let (mut house_start, mut house_open) = (Vec::new(), Vec::new());
        for house in 0..root.houses.len() {
            work(meter, side)?;
            let placed = root.houses.cells(house).filter(|cell| root.is_settled(*cell));
            let placed = placed.fold(M::EMPTY, |placed, cell| placed | root.cells.masks[cell]);
            let clausal = is_clausal.get(house) == Some(&true);
            let open = if clausal { M::EMPTY } else { M::full(side as u8) & !placed };
            house_start.push(number(open.count()));
            house_open.push(open);
        }
        Ok(Self { cell_item, house_start, house_open, n_items: n_items as usize })
    }

    fn in_house(&self, house: usize, value: usize) -> Option<u32> {
        let open = self.house_open[house];
        let below = open & M::full(value as u8);
        (!(open & M::bit(value)).is_empty()).then(|| self.house_start[house] + below.count())
    }
}

/// Compiles a board whose root is at rest. Options have at most K − 1 houses in the cover; sets beyond that become
/// clauses.
///
/// # Errors
/// If a limit ends it: [`Dead::Stopped`].
pub(super) fn compile<M: Mask, const K: usize>(
    root: &Root<'_, M>,
    structure: Option<&Structure>,
    meter: &mut Meter<'_>,
) -> Result<Compiled<M, K>, Dead> {
    let side = root.side;
    let clausal = clausal_houses(root, K);
    let numbering = Numbering::new(root, side, &clausal, meter)?;
    let mut options = Options { cells: Vec::new(), values: Vec::new(), settled: settled(root) };
    let mut first_var = vec![0; numbering.cell_item.len()];
    for (cell, mask) in root.cells.masks.iter().enumerate().filter(|(cell, _)| !root.is_settled(*cell)) {
        work(meter, 2)?;
        first_var[cell] = options.cells.len() as Var;
        let mut left = *mask;
        while !left.is_empty() {
            options.cells.push(cell as u32);
            options.values.push(left.lowest() as u8);
            left = left.without_lowest();
        }
    }
    let n_items = numbering.n_items + 1;
    let (slots, items, listed) = lay_out::<M, K>(root, &numbering, &options, n_items, meter)?;
    let mut compiled = Compiled {
        clauses: Clauses::new(options.cells.len() + 1),
        items: Items::new(slots, items, listed),
        options,
    };
    work(meter, 0)?;
    let var =
        |cell: usize, value: usize| first_var[cell] + (root.cells.masks[cell] & M::full(value as u8)).count();
    add_orders(root, &mut compiled.clauses, &var);
    for house in clausal.iter().enumerate().filter_map(|(house, clausal)| clausal.then_some(house)) {
        add_house(root, house, side, &mut compiled.clauses, &var);
    }
    if let Some(structure) = structure {
        structure.add_clauses(root, &mut compiled.clauses, &var);
    }
    Ok(compiled)
}

pub(super) fn settled<M: Mask>(root: &Root<'_, M>) -> Grid {
    let values = root.cells.masks.iter().map(|mask| mask.is_single().then(|| mask.lowest()));
    Grid::from_values(values.map(|index| index.and_then(Value::from_index)).collect())
}

/// Houses that do not fit into K slots of some cell; none on most boards.
fn clausal_houses<M: Mask>(root: &Root<'_, M>, k: usize) -> Vec<bool> {
    let mut clausal = Vec::new();
    if width(root) <= k {
        return clausal;
    }
    clausal.resize(root.houses.len(), false);
    for cell in (0..root.cells.masks.len()).filter(|cell| !root.is_settled(*cell)) {
        for house in root.houses.of(cell).skip(k - 1) {
            clausal[house] = true;
        }
    }
    clausal
}

type Layout<M, const K: usize> = (Vec<[u32; K]>, Vec<Item<M>>, Vec<Var>);

/// Slots by option, options by item.
fn lay_out<M: Mask, const K: usize>(
    root: &Root<'_, M>,
    numbering: &Numbering<M>,
    options: &Options,
    n_items: usize,
    meter: &mut Meter<'_>,
) -> Result<Layout<M, K>, Dead> {
    let n_vars = options.cells.len();
    let padding = (n_items - 1) as u32;
    let mut slots = vec![[padding; K]; n_vars];
    let mut len = vec![0_u32; n_items];
    let mut houses = Vec::new();
    let mut of = NONE;
    for (var, slots) in slots.iter_mut().enumerate() {
        work(meter, K / 2)?;
        let (cell, value) = (options.cells[var], options.values[var] as usize);
        if of != cell {
            of = cell;
            houses.clear();
            houses.extend(root.houses.of(cell as usize));
        }
        let of_houses = houses.iter().filter_map(|house| numbering.in_house(*house, value));
        let items = std::iter::once(numbering.cell_item[cell as usize]).chain(of_houses);
        for (slot, item) in slots.iter_mut().zip(items) {
            *slot = item;
            len[item as usize] += 1;
        }
    }
    // Items that may stay without a taken option end with one that does not exist; padding has two of those.
    for (house, start) in numbering.house_start.iter().enumerate() {
        if !root.houses.is_exact(house) {
            let items = *start as usize..*start as usize + numbering.house_open[house].count() as usize;
            len[items].iter_mut().for_each(|len| *len += 1);
        }
    }
    len[padding as usize] = 3;
    let mut start = 0;
    let mut items = Vec::with_capacity(n_items);
    for len in &len {
        items.push(Item { open: M::full(*len as u8), start, len: 0 });
        start += *len;
    }
    let mut listed = vec![Items::<M, K>::absent(n_vars); start as usize];
    let shift = M::BITS.trailing_zeros();
    for (var, slots) in slots.iter_mut().enumerate() {
        work(meter, K / 2)?;
        for slot in slots.iter_mut() {
            let item = &mut items[*slot as usize];
            if *slot == padding {
                *slot <<= shift;
                continue;
            }
            listed[(item.start + item.len) as usize] = var as Var;
            *slot = *slot << shift | item.len;
            item.len += 1;
        }
    }
    for (item, len) in items.iter_mut().zip(&len) {
        item.len = *len;
    }
    Ok((slots, items, listed))
}

/// `low < high` as supports: each value of one cell needs one of the other's that goes with it. With "one value a cell"
/// that prunes as much as all forbidden pairs would.
fn add_orders<M: Mask>(root: &Root<'_, M>, clauses: &mut Clauses, var: &impl Fn(usize, usize) -> Var) {
    let mut lits = Vec::new();
    for (low, high) in &root.less {
        let (lows, highs) = (root.cells.masks[*low], root.cells.masks[*high]);
        for (cell, mask, other, others, up) in
            [(*low, lows, *high, highs, true), (*high, highs, *low, lows, false)]
        {
            for value in bits(mask) {
                let fits =
                    if up { others & !M::full(value as u8 + 1) } else { others & M::full(value as u8) };
                if fits == others {
                    continue;
                }
                lits.clear();
                push(&mut lits, root, cell, value, false, var);
                bits(fits).for_each(|fit| push(&mut lits, root, other, fit, true, var));
                add(clauses, &lits);
            }
        }
    }
}

/// A house as clauses: no value twice, and each somewhere if the house is exact.
fn add_house<M: Mask>(
    root: &Root<'_, M>,
    house: usize,
    side: usize,
    clauses: &mut Clauses,
    var: &impl Fn(usize, usize) -> Var,
) {
    for value in 0..side {
        let open = root
            .houses
            .cells(house)
            .filter(|cell| !root.is_settled(*cell) && !(root.cells.masks[*cell] & M::bit(value)).is_empty());
        let vars: Vec<Var> = open.map(|cell| var(cell, value)).collect();
        for (at, one) in vars.iter().enumerate() {
            vars[..at].iter().for_each(|other| add(clauses, &[Lit::no(*one), Lit::no(*other)]));
        }
        if root.houses.is_exact(house) && !vars.is_empty() {
            add(clauses, &vars.iter().map(|var| Lit::yes(*var)).collect::<Vec<_>>());
        }
    }
}

/// Adds "the cell takes the value" or its opposite, unless it is settled: then a settled cell of a clause that can
/// still matter is on the false side.
fn push<M: Mask>(
    lits: &mut Vec<Lit>,
    root: &Root<'_, M>,
    cell: usize,
    value: usize,
    taken: bool,
    var: &impl Fn(usize, usize) -> Var,
) {
    if root.is_settled(cell) {
        // A settled cell's only value supports all that is left of the other cell: such clauses are not built.
        debug_assert!(!taken, "a settled cell that supports makes the clause true");
        return;
    }
    lits.push(Lit::new(var(cell, value), taken));
}

/// Adds a clause of the board's own.
pub(super) fn add(clauses: &mut Clauses, lits: &[Lit]) {
    if lits.len() > 1 {
        clauses.add(lits, 0, true);
    }
}

/// The bits of a mask, from the lowest.
pub(super) fn bits<M: Mask>(mut mask: M) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (!mask.is_empty()).then(|| {
            let bit = mask.lowest();
            mask = mask.without_lowest();
            bit
        })
    })
}
