//! Boards as a plan names them: block lengths such as `3x3` or `2x2x2`, or a jigsaw's regions row by row.

use sdkc_board::{Regions, Shape};

/// A board of the plan.
#[derive(Clone, Debug)]
pub struct BoardSpec {
    /// As the plan names it.
    pub name: String,
    /// Its shape.
    pub shape: Shape,
}

impl BoardSpec {
    pub(super) fn parse(name: &str) -> Result<Self, String> {
        let shape = match name.strip_prefix("regions:") {
            Some(rows) => jigsaw(rows)?,
            None => boxed(name)?,
        };
        Ok(Self { name: name.to_owned(), shape })
    }
}

fn boxed(name: &str) -> Result<Shape, String> {
    // One name a board: `+3x03` is another way to write 3x3 for a computer only.
    let is_plain =
        |length: &str| length.bytes().all(|byte| byte.is_ascii_digit()) && !length.starts_with('0');
    let lengths: Result<Vec<usize>, _> = name
        .split('x')
        .map(|length| if is_plain(length) { length.parse().ok() } else { None }.ok_or(()))
        .collect();
    let lengths = lengths
        .map_err(|_| format!("`{name}` is no board; write its block, such as 3x3 or 2x2x2, or regions:…"))?;
    Shape::boxed(&lengths).map_err(|why| format!("`{name}`: {why}"))
}

fn jigsaw(rows: &str) -> Result<Shape, String> {
    let labels: Vec<char> = rows.chars().filter(|label| *label != '/').collect();
    if let Some(bad) = labels.iter().find(|label| !label.is_alphanumeric()) {
        return Err(format!("`{bad}` cannot stand for a region; use letters and digits"));
    }
    let regions = Regions::new(&labels).map_err(|why| why.to_string())?;
    let side = regions.side();
    if rows.split('/').any(|row| row.chars().count() != side) {
        return Err(format!("regions are written as {side} rows of {side}, with `/` between them"));
    }
    Ok(Shape::jigsaw(regions))
}

#[cfg(test)]
mod tests {
    use super::BoardSpec;

    #[test]
    fn boards_are_understood() {
        for (name, n_cells) in [("3x3", 81), ("2x2x2", 512), ("1x7", 49), ("regions:AABB/AABB/CCDD/CCDD", 16)]
        {
            assert_eq!(BoardSpec::parse(name).map(|board| board.shape.n_cells()), Ok(n_cells), "{name}");
        }
        for bad in [
            "",
            "3",
            "3x",
            "0x3",
            "03x3",
            "+3x3",
            "99x99",
            "x",
            "3,3",
            "regions:AAB",
            "regions:A,BB/AABB",
            "regions:AABBAABB/CCDDCCDD",
        ] {
            assert!(BoardSpec::parse(bad).is_err(), "{bad}");
        }
    }
}
