//! What a kernel is asked, and what it answers: limits in, an outcome out. Stopping is a value.

/// How far to search.
///
/// ```
/// use sdkc_kernel::Limits;
/// assert_eq!(Limits::default(), Limits::solutions(2));
/// let exact = Limits::solutions(u64::MAX);
/// assert_eq!(exact.nodes, u64::MAX);
/// let bounded = Limits { nodes: 1_000, ..Limits::solutions(50) };
/// assert_eq!(bounded.solutions, 50);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Stop counting at this many solutions. Two is what it takes to tell whether a puzzle is proper; with one, no board is ever known to have exactly
    /// one solution.
    pub solutions: u64,
    /// Give up on a board after this many branchings; `u64::MAX` is no limit. Verdicts under a limit are the same with every kernel, which has its
    /// price: boards are then searched one by one and depth first, so that batches take some three times as long.
    pub nodes: u64,
}

impl Limits {
    /// Counts up to `solutions`, for as long as that takes.
    pub const fn solutions(solutions: u64) -> Self {
        Self { solutions, nodes: u64::MAX }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self::solutions(2)
    }
}

/// Why the search of a board ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// There is nothing left to search: the count is exact.
    Exhausted,
    /// As many solutions as were asked for were found; there may be more.
    Solutions,
    /// The limit of branchings was reached: there may be more solutions than were counted.
    Nodes,
    /// The caller's `stop` said so, or the board's turn never came: there may be more solutions than were counted.
    Stopped,
}

/// What is known about one board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
// In this order what every board writes lies together: outcomes by the thousand go through memory.
#[repr(C)]
pub struct Outcome {
    /// How many solutions were found, at most [`Limits::solutions`].
    pub count: u64,
    /// How many times the search had to branch.
    pub nodes: u64,
    /// Why the search ended.
    pub end: End,
    /// A solution, digits in reading order. A board with several solutions may show any of them, and another kernel another one.
    pub first: Option<[u8; 81]>,
    /// A second, different solution.
    pub second: Option<[u8; 81]>,
}

impl Outcome {
    /// What is known before anything was tried.
    pub(crate) const UNTRIED: Self =
        Self { count: 0, nodes: 0, end: End::Stopped, first: None, second: None };

    /// Whether the board is known to have exactly one solution.
    pub fn is_unique(&self) -> bool {
        self.count == 1 && self.end == End::Exhausted
    }

    /// Counts a solution and keeps its digits if they are among the first two. `digits` writes them, and says whether they are a solution.
    #[inline(always)]
    pub(crate) fn record(&mut self, digits: impl FnOnce(&mut [u8; 81]) -> bool) {
        // Written in place: copying fresh vector stores would stall.
        let slot = if self.count == 0 { &mut self.first } else { &mut self.second };
        if self.count < 2 {
            if !digits(slot.insert([0; 81])) {
                *slot = None;
                return;
            }
        } else if !digits(&mut [0; 81]) {
            return;
        }
        self.count += 1;
    }
}
