//! What the computer player of tavli chooses where the choice is plain.

use tablen_engine::tavli::{Engine, Player, Thought, Value};
use tablen_engine::{Level, Limits, Stop};
use tablen_rules::tavli::{BySide, Men, Position, Ruleset, Setup, Side};

fn position(text: &str) -> Position {
    Position::new(Ruleset::default(), text.parse().unwrap())
        .unwrap_or_else(|faults| panic!("{text}: {faults}"))
}

/// What the engine plays at each depth.
fn thoughts(position: &Position, roll: &str) -> Vec<Thought> {
    let roll = roll.parse().unwrap();
    (1..=2)
        .map(|depth| {
            Engine::new().think(position, roll, &Limits::depth(depth), &Stop::new(), &mut |_| {}).unwrap()
        })
        .collect()
}

/// The mover's and the enemy's men after what the engine plays, at each depth.
fn afterwards(text: &str, roll: &str) -> Vec<(Men, Men)> {
    let before = position(text);
    let side = before.side();
    thoughts(&before, roll)
        .iter()
        .map(|thought| {
            let after = before.play(&thought.turn).unwrap();
            (after.men(side), after.men(side.other()))
        })
        .collect()
}

fn middle(men: &Men) -> u8 {
    men.middle.iter().sum()
}

/// The same position with the colours exchanged.
fn exchanged(position: &Position) -> Position {
    let Setup { men: BySide { white, black }, side, turns } = position.setup();
    let setup = Setup { men: BySide { white: black, black: white }, side: side.other(), turns };
    Position::new(position.ruleset(), setup).unwrap()
}

#[test]
fn wins_when_it_can() {
    let before = position("white 22:1 23:1 24:1 off:12 beyond; black 19:15 beyond; white to roll");
    for thought in thoughts(&before, "346") {
        assert_eq!(thought.value, Value::WON);
        assert_eq!(before.play(&thought.turn).unwrap().men(Side::White).off, 15);
    }
    for level in Level::all() {
        for seed in 0..20 {
            let text = "white 20:1 24:1 off:13 beyond; black 1:15 beyond; white to roll";
            let before = position(text);
            let turn =
                Player::new(level, seed).choose(&before, "115".parse().unwrap(), &Stop::new()).unwrap().turn;
            assert_eq!(before.play(&turn).unwrap().men(Side::White).off, 15, "level {level} {turn}");
        }
    }
}

#[test]
fn hits_a_man_that_is_nearly_home() {
    let text = "white 18:2 19:3 20:3 21:3 22:4 beyond; black 24:1 off:14 beyond; white to roll";
    for (_, enemy) in afterwards(text, "213") {
        assert_eq!(middle(&enemy), 1);
    }
}

#[test]
fn leaves_no_shot_when_free_to() {
    // With 1-1-2 white can move men together, or leave single men before fifteen black ones.
    let text = "white 18:4 20:3 21:2 22:2 23:2 24:2 beyond; black 13:5 15:5 17:5 beyond; white to roll";
    for (own, _) in afterwards(text, "211") {
        assert_eq!(own.cells.iter().filter(|count| **count == 1).count(), 0, "{own}");
    }
}

#[test]
fn bears_off_as_many_as_it_can() {
    let text = "white 19:3 20:3 21:3 22:2 23:2 24:2 beyond; black 1:15; white to roll";
    for (own, _) in afterwards(text, "456") {
        assert_eq!(own.off, 3);
    }
    // Nobody can be hit any more: only speed counts.
    let text = "white 19:1 21:2 22:2 23:3 off:7 beyond; black 24:8 off:7 beyond; white to roll";
    for (own, _) in afterwards(text, "236") {
        assert_eq!(own.off, 10);
    }
}

#[test]
fn comes_back_where_the_way_is_open() {
    // From column 4 a 1 leads behind a wall of six, a 6 past most of it; the last two dice are free.
    let text = "white m1:1 19:7 20:7 beyond; black 2:3 3:3 4:3 5:3 7:3 beyond; white to roll";
    for (own, _) in afterwards(text, "166") {
        assert_eq!(middle(&own), 0);
        assert_eq!(own.cells[0], 0, "{own}");
    }
}

#[test]
fn a_position_with_colours_exchanged_has_the_opposite_value() {
    for text in [
        "white hand:15; black hand:15; white to roll",
        "white 1:2 3:1 5:4 7:1 14:3 16:4 beyond; black 2:3 6:5 13:1 18:2 m4:1 20:3 beyond; black to roll",
        "white 19:3 20:3 off:9 beyond; black m12:1 24:14 beyond; white to roll",
    ] {
        let before = position(text);
        let other = exchanged(&before);
        for roll in ["123", "355", "666"] {
            for (here, there) in thoughts(&before, roll).iter().zip(thoughts(&other, roll)) {
                assert_eq!(here.value, there.value);
                assert_eq!(here.for_white().0, -there.for_white().0);
                assert_eq!(here.turn, there.turn);
            }
        }
    }
}

#[test]
fn a_game_that_is_over_has_no_turn() {
    let over = position("white off:15 beyond; black 1:15; black to roll");
    let roll = "123".parse().unwrap();
    assert_eq!(Engine::new().think(&over, roll, &Limits::default(), &Stop::new(), &mut |_| {}), None);
    for level in Level::all() {
        assert_eq!(Player::new(level, 1).choose(&over, roll, &Stop::new()), None);
    }
}

#[test]
fn candidates_are_the_best_few_in_order() {
    let before = position("white 1:5 7:5 13:5 beyond; black 2:5 8:5 14:5 beyond; white to roll");
    for thought in thoughts(&before, "123") {
        assert_eq!(thought.candidates[0], (thought.turn.clone(), thought.value));
        assert!(thought.candidates.len() > 1);
        assert!(thought.candidates.is_sorted_by(|a, b| a.1 >= b.1));
        let turns: std::collections::HashSet<_> =
            thought.candidates.iter().map(|(turn, _)| before.play(turn).unwrap()).collect();
        assert_eq!(turns.len(), thought.candidates.len());
    }
}
