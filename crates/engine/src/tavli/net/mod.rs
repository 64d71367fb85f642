//! An evaluation that was learned: a small net over what men are and face.
//!
//! Each [input](visit) that is there adds its row of weights to a sum for every hidden neuron. The results of a throw differ in the mover's
//! men and where an enemy was hit, so the sums about the side that throws next are kept from one to the next; all else is added for each.
//! All arithmetic is in whole numbers, so every machine says the same. It says the log odds that the side that throws next wins.

mod inputs;
mod parameters;
mod registry;

use std::sync::Arc;

use tablen_rules::tavli::{BySide, MEN, Packed, Ruleset, Side};

pub use inputs::{INPUTS, OUTPUTS, visit};
pub use registry::BYTES;

pub use parameters::{MAGIC, OUTPUT_UNIT, Parameters, Plain, SQUARE_UNIT, UNIT, VERSION, most_output_weight};

pub use crate::net::{NotANet, Numbers};

use self::inputs::Role;
use self::parameters::MOST_BLOCKS;
use super::ends::Ends;
use super::evaluator::Evaluator;
use super::formation::Formation;
use super::value::{LogOdds, Value};
use crate::ForSideToMove;
use crate::net::simd::{Block, Simd};

/// A net at work.
#[derive(Clone, Debug)]
pub struct Net {
    parameters: Arc<Parameters>,
    simd: Simd,
}

impl Net {
    /// A net with these numbers.
    pub fn new(parameters: Parameters) -> Net {
        Net { parameters: Arc::new(parameters), simd: Simd::detect() }
    }

    /// The net in use. It is there: a test reads it.
    pub fn registered() -> Option<Net> {
        let parameters = registry::REGISTERED.as_ref().map(Arc::clone)?;
        Some(Net { parameters, simd: Simd::detect() })
    }

    /// The side that throws next, and the sums about its men alone.
    fn known(&self, ruleset: &Ruleset, throwing: Packed, rows: &mut Vec<u16>) -> Known {
        let throwing = Formation::new(ruleset, throwing);
        rows.clear();
        inputs::options(ruleset, rows);
        let left = inputs::standing(&throwing, Role::Throws, rows);
        let blocks = self.parameters.layers.blocks();
        let mut sums = [Block::ZERO; MOST_BLOCKS];
        sums[..blocks].copy_from_slice(&self.parameters.layers.bias);
        self.simd.add(&mut sums[..blocks], &self.parameters.layers.rows, rows);
        Known { throwing, left, sums }
    }
}

/// What is known of the side that throws next.
struct Known {
    throwing: Formation,
    /// Its pips.
    left: u32,
    sums: [Block; MOST_BLOCKS],
}

impl Evaluator for Net {
    fn evaluate(
        &self,
        ruleset: &Ruleset,
        to_throw: Side,
        positions: &[BySide<Packed>],
        values: &mut Vec<Value>,
    ) {
        let mut rows: Vec<u16> = Vec::with_capacity(96);
        let mut known: Option<Known> = None;
        values.extend(positions.iter().map(|men| {
            if let Some(exact) = Ends::value(ruleset, men[to_throw], men[to_throw.other()]) {
                return exact;
            }
            // Most results of a throw hit nobody and leave the side that throws next as it was.
            if known.as_ref().is_some_and(|known| known.throwing.packed != men[to_throw]) {
                known = None;
            }
            let known = known.get_or_insert_with(|| self.known(ruleset, men[to_throw], &mut rows));
            let waiting = Formation::new(ruleset, men[to_throw.other()]);
            rows.clear();
            let left = [known.left, inputs::standing(&waiting, Role::Waits, &mut rows)];
            inputs::facing_each_other(ruleset, &known.throwing, &waiting, left, &mut rows);
            let output = inputs::output(&known.throwing, &waiting);
            let weights = self.parameters.layers.output(output);
            let sums = &known.sums[..self.parameters.layers.blocks()];
            let sum = self.simd.fine_output(sums, &self.parameters.layers.rows, &rows, weights);
            let lead = way_left(waiting.packed, left[1]) - way_left(known.throwing.packed, left[0]);
            ForSideToMove(LogOdds(finished_fast(self.parameters.millionths(output, sum), lead)))
        }));
    }
}

/// From these log odds on a game is decided, in millionths: one in four hundred is won by the other side.
const DECIDED: i32 = 6_000_000;
/// What a man who is not yet off costs beyond his pips: a throw takes off three men, however near they are.
const MAN_LEFT: i32 = 8;
/// A lead that nobody makes up for: it would take more than ten hits.
const FAR: i32 = 250;
/// No lead is larger.
const MOST_LEAD: i32 = 500;

/// How far a side has to go until its last man is off.
#[inline]
fn way_left(men: Packed, pips: u32) -> i32 {
    pips.cast_signed() + MAN_LEFT * i32::from(MEN - men.off())
}

/// Where a game is decided, a net that has seldom seen such positions orders them by nothing: then who has how far to go decides, so that what
/// is won is finished fast.
#[inline]
const fn finished_fast(odds: i32, lead: i32) -> i32 {
    if odds > DECIDED || lead > FAR {
        DECIDED + (MOST_LEAD + lead) * 1_000
    } else if odds < -DECIDED || lead < -FAR {
        -DECIDED - (MOST_LEAD - lead) * 1_000
    } else {
        odds
    }
}

#[cfg(test)]
mod tests;
