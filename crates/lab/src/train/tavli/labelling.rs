//! Labels for positions of games that an evaluation plays against itself.
//!
//! Learning from what came of a game needs very many games, because dice decide most of it. A label knows better: it is a mean over all throws.

use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;

use fastrand::Rng;
use tablen_engine::Stop;
use tablen_engine::tavli::{self, Ends, Engine, Evaluator, Lookahead, Rollout, roll_out};
use tablen_rules::tavli::Position;

use super::labelled::{Labelled, LabelledFile};
use super::self_play::Table;
use crate::dice::luck_of;

/// One position of so many is labelled: neighbours in a game are much alike.
const ONE_IN: u64 = 3;

/// Games of a rollout: every first throw comes once, and the luck of the others is taken off.
const TRIALS: u32 = 216;

/// How positions are labelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Labels {
    /// By the mean over all throws, each answered by the best turn at a glance.
    Throws,
    /// By a rollout of 216 games, each so many turns long.
    Rollout {
        /// How many turns.
        turns: u32,
    },
}

/// How games are played and labelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How positions are labelled.
    pub labels: Labels,
    /// What all luck follows from.
    pub seed: u64,
}

impl std::fmt::Display for Settings {
    /// As it stands in a file of positions.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.labels {
            Labels::Throws => write!(f, "all throws, seed {}", self.seed),
            Labels::Rollout { turns } => write!(f, "rollouts of {turns} turns, seed {}", self.seed),
        }
    }
}

/// Plays games on so many threads, labels positions of them and appends these to a file, until the file has so many positions or it is
/// stopped. After each game `progress` is told how many the file has.
///
/// Games have numbers, and each follows from the seed and its number. They are written in this order, so the file does not depend on the
/// threads, nor on how often it was stopped and taken up again.
pub fn label(
    settings: &Settings,
    evaluator: &Arc<dyn Evaluator>,
    threads: usize,
    file: &mut LabelledFile,
    positions: u64,
    stop: &Stop,
    mut progress: impl FnMut(u64),
) -> io::Result<()> {
    if file.positions() >= positions {
        return Ok(());
    }
    let next = AtomicU64::new(file.next_game());
    let halt = Stop::new();
    let (sender, receiver) = mpsc::sync_channel(64);
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            let (sender, next, halt) = (sender.clone(), &next, &halt);
            scope.spawn(move || {
                let mut labeller = Labeller::new(settings, evaluator);
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(game) = labeller.game(number, halt) else { return };
                    // Nobody listens any more: there are enough.
                    if sender.send((number, game)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        // What is still to come when this is over is dropped with the receiver, so that no thread waits.
        let receiver = receiver;
        let written = write_in_order(&receiver, file, |file| {
            progress(file.positions());
            stop.is_stopped() || file.positions() >= positions
        });
        halt.stop();
        drop(receiver);
        written
    })
}

/// Appends games in the order of their numbers, however they come, until there are enough.
fn write_in_order(
    games: &mpsc::Receiver<(u64, Vec<Labelled>)>,
    file: &mut LabelledFile,
    mut enough: impl FnMut(&LabelledFile) -> bool,
) -> io::Result<()> {
    let mut waiting = BTreeMap::new();
    for (number, game) in games {
        waiting.insert(number, game);
        while let Some(game) = waiting.remove(&file.next_game()) {
            file.append(&game)?;
            if enough(file) {
                return Ok(());
            }
        }
    }
    Ok(())
}

/// Plays and labels games, in buffers that are used again and again.
struct Labeller<'s> {
    settings: &'s Settings,
    evaluator: &'s Arc<dyn Evaluator>,
    table: Table,
    engine: Engine,
}

impl<'s> Labeller<'s> {
    fn new(settings: &'s Settings, evaluator: &'s Arc<dyn Evaluator>) -> Labeller<'s> {
        let player = tavli::Settings { evaluator: Arc::clone(evaluator), ..tavli::Settings::full() };
        let engine = Engine::with_settings(player);
        Labeller { settings, evaluator, table: Table::default(), engine }
    }

    /// Labelled positions of a game; nothing if it is halted.
    fn game(&mut self, number: u64, halt: &Stop) -> Option<Vec<Labelled>> {
        let mut luck = luck_of(self.settings.seed, number);
        let Some(game) = self.table.play(&**self.evaluator, &mut luck) else { return Some(Vec::new()) };
        let mut labelled = Vec::new();
        for moment in game.moments {
            // Nobody asks a net about an end that is known exactly.
            let is_known = Ends::of(&moment.position.ruleset()).chance(&moment.position).is_some();
            if luck.u64(..ONE_IN) == 0 && !is_known {
                let chance = self.chance(&moment.position, &mut luck, halt)?;
                labelled.push(Labelled { position: moment.position, chance });
            }
        }
        Some(labelled)
    }

    /// The chance of winning of the side that throws next; nothing if it is halted.
    fn chance(&mut self, position: &Position, luck: &mut Rng, halt: &Stop) -> Option<f64> {
        match self.settings.labels {
            Labels::Throws => self.engine.chance_before_throw(position, Lookahead::FULL.replies, halt),
            Labels::Rollout { turns } => {
                let rollout = Rollout {
                    trials: TRIALS,
                    turns: Some(turns),
                    enough: None,
                    seed: luck.u64(..),
                    threads: 1,
                };
                let found = roll_out(&**self.evaluator, position, &rollout, halt, &mut |_| {});
                found.map(|found| found.chance)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use tablen_engine::tavli::EvaluatorKind;

    use super::*;

    const SETTINGS: Settings = Settings { labels: Labels::Throws, seed: 3 };

    fn path(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("tablen-labelling-{name}-{}", std::process::id()));
        let _ = std::fs::remove_file(&path);
        path
    }

    #[test]
    fn neither_threads_nor_a_kill_make_a_difference() {
        let evaluator = EvaluatorKind::Net.evaluator();
        let write = |path: &PathBuf, threads: usize, positions: u64| {
            let mut file = LabelledFile::open(path, &SETTINGS.to_string()).unwrap();
            label(&SETTINGS, &evaluator, threads, &mut file, positions, &Stop::new(), |_| {}).unwrap();
            assert!(file.positions() >= positions);
            std::fs::read(path).unwrap()
        };
        let [one, other] = ["one", "other"].map(path);
        let whole = write(&one, 1, 120);
        // Killed while it was writing.
        let begun = write(&other, 2, 20);
        std::fs::write(&other, &begun[..begun.len() - 9]).unwrap();
        assert_eq!(write(&other, 3, 120), whole);
        assert_eq!(write(&other, 1, 20), whole, "there are enough");
        for path in [one, other] {
            std::fs::remove_file(path).unwrap();
        }
    }

    #[test]
    fn a_labeller_that_is_stopped_writes_whole_games_only() {
        let (path, stop) = (path("stopped"), Stop::new());
        let evaluator = EvaluatorKind::Net.evaluator();
        let mut file = LabelledFile::open(&path, "net").unwrap();
        label(&SETTINGS, &evaluator, 2, &mut file, u64::MAX, &stop, |_| stop.stop()).unwrap();
        assert_eq!(file.next_game(), 1);
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn labels_are_near_what_long_rollouts_say() {
        let evaluator = EvaluatorKind::Net.evaluator();
        let mut labeller = Labeller::new(&SETTINGS, &evaluator);
        let labelled = labeller.game(1, &Stop::new()).unwrap();
        assert!(labelled.len() > 8, "{}", labelled.len());
        let rollout = Rollout { trials: 432, turns: Some(6), enough: Some(0.005), seed: 1, threads: 2 };
        let step = (labelled.len() / 3).max(1);
        for Labelled { position, chance } in labelled.iter().step_by(step) {
            let long = roll_out(&*evaluator, position, &rollout, &Stop::new(), &mut |_| {}).unwrap();
            assert!((long.chance - chance).abs() < 0.04, "{chance} instead of {long:?}: {position:?}");
        }
        // A rollout of one turn asks the evaluation where the mean over all throws does.
        let settings = Settings { labels: Labels::Rollout { turns: 1 }, ..SETTINGS };
        let mut labeller = Labeller::new(&settings, &evaluator);
        let Labelled { position, chance } = labelled[step];
        let rolled = labeller.chance(&position, &mut Rng::with_seed(1), &Stop::new()).unwrap();
        assert!((rolled - chance).abs() < 0.01, "{chance} and {rolled}");
    }
}
