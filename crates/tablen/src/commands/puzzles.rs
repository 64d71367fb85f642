//! Puzzles for people: making them, and proving or measuring them again.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::ArgMatches;
use serde_json::json;
use tablen_engine::Stop;
use tablen_lab::puzzles::{self, PuzzleGame, Puzzles, TaflPuzzle};
use tablen_lab::suite::{self, SuitePosition};
use tablen_rules::words::Lang;

use super::{Command, read_file, write_json};
use crate::arguments::{Argument, JSON};
use crate::failure::Failure;
use crate::files;
use crate::progress::Progress;

/// Makes puzzles, or checks every one of a file. Ctrl-C, or a kill, ends making with a file that the same command goes on with.
pub struct PuzzlesCommand {
    action: Action,
    file: PathBuf,
    is_json: bool,
}

enum Action {
    Make(Making),
    Check,
}

/// What is made, and of what.
struct Making {
    game: PuzzleGame,
    /// Positions with proofs; without them games are played.
    suite: Option<PathBuf>,
    seed: u64,
    /// So many candidates are tried: games, or positions.
    tries: u64,
    /// So many puzzles are enough.
    count: usize,
    /// So many of a theme by the same rules are.
    most: usize,
}

const ACTIONS: [&str; 2] = ["make", "check"];

const ACTION: Argument =
    Argument::flag("action", "suite-action").required().one_of(|| ACTIONS.to_vec()).said_as("puzzles-action");
const FILE: Argument = Argument::file("file").plain().said_as("puzzles-file");
const GAME: Argument = Argument::flag("game", "game")
    .one_of(|| PuzzleGame::ALL.map(PuzzleGame::name).to_vec())
    .said_as("puzzles-game");
const SUITE: Argument = Argument::file("suite").said_as("puzzles-suite");
const SEED: Argument = Argument::number("seed", "number");
const TRIES: Argument = Argument::number("tries", "number");
const COUNT: Argument = Argument::number("count", "number").said_as("puzzles-count");
const MOST: Argument = Argument::number("most", "number").said_as("puzzles-most");

impl Command for PuzzlesCommand {
    const NAME: &'static str = "puzzles";
    const ARGUMENTS: &'static [Argument] = &[ACTION, FILE, GAME, SUITE, SEED, TRIES, COUNT, MOST, JSON];

    fn read(matches: &ArgMatches, _: Lang) -> Result<PuzzlesCommand, Failure> {
        let action = ACTION.needed(matches)?.choose(ACTIONS.map(|action| (action, action)))?;
        let action = if action == ACTIONS[0] {
            let game = GAME.needed(matches)?.choose(PuzzleGame::ALL.map(|game| (game.name(), game)))?;
            Action::Make(Making {
                game,
                suite: SUITE.path(matches)?.map(Path::to_owned),
                seed: SEED.number_or(matches, 1, 0..=u64::MAX)?,
                tries: TRIES.number_or(matches, 1_000, 1..=1_000_000)?,
                count: COUNT.number_or(matches, 100, 1..=100_000)? as usize,
                most: MOST.number_or(matches, 30, 1..=100_000)? as usize,
            })
        } else {
            Action::Check
        };
        let file = FILE.needed_path(matches)?.to_owned();
        Ok(PuzzlesCommand { action, file, is_json: JSON.is_given(matches) })
    }

    fn run(self, out: &mut dyn Write, lang: Lang) -> Result<(), Failure> {
        match &self.action {
            Action::Make(making) => {
                let made = making.run(&self.file, lang)?;
                self.tell(&made, out, lang)
            }
            Action::Check => self.check(out, lang),
        }
    }
}

/// What is tried one after the other.
enum Candidates {
    Positions(Vec<SuitePosition>),
    Games,
}

impl Making {
    fn run(&self, file: &Path, lang: Lang) -> Result<Puzzles, Failure> {
        let stop = Stop::new();
        let switch = stop.clone();
        // Where Ctrl-C cannot be heard it ends the program, as it ends any other; what was written until then is there.
        let _ = ctrlc::set_handler(move || switch.stop());
        let made = self.command();
        let mut puzzles = match files::read(file)? {
            Some(bytes) => {
                let before = Puzzles::read(&String::from_utf8_lossy(&bytes));
                before.map_err(|error| Failure::input(&error))?
            }
            None => Puzzles::none(self.game, made.clone()),
        };
        if puzzles.made() != made {
            let message = message!("puzzles.error.other").text("file", file.display());
            return Err(Failure::Input(message.text("made", puzzles.made())));
        }
        let candidates = self.candidates()?;
        let tries = match &candidates {
            Candidates::Positions(positions) => self.tries.min(positions.len() as u64),
            Candidates::Games => self.tries,
        };
        let mut progress = Progress::new(0, lang);
        while puzzles.tried() < tries && puzzles.len() < self.count && !stop.is_stopped() {
            let number = puzzles.tried();
            progress.tell(|| {
                let line = message!("puzzles.progress").with("puzzles", puzzles.len());
                line.with("tried", number).with("tries", tries)
            });
            if !self.try_one(&candidates, number, &mut puzzles, &stop) {
                break;
            }
            files::write(file, puzzles.to_string().as_bytes())?;
        }
        drop(progress);
        Ok(puzzles)
    }

    /// The command that makes the same puzzles.
    fn command(&self) -> String {
        let Making { game, seed, most, .. } = self;
        let suite = self.suite.as_deref().and_then(Path::file_name).map(|name| name.to_string_lossy());
        let from = suite.map_or_else(|| format!("--seed {seed}"), |name| format!("--suite {name}"));
        format!("tablen puzzles make --game {} {from} --most {most}", game.name())
    }

    fn candidates(&self) -> Result<Candidates, Failure> {
        let Some(file) = self.suite.as_deref().filter(|_| self.game != PuzzleGame::Tavli) else {
            return Ok(Candidates::Games);
        };
        let text = String::from_utf8_lossy(&read_file(file)?).into_owned();
        let mut positions = suite::read(&text).map_err(|error| Failure::input(&error))?;
        positions.retain(|position| self.game.presets().contains(&position.preset));
        Ok(Candidates::Positions(positions))
    }

    /// Tries a candidate and keeps what it brings; false if it was stopped on the way.
    fn try_one(&self, candidates: &Candidates, number: u64, puzzles: &mut Puzzles, stop: &Stop) -> bool {
        match puzzles {
            Puzzles::Tafl(collection) => {
                let positions = match candidates {
                    Candidates::Positions(positions) => {
                        positions.get(number as usize).cloned().into_iter().collect()
                    }
                    Candidates::Games => self.positions_of_game(number, stop),
                };
                if stop.is_stopped() {
                    return false;
                }
                let all = &mut collection.puzzles;
                for position in positions {
                    let is_like = |puzzle: &&TaflPuzzle| {
                        puzzle.rules == position.preset.name() && puzzle.theme.of_suite() == position.theme
                    };
                    if all.iter().filter(is_like).count() < self.most
                        && let Some(puzzle) = puzzles::from_suite(&position)
                        && all.iter().all(|other| other.id != puzzle.id)
                    {
                        all.push(puzzle);
                    }
                }
                collection.tried += 1;
            }
            Puzzles::Tavli(collection) => {
                let Some(found) = puzzles::from_game(self.seed, number, stop) else { return false };
                let all = &mut collection.puzzles;
                for puzzle in found {
                    let alike = all.iter().filter(|other| other.theme == puzzle.theme).count();
                    if alike < self.most && all.iter().all(|other| other.id != puzzle.id) {
                        all.push(puzzle);
                    }
                }
                collection.tried += 1;
            }
        }
        true
    }

    /// The proved positions of a game; the rulesets take turns.
    fn positions_of_game(&self, number: u64, stop: &Stop) -> Vec<SuitePosition> {
        let presets = self.game.presets();
        let rulesets = presets.len().max(1) as u64;
        let Some(preset) = presets.get((number % rulesets) as usize) else { return Vec::new() };
        let making = suite::Making { seed: self.seed, first: number / rulesets, games: 1, most: usize::MAX };
        suite::make(*preset, &making, stop, &mut |_| {})
    }
}

impl PuzzlesCommand {
    fn check(&self, out: &mut dyn Write, lang: Lang) -> Result<(), Failure> {
        let text = String::from_utf8_lossy(&read_file(&self.file)?).into_owned();
        let puzzles = Puzzles::read(&text).map_err(|error| Failure::input(&error))?;
        let mut progress = Progress::new(puzzles.len() as u64, lang);
        let mut wrong = Vec::new();
        for (number, (id, ..)) in puzzles.contents().into_iter().enumerate() {
            progress.at(number as u64);
            if let Err(error) = puzzles.check(number) {
                wrong.push((id.to_owned(), error));
            }
        }
        drop(progress);
        if self.is_json {
            let wrong_ones: Vec<_> =
                wrong.iter().map(|(id, error)| json!({ "id": id, "error": error })).collect();
            write_json(out, &json!({ "checked": puzzles.len(), "wrong": wrong_ones }))?;
        }
        if let Some((id, error)) = wrong.first() {
            let message = message!("puzzles.wrong").with("count", wrong.len()).text("id", id);
            return Err(Failure::Wrong(message.text("error", error)));
        }
        if !self.is_json {
            let line = message!("puzzles.checked").with("puzzles", puzzles.len());
            writeln!(out, "{}", line.render(lang))?;
        }
        Ok(())
    }

    /// How many there are, by theme and by grade.
    fn tell(&self, puzzles: &Puzzles, out: &mut dyn Write, lang: Lang) -> Result<(), Failure> {
        let mut themes: BTreeMap<&str, usize> = BTreeMap::new();
        let mut grades: BTreeMap<u8, usize> = BTreeMap::new();
        for (_, theme, grade) in puzzles.contents() {
            *themes.entry(theme).or_default() += 1;
            *grades.entry(grade.number()).or_default() += 1;
        }
        if self.is_json {
            let grades: BTreeMap<String, usize> =
                grades.into_iter().map(|(grade, count)| (grade.to_string(), count)).collect();
            let (count, tried) = (puzzles.len(), puzzles.tried());
            let value = json!({ "puzzles": count, "tried": tried, "themes": themes, "grades": grades });
            return Ok(write_json(out, &value)?);
        }
        let line = message!("puzzles.made").with("puzzles", puzzles.len());
        writeln!(out, "{}", line.text("file", self.file.display()).render(lang))?;
        let counts = |counts: Vec<(String, usize)>| {
            counts.iter().map(|(name, count)| format!("{name} {count}")).collect::<Vec<_>>().join(", ")
        };
        let themes = counts(themes.into_iter().map(|(theme, count)| (theme.to_owned(), count)).collect());
        let grades = counts(grades.into_iter().map(|(grade, count)| (format!("{grade}:"), count)).collect());
        writeln!(out, "{}", message!("puzzles.themes").text("themes", themes).render(lang))?;
        Ok(writeln!(out, "{}", message!("puzzles.grades").text("grades", grades).render(lang))?)
    }
}
