//! A player of the challenge.

use std::io::Write;
use std::net::TcpStream;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tablen_engine::{Signals, Stop};
use tablen_lab::protocol::{Info, Place, Start, Thinking};
use tablen_rules::tafl::{Game, Move, Narrow, Outcome, Reason, Rules, SetupFaults, Side, Status};
use tablen_rules::words::{Explain, Lang, Message};
use tablen_table::{AnyReason, Ruleset};

use super::tracking::{Follows, Tracking};
use super::wire::{State, Turn, Wire, WireError, move_message, name_message};
use crate::failure::Failure;
use crate::families::{self, Manner, Thinker, ThinkerOptions};

/// Plays one game on a server of the challenge.
pub struct Client {
    /// Where the server is, as host and port.
    pub address: String,
    /// The side that it plays.
    pub side: Side,
    /// What it calls itself.
    pub name: String,
    /// What it takes for a move at most.
    pub thinking: Duration,
    /// How it thinks.
    pub options: ThinkerOptions,
}

impl Client {
    /// Plays to the end, telling how it goes.
    pub fn play(self, out: &mut dyn Write, lang: Lang) -> Result<(), Failure> {
        let ruleset = super::ruleset();
        let rules = Arc::new(Rules::<Narrow>::new(&ruleset).map_err(|faults| Failure::input(&faults))?);
        let mut computer = Computer::new(&self.options, self.thinking)?;
        let stream = TcpStream::connect(&self.address).map_err(|error| {
            let message = message!("challenge.error.connect").text("address", &self.address);
            Failure::Input(message.text("error", error))
        })?;
        let mut wire = Wire::new(stream).map_err(told)?;
        wire.send(&name_message(&self.name)).map_err(told)?;
        let connected =
            message!("challenge.connected").text("address", &self.address).text("name", &self.name);
        say(out, lang, connected.with("side", families::side("tafl", self.side.name())))?;
        // Faults of the board are the server's.
        let told_wrong = |faults: SetupFaults| {
            let cause = message!("challenge.error.board").with("error", faults.message());
            Failure::Input(message!("challenge.error.server").with("error", cause))
        };
        let mut tracking: Option<Tracking> = None;
        // What was last sent, until the server shows that it has been played.
        let mut sent: Option<(Move, State)> = None;
        loop {
            let state = wire.receive(None).and_then(|message| message.state()).map_err(told)?;
            let Turn::ToMove(side) = state.turn else {
                let end = match state.turn {
                    Turn::Won(winner) if winner == self.side => "challenge.won",
                    Turn::Won(_) => "challenge.lost",
                    _ => "challenge.drawn",
                };
                return say(out, lang, message!(end));
            };
            match sent.take() {
                Some((mv, before)) if before == state => {
                    return Err(Failure::Input(message!("challenge.error.not-accepted").text("move", mv)));
                }
                _ => {}
            }
            let tracking = match &mut tracking {
                Some(tracking) => {
                    match tracking.go_on(&state.pieces, side).map_err(told_wrong)? {
                        Follows::ByMoves(moves) => {
                            let first = tracking.game().len() + 1 - moves.len();
                            for (number, mv) in (first..).zip(moves) {
                                say(
                                    out,
                                    lang,
                                    message!("challenge.played").with("number", number).text("move", mv),
                                )?;
                            }
                        }
                        Follows::Not => say(out, lang, message!("challenge.lost-track"))?,
                    }
                    tracking
                }
                None => {
                    let begun = Tracking::begin(&rules, &state.pieces, side);
                    tracking.insert(begun.map_err(told_wrong)?)
                }
            };
            if side == self.side {
                match tracking.game().status() {
                    Status::ToMove(_) => {}
                    // The challenge's own server lets the time run out and ends without a word.
                    Status::Over(Outcome { reason: Reason::NoMove, .. }) => {
                        return say(out, lang, message!("challenge.no-move"));
                    }
                    Status::Over(outcome) => {
                        let cause = message!("challenge.error.over");
                        let cause = cause.with("end", families::end(AnyReason::Tafl(outcome.reason)));
                        return Err(Failure::Input(message!("challenge.error.server").with("error", cause)));
                    }
                }
                let (mv, found) = computer.choose(tracking.game())?;
                wire.send(&move_message(mv, self.side)).map_err(told)?;
                let told = message!("challenge.thought")
                    .text("move", mv)
                    .with("depth", found.depth.unwrap_or_default());
                say(out, lang, told.decimal("percent", found.chance.unwrap_or(0.5) * 100.0, 0))?;
                sent = Some((mv, state));
            }
        }
    }
}

/// Tablen as a player of the challenge.
pub struct Computer {
    thinker: Box<dyn Thinker>,
    thinking: Duration,
}

impl Computer {
    /// A player that takes so long at most.
    pub fn new(options: &ThinkerOptions, thinking: Duration) -> Result<Computer, Failure> {
        let ruleset = Ruleset::Tafl(super::ruleset());
        let mut thinker = families::thinker(&ruleset, options).map_err(Failure::Input)?;
        thinker.set_table(families::table(options.megabytes).map_err(Failure::Input)?);
        Ok(Computer { thinker, thinking })
    }

    /// What it plays, and what it thinks of it.
    pub fn choose(&mut self, game: &Game<Narrow>) -> Result<(Move, Info), Failure> {
        let place = Place {
            start: Start::Setup(game.first_setup().to_string()),
            ruleset: None,
            moves: game.moves_made().map(|mv| mv.to_string()).collect(),
        };
        self.thinker.set_position(&place).map_err(Failure::Input)?;
        let thinking = Thinking { movetime: Some(self.thinking), ..Thinking::default() };
        let (stop, began) = (Stop::new(), Instant::now());
        let clock = || began.elapsed();
        let mut found = Info::default();
        // What a message costs is no part of the time that is given here.
        let manner = Manner { lines: 1, overhead: Duration::ZERO };
        let signals = Signals::new(&stop, &clock);
        let chosen = self.thinker.think(&thinking, manner, signals, &mut |info| found = info);
        let mv = chosen.and_then(|text| text.parse().ok());
        // A game in which somebody is to move has a move: anything else is a slip of ours.
        mv.map(|mv| (mv, found)).ok_or_else(|| Failure::Input(message!("cli.error.slip")))
    }
}

/// The failure of a message, for the person at the terminal.
fn told(error: WireError) -> Failure {
    Failure::Input(message!("challenge.error.server").with("error", error.message()))
}

/// Tells something as it happens.
pub fn say(out: &mut dyn Write, lang: Lang, message: Message) -> Result<(), Failure> {
    writeln!(out, "{}", message.render(lang))?;
    Ok(out.flush()?)
}
