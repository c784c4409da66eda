//! Jigsaw boards: each region has its border, so that its cells can be told without colours.
//!
//! Between two rows of cells stands a row of borders. A corner where four cells meet is drawn from the up to
//! four borders that end in it.

use std::io::{self, Write};

use sdkc_board::Regions;

use crate::look::{CharSet, Look, Style};

/// Draws the cells within their regions' borders; `cell` yields the style and text of the cell with a number.
pub(super) fn draw<'c>(
    out: &mut dyn Write,
    regions: &Regions,
    widths: &[usize],
    look: Look,
    cell: impl Fn(usize) -> (Option<Style>, &'c str),
) -> io::Result<()> {
    let side = regions.side();
    for row in 0..=side {
        out.write_all(border_row(regions, widths, row, look).as_bytes())?;
        if row == side {
            break;
        }
        let mut line = String::new();
        for column in 0..=side {
            let bar = match (is_wall(regions, (row, column), (row, column.wrapping_sub(1))), look.charset) {
                (false, _) => " ",
                (true, CharSet::Ascii) => "|",
                (true, CharSet::Unicode) => "│",
            };
            look.push(&mut line, Some(Style::Line), bar);
            if let Some(width) = widths.get(column).filter(|_| column < side) {
                let (style, text) = cell(row * side + column);
                line.extend(std::iter::repeat_n(' ', 1 + width.saturating_sub(text.chars().count())));
                look.push(&mut line, style, text);
                line.push(' ');
            }
        }
        line.push('\n');
        out.write_all(line.as_bytes())?;
    }
    Ok(())
}

/// The borders above a row of cells.
fn border_row(regions: &Regions, widths: &[usize], row: usize, look: Look) -> String {
    let above = row.wrapping_sub(1);
    let mut line = String::new();
    for (column, width) in widths.iter().map(Some).chain([None]).enumerate() {
        let left = column.wrapping_sub(1);
        let walls = Walls {
            up: is_wall(regions, (above, left), (above, column)),
            down: is_wall(regions, (row, left), (row, column)),
            left: is_wall(regions, (above, left), (row, left)),
            right: is_wall(regions, (above, column), (row, column)),
        };
        line.push(walls.corner(look.charset));
        if let Some(width) = width {
            let dash = match (walls.right, look.charset) {
                (false, _) => " ",
                (true, CharSet::Ascii) => "-",
                (true, CharSet::Unicode) => "─",
            };
            line.push_str(&dash.repeat(width + 2));
        }
    }
    let line = line.trim_end();
    let mut styled = String::new();
    look.push(&mut styled, Some(Style::Line), line);
    styled.push('\n');
    styled
}

/// Whether a border runs between two places; places off the board are one region of their own.
fn is_wall(regions: &Regions, a: (usize, usize), b: (usize, usize)) -> bool {
    let side = regions.side();
    let region = |(row, column): (usize, usize)| {
        (row < side && column < side).then(|| regions.of_cells()[row * side + column])
    };
    region(a) != region(b)
}

/// Which borders end in a corner.
struct Walls {
    up: bool,
    down: bool,
    left: bool,
    right: bool,
}

impl Walls {
    fn corner(&self, charset: CharSet) -> char {
        const BOX: [char; 16] =
            [' ', '╶', '╴', '─', '╷', '┌', '┐', '┬', '╵', '└', '┘', '┴', '│', '├', '┤', '┼'];
        let bit = |wall: bool, bit: usize| if wall { bit } else { 0 };
        let which = bit(self.up, 8) | bit(self.down, 4) | bit(self.left, 2) | bit(self.right, 1);
        match (charset, which) {
            (CharSet::Unicode, _) => BOX[which],
            (CharSet::Ascii, 0) => ' ',
            (CharSet::Ascii, 3) => '-',
            (CharSet::Ascii, 12) => '|',
            (CharSet::Ascii, _) => '+',
        }
    }
}
