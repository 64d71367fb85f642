//! What a computer finds out about a position or about the turns of a game, as data, for every family of games.
//!
//! An [`Analyst`] of the family does the work in small pieces, so that whoever drives it can do something else in between: lines of a position that
//! grow deeper ([`Analyst::look`]), or one turn of a round after the other ([`Analyst::look_on`]). [`TableAnalysis`] does the latter for all rounds
//! of a table and adds up what they come to. All chances are those of the light side, from 0 to 1.

use std::fmt::Debug;
use std::time::Duration;

use serde::Serialize;
use tablen_engine::analysis::{Judged, Mark, Thresholds, accuracy};
use tablen_engine::{Limits, Signals};
use tablen_rules::words::Message;

use crate::families::AnyGame;
use crate::family::{Family, GameRound};
use crate::spec::Colour;
use crate::table::Table;

/// A computer that analyses positions and turns of one ruleset. It keeps what it has found out for the next piece of work.
pub trait Analyst<F: Family>: Debug + Send {
    /// Looks at the present position of a round, for so many of its best lines. `tell` hears of everything that is better known than before.
    /// Stopped, it can be asked again, and goes on from what it knows.
    fn look(
        &mut self,
        round: &F::Round,
        lines: usize,
        limits: &Limits,
        signals: Signals<'_>,
        tell: &mut dyn FnMut(Found<F>),
    ) -> Looked;

    /// Looks at the next turn of a round, the first one first. The round must be the same every time.
    fn look_on(&mut self, round: &F::Round, limits: &Limits, signals: Signals<'_>) -> Looked;

    /// What has been found about the turns of the round so far. What is known of a turn may change with the next one.
    fn turns(&self) -> &[TurnFound<F>];

    /// From which loss on a turn of this game gets each mark.
    fn thresholds(&self) -> Thresholds;

    /// What can be counted of a side's turns.
    fn counts(&self, round: &F::Round, colour: Colour) -> Counts;
}

/// What came of a piece of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Looked {
    /// It is done, and there is more to do.
    On,
    /// There is nothing more to find.
    ToTheEnd,
    /// It was stopped before its end.
    Stopped,
}

/// What was found about a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Found", bound = ""))]
#[serde(tag = "type", rename_all = "kebab-case", bound = "")]
pub enum Found<F: Family = AnyGame> {
    /// The best lines of play, the best first.
    Lines {
        /// How many moves ahead everything has been looked at.
        depth: u32,
        /// How many positions have been looked at.
        nodes: u64,
        /// How many of them a second, where a clock was there.
        speed: Option<u64>,
        /// The lines.
        lines: Vec<LineFound<F>>,
    },
    /// The best turns with the throw that is on the table, the best first.
    Plays {
        /// How many turns of answers have been looked at.
        lookahead: u32,
        /// The turns, each a line by itself.
        lines: Vec<LineFound<F>>,
    },
    /// What every throw would bring, before the dice are thrown; the best first.
    Rolls {
        /// How many turns of answers have been looked at.
        lookahead: u32,
        /// The chance before the throw.
        chance: f64,
        /// Every throw.
        rolls: Vec<RollFound<F>>,
    },
}

/// A line of play.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "LineFound", bound = ""))]
#[serde(bound = "")]
pub struct LineFound<F: Family = AnyGame> {
    /// The light side's chance of winning.
    pub chance: f64,
    /// Who wins for certain, if anyone does.
    pub win: Option<CertainWin>,
    /// The turns of both sides.
    pub turns: Vec<F::Hint>,
}

/// A win that has been proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CertainWin {
    /// Who wins.
    pub winner: Colour,
    /// After so many turns, both sides' counted.
    pub turns: u32,
}

/// A throw with what it would bring.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "RollFound", bound = ""))]
#[serde(bound = "")]
pub struct RollFound<F: Family = AnyGame> {
    /// The throw.
    pub roll: F::Roll,
    /// In how many ways the dice can show it.
    pub ways: u8,
    /// The light side's chance of winning with it.
    pub chance: f64,
    /// The best turn.
    pub best: Option<F::Hint>,
}

/// How good or bad a turn was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum TurnMark {
    /// The only one that kept what there was: every other would have been an error.
    Good,
    /// A better one was there.
    Doubtful,
    /// A much better one was there.
    Error,
    /// It may have cost the game.
    Blunder,
}

impl From<Mark> for TurnMark {
    fn from(mark: Mark) -> TurnMark {
        match mark {
            Mark::Doubtful => TurnMark::Doubtful,
            Mark::Error => TurnMark::Error,
            Mark::Blunder => TurnMark::Blunder,
        }
    }
}

/// What was found about a turn that was played.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "TurnFound", bound = ""))]
#[serde(bound = "")]
pub struct TurnFound<F: Family = AnyGame> {
    /// The turn, from 1.
    pub turn: usize,
    /// Whose.
    pub colour: Colour,
    /// The turn as it is written down.
    pub text: String,
    /// The light side's chance before the dice were thrown, in a game that has them.
    pub chance_before_roll: Option<f64>,
    /// The light side's chance had the best turn been played.
    pub chance_before: f64,
    /// The light side's chance after the turn.
    pub chance_after: f64,
    /// What the turn cost the side that played it.
    pub loss: f64,
    /// Its mark.
    pub mark: Option<TurnMark>,
    /// Whether the game turned with it.
    pub turning_point: bool,
    /// Whether there was nothing else to play.
    pub forced: bool,
    /// What would have been better; nothing if nothing would.
    pub best: Option<F::Hint>,
    /// How the game would have gone on after the best turn, that turn first.
    pub best_line: Vec<F::Hint>,
    /// What the throw brought the side that threw it, in a game that has dice.
    pub luck: Option<f64>,
    /// Why the turn has its mark, where facts of the board tell it.
    #[serde(skip)]
    pub reasons: Vec<Message>,
    /// What the turn cost and whether the game turned with it, as the engine has it.
    #[serde(skip)]
    pub judged: Judged,
}

/// What can be counted of a side's turns; nothing where a game has no such thing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Counts {
    /// Men captured.
    pub captured: Option<u32>,
    /// Enemy men hit.
    pub hits: Option<u32>,
    /// Pips that moved men.
    pub pips: Option<u32>,
    /// Pips of throws that moved nobody.
    pub pips_wasted: Option<u32>,
}

/// How well a side played a round.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SideSummary {
    /// The turns it played.
    pub turns: usize,
    /// From 0 to 100, by what its turns cost it; nothing if it never had a choice.
    pub accuracy: Option<f64>,
    /// What a turn cost it in the mean.
    pub mean_loss: f64,
    /// Turns that were the only good ones.
    pub good: usize,
    /// Doubtful turns.
    pub doubtful: usize,
    /// Errors.
    pub errors: usize,
    /// Blunders.
    pub blunders: usize,
    /// What can be counted.
    #[serde(flatten)]
    pub counts: Counts,
    /// What its throws brought, in a game that has dice; of many throws it may be more than 1.
    pub luck: Option<f64>,
    /// The time it used, where that is known.
    pub milliseconds: Option<u64>,
}

/// What a round comes to.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RoundSummary {
    /// The round, from 1.
    pub round: usize,
    /// Who won it; nobody in a draw or while it is not over.
    pub winner: Option<Colour>,
    /// What the light side would have won of it had both thrown as well as one does in the mean: from 0 to 1, and beyond both in a game with much luck.
    pub luck_adjusted: Option<f64>,
    /// How each side played it.
    pub sides: BySide<SideSummary>,
}

/// Something of either side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BySide<T> {
    /// The light side's.
    pub light: T,
    /// The dark side's.
    pub dark: T,
}

impl<T> BySide<T> {
    /// Made for each side.
    pub fn from_fn(mut make: impl FnMut(Colour) -> T) -> BySide<T> {
        BySide { light: make(Colour::Light), dark: make(Colour::Dark) }
    }

    fn of(&mut self, colour: Colour) -> &mut T {
        match colour {
            Colour::Light => &mut self.light,
            Colour::Dark => &mut self.dark,
        }
    }
}

/// What belongs to a game of one family, told of any game.
impl<F: Family> Found<F> {
    pub(crate) fn map<G: Family>(
        self,
        hint: impl Fn(F::Hint) -> G::Hint,
        roll: impl Fn(F::Roll) -> G::Roll,
    ) -> Found<G> {
        let line = |line: LineFound<F>| LineFound {
            chance: line.chance,
            win: line.win,
            turns: line.turns.into_iter().map(&hint).collect(),
        };
        match self {
            Found::Lines { depth, nodes, speed, lines } => {
                Found::Lines { depth, nodes, speed, lines: lines.into_iter().map(line).collect() }
            }
            Found::Plays { lookahead, lines } => {
                Found::Plays { lookahead, lines: lines.into_iter().map(line).collect() }
            }
            Found::Rolls { lookahead, chance, rolls } => {
                let of_roll = |found: RollFound<F>| RollFound {
                    roll: roll(found.roll),
                    ways: found.ways,
                    chance: found.chance,
                    best: found.best.map(&hint),
                };
                Found::Rolls { lookahead, chance, rolls: rolls.into_iter().map(of_roll).collect() }
            }
        }
    }
}

impl<F: Family> TurnFound<F> {
    pub(crate) fn map<G: Family>(self, hint: impl Fn(F::Hint) -> G::Hint) -> TurnFound<G> {
        TurnFound {
            turn: self.turn,
            colour: self.colour,
            text: self.text,
            chance_before_roll: self.chance_before_roll,
            chance_before: self.chance_before,
            chance_after: self.chance_after,
            loss: self.loss,
            mark: self.mark,
            turning_point: self.turning_point,
            forced: self.forced,
            best: self.best.map(&hint),
            best_line: self.best_line.into_iter().map(&hint).collect(),
            luck: self.luck,
            reasons: self.reasons,
            judged: self.judged,
        }
    }
}

/// A chance of the side whose turn it is, as the light side's.
pub(crate) fn of_light(chance: f64, colour: Colour) -> f64 {
    let chance = match colour {
        Colour::Light => chance,
        Colour::Dark => 1.0 - chance,
    };
    rounded(chance)
}

/// To a hundredth of a percent: nothing finer is meant.
pub(crate) fn rounded(chance: f64) -> f64 {
    (chance * 10_000.0).round() / 10_000.0
}

/// All rounds of a table being analysed, turn by turn.
#[derive(Debug)]
pub struct TableAnalysis<F: Family = AnyGame> {
    rounds: Vec<AnalysedRound<F>>,
    /// The round whose turns are being looked at.
    current: usize,
}

#[derive(Debug)]
struct AnalysedRound<F: Family> {
    round: F::Round,
    /// Who won, once it is over.
    result: Option<Option<Colour>>,
    times: Option<BySide<Duration>>,
    analyst: Box<dyn Analyst<F>>,
}

impl<F: Family> TableAnalysis<F> {
    /// Before the first turn; nothing if this family has no analyst.
    pub fn new(table: &Table<F>) -> Option<TableAnalysis<F>> {
        let state = table.state();
        let finished = state.rounds().iter().map(|finished| {
            let winner = finished.result.winner.map(|seat| finished.colours[seat]);
            (&finished.round, Some(winner))
        });
        let mut times = times_used(table).into_iter();
        let rounds = finished.chain(state.round().map(|round| (round, None))).map(|(round, result)| {
            Some(AnalysedRound {
                round: round.clone(),
                result,
                times: times.next().filter(|times| times.light + times.dark > Duration::ZERO),
                analyst: F::analyst(round)?,
            })
        });
        Some(TableAnalysis { rounds: rounds.collect::<Option<_>>()?, current: 0 })
    }

    /// How many turns there are.
    pub fn all(&self) -> usize {
        self.rounds.iter().map(|round| round.round.turns()).sum()
    }

    /// How many have been looked at.
    pub fn done(&self) -> usize {
        self.rounds.iter().map(|round| round.analyst.turns().len()).sum()
    }

    /// Looks at the next turn.
    pub fn look_on(&mut self, limits: &Limits, signals: Signals<'_>) -> Looked {
        while let Some(AnalysedRound { round, analyst, .. }) = self.rounds.get_mut(self.current) {
            match analyst.look_on(round, limits, signals) {
                Looked::ToTheEnd => self.current += 1,
                looked => return looked,
            }
        }
        Looked::ToTheEnd
    }

    /// What has been found so far, with the round that each turn belongs to, from 1.
    pub fn turns(&self) -> impl Iterator<Item = (usize, &TurnFound<F>)> {
        (1..)
            .zip(&self.rounds)
            .flat_map(|(number, round)| round.analyst.turns().iter().map(move |turn| (number, turn)))
    }

    /// What the rounds come to.
    pub fn summary(&self) -> Vec<RoundSummary> {
        (1..).zip(&self.rounds).map(|(number, round)| round.summary(number)).collect()
    }
}

impl<F: Family> AnalysedRound<F> {
    fn summary(&self, round: usize) -> RoundSummary {
        let sides = BySide::from_fn(|colour| self.side(colour));
        let luck = sides.light.luck.zip(sides.dark.luck).map(|(light, dark)| light - dark);
        let points = self.result.map(|winner| match winner {
            Some(Colour::Light) => 1.0,
            Some(Colour::Dark) => 0.0,
            None => 0.5,
        });
        RoundSummary {
            round,
            winner: self.result.flatten(),
            luck_adjusted: points.zip(luck).map(|(points, luck)| rounded(points - luck)),
            sides,
        }
    }

    fn side(&self, colour: Colour) -> SideSummary {
        let turns: Vec<&TurnFound<F>> =
            self.analyst.turns().iter().filter(|turn| turn.colour == colour).collect();
        let count = |mark| turns.iter().filter(|turn| turn.mark == Some(mark)).count();
        let chosen = turns.iter().filter(|turn| !turn.forced).map(|turn| turn.judged.loss);
        let lost: f64 = turns.iter().map(|turn| turn.loss).sum();
        let luck = turns.iter().filter_map(|turn| turn.luck);
        SideSummary {
            turns: turns.len(),
            accuracy: accuracy(chosen, &self.analyst.thresholds())
                .map(|accuracy| (accuracy * 10.0).round() / 10.0),
            mean_loss: rounded(if turns.is_empty() { 0.0 } else { lost / turns.len() as f64 }),
            good: count(TurnMark::Good),
            doubtful: count(TurnMark::Doubtful),
            errors: count(TurnMark::Error),
            blunders: count(TurnMark::Blunder),
            counts: self.analyst.counts(&self.round, colour),
            luck: self.round.is_played_in_steps().then(|| rounded(luck.sum())),
            milliseconds: self
                .times
                .map(|mut times| u64::try_from(times.of(colour).as_millis()).unwrap_or(u64::MAX)),
        }
    }
}

/// The time that each side used in each round, by the moments of the log: from when it could act until it did.
fn times_used<F: Family>(table: &Table<F>) -> Vec<BySide<Duration>> {
    let mut entries = table.log().iter().cloned();
    let Some(Ok(mut replayed)) = entries.next().map(|first| Table::from_log([first])) else {
        return Vec::new();
    };
    let mut times: Vec<BySide<Duration>> = Vec::new();
    for entry in entries {
        let state = replayed.state();
        if let Some(seat) = state.to_act().filter(|_| !state.clock().is_paused()) {
            let round = state.rounds().len();
            times.resize_with(times.len().max(round + 1), BySide::default);
            *times[round].of(state.colours()[seat]) += entry.at.saturating_sub(replayed.last_moment());
        }
        if replayed.append(entry).is_err() {
            break;
        }
    }
    times
}
