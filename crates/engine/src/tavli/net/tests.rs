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
