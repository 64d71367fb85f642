//! Nets of tavli between the whole numbers of their files and the fractions in which they learn.

use tablen_engine::tavli::net::{INPUTS, MOST_OUTPUT_WEIGHT, OUTPUT_UNIT, OUTPUTS, Plain, SQUARE_UNIT, UNIT};

use crate::train::network::{HIDDEN, Network, Units};

const UNITS: Units = Units {
    first_layer: UNIT as f32,
    output: OUTPUT_UNIT as f32,
    output_bias: (SQUARE_UNIT * OUTPUT_UNIT) as f32,
    most_output_weight: MOST_OUTPUT_WEIGHT,
};

/// A net in whole numbers.
pub(super) fn quantised(network: &Network) -> Plain {
    Plain { hidden: HIDDEN, numbers: network.quantised(&UNITS) }
}

/// The same the other way round; nothing if the net has another shape than those that are trained.
pub(super) fn network(net: &Plain) -> Option<Network> {
    if net.hidden != HIDDEN {
        return None;
    }
    let numbers = &net.numbers;
    let first = numbers.rows.iter().chain(&numbers.bias).map(|number| f32::from(*number) / UNITS.first_layer);
    let outputs = numbers.outputs.iter().map(|number| f32::from(*number) / UNITS.output);
    let biases = numbers.output_bias.iter().map(|number| *number as f32 / UNITS.output_bias);
    let mut network = Network::zero(INPUTS, OUTPUTS);
    network.set_numbers(&mut first.chain(outputs).chain(biases)).then_some(network)
}

/// A number that tells a net from others, and is never 0.
pub(super) fn origin(net: &Plain) -> u64 {
    let hash = net.to_bytes().iter().fold(1, |hash: u64, byte| {
        hash.rotate_left(5).wrapping_add(u64::from(*byte)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    });
    hash.max(1)
}
