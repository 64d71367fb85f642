//! What the flags of `play` ask for.

use std::path::PathBuf;
use std::time::Duration;

use tablen_engine::Level;
use tablen_rules::option::OptionError;
use tablen_table::dice::{NoRandomness, Seed};
use tablen_table::view::Viewer;
use tablen_table::{BySeat, Colour, Occupant, Seat, Spec, Table};
use tablen_words::{Explain, Lang};

use super::saved::{self, Dice};
use super::telling::unnamed;
use crate::arguments::Arguments;
use crate::failure::Failure;
use crate::subject;

/// A game about to be played.
pub struct Setup {
    /// The table, just opened or as it was saved.
    pub table: Table,
    /// Its dice.
    pub dice: Dice,
    /// Who looks at it.
    pub viewer: Viewer,
    /// From what the computers draw their errors.
    pub computer_seed: u64,
    /// How long the computer waits between two acts, so that people can follow.
    pub pace: Duration,
    /// Where to save it.
    pub save: Option<PathBuf>,
    /// Whether it goes on from where it was saved.
    pub is_resumed: bool,
}

/// Flags that describe a new game and say nothing about one that was saved.
const OF_A_NEW_GAME: [&str; 9] =
    ["preset", "rules", "set", "opponent", "level", "side", "clock", "match", "seed"];

/// How long the computer waits between two acts on the screen, in milliseconds.
const PACE: u64 = 350;

impl Setup {
    /// The game that the flags describe.
    pub fn of(arguments: &Arguments, lang: Lang) -> Result<Setup, Failure> {
        let pace = Duration::from_millis(arguments.number("pace", PACE, 0..=10_000)?);
        let save = arguments.get("save").map(PathBuf::from);
        if let Some(path) = arguments.get("load").map(PathBuf::from) {
            if let Some(flag) = OF_A_NEW_GAME.into_iter().find(|flag| arguments.has(flag)) {
                return Err(Failure::Input(message!("play.error.load-and").text("flag", flag)));
            }
            let (dice, table) = saved::read(&path).map_err(Failure::Input)?;
            let viewer = viewer(&table);
            let save = save.or(Some(path));
            let computer_seed = seed_of(dice);
            return Ok(Setup { table, dice, viewer, computer_seed, pace, save, is_resumed: true });
        }
        let dice = dice(arguments)?;
        let commitment = dice.secret().map(|seed| seed.commitment());
        let spec = spec(arguments, lang)?;
        let table = Table::open(spec, commitment, Duration::ZERO, &mut dice.source())
            .map_err(|refusal| Failure::input(&refusal))?;
        let viewer = viewer(&table);
        let computer_seed = seed_of(dice);
        Ok(Setup { table, dice, viewer, computer_seed, pace, save, is_resumed: false })
    }
}

/// Dice from `--seed`, or dice that can be checked.
fn dice(arguments: &Arguments) -> Result<Dice, Failure> {
    match arguments.get("seed") {
        Some(_) => Ok(Dice::Seeded(arguments.number("seed", 0, 0..=u64::MAX)?)),
        None => fresh_dice().map_err(|error| Failure::Input(error.message())),
    }
}

/// Dice nobody has thrown yet, that can be checked.
pub fn fresh_dice() -> Result<Dice, NoRandomness> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|_| NoRandomness)?;
    Ok(Dice::Verifiable(Seed(bytes)))
}

/// What the computers draw their errors from.
pub const fn seed_of(dice: Dice) -> u64 {
    match dice {
        Dice::Seeded(seed) => seed,
        Dice::Verifiable(Seed(bytes)) => {
            // A few bytes tell nothing about the throws: those are hashes of all of them.
            u64::from_be_bytes([
                bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7],
            ])
        }
    }
}

/// A person sees the table from their seat; two people at one keyboard see it from both.
fn viewer(table: &Table) -> Viewer {
    let occupants = &table.state().spec().occupants;
    let is_person = |seat: Seat| matches!(occupants[seat], Occupant::Person(_));
    match (is_person(Seat::Host), is_person(Seat::Guest)) {
        (true, true) => Viewer::Both,
        (true, false) => Viewer::At(Seat::Host),
        (false, true) => Viewer::At(Seat::Guest),
        (false, false) => Viewer::Spectator,
    }
}

fn spec(arguments: &Arguments, lang: Lang) -> Result<Spec, Failure> {
    let mut spec = Spec::new(subject::rules(arguments)?);
    let player = |seat| Occupant::Person(unnamed(seat).render(lang));
    let (weakest, strongest) = (u64::from(Level::WEAKEST.number()), u64::from(Level::STRONGEST.number()));
    let level = arguments.number("level", u64::from(Level::default().number()), weakest..=strongest)?;
    let level = u8::try_from(level).ok().and_then(Level::new).unwrap_or_default();
    spec.occupants = match arguments.get("opponent") {
        None | Some("computer") => BySeat { host: player(Seat::Host), guest: Occupant::Computer(level) },
        Some("person") => BySeat { host: player(Seat::Host), guest: player(Seat::Guest) },
        Some(other) => return Err(unknown("opponent", other, &["computer", "person"])),
    };
    let names = [Colour::Light, Colour::Dark].map(|colour| spec.ruleset.side_name(colour));
    spec.host_plays = Some(match arguments.get("side") {
        None => Colour::Light,
        Some(name) if name == names[0] => Colour::Light,
        Some(name) if name == names[1] => Colour::Dark,
        Some(other) => return Err(unknown("side", other, &names)),
    });
    if let Some(text) = arguments.get("clock") {
        spec.control = text.parse().map_err(|error| Failure::flag("clock", &error))?;
    }
    if let Some(text) = arguments.get("match") {
        spec.form = text.parse().map_err(|error| Failure::flag("match", &error))?;
    }
    Ok(spec)
}

fn unknown(flag: &'static str, value: &str, known: &[&str]) -> Failure {
    Failure::flag(flag, &OptionError::unknown_value(flag, value, known))
}
