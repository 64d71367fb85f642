//! The race and nothing else.

use tablen_rules::tavli::{BySide, Column, Packed, Ruleset, Side};

use super::evaluator::Evaluator;
use super::formation::COURSE;
use super::value::{LogOdds, UNIT, Value};
use crate::ForSideToMove;

/// Counts how many pips each side still has to throw, without looking at who stands in the way.
#[derive(Clone, Copy, Debug)]
pub struct PipCount;

/// What a throw brings on average: three dice, pairs four times and three alike twelve times.
const THROW: i32 = 15;
/// So many pips ahead are a unit of log odds.
const UNIT_PIPS: i32 = 30;

/// The pips that these men still have to go.
fn pips(men: Packed) -> u32 {
    let mut pips = COURSE * u32::from(men.hand());
    for cell in men.occupied().cells() {
        pips += (COURSE - u32::from(cell.number())) * u32::from(men.on(cell));
    }
    if men.is_hit() {
        for column in Column::all() {
            pips += (COURSE - u32::from(column.number())) * u32::from(men.hit(column));
        }
    }
    pips
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
            let lead =
                pips(men[to_throw.other()]).cast_signed() - pips(men[to_throw]).cast_signed() + THROW / 2;
            ForSideToMove(LogOdds(lead * (UNIT / UNIT_PIPS)))
        }));
    }
}
