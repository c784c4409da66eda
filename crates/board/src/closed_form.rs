//! A filled board of any shape with blocks, written down without search.
//!
//! Let the block have lengths b₁ … b_N and let G be the group Z_b₁ × … × Z_b_N, which has L elements. Write
//! a coordinate xᵢ as qᵢ·bᵢ + pᵢ with pᵢ < bᵢ, and map it into G by fᵢ(xᵢ) = pᵢ in place i, the digits of qᵢ in
//! the other places. The value v = Σᵢ fᵢ(xᵢ) fills the board: along a line one fᵢ runs through all of G, and in a
//! block the qᵢ are fixed while (p₁ … p_N) runs through all of G. For equal lengths fᵢ is "write xᵢ as an N-digit
//! number in base b and rotate its digits", the usual form.

use crate::{
    Grid, MAX_DIMS, Poll, Shape, Value,
    poll::{Pace, to_the_end},
};

/// A filled grid that keeps every rule of `shape`; `None` for jigsaw boards, for which there is no formula.
///
/// Costs one step for each cell and axis.
#[must_use]
pub fn closed_form(shape: &Shape) -> Option<Grid> {
    to_the_end(|poll| closed_form_polling(shape, poll))
}

/// [`closed_form`], asking now and then whether to go on.
///
/// # Errors
/// What `poll` says.
pub fn closed_form_polling<E>(shape: &Shape, poll: &mut Poll<'_, E>) -> Result<Option<Grid>, E> {
    let Some(lengths) = shape.block_lengths() else { return Ok(None) };
    let mut pace = Pace::new(poll);
    let n_dims = shape.n_dims();
    let terms: Vec<Vec<Digits>> =
        (0..n_dims).map(|axis| (0..shape.side()).map(|at| digits(at, axis, lengths)).collect()).collect();
    let mut values = Vec::with_capacity(shape.n_cells());
    // Column runs fastest, so the sum of the other axes' terms is made once a row.
    for row_start in (0..shape.n_cells()).step_by(shape.side()) {
        pace.look(shape.side())?;
        let Some(first) = shape.cell_at(row_start) else { continue };
        let coords = shape.coords(first);
        let rest = (0..n_dims)
            .filter(|axis| *axis != 1)
            .fold([0; MAX_DIMS], |sum, axis| add(sum, terms[axis][coords[axis] as usize], lengths));
        values.extend(terms[1].iter().map(|term| value(add(rest, *term, lengths), lengths)));
    }
    Ok(Some(Grid::from_values(values)))
}

/// An element of G.
type Digits = [u8; MAX_DIMS];

/// fᵢ(x) of the module's text.
fn digits(at: usize, axis: usize, lengths: &[u8]) -> Digits {
    let mut digits = [0; MAX_DIMS];
    let own = usize::from(lengths[axis]);
    digits[axis] = (at % own) as u8;
    let mut left = at / own;
    for other in (0..lengths.len()).filter(|other| *other != axis) {
        let length = usize::from(lengths[other]);
        digits[other] = (left % length) as u8;
        left /= length;
    }
    digits
}

fn add(mut sum: Digits, term: Digits, lengths: &[u8]) -> Digits {
    for (axis, length) in lengths.iter().enumerate() {
        sum[axis] += term[axis];
        if sum[axis] >= *length {
            sum[axis] -= length;
        }
    }
    sum
}

fn value(digits: Digits, lengths: &[u8]) -> Option<Value> {
    let index = lengths
        .iter()
        .zip(digits)
        .fold(0, |number, (length, digit)| number * usize::from(*length) + usize::from(digit));
    Value::from_index(index)
}
