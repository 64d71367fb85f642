//! Learning by self-play.

mod tafl;
mod tavli;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::ArgMatches;
use sha2::{Digest as _, Sha256};
use tablen_engine::Stop;
use tablen_lab::matches::Tally;
use tablen_rules::words::{Lang, Message};

use super::Command;
use crate::arguments::{Argument, misplaced};
use crate::failure::Failure;
use crate::families::training;
use crate::files::{read, write};

/// Learns the evaluation of a game by self-play. Ctrl-C, or a kill, ends it with what the same command goes on from.
pub enum Train {
    /// The net of tavli's evaluation, by games.
    Tavli(tavli::Train),
    /// The same, by labelled positions.
    TavliLabelled(tavli::labelled::Train),
    /// A net for rules of tafl.
    Tafl(tafl::Train),
}

/// What can be trained.
const GAMES_TO_TRAIN: [&str; 2] = [training::tavli::GAME, training::tafl::GAME];

const GAME: Argument =
    Argument::flag("game", "preset").required().one_of(|| GAMES_TO_TRAIN.to_vec()).said_as("train-game");
const DATA: Argument = Argument::folder("data").said_as("train-data");
const EPOCHS: Argument = Argument::number("epochs", "number");
const GAMES: Argument = Argument::number("games", "number").said_as("train-games");
const SEED: Argument = Argument::number("seed", "number");
const THREADS: Argument = Argument::number("threads", "number");

/// What goes with tavli alone.
const OF_TAVLI: [Argument; 3] = [tavli::NET, tavli::labelled::LABELLED, tavli::labelled::TURNS];

/// What goes with tafl alone.
const OF_TAFL: [Argument; 9] = [
    tafl::PRESET,
    tafl::NETS_FOLDER,
    tafl::CLASSIC,
    tafl::SEARCH,
    tafl::ROUNDS,
    tafl::POSITIONS,
    tafl::NODES,
    tafl::RANDOM_OPTIONS,
    tafl::ANEW,
];

/// What goes with learning from positions alone: not with tavli by games.
const OF_POSITIONS: [Argument; 3] = [tavli::labelled::TURNS, DATA, EPOCHS];

impl Command for Train {
    const NAME: &'static str = "train";
    const ARGUMENTS: &'static [Argument] = &[
        GAME,
        tavli::NET,
        tavli::labelled::LABELLED,
        tavli::labelled::TURNS,
        tafl::PRESET,
        DATA,
        tafl::NETS_FOLDER,
        tafl::CLASSIC,
        tafl::SEARCH,
        tafl::ROUNDS,
        tafl::POSITIONS,
        tafl::NODES,
        tafl::RANDOM_OPTIONS,
        tafl::ANEW,
        EPOCHS,
        GAMES,
        SEED,
        THREADS,
    ];

    fn read(matches: &ArgMatches, _: Lang) -> Result<Train, Failure> {
        let game = GAME.needed(matches)?.choose(GAMES_TO_TRAIN.map(|name| (name, name)))?;
        if game == training::tafl::GAME {
            misplaced(matches, &OF_TAVLI, game)?;
            return tafl::Train::read(matches).map(Train::Tafl);
        }
        misplaced(matches, &OF_TAFL, game)?;
        if tavli::labelled::LABELLED.is_given(matches) {
            tavli::labelled::Train::read(matches).map(Train::TavliLabelled)
        } else {
            misplaced(matches, &OF_POSITIONS, game)?;
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
            Train::TavliLabelled(train) => train.run(&stop, out, lang),
            Train::Tafl(train) => train.run(&stop, out, lang),
        }
    }
}

/// How many threads play.
fn threads(matches: &ArgMatches) -> Result<usize, Failure> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    Ok(THREADS.number_or(matches, cores as u64, 1..=1_024)? as usize)
}

/// The folder for positions and for what is under way.
fn data_folder(matches: &ArgMatches) -> Result<PathBuf, Failure> {
    Ok(DATA.path(matches)?.map_or_else(|| ".".into(), Path::to_owned))
}

/// The failure of a file that is not what it should be.
fn refused(path: &Path, error: Message) -> Failure {
    Failure::Input(message!("train.error").text("file", path.display()).with("error", error))
}

/// A net that was let in, as the list of its folder has it.
struct Registered {
    file: String,
    /// How many it learned from.
    positions: String,
    /// How it was trained.
    how: String,
    error: String,
    /// Against whom the match was that let it in.
    against: String,
    hash: String,
}

/// How the list of nets begins.
const REGISTRY: &str = "# Nets\n\n| net | positions | how | error | match that let it in | SHA-256 |\n|---|---|---|---|---|---|\n";

/// Adds a net's line to the list in its folder.
fn register(folder: &Path, net: &Registered, tally: &Tally) -> Result<(), Failure> {
    let path = folder.join("README.md");
    let text = match read(&path)? {
        Some(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        None => REGISTRY.to_owned(),
    };
    let (score, games) = score_of(tally);
    let interval = tally.pairs().score().map(|score| score.interval());
    let interval = interval
        .map_or_else(String::new, |range| format!(" ({:.1} – {:.1})", range.low * 100.0, range.high * 100.0));
    let Registered { file, positions, how, error, against, hash } = net;
    let line = format!(
        "| `{file}` | {positions} | {how} | {error} | {score:.1} %{interval} of {games} games against {against} | `{hash}` |",
        score = score * 100.0,
    );
    write(&path, listed(&text, &format!("| `{file}` |"), &line).as_bytes())
}

/// A list with one line more: after the last that begins in the same way, so that it stands in the same table, or at the end.
fn listed(text: &str, beginning: &str, line: &str) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    let last = lines.iter().rposition(|listed| listed.starts_with(beginning));
    lines.insert(last.map_or(lines.len(), |last| last + 1), line);
    lines.join("\n") + "\n"
}

fn score_of(tally: &Tally) -> (f64, u64) {
    (tally.pairs().score().map_or(0.5, |score| score.mean()), tally.games().len())
}

fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn gate_line(tally: &Tally, most: u64) -> Message {
    let (score, games) = score_of(tally);
    message!("train.tafl.gate").with("games", games).with("total", most).decimal("score", score * 100.0, 1)
}

/// The time that is left, as minutes and seconds.
fn left(elapsed: Duration, done: u64, total: u64) -> String {
    let seconds = elapsed.as_secs_f64() * total.saturating_sub(done) as f64 / done.max(1) as f64;
    format!("{}:{:02}", seconds as u64 / 60, seconds as u64 % 60)
}

/// How far learning is, and how far off the net was on positions held out, as a mean of squares.
fn learning_line(
    epoch: u32,
    began: u32,
    total: u32,
    share: f64,
    held_out: f64,
    elapsed: Duration,
) -> Message {
    let thousandths = |epochs: f64| (epochs * 1_000.0) as u64;
    let done = thousandths(f64::from(epoch - began) + share);
    message!("train.tafl.learning")
        .with("epoch", u64::from(epoch) + 1)
        .with("total", u64::from(total))
        .decimal("error", held_out.sqrt() * 100.0, 2)
        .text("left", left(elapsed, done, thousandths(f64::from(total - began))))
}

#[cfg(test)]
mod tests {
    use super::listed;

    #[test]
    fn a_net_is_listed_below_the_one_it_comes_after() {
        let text = "# Nets\n\n| `a.net` | 1 |\n| `b.net` | 1 |\n\n## Others\n\n| `c.net` | 1 |\n";
        let with = |beginning, line| listed(text, beginning, line);
        assert_eq!(with("| `a.net` |", "| `a.net` | 2 |"), text.replace("| `b", "| `a.net` | 2 |\n| `b"));
        assert_eq!(with("| `c.net` |", "| `c.net` | 2 |"), format!("{text}| `c.net` | 2 |\n"));
        assert_eq!(with("| `d.net` |", "| `d.net` | 1 |"), format!("{text}| `d.net` | 1 |\n"));
    }
}
