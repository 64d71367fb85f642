//! The numbers of a net where vector instructions like to find them.

use super::Numbers;
use super::simd::{Block, LANES};

/// The numbers of a net's two layers, in blocks of neurons.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Layers {
    hidden: usize,
    pub(crate) rows: Vec<Block>,
    pub(crate) bias: Vec<Block>,
    outputs: Vec<Block>,
    output_bias: Vec<i32>,
}

impl Layers {
    /// Makes numbers ready to be used.
    pub(crate) fn new(numbers: &Numbers) -> Layers {
        Layers {
            hidden: numbers.bias.len(),
            rows: blocks(&numbers.rows),
            bias: blocks(&numbers.bias),
            outputs: blocks(&numbers.outputs),
            output_bias: numbers.output_bias.clone(),
        }
    }

    /// How many hidden neurons there are.
    pub(crate) const fn hidden(&self) -> usize {
        self.hidden
    }

    /// How many blocks a layer has.
    pub(crate) const fn blocks(&self) -> usize {
        self.hidden / LANES
    }

    /// The weights of an output.
    #[inline]
    pub(crate) fn output(&self, output: usize) -> &[Block] {
        &self.outputs[output * self.blocks()..(output + 1) * self.blocks()]
    }

    /// The bias of an output.
    #[inline]
    pub(crate) fn output_bias(&self, output: usize) -> i32 {
        self.output_bias[output]
    }
}

fn blocks(numbers: &[i16]) -> Vec<Block> {
    numbers.as_chunks::<LANES>().0.iter().map(|chunk| Block(*chunk)).collect()
}
