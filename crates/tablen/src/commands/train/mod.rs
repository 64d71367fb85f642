//! Learning by self-play.

mod tafl;
mod tavli;

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::ArgMatches;
use tablen_engine::Stop;
use tablen_rules::words::{Lang, Message};

use super::Command;
use crate::arguments::Argument;
use crate::failure::Failure;
use crate::families::training;

/// Learns the evaluation of a game by self-play. Ctrl-C, or a kill, ends it with what the same command goes on from.
pub enum Train {
    /// The weights of tavli's evaluation.
    Tavli(tavli::Train),
    /// A net for rules of tafl.
    Tafl(tafl::Train),
}

/// What can be trained.
const GAMES_TO_TRAIN: [&str; 2] = [training::tavli::GAME, training::tafl::GAME];

const GAME: Argument =
    Argument::flag("game", "preset").required().one_of(|| GAMES_TO_TRAIN.to_vec()).said_as("train-game");
const GAMES: Argument = Argument::number("games", "number").said_as("train-games");
const SEED: Argument = Argument::number("seed", "number");
const THREADS: Argument = Argument::number("threads", "number");

impl Command for Train {
    const NAME: &'static str = "train";
    const ARGUMENTS: &'static [Argument] = &[
        GAME,
        tavli::WEIGHTS,
        tafl::PRESET,
        tafl::DATA,
        tafl::NETS_FOLDER,
        tafl::CLASSIC,
        tafl::POSITIONS,
        tafl::NODES,
        tafl::EPOCHS,
        GAMES,
        SEED,
        THREADS,
    ];

    fn read(matches: &ArgMatches, _: Lang) -> Result<Train, Failure> {
        let game = GAME.needed(matches)?.choose(GAMES_TO_TRAIN.map(|name| (name, name)))?;
        if game == training::tafl::GAME {
            tafl::Train::read(matches).map(Train::Tafl)
        } else {
            tavli::Train::read(matches).map(Train::Tavli)
        }
    }

    fn run(self, out: &mut dyn Write, lang: Lang) -> Result<(), Failure> {
        let stop = Stop::new();
        let switch = stop.clone();
        // Where Ctrl-C cannot be heard it ends the program, as it ends any other; what was written until then is there.
        let _ = ctrlc::set_handler(move || switch.stop());
        match self {
            Train::Tavli(train) => train.run(&stop, out, lang),
            Train::Tafl(train) => train.run(&stop, out, lang),
        }
    }
}

/// How many threads play.
fn threads(matches: &ArgMatches) -> Result<usize, Failure> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    Ok(THREADS.number_or(matches, cores as u64, 1..=1_024)? as usize)
}

/// A path with something behind its name.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name: OsString = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// Writes a file so that a kill leaves the old one or the new one, never half of it.
fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let new = beside(path, ".new");
    let written = fs::write(&new, bytes).and_then(|()| fs::rename(&new, path));
    written.map_err(|error| failed(message!("train.error.write"), path, &error))
}

/// What a file has; nothing if there is none.
fn read(path: &Path) -> Result<Option<Vec<u8>>, Failure> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(failed(message!("cli.error.file"), path, &error)),
    }
}

fn failed(message: Message, path: &Path, error: &io::Error) -> Failure {
    Failure::Input(message.text("file", path.display()).text("error", error))
}

/// The failure of a file that is not what it should be.
fn refused(path: &Path, error: Message) -> Failure {
    Failure::Input(message!("train.error").text("file", path.display()).with("error", error))
}
