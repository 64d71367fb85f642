//! Every text form of tafl but rulesets.
#![no_main]

use std::sync::{Arc, LazyLock};

use libfuzzer_sys::fuzz_target;
use tablen_fuzz::{tafl, text};
use tablen_rules::rule::RuleId;
use tablen_rules::tafl::{Arrangement, Cell, MAX_SIZE, Move, MoveRecord, Piece, Preset, Rules, Setup};

/// The rules of every preset, worked out once.
static RULES: LazyLock<Vec<Arc<Rules>>> =
    LazyLock::new(|| Preset::ALL.iter().filter_map(|preset| tafl::make_rules(&preset.ruleset())).collect());

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    text::read::<Cell, _>(&text);
    text::read::<Arrangement, _>(&text);
    text::read::<Move, _>(&text);
    text::read::<MoveRecord, _>(&text);
    if let Some(setup) = text::read::<Setup, _>(&text) {
        for rules in RULES.iter() {
            if let Some(position) = tafl::set_up(rules, &setup) {
                tafl::is_consistent(&position);
            }
        }
    }
    match text.parse::<RuleId>() {
        Ok(rule) => text::reads_back(&rule),
        Err(error) => text::is_said(&error),
    }
    is_drawn(&text, &Arrangement::drawn(&text));
});

/// Checks that a drawn board has on every cell what the picture has there, and nothing else.
fn is_drawn(picture: &str, drawn: &Arrangement) {
    let rows = picture.lines().map(|line| line.chars().filter(|c| !c.is_whitespace()).collect::<Vec<_>>());
    let rows: Vec<Vec<char>> = rows.filter(|row| !row.is_empty()).collect();
    assert_eq!(usize::from(drawn.size()), rows.len().min(MAX_SIZE.into()));
    for cell in Cell::all(drawn.size()) {
        let row = rows.iter().rev().nth(cell.row().into());
        let expected = match row.and_then(|row| row.get(usize::from(cell.column()))) {
            Some('N') => Some(Piece::Attacker),
            Some('B') => Some(Piece::Defender),
            Some('R') => Some(Piece::King),
            _ => None,
        };
        assert_eq!(drawn.get(cell), expected, "{cell} of {picture:?}");
    }
    if drawn.size() > 0 {
        text::reads_back(drawn);
    }
}
