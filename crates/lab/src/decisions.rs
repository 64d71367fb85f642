//! Decisions of tavli with what each good turn is worth: how much a player loses by its choices, without playing whole matches.
//!
//! They come from games that the net plays against itself at a glance: one turn of a game, at random, with a throw that leaves a choice. The
//! best few turns, looked at one turn ahead, and the one that the net plays at a glance are rolled out. Whatever else a player chooses at some
//! lookahead is rolled out and listed [afterwards](complete). The committed [`DECISIONS`] begin with the command that made them. No net has
//! learned from them.

use std::fmt;

use fastrand::Rng;
use tablen_engine::tavli::{Engine, EvaluatorKind, Lookahead, RolledOut, Rollout, Settings, roll_out};
use tablen_engine::{Limits, Stop};
use tablen_rules::tavli::{Position, Roll, Ruleset, Side, Status, Turn};
use tablen_rules::words::{Explain, Message, explained};

use crate::dice::{any_roll, luck_of};
use crate::lines;

/// The committed decisions, in their text form.
pub const DECISIONS: &str = include_str!("../suite/decisions.txt");

/// How decisions are made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Making {
    /// What games, throws and rollouts follow from.
    pub seed: u64,
    /// How many threads play rollouts. What comes out does not depend on it.
    pub threads: usize,
}

/// The standard error of a rollout that is enough.
pub const ENOUGH: f64 = 0.005;
/// So many turns are played of each game, then the net is asked.
const TURNS: u32 = 4;
/// A rollout that is not sure enough after so many games is kept as it is.
const MOST_TRIALS: u32 = 1_296;
/// A decision is made within so many turns from the beginning.
const LATEST: u32 = 72;
/// So many of the best turns are rolled out, and the one played at a glance.
const PLAYS: usize = 3;
/// Turns that cost more one turn ahead are not.
const FAR: f64 = 0.08;

/// A position with a throw, and turns with what they are worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// The position before the throw.
    pub position: Position,
    /// The throw.
    pub roll: Roll,
    /// The turns, the best first.
    pub plays: Vec<Rated>,
}

impl Decision {
    fn order(&mut self) {
        self.plays.sort_by(|one, other| other.chance.total_cmp(&one.chance));
    }
}

/// A turn with what it is worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Rated {
    /// What is played.
    pub turn: Turn,
    /// The chance of winning with it.
    pub chance: f64,
    /// The standard error of that.
    pub error: f64,
}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.position)?;
        for Rated { turn, chance, error } in &self.plays {
            write!(f, "{BETWEEN}{chance:.4} {error:.4} {turn}")?;
        }
        Ok(())
    }
}

/// Between a position and its turns.
const BETWEEN: &str = " | ";

/// A line that is no decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotADecision {
    /// The line, counted from 1.
    pub line: usize,
    /// What stands there.
    pub text: String,
}

impl Explain for NotADecision {
    fn message(&self) -> Message {
        message!("decisions.error").text("line", self.line).text("text", &self.text)
    }
}
explained!(NotADecision);

/// Reads decisions, one a line; lines that begin with `#` are remarks.
///
/// ```
/// use tablen_lab::decisions;
///
/// let text = "white 22:1 24:1 off:13 beyond; black 19:1 off:14 beyond; white to roll \
///     | 1.0000 0.0000 146: 24-off 22-off | 0.0000 0.0000 146: 22-23 24-off\n";
/// let error = decisions::read(text).unwrap_err();
/// // The second turn is not legal: both men must go.
/// assert_eq!(error.line, 1);
/// ```
pub fn read(text: &str) -> Result<Vec<Decision>, NotADecision> {
    lines::read(text, read_line).map_err(|(line, text)| NotADecision { line, text })
}

fn read_line(line: &str) -> Option<Decision> {
    let mut parts = line.split(BETWEEN);
    let position = Position::new(Ruleset::default(), parts.next()?.parse().ok()?).ok()?;
    let plays = parts.map(|part| {
        let mut words = part.splitn(3, ' ');
        let (chance, error) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
        let turn: Turn = words.next()?.parse().ok()?;
        let is_chance = |number: f64| (0.0..=1.0).contains(&number);
        (is_chance(chance) && is_chance(error) && position.play(&turn).is_ok()).then_some(Rated {
            turn,
            chance,
            error,
        })
    });
    let plays = plays.collect::<Option<Vec<Rated>>>()?;
    let roll = plays.first()?.turn.roll;
    let is_in_order = plays.is_sorted_by(|better, worse| better.chance >= worse.chance);
    (plays.len() > 1 && is_in_order && plays.iter().all(|play| play.turn.roll == roll)).then_some(Decision {
        position,
        roll,
        plays,
    })
}

/// Makes the decision with a number: it depends on nothing but the seed and that. Nothing if it is stopped.
pub fn make(making: &Making, number: u64, stop: &Stop) -> Option<Decision> {
    let mut rng = luck_of(making.seed, number);
    let mut glancing = engine(0);
    while !stop.is_stopped() {
        let (position, roll) = moment(&mut glancing, &mut rng, stop)?;
        if let Some(turns) = worth_rolling_out(&mut glancing, &position, roll, stop) {
            return rate(making, position, roll, turns, stop);
        }
    }
    None
}

/// A position of a game that a net plays against itself, and a throw.
fn moment(engine: &mut Engine, rng: &mut Rng, stop: &Stop) -> Option<(Position, Roll)> {
    loop {
        let mut position = Position::start(Ruleset::default(), Side::White);
        let turns = rng.u32(..LATEST);
        for _ in 0..turns {
            if let Status::Roll(_) = position.status() {
                let thought =
                    engine.think(&position, any_roll(rng), &Limits::default(), stop, &mut |_| {})?;
                position = position.play(&thought.turn).ok()?;
            }
        }
        if let Status::Roll(_) = position.status() {
            return Some((position, any_roll(rng)));
        }
        if stop.is_stopped() {
            return None;
        }
    }
}

/// The turns between which the decision is; nothing if there is none.
fn worth_rolling_out(
    glancing: &mut Engine,
    position: &Position,
    roll: Roll,
    stop: &Stop,
) -> Option<Vec<Turn>> {
    let limits = Limits::default();
    let found = Engine::new().assess(position, roll, None, PLAYS, &limits, stop)?;
    let best = found.plays.first()?.1;
    if best == tablen_engine::tavli::Value::WON {
        return None;
    }
    let is_near = |value: tablen_engine::tavli::Value| best.chance() - value.chance() < FAR;
    let mut turns: Vec<Turn> =
        found.plays.iter().filter(|(_, value)| is_near(*value)).map(|(turn, _)| turn.clone()).collect();
    let at_a_glance = glancing.think(position, roll, &limits, stop, &mut |_| {})?.turn;
    let after = position.play(&at_a_glance).ok()?;
    if turns.iter().all(|turn| position.play(turn).as_ref() != Ok(&after)) {
        turns.push(at_a_glance);
    }
    (turns.len() > 1).then_some(turns)
}

/// Lists what the engine plays at every lookahead too, where it is missing: with other nets other turns are played, and looking two turns
/// ahead takes too long to do it for every throw that turns out to be no decision. Returns whether anything was; nothing if it is stopped.
pub fn complete(making: &Making, decision: &mut Decision, stop: &Stop) -> Option<bool> {
    let listed = decision.plays.len();
    for ahead in 0..=MOST_AHEAD {
        let Decision { position, roll, plays } = &*decision;
        let thought = engine(ahead).think(position, *roll, &Limits::default(), stop, &mut |_| {})?;
        if stop.is_stopped() {
            return None;
        }
        let after = position.play(&thought.turn);
        if plays.iter().all(|play| position.play(&play.turn) != after) {
            let found = rate(making, *position, *roll, vec![thought.turn], stop)?;
            decision.plays.extend(found.plays);
            decision.order();
        }
    }
    Some(decision.plays.len() > listed)
}

/// Rolls turns out.
fn rate(making: &Making, position: Position, roll: Roll, turns: Vec<Turn>, stop: &Stop) -> Option<Decision> {
    let evaluator = EvaluatorKind::default().evaluator();
    // All turns of a decision have the same dice.
    let rollout = Rollout {
        trials: MOST_TRIALS,
        turns: Some(TURNS),
        enough: Some(ENOUGH),
        seed: making.seed,
        threads: making.threads,
    };
    let mut plays = Vec::new();
    for turn in turns {
        let after = position.play(&turn).ok()?;
        let found = roll_out(&*evaluator, &after, &rollout, stop, &mut |_| {})?;
        let RolledOut { chance, standard_error, .. } = found;
        plays.push(Rated { turn, chance: 1.0 - chance, error: standard_error });
    }
    let mut decision = Decision { position, roll, plays };
    decision.order();
    Some(decision)
}

/// What a player lost by its decisions.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Losses {
    /// How many decisions there were.
    pub decisions: u32,
    /// In how many the best turn was found.
    pub best: u32,
    /// In how many a turn was played that is not listed: it counts as the worst that is.
    pub unlisted: u32,
    /// The sum of what was lost, in chances of winning.
    pub sum: f64,
    /// The sum of the squares of that.
    pub squares: f64,
}

impl Losses {
    /// What was lost by a decision, in the mean.
    pub fn mean(&self) -> f64 {
        self.sum / f64::from(self.decisions.max(1))
    }

    /// The standard error of that: how much it would change with other decisions.
    pub fn standard_error(&self) -> f64 {
        let variance = (self.squares / f64::from(self.decisions.max(1)) - self.mean().powi(2)).max(0.0);
        (variance / f64::from(self.decisions.max(2) - 1)).sqrt()
    }

    /// Counts what an engine loses by a decision. Nothing is counted if it is stopped.
    pub fn add(&mut self, decision: &Decision, engine: &mut Engine, stop: &Stop) {
        let Decision { position, roll, plays } = decision;
        let thought = engine.think(position, *roll, &Limits::default(), stop, &mut |_| {});
        let Some(thought) = thought.filter(|_| !stop.is_stopped()) else { return };
        let after = position.play(&thought.turn);
        let found = plays.iter().position(|play| position.play(&play.turn) == after);
        let (Some(best), Some(worst)) = (plays.first(), plays.last()) else { return };
        let played = found.map_or(worst, |index| &plays[index]);
        let loss = best.chance - played.chance;
        self.decisions += 1;
        self.best += u32::from(found == Some(0));
        self.unlisted += u32::from(found.is_none());
        self.sum += loss;
        self.squares += loss * loss;
    }
}

/// The farthest that an engine looks.
pub const MOST_AHEAD: u32 = 2;

/// An engine that looks so many turns ahead, up to [`MOST_AHEAD`].
pub fn engine(ahead: u32) -> Engine {
    let lookahead = match ahead {
        0 => None,
        1 => Some(Lookahead::FULL),
        _ => Some(Lookahead::TWO_TURNS),
    };
    Engine::with_settings(Settings { lookahead, ..Settings::full() })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn the_committed_decisions_are_different_and_sure_enough() {
        let decisions = read(DECISIONS).unwrap();
        let mut seen = HashSet::new();
        for decision in &decisions {
            assert!(seen.insert((decision.position, decision.roll)), "{decision}");
            for play in &decision.plays {
                assert!(play.error <= ENOUGH + 5e-5, "{decision}");
            }
        }
        assert!(decisions.len() >= 20, "{}", decisions.len());
    }

    #[test]
    fn a_decision_is_what_its_number_says_on_any_number_of_threads() {
        let stop = Stop::new();
        // One from near the end is quick.
        let text = "white 19:2 20:1 22:3 24:2 off:7 beyond; black 21:5 23:3 off:7 beyond; black to roll";
        let position = Position::new(Ruleset::default(), text.parse().unwrap()).unwrap();
        let roll: Roll = "123".parse().unwrap();
        let mut glancing = engine(0);
        let turns = worth_rolling_out(&mut glancing, &position, roll, &stop).expect("a choice");
        let made = [1, 2].map(|threads| {
            rate(&Making { seed: 3, threads }, position, roll, turns.clone(), &stop).expect("rolled out")
        });
        assert_eq!(made[0], made[1]);
        let again = &read(&format!("# a remark\n\n{}\n", made[0])).unwrap()[0];
        assert_eq!(again.to_string(), made[0].to_string());
        let mut losses = Losses::default();
        losses.add(again, &mut glancing, &stop);
        assert_eq!((losses.decisions, losses.unlisted), (1, 0));
        assert!(losses.mean() >= 0.0 && losses.mean() < 0.2 && losses.standard_error() == 0.0);
        let (mut rng, mut other) = (Rng::with_seed(4), Rng::with_seed(4));
        assert_eq!(moment(&mut glancing, &mut rng, &stop), moment(&mut glancing, &mut other, &stop));
    }

    #[test]
    fn what_is_played_and_not_listed_is_rolled_out_too() {
        let stop = Stop::new();
        let making = Making { seed: 3, threads: 1 };
        let text = "white 13:1 16:2 off:12 beyond; black 10:3 off:12 beyond; white to roll";
        let position = Position::new(Ruleset::default(), text.parse().unwrap()).unwrap();
        let roll: Roll = "124".parse().unwrap();
        let played = engine(0).think(&position, roll, &Limits::default(), &stop, &mut |_| {}).unwrap().turn;
        let found = Engine::new().assess(&position, roll, None, 8, &Limits::default(), &stop).unwrap();
        let mut turns: Vec<Turn> = found.plays.into_iter().map(|(turn, _)| turn).collect();
        turns.retain(|turn| position.play(turn) != position.play(&played));
        turns.drain(..turns.len() - 2);
        let mut decision = rate(&making, position, roll, turns, &stop).unwrap();
        assert_eq!(decision.plays.len(), 2);
        assert_eq!(complete(&making, &mut decision, &stop), Some(true));
        assert_eq!(position.play(&decision.plays[0].turn), position.play(&played), "in order");
        assert_eq!(read(&decision.to_string()).unwrap().len(), 1);
        let completed = decision.clone();
        assert_eq!(complete(&making, &mut decision, &stop), Some(false));
        assert_eq!(decision, completed);
        stop.stop();
        assert_eq!(complete(&making, &mut decision, &stop), None);
    }

    #[test]
    fn what_is_no_decision_is_refused_with_its_line() {
        let legal = "white 22:1 24:1 off:13 beyond; black 19:1 off:14 beyond; white to roll | 1.0 0.0 111: 24-off 22-23 23-24 24-off";
        for wrong in ["", " | 0.5 0.1", " | 1.5 0.0 111: 24-off", " | 0.5 x 111: 24-off"] {
            let error = read(&format!("# remark\n{legal}{wrong}\n")).unwrap_err();
            assert_eq!(error.line, 2, "{wrong}");
        }
    }
}
