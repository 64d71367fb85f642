//! The computer at a table: its moves, and the hints it gives.

use tablen_engine::{Level, Stop};
use tablen_table::{Choice, Command, Computer, Occupant, Seat};

use super::actor::{Actor, ConnectionId};
use crate::messages::{Hint, ServerMessage};
use crate::pool::Thinking;
use crate::store::{Kind, StoreError};

/// A thought about a table.
pub enum Thought {
    /// What the computer asks for on its seat.
    Command {
        /// The seat.
        seat: Seat,
        /// How many events there were when it began: what has happened since makes it idle.
        after: usize,
        /// The player, who comes back with a command.
        thinking: Thinking<(Box<Computer>, Option<Command>)>,
    },
    /// What somebody could play.
    Hint {
        /// Who wants to know.
        connection: ConnectionId,
        /// How many events there were when it began.
        after: usize,
        /// What the computer would play.
        thinking: Thinking<Option<Choice>>,
    },
}

/// What came of a thought.
pub enum Answer {
    /// A command, and the player who may go on with its plan.
    Command(Option<(Box<Computer>, Option<Command>)>),
    /// A choice.
    Hint(Option<Choice>),
}

impl Thought {
    /// Waits for the answer.
    pub async fn answer(&mut self) -> Answer {
        match self {
            Thought::Command { thinking, .. } => Answer::Command(thinking.answer().await),
            Thought::Hint { thinking, .. } => Answer::Hint(thinking.answer().await.flatten()),
        }
    }

    const fn after(&self) -> usize {
        match self {
            Thought::Command { after, .. } | Thought::Hint { after, .. } => *after,
        }
    }
}

impl Actor {
    /// Whether a thought is under way or wanted.
    pub(super) fn is_thinking(&self) -> bool {
        self.thought.is_some()
    }

    /// Lets the computer think if it has something to do. A thought about what is no longer so is stopped.
    pub(super) fn think_if_wanted(&mut self) {
        let after = self.table.log().len();
        if self.thought.as_ref().is_some_and(|thought| thought.after() != after) {
            self.thought = None;
        }
        let state = self.table.state();
        if self.kind == Kind::Record || state.clock().is_paused() {
            return;
        }
        let wanted = Seat::ALL.into_iter().find_map(|seat| match state.spec().occupants[seat] {
            Occupant::Computer(level) if Computer::is_wanted(state, seat) => Some((seat, level)),
            _ => None,
        });
        let Some((seat, level)) = wanted else {
            // Its memory is large and it knows nothing in it that it could not find again.
            self.computer = None;
            return;
        };
        if self.thought.is_some() {
            return;
        }
        let mut player = match self.computer.take() {
            Some((kept, player)) if kept == seat => player,
            _ => Box::new(Computer::new(level, self.computer_seed(seat))),
        };
        let state = state.clone();
        let think = move |stop: &Stop| {
            let command = player.command(&state, seat, stop);
            (player, command)
        };
        let thinking = self.means.pool.think(think);
        self.thought = Some(Thought::Command { seat, after, thinking });
    }

    /// A table's computer errs in its own way, the same after the table has left memory.
    fn computer_seed(&self, seat: Seat) -> u64 {
        let bytes = self.id.bytes();
        let seed = bytes.iter().fold(0_u64, |seed, byte| seed.rotate_left(7) ^ u64::from(*byte));
        seed ^ seat as u64
    }

    /// Does what came of a thought.
    pub(super) async fn on_answer(&mut self, answer: Answer) -> Result<(), StoreError> {
        let Some(thought) = self.thought.take() else { return Ok(()) };
        match (thought, answer) {
            (Thought::Command { seat, .. }, Answer::Command(Some((player, Some(command))))) => {
                self.computer = Some((seat, player));
                let (now, before) = (self.time.now(), self.table.log().len());
                if let Err(refusal) = self.table.apply(seat, command, now, &mut self.dice) {
                    tracing::error!(table = %self.id, %refusal, "the computer asked for what cannot be");
                }
                // To think again about the same table would come to the same end.
                if self.table.log().len() == before { Ok(()) } else { self.settle().await }
            }
            (Thought::Command { .. }, _) => {
                tracing::error!(table = %self.id, "the computer has no answer");
                Ok(())
            }
            (Thought::Hint { connection, .. }, Answer::Hint(Some(choice))) => {
                self.send(connection, &ServerMessage::Hint(Hint::from(choice)));
                Ok(())
            }
            (Thought::Hint { connection, .. }, _) => {
                self.refuse(connection, None, &message!("server.refusal.no-hint"), None);
                Ok(())
            }
        }
    }

    /// Lets the strongest player think about what somebody could play.
    pub(super) fn think_of_a_hint(&mut self, connection: ConnectionId) {
        let Some(round) = self.table.state().round().cloned() else { return };
        let mut player = <Computer>::new(Level::STRONGEST, 0);
        let thinking = self.means.pool.think(move |stop: &Stop| player.choose(&round, stop));
        self.thought = Some(Thought::Hint { connection, after: self.table.log().len(), thinking });
    }
}
