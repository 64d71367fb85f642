//! What the figures of an analysis rest on.

use tablen_rules::tafl::Preset;

use super::Thresholds;
use crate::{Level, tafl, tavli};

/// Hands out, piece by piece, all that decides what an analysis finds: every net in use, the weights and numbers of the search, what points mean, how far is looked,
/// what counts as an error, and how the search behaves, by the numbers that its benches are held against. Whoever keeps analyses takes a hash of them, so that what another computer has found is not taken for its own.
pub fn basis(mut take: impl FnMut(&[u8])) {
    for net in &tafl::net::NETS {
        take(net.name.as_bytes());
        take(net.bytes());
    }
    take(tavli::net::BYTES);
    for preset in Preset::ALL {
        take(format!("{:?}", tafl::Weights::of(&preset.ruleset())).as_bytes());
    }
    take(tafl::scales::all().as_bytes());
    let numbers = (tafl::Tunables::USUAL, tafl::levels::settings(Level::STRONGEST));
    take(format!("{numbers:?}").as_bytes());
    let thresholds = (Thresholds::USUAL, tavli::analysis::THRESHOLDS);
    take(format!("{thresholds:?} {:?}", tavli::Lookahead::FULL).as_bytes());
    take(format!("{:?}", (tafl::BENCHED, tavli::BENCHED)).as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_net_in_use_is_part_of_it_and_how_the_search_behaves() {
        let mut pieces = Vec::new();
        basis(|piece| pieces.push(piece.to_vec()));
        let nets = tafl::net::NETS.iter().map(tafl::net::RegisteredNet::bytes).chain([tavli::net::BYTES]);
        for net in nets {
            assert!(pieces.iter().any(|piece| piece == net));
        }
        for benched in [format!("{}", tafl::BENCHED), format!("{:?}", tavli::BENCHED)] {
            let is_in = |piece: &Vec<u8>| String::from_utf8_lossy(piece).contains(&benched);
            assert!(pieces.iter().any(is_in), "code that behaves differently is another computer");
        }
        let again = {
            let mut pieces = Vec::new();
            basis(|piece| pieces.push(piece.to_vec()));
            pieces
        };
        assert_eq!(pieces, again, "the same computer always rests on the same");
    }
}
