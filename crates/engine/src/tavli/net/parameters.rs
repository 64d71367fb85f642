//! The numbers of a net, and the file they are kept in.
//!
//! A file has numbers with their lowest byte first: eight bytes [`MAGIC`]; 16 bits each for the version, the number of inputs, of hidden
//! neurons and of outputs; then 16 bits for each weight of the first layer, input by input, in units of 1/[`UNIT`]; for the bias of
//! each hidden neuron in the same units; for each weight of the outputs, output by output, in units of 1/[`OUTPUT_UNIT`]; and 32 bits
//! for the bias of each output in units of 1/([`SQUARE_UNIT`]·[`OUTPUT_UNIT`]).

use std::fmt;

use super::inputs::{INPUTS, OUTPUTS, ROWS, inputs_of_rows};
use crate::net::simd::FINE_CLIP;
use crate::net::{FileForm, Layers, NotANet, Numbers, Shape};

/// How a file begins.
pub const MAGIC: [u8; 8] = *b"tavlinet";

/// The version of the file's form and of the [inputs](super::visit).
pub const VERSION: u16 = 1;

/// What stands for 1 in the first layer, where a neuron is clipped.
pub const UNIT: i16 = FINE_CLIP + 1;

/// What stands for 1 in the squares of clipped neurons.
pub const SQUARE_UNIT: i32 = 4_096;

/// What stands for 1 in the weights of the outputs.
pub const OUTPUT_UNIT: i32 = 2_048;

/// No weight of an output is larger in a net of so many hidden neurons: all of them times [`SQUARE_UNIT`] must fit into 32 bits.
///
/// ```
/// use tablen_engine::tavli::net::{SQUARE_UNIT, most_output_weight};
///
/// for hidden in [64, 128, 256] {
///     let most = i64::from(most_output_weight(hidden)) * i64::from(SQUARE_UNIT) * hidden as i64;
///     assert!(most <= i64::from(i32::MAX), "{hidden}");
/// }
/// ```
pub const fn most_output_weight(hidden: usize) -> i16 {
    let fits = i32::MAX / (SQUARE_UNIT * hidden as i32);
    if fits < i16::MAX as i32 { fits as i16 } else { i16::MAX }
}

/// The most blocks of hidden neurons there can be.
pub(super) const MOST_BLOCKS: usize = 4;

const FORM: FileForm = FileForm { name: "net of tavli", magic: MAGIC, version: VERSION };

/// The numbers of a net: one layer of hidden neurons, squared after being clipped, and an output for each pair of stages.
#[derive(Clone, PartialEq, Eq)]
pub struct Parameters {
    /// The rows of the first layer are added up for every number a counter can have.
    pub(super) layers: Layers,
}

impl fmt::Debug for Parameters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Parameters").field("hidden", &self.hidden()).finish_non_exhaustive()
    }
}

/// The numbers of a net as they are trained, to be made a net or written to a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plain {
    /// Hidden neurons: 64, 128, 192 or 256.
    pub hidden: usize,
    /// All weights and biases.
    pub numbers: Numbers,
}

impl Plain {
    /// As a file has it.
    pub fn to_bytes(&self) -> Vec<u8> {
        let header = [INPUTS as u16, self.hidden as u16, OUTPUTS as u16];
        FORM.write(&header, &self.numbers)
    }

    /// Reads what a file has.
    ///
    /// ```
    /// use tablen_engine::tavli::net::{NotANet, Plain};
    ///
    /// assert_eq!(Plain::from_bytes(b"tavlinet"), Err(NotANet::Length { found: 8, expected: 16 }));
    /// assert!(matches!(Plain::from_bytes(b"something else"), Err(NotANet::Magic(_))));
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Result<Plain, NotANet> {
        let header = FORM.read_header(bytes)?;
        let [inputs, hidden, outputs] = header.map(usize::from);
        let shape = Shape { inputs, hidden, outputs };
        if inputs != INPUTS || outputs != OUTPUTS || !shape.fills_blocks(MOST_BLOCKS) {
            return Err(NotANet::Header);
        }
        let mut numbers = FORM.read_numbers(bytes, header.len(), shape)?;
        // More than that is never written, and sums would not fit.
        let most = most_output_weight(hidden);
        for weight in &mut numbers.outputs {
            *weight = (*weight).clamp(-most, most);
        }
        Ok(Plain { hidden, numbers })
    }
}

impl Parameters {
    /// Makes numbers ready to be used.
    pub fn new(plain: &Plain) -> Parameters {
        let rows = added_up(&plain.numbers.rows, plain.hidden);
        Parameters { layers: Layers::new(&Numbers { rows, ..plain.numbers.clone() }) }
    }

    /// Reads what a file has.
    pub fn from_bytes(bytes: &[u8]) -> Result<Parameters, NotANet> {
        Plain::from_bytes(bytes).map(|plain| Parameters::new(&plain))
    }

    /// How many hidden neurons it has.
    pub const fn hidden(&self) -> usize {
        self.layers.hidden()
    }

    /// What an output's weighed sum is worth, in millionths of a unit of log odds.
    #[inline]
    pub(super) fn millionths(&self, output: usize, sum: i32) -> i32 {
        let odds = i64::from(sum) + i64::from(self.layers.output_bias(output));
        let millionths = odds * 1_000_000 / (i64::from(SQUARE_UNIT) * i64::from(OUTPUT_UNIT));
        // Certain is only a game that is over.
        millionths.clamp(-MOST_MILLIONTHS, MOST_MILLIONTHS) as i32
    }
}

/// No net is surer than this, in millionths of a unit of log odds.
const MOST_MILLIONTHS: i64 = 20_000_000;

/// The rows for every number that a counter can have, made of the rows of the inputs.
fn added_up(rows: &[i16], hidden: usize) -> Vec<i16> {
    let mut added = vec![0i16; ROWS * hidden];
    for (row, inputs) in added.chunks_exact_mut(hidden).zip(inputs_of_rows()) {
        for input in inputs {
            for (sum, weight) in row.iter_mut().zip(&rows[input * hidden..]) {
                *sum = sum.saturating_add(*weight);
            }
        }
    }
    added
}
