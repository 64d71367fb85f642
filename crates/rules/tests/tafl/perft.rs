//! Known numbers of move sequences.

use tablen_rules::tafl::{Bits, Narrow, Preset, Rules, Side, Wide};

fn perfts<B: Bits>(preset: Preset, first: Side, depths: std::ops::RangeInclusive<u32>) -> Vec<u64> {
    let rules = Rules::<B>::new(&preset.ruleset()).expect("a preset makes sense");
    depths.map(|depth| rules.perft(&rules.start(first), depth)).collect()
}

#[test]
fn t2_t4_tablut_attackers_first() {
    assert_eq!(perfts::<Narrow>(Preset::Tablut, Side::Attackers, 1..=4), [80, 4_400, 353_200, 19_913_864]);
}

#[test]
fn t2_t4_tablut_defenders_first() {
    assert_eq!(perfts::<Narrow>(Preset::Tablut, Side::Defenders, 1..=4), [56, 4_408, 251_856, 20_023_920]);
}

#[test]
fn wide_words_count_the_same() {
    assert_eq!(perfts::<Wide>(Preset::Tablut, Side::Attackers, 1..=3), [80, 4_400, 353_200]);
    for preset in Preset::ALL.iter().copied().filter(|preset| preset.ruleset().board.layout().size() <= 11) {
        assert_eq!(
            perfts::<Wide>(preset, Side::Attackers, 1..=2),
            perfts::<Narrow>(preset, Side::Attackers, 1..=2),
            "{preset}"
        );
    }
}

#[test]
fn a2_alea_first_moves() {
    assert_eq!(perfts::<Wide>(Preset::Alea, Side::Attackers, 1..=1), [588]);
    assert_eq!(perfts::<Wide>(Preset::Alea, Side::Defenders, 1..=1), [184]);
    assert_eq!(perfts::<Wide>(Preset::Alea17, Side::Attackers, 1..=1), [512]);
    assert_eq!(perfts::<Wide>(Preset::Alea17, Side::Defenders, 1..=1), [176]);
}

#[test]
fn counting_and_playing_the_last_move_agree() {
    for preset in Preset::ALL {
        let rules = Rules::<Wide>::new(&preset.ruleset()).unwrap();
        let start = rules.start(Side::Defenders);
        assert_eq!(rules.perft(&start, 2), rules.perft_by_playing(&start, 2), "{preset}");
    }
}
