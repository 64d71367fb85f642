//! Every text form of tavli.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use tablen_fuzz::{tavli, text};
use tablen_rules::option::Options;
use tablen_rules::tavli::{Roll, Ruleset, Setup, Side, Step, Turn};

/// The text's own rules, and those that differ in one option.
static RULESETS: LazyLock<Vec<Ruleset>> = LazyLock::new(|| {
    let options = Ruleset::options().iter();
    options
        .flat_map(|option| {
            option.values.iter().map(|value| {
                let mut ruleset = Ruleset::default();
                assert_eq!(option.set(&mut ruleset, value), Ok(()));
                ruleset
            })
        })
        .collect()
});

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    text::read::<Roll, _>(&text);
    text::read::<Step, _>(&text);
    text::read::<Ruleset, _>(&text);
    if let Some(turn) = text::read::<Turn, _>(&text) {
        for ruleset in RULESETS.iter() {
            let start = tablen_rules::tavli::Position::start(*ruleset, Side::White);
            match start.play(&turn) {
                Ok(after) => tavli::is_consistent(&after),
                Err(illegal) => {
                    assert!(illegal.index <= turn.steps.len());
                    text::is_said(&illegal);
                }
            }
        }
    }
    if let Some(setup) = text::read::<Setup, _>(&text) {
        for ruleset in RULESETS.iter() {
            if let Some(position) = tavli::set_up(*ruleset, setup) {
                tavli::is_consistent(&position);
            }
        }
    }
});
