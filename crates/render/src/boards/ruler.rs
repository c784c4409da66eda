//! Rows of cells with the block borders between them: `1 . . | . . 7 | . 9 .` and `------+-------+------`.

use sdkc_board::Shape;

use crate::look::{CharSet, Look, Style};

/// Column widths and block borders of one layer.
#[derive(Clone, Debug)]
pub(crate) struct Ruler {
    widths: Vec<usize>,
    rows_per_block: usize,
    columns_per_block: usize,
    look: Look,
    separator: String,
}

impl Ruler {
    /// The number of columns, and of rows.
    pub const fn side(&self) -> usize {
        self.widths.len()
    }

    /// Borders where the shape has blocks; none on Latin squares and jigsaw boards.
    pub fn new(shape: &Shape, widths: Vec<usize>, look: Look) -> Self {
        let side = shape.side();
        let (rows, columns) = match shape.block_lengths() {
            Some(lengths) if shape.has_blocks() => (usize::from(lengths[0]), usize::from(lengths[1])),
            _ => (side, side),
        };
        let mut ruler =
            Self { widths, rows_per_block: rows, columns_per_block: columns, look, separator: String::new() };
        ruler.separator = ruler.draw_separator();
        ruler
    }

    /// The border below a row, with its line break; `None` inside a block and below the last row.
    pub fn border_below(&self, row: usize) -> Option<&str> {
        let below = row + 1;
        (below.is_multiple_of(self.rows_per_block) && below < self.widths.len()).then_some(&*self.separator)
    }

    /// Appends a row. `cells` yields each cell's style and text; short texts are padded on the left.
    pub fn push_row<'c>(&self, line: &mut String, cells: impl Iterator<Item = (Option<Style>, &'c str)>) {
        let bar = if self.look.is_unicode() { "│" } else { "|" };
        for (column, ((style, text), width)) in cells.zip(&self.widths).enumerate() {
            if column > 0 {
                line.push(' ');
                if column.is_multiple_of(self.columns_per_block) {
                    self.look.push(line, Some(Style::Line), bar);
                    line.push(' ');
                }
            }
            let missing = width.saturating_sub(text.chars().count());
            line.extend(std::iter::repeat_n(' ', missing));
            self.look.push(line, style, text);
        }
        line.push('\n');
    }

    fn draw_separator(&self) -> String {
        let (dash, cross) = match self.look.charset {
            CharSet::Ascii => ("-", "+"),
            CharSet::Unicode => ("─", "┼"),
        };
        let blocks: Vec<String> = self
            .widths
            .chunks(self.columns_per_block)
            .enumerate()
            .map(|(number, widths)| {
                let cells = widths.iter().sum::<usize>() + widths.len() - 1;
                let last = (number + 1) * self.columns_per_block >= self.widths.len();
                dash.repeat(cells + usize::from(number > 0) + usize::from(!last))
            })
            .collect();
        let mut line = String::new();
        self.look.push(&mut line, Some(Style::Line), &blocks.join(cross));
        line.push('\n');
        line
    }
}
