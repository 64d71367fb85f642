//! An evaluation that was learned: a small net whose first layer is kept up to date move by move.
//!
//! A net is told of a position by [`Inputs`]. Each that is there adds its row of weights to a sum for every hidden neuron. A move changes
//! two or three inputs about pieces, so the sums are carried from a position to the next; the other inputs are added when the position is
//! judged. Many positions of a search are never judged: the moves to them are only noted, and carried out when a position after them is.
//! All arithmetic is in whole numbers, so every machine says the same.

mod inputs;
mod parameters;
mod registry;

use tablen_rules::tafl::{Bits, Made, Piece, Rules, State};

pub use inputs::{Inputs, RULE_INPUTS};
pub use parameters::{
    CLIP, MAGIC, MOST_OUTPUT_WEIGHT, OUTPUT_UNIT, OutputChoice, Parameters, Plain, VERSION,
};
pub use registry::{GoalKind, NETS, RegisteredNet, Serves};

pub use crate::net::{NotANet, Numbers};

use super::evaluation::Evaluation;
use super::position_info::PositionInfo;
use super::value::{Points, Scale};
use crate::ForLight;
use crate::net::simd::{Block, Changes, Simd};

/// A net at work.
#[derive(Clone, Debug)]
pub struct Net {
    parameters: &'static Parameters,
    /// What is added for every hidden neuron, whatever the position: its bias and what the net is told of the rules.
    bias: Box<[Block]>,
    outputs: OutputChoice,
    scale: ForLight<Scale>,
    simd: Simd,
    /// The moves from the first position of the search to the present one.
    moves: Vec<PieceChanges>,
    /// The first layer's sums about pieces in the first position and after each of these moves, one after the other; there may be more,
    /// of moves taken back.
    sums: Vec<Block>,
    /// After so many of the moves the sums are right.
    carried: usize,
    /// Room for the inputs that are looked at afresh, which are never so many.
    fresh: [u16; 1 + u8::MAX as usize],
}

/// The most men a move captures: one on each side.
const MOST_CAPTURED: usize = 4;

/// What a move changes among the inputs about pieces.
#[derive(Clone, Copy, Debug)]
struct PieceChanges {
    come: u16,
    gone: [u16; 1 + MOST_CAPTURED],
    gone_count: u8,
}

/// Moves that a search has room for without asking for more.
const USUAL_PLIES: usize = 160;

impl Net {
    /// A net for the rules of a game; nothing if it was made for boards of another size.
    pub fn new<B: Bits>(parameters: &'static Parameters, rules: &Rules<B>) -> Option<Net> {
        if parameters.inputs().size() != rules.size() {
            return None;
        }
        let simd = Simd::detect();
        let mut told = Vec::new();
        parameters.inputs().visit_rules(rules.ruleset(), |input| told.push(input));
        let mut bias = parameters.layers.bias.clone();
        let changes = Changes { come: &told, gone: &[] };
        simd.update(&parameters.layers.bias, &mut bias, &parameters.layers.rows, changes);
        Some(Net {
            parameters,
            bias: bias.into(),
            outputs: OutputChoice::new(rules, parameters.buckets()),
            scale: ForLight(parameters.scale()),
            simd,
            moves: Vec::with_capacity(USUAL_PLIES),
            sums: vec![Block::ZERO; (USUAL_PLIES + 1) * parameters.layers.blocks()],
            carried: 0,
            fresh: [0; 1 + u8::MAX as usize],
        })
    }

    /// The net that was trained for the rules of a game, or for all rules like them, if there is one.
    pub fn of<B: Bits>(rules: &Rules<B>) -> Option<Net> {
        let found = RegisteredNet::of(rules.ruleset())?;
        let net = Net::new(found.parameters()?, rules)?;
        let scale = Scale::of_net(rules.ruleset()).unwrap_or(net.scale);
        Some(Net { scale, ..net })
    }

    /// Carries the sums from the last position whose are right to the present one.
    #[inline]
    fn carry(&mut self) {
        let blocks = self.parameters.layers.blocks();
        for number in self.carried..self.moves.len() {
            let changes = &self.moves[number];
            let (before, after) = self.sums.split_at_mut((number + 1) * blocks);
            self.simd.update(
                &before[number * blocks..],
                &mut after[..blocks],
                &self.parameters.layers.rows,
                Changes { come: &[changes.come], gone: &changes.gone[..usize::from(changes.gone_count)] },
            );
        }
        self.carried = self.moves.len();
    }
}

impl<B: Bits> Evaluation<B> for Net {
    fn begin(&mut self, _rules: &Rules<B>, state: &State<B>) {
        let blocks = self.parameters.layers.blocks();
        self.moves.clear();
        self.carried = 0;
        let mut pieces = Vec::new();
        self.parameters.inputs().visit_pieces(state, |input| pieces.push(input));
        let changes = Changes { come: &pieces, gone: &[] };
        self.simd.update(&self.bias, &mut self.sums[..blocks], &self.parameters.layers.rows, changes);
    }

    #[inline]
    fn made(&mut self, _after: &State<B>, made: &Made<B>) {
        let inputs = self.parameters.inputs();
        let mut changes = PieceChanges {
            come: inputs.piece(made.piece, made.mv.to),
            gone: [inputs.piece(made.piece, made.mv.from), 0, 0, 0, 0],
            gone_count: 1,
        };
        if !made.captured.is_empty() {
            let victim = match made.piece {
                Piece::Attacker => Piece::Defender,
                Piece::Defender | Piece::King => Piece::Attacker,
            };
            for (gone, cell) in changes.gone[1..].iter_mut().zip(made.captured.cells()) {
                *gone = inputs.piece(victim, cell);
                changes.gone_count += 1;
            }
        }
        self.moves.push(changes);
        let needed = (self.moves.len() + 1) * self.parameters.layers.blocks();
        if self.sums.len() < needed {
            self.sums.resize(2 * needed, Block::ZERO);
        }
    }

    #[inline]
    fn unmade(&mut self, _made: &Made<B>) {
        self.moves.pop();
        self.carried = self.carried.min(self.moves.len());
    }

    fn evaluate(&mut self, _rules: &Rules<B>, state: &State<B>, info: &PositionInfo) -> ForLight<Points> {
        self.carry();
        let (fresh, mut count) = (&mut self.fresh, 0_u8);
        let parameters = self.parameters;
        let layers = &parameters.layers;
        parameters.inputs().visit_fresh(state, info, |input| {
            fresh[usize::from(count)] = input;
            count += 1;
        });
        let blocks = layers.blocks();
        let sums = &self.sums[self.moves.len() * blocks..(self.moves.len() + 1) * blocks];
        let output = self.outputs.of(state);
        let sum =
            self.simd.output(sums, &layers.rows, &self.fresh[..usize::from(count)], layers.output(output));
        ForLight(Points(parameters.points(output, sum)))
    }

    fn scale(&self) -> ForLight<Scale> {
        self.scale
    }
}

#[cfg(test)]
mod tests;
