//! The positions of files as a net sees them, with what it should say about them.

use tablen_engine::tafl::PositionInfo;
use tablen_engine::tafl::net::{Inputs, OutputChoice};
use tablen_rules::tafl::{Arrangement, Bits, Cell, Piece, Rules, Setup, Side, State};

use super::positions::{Positions, Record};
use crate::statistics::Curve;
pub use crate::train::examples::Split;

/// One game in so many is held out: what is learned is tested on it.
const HELD_OUT: usize = 20;

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
            let result = f64::from(label.result.for_defenders());
            let searched = curve.chance(f64::from(label.score.0.0));
            part.add((result_weight * result + (1.0 - result_weight) * searched) as f32, |list| {
                inputs.visit_pieces(&state, |input| list.push(input));
                inputs.visit_fresh(&state, &PositionInfo::new(rules, &state), |input| list.push(input));
                choice.of(&state)
            });
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
