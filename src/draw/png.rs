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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_drawn_at_twice_its_size() {
        let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"3\" height=\"2\" \
                   viewBox=\"0 0 3 2\"><style>.p{fill:#102030}</style>\
                   <rect class=\"p\" width=\"3\" height=\"2\"/></svg>";
        let bytes = from_svg(svg).unwrap();
        let pixels = tiny_skia::Pixmap::decode_png(&bytes).unwrap();
        assert_eq!((pixels.width(), pixels.height()), (6, 4));
        let pixel = pixels.pixel(5, 3).unwrap();
        assert_eq!((pixel.red(), pixel.green(), pixel.blue()), (0x10, 0x20, 0x30));
        assert!(from_svg("no picture").is_none());
    }
}
