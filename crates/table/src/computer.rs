//! The computer on a seat.

use tablen_engine::{Level, Signals};

use crate::Seat;
use crate::event::Command;
use crate::families::AnyGame;
use crate::family::{Family, GameRound};
use crate::state::State;

/// A computer player that sits at a table and asks for what a person would ask for. It sees what a person sees: dice that have
/// been thrown, never those to come.
///
/// ```
/// use std::time::Duration;
/// use tablen_engine::{Level, Stop};
/// use tablen_table::dice::Source;
/// use tablen_table::{BySeat, Computer, Occupant, Ruleset, Seat, Spec, Table};
///
/// let occupants = BySeat { host: Occupant::Computer(Level::WEAKEST), guest: Occupant::Computer(Level::WEAKEST) };
/// let spec = Spec { occupants, ..Spec::new(Ruleset::from_preset("tavli").unwrap()) };
/// let mut dice = Source::Seeded(7);
/// let mut table = Table::open(spec, None, Duration::ZERO, &mut dice)?;
/// let mut players = BySeat::from_fn(|seat| Computer::new(Level::WEAKEST, seat as u64));
/// while let Some(seat) = table.state().to_act() {
///     let command = players[seat].command(table.state(), seat, &Stop::new()).expect("it is its turn");
///     table.apply(seat, command, Duration::ZERO, &mut dice)?;
/// }
/// assert!(table.state().is_over());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Computer<F: Family = AnyGame> {
    player: F::Player,
}

impl<F: Family> Computer<F> {
    /// A player of a level. Its errors are drawn from the seed: with the same seed it plays the same game the same way.
    pub fn new(level: Level, seed: u64) -> Computer<F> {
        Computer { player: F::player(level, seed) }
    }

    /// A player that is no level, such as one with another evaluation.
    pub const fn with_player(player: F::Player) -> Computer<F> {
        Computer { player }
    }

    /// Whether there is something for it to do on its seat: cheap to ask before it is made to think.
    pub fn is_wanted(state: &State<F>, seat: Seat) -> bool {
        let opponent = Some(seat.other());
        [state.takeback(), state.draw_offer(), state.rematch_offer()].contains(&opponent)
            || state.to_act() == Some(seat)
    }

    /// What it asks for on its seat now; nothing if there is nothing for it to do. It answers what it is asked: it grants
    /// takebacks, declines draws and likes to play again. A turn of throw and steps takes two commands: the throw, and then
    /// all steps with the end of the turn.
    pub fn command<'s>(
        &mut self,
        state: &State<F>,
        seat: Seat,
        signals: impl Into<Signals<'s>>,
    ) -> Option<Command<F>> {
        if let Some(reply) = Computer::reply(state, seat) {
            return Some(reply);
        }
        let round = state.round().filter(|_| state.to_act() == Some(seat))?;
        if round.may_roll().is_ok() {
            return Some(Command::Roll);
        }
        let choice = self.choose(round, signals)?;
        round.command(&choice)
    }

    /// What the computer on a seat answers to what it is asked, for which it need not think.
    pub fn reply(state: &State<F>, seat: Seat) -> Option<Command<F>> {
        let opponent = Some(seat.other());
        if state.takeback() == opponent {
            Some(Command::GrantTakeback)
        } else if state.draw_offer() == opponent {
            Some(Command::DeclineDraw)
        } else if state.rematch_offer() == opponent {
            Some(Command::AcceptRematch)
        } else {
            None
        }
    }

    /// What it would play in a round for the side to act: a hint. Nothing before the dice are thrown or when all is over.
    pub fn choose<'s>(&mut self, round: &F::Round, signals: impl Into<Signals<'s>>) -> Option<F::Choice> {
        F::choose(&mut self.player, round, signals.into())
    }
}
