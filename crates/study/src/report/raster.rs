//! SVG charts as PNG, with a font of our own: the result is the same whatever fonts a machine has.

use std::sync::Arc;

use resvg::{
    tiny_skia::{Pixmap, Transform},
    usvg::{Options, Tree, fontdb::Database},
};

use crate::StudyError;

/// Pixels a unit of the chart.
const SCALE: f32 = 2.0;

/// Draws charts.
pub(super) struct Raster {
    options: Options<'static>,
}

impl Raster {
    pub(super) fn new() -> Self {
        let mut fonts = Database::new();
        for font in [dejavu::sans::regular(), dejavu::sans::bold()] {
            fonts.load_font_data(font.to_vec());
        }
        Self { options: Options { fontdb: Arc::new(fonts), ..Options::default() } }
    }

    pub(super) fn png(&self, svg: &str) -> Result<Vec<u8>, StudyError> {
        let broken = |why: String| StudyError::Chart { what: why };
        let tree = Tree::from_str(svg, &self.options).map_err(|why| broken(why.to_string()))?;
        let size =
            tree.size().to_int_size().scale_by(SCALE).ok_or_else(|| broken("it has no size".to_owned()))?;
        let mut pixels =
            Pixmap::new(size.width(), size.height()).ok_or_else(|| broken("it is too large".to_owned()))?;
        resvg::render(&tree, Transform::from_scale(SCALE, SCALE), &mut pixels.as_mut());
        pixels.encode_png().map_err(|why| broken(why.to_string()))
    }
}
