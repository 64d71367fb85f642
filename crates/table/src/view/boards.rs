//! The boards of a view, and what can be done on them.

use std::collections::BTreeMap;

use serde::Serialize;
use tablen_rules::tafl::{self, Bits};
use tablen_rules::tavli::{self, Die, Men, Place, Roll, Step, Turn};

use crate::round::{Round, TavliRound};

/// The board of any game, and what can be done on it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Board {
    /// A tafl board.
    Tafl(TaflBoard),
    /// The board of tavli.
    Tavli(TavliBoard),
}

/// A tafl board.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TaflBoard {
    /// Rows and columns.
    pub size: u8,
    /// The pieces, as rows between slashes.
    pub pieces: tafl::Arrangement,
    /// The king's cell in the middle.
    pub throne: tafl::Cell,
    /// The corners.
    pub corners: Vec<tafl::Cell>,
    /// The attackers' bases.
    pub bases: Vec<tafl::Cell>,
    /// Where the king wants to go.
    pub goals: Vec<tafl::Cell>,
    /// The last move.
    pub last: Option<tafl::Move>,
    /// Words to call out: raichi, tuichi, gare au roi.
    pub calls: Vec<&'static str>,
    /// The king's free routes.
    pub routes: Vec<tafl::Move>,
    /// Moves that would capture the king.
    pub threats: Vec<tafl::Move>,
    /// What the viewer can move, and where to.
    pub targets: BTreeMap<tafl::Cell, Vec<Target>>,
}

/// Where a piece can go.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Target {
    /// The cell.
    pub to: tafl::Cell,
    /// The men that would be captured.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub captures: Vec<tafl::Cell>,
}

/// The board of tavli.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TavliBoard {
    /// White's men.
    pub white: MenView,
    /// Black's men.
    pub black: MenView,
    /// The throw being played.
    pub roll: Option<Roll>,
    /// The faces of the throw, each once, and what can still be played of them.
    pub faces: Vec<FaceView>,
    /// The steps of the turn played so far.
    pub steps: Vec<StepView>,
    /// The steps that the viewer can play next.
    pub next: Vec<StepView>,
    /// The ways of one man with several steps, to wherever no single step takes it.
    pub ways: Vec<Vec<StepView>>,
    /// The turn before this one.
    pub last: Option<Turn>,
}

/// The men of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct MenView {
    /// Not yet entered.
    pub hand: u8,
    /// On each cell, cell 1 first.
    pub cells: [u8; 24],
    /// Hit, in each column of the middle row.
    pub middle: [u8; 12],
    /// Borne off.
    pub off: u8,
}

impl From<Men> for MenView {
    fn from(men: Men) -> MenView {
        MenView { hand: men.hand, cells: men.cells, middle: men.middle, off: men.off }
    }
}

/// One face of a throw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct FaceView {
    /// The face.
    pub die: Die,
    /// How often it counts in this throw.
    pub counts: u8,
    /// How often it is still to be played.
    pub left: u8,
    /// How often it can still be played at most.
    pub playable: u8,
    /// Whether it can be played as the next step.
    pub now: bool,
}

/// One step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct StepView {
    /// From where.
    pub from: Place,
    /// To where.
    pub to: Place,
    /// With which die.
    pub die: Die,
    /// Whether it hits.
    pub hits: bool,
}

impl From<&Step> for StepView {
    fn from(step: &Step) -> StepView {
        StepView { from: step.from, to: step.to, die: step.die, hits: step.hits }
    }
}

impl Board {
    pub(super) fn of(round: &Round, can_act: bool) -> Board {
        match round {
            Round::Tafl(game) => Board::Tafl(TaflBoard::of(game, can_act)),
            Round::Tavli(round) => Board::Tavli(TavliBoard::of(round, can_act)),
        }
    }
}

impl TaflBoard {
    /// The board of a position by itself: nobody has moved, and nobody moves.
    pub fn at(position: &tafl::Position) -> TaflBoard {
        let rules = position.rules();
        let layout = rules.ruleset().board.layout();
        let announcements = position.announcements();
        TaflBoard {
            size: rules.size(),
            pieces: position.setup().arrangement,
            throne: rules.throne(),
            corners: layout.corners.iter().copied().collect(),
            bases: layout.bases.iter().copied().collect(),
            goals: rules.goals().cells().collect(),
            last: None,
            calls: announcements.words().map(tafl::Announcement::name).collect(),
            routes: announcements.routes.iter().map(|route| route.mv).collect(),
            threats: announcements.threats,
            targets: BTreeMap::new(),
        }
    }

    /// Whether a cell is a corner that matters: one of the king's only goals.
    pub fn is_goal_corner(&self, cell: tafl::Cell) -> bool {
        self.corners.contains(&cell) && self.goals.iter().all(|goal| self.corners.contains(goal))
    }

    fn of(game: &tafl::Game, can_act: bool) -> TaflBoard {
        let position = game.position();
        let rules = position.rules();
        let mut targets: BTreeMap<tafl::Cell, Vec<Target>> = BTreeMap::new();
        if can_act {
            for mv in game.moves() {
                let mut next = *position.state();
                let captures = rules.make(&mut next, mv).captured.cells().collect();
                targets.entry(mv.from).or_default().push(Target { to: mv.to, captures });
            }
        }
        TaflBoard { last: game.moves_made().next_back(), targets, ..TaflBoard::at(position) }
    }
}

impl TavliBoard {
    fn of(round: &TavliRound, can_act: bool) -> TavliBoard {
        let play = round.under_way();
        let men = |side| match play {
            Some(play) => play.men(side),
            None => round.position().men(side),
        };
        let faces = play.map_or_else(Vec::new, |play| {
            let (counts, left, playable) = (play.roll().counts(), play.remaining(), play.playable());
            let face = |die: Die| {
                let index = usize::from(die.pips()) - 1;
                FaceView {
                    die,
                    counts: counts[index],
                    left: left[index],
                    playable: playable[index].most,
                    now: playable[index].now,
                }
            };
            Die::ALL.into_iter().map(face).filter(|face| face.counts > 0).collect()
        });
        TavliBoard {
            white: men(tavli::Side::White).into(),
            black: men(tavli::Side::Black).into(),
            roll: play.map(tavli::Play::roll),
            faces,
            steps: play.map_or_else(Vec::new, |play| play.steps().iter().map(StepView::from).collect()),
            next: match play {
                Some(play) if can_act => play.next_steps().iter().map(StepView::from).collect(),
                _ => Vec::new(),
            },
            ways: match play {
                Some(play) if can_act => {
                    play.ways().iter().map(|way| way.iter().map(StepView::from).collect()).collect()
                }
                _ => Vec::new(),
            },
            last: round.turns().next_back().cloned(),
        }
    }
}
