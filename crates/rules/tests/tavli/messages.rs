//! Everything that tavli has to say has an English text with all its values.

use crate::support;

use support::tavli::*;
use tablen_rules::tavli::{
    Cell, Column, Expected, Fault, Faults, GameOver, Illegal, IllegalTurn, NotationError, Outcome, Place,
    Side, Step,
};
use tablen_rules::words::{Explain, Lang};

fn is_said(said: &dyn Explain) {
    let message = said.message();
    assert!(message.texts().catalogue(Lang::En).get(message.key()).is_some(), "{}", message.key());
    let text = message.render(Lang::En);
    assert!(!text.contains(['{', '}']) && !text.contains("tavli."), "{text}");
}

#[test]
fn reasons() {
    let (die, cell, column) = (die(3), Cell::new(5).unwrap(), Column::new(4).unwrap());
    let places = [Place::Hand, Place::Middle(column), Place::Cell(cell), Place::Off];
    let actual: Step = "3-5*".parse().unwrap();
    let mut reasons = vec![
        Illegal::GameOver(Outcome::BorneOff(Side::White)),
        Illegal::GameOver(Outcome::TurnLimit),
        Illegal::NotThrown { die },
        Illegal::UsedUp { die },
        Illegal::StaysOff,
        Illegal::Blocked { cell, men: 2 },
        Illegal::Immune { cell },
        Illegal::EnteringMayNotHit { cell },
        Illegal::HitMenFirst { column },
        Illegal::EnterFirst { die },
        Illegal::EnterFirstThisThrow,
        Illegal::BeyondWithMenInHand { hand: 1 },
        Illegal::GateShut,
        Illegal::HitWhileBearingOff { column },
        Illegal::FartherMan { cell },
        Illegal::LosesNumber { most: 3 },
        Illegal::LosesHigher { most: 6 },
        Illegal::Unfinished { more: 1 },
        Illegal::Misstated { actual },
    ];
    for place in places {
        reasons.push(Illegal::NoMan { from: place });
        reasons.push(Illegal::NotAllHome { place });
        reasons.push(Illegal::NoNumberLeads { from: place, to: Place::Cell(cell) });
    }
    for reason in reasons {
        is_said(&reason);
        assert!(reason.to_string().starts_with(&rule(reason)));
        assert_eq!(reason.message().key(), format!("tavli.illegal.{}", reason.name()));
        is_said(&IllegalTurn { index: 0, reason });
    }
}

#[test]
fn faults_and_outcomes() {
    let (side, waiting) = (Side::White, Side::Black);
    let faults = vec![
        Fault::Count { side, men: 14 },
        Fault::Shared { cell: Cell::new(5).unwrap() },
        Fault::OffBeforeEntering { side },
        Fault::NotBeyond { side, place: Place::Off },
        Fault::BeyondTooSoon { side, waiting },
        Fault::BothOff,
        Fault::Turns { turns: 2001 },
    ];
    faults.iter().for_each(|fault| is_said(fault));
    is_said(&Faults(faults));
    for outcome in [Outcome::BorneOff(side), Outcome::TurnLimit] {
        is_said(&outcome);
        is_said(&GameOver(outcome));
    }
}

#[test]
fn errors_of_notation() {
    let expected = [
        Expected::Die,
        Expected::Place,
        Expected::Dash,
        Expected::Colon,
        Expected::Steps,
        Expected::Bracket,
        Expected::Count,
        Expected::Men,
        Expected::White,
        Expected::Black,
        Expected::Side,
        Expected::ToRoll,
        Expected::AfterTurn,
        Expected::End,
    ];
    for expected in expected {
        is_said(&expected);
        is_said(&NotationError::Expected { expected, found: None });
        is_said(&NotationError::Expected { expected, found: Some('x') });
    }
    is_said(&NotationError::NoSuchCell);
    is_said(&NotationError::NoSuchColumn);
    is_said(&NotationError::TooLarge { most: 255 });
    is_said(&NotationError::Repeated);
    is_said(&NotationError::DieUnknown);
}
