//! The race and nothing else.

use tablen_rules::tavli::{BySide, Cell, Column, Packed, Ruleset, Side};

use super::evaluator::Evaluator;
use super::value::{LogOdds, UNIT, Value};
use crate::ForSideToMove;

/// Counts how many pips each side still has to throw, without looking at who stands in the way.
#[derive(Clone, Copy, Debug)]
pub struct PipCount;

/// From before cell 1 until a man is off.
const COURSE: i32 = 25;
/// What a throw brings on average: three dice, pairs four times and three alike twelve times.
const THROW: i32 = 15;
/// So many pips ahead are a unit of log odds.
const UNIT_PIPS: i32 = 30;

/// The pips that a side still has to throw.
fn pips(men: Packed) -> i32 {
    let hand = COURSE * i32::from(men.hand());
    let middle: i32 =
        Column::all().map(|column| (COURSE - i32::from(column.number())) * i32::from(men.hit(column))).sum();
    let cells: i32 =
        Cell::all().map(|cell| (COURSE - i32::from(cell.number())) * i32::from(men.on(cell))).sum();
    hand + middle + cells
}

impl Evaluator for PipCount {
    fn evaluate(
        &self,
        _ruleset: &Ruleset,
        to_throw: Side,
        positions: &[BySide<Packed>],
        values: &mut Vec<Value>,
    ) {
        values.extend(positions.iter().map(|men| {
            let lead = pips(men[to_throw.other()]) - pips(men[to_throw]) + THROW / 2;
            ForSideToMove(LogOdds(lead * (UNIT / UNIT_PIPS)))
        }));
    }
}
