//! The rules on hand-made positions.

mod bearing_off;
mod course;
mod duty;
mod entering;
mod hits;
mod random_play;

use std::collections::{BTreeSet, HashSet};

use tablen_rules::tavli::{BySide, Cell, Column, Die, MEN, Men, Place, Roll, Ruleset, Setup, Side, Step};

use super::{next_steps, results, steps::Board, turn::Turn};

fn roll(text: &str) -> Roll {
    let dice: Vec<Die> = text.bytes().map(|digit| Die::new(digit - b'0').unwrap()).collect();
    Roll::new(dice.try_into().unwrap())
}

/// Men in a text like `handx2 1x3 20x2 m4x1`; those not named have been borne off. `beyond` is as it must be after
/// play: set if a man is beyond 6 or has left.
fn men(text: &str) -> Men {
    let mut men = Men { hand: 0, ..Men::START };
    for word in text.split_whitespace() {
        let (place, count) = word.split_once('x').unwrap();
        let count: u8 = count.parse().unwrap();
        if place == "hand" {
            men.hand = count;
        } else if let Some(column) = place.strip_prefix('m') {
            men.middle[column.parse::<usize>().unwrap() - 1] = count;
        } else {
            men.cells[place.parse::<usize>().unwrap() - 1] = count;
        }
    }
    men.off = MEN - men.hand - men.cells.iter().sum::<u8>() - men.middle.iter().sum::<u8>();
    men.beyond = men.off > 0 || men.cells[6..].iter().any(|count| *count > 0);
    men
}

/// White to move.
fn setup(white: &str, black: &str) -> Setup {
    Setup { men: BySide { white: men(white), black: men(black) }, side: Side::White, turns: 10 }
}

fn place(text: &str) -> Place {
    if text == "hand" {
        Place::Hand
    } else if text == "off" {
        Place::Off
    } else if let Some(column) = text.strip_prefix('m') {
        Place::Middle(Column::new(column.parse().unwrap()).unwrap())
    } else {
        Place::Cell(Cell::new(text.parse().unwrap()).unwrap())
    }
}

/// A step like `2: hand-3*`.
fn step(text: &str) -> Step {
    let (die, way) = text.split_once(": ").unwrap();
    let hits = way.ends_with('*');
    let (from, to) = way.trim_end_matches('*').split_once('-').unwrap();
    Step { die: Die::new(die.parse().unwrap()).unwrap(), from: place(from), to: place(to), hits }
}

/// The first steps of a turn, written as in [`step`].
fn first_steps(ruleset: &Ruleset, setup: &Setup, dice: &str) -> BTreeSet<String> {
    next_steps(ruleset, setup, roll(dice), &[])
        .into_iter()
        .map(|Step { die, from, to, hits }| format!("{die}: {from}-{to}{}", if hits { "*" } else { "" }))
        .collect()
}

fn texts<const N: usize>(texts: [&str; N]) -> BTreeSet<String> {
    texts.map(String::from).into()
}

/// White's men in every result.
fn white_results(ruleset: &Ruleset, setup: &Setup, dice: &str) -> HashSet<Men> {
    let results = results(ruleset, setup, roll(dice));
    for result in &results {
        assert_eq!((result.side, result.turns), (setup.side.other(), setup.turns + 1));
    }
    results.into_iter().map(|result| result.men.white).collect()
}

/// The men inside a turn, after these steps.
fn board_after(setup: &Setup, dice: &str, played: &[Step]) -> Board {
    Turn::new(&Ruleset::default(), setup, roll(dice)).after(played).board
}
