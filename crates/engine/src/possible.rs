//! True candidates: the values of each cell that occur in some solution.
//!
//! Each solution vouches for all of its values, so that few searches settle most of them; what no solution has
//! shown yet is tried by itself.

use sdkc_board::{Board, Grid, ValueSet};

use crate::{CandidatesReport, Limits, Outcome, Solver, Stats, StopReason, Strategy};

pub(crate) fn true_candidates(solver: &Solver<'_>) -> CandidatesReport {
    let mut hunt = Hunt::new(solver);
    let stopped = hunt.run(solver).err();
    let Hunt { board, possible, open, stats } = hunt;
    let undecided = if stopped.is_some() { open } else { vec![ValueSet::EMPTY; board.shape().n_cells()] };
    CandidatesReport { possible, undecided, stopped, stats }
}

/// Cells between two questions whether to go on.
const STRETCH: usize = 1 << 14;

struct Hunt {
    board: Board,
    possible: Vec<ValueSet>,
    /// Not known yet.
    open: Vec<ValueSet>,
    stats: Stats,
}

impl Hunt {
    fn new(solver: &Solver<'_>) -> Self {
        let board = solver.board().clone();
        let n_cells = board.shape().n_cells();
        let open = board
            .shape()
            .cells()
            .map(|cell| board.given(cell).map_or_else(|| board.allowed(cell), ValueSet::only))
            .collect();
        Self { board, possible: vec![ValueSet::EMPTY; n_cells], open, stats: Stats::default() }
    }

    fn run(&mut self, solver: &Solver<'_>) -> Result<(), StopReason> {
        let Some(grid) = self.solve(solver, self.board.clone())? else {
            self.open.fill(ValueSet::EMPTY);
            return Ok(());
        };
        self.vouch(&grid, solver)?;
        for cell in self.board.shape().clone().cells() {
            while let Some(value) = self.open[cell.index()].first() {
                let mut assumed = self.board.clone();
                if assumed.set_given(cell, Some(value)).is_err() {
                    break;
                }
                match self.solve(solver, assumed)? {
                    Some(grid) => self.vouch(&grid, solver)?,
                    None => _ = self.open[cell.index()].remove(value),
                }
            }
        }
        Ok(())
    }

    /// A solution of the board, within what is left of the node limit.
    fn solve(&mut self, solver: &Solver<'_>, board: Board) -> Result<Option<Grid>, StopReason> {
        let limit = solver.config().limits.nodes;
        let limits = Limits { nodes: limit.map(|limit| limit.saturating_sub(self.stats.nodes)) };
        let report =
            Solver::new(&board).strategy(Strategy::Auto).limits(limits).stop(solver.stop_signal()).solve();
        self.stats.absorb(&report.stats);
        match report.outcome {
            Outcome::Solved(grid) => Ok(Some(grid)),
            Outcome::Stopped(StopReason::Nodes { .. }) => {
                Err(StopReason::Nodes { limit: limit.unwrap_or_default() })
            }
            Outcome::Stopped(reason) => Err(reason),
            _ => Ok(None),
        }
    }

    fn vouch(&mut self, grid: &Grid, solver: &Solver<'_>) -> Result<(), StopReason> {
        for (cell, value) in grid.filled() {
            if cell.index() % STRETCH == STRETCH - 1 {
                solver.stop_signal().poll().map_or(Ok(()), Err)?;
            }
            self.possible[cell.index()].insert(value);
            self.open[cell.index()].remove(value);
        }
        Ok(())
    }
}
