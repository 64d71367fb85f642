//! Rulesets of tafl: our own text form and OpenTafl's. Every input is read as both, and makes choices for a ruleset too.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tablen_fuzz::{Bytes, tafl, text};
use tablen_rules::tafl::{MAX_SIZE, Narrow, Ruleset, Wide, otn};

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    if let Some(ruleset) = text::read::<Ruleset, _>(&text) {
        check(&ruleset);
    }
    match otn::read(&text) {
        Ok(read) => check(&read.ruleset),
        Err(error) => text::is_placed(&text, &error),
    }
    check(&tafl::choose_ruleset(&mut Bytes::new(data)));
});

fn check(ruleset: &Ruleset) {
    // A larger board cannot be read, only refused.
    let size = ruleset.board.layout().size();
    if (1..=MAX_SIZE).contains(&size) {
        text::reads_back(ruleset);
    }
    let written = otn::write(ruleset);
    if ruleset.faults().is_empty() {
        match otn::read(&written.text) {
            Ok(read) => {
                assert_eq!(read.ruleset, *ruleset, "{}", written.text);
                assert_eq!(read.left_out, [] as [&str; 0], "{}", written.text);
            }
            Err(error) => panic!("{} does not read back: {error}", written.text),
        }
    }
    if let (Some(wide), Some(narrow)) =
        (tafl::make_rules::<Wide>(ruleset), tafl::make_rules::<Narrow>(ruleset))
    {
        assert_eq!(wide.ruleset(), narrow.ruleset());
    }
}
