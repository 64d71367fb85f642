//! The slab of tavli on paper.

use tablen_rules::tavli::{Cell, Column, Place};

use super::{
    COLUMNS, HEIGHT, LOWER, MIDDLE, MIDDLE_TALL, RADIUS, TALL, TRAY, TRAY_TALL, TRAY_X, TavliSketch, UPPER,
    WIDTH, cell_stack, column_x, stack,
};
use crate::picture::{Label, Men, Picture, Plan};

/// From the edge of the slab to the numbers of cells.
const ASIDE: f32 = 6.0;
/// So many men lie side by side; more of them overlap and are counted by a number.
const SIDE_BY_SIDE: u8 = 5;

impl TavliSketch {
    /// The middle of a place by its name: `14`, `m4`, `hand-light`, `off-dark`.
    pub fn point(&self, name: &str) -> Option<(f32, f32)> {
        let tray = |colour: &str, y| {
            let share = match colour {
                "light" => 0.25,
                "dark" => 0.75,
                _ => return None,
            };
            Some((TRAY_X + TRAY * share, y))
        };
        if let Some(colour) = name.strip_prefix("hand-") {
            return tray(colour, UPPER + TRAY_TALL / 2.0);
        }
        if let Some(colour) = name.strip_prefix("off-") {
            return tray(colour, HEIGHT - UPPER - TRAY_TALL / 2.0);
        }
        if let Some(column) = name.strip_prefix('m') {
            let column = Column::new(column.parse().ok()?)?;
            return Some((column_x(column.number()) + WIDTH / 2.0, MIDDLE + MIDDLE_TALL / 2.0));
        }
        let cell = Cell::new(name.parse().ok()?)?;
        let y = if cell.number() <= COLUMNS { UPPER + TALL / 2.0 } else { LOWER + TALL / 2.0 };
        Some((column_x(cell.column().number()) + WIDTH / 2.0, y))
    }

    /// The slab for paper.
    pub fn plan(&self) -> Plan {
        let mut labels: Vec<Label> = Cell::all()
            .map(|cell| {
                let y = if cell.number() <= COLUMNS { -ASIDE } else { HEIGHT + ASIDE };
                let x = column_x(cell.column().number()) + WIDTH / 2.0;
                Label { text: cell.to_string(), x, y, is_on_men: false }
            })
            .collect();
        let mut men = Vec::new();
        for ((side, ink, share), kind) in self.sides().into_iter().zip(["white", "black"]) {
            let mut places = Vec::new();
            let mut add = |place: Place, count: u8, (x, y): (f32, f32), alone: u8| {
                if count > 0 {
                    places.push((place.to_string(), count));
                }
                if count > alone {
                    labels.push(Label { text: count.to_string(), x, y, is_on_men: true });
                }
            };
            let x = TRAY_X + TRAY * share;
            add(Place::Hand, side.hand, (x, UPPER + RADIUS + 1.0), SIDE_BY_SIDE);
            for (cell, count) in Cell::all().zip(side.cells) {
                let (x, from, _) = cell_stack(cell);
                add(Place::Cell(cell), count, (x, from), SIDE_BY_SIDE);
            }
            for (column, count) in Column::all().zip(side.middle) {
                let x = column_x(column.number()) + WIDTH / 2.0;
                let inset = RADIUS + 0.6;
                let y = if share < 0.5 { MIDDLE + inset } else { MIDDLE + MIDDLE_TALL - inset };
                add(Place::Middle(column), count, (x, y), 1);
            }
            add(Place::Off, side.off, (x, HEIGHT - UPPER - RADIUS - 1.0), SIDE_BY_SIDE);
            let mut one = Picture::new(WIDTH, WIDTH);
            stack(&mut one, WIDTH / 2.0, WIDTH / 2.0, 1.0, WIDTH, 1, ink);
            men.push(Men { kind, places, one });
        }
        Plan { bare: TavliSketch::ground(), labels, men }
    }
}
