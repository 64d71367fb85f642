//! What stands out on a board, and where things are on the screen.

use ratatui::layout::Rect;
use tablen_table::view::{Board, Hint};

use super::palette::Mark;
use crate::play::session::Spot;

/// Where the spots are on the screen.
pub type Hits = Vec<(Rect, Spot)>;

/// What stands out on a board.
pub struct Marks {
    /// Where the keyboard points.
    pub cursor: Spot,
    /// What is picked up.
    pub picked: Option<Spot>,
    /// Where the hint comes from and leads to.
    pub hint: Vec<Spot>,
    /// The spots of the last move or turn.
    pub last: Vec<Spot>,
}

impl Marks {
    /// What stands out on a board whose player points and has picked something up.
    pub fn new(board: &Board, cursor: Spot, picked: Option<Spot>, hint: Option<&Hint>) -> Marks {
        let last = match board {
            Board::Tafl(board) => board.last.iter().flat_map(|mv| [mv.from, mv.to]).map(Spot::Cell).collect(),
            // The steps of the turn under way, before they begin those of the turn before.
            Board::Tavli(board) if !board.steps.is_empty() => {
                board.steps.iter().map(|step| Spot::Place(step.to)).collect()
            }
            Board::Tavli(board) => board
                .last
                .iter()
                .flat_map(|turn| turn.steps.iter().map(|step| Spot::Place(step.to)))
                .collect(),
        };
        let hint = match hint {
            Some(Hint::Move(hint)) => vec![Spot::Cell(hint.from), Spot::Cell(hint.to)],
            Some(Hint::Turn(hint)) => {
                hint.steps.iter().flat_map(|step| [step.from, step.to]).map(Spot::Place).collect()
            }
            None => Vec::new(),
        };
        Marks { cursor, picked, hint, last }
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
