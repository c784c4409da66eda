//! What a search reports while it runs, for live views, traces and studies. Free when nobody listens: the
//! observer is a type parameter of the search, and [`Silent`] compiles to nothing.

use sdkc_board::{Cell, Value};

/// A step of a search. The cells that are filled at any moment are the givens and those `Placed` or `Deduced`
/// but not `Removed` since; a search with propagation tells of the givens, too, as it enters them.
///
/// The named strategies tell every step, so that their nodes are the `Placed` of a run. Under `auto` that holds for
/// [`Backend::Bitboards`](crate::Backend::Bitboards), [`Backend::Singles`](crate::Backend::Singles) and
/// [`Backend::Locked`](crate::Backend::Locked); the kernel, formulas and the searches
/// that learn or use structure place and take back by the thousand and tell what stands at each solution, as `Deduced`.
/// For the progress of any run poll it: a [`Stop`](crate::Stop) is asked at least once in about a millisecond.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event {
    /// The search put a value into a cell: a node of a search that tells its steps.
    Placed {
        /// The cell.
        cell: Cell,
        /// The value.
        value: Value,
        /// The number of search decisions now in force, this one included.
        depth: usize,
    },
    /// Propagation filled a cell.
    Deduced {
        /// The cell.
        cell: Cell,
        /// The value.
        value: Value,
    },
    /// A cell was emptied again.
    Removed {
        /// The cell.
        cell: Cell,
    },
    /// The search cannot go on below here and turns back.
    DeadEnd {
        /// The number of search decisions in force.
        depth: usize,
    },
    /// All cells are filled.
    Solution,
}

/// Listens to a search. Closures `FnMut(Event)` are observers.
///
/// ```
/// use sdkc_engine::{Event, Solver, Strategy, board::{Board, Shape}};
/// let board = Board::empty(Shape::hypercube(2, 2)?);
/// let mut placed = 0;
/// let report = Solver::new(&board).strategy(Strategy::FirstEmpty).solve_with(&mut |event| {
///     placed += u64::from(matches!(event, Event::Placed { .. }));
/// });
/// assert_eq!(report.stats.nodes, placed);
/// # Ok::<(), sdkc_engine::board::ShapeError>(())
/// ```
pub trait Observer {
    /// Whether events are wanted at all; they are not even made if not.
    const ACTIVE: bool = true;

    /// Called for each event, in order.
    fn event(&mut self, event: Event);
}

/// Hears nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Observer for Silent {
    const ACTIVE: bool = false;

    #[inline]
    fn event(&mut self, _: Event) {}
}

impl<F: FnMut(Event)> Observer for F {
    fn event(&mut self, event: Event) {
        self(event);
    }
}

/// An observer lent to a run.
pub(crate) struct Lent<'a, O>(pub(crate) &'a mut O);

impl<O: Observer> Observer for Lent<'_, O> {
    const ACTIVE: bool = O::ACTIVE;

    #[inline]
    fn event(&mut self, event: Event) {
        self.0.event(event);
    }
}
