//! Positions as a net sees them, with what it should say about them.

use tablen_engine::tafl::PositionInfo;
use tablen_engine::tafl::net::{Inputs, OutputChoice};
use tablen_rules::tafl::{Arrangement, Bits, Cell, Piece, Rules, Setup, Side, State};

use super::positions::{Positions, Record};
use crate::statistics::Curve;

/// A position as a net sees it, with what it should say.
#[derive(Clone, Copy, Debug)]
pub struct Example<'a> {
    /// The inputs that are there.
    pub inputs: &'a [u16],
    /// The output that speaks.
    pub output: usize,
    /// The defenders' chance of winning.
    pub target: f32,
}

/// Examples, all inputs in one list.
#[derive(Clone, Debug, Default)]
pub struct Examples {
    inputs: Vec<u16>,
    /// Where each example's inputs end.
    ends: Vec<u32>,
    outputs: Vec<u8>,
    targets: Vec<f32>,
}

impl Examples {
    /// How many there are.
    pub const fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is none.
    pub const fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// One of them.
    pub fn get(&self, number: usize) -> Example<'_> {
        let begin = if number == 0 { 0 } else { self.ends[number - 1] as usize };
        Example {
            inputs: &self.inputs[begin..self.ends[number] as usize],
            output: usize::from(self.outputs[number]),
            target: self.targets[number],
        }
    }
}

/// One game in so many is held out: what is learned is tested on it.
const HELD_OUT: usize = 20;

/// Examples to learn from and to test with.
#[derive(Clone, Debug, Default)]
pub struct Split {
    /// To learn from.
    pub training: Examples,
    /// To test with: positions of other games.
    pub held_out: Examples,
}

impl Split {
    /// Adds at most the first `most` positions of a file. A target is the game's result to the share `result_weight`, for the rest what the
    /// search said. Returns the curve of these positions.
    pub fn add<B: Bits>(
        &mut self,
        rules: &Rules<B>,
        positions: &Positions,
        most: usize,
        buckets: usize,
        result_weight: f64,
    ) -> Curve {
        let records = || positions.records().take(most);
        let labels = records().map(|record| {
            let label = record.label();
            (f64::from(label.score.0.0), f64::from(label.result.for_defenders()))
        });
        let curve = Curve::fitted(labels);
        let inputs = Inputs::new(rules.size());
        let choice = OutputChoice::new(rules, buckets);
        let (mut game, mut last_ply) = (0, 0);
        for record in records() {
            let label = record.label();
            // A new game begins where the moves are counted anew.
            if label.ply <= last_ply {
                game += 1;
            }
            last_ply = label.ply;
            // What no search reaches was not written by one.
            let Some(state) = state_of(record, rules) else { continue };
            let part = if game % HELD_OUT == 0 { &mut self.held_out } else { &mut self.training };
            let list = &mut part.inputs;
            inputs.visit_pieces(&state, |input| list.push(input));
            inputs.visit_fresh(&state, &PositionInfo::new(rules, &state), |input| list.push(input));
            part.ends.push(part.inputs.len() as u32);
            part.outputs.push(choice.of(&state) as u8);
            let result = f64::from(label.result.for_defenders());
            let searched = curve.chance(f64::from(label.score.0.0));
            part.targets.push((result_weight * result + (1.0 - result_weight) * searched) as f32);
        }
        curve
    }
}

/// The position of a record; nothing if it is none by these rules.
pub(super) fn state_of<B: Bits>(record: Record<'_>, rules: &Rules<B>) -> Option<State<B>> {
    rules.state(&setup_of(record, rules.size())).ok()
}

fn setup_of(record: Record<'_>, size: u8) -> Setup {
    let mut arrangement = Arrangement::empty(size);
    let cell = |index: u16| {
        let size = u16::from(size);
        Cell::new((index % size) as u8, (index / size) as u8)
    };
    for (side, piece) in [(Side::Attackers, Piece::Attacker), (Side::Defenders, Piece::Defender)] {
        for cell in record.pieces_of(side).filter_map(cell) {
            arrangement.set(cell, Some(piece));
        }
    }
    if let Some(king) = cell(record.king()) {
        arrangement.set(king, Some(Piece::King));
    }
    Setup { arrangement, side: record.label().side, king_captured: false }
}
