//! The numbers of a net, and the file they are kept in.
//!
//! A file has numbers with their lowest byte first: eight bytes [`MAGIC`]; 16 bits each for the version, the number of inputs, of hidden
//! neurons and of outputs; then 16 bits for each weight of the first layer, input by input, in units of 1/[`UNIT`]; for the bias of
//! each hidden neuron in the same units; for each weight of the outputs, output by output, in units of 1/[`OUTPUT_UNIT`]; and 32 bits
//! for the bias of each output in units of 1/([`SQUARE_UNIT`]·[`OUTPUT_UNIT`]).

use std::fmt;

use super::inputs::{INPUTS, OUTPUTS, ROWS, inputs_of_rows};
use crate::tafl::net::simd::{Block, FINE_CLIP, LANES};

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

/// No weight of an output is larger: 128 of them times [`SQUARE_UNIT`] must fit into 32 bits.
pub const MOST_OUTPUT_WEIGHT: i16 = 4_055;

/// The most hidden neurons there can be, for the same reason.
const MOST_HIDDEN: usize = MOST_BLOCKS * LANES;

/// The most blocks a layer has.
pub(super) const MOST_BLOCKS: usize = 2;

/// The numbers of a net: one layer of hidden neurons, squared after being clipped, and an output for each pair of stages.
#[derive(Clone, PartialEq, Eq)]
pub struct Parameters {
    hidden: usize,
    /// The rows of the first layer, added up for every number a counter can have.
    pub(super) rows: Vec<Block>,
    pub(super) bias: Vec<Block>,
    outputs: Vec<Block>,
    output_bias: Vec<i32>,
}

impl fmt::Debug for Parameters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Parameters").field("hidden", &self.hidden).finish_non_exhaustive()
    }
}

/// Why bytes are no net.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotANet {
    /// They do not begin as one.
    Magic,
    /// They are a net of another version.
    Version(u16),
    /// A number of the header makes no sense.
    Header,
    /// There are so many bytes where there should be so many.
    Length {
        /// Bytes that there are.
        found: usize,
        /// Bytes that there should be.
        expected: usize,
    },
}

impl fmt::Display for NotANet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotANet::Magic => write!(f, "no net of tavli: it does not begin with “tavlinet”"),
            NotANet::Version(version) => write!(f, "a net of version {version} where {VERSION} is wanted"),
            NotANet::Header => write!(f, "the header of the net contradicts itself"),
            NotANet::Length { found, expected } => {
                write!(f, "a net of {found} bytes where its header promises {expected}")
            }
        }
    }
}

impl std::error::Error for NotANet {}

/// The numbers of a net as plain lists, to be made a net or written to a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plain {
    /// Hidden neurons: 64 or 128.
    pub hidden: usize,
    /// The weights of the first layer, input by input.
    pub rows: Vec<i16>,
    /// The biases of the hidden neurons.
    pub bias: Vec<i16>,
    /// The weights of the outputs, output by output.
    pub outputs: Vec<i16>,
    /// Their biases.
    pub output_bias: Vec<i32>,
}

impl Plain {
    /// As a file has it.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        let header = [VERSION, INPUTS as u16, self.hidden as u16, OUTPUTS as u16];
        bytes.extend(header.iter().flat_map(|number| number.to_le_bytes()));
        let numbers = [&self.rows, &self.bias, &self.outputs].into_iter().flatten();
        bytes.extend(numbers.flat_map(|number| number.to_le_bytes()));
        bytes.extend(self.output_bias.iter().flat_map(|number| number.to_le_bytes()));
        bytes
    }
}

/// The length of the header in bytes.
const HEADER: usize = MAGIC.len() + 2 * 4;

impl Plain {
    /// Reads what a file has.
    ///
    /// ```
    /// use tablen_engine::tavli::net::{NotANet, Plain};
    ///
    /// assert_eq!(Plain::from_bytes(b"tavlinet"), Err(NotANet::Length { found: 8, expected: 16 }));
    /// assert_eq!(Plain::from_bytes(b"something else"), Err(NotANet::Magic));
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Result<Plain, NotANet> {
        if !bytes.starts_with(&MAGIC) {
            return Err(NotANet::Magic);
        }
        let short = |expected| NotANet::Length { found: bytes.len(), expected };
        let header = bytes.get(MAGIC.len()..HEADER).ok_or_else(|| short(HEADER))?;
        let (header, _) = header.as_chunks::<2>();
        let mut header = header.iter().map(|pair| u16::from_le_bytes(*pair));
        let mut next = || header.next().unwrap_or_default();
        let (version, inputs, hidden, outputs) = (next(), next(), next(), next());
        if version != VERSION {
            return Err(NotANet::Version(version));
        }
        let hidden = usize::from(hidden);
        let makes_sense = usize::from(inputs) == INPUTS
            && usize::from(outputs) == OUTPUTS
            && (LANES..=MOST_HIDDEN).contains(&hidden)
            && hidden.is_multiple_of(LANES);
        if !makes_sense {
            return Err(NotANet::Header);
        }
        let numbers = hidden * (INPUTS + 1 + OUTPUTS);
        let expected = HEADER + 2 * numbers + 4 * OUTPUTS;
        if bytes.len() != expected {
            return Err(short(expected));
        }
        let (numbers, biases) = bytes[HEADER..].split_at(2 * numbers);
        let (numbers, _) = numbers.as_chunks::<2>();
        let numbers: Vec<i16> = numbers.iter().map(|pair| i16::from_le_bytes(*pair)).collect();
        let (rows, rest) = numbers.split_at(INPUTS * hidden);
        let (bias, outputs) = rest.split_at(hidden);
        // More than that is never written, and sums would not fit.
        let clamped = |weight: &i16| (*weight).clamp(-MOST_OUTPUT_WEIGHT, MOST_OUTPUT_WEIGHT);
        Ok(Plain {
            hidden,
            rows: rows.to_vec(),
            bias: bias.to_vec(),
            outputs: outputs.iter().map(clamped).collect(),
            output_bias: biases.as_chunks::<4>().0.iter().map(|four| i32::from_le_bytes(*four)).collect(),
        })
    }
}

impl Parameters {
    /// Makes numbers ready to be used.
    pub fn new(plain: &Plain) -> Parameters {
        Parameters {
            hidden: plain.hidden,
            rows: blocks(&added_up(&plain.rows, plain.hidden)),
            bias: blocks(&plain.bias),
            outputs: blocks(&plain.outputs),
            output_bias: plain.output_bias.clone(),
        }
    }

    /// Reads what a file has.
    pub fn from_bytes(bytes: &[u8]) -> Result<Parameters, NotANet> {
        Plain::from_bytes(bytes).map(|plain| Parameters::new(&plain))
    }

    /// How many hidden neurons it has.
    pub const fn hidden(&self) -> usize {
        self.hidden
    }

    /// How many blocks a layer has.
    pub(super) const fn blocks(&self) -> usize {
        self.hidden / LANES
    }

    /// The weights of an output.
    #[inline]
    pub(super) fn output(&self, output: usize) -> &[Block] {
        &self.outputs[output * self.blocks()..(output + 1) * self.blocks()]
    }

    /// What an output's weighed sum is worth, in millionths of a unit of log odds.
    #[inline]
    pub(super) fn millionths(&self, output: usize, sum: i32) -> i32 {
        let odds = i64::from(sum) + i64::from(self.output_bias[output]);
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

fn blocks(numbers: &[i16]) -> Vec<Block> {
    numbers.as_chunks::<LANES>().0.iter().map(|chunk| Block(*chunk)).collect()
}
