//! Ends of games that are known exactly.
//!
//! # No race is free of contact
//!
//! In backgammon the two sides pass each other, and from then on nobody can be hit: chances follow from how many turns each side needs by
//! itself. Here both travel the same way and leave by the same door. Two men of different colours never share a cell (Z8), so one is always
//! behind the other, and a man that is behind can land on every cell before him: he hits a single man there and is kept off by two. Men in
//! hand and in the middle row are behind all others. So as long as both sides have men, there is contact, to the last throw; a test
//! proves it cell by cell. Distributions of turns of one side alone would be exact only where the game is decided already.
//!
//! # Two last men
//!
//! What can be known exactly are positions with few men, of both sides together, with all their hits and returns. [`Ends`] has those
//! in which each side has one man left: 36 places for each, 1,296 positions, from which no turn leads out. Their chances fulfil
//!
//! > chance of a position = mean over all throws of the best of its results: 1 for the last man off, else 1 − chance of what the enemy then has
//!
//! and are found by putting them into this equation again and again until they no longer change. Play in them is the best there is: it is
//! the winning chance that is looked at, not the number of turns. Only the draw after 2,000 turns (Z20) has no part in it.
//!
//! Two men on each side would be half a million positions and minutes of work, for one position in a thousand of a game.

use std::sync::OnceLock;

use tablen_rules::tavli::{
    BySide, Cell, Column, Compulsion, MEN, Men, Packed, Position, Reentry, Results, Roll, Ruleset, Setup,
    Side, Status,
};

use super::value::{LogOdds, Value};
use crate::ForSideToMove;

/// Where the last man of a side can be: on 24 cells or in 12 columns of the middle row.
const PLACES: usize = 36;
/// All positions of two last men, by the place of the side that throws and that of the other.
const POSITIONS: usize = PLACES * PLACES;
/// So near are chances to what they would become if the equation were used for ever.
const NEAR: f64 = 1e-12;
/// It is that near after a few dozen rounds: a man is hit again and again seldom.
const MOST_ROUNDS: usize = 1_000;

/// The exact winning chances of all positions in which each side has one man left.
#[derive(Clone, Debug)]
pub struct Ends {
    chances: Vec<f64>,
    odds: Vec<LogOdds>,
}

impl Ends {
    /// The table for some rules, made when it is asked for the first time: that takes some tenths of a second.
    ///
    /// ```
    /// use tablen_engine::tavli::Ends;
    /// use tablen_rules::tavli::{Position, Ruleset};
    ///
    /// let ends = Ends::of(&Ruleset::default());
    /// let chance = |text: &str| {
    ///     let setup = text.parse().unwrap();
    ///     ends.chance(&Position::new(Ruleset::default(), setup).unwrap())
    /// };
    /// // Any throw takes the man off.
    /// assert_eq!(chance("white 24:1 off:14 beyond; black 19:1 off:14 beyond; white to roll"), Some(1.0));
    /// // A man in the middle row has a long way: he must hit now, or comes too late.
    /// let late = chance("white m1:1 off:14 beyond; black 24:1 off:14 beyond; white to roll").unwrap();
    /// assert!(late > 0.0 && late < 0.25, "{late}");
    /// // Two men are too many.
    /// assert_eq!(chance("white 24:2 off:13 beyond; black 19:1 off:14 beyond; white to roll"), None);
    /// ```
    pub fn of(ruleset: &Ruleset) -> &'static Ends {
        // Of all options only these two matter when no man is in hand.
        static TABLES: [OnceLock<Ends>; 6] = [const { OnceLock::new() }; 6];
        let compulsion = match ruleset.compulsion {
            Compulsion::Maximal => 0,
            Compulsion::Step => 1,
            Compulsion::HigherDie => 2,
        };
        let reentry = match ruleset.reentry {
            Reentry::Inclusive => 0,
            Reentry::Exclusive => 1,
        };
        TABLES[2 * compulsion + reentry].get_or_init(|| Ends::new(*ruleset))
    }

    fn new(ruleset: Ruleset) -> Ends {
        let ways = (0..POSITIONS).map(|index| ways_from(ruleset, index)).collect::<Vec<_>>();
        // Those first whose men have the shortest way left: what they lead to without a hit is known by then.
        let mut order: Vec<usize> = (0..POSITIONS).collect();
        order.sort_by_key(|index| way_left(index / PLACES) + way_left(index % PLACES));
        let mut chances = vec![0.5; POSITIONS];
        for _ in 0..MOST_ROUNDS {
            let mut change = 0.0f64;
            for index in &order {
                let Some(ways) = &ways[*index] else { continue };
                let chance = ways.chance(&chances);
                change = change.max((chance - chances[*index]).abs());
                chances[*index] = chance;
            }
            if change < NEAR {
                break;
            }
        }
        let odds = chances.iter().map(|chance| LogOdds::of_chance(*chance)).collect();
        Ends { chances, odds }
    }

    /// The chance of winning of the side that throws next; nothing if a side has more than one man left, or none.
    pub fn chance(&self, position: &Position) -> Option<f64> {
        let side = position.side();
        index_of(position.packed()[side], position.packed()[side.other()]).map(|index| self.chances[index])
    }

    /// The same as a value, of men alone.
    #[inline]
    pub(super) fn value(ruleset: &Ruleset, throws: Packed, waits: Packed) -> Option<Value> {
        // Nearly all positions are others.
        if throws.off() + 1 != MEN || waits.off() + 1 != MEN {
            return None;
        }
        let index = index_of(throws, waits)?;
        Some(ForSideToMove(Ends::of(ruleset).odds[index]))
    }
}

/// What the throws of a position lead to.
struct Ways(Vec<Throw>);

/// A throw by how many of 216 it is.
struct Throw {
    weight: f64,
    /// The positions it leads to, for the enemy, who throws next; nothing if it wins.
    results: Option<Vec<usize>>,
}

impl Ways {
    fn chance(&self, chances: &[f64]) -> f64 {
        let of_throw = |throw: &Throw| match &throw.results {
            None => throw.weight,
            Some(results) => {
                let best = results.iter().map(|index| 1.0 - chances[*index]).fold(0.0, f64::max);
                throw.weight * best
            }
        };
        self.0.iter().map(of_throw).sum::<f64>() / 216.0
    }
}

/// What the throws of a position lead to; nothing if both men would stand on one cell.
fn ways_from(ruleset: Ruleset, index: usize) -> Option<Ways> {
    let men = BySide { white: one_man(index / PLACES), black: one_man(index % PLACES) };
    let position = Position::new(ruleset, Setup { men, side: Side::White, turns: 0 }).ok()?;
    let mut results = Results::new();
    let throws = Roll::all().map(|roll| {
        position.results_into(roll, &mut results);
        let wins = results.packed().any(|men| men.white.off() == MEN);
        let led_to = results.packed().filter_map(|men| index_of(men.black, men.white));
        Throw { weight: f64::from(roll.weight()), results: (!wins).then(|| led_to.collect()) }
    });
    Some(Ways(throws.collect()))
}

/// A side's last man.
fn one_man(place: usize) -> Men {
    let mut men = Men { off: MEN - 1, beyond: true, ..Men::default() };
    match place.checked_sub(men.cells.len()) {
        None => men.cells[place] = 1,
        Some(column) => men.middle[column] = 1,
    }
    men
}

/// How far the man on a place has to go.
const fn way_left(place: usize) -> usize {
    if place < 24 { 24 - place } else { 24 + 24 - place }
}

/// The number of a position; nothing if a side has other than one man.
fn index_of(throws: Packed, waits: Packed) -> Option<usize> {
    Some(place_of(throws)? * PLACES + place_of(waits)?)
}

fn place_of(men: Packed) -> Option<usize> {
    if men.off() + 1 != MEN || men.hand() != 0 {
        return None;
    }
    let cell = || Cell::all().position(|cell| men.on(cell) == 1);
    let column = || Column::all().position(|column| men.hit(column) == 1).map(|column| 24 + column);
    cell().or_else(column)
}

/// Whether a side has won, or what its chance is, where that is known exactly: of the side that throws next.
pub(super) fn exact_chance(position: &Position) -> Option<f64> {
    match position.status() {
        Status::Over(_) => None,
        Status::Roll(side) => {
            let men = position.packed();
            Ends::value(&position.ruleset(), men[side], men[side.other()]).map(Value::chance)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(ruleset: Ruleset, index: usize) -> Option<Position> {
        let men = BySide { white: one_man(index / PLACES), black: one_man(index % PLACES) };
        Position::new(ruleset, Setup { men, side: Side::White, turns: 0 }).ok()
    }

    /// The definition of contact: a man can land on every cell before him, whoever stands there, as soon as he is allowed to move at all.
    #[test]
    fn whoever_is_behind_can_hit_whoever_is_ahead() {
        let mut results = Results::new();
        for behind in 0..PLACES {
            for ahead in 0..24 {
                // A man in column c comes back on cell c or later.
                let is_behind = if behind < 24 { behind < ahead } else { behind - 24 <= ahead };
                let Some(position) = position(Ruleset::default(), behind * PLACES + ahead) else { continue };
                let hits = Roll::all().any(|roll| {
                    position.results_into(roll, &mut results);
                    results.packed().any(|men| men.black.is_hit())
                });
                assert_eq!(hits, is_behind, "{position}");
            }
        }
    }

    /// The least and the most that a position can be worth to the side that throws, when nothing is known beyond so many throws. Every turn
    /// is played step by step, as people play it.
    fn bounds(position: &Position, throws: u32) -> (f64, f64) {
        if throws == 0 {
            return (0.0, 1.0);
        }
        let (mut low, mut high) = (0.0, 0.0);
        for roll in Roll::all() {
            let mut results = Results::new();
            position.results_into(roll, &mut results);
            let (mut least, mut most) = (0.0f64, 0.0f64);
            for after in results.positions() {
                let turn = position.turn_to(roll, &after).expect("a turn");
                let after = position.play(&turn).expect("a legal turn");
                let (low, high) = match after.status() {
                    Status::Over(_) => (1.0, 1.0),
                    Status::Roll(_) => {
                        let (low, high) = bounds(&after, throws - 1);
                        (1.0 - high, 1.0 - low)
                    }
                };
                least = least.max(low);
                most = most.max(high);
                if least == 1.0 {
                    break;
                }
            }
            low += f64::from(roll.weight()) * least / 216.0;
            high += f64::from(roll.weight()) * most / 216.0;
        }
        (low, high)
    }

    #[test]
    fn chances_lie_between_what_looking_at_every_turn_leaves_open() {
        let ruleset = Ruleset::default();
        let ends = Ends::of(&ruleset);
        let mut narrow = 0;
        for index in (0..POSITIONS).step_by(11) {
            let Some(position) = position(ruleset, index) else { continue };
            let chance = ends.chance(&position).expect("one man each");
            // Far from the end two throws leave everything open, and cost most.
            let throws = if index / PLACES >= 18 && index / PLACES < 24 { 3 } else { 1 };
            let (low, high) = bounds(&position, throws);
            assert!(low - 1e-9 <= chance && chance <= high + 1e-9, "{position} {low} {chance} {high}");
            narrow += usize::from(high - low < 0.02);
        }
        assert!(narrow > 15, "{narrow}");
    }

    #[test]
    fn every_chance_is_what_its_throws_are_worth() {
        for (compulsion, reentry) in
            [(Compulsion::Maximal, Reentry::Inclusive), (Compulsion::Step, Reentry::Exclusive)]
        {
            let ruleset = Ruleset { compulsion, reentry, ..Ruleset::default() };
            let ends = Ends::of(&ruleset);
            let mut results = Results::new();
            for index in (0..POSITIONS).step_by(7) {
                let Some(position) = position(ruleset, index) else { continue };
                let mut sum = 0.0;
                for roll in Roll::all() {
                    position.results_into(roll, &mut results);
                    let worth = |after: Position| ends.chance(&after).map_or(1.0, |chance| 1.0 - chance);
                    let best = results.positions().map(worth).fold(0.0, f64::max);
                    sum += f64::from(roll.weight()) * best / 216.0;
                }
                let chance = ends.chance(&position).expect("one man each");
                assert!((chance - sum).abs() < 1e-10, "{position} {chance} {sum}");
                assert!((0.0..=1.0).contains(&chance));
            }
        }
    }
}
