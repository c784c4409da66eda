//! How the lines of a chart look: colours that people with any colour vision can tell apart (Okabe and Ito, 2008),
//! dashes, and marks that differ in form and filling.

use plotters::{
    coord::Shift,
    element::DashedPathElement,
    prelude::{
        BLACK, Circle, Color as _, DrawingArea, DrawingBackend, PathElement, Polygon, RGBColor, WHITE,
    },
    style::{
        FontDesc, IntoTextStyle as _, ShapeStyle,
        text_anchor::{HPos, Pos, VPos},
    },
};

use super::chart::{FINE, Failed};

/// The look of one line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    pub(super) color: RGBColor,
    /// Dash and gap in units.
    pub(super) dashes: Option<(i32, i32)>,
    form: Form,
    is_filled: bool,
}

#[derive(Clone, Copy, Debug)]
enum Form {
    Disc,
    /// Corners in quarters of a unit around the middle.
    Corners(&'static [(i32, i32)]),
    Cross,
}

const SQUARE: Form = Form::Corners(&[(-18, -18), (18, -18), (18, 18), (-18, 18)]);
const UP: Form = Form::Corners(&[(0, -24), (22, 16), (-22, 16)]);
const DOWN: Form = Form::Corners(&[(0, 24), (22, -16), (-22, -16)]);
const DIAMOND: Form = Form::Corners(&[(0, -25), (25, 0), (0, 25), (-25, 0)]);

const LOOKS: &[Look] = &[
    Look { color: BLACK, dashes: None, form: Form::Disc, is_filled: false },
    Look { color: RGBColor(0x00, 0x72, 0xb2), dashes: Some((9, 4)), form: SQUARE, is_filled: true },
    Look { color: RGBColor(0xd5, 0x5e, 0x00), dashes: Some((2, 3)), form: UP, is_filled: true },
    Look { color: RGBColor(0x00, 0x9e, 0x73), dashes: Some((16, 5)), form: DIAMOND, is_filled: false },
    Look { color: RGBColor(0xcc, 0x79, 0xa7), dashes: Some((5, 2)), form: Form::Cross, is_filled: false },
    Look { color: RGBColor(0x8a, 0x6d, 0x00), dashes: Some((2, 6)), form: DOWN, is_filled: false },
    Look { color: RGBColor(0x3f, 0x8f, 0xc4), dashes: Some((24, 6)), form: Form::Disc, is_filled: true },
];

impl Look {
    /// The look of a plan's run.
    pub(super) fn of(run: usize) -> Self {
        LOOKS[run % LOOKS.len()]
    }

    /// Draws what is known of a number that is not known: a thin dashed line over all that it may be, and a question mark.
    pub(super) fn unknown<D>(
        self,
        root: &DrawingArea<D, Shift>,
        from: (i32, i32),
        to: (i32, i32),
        font: FontDesc<'_>,
    ) -> Result<(), Failed>
    where
        D: DrawingBackend<ErrorType = std::io::Error>,
    {
        let thin = self.color.stroke_width(FINE as u32);
        root.draw(&DashedPathElement::new([from, to], 3 * FINE, 3 * FINE, thin))?;
        let middle = ((from.0 + to.0) / 2, (from.1 + to.1) / 2);
        root.draw(&Circle::new(middle, 8 * FINE, WHITE.filled()))?;
        root.draw(&Circle::new(middle, 8 * FINE, thin))?;
        let centred = Pos::new(HPos::Center, VPos::Center);
        root.draw_text("?", &font.into_text_style(root).color(&self.color).pos(centred), middle)
    }

    /// Draws an arrow that stands on a mark: the number is at least what the mark says.
    pub(super) fn at_least<D>(self, root: &DrawingArea<D, Shift>, at: (i32, i32)) -> Result<(), Failed>
    where
        D: DrawingBackend<ErrorType = std::io::Error>,
    {
        let place = |(x, y): (i32, i32)| (at.0 + x * FINE, at.1 + y * FINE);
        root.draw(&PathElement::new(
            [place((0, -6)), place((0, -15))],
            self.color.stroke_width(2 * FINE as u32),
        ))?;
        let head = [(0, -22), (5, -13), (-5, -13)].map(place);
        root.draw(&Polygon::new(head, self.color.filled()))
    }

    /// Draws the mark around a place.
    pub(super) fn mark<D>(self, root: &DrawingArea<D, Shift>, at: (i32, i32)) -> Result<(), Failed>
    where
        D: DrawingBackend<ErrorType = std::io::Error>,
    {
        let edge = self.color.stroke_width(3 * FINE as u32 / 2);
        let inside: ShapeStyle = if self.is_filled { self.color.filled() } else { WHITE.filled() };
        let place = |(x, y): (i32, i32)| (at.0 + x * FINE / 4, at.1 + y * FINE / 4);
        match self.form {
            Form::Disc => {
                root.draw(&Circle::new(at, 5 * FINE, inside))?;
                root.draw(&Circle::new(at, 5 * FINE, edge))
            }
            Form::Corners(corners) => {
                let round = corners.iter().cycle().take(corners.len() + 2).map(|corner| place(*corner));
                let round: Vec<(i32, i32)> = round.collect();
                root.draw(&Polygon::new(round.clone(), inside))?;
                root.draw(&PathElement::new(round, edge))
            }
            Form::Cross => {
                root.draw(&PathElement::new([place((-18, -18)), place((18, 18))], edge))?;
                root.draw(&PathElement::new([place((-18, 18)), place((18, -18))], edge))
            }
        }
    }
}
