//! A tafl board in `tablen play`.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use tablen_rules::tafl::{Cell, Move};
use tablen_rules::words::{Explain, Message};
use tablen_table::Command;
use tablen_table::view::{Hint, MoveHint, TaflBoard, Target, View};

use super::drawing;
use super::picture::picture;
use crate::families::{Die, FamilyBoard, Named, Room, Scene, Spot};
use crate::play::screen::highlights::Hits;
use crate::play::screen::palette;

impl FamilyBoard for TaflBoard {
    fn first_spot(&self) -> Spot {
        Spot::Cell(self.throne)
    }

    fn movable(&self) -> Vec<Spot> {
        self.targets.keys().copied().map(Spot::Cell).collect()
    }

    fn reachable(&self, from: Spot) -> Vec<Spot> {
        let Spot::Cell(from) = from else { return Vec::new() };
        self.targets.get(&from).into_iter().flatten().map(|target| Spot::Cell(target.to)).collect()
    }

    fn last_played(&self) -> Vec<Spot> {
        self.last.iter().flat_map(|mv| [mv.from, mv.to]).map(Spot::Cell).collect()
    }

    fn command(&self, from: Spot, to: Spot, _: Option<Die>) -> Option<Command> {
        match (from, to) {
            (Spot::Cell(from), Spot::Cell(to)) => Some(Command::Move { mv: Move { from, to } }),
            _ => None,
        }
    }

    fn commands_of_hint(&self, hint: &Hint) -> Vec<Command> {
        match hint {
            Hint::Move(hint) => vec![Command::Move { mv: Move { from: hint.from, to: hint.to } }],
            Hint::Turn(_) => Vec::new(),
        }
    }

    fn calls(&self) -> Vec<Message> {
        self.calls.iter().map(|word| super::announcement(word)).collect()
    }

    fn captures_men(&self) -> bool {
        true
    }

    fn least_size(&self) -> (u16, u16) {
        drawing::least(self)
    }

    fn size(&self, room: Room) -> Option<(u16, u16)> {
        drawing::size(self, room.width, room.height)
    }

    fn draw(&self, scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) -> Hits {
        let grounds = if scene.view.game == "alea" { palette::VELLUM } else { palette::BIRCH };
        drawing::draw(self, grounds, scene.highlights, scene.palette, area, buffer)
    }

    fn picture(&self) -> String {
        picture(self)
    }

    /// One line for each piece.
    fn moves(&self) -> Vec<String> {
        let of_piece = |from: &Cell, targets: &[Target]| {
            let moves: Vec<String> = targets.iter().map(|target| format!("{from}-{}", target.to)).collect();
            moves.join(" ")
        };
        self.targets.iter().map(|(from, targets)| of_piece(from, targets)).collect()
    }

    fn question(&self, _: &View) -> (&'static str, Vec<(&'static str, String)>) {
        ("play.plain.move", Vec::new())
    }
}

/// Where a hint comes from and leads to.
pub fn hinted(hint: &MoveHint) -> Vec<Spot> {
    vec![Spot::Cell(hint.from), Spot::Cell(hint.to)]
}

/// The move that a word names.
pub fn read_move(word: &str) -> Result<Named, Message> {
    let mv: Move = word.to_uppercase().parse().map_err(|error| Explain::message(&error))?;
    Ok((Spot::Cell(mv.from), Spot::Cell(mv.to), None))
}
