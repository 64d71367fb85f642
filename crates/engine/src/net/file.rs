//! The file that a net is kept in.
//!
//! All files have numbers with their lowest byte first: eight bytes by which a game's nets are known; 16 bits each for the version and for what
//! else the game's header has; then 16 bits for each weight of the first layer, input by input, for the bias of each hidden neuron, and
//! for each weight of the outputs, output by output; and 32 bits for the bias of each output.

use std::fmt;

use super::simd::LANES;

/// How the files of a game's nets begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileForm {
    /// What they have, in a sentence: a net of which game.
    pub name: &'static str,
    /// Their first bytes.
    pub magic: [u8; 8],
    /// The version of the form and of the inputs.
    pub version: u16,
}

/// Why bytes are no net.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotANet {
    /// They do not begin as files of this form do.
    Magic(FileForm),
    /// They are a net of another version.
    Version {
        /// The version that they are.
        found: u16,
        /// The version that they should be.
        expected: u16,
    },
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
            NotANet::Magic(FileForm { name, magic, .. }) => {
                write!(f, "no {name}: it does not begin with “{}”", String::from_utf8_lossy(magic))
            }
            NotANet::Version { found, expected } => {
                write!(f, "a net of version {found} where {expected} is wanted")
            }
            NotANet::Header => write!(f, "the header of the net contradicts itself"),
            NotANet::Length { found, expected } => {
                write!(f, "a net of {found} bytes where its header promises {expected}")
            }
        }
    }
}

impl std::error::Error for NotANet {}

/// The numbers of a net's two layers, each list in the order of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// The weights of the first layer, input by input.
    pub rows: Vec<i16>,
    /// The biases of the hidden neurons.
    pub bias: Vec<i16>,
    /// The weights of the outputs, output by output.
    pub outputs: Vec<i16>,
    /// Their biases.
    pub output_bias: Vec<i32>,
}

/// How many neurons of each kind a net has.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    pub(crate) inputs: usize,
    pub(crate) hidden: usize,
    pub(crate) outputs: usize,
}

impl Shape {
    /// Whether the hidden neurons fill blocks, at least one and at most so many.
    pub(crate) fn fills_blocks(&self, most: usize) -> bool {
        (LANES..=most * LANES).contains(&self.hidden) && self.hidden.is_multiple_of(LANES)
    }

    /// How many numbers of 16 bits follow the header.
    const fn weights(&self) -> usize {
        self.hidden * (self.inputs + 1 + self.outputs)
    }
}

impl FileForm {
    /// A file with these numbers in its header, after the version.
    pub(crate) fn write(&self, header: &[u16], numbers: &Numbers) -> Vec<u8> {
        let mut bytes = self.magic.to_vec();
        bytes.extend([self.version].iter().chain(header).flat_map(|number| number.to_le_bytes()));
        let weights = [&numbers.rows, &numbers.bias, &numbers.outputs].into_iter().flatten();
        bytes.extend(weights.flat_map(|number| number.to_le_bytes()));
        bytes.extend(numbers.output_bias.iter().flat_map(|number| number.to_le_bytes()));
        bytes
    }

    /// The numbers of a file's header, after the version.
    pub(crate) fn read_header<const COUNT: usize>(&self, bytes: &[u8]) -> Result<[u16; COUNT], NotANet> {
        if !bytes.starts_with(&self.magic) {
            return Err(NotANet::Magic(*self));
        }
        let expected = self.header_length(COUNT);
        let header = bytes.get(self.magic.len()..expected);
        let header = header.ok_or(NotANet::Length { found: bytes.len(), expected })?;
        let mut header = header.as_chunks::<2>().0.iter().map(|pair| u16::from_le_bytes(*pair));
        let mut next = || header.next().unwrap_or_default();
        let found = next();
        if found != self.version {
            return Err(NotANet::Version { found, expected: self.version });
        }
        Ok([0; COUNT].map(|_| next()))
    }

    /// What follows a header of so many numbers in the file of a net of this shape.
    pub(crate) fn read_numbers(&self, bytes: &[u8], header: usize, shape: Shape) -> Result<Numbers, NotANet> {
        let begin = self.header_length(header);
        let expected = begin + 2 * shape.weights() + 4 * shape.outputs;
        if bytes.len() != expected {
            return Err(NotANet::Length { found: bytes.len(), expected });
        }
        let (rest, biases) = bytes[begin..].split_at(2 * shape.weights());
        let weights = |bytes: &[u8]| -> Vec<i16> {
            bytes.as_chunks::<2>().0.iter().map(|pair| i16::from_le_bytes(*pair)).collect()
        };
        let (rows, rest) = rest.split_at(2 * shape.inputs * shape.hidden);
        let (bias, outputs) = rest.split_at(2 * shape.hidden);
        Ok(Numbers {
            rows: weights(rows),
            bias: weights(bias),
            outputs: weights(outputs),
            output_bias: biases.as_chunks::<4>().0.iter().map(|four| i32::from_le_bytes(*four)).collect(),
        })
    }

    const fn header_length(&self, numbers: usize) -> usize {
        self.magic.len() + 2 * (1 + numbers)
    }
}
