//! Decides uniqueness for every 81-character line of the input, for timing:
//! `cargo run --release -p sdkc-engine --example rate < FILE`.

use sdkc_engine::{Board, Grid, Shape, Solver, Uniqueness};
use std::{
    error::Error,
    io::{BufRead as _, stdin},
};

fn main() -> Result<(), Box<dyn Error>> {
    let shape = Shape::classic();
    let boards: Vec<Board> = stdin()
        .lock()
        .lines()
        .map_while(Result::ok)
        .filter(|line| line.len() >= 81 && !line.starts_with('#'))
        .map(|line| {
            let numbers: Vec<u8> =
                line.bytes().take(81).map(|b| if b == b'.' { 0 } else { b - b'0' }).collect();
            Board::with_givens(shape.clone(), Grid::from_numbers(&numbers))
        })
        .collect::<Result<_, _>>()?;
    let (mut unique, mut nodes) = (0, 0);
    for board in &boards {
        let report = Solver::new(board).uniqueness();
        unique += usize::from(matches!(report.verdict, Uniqueness::Unique(_)));
        nodes += report.stats.nodes;
    }
    println!("{} puzzles, {unique} unique, {nodes} nodes", boards.len());
    Ok(())
}
