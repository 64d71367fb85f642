//! A valid position with its rules: the safe way to play.

use std::sync::Arc;

use super::{Bits, Cell, IllegalMove, Made, Move, Piece, Rules, Setup, SetupFaults, Side, State, Wide};

/// A position that the rules allow.
///
/// ```
/// use std::sync::Arc;
/// use tablen_rules::tafl::{Position, Preset, Rules, Side, Status};
///
/// let rules = Arc::new(Rules::new(&Preset::Tablut.ruleset())?);
/// let start: Position = Position::start(&rules, Side::Defenders);
/// assert_eq!(start.moves().len(), 56);
///
/// let next = start.play("E3-C3".parse()?)?;
/// assert_eq!(next.status(), Status::ToMove(Side::Attackers));
/// // What is refused says why.
/// let illegal = next.play("E2-E6".parse()?).unwrap_err();
/// assert_eq!(illegal.to_string(), "T4: the piece on E4 is in the way.");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Position<B: Bits = Wide> {
    rules: Arc<Rules<B>>,
    state: State<B>,
}

/// Whose turn it is, or how the game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// That side is to move.
    ToMove(Side),
    /// The game is over.
    Over(Outcome),
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// Who won; nobody in a draw.
    pub winner: Option<Side>,
    /// Why.
    pub reason: Reason,
}

choice! {
    /// Why a game ended.
    pub enum Reason {
        /// The king reached his goal (T9, A10).
        Escape = "escape",
        /// The king was captured (T8, A8, A9).
        Capture = "capture",
        /// The player to move has no move (T11).
        NoMove = "no-move",
        /// The position came again (T12).
        Repetition = "repetition",
    }
}

impl<B: Bits> PartialEq for Position<B> {
    fn eq(&self, other: &Position<B>) -> bool {
        self.state == other.state
            && (Arc::ptr_eq(&self.rules, &other.rules) || self.rules.ruleset == other.rules.ruleset)
    }
}

impl<B: Bits> Eq for Position<B> {}

impl<B: Bits> Position<B> {
    /// The start with a side to move. Where the lot decides (T3), the caller draws it and hands in the side.
    pub fn start(rules: &Arc<Rules<B>>, first: Side) -> Position<B> {
        Position { rules: Arc::clone(rules), state: rules.start(first) }
    }

    /// The position that a setup describes, or everything that is wrong with it.
    pub fn new(rules: &Arc<Rules<B>>, setup: &Setup) -> Result<Position<B>, SetupFaults> {
        Ok(Position { rules: Arc::clone(rules), state: rules.state(setup)? })
    }

    /// A position for a state that these rules made.
    pub fn from_state(rules: &Arc<Rules<B>>, state: State<B>) -> Position<B> {
        Position { rules: Arc::clone(rules), state }
    }

    /// Its rules.
    pub const fn rules(&self) -> &Arc<Rules<B>> {
        &self.rules
    }

    /// The packed state, for searches.
    pub const fn state(&self) -> &State<B> {
        &self.state
    }

    /// The position as data.
    pub fn setup(&self) -> Setup {
        self.rules.setup(&self.state)
    }

    /// Whose turn it is; after the end, whose it would have been.
    pub const fn side(&self) -> Side {
        self.state.side()
    }

    /// The piece on a cell.
    pub fn get(&self, cell: Cell) -> Option<Piece> {
        self.state.get(cell)
    }

    /// Whose turn it is, or how the game ended. Repetition takes a history: see [`Game`](super::Game).
    pub fn status(&self) -> Status {
        match self.rules.outcome(&self.state) {
            Some(outcome) => Status::Over(outcome),
            None => Status::ToMove(self.side()),
        }
    }

    /// Every legal move; none when the game is over.
    pub fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        if self.rules.decided(&self.state).is_none() {
            self.rules.moves_into(&self.state, &mut moves);
        }
        moves
    }

    /// Where the piece on a cell can go.
    pub fn moves_from(&self, from: Cell) -> Vec<Cell> {
        let mut targets = Vec::new();
        if let Some(piece) = self.get(from)
            && piece.side() == self.side()
            && self.rules.decided(&self.state).is_none()
        {
            self.rules.reach(&self.state, from, piece).visit(from, |to| targets.push(to));
        }
        targets
    }

    /// The position after a move, or why it is illegal.
    pub fn play(&self, mv: Move) -> Result<Position<B>, IllegalMove> {
        match self.why_not(mv) {
            Some(illegal) => Err(illegal),
            None => Ok(self.clone().after(mv).0),
        }
    }

    /// The position after a legal move, and what the move did.
    pub(super) fn after(mut self, mv: Move) -> (Position<B>, Made<B>) {
        let made = self.rules.make(&mut self.state, mv);
        (self, made)
    }

    /// The 64-bit Zobrist key of pieces and turn.
    pub const fn key(&self) -> u64 {
        self.state.key()
    }

    /// A key shared by all positions that a symmetry of the board turns into each other.
    pub fn canonical_key(&self) -> u64 {
        self.rules.canonical_key(&self.state)
    }
}

impl<B: Bits> Rules<B> {
    /// How a state ends the game, if it does: by the king, or because the side to move has no move (T11).
    pub fn outcome(&self, state: &State<B>) -> Option<Outcome> {
        self.decided(state).or_else(|| {
            (!self.has_move(state)).then(|| Outcome {
                winner: match self.ruleset.stalemate {
                    super::Stalemate::Loses => Some(state.side.other()),
                    super::Stalemate::Draw => None,
                },
                reason: Reason::NoMove,
            })
        })
    }
}
