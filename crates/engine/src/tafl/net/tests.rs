use tablen_rules::tafl::{Narrow, Preset, Repetition, Rules, Ruleset, Side, Wide};

use super::*;
use crate::random::splitmix;

/// A net of random numbers for boards of a size.
fn random_net(inputs: Inputs, hidden: usize) -> &'static Parameters {
    let mut luck = u64::from(inputs.size()) * 100 + hidden as u64;
    let mut numbers = |count: usize, most: i16| -> Vec<i16> {
        let mut next = || {
            luck = splitmix(luck);
            (luck % (2 * most as u64 + 1)) as i16 - most
        };
        (0..count).map(|_| next()).collect()
    };
    let plain = Plain {
        inputs,
        hidden,
        buckets: 4,
        points: 300,
        numbers: Numbers {
            rows: numbers(inputs.count() * hidden, 200),
            bias: numbers(hidden, 200),
            outputs: numbers(8 * hidden, MOST_OUTPUT_WEIGHT),
            output_bias: numbers(8, 9_999).into_iter().map(i32::from).collect(),
        },
    };
    let parameters = Parameters::from_bytes(&plain.to_bytes()).unwrap();
    Box::leak(Box::new(parameters))
}

/// Plays random games, takes moves back now and then, and compares what is carried with what is counted afresh and without vector
/// instructions.
fn carried_is_fresh<B: Bits>(preset: Preset, inputs: fn(u8) -> Inputs, hidden: usize) {
    let rules = Rules::<B>::new(&preset.ruleset()).unwrap();
    let parameters = random_net(inputs(rules.size()), hidden);
    let mut net = Net::new(parameters, &rules).unwrap();
    let mut portable = Net { simd: Simd::Portable, ..net.clone() };
    let mut luck = 3;
    let mut judged = std::collections::BTreeSet::new();
    for _ in 0..12 {
        let start = rules.start(Side::Attackers);
        let mut states = vec![(start, None)];
        Evaluation::begin(&mut net, &rules, &start);
        for _ in 0..250 {
            luck = splitmix(luck);
            let (state, last) = states[states.len() - 1];
            let is_over = rules.outcome(&state).is_some();
            if let (Some(made), true) = (last, is_over || luck.is_multiple_of(5)) {
                states.pop();
                net.unmade(&made);
            } else if !is_over {
                let mut next = state;
                let mv = rules.nth_move(&state, (luck >> 8) % rules.count_moves(&state)).unwrap();
                let made = rules.make(&mut next, mv);
                net.made(&next, &made);
                states.push((next, Some(made)));
            }
            let (state, _) = states[states.len() - 1];
            if luck.is_multiple_of(3) && rules.outcome(&state).is_none() {
                let info = PositionInfo::new(&rules, &state);
                let carried = net.evaluate(&rules, &state, &info);
                Evaluation::begin(&mut portable, &rules, &state);
                assert_eq!(carried, portable.evaluate(&rules, &state, &info));
                judged.insert(carried.0);
            }
        }
    }
    assert!(judged.len() > 100, "a net of random numbers tells positions apart");
}

#[test]
fn what_is_carried_from_move_to_move_is_what_a_fresh_count_gives() {
    carried_is_fresh::<Narrow>(Preset::Tablut, Inputs::new, 128);
    carried_is_fresh::<Narrow>(Preset::Ashton, Inputs::new, 64);
    carried_is_fresh::<Narrow>(Preset::TablutChessKing, Inputs::new, 64);
    carried_is_fresh::<Wide>(Preset::Tablut, Inputs::new, 64);
    carried_is_fresh::<Wide>(Preset::Alea, Inputs::new, 128);
    carried_is_fresh::<Narrow>(Preset::TablutStepKing, Inputs::with_rules, 128);
}

#[test]
fn a_net_is_for_boards_of_one_size() {
    let rules = Rules::<Narrow>::new(&Preset::Brandubh.ruleset()).unwrap();
    assert!(Net::new(random_net(Inputs::new(9), 64), &rules).is_none());
    assert!(Net::new(random_net(Inputs::new(7), 64), &rules).is_some());
}

#[test]
fn what_is_no_net_is_refused_by_name() {
    let plain = Plain {
        inputs: Inputs::new(7),
        hidden: 64,
        buckets: 1,
        points: 1,
        numbers: Numbers {
            rows: vec![1; Inputs::new(7).count() * 64],
            bias: vec![2; 64],
            outputs: vec![3; 128],
            output_bias: vec![4; 2],
        },
    };
    let bytes = plain.to_bytes();
    assert!(Parameters::from_bytes(&bytes).is_ok());
    let changed = |place: usize, value: u8| {
        let mut bytes = bytes.clone();
        bytes[place] = value;
        Parameters::from_bytes(&bytes).unwrap_err()
    };
    assert!(matches!(changed(0, b'x'), NotANet::Magic(form) if form.magic == MAGIC));
    assert_eq!(changed(8, 9), NotANet::Version { found: 9, expected: VERSION });
    for (place, value) in [(10, 8), (11, 1), (12, 0), (14, 65), (14, 0), (16, 0), (18, 0)] {
        assert_eq!(changed(place, value), NotANet::Header, "{value} at {place}");
    }
    let (found, expected) = (bytes.len() - 1, bytes.len());
    assert_eq!(Parameters::from_bytes(&bytes[..found]), Err(NotANet::Length { found, expected }));
    assert_eq!(Parameters::from_bytes(&bytes[..10]), Err(NotANet::Length { found: 10, expected: 20 }));
}

#[test]
fn every_registered_net_can_be_read_and_fits_its_rules() {
    for net in &NETS {
        let parameters = net.parameters().unwrap();
        assert_eq!(parameters.inputs().size(), net.preset.ruleset().board.layout().size());
        assert!(net.serves.fits(&net.preset.ruleset(), &net.preset.ruleset()));
        assert_eq!(parameters.inputs().knows_rules(), net.serves == Serves::ItsKind);
        assert!(
            std::ptr::eq(RegisteredNet::of(&net.preset.ruleset()).unwrap(), net)
                || net.serves == Serves::ItsKind
        );
    }
}

#[test]
fn a_net_for_a_kind_of_rules_is_told_them_and_no_other_net_is() {
    let of = |preset: Preset| Rules::<Narrow>::new(&preset.ruleset()).unwrap();
    let points = |inputs: Inputs, rules: &Rules<Narrow>| {
        let mut net = Net::new(random_net(inputs, 64), rules).unwrap();
        let start = rules.start(Side::Attackers);
        Evaluation::begin(&mut net, rules, &start);
        net.evaluate(rules, &start, &PositionInfo::new(rules, &start))
    };
    // By both rules the king reaches the same cells from the start.
    let rules = [of(Preset::Tablut), of(Preset::TablutBasesNoStop)];
    let told = rules.each_ref().map(|rules| points(Inputs::with_rules(9), rules));
    assert_ne!(told[0], told[1]);
    let not_told = rules.each_ref().map(|rules| points(Inputs::new(9), rules));
    assert_eq!(not_told[0], not_told[1]);
}

#[test]
fn a_net_serves_its_rules_or_all_of_their_board_and_kind_of_goal() {
    let tablut = Preset::Tablut.ruleset();
    for (preset, its_rules, its_kind) in [
        (Preset::Tablut, true, true),
        (Preset::TablutStepKing, false, true),
        (Preset::Ashton, false, true),
        (Preset::TablutCorners, false, false),
        (Preset::Brandubh, false, false),
        (Preset::Alea, false, false),
    ] {
        let fits = |serves: Serves| serves.fits(&tablut, &preset.ruleset());
        assert_eq!((fits(Serves::ItsRules), fits(Serves::ItsKind)), (its_rules, its_kind), "{preset:?}");
    }
    let other_end = Ruleset { repetition: Repetition::None, ..tablut.clone() };
    assert!(Serves::ItsRules.fits(&tablut, &other_end));
}

#[test]
fn a_thought_tells_chances_as_its_net_has_learned_them() {
    use std::sync::Arc;

    use tablen_rules::tafl::Game;

    use crate::tafl::{Engine, Scale, Value};
    use crate::{Limits, Stop};

    let rules = Arc::new(Rules::<Narrow>::new(&Preset::Tablut.ruleset()).unwrap());
    let net = Net::new(random_net(Inputs::new(9), 64), &rules).unwrap();
    let mut engine = Engine::with_evaluation(Arc::clone(&rules), 1 << 8, net);
    let game = Game::start(&rules, Side::Attackers);
    let thought = engine.think(&game, &Limits::depth(1), &Stop::new(), &mut |_| {}).unwrap();
    assert_eq!((thought.scale, engine.scale().0), (Scale::new(300), Scale::new(300)));
    assert_eq!(thought.chance(), Scale::new(300).chance(thought.value));
    let chance = Scale::new(300).chance(Value::points(300));
    assert!((chance - 1.0 / (1.0 + (-1.0f64).exp())).abs() < 1e-12, "{chance}");
}
