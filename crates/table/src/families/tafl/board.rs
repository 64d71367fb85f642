//! A tafl board as it is shown.

use std::collections::BTreeMap;

use serde::Serialize;
use tablen_rules::tafl::{Announcement, Arrangement, Bits, Cell, Game, Move, Position};

/// A tafl board.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TaflBoard {
    /// Rows and columns.
    pub size: u8,
    /// The pieces, as rows between slashes.
    pub pieces: Arrangement,
    /// The king's cell in the middle.
    pub throne: Cell,
    /// The corners.
    pub corners: Vec<Cell>,
    /// The attackers' bases.
    pub bases: Vec<Cell>,
    /// Where the king wants to go.
    pub goals: Vec<Cell>,
    /// The last move.
    pub last: Option<LastMove>,
    /// Words to call out: raichi, tuichi, gare au roi.
    pub calls: Vec<&'static str>,
    /// The king's free routes.
    pub routes: Vec<FromTo>,
    /// Moves that would capture the king.
    pub threats: Vec<FromTo>,
    /// What the viewer can move, and where to.
    pub targets: BTreeMap<Cell, Vec<Target>>,
}

/// Where a piece can go.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Target {
    /// The cell.
    pub to: Cell,
    /// The men that would be captured.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub captures: Vec<Cell>,
}

/// Two cells: where something goes from and to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FromTo {
    /// From where.
    pub from: Cell,
    /// To where.
    pub to: Cell,
}

impl From<Move> for FromTo {
    fn from(mv: Move) -> FromTo {
        FromTo { from: mv.from, to: mv.to }
    }
}

/// The last move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LastMove {
    /// From where.
    pub from: Cell,
    /// To where.
    pub to: Cell,
    /// The men that it captured: all of the other side.
    pub captures: Vec<Cell>,
    /// The move as it is written down.
    pub text: String,
}

/// A move, and where the pieces stand after it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TaflPlacement {
    /// From where.
    pub from: Cell,
    /// To where.
    pub to: Cell,
    /// The men that the move captured: all of the other side.
    pub captures: Vec<Cell>,
    /// Rows between slashes.
    pub pieces: Arrangement,
    /// Words to call out after it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<&'static str>,
    /// The king's free routes after it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub routes: Vec<FromTo>,
    /// Moves that would capture the king after it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub threats: Vec<FromTo>,
}

/// What is called out in a position, in words of the protocol.
pub(super) struct Called {
    pub(super) calls: Vec<&'static str>,
    pub(super) routes: Vec<FromTo>,
    pub(super) threats: Vec<FromTo>,
}

impl Called {
    pub(super) fn at<B: Bits>(position: &Position<B>) -> Called {
        let announcements = position.announcements();
        Called {
            calls: announcements.words().map(Announcement::name).collect(),
            routes: announcements.routes.iter().map(|route| route.mv.into()).collect(),
            threats: announcements.threats.into_iter().map(FromTo::from).collect(),
        }
    }
}

/// A move that is recommended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MoveHint {
    /// From where.
    pub from: Cell,
    /// To where.
    pub to: Cell,
    /// The move as it is written down.
    pub text: String,
}

impl TaflBoard {
    /// The board of a position by itself: nobody has moved, and nobody moves.
    pub fn at<B: Bits>(position: &Position<B>) -> TaflBoard {
        let rules = position.rules();
        let layout = rules.ruleset().board.layout();
        let Called { calls, routes, threats } = Called::at(position);
        TaflBoard {
            size: rules.size(),
            pieces: position.setup().arrangement,
            throne: rules.throne(),
            corners: layout.corners.iter().copied().collect(),
            bases: layout.bases.iter().copied().collect(),
            goals: rules.goals().cells().collect(),
            last: None,
            calls,
            routes,
            threats,
            targets: BTreeMap::new(),
        }
    }

    /// Whether a cell is a corner that matters: one of the king's only goals.
    pub fn is_goal_corner(&self, cell: Cell) -> bool {
        self.corners.contains(&cell) && self.goals.iter().all(|goal| self.corners.contains(goal))
    }

    pub(super) fn of<B: Bits>(game: &Game<B>, can_act: bool) -> TaflBoard {
        let position = game.position();
        let rules = position.rules();
        let mut targets: BTreeMap<Cell, Vec<Target>> = BTreeMap::new();
        if can_act {
            for mv in game.moves() {
                let mut next = *position.state();
                let captures = rules.make(&mut next, mv).captured.cells().collect();
                targets.entry(mv.from).or_default().push(Target { to: mv.to, captures });
            }
        }
        let last = game.len().checked_sub(1).and_then(|number| game.move_played(number));
        let last = last.map(|record| LastMove {
            from: record.mv.from,
            to: record.mv.to,
            text: record.to_string(),
            captures: record.captured,
        });
        TaflBoard { last, targets, ..TaflBoard::at(position) }
    }
}
