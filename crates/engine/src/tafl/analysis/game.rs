//! Analysis of a game, move by move.

use std::collections::VecDeque;

use tablen_rules::tafl::{Bits, Game, IllegalMove, Move, Position, Side, Status};
use tablen_rules::words::Message;

use super::line::chance;
use super::{Fact, Line, facts_of};
use crate::analysis::{Axis, Chance, Graph, GraphTurn, Judged, Summary, Thresholds};
use crate::tafl::{Engine, Evaluation, Prospect, Scale, Value};
use crate::{ForLight, ForSideToMove, Limits, Signals};

/// What was found out about a game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct GameAnalysis {
    /// Its moves; if it was stopped, those that were looked at until then.
    #[cfg_attr(feature = "serde", serde(rename = "turns"))]
    pub moves: Vec<MoveAnalysis>,
    /// How well the attackers played.
    pub attackers: Summary,
    /// How well the defenders played.
    pub defenders: Summary,
}

/// What was found out about a move.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MoveAnalysis {
    /// Whose move it was.
    pub side: Side,
    /// What was played.
    pub played: Move,
    /// What should have been played.
    pub best: Move,
    /// Whether that is the same.
    pub is_best: bool,
    /// What the best move is worth to the side whose move it was.
    pub value: Prospect,
    /// What the move that was played is worth to it.
    pub played_value: Prospect,
    /// What it cost.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub judged: Judged,
    /// What explains the move that was played.
    pub facts: Vec<Fact>,
    /// What explains the best move; nothing if that was played.
    pub best_facts: Vec<Fact>,
    /// The best lines: the one that should have been played, then the others by their value.
    pub lines: Vec<Line>,
    /// How many moves ahead everything has been looked at.
    pub depth: u32,
    /// How many positions have been looked at.
    pub nodes: u64,
}

impl GameAnalysis {
    fn new(moves: Vec<MoveAnalysis>) -> GameAnalysis {
        let summary = |side| {
            Summary::of(
                moves.iter().filter(|analysed| analysed.side == side).map(|analysed| &analysed.judged),
            )
        };
        GameAnalysis { attackers: summary(Side::Attackers), defenders: summary(Side::Defenders), moves }
    }

    /// How well a side played.
    pub const fn summary(&self, side: Side) -> &Summary {
        match side {
            Side::Attackers => &self.attackers,
            Side::Defenders => &self.defenders,
        }
    }

    /// The graph of its winning chances.
    pub fn graph(&self, title: Message) -> Graph {
        let side = |side: Side| tablen_rules::TEXTS.message(format!("tafl.side.{side}"));
        Graph {
            title,
            light: side(Side::Defenders),
            dark: side(Side::Attackers),
            axis: Axis::Odds,
            start: self.moves.first().map_or(ForLight(Chance::EVEN), |first| {
                ForSideToMove(first.judged.chance_before).for_light(first.side)
            }),
            turns: self.moves.iter().map(|mv| GraphTurn::new(mv.played, mv.side, &mv.judged)).collect(),
        }
    }
}

/// Looks at every move of a game: the best `lines` lines in each position and what the move that was played cost. `progress` is told
/// after each move what has been found so far. A game that is stopped is told as far as it was looked at.
///
/// ```
/// use std::sync::Arc;
/// use tablen_engine::{Limits, Stop, analysis::Mark, tafl::{Engine, analysis}};
/// use tablen_rules::tafl::{Game, Narrow, Position, Preset, Rules};
///
/// // The attacker on H5 leaves the only free way of the king unguarded.
/// let rules = Arc::new(Rules::<Narrow>::new(&Preset::Tablut.ruleset())?);
/// let start = "/9/4t4/9/9/1t2K2t1/9/9/4t4/9/ attackers".parse()?;
/// let mut game = Game::from_position(Position::new(&rules, &start)?);
/// game.play("H5-H8".parse()?)?;
/// let mut engine = Engine::new(rules, 1 << 14);
/// let found = analysis::analyse_game(&mut engine, &game, &Limits::nodes(2_000), 1, &Stop::new(), &mut |_| {})?;
/// let blunder = &found.moves[0];
/// assert_eq!(blunder.judged.chance_after, tablen_engine::analysis::Chance::NONE);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// A move of the game is not legal, which [`Game`] does not let happen.
pub fn analyse_game<'c, B: Bits, E: Evaluation<B>>(
    engine: &mut Engine<B, E>,
    played: &Game<B>,
    limits: &Limits,
    lines: usize,
    signals: impl Into<Signals<'c>>,
    progress: &mut dyn FnMut(&[MoveAnalysis]),
) -> Result<GameAnalysis, IllegalMove> {
    let signals = signals.into();
    // What is known of another game would change the answers.
    engine.forget();
    let mut walk = GameWalk::new(played);
    while walk.look_on(engine, limits, lines, signals)? == Walked::On {
        progress(&walk.moves);
    }
    Ok(walk.finish())
}

/// A walk through a game that looks at one move after the other, for those who do something else in between.
///
/// ```
/// use std::sync::Arc;
/// use tablen_engine::{Limits, Stop, tafl::{Engine, analysis::{GameWalk, Walked}}};
/// use tablen_rules::tafl::{Game, Narrow, Preset, Rules, Side};
///
/// let rules = Arc::new(Rules::<Narrow>::new(&Preset::Tablut.ruleset())?);
/// let mut game = Game::start(&rules, Side::Attackers);
/// game.play("D1-D3".parse()?)?;
/// let mut engine = Engine::new(rules, 1 << 12);
/// let mut walk = GameWalk::new(&game);
/// assert_eq!(walk.look_on(&mut engine, &Limits::nodes(500), 1, &Stop::new())?, Walked::On);
/// assert_eq!(walk.moves().len(), 1);
/// assert_eq!(walk.look_on(&mut engine, &Limits::nodes(500), 1, &Stop::new())?, Walked::ToTheEnd);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct GameWalk<B: Bits> {
    /// The game as far as it has been walked; nothing if it cannot be begun.
    game: Option<Game<B>>,
    /// The moves still to come.
    ahead: VecDeque<Move>,
    /// The looks at the positions before each move and after the last, and the positions.
    looks: Vec<Look>,
    positions: Vec<Position<B>>,
    moves: Vec<MoveAnalysis>,
    accepts_short_looks: bool,
}

/// What came of a step of a walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Walked {
    /// One more move has been looked at.
    On,
    /// All have been.
    ToTheEnd,
    /// It was stopped; the move will be looked at again.
    Stopped,
}

impl<B: Bits> GameWalk<B> {
    /// Before the first move.
    pub fn new(played: &Game<B>) -> GameWalk<B> {
        GameWalk {
            game: played.position_after(0).map(Game::from_position),
            ahead: played.moves_made().collect(),
            looks: Vec::new(),
            positions: Vec::new(),
            moves: Vec::new(),
            accepts_short_looks: false,
        }
    }

    /// Whether what was found about a move before it was stopped is taken for what there is to be found, so that a walk goes on that is stopped again
    /// and again.
    pub const fn accept_short_looks(&mut self, accepts: bool) {
        self.accepts_short_looks = accepts;
    }

    /// What has been found so far. What was found about a move may change with the next one.
    pub fn moves(&self) -> &[MoveAnalysis] {
        &self.moves
    }

    /// Looks at the next move.
    ///
    /// # Errors
    ///
    /// The move is not legal, which [`Game`] does not let happen.
    pub fn look_on<'c, E: Evaluation<B>>(
        &mut self,
        engine: &mut Engine<B, E>,
        limits: &Limits,
        lines: usize,
        signals: impl Into<Signals<'c>>,
    ) -> Result<Walked, IllegalMove> {
        let signals = signals.into();
        let (Some(game), Some(&mv)) = (&self.game, self.ahead.front()) else { return Ok(Walked::ToTheEnd) };
        let mut look = |game: &Game<B>| Look::at(engine, game, limits, lines, signals);
        let is_short = || signals.stop.is_stopped() && !self.accepts_short_looks;
        if self.looks.is_empty() {
            let first = look(game);
            if is_short() {
                return Ok(Walked::Stopped);
            }
            self.looks.push(first);
            self.positions.push(game.position().clone());
        }
        let number = self.moves.len();
        let mut next = game.clone();
        next.play(mv)?;
        let after = look(&next);
        let here = &self.looks[number];
        let is_surprise = here.best() == Some(mv) && falls(here.value, after.seen_by_mover(), here.scale);
        // One move later the best one looks worse. Now that the transposition table knows, another may be better.
        let again = is_surprise.then(|| look(game).after(here));
        // A look that was stopped is not what it would have been.
        if is_short() {
            return Ok(Walked::Stopped);
        }
        if let Some(again) = again {
            self.looks[number] = again;
        }
        self.looks.push(after);
        if is_surprise && let Some(last) = self.moves.last_mut() {
            // The move before led here: what it is worth has changed with it.
            *last =
                self.looks[number - 1].judge(&self.positions[number - 1], last.played, &self.looks[number]);
        }
        self.moves.push(self.looks[number].judge(&self.positions[number], mv, &self.looks[number + 1]));
        Judged::find_turning_points(
            &mut self.moves.iter_mut().map(|analysed| &mut analysed.judged).collect::<Vec<_>>(),
        );
        self.positions.push(next.position().clone());
        self.game = Some(next);
        self.ahead.pop_front();
        Ok(Walked::On)
    }

    /// What has been found.
    pub fn finish(self) -> GameAnalysis {
        GameAnalysis::new(self.moves)
    }
}

/// Whether a value that was expected has turned out so much worse that a move would be marked for it.
fn falls(expected: Value, found: Value, scale: Scale) -> bool {
    Thresholds::USUAL.mark(chance(expected, scale).0.above(chance(found, scale).0)).is_some()
}

/// What a look at a position has shown.
#[derive(Clone, Debug)]
struct Look {
    /// None if the game is over.
    lines: Vec<Line>,
    /// To the side to move.
    value: Value,
    scale: Scale,
    depth: u32,
    nodes: u64,
}

impl Look {
    fn at<B: Bits, E: Evaluation<B>>(
        engine: &mut Engine<B, E>,
        game: &Game<B>,
        limits: &Limits,
        lines: usize,
        signals: Signals<'_>,
    ) -> Look {
        let scale = engine.scale().for_side_to_move(game.position().side()).0;
        if let Status::Over(outcome) = game.status() {
            let value = match outcome.winner {
                Some(winner) if winner == game.position().side() => Value::wins_in(0),
                Some(_) => Value::loses_in(0),
                None => Value::DRAW,
            };
            return Look { lines: Vec::new(), value, scale, depth: 0, nodes: 0 };
        }
        let thoughts = engine.analyse(game, limits, lines, signals, &mut |_| {});
        let (value, depth, nodes) =
            thoughts.first().map_or((Value::DRAW, 0, 0), |best| (best.value, best.depth, best.nodes));
        Look { lines: Line::all_of(&thoughts), value, scale, depth, nodes }
    }

    /// The same with the work of an earlier look.
    fn after(self, earlier: &Look) -> Look {
        Look { nodes: self.nodes + earlier.nodes, ..self }
    }

    fn best(&self) -> Option<Move> {
        self.lines.first()?.moves.first().copied()
    }

    /// What the position is worth to the side that has just moved, counted from before its move.
    fn seen_by_mover(&self) -> Value {
        (-self.value).counted_from(-1)
    }

    /// Judges the move that was played here by a look at the position after it.
    fn judge<B: Bits>(&self, position: &Position<B>, mv: Move, after: &Look) -> MoveAnalysis {
        let value = after.seen_by_mover();
        let best = self.best().unwrap_or(mv);
        let mut lines = self.lines.clone();
        // The look one move later goes deeper: a move that is better by it than the best one here is the best one.
        let is_best = best == mv || value > self.value;
        if is_best {
            let begins_with = |line: &Line| line.moves.first() == Some(&mv);
            let wanted = lines.len().max(1);
            lines.retain(|line| !begins_with(line));
            let rest = after.lines.first().into_iter().flat_map(|line| &line.moves);
            lines.insert(0, Line::new(value, self.scale, [mv].iter().chain(rest).copied().collect()));
            lines.truncate(wanted);
        }
        let (best, best_value) = if is_best { (mv, value) } else { (best, self.value) };
        let judged =
            Judged::new(chance(best_value, self.scale).0, chance(value, self.scale).0, &Thresholds::USUAL);
        let mut facts = Vec::new();
        match (best_value.prospect(), value.prospect()) {
            (_, Prospect::WinsIn(_)) | (Prospect::LosesIn(_), _) => {}
            (best, played) => {
                if let Prospect::WinsIn(moves) = best {
                    facts.push(Fact::MissedWin { moves });
                }
                if let Prospect::LosesIn(moves) = played {
                    facts.push(Fact::ForcedLoss { moves: moves.saturating_sub(1) });
                }
            }
        }
        facts.extend(facts_of(position, mv));
        MoveAnalysis {
            side: position.side(),
            played: mv,
            best,
            is_best,
            value: best_value.prospect(),
            played_value: value.prospect(),
            judged,
            facts,
            best_facts: if is_best { Vec::new() } else { facts_of(position, best) },
            lines,
            depth: self.depth,
            nodes: self.nodes,
        }
    }
}
