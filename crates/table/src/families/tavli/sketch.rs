//! The slab of tavli drawn small.

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

/// The left edge of a column, counted from the right.
fn column_x(column: u8) -> f32 {
    let from_left = COLUMNS.saturating_sub(column);
    LEFT + f32::from(from_left) * PITCH + if column <= COLUMNS / 2 { GAP } else { 0.0 }
}

impl TavliSketch {
    /// The slab as a small picture.
    pub fn picture(&self) -> Picture {
        let tray = LEFT + f32::from(COLUMNS) * PITCH + 2.0 * GAP;
        let width = tray + TRAY + LEFT;
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
        let half = (HEIGHT - 2.0 * UPPER - 4.0) / 2.0;
        hollow(&mut picture, tray, UPPER, TRAY, half, 4.0);
        hollow(&mut picture, tray, UPPER + half + 4.0, TRAY, half, 4.0);
        for (men, ink, share) in [(&self.white, BONE, 0.25), (&self.black, GLASS, 0.75)] {
            for (index, count) in men.cells.iter().enumerate() {
                let Some(cell) = u8::try_from(index + 1).ok().and_then(Cell::new) else { continue };
                let column = cell.column().number();
                // Of the two cells of a column the first stands above.
                let is_upper = index < men.cells.len() / 2;
                let x = column_x(column) + WIDTH / 2.0;
                let (from, towards) =
                    if is_upper { (UPPER + RADIUS + 0.8, 1.0) } else { (LOWER + TALL - RADIUS - 0.8, -1.0) };
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
            let x = tray + TRAY * share;
            stack(&mut picture, x, UPPER + RADIUS + 1.0, 1.0, half, men.hand, ink);
            stack(&mut picture, x, HEIGHT - UPPER - RADIUS - 1.0, -1.0, half, men.off, ink);
        }
        picture
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
