//! The formatter: the same file, tidy. One style, nothing to configure.
//!
//! Items stand on lines of their own, indented by four; the values of neighbouring items are aligned, and so are the
//! comments behind neighbouring lines. Of several blank lines one is kept. Grids are aligned and their block borders
//! drawn where the shape of the board is known, and left byte for byte where it is not. The line ends are those that
//! most lines of the file have. Formatting twice changes nothing, and no token is lost or added but `|`, lines
//! between rows, `;` and the marks for empty cells, which become `.`.

mod edits;
mod grid;
mod lines;
mod printer;

use std::{error::Error, fmt};

use sdkc_diagnostics::Edit;

pub use lines::line_end;

use crate::{Layout, Parse};

/// A file with mistakes in its syntax is not formatted: what it means is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unformattable {
    /// The number of syntax errors, as far as they are told.
    pub n_errors: usize,
}

impl fmt::Display for Unformattable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a file with syntax errors is left as it is")
    }
}

impl Error for Unformattable {}

/// The text of a file, tidy; `text` is what was parsed. `layouts` holds one entry for each of the file's [`grids`](crate::grids); grids without
/// one (also those behind the end of the list) are left as they are.
///
/// # Errors
///
/// [`Unformattable`] if the file has syntax errors.
///
/// ```
/// use sdkc_syntax::{Layout, Runs, format, parse};
/// let text = "puzzle \"A\" { block 2; givens {\n12|34\n_ _ _ _\n....\n0000 } }";
/// let layout = Layout {
///     side: 4,
///     column_borders: vec![2],
///     row_borders: vec![2],
///     cell_width: 1,
///     runs: Runs::Cells,
///     zero_is_empty: true,
/// };
/// let tidy = "puzzle \"A\" {
///     block 2
///     givens {
///         1 2 | 3 4
///         . . | . .
///         ----+----
///         . . | . .
///         . . | . .
///     }
/// }
/// ";
/// assert_eq!(format(&parse(text), text, &[Some(layout.clone())]).as_deref(), Ok(tidy));
/// assert_eq!(format(&parse(tidy), tidy, &[Some(layout)]).as_deref(), Ok(tidy));
/// assert!(format(&parse("puzzle {"), "puzzle {", &[]).is_err());
/// ```
pub fn format(parse: &Parse, text: &str, layouts: &[Option<Layout>]) -> Result<String, Unformattable> {
    if !parse.errors.is_empty() {
        return Err(Unformattable { n_errors: parse.errors.len() });
    }
    Ok(lines::render(text, printer::print(text, parse, layouts)))
}

/// The edits that make a file tidy: few and small, so that an editor keeps its cursor and its marks.
///
/// # Errors
///
/// [`Unformattable`] if the file has syntax errors.
///
/// ```
/// use sdkc_syntax::{format_edits, parse};
/// let text = "puzzle \"A\" {\n    block  2\n    expect unique\n}\n";
/// let edits = format_edits(&parse(text), text, &[]).unwrap();
/// assert_eq!(edits.len(), 1);
/// assert_eq!((edits[0].span.len(), edits[0].text.as_str()), (1, ""));
/// ```
pub fn format_edits(
    parse: &Parse,
    text: &str,
    layouts: &[Option<Layout>],
) -> Result<Vec<Edit>, Unformattable> {
    Ok(edits::edits(text, &format(parse, text, layouts)?))
}
