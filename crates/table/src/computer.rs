//! The computer on a seat.

use std::sync::Arc;

use tablen_engine::{Level, Stop, tafl as tafl_engine, tavli as tavli_engine};
use tablen_rules::tafl::{self, Bits, Narrow, Wide};
use tablen_rules::tavli::{self, Turn};

use crate::Seat;
use crate::choice::Choice;
use crate::event::Command;
use crate::round::{Round, TavliRound};
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
pub struct Computer {
    level: Level,
    seed: u64,
    tafl: Option<TaflPlayer>,
    tavli: tavli_engine::Player,
    /// The turn of tavli it has made up its mind to play, and where.
    plan: Option<(tavli::Position, Turn)>,
}

/// Boards up to 11×11 are searched with words half as wide.
#[derive(Clone, Debug)]
enum TaflPlayer {
    Narrow(tafl_engine::Player<Narrow>, Arc<tafl::Rules<Narrow>>),
    Wide(tafl_engine::Player<Wide>, Arc<tafl::Rules<Wide>>),
}

impl Computer {
    /// A player of a level. Its errors are drawn from the seed: with the same seed it plays the same game the same way.
    pub fn new(level: Level, seed: u64) -> Computer {
        Computer { level, seed, tafl: None, tavli: tavli_engine::Player::new(level, seed), plan: None }
    }

    /// Its level.
    pub const fn level(&self) -> Level {
        self.level
    }

    /// Whether there is something for it to do on its seat: cheap to ask before it is made to think.
    pub fn is_wanted(state: &State, seat: Seat) -> bool {
        let opponent = Some(seat.other());
        [state.takeback(), state.draw_offer(), state.rematch_offer()].contains(&opponent)
            || state.to_act() == Some(seat)
    }

    /// What it asks for on its seat now; nothing if there is nothing for it to do. It answers what it is asked: it grants
    /// takebacks, declines draws and likes to play again.
    pub fn command(&mut self, state: &State, seat: Seat, stop: &Stop) -> Option<Command> {
        if !Computer::is_wanted(state, seat) {
            return None;
        }
        if let Some(reply) = Computer::reply(state, seat) {
            return Some(reply);
        }
        match state.round()? {
            Round::Tafl(_) => match self.choose(state.round()?, stop)? {
                Choice::Move(mv) => Some(Command::Move { mv }),
                Choice::Turn(_) => None,
            },
            Round::Tavli(round) => self.tavli_command(round, stop),
        }
    }

    /// What the computer on a seat answers to what it is asked, for which it need not think.
    pub fn reply(state: &State, seat: Seat) -> Option<Command> {
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

    /// What it would play in a round, whoever is to act: a hint. Nothing before the dice are thrown or when all is over.
    pub fn choose(&mut self, round: &Round, stop: &Stop) -> Option<Choice> {
        match round {
            Round::Tafl(game) => self.tafl_player(game)?.choose(game, stop).map(Choice::Move),
            Round::Tavli(round) => {
                let roll = round.under_way()?.roll();
                let thought = self.tavli.choose(round.position(), roll, stop)?;
                Some(Choice::Turn(thought.turn))
            }
        }
    }

    fn tafl_player(&mut self, game: &tafl::Game) -> Option<&mut TaflPlayer> {
        let ruleset = game.position().rules().ruleset();
        if self.tafl.as_ref().is_none_or(|player| player.ruleset() != ruleset) {
            self.tafl = TaflPlayer::new(ruleset, self.level, self.seed);
        }
        self.tafl.as_mut()
    }

    /// Throws, then plays its plan step by step, then ends the turn.
    fn tavli_command(&mut self, round: &TavliRound, stop: &Stop) -> Option<Command> {
        let Some(play) = round.under_way() else { return Some(Command::Roll) };
        let is_on_course = |(position, turn): &(tavli::Position, Turn)| {
            position == round.position() && turn.roll == play.roll() && turn.steps.starts_with(play.steps())
        };
        if !self.plan.as_ref().is_some_and(is_on_course) {
            let turn = self.tavli.choose(round.position(), play.roll(), stop)?.turn;
            self.plan = Some((*round.position(), turn));
        }
        let (_, turn) = self.plan.as_ref()?;
        if !turn.steps.starts_with(play.steps()) {
            return Some(Command::UndoStep);
        }
        Some(match turn.steps.get(play.steps().len()) {
            Some(step) => Command::Step { from: step.from, die: step.die },
            None => Command::Confirm,
        })
    }
}

impl TaflPlayer {
    fn new(ruleset: &tafl::Ruleset, level: Level, seed: u64) -> Option<TaflPlayer> {
        Some(if tafl::fits_narrow(ruleset) {
            let rules = Arc::new(tafl::Rules::new(ruleset).ok()?);
            TaflPlayer::Narrow(tafl_engine::Player::new(Arc::clone(&rules), level, seed), rules)
        } else {
            let rules = Arc::new(tafl::Rules::new(ruleset).ok()?);
            TaflPlayer::Wide(tafl_engine::Player::new(Arc::clone(&rules), level, seed), rules)
        })
    }

    fn ruleset(&self) -> &tafl::Ruleset {
        match self {
            TaflPlayer::Narrow(_, rules) => rules.ruleset(),
            TaflPlayer::Wide(_, rules) => rules.ruleset(),
        }
    }

    fn choose(&mut self, game: &tafl::Game, stop: &Stop) -> Option<tafl::Move> {
        match self {
            TaflPlayer::Narrow(player, rules) => player.choose(&retold(game, rules)?, stop),
            TaflPlayer::Wide(player, _) => player.choose(game, stop),
        }
        .map(|thought| thought.mv)
    }
}

/// The same game on a board of another width.
fn retold<B: Bits>(game: &tafl::Game, rules: &Arc<tafl::Rules<B>>) -> Option<tafl::Game<B>> {
    let first = game.first_setup();
    let mut retold = tafl::Game::from_position(tafl::Position::new(rules, &first).ok()?);
    for mv in game.moves_made() {
        retold.play(mv).ok()?;
    }
    Some(retold)
}
