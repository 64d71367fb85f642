//! A picture as pixels, in the form that every program shows.

use std::io::Write as _;

use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};
use tablen_table::picture::{Form, Ink, Picture, Shape};
use tiny_skia::{Color, FillRule, Paint, Path, PathBuilder, Pixmap, PixmapRef, Rect, Stroke, Transform};

/// How much of the height is left free above and below the board.
const AROUND: f32 = 0.06;

/// How far the handles of a quarter of a circle lie from its ends, for a radius of one.
const QUARTER: f32 = 0.552_284_8;

/// A picture in the middle of a ground of some width and height, as PNG; nothing if it has no size.
pub fn pixels(picture: &Picture, (width, height): (u32, u32), ground: Ink) -> Option<Vec<u8>> {
    let mut map = Pixmap::new(width, height)?;
    map.fill(colour(ground));
    // Sizes of pictures are small whole numbers.
    #[allow(clippy::cast_precision_loss)]
    let (wide, tall) = (width as f32, height as f32);
    let scale = (wide / picture.width).min(tall * (1.0 - 2.0 * AROUND) / picture.height);
    let place = Transform::from_scale(scale, scale)
        .post_translate((wide - scale * picture.width) / 2.0, (tall - scale * picture.height) / 2.0);
    for shape in &picture.shapes {
        draw(&mut map, shape, place);
    }
    encode(map.as_ref())
}

fn draw(map: &mut Pixmap, shape: &Shape, place: Transform) {
    let Some(path) = outline(&shape.form) else { return };
    if let Some(ink) = shape.fill {
        map.fill_path(&path, &paint(ink), FillRule::Winding, place, None);
    }
    if let Some((ink, width)) = shape.outline {
        map.stroke_path(&path, &paint(ink), &Stroke { width, ..Stroke::default() }, place, None);
    }
}

fn colour(ink: Ink) -> Color {
    Color::from_rgba8(ink.red, ink.green, ink.blue, ink.cover)
}

fn paint(ink: Ink) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color(colour(ink));
    paint
}

fn outline(form: &Form) -> Option<Path> {
    match form {
        Form::Disc { x, y, radius } => PathBuilder::from_circle(*x, *y, *radius),
        Form::Rectangle { x, y, width, height, round } if *round <= 0.0 => {
            Some(PathBuilder::from_rect(Rect::from_xywh(*x, *y, *width, *height)?))
        }
        Form::Rectangle { x, y, width, height, round } => {
            let round = round.min(width / 2.0).min(height / 2.0);
            let (right, bottom, handle) = (x + width, y + height, round * (1.0 - QUARTER));
            let mut path = PathBuilder::new();
            path.move_to(x + round, *y);
            path.line_to(right - round, *y);
            path.cubic_to(right - handle, *y, right, y + handle, right, y + round);
            path.line_to(right, bottom - round);
            path.cubic_to(right, bottom - handle, right - handle, bottom, right - round, bottom);
            path.line_to(x + round, bottom);
            path.cubic_to(x + handle, bottom, *x, bottom - handle, *x, bottom - round);
            path.line_to(*x, y + round);
            path.cubic_to(*x, y + handle, x + handle, *y, x + round, *y);
            path.close();
            path.finish()
        }
        Form::Lines(points) => {
            let mut path = PathBuilder::new();
            for (number, (x, y)) in points.iter().enumerate() {
                if number == 0 { path.move_to(*x, *y) } else { path.line_to(*x, *y) }
            }
            path.finish()
        }
    }
}

/// The pixels as PNG, without what shines through: the ground covers everything.
fn encode(map: PixmapRef<'_>) -> Option<Vec<u8>> {
    const SIGNATURE: [u8; 8] = *b"\x89PNG\r\n\x1a\n";
    /// Eight bits for each of three colours, packed and filtered in the usual way, row by row.
    const FORM: [u8; 5] = [8, 2, 0, 0, 0];
    let mut rows = ZlibEncoder::new(Vec::new(), Compression::fast());
    for row in map.pixels().chunks(usize::try_from(map.width()).ok()?) {
        let plain =
            [0].into_iter().chain(row.iter().flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]));
        rows.write_all(&plain.collect::<Vec<u8>>()).ok()?;
    }
    let size = [map.width().to_be_bytes(), map.height().to_be_bytes()].concat();
    let mut file = SIGNATURE.to_vec();
    for (name, content) in
        [(b"IHDR", [&size[..], &FORM].concat()), (b"IDAT", rows.finish().ok()?), (b"IEND", Vec::new())]
    {
        let mut check = Crc::new();
        check.update(name);
        check.update(&content);
        file.extend(u32::try_from(content.len()).ok()?.to_be_bytes());
        file.extend(name);
        file.extend(&content);
        file.extend(check.sum().to_be_bytes());
    }
    Some(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_lies_in_the_middle_of_its_ground() {
        let mut picture = Picture::new(10.0, 10.0);
        let whole = Form::Rectangle { x: 0.0, y: 0.0, width: 10.0, height: 10.0, round: 2.0 };
        picture.both(whole, Ink::solid(0x112233), Ink::solid(0x112233), 0.1);
        let file = pixels(&picture, (40, 20), Ink::solid(0xffffff)).expect("a picture");
        assert!(file.starts_with(b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\0\x28\0\0\0\x14\x08\x02"));
        let mut map = Pixmap::new(40, 20).expect("pixels");
        map.fill(colour(Ink::solid(0xffffff)));
        draw(&mut map, &picture.shapes[0], Transform::from_scale(1.7, 1.7).post_translate(11.5, 1.5));
        let middle = map.pixel(20, 10).expect("a pixel");
        assert_eq!((middle.red(), middle.green(), middle.blue()), (0x11, 0x22, 0x33));
        assert_eq!(map.pixel(2, 10).map(|pixel| pixel.red()), Some(0xff));
    }
}
