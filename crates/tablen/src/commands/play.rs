use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use clap::ArgMatches;
use tablen_engine::Level;
use tablen_rules::words::Lang;
use tablen_table::{BySeat, Colour, Occupant, Seat, Spec};

use super::Command;
use crate::arguments::Argument;
use crate::failure::Failure;
use crate::play;
use crate::subject::{self, PRESET, RULES, SET};

/// Plays a game in the terminal.
pub struct Play {
    /// The game to be played.
    pub which: Which,
    /// Where to save it.
    pub save: Option<PathBuf>,
    /// Whether it is told in lines even where there is a screen.
    pub is_plain: bool,
    /// How long the computer waits between two acts, so that people can follow.
    pub pace: Duration,
}

/// The game to be played.
pub enum Which {
    /// A new one.
    New(NewGame),
    /// One that was saved.
    Saved(PathBuf),
}

/// A new game.
pub struct NewGame {
    /// Rules, players, clocks.
    pub spec: Box<Spec>,
    /// The same number throws the same dice.
    pub seed: Option<u64>,
}

/// Who plays against the person at the terminal.
#[derive(Clone, Copy)]
enum Opponent {
    Computer,
    Person,
}

const OPPONENTS: [(&str, Opponent); 2] = [("computer", Opponent::Computer), ("person", Opponent::Person)];

const OPPONENT: Argument =
    Argument::flag("opponent", "who").one_of(|| OPPONENTS.map(|(name, _)| name).to_vec());
const LEVEL: Argument = Argument::number("level", "number");
const SIDE: Argument =
    Argument::flag("side", "side").one_of(|| vec!["white", "black", "defenders", "attackers"]);
const CLOCK: Argument = Argument::flag("clock", "time");
const MATCH: Argument = Argument::flag("match", "form");
const SEED: Argument = Argument::number("seed", "number");
const SAVE: Argument = Argument::file("save");
const LOAD: Argument = Argument::file("load");
const PLAIN: Argument = Argument::switch("plain");
const PACE: Argument = Argument::number("pace", "milliseconds");

/// What describes a new game and says nothing about one that was saved.
const OF_A_NEW_GAME: [Argument; 9] = [PRESET, RULES, SET, OPPONENT, LEVEL, SIDE, CLOCK, MATCH, SEED];

/// How long the computer waits between two acts on the screen, in milliseconds.
const USUAL_PACE: u64 = 350;

impl Command for Play {
    const NAME: &'static str = "play";
    const ARGUMENTS: &'static [Argument] =
        &[PRESET, OPPONENT, LEVEL, SIDE, CLOCK, MATCH, SAVE, LOAD, RULES, SET, SEED, PLAIN, PACE];

    fn read(matches: &ArgMatches, lang: Lang) -> Result<Play, Failure> {
        let which = match LOAD.path(matches)? {
            Some(path) => {
                if let Some(flag) = OF_A_NEW_GAME.iter().find(|flag| flag.is_given(matches)) {
                    return Err(Failure::Input(message!("play.error.load-and").text("flag", flag.name)));
                }
                Which::Saved(path.to_owned())
            }
            None => Which::New(NewGame {
                spec: Box::new(spec(matches, lang)?),
                seed: SEED.given(matches)?.map(|seed| seed.number(0..=u64::MAX)).transpose()?,
            }),
        };
        Ok(Play {
            which,
            save: SAVE.path(matches)?.map(ToOwned::to_owned),
            is_plain: PLAIN.is_given(matches),
            pace: Duration::from_millis(PACE.number_or(matches, USUAL_PACE, 0..=10_000)?),
        })
    }

    /// A game writes as it goes and may take over the whole screen: it does not wait for `out`.
    fn run(self, _: &mut dyn Write, lang: Lang) -> Result<(), Failure> {
        play::play(self, lang)
    }
}

fn spec(matches: &ArgMatches, lang: Lang) -> Result<Spec, Failure> {
    let mut spec = Spec::new(subject::rules(matches)?);
    let person = |seat| Occupant::Person(play::unnamed(seat).render(lang));
    let level = level(&LEVEL, matches, Level::default())?;
    let opponent =
        OPPONENT.given(matches)?.map_or(Ok(Opponent::Computer), |given| given.choose(OPPONENTS))?;
    let guest = match opponent {
        Opponent::Computer => Occupant::Computer(level),
        Opponent::Person => person(Seat::Guest),
    };
    spec.occupants = BySeat { host: person(Seat::Host), guest };
    let sides = [Colour::Light, Colour::Dark].map(|colour| (spec.ruleset.side_name(colour), colour));
    spec.host_plays = Some(SIDE.given(matches)?.map_or(Ok(Colour::Light), |given| given.choose(sides))?);
    if let Some(given) = CLOCK.given(matches)? {
        spec.control = given.parse()?;
    }
    if let Some(given) = MATCH.given(matches)? {
        spec.form = given.parse()?;
    }
    Ok(spec)
}

/// The level that an argument asks for.
pub(super) fn level(argument: &Argument, matches: &ArgMatches, usual: Level) -> Result<Level, Failure> {
    let [usual, weakest, strongest] =
        [usual, Level::WEAKEST, Level::STRONGEST].map(|level| u64::from(level.number()));
    let number = argument.number_or(matches, usual, weakest..=strongest)?;
    Ok(u8::try_from(number).ok().and_then(Level::new).unwrap_or_default())
}
