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

/// A few signs at a place of a picture, or just outside of it: what is printed is read with a name of each cell beside it.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// The signs.
    pub text: String,
    /// Their middle, from the left.
    pub x: f32,
    /// Their middle, from above.
    pub y: f32,
    /// The names of cells stand beside the board; what is said of men stands on them.
    pub is_on_men: bool,
}

/// All men of one kind on a board.
#[derive(Clone, Debug, PartialEq)]
pub struct Men {
    /// What they are: `king`, `defender`, `attacker`, `white`, `black`.
    pub kind: &'static str,
    /// Where they stand, and how many on each place.
    pub places: Vec<(String, u8)>,
    /// One of them by itself, in the size it has on the board's picture.
    pub one: Picture,
}

/// What it takes to put a board on paper.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The board without men.
    pub bare: Picture,
    /// The names of its cells, and how many men lie where they cannot be counted.
    pub labels: Vec<Label>,
    /// The men that stand on it.
    pub men: Vec<Men>,
}

impl Picture {
    /// Pictures beside each other, all as high as the first, with a gap between them.
    pub fn row(pictures: &[Picture], gap: f32) -> Picture {
        let height = pictures.first().map_or(0.0, |first| first.height);
        let mut row = Picture::new(0.0, height);
        for picture in pictures {
            let scale = height / picture.height;
            let left = if row.shapes.is_empty() { 0.0 } else { row.width + gap };
            row.shapes.extend(picture.shapes.iter().map(|shape| shape.placed(left, scale)));
            row.width = left + scale * picture.width;
        }
        row
    }
}

impl Shape {
    /// The same shape, larger or smaller, and further to the right.
    fn placed(&self, left: f32, scale: f32) -> Shape {
        let form = match &self.form {
            Form::Rectangle { x, y, width, height, round } => Form::Rectangle {
                x: left + scale * x,
                y: scale * y,
                width: scale * width,
                height: scale * height,
                round: scale * round,
            },
            Form::Disc { x, y, radius } => {
                Form::Disc { x: left + scale * x, y: scale * y, radius: scale * radius }
            }
            Form::Lines(points) => {
                Form::Lines(points.iter().map(|(x, y)| (left + scale * x, scale * y)).collect())
            }
        };
        Shape { form, fill: self.fill, outline: self.outline.map(|(ink, width)| (ink, scale * width)) }
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
    fn pictures_stand_in_a_row() {
        let mut small = Picture::new(10.0, 10.0);
        small.both(Form::Disc { x: 5.0, y: 5.0, radius: 4.0 }, Ink::solid(0), Ink::solid(1), 1.0);
        let mut large = Picture::new(40.0, 20.0);
        large.fill(Form::Lines(vec![(0.0, 0.0), (40.0, 20.0)]), Ink::solid(2));
        let row = Picture::row(&[small.clone(), large], 2.0);
        assert_eq!((row.width, row.height), (32.0, 10.0));
        assert_eq!(row.shapes[0], small.shapes[0]);
        assert_eq!(row.shapes[1].form, Form::Lines(vec![(12.0, 0.0), (32.0, 10.0)]));
    }

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
