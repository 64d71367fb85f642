//! The fast rules of tavli held against the slow ones, turn by turn, in random games.
//!
//! `TABLEN_GAMES` sets how many games each test plays; the default is what the test command runs.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on must panic")]

mod support;

use std::collections::HashSet;

use fastrand::Rng;
use support::games_to_play;
use tablen_reference::tavli as slow;
use tablen_rules::option::Options;
use tablen_rules::tavli::{
    BySide, Cell, Column, Die, MEN, Men, Outcome, Play, Position, Results, Roll, Ruleset, Setup, Side,
    Status, Step,
};

/// Past this many nodes the slow rules are not asked in games: a triple in a crowded middle game takes them seconds.
const NODES: usize = 4_000;
/// Past this many results a turn is not compared step by step, because the slow rules begin anew at every step.
const RESULTS: usize = 60;

fn random_roll(rng: &mut Rng) -> Roll {
    Roll::new([(); 3].map(|()| *rng.choice(&Die::ALL).unwrap()))
}

/// Compares every distinct result of a roll; returns whether the slow rules could be asked, within so many nodes.
fn compare_results(position: &Position, roll: Roll, results: &mut Results, nodes: usize) -> bool {
    position.results_into(roll, results);
    let Some(expected) = slow::results_within(&position.ruleset(), &position.setup(), roll, nodes) else {
        return false;
    };
    let found: HashSet<Setup> = results.positions().map(|next| next.setup()).collect();
    let at = || format!("{}\n{}\n{roll}", position.ruleset(), position.setup());
    assert_eq!(found.len(), results.len(), "a result stands twice: {}", at());
    let missing: Vec<String> = expected.difference(&found).map(Setup::to_string).collect();
    let extra: Vec<String> = found.difference(&expected).map(Setup::to_string).collect();
    assert!(missing.is_empty() && extra.is_empty(), "missing {missing:#?}\nextra {extra:#?}\n{}", at());
    true
}

/// Plays one turn step by step, comparing what is offered at every moment.
fn compare_turn(position: &Position, roll: Roll, rng: &mut Rng) -> Position {
    let (ruleset, start) = (position.ruleset(), position.setup());
    let mut play: Play = position.roll(roll).unwrap();
    let mut played: Vec<Step> = Vec::new();
    loop {
        let at = || format!("{ruleset}\n{start}\n{roll}: {played:?}");
        let mut steps = play.next_steps();
        steps.sort_unstable();
        assert_eq!(steps, slow::next_steps(&ruleset, &start, roll, &played), "next steps: {}", at());
        assert_eq!(
            play.may_finish(),
            slow::may_stop(&ruleset, &start, roll, &played),
            "may finish: {}",
            at()
        );
        for step in &steps {
            assert_eq!(play.why_not(step.from, step.die), None, "{}", at());
        }
        // Now and then a turn that may end does, although more could be played.
        let step = if play.may_finish() && rng.bool() { None } else { rng.choice(steps) };
        match step {
            Some(step) => {
                play.step(step.from, step.die).unwrap();
                played.push(step);
            }
            None => match play.finish() {
                Ok(next) => return next,
                Err(_) => panic!("a turn that is complete was refused: {}", at()),
            },
        }
    }
}

/// How many throws there were, and how many of them both rules were asked about.
#[derive(Default)]
struct Throws {
    all: usize,
    compared: usize,
}

impl Throws {
    /// A comparison that skips too much compares nothing.
    fn assert_enough(&self) {
        assert!(self.compared * 10 >= self.all * 8, "{} of {} throws compared", self.compared, self.all);
    }
}

fn compare_game(
    mut position: Position,
    rng: &mut Rng,
    turns: usize,
    results: &mut Results,
    throws: &mut Throws,
) {
    for _ in 0..turns {
        let over = match position.status() {
            Status::Over(outcome) => Some(outcome),
            Status::Roll(_) => None,
        };
        let expected = slow::winner(&position.setup())
            .map(Outcome::BorneOff)
            .or_else(|| slow::is_draw(&position.setup()).then_some(Outcome::TurnLimit));
        assert_eq!(over, expected, "{}", position.setup());
        if over.is_some() {
            return;
        }
        let roll = random_roll(rng);
        let is_compared = compare_results(&position, roll, results, NODES);
        throws.all += 1;
        throws.compared += usize::from(is_compared);
        position = if is_compared && results.len() <= RESULTS {
            compare_turn(&position, roll, rng)
        } else {
            results.position(rng.usize(..results.len())).unwrap()
        };
    }
}

fn random_ruleset(rng: &mut Rng) -> Ruleset {
    let mut ruleset = Ruleset::default();
    for option in Ruleset::options() {
        option.set(&mut ruleset, rng.choice(option.values).unwrap()).unwrap();
    }
    ruleset
}

/// Men thrown on the board until they make a position that is not over: few or many, crowded or spread.
fn random_position(ruleset: Ruleset, rng: &mut Rng) -> Position {
    loop {
        let mut men = BySide { white: Men::default(), black: Men::default() };
        let crowd = rng.bool();
        for side in Side::ALL {
            let on_board = rng.u8(1..=6);
            let mine = &mut men[side];
            if rng.u8(..3) == 0 {
                mine.hand = rng.u8(..=MEN - on_board);
            }
            mine.off = MEN - on_board - mine.hand;
            mine.beyond = rng.u8(..4) != 0;
        }
        for side in Side::ALL {
            for _ in 0..MEN - men[side].hand - men[side].off {
                let cell = if crowd { rng.u8(19..=24) } else { rng.u8(1..=24) };
                let cell = Cell::new(cell).unwrap();
                let column: Column = cell.column();
                if men[side.other()].on(cell) == 0 && rng.u8(..8) != 0 {
                    men[side].cells[usize::from(cell.number()) - 1] += 1;
                } else {
                    men[side].middle[usize::from(column.number()) - 1] += 1;
                }
            }
        }
        let setup = Setup { men, side: *rng.choice(&Side::ALL).unwrap(), turns: 0 };
        if let Ok(position) = Position::new(ruleset, setup)
            && matches!(position.status(), Status::Roll(_))
        {
            return position;
        }
    }
}

/// Plays games of so many turns, each from the position that `start` draws.
fn compare_games(games: usize, turns: usize, seed: u64, start: impl Fn(&mut Rng) -> Position) {
    let mut rng = Rng::with_seed(seed);
    let (mut results, mut throws) = (Results::new(), Throws::default());
    for _ in 0..games_to_play(games) {
        let position = start(&mut rng);
        compare_game(position, &mut rng, turns, &mut results, &mut throws);
    }
    throws.assert_enough();
}

#[test]
fn the_plain_game_from_its_start() {
    compare_games(600, 200, 1, |_| Position::start(Ruleset::default(), Side::White));
}

#[test]
fn random_options_from_the_start() {
    compare_games(600, 200, 11, |rng| Position::start(random_ruleset(rng), *rng.choice(&Side::ALL).unwrap()));
}

#[test]
fn random_options_from_random_positions() {
    compare_games(2_000, 6, 13, |rng| {
        let ruleset = random_ruleset(rng);
        random_position(ruleset, rng)
    });
}

/// The triples that games leave out, compared whole: options, position, throw and how many results there are.
const LARGE_TRIPLES: [(&str, &str, &str, usize); 6] = [
    // Two hit men re-enter, and thirteen single men go anywhere.
    (
        "",
        "white 1:2 2:2 4:1 5:1 6:1 7:1 11:1 13:1 16:1 17:1 18:1 m8:1 m9:1 beyond; black 19:1 20:1 off:13 beyond; \
         white to roll",
        "111",
        146_983,
    ),
    // Five men can be hit.
    (
        "",
        "white 2:1 4:1 5:1 6:1 7:1 9:1 10:1 11:1 12:2 15:1 17:1 18:3 beyond; \
         black 8:1 14:1 19:1 21:1 22:1 off:10 beyond; white to roll",
        "444",
        120_334,
    ),
    // The enemy has not left the first table: some of his cells are closed, and his single men cannot be hit.
    (
        "",
        "white 3:4 6:1 7:1 8:1 9:1 10:1 11:1 15:1 16:2 17:1 18:1 beyond; black 2:5 4:8 5:2; white to roll",
        "333",
        107_253,
    ),
    // Nobody is in the way.
    ("", "white 1:2 2:3 3:1 4:1 5:2 6:2 7:2 9:2 beyond; black hand:15; white to roll", "666", 86_424),
    // The last man enters, and the gate opens.
    (
        "phase1_move:per-throw",
        "white hand:1 1:3 2:2 3:3 4:2 5:2 6:2; black 8:1 12:1 off:13 beyond; white to roll",
        "666",
        44_487,
    ),
    // All men can come home and some be borne off: few results, but more nodes than games look at.
    ("", "white 18:2 19:2 20:3 21:3 22:2 23:2 24:1 beyond; black 1:15 beyond; white to roll", "111", 1_215),
];

#[test]
fn large_triples() {
    let mut results = Results::new();
    for (options, setup, roll, count) in LARGE_TRIPLES {
        let position = Position::new(options.parse().unwrap(), setup.parse().unwrap()).unwrap();
        let roll = roll.parse().unwrap();
        assert!(!compare_results(&position, roll, &mut results, NODES), "games compare {setup} {roll}");
        assert!(compare_results(&position, roll, &mut results, usize::MAX));
        assert_eq!(results.len(), count, "{setup} {roll}");
    }
}
