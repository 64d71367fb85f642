//! A net for rules of tafl, weights for the classic evaluation or numbers for the search: games, learning, and a match against the best there is, which lets them
//! in or not.

mod tuning;

use std::fs;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::ArgMatches;
use tablen_engine::Stop;
use tablen_engine::tafl::Weights;
use tablen_engine::tafl::net::{NETS, Parameters, Plain, RegisteredNet, Serves};
use tablen_lab::drawn_rules::DrawnRules;
use tablen_lab::matches::{self, End, Tally};
use tablen_lab::openings::{Book, Openings};
use tablen_lab::players::{self, Player};
use tablen_lab::statistics::{Hypotheses, Sprt, Verdict};
use tablen_lab::train::epochs::Errors;
use tablen_lab::train::tafl::climbing::Climb;
use tablen_rules::words::{Explain as _, Lang};

use super::{
    EPOCHS, GAMES, Registered, SEED, data_folder, gate_line, hash, learning_line, left, refused, register,
    score_of, threads,
};
use crate::arguments::Argument;
use crate::failure::Failure;
use crate::families::training::tafl::{
    Learning, Lessons, PositionFile, Preset, RulesOfGames, SelfPlay, check, lessons, play,
};
use crate::files::{failed, read, write};
use crate::progress::Progress;

pub(super) const PRESET: Argument =
    Argument::flag("preset", "preset").one_of(|| Preset::NAMES.to_vec()).said_as("train-preset");
pub(super) const NETS_FOLDER: Argument = Argument::folder("nets");
pub(super) const CLASSIC: Argument = Argument::file("classic");
pub(super) const SEARCH: Argument = Argument::file("search");
pub(super) const POSITIONS: Argument = Argument::number("positions", "number");
pub(super) const ROUNDS: Argument = Argument::number("rounds", "number");
pub(super) const RANDOM_OPTIONS: Argument =
    Argument::switch("random-options").said_as("train-random-options");
pub(super) const ANEW: Argument = Argument::switch("anew");
pub(super) const NODES: Argument = Argument::number("nodes", "number").said_as("train-nodes");

/// Positions that the present best player must have played, unless it is said.
const DEFAULT_POSITIONS: u64 = 1_000_000;

/// The most games that a new net plays against the best, unless it is said.
const DEFAULT_GAMES: u64 = 1_000;

/// Nodes of a move in these games.
const GATE_NODES: u64 = 5_000;

/// Where numbers of the search are tuned, in turns, unless a preset is said: they serve all rules.
const SEARCHED: [Preset; 3] = [Preset::Tablut, Preset::Ashton, Preset::TablutCorners];

/// The table of those who play by numbers of the search: enough for few nodes, and quickly made for every game.
const HASH: &str = "hash=4";

/// Random moves with which they begin where there is no book.
const GATE_RANDOM_MOVES: u32 = 6;

/// Plays itself, learns a net and lets it in if it wins a match against the best.
pub struct Train {
    preset: Preset,
    /// Which options of its rules are drawn by lot.
    drawn_rules: DrawnRules,
    data: PathBuf,
    nets: PathBuf,
    positions: u64,
    games: u64,
    threads: usize,
    self_play: SelfPlay,
    seed: u64,
    /// How often every position is visited, if it is said.
    epochs: Option<u32>,
    /// A net begins with nothing, even where there is one to go on from.
    anew: bool,
    /// The file for weights of the classic evaluation, if these are tuned instead of a net.
    weights: Option<PathBuf>,
    /// The file for numbers of the search, if these are tuned instead, and the presets by which.
    search: Option<(PathBuf, Vec<Preset>)>,
    /// Tuned by so many rounds of games, not by positions.
    rounds: Option<u32>,
}

/// Who plays: the best player there is for the rules.
#[derive(Clone)]
struct Best {
    net: Option<&'static Parameters>,
    /// The same as it was learned, to go on from.
    plain: Option<Plain>,
    /// `classic`, or the beginning of the net's hash: its positions are kept under this name.
    name: String,
    /// Its description in a match.
    player: String,
}

impl Train {
    pub(super) fn read(matches: &ArgMatches) -> Result<Train, Failure> {
        let given = match PRESET.given(matches)? {
            None => None,
            Some(name) => Some(Preset::from_name(&name.text).ok_or_else(|| name.unknown(Preset::NAMES))?),
        };
        let preset = given.unwrap_or(Preset::Tablut);
        let usual = SelfPlay::new(preset.ruleset().board.layout().size());
        let seed = SEED.number_or(matches, 1, 0..=u64::MAX)?;
        let epochs = EPOCHS.number_or(matches, 0, 1..=10_000)? as u32;
        let drawn_rules = match RANDOM_OPTIONS.is_given(matches) {
            true => DrawnRules::SameGoalKind,
            false => DrawnRules::AsGiven,
        };
        Ok(Train {
            preset,
            drawn_rules,
            data: data_folder(matches)?,
            nets: NETS_FOLDER.path(matches)?.map_or_else(|| "nets".into(), Path::to_owned),
            positions: POSITIONS.number_or(matches, DEFAULT_POSITIONS, 0..=1_000_000_000)?,
            games: GAMES.number_or(matches, DEFAULT_GAMES, 2..=1_000_000)?,
            threads: threads(matches)?,
            self_play: SelfPlay {
                nodes: NODES.number_or(matches, usual.nodes, 1..=10_000_000)?,
                drawn_rules,
                seed,
                ..usual
            },
            seed,
            epochs: Some(epochs).filter(|epochs| *epochs > 0),
            anew: ANEW.is_given(matches),
            weights: CLASSIC.path(matches)?.map(Path::to_owned),
            search: SEARCH.path(matches)?.map(|path| {
                (path.to_owned(), given.map_or_else(|| SEARCHED.to_vec(), |preset| vec![preset]))
            }),
            rounds: ROUNDS
                .given(matches)?
                .map(|given| given.number(1..=1_000_000))
                .transpose()?
                .map(|rounds| rounds as u32),
        })
    }

    pub(super) fn run(self, stop: &Stop, out: &mut dyn Write, lang: Lang) -> Result<(), Failure> {
        let ruleset = self.preset.ruleset();
        let games = self.games_rules();
        for folder in [&self.data, &self.nets] {
            fs::create_dir_all(folder)
                .map_err(|error| failed(message!("train.error.write"), folder, &error))?;
        }
        if self.rounds.is_some() && self.weights.is_none() && self.search.is_none()
            || self.search.is_some() && (self.rounds.is_none() || self.weights.is_some())
        {
            return Err(Failure::Input(message!("train.error.rounds")));
        }
        if let (Some((file, presets)), Some(rounds)) = (&self.search, self.rounds) {
            return self.tune_search(file, presets, rounds, stop, out, lang);
        }
        let best = if self.weights.is_some() { Best::classic() } else { self.best()? };
        if let (Some(file), Some(rounds)) = (&self.weights, self.rounds) {
            let first = Climb::new(Weights::of(&ruleset), rounds, self.seed);
            let player = |weights: &Weights, side: &str| {
                let path = self.data.join(format!("{}.{side}.weights", self.name()));
                write(&path, weights.to_string().as_bytes())?;
                Ok(format!("engine:tafl:weights={},nodes={}", path.display(), self.self_play.nodes))
            };
            let name = format!("{}.climb", self.name());
            let Some(weights) = self.climb(first, &name, &[self.preset], player, stop, lang)? else {
                return interrupted(out, lang);
            };
            self.keep_tuned(file, &weights.to_string(), rounds, out, lang)?;
            return self.try_weights(&best, file, stop, out, lang);
        }
        check(&games, &self.position_files()?)?;
        self.play(&games, &best, stop, out, lang)?;
        if stop.is_stopped() {
            return interrupted(out, lang);
        }
        if let Some(file) = &self.weights {
            self.tune(&games, file, out, lang)?;
            return self.try_weights(&best, file, stop, out, lang);
        }
        let Some(learned) = self.learn(&games, &best, stop, out, lang)? else {
            return interrupted(out, lang);
        };
        let candidate = format!("engine:tafl:net={},nodes={GATE_NODES}", learned.file.display());
        let gate = self.gate(self.preset, &best, &candidate, stop, lang)?;
        let Some(gate) = gate else { return interrupted(out, lang) };
        let file = self.net_file();
        if gate.is_passed {
            write(&file, &learned.bytes)?;
            self.register(&best, &learned, &gate.tally)?;
        }
        self.tell(&best, &gate, &file, out, lang)
    }

    /// The rules of the games that are learned from.
    fn games_rules(&self) -> RulesOfGames {
        let are_drawn = self.drawn_rules != DrawnRules::AsGiven;
        RulesOfGames { ruleset: self.preset.ruleset(), are_drawn }
    }

    /// What everything that belongs to the net is called.
    fn name(&self) -> String {
        match self.drawn_rules {
            DrawnRules::AsGiven => self.preset.name().to_owned(),
            DrawnRules::AllOptions | DrawnRules::SameGoalKind => format!("{}-any", self.preset.name()),
        }
    }

    /// The best player: the net in the folder, the one in the program, or the classic evaluation.
    fn best(&self) -> Result<Best, Failure> {
        let ruleset = self.preset.ruleset();
        let name = self.name();
        let file = self.net_file();
        if let Some(bytes) = read(&file)? {
            let net = players::read_net(&file).map_err(|fault| refused(&file, fault.message()))?;
            let player = format!("engine:tafl:net={},nodes={GATE_NODES}", file.display());
            let plain = Plain::from_bytes(&bytes).ok();
            return Ok(Best { net: Some(net), plain, name: short_hash(&bytes), player });
        }
        let known = match self.drawn_rules {
            DrawnRules::AsGiven => RegisteredNet::of(&ruleset).filter(|net| net.serves == Serves::ItsRules),
            DrawnRules::AllOptions | DrawnRules::SameGoalKind => NETS.iter().find(|net| net.name == name),
        };
        if let Some(net) = known
            && let Some(parameters) = net.parameters()
        {
            let player = format!("engine:tafl:eval=net,nodes={GATE_NODES}");
            let plain = Plain::from_bytes(net.bytes()).ok();
            return Ok(Best { net: Some(parameters), plain, name: short_hash(net.bytes()), player });
        }
        // A net for all rules of a kind begins with what is known of those it is drawn from.
        let alike = RegisteredNet::of(&ruleset).filter(|_| self.drawn_rules != DrawnRules::AsGiven);
        Ok(Best { plain: alike.and_then(|net| Plain::from_bytes(net.bytes()).ok()), ..Best::classic() })
    }

    fn net_file(&self) -> PathBuf {
        self.nets.join(format!("{}.net", self.name()))
    }

    /// Plays until the best player has played enough positions.
    fn play(
        &self,
        games: &RulesOfGames,
        best: &Best,
        stop: &Stop,
        out: &mut dyn Write,
        lang: Lang,
    ) -> Result<(), Failure> {
        let path = self.data.join(format!("{}.{}.positions", self.name(), best.name));
        let explained =
            |error: tablen_lab::train::tafl::positions::PositionFileError| refused(&path, error.message());
        let mut file = PositionFile::open(&path, games).map_err(explained)?;
        let before = file.positions();
        if before < self.positions {
            let wanted = self.positions - before;
            let mut progress = Progress::new(wanted, lang);
            let played =
                play(&games.ruleset, &self.self_play, best.net, self.threads, &mut file, stop, |played| {
                    let elapsed = progress.elapsed();
                    progress.tell(|| {
                        let speed = played.positions as f64 / elapsed.as_secs_f64().max(1e-9);
                        message!("train.tafl.playing")
                            .with("games", played.games)
                            .with("positions", before + played.positions)
                            .with("total", self.positions)
                            .decimal("speed", speed, 0)
                            .text("left", left(elapsed, played.positions, wanted))
                    });
                    played.positions >= wanted
                })?;
            played.map_err(|error| failed(message!("train.error.write"), &path, &error))?;
        }
        let line = message!("train.tafl.played").with("positions", file.positions());
        let line = line.text("player", &best.name).text("file", path.display());
        Ok(writeln!(out, "{}", line.render(lang))?)
    }

    /// All files of positions for these rules, those of the classic evaluation first.
    fn position_files(&self) -> Result<Vec<PathBuf>, Failure> {
        let unreadable = |error| failed(message!("cli.error.file"), &self.data, &error);
        let (start, end) = (format!("{}.", self.name()), ".positions");
        let mut files = Vec::new();
        for entry in fs::read_dir(&self.data).map_err(unreadable)? {
            let path = entry.map_err(unreadable)?.path();
            let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            if name.starts_with(&start) && name.ends_with(end) {
                files.push(path);
            }
        }
        files.sort_by_key(|path| (!path.to_string_lossy().contains(".classic."), path.clone()));
        Ok(files)
    }

    /// Learns from all positions there are, going on from the best net; nothing if it is stopped, and then there is a checkpoint.
    fn learn(
        &self,
        games: &RulesOfGames,
        best: &Best,
        stop: &Stop,
        out: &mut dyn Write,
        lang: Lang,
    ) -> Result<Option<Learned>, Failure> {
        let origin = best.plain.as_ref().filter(|_| !self.anew);
        let usual = if origin.is_some() { Learning::TAFL_FURTHER } else { Learning::TAFL };
        let settings = Learning { epochs: self.epochs.unwrap_or(usual.epochs), seed: self.seed, ..usual };
        let Lessons { examples, points, mut training } =
            lessons(games, &self.position_files()?, settings, origin)?;
        let checkpoint = self.data.join(format!("{}.checkpoint", self.name()));
        if let Some(bytes) = read(&checkpoint)? {
            training.take_up(&bytes).map_err(|fault| refused(&checkpoint, fault.message()))?;
        }
        let began = training.epochs();
        let total = settings.epochs;
        let mut progress = Progress::new(u64::from(total), lang);
        let mut errors = Errors::default();
        while !training.is_complete() {
            let epoch = training.epochs();
            let finished = training.epoch(&examples, |share| {
                let elapsed = progress.elapsed();
                progress.tell(|| learning_line(epoch, began, total, share, errors.held_out, elapsed));
                !stop.is_stopped()
            });
            let Some(finished) = finished else { return Ok(None) };
            errors = finished;
            write(&checkpoint, &training.to_bytes())?;
        }
        drop(progress);
        let bytes = training.net(points).to_bytes();
        let file = self.data.join(format!("{}.candidate.net", self.name()));
        write(&file, &bytes)?;
        // It may not be there: all epochs were over before.
        let _ = fs::remove_file(&checkpoint);
        let positions = (examples.training.len() + examples.held_out.len()) as u64;
        let line = message!("train.tafl.learned")
            .with("positions", positions)
            .with("epochs", u64::from(total))
            .decimal("error", errors.held_out.sqrt() * 100.0, 2)
            .text("file", file.display());
        writeln!(out, "{}", line.render(lang))?;
        let begun_with = match (origin, best.net) {
            (None, _) => "nothing".to_owned(),
            (Some(_), Some(_)) => best.name.clone(),
            (Some(origin), None) => short_hash(&origin.to_bytes()),
        };
        Ok(Some(Learned { file, bytes, positions, error: errors.held_out, settings, begun_with }))
    }

    /// Lets a new player play against the best; nothing if it is interrupted.
    fn gate(
        &self,
        preset: Preset,
        best: &Best,
        candidate: &str,
        stop: &Stop,
        lang: Lang,
    ) -> Result<Option<Gate>, Failure> {
        let hypotheses: Hypotheses = "elo:0,40".parse().map_err(|error| Failure::input(&error))?;
        let sprt = Sprt { hypotheses, alpha: 0.05, beta: 0.05 };
        let settings = matched(preset, self.drawn_rules, candidate, &best.player)?;
        let settings = matches::Settings {
            pairs: settings.pairs.min(self.games / 2),
            seed: self.seed,
            sprt: Some(sprt),
            ..settings
        };
        let mut progress = Progress::new(self.games, lang);
        let played = matches::run(&settings, self.threads, stop, |_, tally| {
            progress.tell(|| gate_line(tally, self.games));
            ControlFlow::Continue(())
        });
        drop(progress);
        let played = played.map_err(|fault| Failure::input(&fault))?;
        if played.end == End::Interrupted {
            return Ok(None);
        }
        let is_passed = match sprt.verdict(played.tally.pairs()) {
            Some(verdict) => verdict == Verdict::Higher,
            None => played.tally.pairs().score().is_some_and(|score| score.interval().low > 0.5),
        };
        Ok(Some(Gate { tally: played.tally, is_passed }))
    }

    /// Says what came of the match.
    fn tell(
        &self,
        best: &Best,
        gate: &Gate,
        file: &Path,
        out: &mut dyn Write,
        lang: Lang,
    ) -> Result<(), Failure> {
        let verdict =
            if gate.is_passed { message!("train.tafl.better") } else { message!("train.tafl.refused") };
        let (score, games) = score_of(&gate.tally);
        let line = verdict
            .decimal("score", score * 100.0, 1)
            .with("games", games)
            .text("best", &best.name)
            .text("file", file.display());
        Ok(writeln!(out, "{}", line.render(lang))?)
    }

    /// Adds the net's line to the list in its folder.
    fn register(&self, best: &Best, learned: &Learned, tally: &Tally) -> Result<(), Failure> {
        let Learning { epochs, batch, seed, .. } = learned.settings;
        let (nodes, begun_with) = (self.self_play.nodes, &learned.begun_with);
        register(
            &self.nets,
            &Registered {
                file: format!("{}.net", self.name()),
                positions: learned.positions.to_string(),
                how: format!("from {begun_with}, {nodes} nodes, {epochs} epochs, batch {batch}, seed {seed}"),
                error: format!("{:.2} %", learned.error.sqrt() * 100.0),
                against: format!("`{}` at {GATE_NODES} nodes", best.name),
                hash: hash(&learned.bytes),
            },
            tally,
        )
    }
}

impl Best {
    /// The classic evaluation.
    fn classic() -> Best {
        let player = format!("engine:tafl:eval=classic,nodes={GATE_NODES}");
        Best { net: None, plain: None, name: "classic".to_owned(), player }
    }
}

/// What came of a match that lets a new player in.
struct Gate {
    tally: Tally,
    is_passed: bool,
}

/// A net that has been learned and not yet let in.
struct Learned {
    file: PathBuf,
    bytes: Vec<u8>,
    positions: u64,
    /// The mean of squares on positions of games it did not learn from.
    error: f64,
    /// How it was learned.
    settings: Learning,
    /// The net it went on from, by the beginning of its hash.
    begun_with: String,
}

/// A match between two players by the rules of a preset, from its book where there is one, or by rules drawn from them.
fn matched(
    preset: Preset,
    drawn_rules: DrawnRules,
    one: &str,
    other: &str,
) -> Result<matches::Settings, Failure> {
    let player = |text: &str| text.parse::<Player>().map_err(|error| Failure::input(&error));
    let ruleset = preset.ruleset();
    // A book is even by its own rules only.
    let has_book = drawn_rules == DrawnRules::AsGiven;
    let book = Book::of(&ruleset).filter(|book| has_book && !book.is_empty());
    let pairs = book.as_ref().map_or(u64::MAX, |book| book.len() as u64);
    let openings = book.map_or(Openings::Random(GATE_RANDOM_MOVES), |book| Openings::Book(Arc::new(book)));
    let settings =
        matches::Settings::new(tablen_table::Ruleset::Tafl(ruleset), [player(one)?, player(other)?]);
    Ok(matches::Settings { drawn_rules, pairs, openings, ..settings })
}

fn interrupted(out: &mut dyn Write, lang: Lang) -> Result<(), Failure> {
    Ok(writeln!(out, "{}", message!("train.tafl.interrupted").render(lang))?)
}

/// Enough of a net's hash to tell nets apart.
fn short_hash(bytes: &[u8]) -> String {
    hash(bytes)[..8].to_owned()
}
