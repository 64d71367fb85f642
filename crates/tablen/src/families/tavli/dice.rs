//! Dice on the screen.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use tablen_table::view::{Ask, TavliBoard};

use crate::families::{Die, Scene, Spot};
use crate::play::screen::highlights::Hits;

/// Lines of a face, and one for how often it counts.
pub const HEIGHT: u16 = 4;
/// Columns and lines of a face.
const FACE: (u16, u16) = (9, 3);
/// From one die to the next.
const STRIDE: u16 = 12;

/// The three lines of pips.
const fn pips(die: Die) -> [&'static str; 3] {
    match die.pips() {
        1 => ["         ", "    ●    ", "         "],
        2 => ["  ●      ", "         ", "      ●  "],
        3 => ["  ●      ", "    ●    ", "      ●  "],
        4 => ["  ●   ●  ", "         ", "  ●   ●  "],
        5 => ["  ●   ●  ", "    ●    ", "  ●   ●  "],
        _ => ["  ●   ●  ", "  ●   ●  ", "  ●   ●  "],
    }
}

/// Draws the dice: their faces once they are thrown, dimmed where they cannot be played.
pub fn draw(board: &TavliBoard, scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) -> Hits {
    let may_roll = scene.view.may.contains(&Ask::Roll);
    let points_here = matches!(scene.highlights.cursor, Spot::Dice | Spot::Face(_));
    let place = |number: u16| Rect::new(area.x + 2 + number * STRIDE, area.y, FACE.0, FACE.1);
    let Some(roll) = board.roll else {
        for number in 0..3 {
            buffer.set_style(place(number), scene.palette.die(may_roll));
        }
        if may_roll {
            let text = message!("play.screen.throw").render(scene.lang);
            let style = if points_here { Modifier::BOLD | Modifier::UNDERLINED } else { Modifier::BOLD };
            buffer.set_string(area.x + 3, area.y + FACE.1, text, Style::new().add_modifier(style));
        }
        let whole = Rect { x: area.x + 2, width: 2 * STRIDE + FACE.0, ..area };
        return vec![(whole, Spot::Dice)];
    };
    let mut hits = Vec::new();
    for (number, die) in (0u16..).zip(roll.dice()) {
        let face = board.faces.iter().find(|face| face.die == die);
        let is_playable = face.is_some_and(|face| face.playable > 0 && face.left > 0);
        let place = place(number);
        let style = scene.palette.die(is_playable);
        for (y, line) in (place.y..).zip(pips(die)) {
            // A hollow pip says without colours that the die is spent.
            let line = if is_playable { line.to_owned() } else { line.replace('●', "∘") };
            buffer.set_string(place.x, y, line, style);
        }
        let is_first_of_face = number == 0 || roll.dice()[usize::from(number) - 1] != die;
        if let Some(face) = face.filter(|_| is_first_of_face) {
            let count = match (face.playable, face.left) {
                (playable, left) if playable == left => format!("×{left}"),
                (playable, left) => format!("×{playable}/{left}"),
            };
            let points = scene.highlights.cursor == Spot::Face(die);
            let count = if points { format!("[{count}]") } else { count };
            let style = if is_playable { Modifier::BOLD } else { Modifier::DIM };
            buffer.set_string(
                place.x,
                place.y + FACE.1,
                format!("{count:^9}"),
                Style::new().add_modifier(style),
            );
        }
        hits.push((place, Spot::Face(die)));
    }
    hits
}
