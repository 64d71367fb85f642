//! Boards and diagrams on paper: what the PDFs are made of.

use serde::Serialize;
use tablen_rules::rule::Book;
use tablen_table::picture::{Form, Ink, Label, Men, Picture, Plan};
use tablen_table::study::Node;
use tablen_table::{AnyGame, Family, Ruleset, Sketch};

use crate::{Arrow, Diagram, game_of};

/// The colours of marks and arrows: they can be told from men and board when no colours are printed.
const MARK: Ink = Ink::solid(0xb3261e);
const ARROW: Ink = Ink::solid(0x1f6f50);
/// Around both, so that they are seen on dark men too.
const HALO: Ink = Ink::solid(0xffffff).covering(0xd0);

/// A diagram as it is printed: the position, what is played in it, what is pointed at.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PrintedDiagram {
    /// By which booklets name it.
    pub id: String,
    /// `tafl` or `tavli`.
    pub family: &'static str,
    /// The drawing.
    pub board: PrintedPicture,
    /// The numbers that lie on the board.
    pub roll: Option<String>,
    /// What stands where: said to those who do not see the drawing.
    pub men: Vec<PrintedMen>,
}

/// A drawing with the names of its cells.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PrintedPicture {
    /// As a file.
    pub svg: String,
    /// How wide it is.
    pub width: f32,
    /// How high it is.
    pub height: f32,
    /// Names beside it and numbers on it: signs, from the left, from above, whether on men.
    pub labels: Vec<(String, f32, f32, bool)>,
}

impl PrintedPicture {
    fn new(picture: &Picture, labels: Vec<Label>) -> PrintedPicture {
        let labels =
            labels.into_iter().map(|label| (label.text, label.x, label.y, label.is_on_men)).collect();
        PrintedPicture { svg: picture.to_string(), width: picture.width, height: picture.height, labels }
    }
}

/// Men of one kind.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PrintedMen {
    /// What they are: `king`, `defender`, `attacker`, `white`, `black`.
    pub kind: &'static str,
    /// Where they stand, and how many on each place.
    pub places: Vec<(String, u8)>,
    /// One of them, as a file.
    pub svg: String,
    /// How wide that is, in the board's measure.
    pub width: f32,
}

impl From<Men> for PrintedMen {
    fn from(men: Men) -> PrintedMen {
        PrintedMen { kind: men.kind, places: men.places, svg: men.one.to_string(), width: men.one.width }
    }
}

/// A game's board and its men before the game begins: what it takes to play at a table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PrintedBoard {
    /// The name of the game on the page.
    pub game: &'static str,
    /// `tafl` or `tavli`.
    pub family: &'static str,
    /// The board without men.
    pub board: PrintedPicture,
    /// The board as the game begins.
    pub start: PrintedPicture,
    /// The men.
    pub men: Vec<PrintedMen>,
}

impl PrintedBoard {
    /// The board of a booklet's own game; the error says why there is none.
    pub fn of(book: Book) -> Result<PrintedBoard, String> {
        let ruleset: Ruleset = match book {
            Book::Zeno => "game:tavli",
            Book::Tablut => "preset:tablut",
            Book::Alea => "preset:alea",
        }
        .parse()
        .map_err(|error: tablen_rules::text::Located<_>| error.to_string())?;
        let family = ruleset.family();
        let sketch = sketch(&Node::new(ruleset))?;
        let Plan { bare, labels, men } = sketch.plan();
        Ok(PrintedBoard {
            game: game_of(book),
            family,
            board: PrintedPicture::new(
                &bare,
                labels.iter().filter(|label| !label.is_on_men).cloned().collect(),
            ),
            start: PrintedPicture::new(&AnyGame::picture(&sketch), labels),
            men: men.into_iter().map(PrintedMen::from).collect(),
        })
    }
}

impl Diagram {
    /// The diagram as it is printed; the error says why it cannot be.
    pub fn print(&self) -> Result<PrintedDiagram, String> {
        let drawn = self.draw()?;
        let sketch = sketch(&self.before()?)?;
        let Plan { labels, men, .. } = sketch.plan();
        let mut picture = AnyGame::picture(&sketch);
        let point = |name: &str| sketch.point(name).ok_or_else(|| format!("no place on the board: {name}"));
        for name in &self.marks {
            let (x, y) = point(name)?;
            picture.outline(Form::Disc { x, y, radius: 8.4 }, HALO, 2.8);
            picture.outline(Form::Disc { x, y, radius: 8.4 }, MARK, 1.5);
        }
        for Arrow { from, to } in &drawn.arrows {
            add_arrow(&mut picture, point(from)?, point(to)?);
        }
        Ok(PrintedDiagram {
            id: self.id.clone(),
            family: self.ruleset.family(),
            board: PrintedPicture::new(&picture, labels),
            roll: self.roll.clone(),
            men: men.into_iter().map(PrintedMen::from).collect(),
        })
    }
}

fn sketch(node: &Node) -> Result<Sketch, String> {
    let table = node.table().map_err(|why| why.to_string())?;
    table.state().sketch().ok_or_else(|| "no board".to_owned())
}

/// From the middle of one place to the middle of another.
fn add_arrow(picture: &mut Picture, from: (f32, f32), to: (f32, f32)) {
    const HEAD: f32 = 7.0;
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy);
    if length < HEAD {
        return;
    }
    let (ux, uy) = (dx / length, dy / length);
    // Along the arrow from its tip, and to its side.
    let place = |back: f32, side: f32| (to.0 - ux * back - uy * side, to.1 - uy * back + ux * side);
    let shaft = Form::Lines(vec![from, place(HEAD * 0.7, 0.0)]);
    let head =
        Form::Lines(vec![place(HEAD, HEAD / 2.0), to, place(HEAD, -HEAD / 2.0), place(HEAD, HEAD / 2.0)]);
    picture.outline(shaft.clone(), HALO, 4.0);
    picture.outline(head.clone(), HALO, 2.0);
    picture.outline(shaft, ARROW, 2.2);
    picture.fill(head, ARROW);
}
