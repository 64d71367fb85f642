//! The positions of files as a net sees them, with what it should say about them.

use tablen_engine::tafl::PositionInfo;
use tablen_engine::tafl::net::{Inputs, OutputChoice};
use tablen_rules::tafl::{Bits, Rules};

use super::positions::Positions;
use crate::statistics::Curve;
pub use crate::train::examples::Split;

/// One game in so many is held out: what is learned is tested on it.
const HELD_OUT: usize = 20;

impl Split {
    /// Adds the positions of a file. A target is the game's result to the share `result_weight`, for the rest what the search said. Returns the curve
    /// of these positions.
    pub fn add<B: Bits>(
        &mut self,
        positions: &Positions,
        inputs: Inputs,
        buckets: usize,
        result_weight: f64,
    ) -> Curve {
        let labels = positions.records().map(|record| {
            let label = record.label();
            (f64::from(label.score.0.0), f64::from(label.result.for_defenders()))
        });
        let curve = Curve::fitted(labels);
        let (mut game, mut last_ply) = (0, 0);
        let choice = |rules: &Rules<B>| OutputChoice::new(rules, buckets);
        positions.visit(choice, |record, rules| {
            let label = record.label();
            // A new game begins where the moves are counted anew.
            if label.ply <= last_ply {
                game += 1;
            }
            last_ply = label.ply;
            // What no search reaches was not written by one.
            let Some((rules, choice)) = rules else { return };
            let Some(state) = record.state(rules) else { return };
            let part = if game % HELD_OUT == 0 { &mut self.held_out } else { &mut self.training };
            let result = f64::from(label.result.for_defenders());
            let searched = curve.chance(f64::from(label.score.0.0));
            part.add((result_weight * result + (1.0 - result_weight) * searched) as f32, |list| {
                inputs.visit_rules(rules.ruleset(), |input| list.push(input));
                inputs.visit_pieces(&state, |input| list.push(input));
                inputs.visit_fresh(&state, &PositionInfo::new(rules, &state), |input| list.push(input));
                choice.of(&state)
            });
        });
        curve
    }
}
