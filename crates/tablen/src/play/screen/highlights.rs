//! What stands out on a board, and where things are on the screen.

use ratatui::layout::Rect;
use tablen_table::view::Hint;

use super::palette::Mark;
use crate::families::{FamilyBoard, Spot, hinted};

/// Where the spots are on the screen.
pub type Hits = Vec<(Rect, Spot)>;

/// What stands out on a board.
pub struct Highlights {
    /// Where the keyboard points.
    pub cursor: Spot,
    /// What is picked up.
    pub picked: Option<Spot>,
    /// Where the hint comes from and leads to.
    pub hint: Vec<Spot>,
    /// The spots of the last move or turn.
    pub last: Vec<Spot>,
}

impl Highlights {
    /// What stands out on a board whose player points and has picked something up.
    pub fn new(
        board: &dyn FamilyBoard,
        cursor: Spot,
        picked: Option<Spot>,
        hint: Option<&Hint>,
    ) -> Highlights {
        let hint = hint.map_or_else(Vec::new, |hint| hinted(hint).0);
        Highlights { cursor, picked, hint, last: board.last_played() }
    }

    /// The strongest reason for a spot to stand out, beside one that only its board knows.
    pub fn of(&self, spot: Spot, own: Option<Mark>) -> Option<Mark> {
        [
            (self.last.contains(&spot), Mark::Last),
            (self.hint.contains(&spot), Mark::Hint),
            (self.picked == Some(spot), Mark::Picked),
            (self.cursor == spot, Mark::Cursor),
        ]
        .into_iter()
        .filter_map(|(holds, mark)| holds.then_some(mark))
        .chain(own)
        .max()
    }
}
