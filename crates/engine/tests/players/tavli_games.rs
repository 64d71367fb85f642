//! Whole games of the computer players of tavli.

use std::time::Duration;

use tablen_engine::tavli::{Engine, Player};
use tablen_engine::{Level, Limits, Stop};
use tablen_rules::option::Options;
use tablen_rules::tavli::{Die, Position, Roll, Ruleset, Side, Status};

use crate::random::Random;

/// A throw.
fn throw(random: &mut Random) -> Roll {
    Roll::new([0; 3].map(|_| Die::ALL[random.below(6)]))
}

/// Plays a game with dice from a seed.
fn winner(white: &mut Player, black: &mut Player, dice: u64) -> Option<Side> {
    let mut random = Random(dice);
    let mut position = Position::start(Ruleset::default(), Side::White);
    loop {
        let player = match position.status() {
            Status::Over(outcome) => return outcome.winner(),
            Status::Roll(Side::White) => &mut *white,
            Status::Roll(Side::Black) => &mut *black,
        };
        let turn = player.choose(&position, throw(&mut random), &Stop::new()).unwrap().turn;
        position = position.play(&turn).unwrap();
    }
}

/// How many games of pairs with the same dice and exchanged colours the first level wins against the second.
fn wins(level: u8, against: u8, pairs: u64) -> u64 {
    let new = |level, seed| Player::new(Level::new(level).unwrap(), seed);
    let mut wins = 0;
    for dice in 0..pairs {
        let (mut player, mut other) = (new(level, dice), new(against, !dice));
        wins += u64::from(winner(&mut player, &mut other, dice) == Some(Side::White));
        wins += u64::from(winner(&mut other, &mut player, dice) == Some(Side::Black));
    }
    wins
}

#[test]
fn every_turn_is_legal_under_any_rules() {
    let mut random = Random(9);
    let stop = Stop::new();
    for game in 0..48 {
        let mut ruleset = Ruleset::default();
        for option in Ruleset::options() {
            option.set(&mut ruleset, option.values[random.below(option.values.len())]).unwrap();
        }
        let mut players = Vec::from_iter(Level::all().take(4).map(|level| Player::new(level, game)));
        let mut position = Position::start(ruleset, Side::ALL[random.below(2)]);
        while let Status::Roll(_) = position.status() {
            let roll = throw(&mut random);
            let player = random.below(players.len());
            let turn = players[player].choose(&position, roll, &stop).unwrap().turn;
            position = position
                .play(&turn)
                .unwrap_or_else(|illegal| panic!("{ruleset} {position} {turn}: {illegal}"));
        }
    }
}

#[test]
fn the_strongest_is_legal_under_any_rules() {
    let mut random = Random(10);
    let mut engine = Engine::new();
    for _ in 0..4 {
        let mut ruleset = Ruleset::default();
        for option in Ruleset::options() {
            option.set(&mut ruleset, option.values[random.below(option.values.len())]).unwrap();
        }
        let mut position = Position::start(ruleset, Side::ALL[random.below(2)]);
        while let Status::Roll(_) = position.status() {
            let limits = Limits::nodes(20_000);
            let thought =
                engine.think(&position, throw(&mut random), &limits, &Stop::new(), &mut |_| {}).unwrap();
            position = position.play(&thought.turn).unwrap();
        }
    }
}

#[test]
fn the_same_seed_plays_the_same_game() {
    for level in Level::all() {
        let mut moves = [Vec::new(), Vec::new()];
        for game in &mut moves {
            let mut random = Random(3);
            let mut player = Player::new(level, 11);
            let mut position = Position::start(Ruleset::default(), Side::White);
            for _ in 0..30 {
                let thought = player.choose(&position, throw(&mut random), &Stop::new()).unwrap();
                position = position.play(&thought.turn).unwrap();
                game.push(thought);
            }
        }
        assert_eq!(moves[0], moves[1]);
    }
}

#[test]
fn stops_and_answers_when_told_to() {
    let text = "white 1:3 4:3 7:3 10:3 13:3 beyond; black 2:3 5:3 8:3 11:3 14:3 beyond; white to roll";
    let position = Position::new(Ruleset::default(), text.parse().unwrap()).unwrap();
    let stop = Stop::new();
    stop.stop();
    for roll in Roll::all() {
        let thought = Engine::new().think(&position, roll, &Limits::default(), &stop, &mut |_| {}).unwrap();
        assert!(position.play(&thought.turn).is_ok());
        let no_time = Limits::time(Duration::ZERO);
        let late = Engine::new().think(&position, roll, &no_time, &Stop::new(), &mut |_| {}).unwrap();
        // Counted, not timed: a busy machine makes everything late.
        for nodes in [thought.nodes, late.nodes] {
            assert!(nodes <= 2_048, "{roll} {nodes}");
        }
    }
}

#[test]
fn one_node_is_enough_for_an_answer() {
    let text = "white 1:3 4:3 7:3 10:3 13:3 beyond; black 2:3 5:3 8:3 11:3 14:3 beyond; white to roll";
    let position = Position::new(Ruleset::default(), text.parse().unwrap()).unwrap();
    for nodes in [0, 1, 10, 1_000] {
        let thought = Engine::new().think(
            &position,
            "122".parse().unwrap(),
            &Limits::nodes(nodes),
            &Stop::new(),
            &mut |_| {},
        );
        let thought = thought.unwrap();
        assert!(thought.nodes <= nodes.max(1), "{} of {nodes}", thought.nodes);
        assert!(position.play(&thought.turn).is_ok());
    }
}

#[test]
fn higher_levels_win_more() {
    // Bounded so that it takes seconds; the measured scores are in docs/strength.md.
    let pairs = 40;
    for level in 2..=4 {
        let won = wins(level, level - 1, pairs);
        assert!(won > pairs, "level {level} won {won} of {}", 2 * pairs);
    }
    // From here on the steps are small: five levels are told apart in fewer games than one.
    assert!(wins(7, 3, 60) > 60);
}
