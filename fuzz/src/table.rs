//! Tables, and what can be asked of them.

use std::time::Duration;

use tablen_engine::Level;
use tablen_rules::tafl::{self, Preset};
use tablen_rules::tavli::Die;
use tablen_table::clock::Control;
use tablen_table::dice::{Seed, Source};
use tablen_table::{BySeat, Colour, Command, Form, Occupant, Round, Ruleset, Seat, Spec, StepChoice, Table};

use crate::{Bytes, tavli};

fn choose_rules(bytes: &mut Bytes<'_>) -> Ruleset {
    if bytes.flip() {
        return Ruleset::Tavli(tavli::choose_ruleset(bytes));
    }
    let mut ruleset = bytes.pick(Preset::ALL).ruleset();
    if bytes.flip() {
        bytes.set_option(&mut ruleset);
    }
    Ruleset::Tafl(ruleset)
}

fn choose_occupant(bytes: &mut Bytes<'_>) -> Occupant {
    match bytes.below(4) {
        0 => Occupant::Person(char::from(bytes.byte()).to_string()),
        1 => Occupant::Bot(char::from(bytes.byte()).to_string()),
        2 => Occupant::Computer(Level::default()),
        _ => Occupant::Open,
    }
}

/// Any game, form and clock; nothing if the rules cannot be played by.
pub fn choose_table(bytes: &mut Bytes<'_>) -> Option<(Table, Source)> {
    let seconds = Duration::from_secs;
    let spec = Spec {
        handicap: bytes.flip().then(|| choose_rules(bytes)),
        form: *bytes.pick(&[Form::Single, Form::TwoRounds, Form::BestOf(3)]),
        control: *bytes.pick(&[
            Control::Untimed,
            Control::Fischer { base: seconds(20), increment: seconds(1) },
            Control::ByoYomi { base: seconds(5), periods: 2, period: seconds(2) },
            Control::Correspondence { per_turn: seconds(30) },
        ]),
        host_plays: *bytes.pick(&[None, Some(Colour::Dark), Some(Colour::Light)]),
        occupants: BySeat { host: choose_occupant(bytes), guest: choose_occupant(bytes) },
        ..Spec::new(choose_rules(bytes))
    };
    let seed = Seed([bytes.byte(); 32]);
    let mut dice = match bytes.below(3) {
        0 => Source::Verifiable(seed),
        1 => Source::Seeded(seed.0[0].into()),
        // Dice that come to their end in the middle of something.
        _ => Source::Scripted((0..bytes.byte()).map(|_| *bytes.pick(&Die::ALL)).collect()),
    };
    let commitment = matches!(dice, Source::Verifiable(_)).then(|| seed.commitment());
    let table = Table::open(spec, commitment, Duration::ZERO, &mut dice).ok()?;
    Some((table, dice))
}

/// Mostly whose turn it is.
pub fn choose_seat(bytes: &mut Bytes<'_>, table: &Table) -> Seat {
    match table.state().to_act() {
        Some(seat) if bytes.below(8) != 1 => seat,
        _ => *bytes.pick(&Seat::ALL),
    }
}

/// Anything, mostly what can be played.
pub fn choose_command(bytes: &mut Bytes<'_>, table: &Table) -> Command {
    if bytes.below(4) != 1 {
        match table.state().round() {
            Some(Round::Tafl(game)) => {
                if let Some(mv) = bytes.choose(&game.moves()) {
                    return Command::Move { mv: *mv };
                }
            }
            Some(Round::Tavli(round)) => {
                return match round.under_way().map(|play| play.next_steps()) {
                    None => Command::Roll,
                    Some(steps) => match bytes.choose(&steps) {
                        Some(step) => Command::Step(StepChoice { from: step.from, die: step.die }),
                        None => Command::Confirm,
                    },
                };
            }
            None => return Command::Join { occupant: choose_occupant(bytes), nonce: vec![bytes.byte()] },
        }
    }
    match bytes.below(18) {
        0 => Command::Join { occupant: choose_occupant(bytes), nonce: Vec::new() },
        1 => Command::Leave,
        2 => Command::Roll,
        3 => Command::Step(StepChoice { from: tavli::choose_place(bytes), die: *bytes.pick(&Die::ALL) }),
        4 => Command::UndoStep,
        5 => Command::Confirm,
        6 => Command::Move { mv: tafl::Move::new(choose_cell(bytes), choose_cell(bytes)) },
        7 => Command::Resign,
        8 => Command::OfferDraw,
        9 => Command::AcceptDraw,
        10 => Command::DeclineDraw,
        11 => Command::AskTakeback,
        12 => Command::GrantTakeback,
        13 => Command::RefuseTakeback,
        14 => Command::Abort,
        15 => Command::OfferRematch,
        16 => Command::AcceptRematch,
        _ => Command::DeclineRematch,
    }
}

fn choose_cell(bytes: &mut Bytes<'_>) -> tafl::Cell {
    let size = tafl::MAX_SIZE;
    tafl::Cell::new(bytes.below(size), bytes.below(size)).expect("a cell")
}
