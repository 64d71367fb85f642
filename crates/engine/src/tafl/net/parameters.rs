//! The numbers of a net, and the file they are kept in.
//!
//! A file has numbers with their lowest byte first: eight bytes [`MAGIC`]; 16 bits each for the version, the size of the board, the number
//! of inputs, of hidden neurons and of buckets, and for the points of one unit of log odds; then 16 bits for each weight of the first layer,
//! input by input, in units of 1/[`CLIP`]; for the bias of each hidden neuron in the same units; for each weight of the outputs, the
//! attackers' first, bucket by bucket, in units of 1/[`OUTPUT_UNIT`]; and 32 bits for the bias of each output in units of
//! 1/([`CLIP`]·[`OUTPUT_UNIT`]).

use std::fmt;

use tablen_rules::tafl::{Bits, Rules, Side, State};

use super::inputs::Inputs;
use super::simd::{Block, LANES};

/// How a file begins.
pub const MAGIC: [u8; 8] = *b"tablenet";

/// The version of the file's form and of the [inputs](Inputs).
pub const VERSION: u16 = 1;

/// A hidden neuron is cut off above this, which stands for 1, and below 0.
pub const CLIP: i16 = 255;

/// What stands for 1 in the weights of the outputs.
pub const OUTPUT_UNIT: i16 = 64;

/// No weight of an output is larger: times [`CLIP`] it must fit into 16 bits.
pub const MOST_OUTPUT_WEIGHT: i16 = 127;

/// The numbers of a net: one layer of hidden neurons, squared after being clipped, and an output for each side to move and each bucket of
/// pieces left.
#[derive(Clone, PartialEq, Eq)]
pub struct Parameters {
    inputs: Inputs,
    hidden: usize,
    buckets: usize,
    /// Points of one unit of log odds.
    points: i32,
    pub(super) rows: Vec<Block>,
    pub(super) bias: Vec<Block>,
    outputs: Vec<Block>,
    output_bias: Vec<i32>,
}

impl fmt::Debug for Parameters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Parameters")
            .field("size", &self.inputs.size())
            .field("hidden", &self.hidden)
            .field("buckets", &self.buckets)
            .finish_non_exhaustive()
    }
}

/// Why bytes are no net.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotANet {
    /// They do not begin as one.
    Magic,
    /// They are a net of another version.
    Version(u16),
    /// A number of the header makes no sense, or no sense with the others.
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
            NotANet::Magic => write!(f, "no net: it does not begin with “tablenet”"),
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
    /// The size of the board.
    pub size: u8,
    /// Hidden neurons: a multiple of 64.
    pub hidden: usize,
    /// Buckets of pieces left.
    pub buckets: usize,
    /// Points of one unit of log odds.
    pub points: u16,
    /// The weights of the first layer, input by input.
    pub rows: Vec<i16>,
    /// The biases of the hidden neurons.
    pub bias: Vec<i16>,
    /// The weights of the outputs, the attackers' first, bucket by bucket.
    pub outputs: Vec<i16>,
    /// Their biases.
    pub output_bias: Vec<i32>,
}

impl Plain {
    /// As a file has it.
    pub fn to_bytes(&self) -> Vec<u8> {
        let inputs = Inputs::new(self.size).count();
        let header = [
            VERSION,
            u16::from(self.size),
            inputs as u16,
            self.hidden as u16,
            self.buckets as u16,
            self.points,
        ];
        let mut bytes = MAGIC.to_vec();
        bytes.extend(header.iter().flat_map(|number| number.to_le_bytes()));
        let numbers = [&self.rows, &self.bias, &self.outputs].into_iter().flatten();
        bytes.extend(numbers.flat_map(|number| number.to_le_bytes()));
        bytes.extend(self.output_bias.iter().flat_map(|number| number.to_le_bytes()));
        bytes
    }
}

impl Parameters {
    /// Reads what a file has.
    ///
    /// ```
    /// use tablen_engine::tafl::net::{NotANet, Parameters};
    ///
    /// assert_eq!(Parameters::from_bytes(b"tablenet"), Err(NotANet::Length { found: 8, expected: 20 }));
    /// assert_eq!(Parameters::from_bytes(b"something else"), Err(NotANet::Magic));
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Result<Parameters, NotANet> {
        if !bytes.starts_with(&MAGIC) {
            return Err(NotANet::Magic);
        }
        let short = |expected| NotANet::Length { found: bytes.len(), expected };
        let header_length = MAGIC.len() + 2 * 6;
        let header = bytes.get(MAGIC.len()..header_length).ok_or_else(|| short(header_length))?;
        let mut header = header.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]]));
        let mut next = || header.next().unwrap_or_default();
        let (version, size, inputs, hidden, buckets, points) =
            (next(), next(), next(), next(), next(), next());
        if version != VERSION {
            return Err(NotANet::Version(version));
        }
        let size = u8::try_from(size).map_err(|_| NotANet::Header)?;
        let (hidden, buckets) = (usize::from(hidden), usize::from(buckets));
        let makes_sense = (7..=19).contains(&size)
            && Inputs::new(size).count() == usize::from(inputs)
            && (LANES..=16 * LANES).contains(&hidden)
            && hidden.is_multiple_of(LANES)
            && (1..=64).contains(&buckets)
            && points > 0;
        if !makes_sense {
            return Err(NotANet::Header);
        }
        let numbers = hidden * (usize::from(inputs) + 1 + 2 * buckets);
        let expected = header_length + 2 * numbers + 4 * 2 * buckets;
        if bytes.len() != expected {
            return Err(short(expected));
        }
        let (numbers, biases) = bytes[header_length..].split_at(2 * numbers);
        let blocks: Vec<Block> = numbers
            .chunks_exact(2 * LANES)
            .map(|chunk| {
                let mut block = Block::ZERO;
                for (number, pair) in block.0.iter_mut().zip(chunk.chunks_exact(2)) {
                    *number = i16::from_le_bytes([pair[0], pair[1]]);
                }
                block
            })
            .collect();
        let blocks_of_layer = hidden / LANES;
        let (rows, rest) = blocks.split_at(usize::from(inputs) * blocks_of_layer);
        let (bias, outputs) = rest.split_at(blocks_of_layer);
        Ok(Parameters {
            inputs: Inputs::new(size),
            hidden,
            buckets,
            points: i32::from(points),
            rows: rows.to_vec(),
            bias: bias.to_vec(),
            outputs: outputs.to_vec(),
            output_bias: biases
                .chunks_exact(4)
                .map(|four| i32::from_le_bytes([four[0], four[1], four[2], four[3]]))
                .collect(),
        })
    }

    /// The numbers of its inputs.
    pub const fn inputs(&self) -> Inputs {
        self.inputs
    }

    /// How many hidden neurons it has.
    pub const fn hidden(&self) -> usize {
        self.hidden
    }

    /// How many buckets of pieces left it has an output for, for each side to move.
    pub const fn buckets(&self) -> usize {
        self.buckets
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

    /// What an output's weighed sum is worth in points.
    #[inline]
    pub(super) fn points(&self, output: usize, sum: i32) -> i32 {
        // The square of a neuron has the unit 1/CLIP².
        let odds = sum / i32::from(CLIP) + self.output_bias[output];
        (i64::from(odds) * i64::from(self.points) / (i64::from(CLIP) * i64::from(OUTPUT_UNIT))) as i32
    }
}

/// Which output speaks for a position: one for each side to move and share of the pieces left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutputChoice {
    buckets: u32,
    /// The pieces at the start.
    pieces: u32,
}

impl OutputChoice {
    /// For the rules of a game and so many buckets.
    pub fn new<B: Bits>(rules: &Rules<B>, buckets: usize) -> OutputChoice {
        let pieces = rules.ruleset().board.layout().start.pieces().count() as u32;
        OutputChoice { buckets: buckets as u32, pieces: pieces.max(1) }
    }

    /// The number of the output, the attackers' first.
    #[inline]
    pub fn of<B: Bits>(self, state: &State<B>) -> usize {
        let left = state.pieces_of(Side::Attackers).len() + state.pieces_of(Side::Defenders).len();
        let bucket = (left.saturating_sub(1) * self.buckets / self.pieces).min(self.buckets - 1);
        let first = match state.side() {
            Side::Attackers => 0,
            Side::Defenders => self.buckets,
        };
        (first + bucket) as usize
    }
}
