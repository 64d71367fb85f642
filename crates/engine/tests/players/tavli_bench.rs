//! Behaviour of the computer player of tavli, pinned.

use tablen_engine::tavli::{Bench, bench};

/// A change of how the player thinks changes these numbers: write them here, and in the commit what was measured.
#[test]
fn behaviour_is_what_it_was() {
    assert_eq!(bench(), Bench { throws: 96, nodes: 1_064_375, checksum: 11_411_768_089_012_063_378 });
}
