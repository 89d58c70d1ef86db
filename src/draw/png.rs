//! Pictures as PNG. Only pictures that [`super::svg`] wrote are meant to be read.

use resvg::{tiny_skia, usvg};

/// Pixels for one unit of the picture.
const SCALE: f32 = 2.0;

/// Draws an SVG. `None` if it cannot be read, or is larger than a bitmap can be.
///
/// A picture that goes by its reader's preference is drawn in light colours.
pub fn from_svg(svg: &str) -> Option<Vec<u8>> {
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default()).ok()?;
    let size = tree.size().to_int_size().scale_by(SCALE)?;
    let mut pixels = tiny_skia::Pixmap::new(size.width(), size.height())?;
    resvg::render(&tree, tiny_skia::Transform::from_scale(SCALE, SCALE), &mut pixels.as_mut());
    pixels.encode_png().ok()
}
