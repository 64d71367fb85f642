//! Trainings written down, to be taken up again.

use tablen_rules::words::{Explain, Message, explained};

use super::network::{Adam, Network};

/// Bytes that are no training, or not one with the same settings and hidden neurons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OtherTraining;

impl Explain for OtherTraining {
    fn message(&self) -> Message {
        message!("train.error.other-net")
    }
}
explained!(OtherTraining);

/// Writes a net and what its optimiser remembers: the end of every checkpoint.
pub(super) fn write<const HIDDEN: usize>(
    network: &Network<HIDDEN>,
    adam: &Adam<HIDDEN>,
    bytes: &mut Vec<u8>,
) {
    bytes.extend(adam.steps.to_le_bytes());
    for network in [network, &adam.means, &adam.squares] {
        bytes.extend(network.numbers().flat_map(f32::to_le_bytes));
    }
}

/// Reads the same, into a net and an optimiser of the shape that is wanted. Where there are too few or too many numbers, some of them may have
/// been changed.
pub(super) fn read<const HIDDEN: usize>(
    network: &mut Network<HIDDEN>,
    adam: &mut Adam<HIDDEN>,
    bytes: &[u8],
) -> Result<(), OtherTraining> {
    let (steps, rest) = bytes.split_first_chunk().ok_or(OtherTraining)?;
    let (numbers, []) = rest.as_chunks::<4>() else { return Err(OtherTraining) };
    let mut numbers = numbers.iter().map(|bytes| f32::from_le_bytes(*bytes));
    for network in [network, &mut adam.means, &mut adam.squares] {
        if !network.set_numbers(&mut numbers) {
            return Err(OtherTraining);
        }
    }
    if numbers.next().is_some() {
        return Err(OtherTraining);
    }
    adam.steps = u32::from_le_bytes(*steps);
    Ok(())
}
