//! The tafl engine behind the engine protocol.

use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use tablen_engine::tafl::{
    Classic, Engine, Evaluation, EvaluationKind, Material, Net, Player, Prospect, Thought, TranspositionTable,
};
use tablen_engine::{Limits, Signals, Stop};
use tablen_lab::players::read_net;
use tablen_lab::protocol::{Info, Place, Score, Start, Thinking};
use tablen_rules::tafl::{
    Bits, Game, Move, Narrow, Position, Rules, Ruleset, Setup, Side, Status, Wide, fits_narrow,
};
use tablen_rules::words::{Explain, Message};

use super::{side_names, side_text};
use crate::families::thinker::{Manner, Thinker, ThinkerOptions};

/// The evaluation that suits the rules best.
pub const BUILTIN_NET: &str = "builtin";

/// A player of a ruleset that stands at its start.
pub fn thinker(ruleset: &Ruleset, options: &ThinkerOptions) -> Result<Box<dyn Thinker>, Message> {
    match fits_narrow(ruleset) {
        true => in_width::<Narrow>(ruleset, options),
        false => in_width::<Wide>(ruleset, options),
    }
}

fn in_width<B: Bits>(ruleset: &Ruleset, options: &ThinkerOptions) -> Result<Box<dyn Thinker>, Message> {
    let rules = Arc::new(Rules::<B>::new(ruleset).map_err(|faults| faults.message())?);
    let net = match options.net.as_str() {
        // Where no net was trained for the rules, it is the classic evaluation.
        BUILTIN_NET => Net::of(&rules),
        name => match EvaluationKind::from_name(name) {
            Some(EvaluationKind::Material) => {
                let evaluation = Material::new(&rules);
                return Ok(Box::new(TaflThinker::new(rules, evaluation, options)));
            }
            Some(EvaluationKind::Net) => Net::of(&rules),
            Some(_) => None,
            None => Some(net_of_file(name, &rules)?),
        },
    };
    Ok(match net {
        Some(net) => Box::new(TaflThinker::new(rules, net, options)),
        None => {
            let evaluation = Classic::new(&rules);
            Box::new(TaflThinker::new(rules, evaluation, options))
        }
    })
}

/// The net in a file, if it is one for these rules.
fn net_of_file<B: Bits>(name: &str, rules: &Rules<B>) -> Result<Net, Message> {
    if !Path::new(name).exists() {
        return Err(unknown_net(name));
    }
    let unusable = |cause: Message| message!("engine.error.net-file").text("file", name).with("error", cause);
    let parameters = read_net(name).map_err(|fault| unusable(fault.message()))?;
    Net::new(parameters, rules).ok_or_else(|| unusable(message!("engine.error.net-board")))
}

fn unknown_net(name: &str) -> Message {
    let known: Vec<&str> =
        [BUILTIN_NET].into_iter().chain(EvaluationKind::ALL.map(EvaluationKind::name)).collect();
    message!("engine.error.net").text("net", name).text("known", known.join(", "))
}

/// A move in any case, with or without a hyphen between its cells.
fn read_move(text: &str) -> Result<Move, <Move as FromStr>::Err> {
    let text = text.to_uppercase();
    // A letter behind a digit begins the second cell.
    let cells = text.find(|c: char| c.is_ascii_digit()).and_then(|digit| {
        let letter = text[digit..].find(|c: char| c.is_ascii_alphabetic())?;
        Some(text.split_at(digit + letter))
    });
    match cells {
        Some((from, to)) if !from.contains('-') => format!("{from}-{to}").parse(),
        _ => text.parse(),
    }
}

struct TaflThinker<B: Bits, E> {
    game: Game<B>,
    engine: Engine<B, E>,
    /// Who thinks instead where a level is asked for.
    player: Option<Player<B>>,
}

impl<B: Bits, E: Evaluation<B>> TaflThinker<B, E> {
    fn new(rules: Arc<Rules<B>>, evaluation: E, options: &ThinkerOptions) -> TaflThinker<B, E> {
        let mut engine = Engine::with_evaluation(Arc::clone(&rules), 0, evaluation);
        engine.set_threads(options.threads);
        let player = options.level.map(|level| Player::new(Arc::clone(&rules), level, options.seed));
        let first = rules.ruleset().first_side().unwrap_or(Side::Attackers);
        TaflThinker { game: Game::start(&rules, first), engine, player }
    }
}

/// The clock of a side: what it is called, what is left on it, and what a move adds.
fn clock(ask: &Thinking, side: Side) -> (&'static str, Option<Duration>, Duration) {
    let (name, remaining, increment) = match side {
        Side::Attackers => ("btime", ask.btime, ask.binc),
        Side::Defenders => ("wtime", ask.wtime, ask.winc),
    };
    (name, remaining, increment.unwrap_or_default())
}

/// The limits of a thought that was asked for some time ago.
fn limits(ask: &Thinking, side: Side, overhead: Duration, ago: Duration) -> Limits {
    let (_, remaining, increment) = clock(ask, side);
    // Some programs say 0 where a clock is never filled up.
    let moves_to_go = ask.movestogo.filter(|moves| *moves > 0);
    let clock = remaining.map(|left| Limits::clock(left, increment, moves_to_go, overhead));
    let clock = clock.unwrap_or_default();
    let time = [ask.movetime, clock.time].into_iter().flatten().min();
    let rest = |time: Duration| time.saturating_sub(ago);
    Limits { nodes: ask.nodes, depth: ask.depth, time: time.map(rest), target: clock.target.map(rest) }
}

impl<B: Bits, E: Evaluation<B>> Thinker for TaflThinker<B, E> {
    fn set_position(&mut self, place: &Place) -> Result<(), Message> {
        let rules = self.engine.rules();
        let position = match &place.start {
            Start::Usual(side) => {
                let first = match side {
                    None => rules.ruleset().first_side().unwrap_or(Side::Attackers),
                    Some(name) => Side::from_name(name).ok_or_else(|| {
                        let message = message!("engine.error.side").text("side", name);
                        message.text("known", side_names().join(", "))
                    })?,
                };
                Position::start(rules, first)
            }
            Start::Setup(text) => {
                let setup: Setup = text.parse().map_err(|error| Explain::message(&error))?;
                Position::new(rules, &setup).map_err(|faults| faults.message())?
            }
        };
        let mut game = Game::from_position(position);
        for (number, text) in place.moves.iter().enumerate() {
            let wrong = |cause: Message| {
                let message = message!("engine.error.move").with("number", number + 1).text("move", text);
                message.with("error", cause)
            };
            let mv = read_move(text).map_err(|error| wrong(Explain::message(&error)))?;
            game.play(mv).map_err(|illegal| wrong(illegal.message()))?;
        }
        self.game = game;
        Ok(())
    }

    fn set_table(&mut self, table: TranspositionTable) {
        self.engine.set_table(table);
    }

    fn into_table(mut self: Box<Self>) -> TranspositionTable {
        self.engine.take_table()
    }

    fn forget(&mut self) {
        self.engine.forget();
    }

    fn check(&self, ask: &Thinking) -> Result<(), Message> {
        let Status::ToMove(side) = self.game.status() else { return Ok(()) };
        let (name, remaining, _) = clock(ask, side);
        let without_clocks =
            Thinking { wtime: None, btime: None, winc: None, binc: None, movestogo: None, ..*ask };
        let has_clocks_alone = without_clocks == Thinking::default() && *ask != without_clocks;
        match has_clocks_alone && remaining.is_none() {
            true => Err(message!("engine.error.clock").text("clock", name).with("side", side_text(side))),
            false => Ok(()),
        }
    }

    fn think(
        &mut self,
        ask: &Thinking,
        Manner { lines, overhead }: Manner,
        signals: Signals<'_>,
        tell: &mut dyn FnMut(Info),
    ) -> Option<String> {
        let Status::ToMove(side) = self.game.status() else { return None };
        let spent = || signals.clock.now();
        let limits = limits(ask, side, overhead, spent());
        if let Some(player) = &mut self.player {
            let thought = until(limits.time, signals, |signals| player.choose(&self.game, signals))?;
            tell(info(&thought, None, spent()));
            return Some(thought.mv.to_string());
        }
        let numbered = |number: usize| (lines > 1).then_some(number + 1);
        let mut told = 0;
        let thoughts =
            self.engine.analyse(&self.game, &limits, lines, signals, &mut |thoughts: &[Thought]| {
                for (number, thought) in thoughts.iter().enumerate() {
                    tell(info(thought, numbered(number), spent()));
                }
                told = thoughts.first().map_or(0, |thought| thought.nodes);
            });
        let best = thoughts.first()?;
        // What was thought after the last finished depth.
        for (number, thought) in thoughts.iter().enumerate().filter(|_| best.nodes > told) {
            let hashfull = Some(self.engine.permille_used());
            tell(Info { hashfull, ..info(thought, numbered(number), spent()) });
        }
        Some(best.mv.to_string())
    }
}

fn info(thought: &Thought, multipv: Option<usize>, time: Duration) -> Info {
    Info {
        depth: Some(thought.depth),
        multipv,
        score: Some(match thought.value.prospect() {
            Prospect::Points(points) => Score::Points(points),
            Prospect::WinsIn(moves) => Score::Win(moves),
            Prospect::LosesIn(moves) => Score::Lose(moves),
        }),
        chance: Some(thought.chance()),
        nodes: Some(thought.nodes),
        time: Some(time),
        hashfull: None,
        line: thought.line.iter().map(ToString::to_string).collect(),
    }
}

/// Thinks no longer than a time, where the limits of a level know none. `signals` stop it as before.
fn until<T>(time: Option<Duration>, signals: Signals<'_>, think: impl FnOnce(Signals<'_>) -> T) -> T {
    /// How often the outer switch is looked at.
    const MOMENT: Duration = Duration::from_millis(10);
    let Some(time) = time else { return think(signals) };
    let switch = Stop::new();
    let (done, is_done) = mpsc::channel::<()>();
    let due = signals.clock.now().saturating_add(time);
    std::thread::scope(|scope| {
        let watched = &switch;
        scope.spawn(move || {
            let moment = || due.saturating_sub(signals.clock.now()).min(MOMENT);
            while is_done.recv_timeout(moment()) == Err(RecvTimeoutError::Timeout) {
                if signals.stop.is_stopped() || signals.clock.now() >= due {
                    watched.stop();
                    break;
                }
            }
        });
        let thought = think(Signals::new(&switch, signals.clock));
        drop(done);
        thought
    })
}
