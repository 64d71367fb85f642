//! Diagrams: positions that the board draws, with what is played in them.

use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tablen_table::study::Node;
use tablen_table::view::{Board, Line, View, Viewer, lines};
use tablen_table::{AnyGame, Colour, Family, Ruleset, Seat};

use crate::claim::Claim;

/// A position, what is played in it, and what has to be true of that.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Diagram {
    /// By which booklets name it.
    pub id: String,
    /// The rules.
    pub ruleset: Ruleset,
    /// The position; the game's usual one if nothing is said.
    #[serde(default)]
    pub position: Option<String>,
    /// Who begins, where neither rules nor position say it.
    #[serde(default)]
    pub first: Option<Colour>,
    /// The throw that lies on the board.
    #[serde(default)]
    pub roll: Option<String>,
    /// Moves that are shown and can be played.
    #[serde(default)]
    pub moves: Vec<String>,
    /// The same, of a game with dice: one whole turn.
    #[serde(default)]
    pub turn: Option<String>,
    /// A worse turn than the one that is shown: studies have it as a variation.
    #[serde(default)]
    pub instead: Option<String>,
    /// Cells that are pointed at.
    #[serde(default)]
    pub marks: Vec<String>,
    /// The rules it shows: every rule has a diagram.
    #[serde(default)]
    pub rules: Vec<String>,
    /// What is claimed.
    #[serde(default)]
    pub claims: Vec<Claim>,
}

/// A diagram as a study takes it: all that a link to it needs.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "StudiedDiagram")]
pub struct Studied {
    /// By which the booklet names it.
    pub id: String,
    /// The rules.
    pub ruleset: String,
    /// The position; the game's usual one if nothing is said.
    pub start: Option<String>,
    /// Who begins, where neither rules nor position say it.
    pub first: Option<Colour>,
    /// What is played.
    pub turns: Vec<String>,
    /// What could be played instead of the first of these turns, and should not be.
    pub instead: Option<String>,
}

/// A diagram as it is sent to be drawn.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Drawn {
    /// What can be studied of it.
    #[serde(flatten)]
    pub studied: Studied,
    /// What is played as arrows on the board.
    pub arrows: Vec<Arrow>,
    /// Cells that are pointed at.
    pub marks: Vec<String>,
    /// What is shown.
    pub before: Shown,
    /// What is shown after it was played, if anything is.
    pub after: Option<Shown>,
}

/// From one point of the board to another, by the board's own names of them: `E5`, `14`, `m4`, `hand-light`, `off-dark`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "DiagramArrow")]
pub struct Arrow {
    /// From where.
    pub from: String,
    /// To where.
    pub to: String,
}

/// A board as somebody sees it who only looks.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Shown {
    /// The table.
    pub view: View,
    /// The turns so far.
    pub lines: Vec<Line>,
}

impl Shown {
    fn keep_quiet(&mut self) {
        if let Some(Board::Tafl(board)) = &mut self.view.board {
            board.calls.clear();
            board.routes.clear();
            board.threats.clear();
        }
    }
}

impl Diagram {
    /// What is played in it.
    pub fn turns(&self) -> Vec<String> {
        self.moves.iter().chain(&self.turn).cloned().collect()
    }

    pub(crate) fn node(&self, turns: Vec<String>, roll: Option<&str>) -> Result<Node, String> {
        let roll = roll.map(AnyGame::read_roll).transpose().map_err(|error| error.error.to_string())?;
        let start = self.position.clone();
        Ok(Node { start, first: self.first, turns, roll, ..Node::new(self.ruleset.clone()) })
    }

    pub(crate) fn before(&self) -> Result<Node, String> {
        self.node(Vec::new(), self.roll.as_deref())
    }

    pub(crate) fn after(&self) -> Result<Node, String> {
        self.node(self.turns(), None)
    }

    /// The boards of the diagram; the error says why there are none.
    pub fn draw(&self) -> Result<Drawn, String> {
        let turns = self.turns();
        let mut before = shown(&self.before()?)?;
        let mut after = (!turns.is_empty()).then(|| shown(&self.after()?)).transpose()?;
        // What is called out is drawn across the board: only where it is what the diagram is about.
        if !self.claims.iter().any(|claim| matches!(claim, Claim::Announces(_))) {
            [Some(&mut before), after.as_mut()].into_iter().flatten().for_each(Shown::keep_quiet);
        }
        Ok(Drawn {
            arrows: after.iter().flat_map(|after| &after.lines).flat_map(arrows).collect(),
            studied: self.studied(),
            marks: self.marks.clone(),
            before,
            after,
        })
    }

    /// What links to it need.
    pub fn studied(&self) -> Studied {
        Studied {
            id: self.id.clone(),
            ruleset: self.ruleset.to_string(),
            start: self.position.clone(),
            first: self.first,
            turns: self.turns(),
            instead: self.instead.clone(),
        }
    }
}

/// The board of a node, as somebody sees it who only looks.
pub(crate) fn shown(node: &Node) -> Result<Shown, String> {
    let table = node.table().map_err(|why| why.to_string())?;
    let view = View::new(table.state(), table.log().len() as u64, Viewer::Spectator, Duration::ZERO);
    Ok(Shown { view, lines: lines(table.state(), 1, 1) })
}

/// What was played in a turn, as arrows. The light side is the host's in a study.
fn arrows(line: &Line) -> Vec<Arrow> {
    let colour = if line.seat == Seat::Host { "light" } else { "dark" };
    let point = |place: &str| match place {
        "hand" | "off" => format!("{place}-{colour}"),
        place => place.to_owned(),
    };
    let arrow = |step: &str| {
        let (from, to) = step.split_once('-')?;
        // Behind the place stand what was taken, which number was used and what is called.
        let to = to.split(|sign: char| !sign.is_ascii_alphanumeric() || sign == 'x').next()?;
        (!from.is_empty() && !to.is_empty()).then(|| Arrow { from: point(from), to: point(to) })
    };
    line.text.rsplit(": ").next().unwrap_or_default().split_whitespace().filter_map(arrow).collect()
}
