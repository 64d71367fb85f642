//! What every family of games promises the table, whatever its rules: one suite for all of them.

use std::fmt::Debug;
use std::str::FromStr;

use fastrand::Rng;
use tablen_engine::{Level, Stop};
use tablen_rules::option::Options;
use tablen_rules::words::{Explain, Lang};
use tablen_rules::{tafl, tavli};
use tablen_table::dice::Source;
use tablen_table::family::First;
use tablen_table::{
    AnyGame, BySeat, Choice, Colour, Command, Family, GameRound, Illegal, Ruleset, Tafl, Tavli,
};

/// Plays a command as the table does.
fn carry_out<F: Family>(round: &mut F::Round, command: &Command<F>) -> Result<(), Illegal<F>> {
    match command {
        Command::Move { mv } => round.play_move(mv),
        Command::Turn { steps, end } => {
            for step in steps {
                let played = round.step(step)?;
                assert_eq!(Into::<F::StepChoice>::into(played), *step);
            }
            assert!(*end, "a whole turn is chosen");
            round.end_turn()
        }
        other => panic!("{other:?} plays no choice"),
    }
}

/// Plays a game between two weak players and checks every promise at every turn; says whether it came to its end.
fn keeps_its_promises<F: Family>(ruleset: &F::Ruleset, seed: u64, most: usize) -> bool
where
    F::Choice: FromStr<Err: Debug>,
{
    assert_eq!(ruleset.to_string().parse::<F::Ruleset>().ok().as_ref(), Some(ruleset));
    let json = serde_json::to_string(ruleset).unwrap();
    assert_eq!(serde_json::from_str::<F::Ruleset>(&json).unwrap(), *ruleset);
    assert_ne!(F::side_name(ruleset, Colour::Dark), F::side_name(ruleset, Colour::Light));
    let begins = match F::first(ruleset, None) {
        First::Side(colour) => colour,
        First::Lot | First::RollOff => Colour::Dark,
    };
    let mut round = F::Round::new(ruleset, begins).unwrap();
    assert_eq!(round.to_act(), Some(begins));
    let mut player = F::player(Level::WEAKEST, seed);
    let (mut dice, stop) = (Source::Seeded(seed), Stop::new());
    let mut before: Vec<(F::Round, Option<Colour>)> = Vec::new();
    while round.to_act().is_some() && round.turns() < most {
        assert!(round.outcome().is_none());
        let turn = round.turns();
        before.push((round.clone(), round.to_act()));
        if round.may_roll().is_ok() {
            assert!(round.is_played_in_steps());
            assert!(
                F::choose(&mut player, &round, (&stop).into()).is_none(),
                "nobody plays before the throw"
            );
            let roll: F::Roll = dice.roll(turn as u64, &BySeat::default()).unwrap().unwrap();
            assert_eq!(F::read_roll(&roll.to_string()).ok(), Some(roll.clone()));
            round.roll(&roll).unwrap();
            assert!(round.may_roll().is_err());
        }
        let (board, thrown) = (round.show(true).board, round.clone());
        assert_eq!(round.show(true).board, board, "to look changes nothing");
        if round.ends_by_itself() {
            round.end_turn().unwrap();
            assert!(!round.was_played(turn));
        } else {
            let choice = F::choose(&mut player, &round, (&stop).into()).unwrap();
            let text = choice.to_string();
            assert_eq!(text.parse::<F::Choice>().unwrap(), choice);
            let json = serde_json::to_string(&choice).unwrap();
            assert_eq!(serde_json::from_str::<F::Choice>(&json).unwrap(), choice);
            let command = round.command(&choice).unwrap();
            carry_out::<F>(&mut round, &command).unwrap();
            assert!(round.was_played(turn));
            // By itself the turn does the same, and is written down as the round tells it.
            let position = round.position_before(turn).unwrap();
            let (written, next) = F::play(&position, &choice).unwrap();
            assert_eq!(Some(&written), round.turn_played(turn).map(|played| played.text).as_ref());
            assert_eq!(Some(&next), round.position_before(turn + 1).as_ref());
            assert_eq!(F::read_turn(&position, &written).ok(), Some((choice, next)));
        }
        assert_eq!(round.turns(), turn + 1);
        assert_eq!(round.turn_played(turn).map(|played| played.colour), before[turn].1);
        // Taken back, the turn is as it was, with its throw on the table.
        let mut back = round.clone();
        back.take_back_to(turn, true);
        assert_eq!(back, thrown);
    }
    assert_eq!(round.to_act().is_none(), round.outcome().is_some());
    assert!(round.turn_played(round.turns()).is_none());
    if let Some((winner, reason)) = round.outcome() {
        assert!(F::reasons().contains(&reason) && !F::reason_name(reason).is_empty());
        assert!(winner.is_none() || round.turns() > 0);
        let refused = round.why_not_from("no such place").err().map(|error| error.message());
        assert!(refused.is_some_and(|said| Lang::ALL.into_iter().all(|lang| !said.render(lang).is_empty())));
    }
    for (turns, (was, _)) in before.iter().enumerate().rev() {
        round.take_back_to(turns, false);
        assert_eq!(round.turns(), turns);
        assert_eq!(round.position_before(turns), was.position_before(turns));
    }
    before.len() < most
}

#[test]
fn tafl_presets() {
    let mut finished = 0;
    for (seed, preset) in (0..).zip(tafl::Preset::ALL) {
        finished += usize::from(keeps_its_promises::<Tafl>(&preset.ruleset(), seed, 60));
    }
    assert!(finished > 3, "{finished} games came to their end");
}

#[test]
fn tavli_with_every_value_of_every_option() {
    for option in tavli::Ruleset::options() {
        for (seed, value) in (0..).zip(option.values) {
            let mut ruleset = tavli::Ruleset::default();
            option.set(&mut ruleset, value).unwrap();
            assert!(keeps_its_promises::<Tavli>(&ruleset, seed, usize::from(tavli::TURN_LIMIT)));
        }
    }
}

#[test]
fn any_of_them() {
    for (seed, preset) in (0..).zip(["tavli", "tablut", "brandubh", "alea"]) {
        keeps_its_promises::<AnyGame>(&Ruleset::from_preset(preset).unwrap(), seed, 40);
    }
}

#[test]
fn nim() {
    let mut rng = Rng::with_seed(3);
    for seed in 0..20 {
        assert!(keeps_its_promises::<crate::nim_game::Nim>(
            &crate::nim_game::Counters(rng.u8(1..=40)),
            seed,
            50
        ));
    }
}

/// What belongs to another game is refused by every family that has no such thing.
#[test]
fn moves_throws_and_steps_belong_to_their_games() {
    let round =
        |preset: &str| <AnyGame as Family>::Round::new(&Ruleset::from_preset(preset).unwrap(), Colour::Light);
    let (mut tablut, mut tavli) = (round("tablut").unwrap(), round("tavli").unwrap());
    assert_eq!(tablut.may_roll(), Err(Illegal::OtherGame));
    assert_eq!(tablut.roll(&"123".parse().unwrap()), Err(Illegal::OtherGame));
    assert_eq!(tablut.end_turn(), Err(Illegal::OtherGame));
    assert_eq!(tavli.play_move(&"E3-C3".parse().unwrap()), Err(Illegal::OtherGame));
    assert_eq!(tavli.undo_step(), Err(Illegal::NotThrown));
    assert_eq!(tavli.command(&Choice::Move("E3-C3".parse().unwrap())), None);
}
