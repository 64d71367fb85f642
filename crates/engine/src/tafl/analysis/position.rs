//! Analysis of a position.

use tablen_rules::tafl::{Bits, Game, Side};

use super::{Fact, Line, facts_of};
use crate::tafl::{Engine, Evaluation, Thought};
use crate::{Limits, Signals};

/// What was found out about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PositionAnalysis {
    /// Whose turn it is.
    pub side: Side,
    /// The best lines: the one that would be played, then the others by their value.
    pub lines: Vec<Line>,
    /// What the board says about the best move.
    pub facts: Vec<Fact>,
    /// How many moves ahead everything has been looked at.
    pub depth: u32,
    /// How many positions have been looked at.
    pub nodes: u64,
    /// How many of them a second, where a clock was handed in.
    pub nodes_per_second: Option<u64>,
}

/// Looks for the best `lines` lines of the present position of a game. `progress` is told what was found at every finished depth. Nothing if
/// the game is over.
///
/// ```
/// use std::sync::Arc;
/// use tablen_engine::{Limits, Stop, analysis::Chance, tafl::{Engine, Prospect, analysis}};
/// use tablen_rules::tafl::{Game, Narrow, Position, Preset, Rules};
///
/// let rules = Arc::new(Rules::<Narrow>::new(&Preset::Tablut.ruleset())?);
/// let raichi = Position::new(&rules, &"/9/9/9/4t4/t3K4/9/4t4/9/9/ defenders".parse()?)?;
/// let mut engine = Engine::new(rules, 1 << 12);
/// let game = Game::from_position(raichi);
/// let found = analysis::analyse_position(&mut engine, &game, &Limits::depth(3), 2, &Stop::new(), &mut |_| {});
/// let found = found.expect("the game is not over");
/// assert_eq!(found.lines[0].moves[0].to_string(), "E5-I5");
/// assert_eq!((found.lines[0].value, found.lines[0].chance), (Prospect::WinsIn(1), Chance::CERTAIN));
/// assert_eq!(found.facts[0].to_string(), "The king escapes to I5.");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn analyse_position<'c, B: Bits, E: Evaluation<B>>(
    engine: &mut Engine<B, E>,
    game: &Game<B>,
    limits: &Limits,
    lines: usize,
    signals: impl Into<Signals<'c>>,
    progress: &mut dyn FnMut(&PositionAnalysis),
) -> Option<PositionAnalysis> {
    let signals = signals.into();
    let began = signals.clock.now();
    let found = |thoughts: &[Thought]| {
        let best = thoughts.first()?;
        let seconds = signals.clock.now().saturating_sub(began).as_secs_f64();
        Some(PositionAnalysis {
            side: game.position().side(),
            lines: Line::all_of(thoughts),
            facts: facts_of(game.position(), best.mv),
            depth: best.depth,
            nodes: best.nodes,
            nodes_per_second: (seconds > 0.0).then(|| (best.nodes as f64 / seconds) as u64),
        })
    };
    let mut tell = |thoughts: &[Thought]| found(thoughts).iter().for_each(&mut *progress);
    let thoughts = engine.analyse(game, limits, lines, signals, &mut tell);
    found(&thoughts)
}
