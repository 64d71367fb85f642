//! Golden games: whole games written down, move by move, replayed by the fast rules and by the slow ones.
//!
//! A change of the rules or of a text form that no other test sees shows here as a difference to what was once agreed.
//! `TABLEN_BLESS=1 cargo test -p tablen-reference --test golden` writes them anew; look at the difference before committing.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on must panic")]

use std::fmt::Write;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use fastrand::Rng;
use tablen_reference::{tafl as slow_tafl, tavli as slow_tavli};
use tablen_rules::option::Options;
use tablen_rules::tafl::{
    Bits, Game, Move, MoveRecord, Position, Preset, Reason, Rules, Ruleset, Setup, Side, Status,
};
use tablen_rules::tavli;

fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name).with_extension("txt")
}

/// Compares with the file, or writes it when asked to.
fn assert_golden(name: &str, text: &str) {
    let file = file(name);
    if std::env::var_os("TABLEN_BLESS").is_some() {
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, text).unwrap();
    }
    let golden = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    for (number, (expected, found)) in golden.lines().zip(text.lines()).enumerate() {
        assert_eq!(found, expected, "{name}, line {}", number + 1);
    }
    assert_eq!(text.lines().count(), golden.lines().count(), "{name}");
}

/// The value of a header line.
fn header<'t>(golden: &'t str, key: &str) -> &'t str {
    golden.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(": ")).unwrap()
}

/// The lines between the headers and the end.
fn body(golden: &str) -> impl Iterator<Item = &str> {
    golden.lines().skip(2).take_while(|line| !line.starts_with("end: "))
}

/// A move a player might make: one that wins, else often one that captures, else any.
fn sensible(game: &Game, rng: &mut Rng) -> Option<Move> {
    let moves = game.moves();
    let outcome = |mv: &Move| {
        let mut next = game.clone();
        let captured = !next.play(*mv).unwrap().captured.is_empty();
        (
            matches!(next.status(), Status::Over(outcome) if outcome.winner == Some(game.position().side())),
            captured,
        )
    };
    let outcomes: Vec<(Move, (bool, bool))> = moves.iter().map(|mv| (*mv, outcome(mv))).collect();
    let wins = outcomes.iter().find(|(_, (wins, _))| *wins).map(|(mv, _)| *mv);
    let captures: Vec<Move> =
        outcomes.iter().filter(|(_, (_, captures))| *captures).map(|(mv, _)| *mv).collect();
    wins.or_else(|| if rng.bool() { rng.choice(captures) } else { None }).or_else(|| rng.choice(moves))
}

fn play_tafl(ruleset: &Ruleset, seed: u64) -> Game {
    let mut rng = Rng::with_seed(seed);
    let rules = Arc::new(Rules::new(ruleset).unwrap());
    let mut game = Game::start(&rules, ruleset.first_side().unwrap_or(Side::Attackers));
    for _ in 0..120 {
        match sensible(&game, &mut rng) {
            Some(mv) => game.play(mv).unwrap(),
            None => break,
        };
    }
    game
}

fn end_of(status: Status) -> String {
    match status {
        Status::ToMove(side) => format!("{side} to move"),
        Status::Over(outcome) => {
            format!("{} {}", outcome.winner.map_or("draw", Side::name), outcome.reason)
        }
    }
}

fn write_tafl(game: &Game) -> String {
    let mut text = String::new();
    writeln!(text, "rules: {}", game.position().rules().ruleset()).unwrap();
    writeln!(text, "start: {}", game.first_setup()).unwrap();
    for record in game.moves_played() {
        writeln!(text, "{record}").unwrap();
    }
    writeln!(text, "end: {}", end_of(game.status())).unwrap();
    text
}

#[test]
fn tafl_games_are_as_written_down() {
    for preset in Preset::ALL {
        let name = preset.name();
        if std::env::var_os("TABLEN_BLESS").is_some() {
            assert_golden(name, &write_tafl(&play_tafl(&preset.ruleset(), *preset as u64)));
        }
        let golden = fs::read_to_string(file(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
        let ruleset: Ruleset = header(&golden, "rules").parse().unwrap();
        assert_eq!(ruleset, preset.ruleset(), "{name}");
        let setup: Setup = header(&golden, "start").parse().unwrap();
        let mut game =
            Game::from_position(Position::new(&Arc::new(Rules::new(&ruleset).unwrap()), &setup).unwrap());
        let mut slow = slow_tafl::Game::new(&ruleset, &setup);
        for line in body(&golden) {
            let record: MoveRecord = line.parse().unwrap();
            game.play(record.mv).unwrap_or_else(|reason| panic!("{name}, {line}: {reason}"));
            assert_eq!(slow.play(record.mv.from, record.mv.to), record.captured, "{name}, {line}");
        }
        assert_golden(name, &write_tafl(&game));
        let slow_end = match slow.verdict() {
            None => format!("{} to move", slow.setup().side),
            Some(verdict) => {
                let reason = match verdict.reason {
                    slow_tafl::Reason::Escape => Reason::Escape,
                    slow_tafl::Reason::Capture => Reason::Capture,
                    slow_tafl::Reason::NoMove => Reason::NoMove,
                    slow_tafl::Reason::Repetition => Reason::Repetition,
                };
                format!("{} {reason}", verdict.winner.map_or("draw", Side::name))
            }
        };
        assert_eq!(slow_end, header(&golden, "end"), "{name}");
    }
}

/// One game for the plain rules and one for every other value of every option.
fn tavli_rulesets() -> Vec<(String, tavli::Ruleset)> {
    let mut rulesets = vec![("tavli".to_owned(), tavli::Ruleset::default())];
    for option in tavli::Ruleset::options() {
        for value in option.values {
            let mut ruleset = tavli::Ruleset::default();
            option.set(&mut ruleset, value).unwrap();
            if ruleset != tavli::Ruleset::default() {
                rulesets.push((format!("tavli-{}-{value}", option.key.replace('_', "-")), ruleset));
            }
        }
    }
    rulesets
}

fn play_tavli(ruleset: tavli::Ruleset, seed: u64) -> Vec<tavli::Turn> {
    let mut rng = Rng::with_seed(seed);
    let mut position = tavli::Position::start(ruleset, tavli::Side::White);
    let mut results = tavli::Results::new();
    let mut turns = Vec::new();
    while let tavli::Status::Roll(_) = position.status() {
        let roll = tavli::Roll::new([(); 3].map(|()| *rng.choice(&tavli::Die::ALL).unwrap()));
        position.results_into(roll, &mut results);
        let next = results.position(rng.usize(..results.len())).unwrap();
        turns.push(position.turn_to(roll, &next).unwrap());
        position = next;
    }
    turns
}

fn write_tavli(ruleset: tavli::Ruleset, turns: &[tavli::Turn]) -> String {
    let mut position = tavli::Position::start(ruleset, tavli::Side::White);
    let mut text = format!("rules: {ruleset}\nstart: {}\n", position.setup());
    for turn in turns {
        position = position.play(turn).unwrap_or_else(|reason| panic!("{turn}: {reason}"));
        writeln!(text, "{turn}").unwrap();
    }
    writeln!(text, "end: {}", position.setup()).unwrap();
    text
}

#[test]
fn tavli_games_are_as_written_down() {
    for (number, (name, ruleset)) in tavli_rulesets().into_iter().enumerate() {
        if std::env::var_os("TABLEN_BLESS").is_some() {
            assert_golden(&name, &write_tavli(ruleset, &play_tavli(ruleset, number as u64)));
        }
        let golden = fs::read_to_string(file(&name)).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(header(&golden, "rules").parse::<tavli::Ruleset>().unwrap(), ruleset, "{name}");
        let turns: Vec<tavli::Turn> = body(&golden).map(|line| line.parse().unwrap()).collect();
        assert_golden(&name, &write_tavli(ruleset, &turns));

        let mut setup: tavli::Setup = header(&golden, "start").parse().unwrap();
        for turn in &turns {
            // Where a throw has too many results for the slow rules, the fast ones have to do.
            let after = tavli::Position::new(ruleset, setup).unwrap().play(turn).unwrap().setup();
            if let Some(results) = slow_tavli::results_within(&ruleset, &setup, turn.roll, 4_000) {
                assert!(results.contains(&after), "{name}, {turn}");
            }
            setup = after;
        }
        assert!(slow_tavli::winner(&setup).is_some(), "{name}");
        assert_eq!(setup.to_string(), header(&golden, "end"), "{name}");
    }
}
