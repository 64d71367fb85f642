//! Small pictures of boards, for lists, previews of links and diagrams of rules: a few shapes in plain colours.
//!
//! The page draws the board that is played on by itself; this is for places where nothing of the page is at hand, or where a whole board
//! would be too much. A [`Picture`] is family-neutral: [`Display`](fmt::Display) writes it as SVG, and whoever can fill shapes makes pixels
//! of it.

use std::fmt;

/// A colour: red, green, blue, and how much it covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ink {
    /// How much of it is red.
    pub red: u8,
    /// How much is green.
    pub green: u8,
    /// How much is blue.
    pub blue: u8,
    /// How much of what lies beneath is covered.
    pub cover: u8,
}

impl Ink {
    /// A colour that covers, written as in a style sheet: `0xf4e3bf`.
    pub const fn solid(rgb: u32) -> Ink {
        let [_, red, green, blue] = rgb.to_be_bytes();
        Ink { red, green, blue, cover: u8::MAX }
    }

    /// The same colour, covering less.
    pub const fn covering(self, cover: u8) -> Ink {
        Ink { cover, ..self }
    }
}

impl fmt::Display for Ink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Ink { red, green, blue, cover } = self;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")?;
        if *cover < u8::MAX { write!(f, "{cover:02x}") } else { Ok(()) }
    }
}

/// What a shape is.
#[derive(Clone, Debug, PartialEq)]
pub enum Form {
    /// A rectangle.
    Rectangle {
        /// Its left edge.
        x: f32,
        /// Its upper edge.
        y: f32,
        /// How wide.
        width: f32,
        /// How high.
        height: f32,
        /// How round its corners are.
        round: f32,
    },
    /// A disc.
    Disc {
        /// Its middle, from the left.
        x: f32,
        /// Its middle, from above.
        y: f32,
        /// From the middle to its edge.
        radius: f32,
    },
    /// Straight lines from point to point.
    Lines(Vec<(f32, f32)>),
}

/// One shape of a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// What it is.
    pub form: Form,
    /// What it is filled with.
    pub fill: Option<Ink>,
    /// The colour and the width of its outline.
    pub outline: Option<(Ink, f32)>,
}

/// Shapes, each over those before it.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// How wide.
    pub width: f32,
    /// How high.
    pub height: f32,
    /// The shapes, the lowest first.
    pub shapes: Vec<Shape>,
}

impl Picture {
    /// Nothing yet, of some size.
    pub const fn new(width: f32, height: f32) -> Picture {
        Picture { width, height, shapes: Vec::new() }
    }

    /// Adds a filled shape.
    pub fn fill(&mut self, form: Form, ink: Ink) {
        self.shapes.push(Shape { form, fill: Some(ink), outline: None });
    }

    /// Adds the outline of a shape.
    pub fn outline(&mut self, form: Form, ink: Ink, width: f32) {
        self.shapes.push(Shape { form, fill: None, outline: Some((ink, width)) });
    }

    /// Adds a shape with a fill and an outline.
    pub fn both(&mut self, form: Form, ink: Ink, outline: Ink, width: f32) {
        self.shapes.push(Shape { form, fill: Some(ink), outline: Some((outline, width)) });
    }
}

/// The picture as a file in SVG.
impl fmt::Display for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Picture { width, height, shapes } = self;
        write!(
            f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">"
        )?;
        for shape in shapes {
            match &shape.form {
                Form::Rectangle { x, y, width, height, round } => {
                    write!(f, "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"")?;
                    if *round > 0.0 {
                        write!(f, " rx=\"{round}\"")?;
                    }
                }
                Form::Disc { x, y, radius } => write!(f, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"")?,
                Form::Lines(points) => {
                    f.write_str("<path d=\"")?;
                    for (number, (x, y)) in points.iter().enumerate() {
                        write!(f, "{}{x} {y}", if number == 0 { 'M' } else { 'L' })?;
                    }
                    f.write_str("\"")?;
                }
            }
            match shape.fill {
                Some(ink) => write!(f, " fill=\"{ink}\"")?,
                None => f.write_str(" fill=\"none\"")?,
            }
            if let Some((ink, width)) = shape.outline {
                write!(f, " stroke=\"{ink}\" stroke-width=\"{width}\"")?;
            }
            f.write_str("/>")?;
        }
        f.write_str("</svg>")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_written_as_svg() {
        let mut picture = Picture::new(20.0, 10.0);
        picture.fill(
            Form::Rectangle { x: 0.0, y: 0.0, width: 20.0, height: 10.0, round: 0.0 },
            Ink::solid(0xf4e3bf),
        );
        picture.both(
            Form::Disc { x: 5.5, y: 5.0, radius: 4.0 },
            Ink::solid(0).covering(0x80),
            Ink::solid(0xffffff),
            1.0,
        );
        picture.outline(Form::Lines(vec![(0.0, 0.0), (20.0, 10.0)]), Ink::solid(0x123456), 0.5);
        assert_eq!(
            picture.to_string(),
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 20 10\" width=\"20\" height=\"10\">\
             <rect x=\"0\" y=\"0\" width=\"20\" height=\"10\" fill=\"#f4e3bf\"/>\
             <circle cx=\"5.5\" cy=\"5\" r=\"4\" fill=\"#00000080\" stroke=\"#ffffff\" stroke-width=\"1\"/>\
             <path d=\"M0 0L20 10\" fill=\"none\" stroke=\"#123456\" stroke-width=\"0.5\"/></svg>"
        );
    }
}
