use tablen_rules::tavli::{Position, Results, Roll, Side};

use super::*;
use crate::net::simd::LANES;
use crate::random::splitmix;

/// A net of random numbers.
fn random(seed: u64) -> Plain {
    let mut luck = seed;
    let mut numbers = |count: usize, shift: u32| -> Vec<i16> {
        (0..count)
            .map(|_| {
                luck = splitmix(luck);
                luck as i16 >> shift
            })
            .collect()
    };
    let hidden = 2 * LANES;
    Plain {
        hidden,
        numbers: Numbers {
            rows: numbers(INPUTS * hidden, 8),
            bias: numbers(hidden, 6),
            outputs: numbers(OUTPUTS * hidden, 4),
            output_bias: numbers(OUTPUTS, 0).into_iter().map(i32::from).collect(),
        },
    }
}

/// What a net says, by the definition: no sums are kept, none are added up before, and nothing is done side by side.
fn by_definition(plain: &Plain, ruleset: &Ruleset, to_throw: Side, men: &BySide<Packed>) -> i32 {
    let mut sums: Vec<i64> = plain.numbers.bias.iter().map(|bias| i64::from(*bias)).collect();
    let output = visit(ruleset, to_throw, men, |input| {
        let row = &plain.numbers.rows[usize::from(input) * plain.hidden..][..plain.hidden];
        sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += i64::from(*weight));
    });
    let weights = &plain.numbers.outputs[output * plain.hidden..][..plain.hidden];
    let mut odds = i64::from(plain.numbers.output_bias[output]);
    for (sum, weight) in sums.into_iter().zip(weights) {
        let clipped = sum.clamp(0, i64::from(UNIT) - 1) * 32;
        odds += (clipped * clipped + 16_384) / 32_768 / 8 * i64::from(*weight);
    }
    let odds = odds * 1_000_000 / i64::from(SQUARE_UNIT * OUTPUT_UNIT);
    let way = |side: Side| -> i64 {
        let men = men[side].men();
        let cells = (1..).zip(men.cells).map(|(cell, men)| (25 - cell) * i64::from(men));
        let middle = (1..).zip(men.middle).map(|(column, men)| (25 - column) * i64::from(men));
        25 * i64::from(men.hand) + cells.chain(middle).sum::<i64>() + 8 * (15 - i64::from(men.off))
    };
    let lead = way(to_throw.other()) - way(to_throw);
    match (odds, lead) {
        (6_000_001.., _) | (_, 251..) => 6_000_000 + 1_000 * (500 + lead) as i32,
        (..-6_000_000, _) | (_, ..-250) => -6_000_000 - 1_000 * (500 - lead) as i32,
        (open, _) => open as i32,
    }
}

#[test]
fn what_is_kept_and_added_up_says_the_same_as_the_definition() {
    let plain = random(3);
    let net = Net::new(Parameters::from_bytes(&plain.to_bytes()).expect("a net"));
    let portable = Net { simd: Simd::Portable, ..net.clone() };
    let mut luck = 1u64;
    let mut compared = 0;
    for ruleset in [
        Ruleset::default(),
        Ruleset { reentry: tablen_rules::tavli::Reentry::Exclusive, ..Ruleset::default() },
    ] {
        let mut position = Position::start(ruleset, Side::White);
        let mut results = Results::new();
        let rolls: Vec<Roll> = Roll::all().collect();
        while compared < 20_000 {
            luck = splitmix(luck);
            position.results_into(rolls[luck as usize % rolls.len()], &mut results);
            if results.is_empty() {
                position = Position::start(ruleset, Side::Black);
                continue;
            }
            let to_throw = position.side().other();
            let some: Vec<BySide<Packed>> = results.packed().take(200).collect();
            let (mut fast, mut plainly) = (Vec::new(), Vec::new());
            net.evaluate(&ruleset, to_throw, &some, &mut fast);
            portable.evaluate(&ruleset, to_throw, &some, &mut plainly);
            assert_eq!(fast, plainly);
            for (men, value) in some.iter().zip(&fast) {
                // Where all is known the net is not asked.
                if let Some(exact) = Ends::value(&ruleset, men[to_throw], men[to_throw.other()]) {
                    assert_eq!(*value, exact);
                    continue;
                }
                assert_eq!(value.0.0, by_definition(&plain, &ruleset, to_throw, men));
                compared += 1;
            }
            if let Some(after) = results.position((luck >> 32) as usize % results.len()) {
                position = after;
            }
        }
        compared = 0;
    }
}

#[test]
fn the_net_in_use_can_be_read() {
    assert!(Net::registered().is_some());
}

/// How far the net in use is from what is exact where each side has one man left; the figure is in docs/strength.md.
#[test]
fn the_net_is_not_far_from_what_is_exact() {
    let plain = Plain::from_bytes(include_bytes!("../../../../../nets/tavli.net")).expect("a net");
    let ruleset = Ruleset::default();
    let (mut error, mut positions) = (0.0, 0);
    for (white, black) in (1..=24).flat_map(|white| (1..=24).map(move |black| (white, black))) {
        let text = format!("white {white}:1 off:14 beyond; black {black}:1 off:14 beyond; white to roll");
        let Ok(position) = Position::new(ruleset, text.parse().expect("a setup")) else { continue };
        let exact = Ends::of(&ruleset).chance(&position).expect("one man each");
        let said = LogOdds(by_definition(&plain, &ruleset, Side::White, position.packed())).chance();
        error += (said - exact).abs();
        positions += 1;
    }
    let mean = error / f64::from(positions);
    println!("{positions} positions, wrong by {:.2} % in the mean", 100.0 * mean);
    assert!(positions == 24 * 23 && mean < 0.2, "{mean}");
}

#[test]
fn damaged_files_are_refused() {
    let bytes = random(1).to_bytes();
    assert!(Parameters::from_bytes(&bytes).is_ok());
    let with = |place: usize, byte: u8| {
        let mut damaged = bytes.clone();
        damaged[place] = byte;
        Parameters::from_bytes(&damaged)
    };
    assert!(matches!(with(0, b'x'), Err(NotANet::Magic(form)) if form.magic == MAGIC));
    assert_eq!(with(8, 9), Err(NotANet::Version { found: 9, expected: VERSION }));
    assert_eq!(with(10, 1), Err(NotANet::Header));
    assert_eq!(with(12, 3), Err(NotANet::Header));
    let (found, expected) = (bytes.len() - 1, bytes.len());
    assert_eq!(Parameters::from_bytes(&bytes[..found]), Err(NotANet::Length { found, expected }));
}
