//! Random tables: what the tests of the laws, of records and the measurements share.

// Each of them needs only some of it.
#![allow(dead_code, clippy::unwrap_used)]

use std::time::Duration;

use fastrand::Rng;
use tablen_engine::Level;
use tablen_rules::tafl::{self, Preset};
use tablen_rules::tavli::{self, Cell, Column, Die, Place};
use tablen_table::clock::Control;
use tablen_table::dice::{Seed, Source};
use tablen_table::{
    BySeat, Colour, Command, Entry, Form, Occupant, Refusal, Request, Round, Ruleset, Seat, Spec, Start,
    StepChoice, Table,
};

/// A person by name.
pub fn person(name: &str) -> Occupant {
    Occupant::Person(name.to_owned())
}

/// A command that acts once, however often it is sent.
pub fn keyed(command: Command, key: u64) -> Request {
    Request { key: Some(key), ..command.into() }
}

/// Two people, one untimed round.
pub fn seated(ruleset: Ruleset) -> Spec {
    Spec { occupants: BySeat { host: person("Ada"), guest: person("Bo") }, ..Spec::new(ruleset) }
}

/// A position to begin with, where there is one for these rules.
fn random_start(ruleset: &Ruleset, rng: &mut Rng) -> Option<Start> {
    let text = match ruleset {
        _ if rng.u8(..4) != 0 => return None,
        Ruleset::Tavli(_) => {
            "white 20:3 24:2 off:10 beyond; black 1:2 6:12 7:1 beyond; black to roll after turn 90"
        }
        Ruleset::Tafl(rules) if *rules == Preset::Tablut.ruleset() => {
            "/3t1t3/9/9/t2T4t/t3K2tt/t6Tt/9/4t4/3t1t3/ attackers"
        }
        Ruleset::Tafl(_) => return None,
    };
    Some(text.parse().unwrap())
}

/// Any game, form and clock, from any position that it can begin with.
pub fn random_spec(rng: &mut Rng) -> Spec {
    let ruleset = if rng.bool() {
        let first = *rng.choice(tavli::First::ALL).unwrap();
        Ruleset::Tavli(tavli::Ruleset { first, ..tavli::Ruleset::default() })
    } else {
        let preset = *rng
            .choice(&[Preset::Tablut, Preset::Brandubh, Preset::Ashton, Preset::TablutCorners, Preset::Alea])
            .unwrap();
        Ruleset::Tafl(preset.ruleset())
    };
    let second = Duration::from_secs(1);
    Spec {
        start: random_start(&ruleset, rng),
        form: *rng.choice(&[Form::Single, Form::TwoRounds, Form::BestOf(3)]).unwrap(),
        control: *rng
            .choice(&[
                Control::Untimed,
                Control::Fischer { base: 300 * second, increment: second },
                Control::ByoYomi { base: 60 * second, periods: 3, period: 10 * second },
            ])
            .unwrap(),
        host_plays: *rng.choice(&[None, Some(Colour::Dark), Some(Colour::Light)]).unwrap(),
        ..if rng.bool() { seated(ruleset) } else { Spec::new(ruleset) }
    }
}

/// Something a player might ask, sensible more often than not.
pub fn random_command(table: &Table, rng: &mut Rng) -> Command {
    let sensible = match table.state().round() {
        Some(Round::Tafl(game)) => rng.choice(game.moves()).map(|mv| Command::Move { mv }),
        Some(Round::Tavli(round)) => match round.under_way() {
            None => Some(Command::Roll),
            Some(play) => match rng.choice(play.next_steps()) {
                Some(step) if rng.u8(..8) != 0 => {
                    Some(Command::Step(StepChoice { from: step.from, die: step.die }))
                }
                _ => Some(Command::Confirm),
            },
        },
        None => Some(Command::Join { occupant: person("Cy"), nonce: vec![rng.u8(..)] }),
    };
    if let Some(command) = sensible
        && rng.u8(..6) != 0
    {
        return command;
    }
    let cell = |rng: &mut Rng| tafl::Cell::new(rng.u8(..9), rng.u8(..9)).unwrap();
    let place = match rng.u8(..4) {
        0 => Place::Hand,
        1 => Place::Middle(Column::new(rng.u8(1..=12)).unwrap()),
        2 => Place::Cell(Cell::new(rng.u8(1..=24)).unwrap()),
        _ => Place::Off,
    };
    match rng.u8(..44) {
        40 => Command::Leave,
        41 => Command::OfferRematch,
        42 => Command::AcceptRematch,
        43 => Command::DeclineRematch,
        0 => Command::Resign,
        1 => Command::Abort,
        2..6 => Command::OfferDraw,
        6 => Command::AcceptDraw,
        7..10 => Command::DeclineDraw,
        10..14 => Command::AskTakeback,
        14..17 => Command::GrantTakeback,
        17..19 => Command::RefuseTakeback,
        19..24 => Command::UndoStep,
        24..27 => Command::Confirm,
        27..30 => Command::Roll,
        30..33 => Command::Step(StepChoice { from: place, die: *rng.choice(&Die::ALL).unwrap() }),
        33..35 => Command::Join { occupant: Occupant::Computer(Level::default()), nonce: Vec::new() },
        _ => Command::Move { mv: tafl::Move::new(cell(rng), cell(rng)) },
    }
}

/// Plays random commands and calls `look` before and after each.
pub fn at_random(
    seed: u64,
    commands: usize,
    mut look: impl FnMut(&Table, &Table, &Result<Vec<Entry>, Refusal>),
) {
    let mut rng = Rng::with_seed(seed);
    let mut dice = Source::Seeded(seed);
    let mut now = Duration::ZERO;
    let mut table = Table::open(random_spec(&mut rng), None, now, &mut dice).unwrap();
    for number in 0..commands {
        now += Duration::from_millis(rng.u64(..1_500));
        let seat = random_seat(&table, &mut rng);
        let command = random_command(&table, &mut rng);
        let before = table.clone();
        let result = table.apply(seat, keyed(command, number as u64), now, &mut dice).map(<[Entry]>::to_vec);
        look(&before, &table, &result);
    }
}

/// Who asks for something: mostly whose turn it is.
pub fn random_seat(table: &Table, rng: &mut Rng) -> Seat {
    match table.state().to_act() {
        Some(seat) if rng.u8(..8) != 0 => seat,
        _ => *rng.choice(&Seat::ALL).unwrap(),
    }
}

/// A table after random commands, with all that can happen at one: verifiable dice, names of any characters, pauses, the
/// seed revealed at the end.
pub fn random_table(seed: u64, commands: usize) -> Table {
    let mut rng = Rng::with_seed(seed);
    let secret = Seed([seed as u8; 32]);
    let is_verifiable = rng.bool();
    let mut dice = if is_verifiable { Source::Verifiable(secret) } else { Source::Seeded(seed) };
    let mut now = Duration::from_millis(if rng.u8(..4) == 0 { rng.u64(..5_000) } else { 0 });
    let mut spec = random_spec(&mut rng);
    if rng.u8(..4) == 0 {
        // Rounds by other rules cannot all begin alike.
        (spec.handicap, spec.start) = (Some(random_spec(&mut rng).ruleset), None);
    }
    if spec.occupants.host != Occupant::Open && rng.bool() {
        spec.occupants.host = person("Zoë \"{}[];\\\n@1:00.000\u{0}\u{85}");
    }
    let commitment = is_verifiable.then(|| secret.commitment());
    let mut table = Table::open(spec, commitment, now, &mut dice).unwrap();
    for _ in 0..commands {
        now += Duration::from_millis(if rng.bool() { rng.u64(..1_500) } else { 0 });
        if rng.u8(..40) == 0 {
            table.pause(now);
            now += Duration::from_secs(3_600 * rng.u64(..3));
            table.resume(now);
        }
        let seat = random_seat(&table, &mut rng);
        let command = random_command(&table, &mut rng);
        // Some random commands are refused; the game goes on all the same.
        let _ = table.apply(seat, command, now, &mut dice);
    }
    if is_verifiable && table.state().is_over() {
        table.reveal(secret, now).unwrap();
    }
    table
}
