//! Long work that can be broken off: boards have up to a hundred million cells, and a pass over all of them takes seconds.

/// Asked now and then whether to go on, with the number of cells looked at since it was asked last; its error ends the work.
pub type Poll<'p, E> = dyn FnMut(usize) -> Result<(), E> + 'p;

/// How many cells are looked at between two questions: a millisecond's work or less.
const EVERY: usize = 1 << 14;

/// Counts the cells looked at, and asks when enough have come together.
pub(crate) struct Pace<'a, 'p, E> {
    poll: &'a mut Poll<'p, E>,
    n_cells: usize,
}

impl<'a, 'p, E> Pace<'a, 'p, E> {
    pub(crate) fn new(poll: &'a mut Poll<'p, E>) -> Self {
        Self { poll, n_cells: 0 }
    }

    #[inline]
    pub(crate) fn look(&mut self, n_cells: usize) -> Result<(), E> {
        self.n_cells += n_cells;
        if self.n_cells < EVERY {
            return Ok(());
        }
        (self.poll)(std::mem::take(&mut self.n_cells))
    }
}

/// Does such work without ever breaking it off.
pub(crate) fn to_the_end<T>(
    work: impl FnOnce(&mut Poll<'_, std::convert::Infallible>) -> Result<T, std::convert::Infallible>,
) -> T {
    let Ok(done) = work(&mut |_| Ok(()));
    done
}
