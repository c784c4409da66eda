//! The search's side of the exchange: tells between restarts what is new here, and adds what is new there.

use sdkc_board::Mask;

use super::{
    literal::{Lit, Reason, Var},
    search::Search,
};

impl<M: Mask, const K: usize> Search<M, K> {
    /// Tells other searches of the board what is new, and adds what they told. To be called between restarts.
    pub(super) fn exchange(&mut self) {
        let Some(port) = &mut self.port else { return };
        port.tell(self.items.root());
        let heard = port.hear();
        let solution = port.solution().map(<[bool]>::to_vec);
        if heard.is_empty() && solution.is_none() {
            return;
        }
        self.back_to(0);
        heard.into_iter().for_each(|lits| self.add_heard(lits));
        if let Some(taken) = solution {
            // It is this search's first solution as well, and the work is behind it.
            self.begin_at(&taken);
        }
    }

    /// The present solution is no longer one for this search, nor in what it tells.
    pub(super) fn leave_out(&mut self) {
        let Some(port) = &mut self.port else { return };
        port.tell(self.items.root());
        let items = &self.items;
        let taken = || (0..items.n_vars() as Var).map(|var| items.value(Lit::yes(var)) > 0).collect();
        if !port.leave_out(taken) {
            self.port = None;
        }
    }

    /// Adds a clause that follows from the board. At the root only.
    fn add_heard(&mut self, mut lits: Vec<Lit>) {
        if lits.iter().any(|lit| self.items.value(*lit) > 0) {
            return;
        }
        lits.retain(|lit| self.items.value(*lit) == 0);
        self.tally.heard += 1;
        match lits[..] {
            [] => self.refute(),
            [lit] => {
                if self.items.assign(lit, Reason::DECISION).is_some() {
                    self.refute();
                }
            }
            // It stays while it is used, as if it were learned here.
            _ => {
                self.clauses.add(&lits, self.tuning.tier1 + 1, false);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use sdkc_board::{Board, Grid, SeededRng, Shape, check};

    use crate::{
        Limits, Never, Solver, Stop, StopReason,
        generate::full_board,
        learn::{
            Answer, Exchange, Learner, Tuning,
            compile::{Options, compile},
            literal::Lit,
            root::Root,
        },
        limits::Meter,
    };

    struct Sharing<'a>(&'a Exchange, usize);

    impl Stop for Sharing<'_> {
        fn poll(&self) -> Option<StopReason> {
            None
        }

        fn exchange(&self) -> Option<(&Exchange, usize)> {
            Some((self.0, self.1))
        }
    }

    /// Two searches by turns until one has so many solutions or knows that there are no more; how much of what they were
    /// told was new to them. They may begin at a solution.
    fn search_together(board: &Board, exchange: &Exchange, limit: usize, known: Option<&Grid>) -> u64 {
        let mut learners = [0, 1].map(|seed| {
            let mut learner = Learner::with_tuning(board, seed, Tuning { luby: 1, ..Tuning::default() });
            known.into_iter().for_each(|known| learner.begin_at(known.clone()));
            (learner, 0)
        });
        loop {
            for (number, (learner, found)) in learners.iter_mut().enumerate() {
                let answer = learner.search(Limits::nodes(5), &Sharing(exchange, number));
                if let Answer::Solution(grid) = &answer {
                    assert_eq!(check(board, grid), Ok(()));
                    *found += 1;
                }
                if *found == limit || answer == Answer::None {
                    return learners.iter().map(|(learner, _)| learner.tally().heard).sum();
                }
            }
        }
    }

    fn options(board: &Board) -> Options {
        let mut root = Root::<u64>::new(board);
        let mut meter = Meter::new(Limits::none(), &Never);
        root.run(&mut meter).expect("there are solutions");
        compile::<u64, 4>(&root, None, &mut meter).expect("no limits").options
    }

    /// How many clauses were told in a room; all of them hold for a solution.
    fn told(board: &Board, exchange: &Exchange, room: usize, solution: &Grid) -> usize {
        let taken = options(board).taken(solution);
        let told = exchange.told(room);
        for clause in &told {
            let holds = |lit: &Lit| taken[lit.var() as usize] == lit.is_yes();
            assert!(clause.iter().any(holds), "{clause:?} excludes a solution in room {room}");
        }
        told.len()
    }

    #[test]
    fn what_is_told_excludes_no_solution() {
        let (mut told_all, mut new) = (0, 0);
        let shape = Shape::hypercube(2, 5).expect("25x25");
        for seed in 1..4 {
            let grid = full_board(&shape, seed, Limits::none(), &Never).expect("no limits");
            let mut rng = SeededRng::new(seed);
            let kept = grid.values().iter().map(|value| value.filter(|_| rng.below(100) < 44));
            let board = Board::with_givens(shape.clone(), Grid::from_values(kept.collect())).expect("a part");
            let exchange = Exchange::telling(60, 20);
            new += search_together(&board, &exchange, 1, None);
            told_all += told(&board, &exchange, 0, &grid);
        }
        assert!(told_all > 100 && new > 50, "{told_all} were told, {new} were new");
    }

    #[test]
    fn what_is_told_behind_a_solution_excludes_no_other() {
        let line = "100007090030020008009600500005300900010080002600004000300000010040000007007000300";
        let numbers: Vec<u8> = line.bytes().map(|digit| digit - b'0').collect();
        let (mut n_told, mut new) = (0, 0);
        for without in (0..81).filter(|at| numbers[*at] > 0) {
            let mut numbers = numbers.clone();
            numbers[without] = 0;
            let board = Board::with_givens(Shape::classic(), Grid::from_numbers(&numbers)).expect("givens");
            let solutions: Vec<Grid> = Solver::new(&board).solutions().take(100).collect();
            let [first, others @ ..] = &solutions[..] else { panic!("no solution without {without}") };
            let exchange = Exchange::telling(60, 20);
            new += search_together(&board, &exchange, 2, Some(first));
            assert_eq!(exchange.left_out(), Some(&options(&board).taken(first)[..]));
            n_told += others.iter().map(|other| told(&board, &exchange, 1, other)).sum::<usize>();
        }
        assert!(n_told > 0 && new > 0, "{n_told} were told, {new} were new");
    }
}
