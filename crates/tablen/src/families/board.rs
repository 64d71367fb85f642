//! A board as `tablen play` needs it.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use tablen_rules::words::{Lang, Message};
use tablen_rules::{tafl, tavli};
use tablen_table::Command;
use tablen_table::view::{Hint, View};

use super::Die;
use crate::play::screen::highlights::{Highlights, Hits};
use crate::play::screen::palette::Palette;

/// Somewhere that can be pointed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot {
    /// A cell of a tafl board.
    Cell(tafl::Cell),
    /// A place of the tavli board.
    Place(tavli::Place),
    /// The dice.
    Dice,
    /// One of the faces thrown.
    Face(Die),
}

impl Spot {
    /// The place that it is, in the game's own text form; nothing if it is none.
    pub fn place(self) -> Option<String> {
        match self {
            Spot::Cell(cell) => Some(cell.to_string()),
            Spot::Place(place) => Some(place.to_string()),
            Spot::Dice | Spot::Face(_) => None,
        }
    }
}

/// A move or a step as somebody names it: from where, to where, and with which die if one is meant.
pub type Named = (Spot, Spot, Option<Die>);

/// How a board is drawn on the screen.
pub struct Scene<'a> {
    /// The table whose board it is.
    pub view: &'a View,
    /// What stands out.
    pub highlights: &'a Highlights,
    /// The colours there are.
    pub palette: Palette,
    /// The language of what is written on it.
    pub lang: Lang,
}

/// The room for a board on the screen.
#[derive(Clone, Copy)]
pub struct Room {
    /// Columns beside a panel of the width that is preferred.
    pub width: u16,
    /// Columns beside the narrowest panel.
    pub most_width: u16,
    /// Lines.
    pub height: u16,
}

/// The board of a family, as the terminal needs it.
pub trait FamilyBoard {
    /// Where the keyboard points at first.
    fn first_spot(&self) -> Spot;

    /// Where something stands that can be moved.
    fn movable(&self) -> Vec<Spot>;

    /// Where what stands at a spot can go.
    fn reachable(&self, from: Spot) -> Vec<Spot>;

    /// Where the last move or turn led, and where it came from if that stands out.
    fn last_played(&self) -> Vec<Spot>;

    /// What to ask for to move what stands at one spot to another, with a die if one is meant.
    fn command(&self, from: Spot, to: Spot, die: Option<Die>) -> Option<Command>;

    /// What to ask for to play a die from a spot.
    fn command_of_die(&self, from: Spot, die: Die) -> Option<Command> {
        let _ = (from, die);
        None
    }

    /// What to ask for, one after the other, to play what is recommended up to the end of the turn.
    fn commands_of_hint(&self, hint: &Hint) -> Vec<Command>;

    /// What is to be called out.
    fn calls(&self) -> Vec<Message> {
        Vec::new()
    }

    /// Whether men are captured, and their number worth telling.
    fn captures_men(&self) -> bool {
        false
    }

    /// The columns and lines of the smallest drawing.
    fn least_size(&self) -> (u16, u16);

    /// The columns and lines of the largest drawing that fits.
    fn size(&self, room: Room) -> Option<(u16, u16)>;

    /// Draws the board into an area that fits it exactly, and says where its spots are.
    fn draw(&self, scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) -> Hits;

    /// The board as lines of text.
    fn picture(&self) -> String;

    /// What can be played, as lines of text.
    fn moves(&self) -> Vec<String>;

    /// What is asked of the player whose turn it is: the key of the question, and what belongs into it.
    fn question(&self, view: &View) -> (&'static str, Vec<(&'static str, String)>);
}
