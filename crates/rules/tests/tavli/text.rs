//! Text forms of tavli: what is printed can be read back, and what cannot be read says where and why.
#![allow(clippy::unwrap_used, reason = "a test may fail by a panic")]

use crate::support;

use std::fmt::{Debug, Display};
use std::str::FromStr;

use fastrand::Rng;
use support::tavli::*;
use tablen_rules::tavli::{
    BySide, Cell, Column, Die, Expected, Men, NotationError, Place, Roll, Setup, Side, Step, Turn,
};
use tablen_rules::text::Located;

fn reads_back<T: Display + FromStr<Err = Located<NotationError>> + PartialEq + Debug>(value: &T) {
    assert_eq!(value.to_string().parse::<T>().as_ref(), Ok(value));
}

fn fails<T: FromStr<Err = Located<NotationError>> + Debug>(text: &str, at: usize, error: NotationError) {
    assert_eq!(text.parse::<T>().unwrap_err(), Located::new(at, error), "{text:?}");
}

fn expected(expected: Expected, found: impl Into<Option<char>>) -> NotationError {
    NotationError::Expected { expected, found: found.into() }
}

#[test]
fn the_forms_of_the_documentation() {
    for text in ["256: 10-16 19-24 20-22*", "123: hand-3 m4-5 23-off", "456: 23-off(4) m4-5(1)*", "256: -"] {
        assert_eq!(text.parse::<Turn>().unwrap().to_string(), text);
    }
    for text in [
        "white 1:2 5:1 23:11 m4:1 beyond; black hand:3 6:12; white to roll after turn 17",
        "white hand:15; black hand:15; black to roll",
        "white; black beyond; white to roll",
    ] {
        assert_eq!(text.parse::<Setup>().unwrap().to_string(), text);
    }
    assert_eq!(" 652 ".parse::<Roll>().unwrap().to_string(), "256");
    let spaced = "white   6:12  hand:3;black hand:15 ;  white  to  roll".parse::<Setup>().unwrap();
    assert_eq!(spaced.to_string(), "white hand:3 6:12; black hand:15; white to roll");
}

#[test]
fn every_roll_and_every_step_reads_back() {
    Roll::all().for_each(|roll| reads_back(&roll));
    let places: Vec<Place> = [Place::Hand, Place::Off]
        .into_iter()
        .chain(Column::all().map(Place::Middle))
        .chain(Cell::all().map(Place::Cell))
        .collect();
    for from in &places {
        for to in &places {
            for die in Die::ALL {
                for hits in [false, true] {
                    let step = Step { die, from: *from, to: *to, hits };
                    reads_back(&step);
                    reads_back(&Turn { roll: roll("112"), steps: vec![step, step] });
                }
            }
        }
    }
}

#[test]
fn every_setup_reads_back_sensible_or_not() {
    let mut rng = Rng::with_seed(1);
    for _ in 0..500 {
        let mut men = || {
            let mut count = |_| if rng.usize(..3) == 0 { rng.u8(..) } else { 0 };
            Men {
                hand: count(0),
                cells: [0; 24].map(&mut count),
                middle: [0; 12].map(&mut count),
                off: count(0),
                beyond: rng.bool(),
            }
        };
        let men = BySide { white: men(), black: men() };
        let side = Side::ALL[rng.usize(..2)];
        reads_back(&Setup { men, side, turns: rng.u16(..) });
    }
}

#[test]
fn what_cannot_be_read_says_where_and_why() {
    fails::<Roll>("25", 2, expected(Expected::Die, None));
    fails::<Roll>("257", 2, expected(Expected::Die, '7'));
    fails::<Roll>("2566", 3, expected(Expected::End, '6'));
    fails::<Roll>("2é6", 1, expected(Expected::Die, 'é'));
    fails::<Step>("10", 2, expected(Expected::Dash, None));
    fails::<Step>("x-3", 0, expected(Expected::Place, 'x'));
    fails::<Step>("10-25", 3, NotationError::NoSuchCell);
    fails::<Step>("10-99999999999", 3, NotationError::TooLarge { most: u16::MAX });
    fails::<Step>("m13-14", 1, NotationError::NoSuchColumn);
    fails::<Step>("10-20", 0, NotationError::DieUnknown);
    fails::<Step>("20-10", 0, NotationError::DieUnknown);
    fails::<Step>("23-off(4", 8, expected(Expected::Bracket, None));
    fails::<Step>("23-off(0)", 7, expected(Expected::Die, '0'));
    fails::<Step>("10-12**", 6, expected(Expected::End, '*'));
    fails::<Turn>("256 10-12", 3, expected(Expected::Colon, ' '));
    fails::<Turn>("256:", 4, expected(Expected::Steps, None));
    fails::<Turn>("256: - 10-12", 6, expected(Expected::End, ' '));
    fails::<Turn>("256: 10-12 12", 13, expected(Expected::Dash, None));
    fails::<Setup>("black", 0, expected(Expected::White, 'b'));
    fails::<Setup>("white hand:15", 13, expected(Expected::Men, None));
    fails::<Setup>("white 3:2 3:1; black; white to roll", 10, NotationError::Repeated);
    fails::<Setup>("white 3; black; white to roll", 7, expected(Expected::Colon, ';'));
    fails::<Setup>("white 3:; black; white to roll", 8, expected(Expected::Count, ';'));
    fails::<Setup>("white 3:256; black; white to roll", 8, NotationError::TooLarge { most: 255 });
    fails::<Setup>("white; white; white to roll", 7, expected(Expected::Black, 'w'));
    fails::<Setup>("white; black; nobody to roll", 14, expected(Expected::Side, 'n'));
    fails::<Setup>("white; black; white rolls", 20, expected(Expected::ToRoll, 'r'));
    fails::<Setup>("white; black; white to roll now", 28, expected(Expected::AfterTurn, 'n'));
    fails::<Setup>("white; black; white to roll after turn", 38, expected(Expected::Count, None));
}

#[test]
fn an_error_is_a_sentence() {
    let error = "257".parse::<Roll>().unwrap_err();
    assert_eq!(error.to_string(), "Character 3: Expected a number of a die, 1 to 6, found “7”.");
}
