//! Behaviour of the computer player of tavli, pinned.

use tablen_engine::tavli::{BENCHED, bench};

#[test]
fn behaviour_is_what_it_was() {
    assert_eq!(bench(), BENCHED);
}
