//! The numbers of a net, and the file they are kept in.
//!
//! A file has numbers with their lowest byte first: eight bytes [`MAGIC`]; 16 bits each for the version, the size of the board, the number
//! of inputs, of hidden neurons and of buckets, and for the points of one unit of log odds; then 16 bits for each weight of the first layer,
//! input by input, in units of 1/[`CLIP`]; for the bias of each hidden neuron in the same units; for each weight of the outputs, the
//! attackers' first, bucket by bucket, in units of 1/[`OUTPUT_UNIT`]; and 32 bits for the bias of each output in units of
//! 1/([`CLIP`]·[`OUTPUT_UNIT`]).

use std::fmt;

use tablen_rules::tafl::{Bits, Rules, Side, State};

use super::super::value::Scale;
use super::inputs::Inputs;
use crate::net::{FileForm, Layers, NotANet, Numbers, Shape, simd};

/// How a file begins.
pub const MAGIC: [u8; 8] = *b"tablenet";

/// The version of the file's form and of the [inputs](Inputs).
pub const VERSION: u16 = 1;

/// A hidden neuron is cut off above this, which stands for 1, and below 0.
pub const CLIP: i16 = simd::CLIP;

/// What stands for 1 in the weights of the outputs.
pub const OUTPUT_UNIT: i16 = 64;

/// No weight of an output is larger: times [`CLIP`] it must fit into 16 bits.
pub const MOST_OUTPUT_WEIGHT: i16 = 127;

const FORM: FileForm = FileForm { name: "net", magic: MAGIC, version: VERSION };

/// The most blocks a layer has.
const MOST_BLOCKS: usize = 16;

/// The numbers of a net: one layer of hidden neurons, squared after being clipped, and an output for each side to move and each bucket of
/// pieces left.
#[derive(Clone, PartialEq, Eq)]
pub struct Parameters {
    inputs: Inputs,
    buckets: usize,
    /// Points of one unit of log odds.
    points: i32,
    pub(super) layers: Layers,
}

impl fmt::Debug for Parameters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Parameters")
            .field("inputs", &self.inputs)
            .field("hidden", &self.hidden())
            .field("buckets", &self.buckets)
            .finish_non_exhaustive()
    }
}

/// The numbers of a net as they are trained, to be made a net or written to a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plain {
    /// What it is told.
    pub inputs: Inputs,
    /// Hidden neurons: a multiple of 64.
    pub hidden: usize,
    /// Buckets of pieces left.
    pub buckets: usize,
    /// Points of one unit of log odds.
    pub points: u16,
    /// All weights and biases; of the outputs the attackers' come first, bucket by bucket.
    pub numbers: Numbers,
}

impl Plain {
    /// As a file has it.
    pub fn to_bytes(&self) -> Vec<u8> {
        let (size, inputs) = (u16::from(self.inputs.size()), self.inputs.count() as u16);
        let header = [size, inputs, self.hidden as u16, self.buckets as u16, self.points];
        FORM.write(&header, &self.numbers)
    }

    /// Reads what a file has.
    ///
    /// ```
    /// use tablen_engine::tafl::net::{NotANet, Plain};
    ///
    /// assert_eq!(Plain::from_bytes(b"tablenet"), Err(NotANet::Length { found: 8, expected: 20 }));
    /// assert!(matches!(Plain::from_bytes(b"something else"), Err(NotANet::Magic(_))));
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Result<Plain, NotANet> {
        let header = FORM.read_header(bytes)?;
        let [size, inputs, hidden, buckets, points] = header;
        let size = u8::try_from(size).map_err(|_| NotANet::Header)?;
        if !(7..=19).contains(&size) {
            return Err(NotANet::Header);
        }
        let inputs = Inputs::counted(size, usize::from(inputs)).ok_or(NotANet::Header)?;
        let buckets = usize::from(buckets);
        let shape = Shape { inputs: inputs.count(), hidden: usize::from(hidden), outputs: 2 * buckets };
        let makes_sense = shape.fills_blocks(MOST_BLOCKS) && (1..=64).contains(&buckets) && points > 0;
        if !makes_sense {
            return Err(NotANet::Header);
        }
        let numbers = FORM.read_numbers(bytes, header.len(), shape)?;
        Ok(Plain { inputs, hidden: usize::from(hidden), buckets, points, numbers })
    }
}

impl Parameters {
    /// Makes numbers ready to be used.
    pub fn new(plain: &Plain) -> Parameters {
        Parameters {
            inputs: plain.inputs,
            buckets: plain.buckets,
            points: i32::from(plain.points),
            layers: Layers::new(&plain.numbers),
        }
    }

    /// Reads what a file has.
    pub fn from_bytes(bytes: &[u8]) -> Result<Parameters, NotANet> {
        Plain::from_bytes(bytes).map(|plain| Parameters::new(&plain))
    }

    /// The numbers of its inputs.
    pub const fn inputs(&self) -> Inputs {
        self.inputs
    }

    /// How many hidden neurons it has.
    pub const fn hidden(&self) -> usize {
        self.layers.hidden()
    }

    /// How many buckets of pieces left it has an output for, for each side to move.
    pub const fn buckets(&self) -> usize {
        self.buckets
    }

    /// What its points mean: the net learned log odds.
    pub(super) fn scale(&self) -> Scale {
        Scale::new(self.points.max(1))
    }

    /// What an output's weighed sum is worth in points.
    #[inline]
    pub(super) fn points(&self, output: usize, sum: i32) -> i32 {
        // The square of a neuron has the unit 1/CLIP².
        let odds = sum / i32::from(CLIP) + self.layers.output_bias(output);
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
        let left = state.count(Side::Attackers) + state.count(Side::Defenders);
        let bucket = (left.saturating_sub(1) * self.buckets / self.pieces).min(self.buckets - 1);
        let first = match state.side() {
            Side::Attackers => 0,
            Side::Defenders => self.buckets,
        };
        (first + bucket) as usize
    }
}
