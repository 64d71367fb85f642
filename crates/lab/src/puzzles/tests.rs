use std::collections::HashSet;

use tablen_engine::Stop;

use super::*;
use crate::suite::{self, SuitePosition};

/// The committed puzzles.
const FILES: [&str; 3] = [
    include_str!("../../../../web/learn/puzzles/tablut.json"),
    include_str!("../../../../web/learn/puzzles/alea.json"),
    include_str!("../../../../web/learn/puzzles/tavli.json"),
];

fn example() -> SuitePosition {
    let text = "tablut escape 3 F4-H4 /5t2t/t3T1T2/3t4T/1t3K2t/t1TT1t3/t3T1T1t/9/4t4/3tt4/ defenders";
    suite::read(text).unwrap().remove(0)
}

#[test]
fn a_proved_position_becomes_a_puzzle_that_stands_its_check() {
    let puzzle = from_suite(&example()).expect("one solution");
    assert_eq!((puzzle.plies, puzzle.theme), (3, TaflTheme::Escape));
    assert!(puzzle.lines.iter().all(|line| line.starts_with("F4-H4 ")), "{puzzle:?}");
    assert_eq!(puzzle.check(), Ok(()));
    assert_eq!(puzzle.play_lines(), Ok(()));
}

#[test]
fn what_is_no_puzzle_is_found_out() {
    let two = SuitePosition { solutions: vec!["F4-H4".parse().unwrap(); 2], ..example() };
    assert_eq!(from_suite(&two), None, "with two solutions it is none");
    let puzzle = from_suite(&example()).expect("one solution");
    let longer = TaflPuzzle { plies: 5, ..puzzle.clone() };
    assert!(longer.check().is_err(), "there is a shorter win");
    let other = TaflPuzzle { lines: vec!["F4-F5".to_owned()], ..puzzle.clone() };
    assert!(other.check().is_err() && other.play_lines().is_err(), "that does not win");
    for theme in [TaflTheme::StopKing, TaflTheme::Tuichi, TaflTheme::Capture] {
        let wrong = TaflPuzzle { theme, ..puzzle.clone() };
        assert!(wrong.check().is_err(), "{theme:?}");
    }
    let rules = TaflPuzzle { rules: "chess".to_owned(), ..puzzle };
    assert!(rules.check().is_err() && rules.play_lines().is_err());
}

#[test]
fn committed_puzzles_are_small_files_of_different_tasks_in_a_form_that_is_read_back() {
    for text in FILES {
        assert!(text.len() < 60_000, "{}", text.len());
        let puzzles = Puzzles::read(text).unwrap();
        assert_eq!(puzzles.to_string(), text);
        let mut ids = HashSet::new();
        for (id, ..) in puzzles.contents() {
            assert!(ids.insert(id), "{id} comes twice");
        }
    }
}

#[test]
fn there_are_a_hundred_of_each_game_of_tafl_and_their_lines_can_be_played() {
    for text in &FILES[..2] {
        let Puzzles::Tafl(collection) = Puzzles::read(text).unwrap() else { panic!("a game of tafl") };
        assert!(collection.puzzles.len() >= 100, "{}", collection.puzzles.len());
        for puzzle in &collection.puzzles {
            assert_eq!(puzzle.play_lines(), Ok(()), "{puzzle:?}");
            let game = PuzzleGame::from_name(&collection.game).unwrap();
            assert!(game.presets().iter().any(|preset| preset.name() == puzzle.rules), "{puzzle:?}");
        }
    }
}

/// Whether everything is to be done again, as in `./check full`.
fn is_full() -> bool {
    std::env::var("TABLEN_GAMES").ok().and_then(|games| games.parse().ok()).unwrap_or(0) >= 20_000
}

/// Some of them; all in `./check full`.
#[test]
fn committed_puzzles_of_tafl_are_proved_again() {
    let every = if is_full() { 1 } else { 12 };
    for text in &FILES[..2] {
        let Puzzles::Tafl(collection) = Puzzles::read(text).unwrap() else { panic!("a game of tafl") };
        for puzzle in collection.puzzles.iter().step_by(every) {
            assert_eq!(puzzle.check(), Ok(()), "{puzzle:?}");
        }
    }
}

#[test]
fn there_are_a_hundred_of_tavli_and_no_theme_is_a_third_of_them() {
    let Puzzles::Tavli(collection) = Puzzles::read(FILES[2]).unwrap() else { panic!("tavli") };
    let count = collection.puzzles.len();
    assert!(count >= 100, "{count}");
    for theme in TavliTheme::ALL {
        let alike = collection.puzzles.iter().filter(|puzzle| puzzle.theme == theme).count();
        assert!(3 * alike < count, "{theme:?}: {alike} of {count}");
    }
}

#[test]
fn committed_puzzles_of_tavli_are_what_the_board_says_and_some_are_rolled_out_again() {
    let Puzzles::Tavli(collection) = Puzzles::read(FILES[2]).unwrap() else { panic!("tavli") };
    for puzzle in &collection.puzzles {
        assert_eq!(puzzle.check_facts(), Ok(()), "{puzzle:?}");
    }
    // A quarter of them in `./check full`; all by `tablen puzzles check`.
    for puzzle in collection.puzzles.iter().step_by(if is_full() { 4 } else { 40 }) {
        assert_eq!(puzzle.check(), Ok(()), "{puzzle:?}");
    }
    let puzzle = collection.puzzles.first().expect("a puzzle");
    let unsure = TavliPuzzle { errors: puzzle.errors.map(|error| 20 * error.max(10)), ..puzzle.clone() };
    assert!(unsure.check_facts().is_err(), "a margin within the errors is none");
    let swapped = TavliPuzzle { best: puzzle.second.clone(), second: puzzle.best.clone(), ..puzzle.clone() };
    assert!(swapped.check().is_err(), "the second best is not the best");
}

#[test]
fn a_game_is_not_looked_at_when_it_is_stopped() {
    let stop = Stop::new();
    stop.stop();
    assert_eq!(from_game(1, 1, &stop), None);
}
