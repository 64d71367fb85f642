//! A game from its start: what positions alone cannot know.

use std::sync::Arc;

use super::{
    Bits, Cell, IllegalMove, Made, Move, MoveRecord, Outcome, Position, Reason, Repetition, Rules, Setup,
    Side, State, Status, Wide,
};
use crate::Past;

/// A game being played: the position, how it came about, and whether it has been there before (T12).
///
/// ```
/// use std::sync::Arc;
/// use tablen_rules::tafl::{Game, Outcome, Preset, Reason, Rules, Side, Status};
///
/// let rules = Arc::new(Rules::new(&Preset::Tablut.ruleset())?);
/// let mut game: Game = Game::start(&rules, Side::Defenders);
/// for text in ["E3-D3", "E2-D2", "D3-E3", "D2-E2"].repeat(2) {
///     game.play(text.parse()?)?;
/// }
/// // T12: the third time the same position stands with the same player to move.
/// assert_eq!(game.status(), Status::Over(Outcome { winner: None, reason: Reason::Repetition }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game<B: Bits = Wide> {
    position: Position<B>,
    /// Every state before the present one, and the move made there.
    past: Past<(State<B>, Made<B>)>,
}

impl<B: Bits> Game<B> {
    /// A new game.
    pub fn start(rules: &Arc<Rules<B>>, first: Side) -> Game<B> {
        Game::from_position(Position::start(rules, first))
    }

    /// A game that begins with any position.
    pub fn from_position(position: Position<B>) -> Game<B> {
        Game { position, past: Past::new() }
    }

    /// The present position.
    pub const fn position(&self) -> &Position<B> {
        &self.position
    }

    /// The position it began with, as data.
    pub fn first_setup(&self) -> Setup {
        self.position.rules().setup(self.past.first().map_or(self.position.state(), |(state, _)| state))
    }

    /// How many moves have been played.
    pub const fn len(&self) -> usize {
        self.past.len()
    }

    /// Whether no move has been played yet.
    pub const fn is_empty(&self) -> bool {
        self.past.is_empty()
    }

    /// The moves played so far.
    pub fn moves_made(&self) -> impl DoubleEndedIterator<Item = Move> + ExactSizeIterator {
        self.past.iter().map(|(_, made)| made.mv)
    }

    /// The moves played so far, with what they captured and announced.
    pub fn moves_played(&self) -> Vec<MoveRecord> {
        (0..self.len()).filter_map(|number| self.move_played(number)).collect()
    }

    /// A move played, counted from 0, with what it captured and announced.
    pub fn move_played(&self, number: usize) -> Option<MoveRecord> {
        let (_, made) = self.past.get(number)?;
        let rules = self.position.rules();
        let marks = rules.marks(self.state_after(number + 1)?);
        Some(MoveRecord { mv: made.mv, captured: made.captured.cells().collect(), marks })
    }

    /// The position after so many moves.
    pub fn position_after(&self, moves: usize) -> Option<Position<B>> {
        Some(Position::from_state(self.position.rules(), *self.state_after(moves)?))
    }

    fn state_after(&self, moves: usize) -> Option<&State<B>> {
        if moves == self.len() {
            return Some(self.position.state());
        }
        self.past.get(moves).map(|(state, _)| state)
    }

    /// Whose turn it is, or how the game ended.
    pub fn status(&self) -> Status {
        match self.position.status() {
            Status::ToMove(_) => match self.repetition() {
                Some(outcome) => Status::Over(outcome),
                None => Status::ToMove(self.position.side()),
            },
            over => over,
        }
    }

    /// T12: how a repetition ends the game, if it does.
    fn repetition(&self) -> Option<Outcome> {
        let rule = self.position.rules().ruleset().repetition;
        let allowed = match rule {
            Repetition::None => return None,
            Repetition::DrawAtOnce => 1,
            Repetition::Draw | Repetition::MoverLoses | Repetition::MoverWins | Repetition::DefendersLose => {
                2
            }
        };
        let quiet = self.past_since_capture().rev();
        // Only every second state has the same side to move.
        let seen = quiet.skip(1).step_by(2).filter(|(state, _)| state == self.position.state()).count();
        (seen >= allowed).then(|| Outcome {
            winner: match rule {
                Repetition::MoverLoses => Some(self.position.side()),
                Repetition::MoverWins => Some(self.position.side().other()),
                Repetition::DefendersLose => Some(Side::Attackers),
                Repetition::Draw | Repetition::DrawAtOnce | Repetition::None => None,
            },
            reason: Reason::Repetition,
        })
    }

    /// The keys of the positions since the last capture, the oldest first and the present one left out: no other can come again,
    /// because moving does not bring a captured man back.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use tablen_rules::tafl::{Game, Preset, Rules, Side};
    ///
    /// let rules = Arc::new(Rules::new(&Preset::Tablut.ruleset())?);
    /// let mut game: Game = Game::start(&rules, Side::Defenders);
    /// let start = game.position().key();
    /// game.play("E3-D3".parse()?)?;
    /// assert_eq!(game.keys_since_capture().collect::<Vec<_>>(), [start]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn keys_since_capture(&self) -> impl DoubleEndedIterator<Item = u64> + ExactSizeIterator {
        self.past_since_capture().map(|(state, _)| state.key())
    }

    /// The states since the last capture, with the moves made there.
    fn past_since_capture(
        &self,
    ) -> impl DoubleEndedIterator<Item = &(State<B>, Made<B>)> + ExactSizeIterator {
        let after_capture =
            self.past.iter().rposition(|(_, made)| !made.captured.is_empty()).map_or(0, |at| at + 1);
        self.past.iter_from(after_capture)
    }

    /// Every legal move; none when the game is over.
    pub fn moves(&self) -> Vec<Move> {
        match self.status() {
            Status::ToMove(_) => self.position.moves(),
            Status::Over(_) => Vec::new(),
        }
    }

    /// Why a move is illegal; nothing if it is legal.
    pub fn why_not(&self, mv: Move) -> Option<IllegalMove> {
        match self.status() {
            Status::Over(outcome) => Some(self.position.rules().game_over(outcome)),
            Status::ToMove(_) => self.position.why_not(mv),
        }
    }

    /// Why the piece on a cell cannot be moved at all; nothing if it can.
    pub fn why_not_from(&self, from: Cell) -> Option<IllegalMove> {
        match self.status() {
            Status::Over(outcome) => Some(self.position.rules().game_over(outcome)),
            Status::ToMove(_) => self.position.why_not_from(from),
        }
    }

    /// Plays a move and says what it did; an illegal one changes nothing.
    pub fn play(&mut self, mv: Move) -> Result<Made<B>, IllegalMove> {
        if let Some(reason) = self.why_not(mv) {
            return Err(reason);
        }
        let before = *self.position.state();
        let (next, made) = self.position.clone().after(mv);
        self.position = next;
        self.past.push((before, made));
        Ok(made)
    }

    /// Takes back the last move and returns it.
    pub fn undo(&mut self) -> Option<Move> {
        let (state, made) = self.past.pop()?;
        self.position = Position::from_state(self.position.rules(), state);
        Some(made.mv)
    }
}
