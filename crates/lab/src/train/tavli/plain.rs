//! Nets of tavli between the whole numbers of their files and the fractions in which they learn.

use tablen_engine::tavli::net::{INPUTS, OUTPUT_UNIT, OUTPUTS, Plain, SQUARE_UNIT, UNIT, most_output_weight};

use crate::train::network::{Network, Units};

/// Hidden neurons of the nets that are trained.
pub(super) const HIDDEN: usize = 256;

const UNITS: Units = Units {
    first_layer: UNIT as f32,
    output: OUTPUT_UNIT as f32,
    output_bias: (SQUARE_UNIT * OUTPUT_UNIT) as f32,
    most_output_weight: most_output_weight(HIDDEN),
};

/// A net in whole numbers.
pub(super) fn quantised(network: &Network<HIDDEN>) -> Plain {
    Plain { hidden: HIDDEN, numbers: network.quantised(&UNITS) }
}

/// The same the other way round; nothing if the net has another shape than those that are trained.
pub(super) fn network(net: &Plain) -> Option<Network<HIDDEN>> {
    Network::of(&net.numbers, &UNITS, INPUTS, OUTPUTS)
}
