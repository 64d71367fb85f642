//! The slab of tavli drawn small.

mod paper;

use serde::{Deserialize, Serialize};
use tablen_rules::tavli::{Cell, MEN};

use super::MenView;
use crate::picture::{Form, Ink, Picture};

/// The men as lists keep them: enough to draw them small.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TavliSketch {
    /// White's men.
    pub white: MenView,
    /// Black's men.
    pub black: MenView,
}

const STONE: Ink = Ink::solid(0xe0d9ca);
const EDGE: Ink = Ink::solid(0xa59f92);
const HOLLOW: Ink = Ink::solid(0x6a5c42).covering(0x66);
const HOLLOW_LINE: Ink = Ink::solid(0x8f866f);
const BONE: (Ink, Ink) = (Ink::solid(0xfffdf4), Ink::solid(0x4d3e24));
const GLASS: (Ink, Ink) = (Ink::solid(0x29333b), Ink::solid(0x05080a));

/// Of one cell, and between two.
const WIDTH: f32 = 15.0;
const PITCH: f32 = 17.0;
const LEFT: f32 = 8.0;
/// Between the sixth and the seventh column, and before the tray.
const GAP: f32 = 8.0;
const RADIUS: f32 = 6.6;
const TALL: f32 = 66.0;
const TRAY: f32 = 28.0;
/// The upper edges of the rows and the height of the middle one.
const UPPER: f32 = 8.0;
const MIDDLE: f32 = 80.0;
const MIDDLE_TALL: f32 = 28.0;
const LOWER: f32 = 114.0;
const HEIGHT: f32 = 188.0;
const COLUMNS: u8 = 12;
const TRAY_X: f32 = LEFT + COLUMNS as f32 * PITCH + 2.0 * GAP;
/// Of each half of the tray: men in hand above, those borne off below.
const TRAY_TALL: f32 = (HEIGHT - 2.0 * UPPER - 4.0) / 2.0;

/// The left edge of a column, counted from the right.
fn column_x(column: u8) -> f32 {
    let from_left = COLUMNS.saturating_sub(column);
    LEFT + f32::from(from_left) * PITCH + if column <= COLUMNS / 2 { GAP } else { 0.0 }
}

impl TavliSketch {
    /// The slab without men.
    fn ground() -> Picture {
        let width = TRAY_X + TRAY + LEFT;
        let mut picture = Picture::new(width, HEIGHT);
        let hollow = |picture: &mut Picture, x, y, width, height, round| {
            picture.both(Form::Rectangle { x, y, width, height, round }, HOLLOW, HOLLOW_LINE, 0.6);
        };
        let slab = Form::Rectangle { x: 0.5, y: 0.5, width: width - 1.0, height: HEIGHT - 1.0, round: 5.0 };
        picture.both(slab, STONE, EDGE, 1.0);
        for column in 1..=COLUMNS {
            let x = column_x(column);
            hollow(&mut picture, x, UPPER, WIDTH, TALL, 3.0);
            hollow(&mut picture, x, MIDDLE, WIDTH, MIDDLE_TALL, WIDTH / 2.0);
            hollow(&mut picture, x, LOWER, WIDTH, TALL, 3.0);
        }
        hollow(&mut picture, TRAY_X, UPPER, TRAY, TRAY_TALL, 4.0);
        hollow(&mut picture, TRAY_X, UPPER + TRAY_TALL + 4.0, TRAY, TRAY_TALL, 4.0);
        picture
    }

    /// The men of both sides, their colours, and which share of the tray is theirs.
    const fn sides(&self) -> [(&MenView, (Ink, Ink), f32); 2] {
        [(&self.white, BONE, 0.25), (&self.black, GLASS, 0.75)]
    }

    /// The slab as a small picture.
    pub fn picture(&self) -> Picture {
        let mut picture = TavliSketch::ground();
        for (men, ink, share) in self.sides() {
            for (index, count) in men.cells.iter().enumerate() {
                let Some(cell) = u8::try_from(index + 1).ok().and_then(Cell::new) else { continue };
                let (x, from, towards) = cell_stack(cell);
                stack(&mut picture, x, from, towards, TALL, *count, ink);
            }
            for (index, count) in men.middle.iter().enumerate() {
                let column = u8::try_from(index + 1).unwrap_or(COLUMNS);
                let x = column_x(column) + WIDTH / 2.0;
                // White's men lie in the upper half, so that both can be seen.
                let from =
                    if share < 0.5 { MIDDLE + RADIUS + 0.6 } else { MIDDLE + MIDDLE_TALL - RADIUS - 0.6 };
                stack(
                    &mut picture,
                    x,
                    from,
                    if share < 0.5 { 0.5 } else { -0.5 },
                    MIDDLE_TALL / 2.0,
                    *count,
                    ink,
                );
            }
            let x = TRAY_X + TRAY * share;
            stack(&mut picture, x, UPPER + RADIUS + 1.0, 1.0, TRAY_TALL, men.hand, ink);
            stack(&mut picture, x, HEIGHT - UPPER - RADIUS - 1.0, -1.0, TRAY_TALL, men.off, ink);
        }
        picture
    }
}

/// Where the men of a cell lie: the middle of the first, and whether the others are below it or above. Of the two cells of a column the first
/// stands above.
fn cell_stack(cell: Cell) -> (f32, f32, f32) {
    let x = column_x(cell.column().number()) + WIDTH / 2.0;
    if cell.number() <= COLUMNS {
        (x, UPPER + RADIUS + 0.8, 1.0)
    } else {
        (x, LOWER + TALL - RADIUS - 0.8, -1.0)
    }
}

/// Men in a row from a place on, closer where there is little room.
fn stack(
    picture: &mut Picture,
    x: f32,
    from: f32,
    towards: f32,
    room: f32,
    men: u8,
    (fill, rim): (Ink, Ink),
) {
    let men = men.min(MEN);
    let apart =
        ((room - 2.0 * RADIUS - 1.6) / f32::from(men.saturating_sub(1).max(1))).clamp(0.0, 2.0 * RADIUS);
    for man in 0..men {
        let y = from + towards * apart * f32::from(man);
        picture.both(Form::Disc { x, y, radius: RADIUS }, fill, rim, 0.9);
        picture.outline(Form::Disc { x, y, radius: RADIUS * 0.55 }, rim.covering(0x70), 0.8);
    }
}
