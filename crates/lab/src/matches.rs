//! Two players, many games.
//!
//! Games come in pairs with sides exchanged. In tavli both games of a pair have the same dice; in tafl both begin with the same
//! [opening](crate::openings): what luck gives to one player it gives to the other in the next game. Games are numbered, everything random in
//! a game follows from the match's seed and the number of its pair, and pairs are counted in the order of their numbers: so what comes
//! out depends on the settings alone, not on threads or timing.

mod game;
mod kept;
mod tally;

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::Duration;

use tablen_engine::Stop;
use tablen_rules::words::{Explain, Message, explained};
use tablen_table::{Refusal, Ruleset};

use crate::drawn_rules::DrawnRules;
use crate::openings::Openings;
use crate::players::Player;
use crate::programs::{Failing, Program};
use crate::statistics::Sprt;

pub use game::{Forfeit, Game, Thinking};
pub use kept::{Kept, NotMatches};
pub use tally::{Lengths, Tally};

/// What is played. The same settings always lead to the same result, if both players are [repeatable](Player::is_repeatable).
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// By which rules.
    pub ruleset: Ruleset,
    /// Which of its options are drawn by lot, for every pair of games anew.
    pub drawn_rules: DrawnRules,
    /// Who plays. Results are the first one's.
    pub players: [Player; 2],
    /// How many pairs at most.
    pub pairs: u64,
    /// What dice, openings and the players' errors follow from.
    pub seed: u64,
    /// How a tafl game begins. Without meaning in tavli, where dice open the game.
    pub openings: Openings,
    /// A game that has had so many turns is drawn: the players agree on it.
    pub longest: u32,
    /// When to stop early.
    pub sprt: Option<Sprt>,
}

impl Settings {
    /// How a tafl game begins: with a random move of each side, enough for thousands of different beginnings.
    pub const OPENINGS: Openings = Openings::Random(2);
    /// The turns after which a game is drawn: several times what games between players who want to win last.
    pub const LONGEST: u32 = 400;

    /// A hundred pairs, with the usual openings.
    pub fn new(ruleset: Ruleset, players: [Player; 2]) -> Settings {
        let openings = match ruleset {
            Ruleset::Tafl(_) => Settings::OPENINGS,
            Ruleset::Tavli(_) => Openings::Random(0),
        };
        Settings {
            ruleset,
            drawn_rules: DrawnRules::AsGiven,
            players,
            pairs: 100,
            seed: 1,
            openings,
            longest: Settings::LONGEST,
            sprt: None,
        }
    }
}

/// What a match came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// The pairs played to their end, in order.
    pub tally: Tally,
    /// Why there are no more of them.
    pub end: End,
}

/// Why a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// All games are played.
    Complete,
    /// The test knew enough.
    Decided,
    /// It was told to stop.
    Interrupted,
}

/// What a match tells while it is played.
#[derive(Clone, Copy, Debug)]
pub enum News<'a> {
    /// A game has been counted. Both games of a pair are told of one after the other, in the order of their numbers.
    Counted(&'a Game),
    /// Nothing new for a moment.
    StillPlaying,
}

/// Why a match cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The table refused what a player asked for.
    Refused(Refusal),
    /// A player had nothing to ask for when it was its turn.
    Silent,
    /// A player plays another game than this one. Its text is kept.
    OtherGame(String),
    /// There are more pairs than openings in the book: games would be played twice.
    ShortBook {
        /// The openings.
        openings: usize,
        /// The pairs.
        pairs: u64,
    },
    /// A program cannot be started, so that it plays no game at all. Its text is kept.
    Program(String, Failing),
}

impl Explain for Fault {
    fn message(&self) -> Message {
        match self {
            Fault::Refused(refusal) => message!("match.error.refused").with("error", refusal.message()),
            Fault::Silent => message!("match.error.silent"),
            Fault::ShortBook { openings, pairs } => {
                let message = message!("match.error.short-book").with("openings", *openings);
                message.with("games", *openings * 2).with("asked", pairs * 2)
            }
            Fault::Program(player, failing) => {
                message!("match.error.not-started").text("player", player).with("error", failing.message())
            }
            Fault::OtherGame(player) => message!("match.error.other-game").text("player", player),
        }
    }
}
explained!(Fault);

impl From<Refusal> for Fault {
    fn from(refusal: Refusal) -> Fault {
        Fault::Refused(refusal)
    }
}

/// How often a match looks whether it has been told to stop.
const MOMENT: Duration = Duration::from_millis(40);

/// Plays a match on so many threads and tells `watch` how it goes; games under way when `stop` is pulled, when `watch` has seen
/// enough or when the test has decided are dropped.
///
/// ```
/// use std::ops::ControlFlow;
/// use tablen_engine::Stop;
/// use tablen_lab::matches::{End, Settings, run};
/// use tablen_table::Ruleset;
///
/// let players = tablen_lab::players::two("level:2,level:1")?;
/// let settings = Settings { pairs: 3, ..Settings::new(Ruleset::from_preset("tavli").unwrap(), players) };
/// let played = run(&settings, 2, &Stop::new(), |_, _| ControlFlow::Continue(()))?;
/// assert_eq!(played.end, End::Complete);
/// assert_eq!(played.tally.games().len(), 6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn run(
    settings: &Settings,
    threads: usize,
    stop: &Stop,
    watch: impl FnMut(News<'_>, &Tally) -> ControlFlow<()>,
) -> Result<Played, Fault> {
    go_on(settings, Tally::default(), threads, stop, watch)
}

/// Goes on with a match whose first pairs have been played and counted, as if it had never been interrupted. `watch` is told of the others
/// only.
pub fn go_on(
    settings: &Settings,
    tally: Tally,
    threads: usize,
    stop: &Stop,
    watch: impl FnMut(News<'_>, &Tally) -> ControlFlow<()>,
) -> Result<Played, Fault> {
    if let Some(stranger) = settings.players.iter().find(|player| !player.plays(&settings.ruleset)) {
        return Err(Fault::OtherGame(stranger.to_string()));
    }
    if let Openings::Book(book) = &settings.openings
        && settings.pairs > book.len() as u64
    {
        return Err(Fault::ShortBook { openings: book.len(), pairs: settings.pairs });
    }
    let next = AtomicU64::new(2 * tally.pairs().len());
    // Ends this match alone, where `stop` may be the end of several.
    let halt = Stop::new();
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            let (sender, next, halt) = (sender.clone(), &next, &halt);
            scope.spawn(move || play_games(settings, next, halt, &sender));
        }
        drop(sender);
        let played = count(settings, tally, &receiver, stop, watch);
        halt.stop();
        played
    })
}

/// The programs of a thread, one for each player that is one. They run from game to game.
#[derive(Debug, Default)]
struct Programs([Option<Program>; 2]);

impl Programs {
    /// The program of a player, ready for another game. One that has ended since is started again.
    fn ready(&mut self, settings: &Settings, player: usize) -> Result<(), Fault> {
        let Player::Program(wanted) = &settings.players[player] else { return Ok(()) };
        if self.0[player].as_mut().is_some_and(|program| program.new_game().is_ok()) {
            return Ok(());
        }
        self.0[player] = None;
        let started = Program::start(wanted);
        let failed = |failing| Fault::Program(settings.players[player].to_string(), failing);
        self.0[player] = Some(started.map_err(failed)?);
        Ok(())
    }
}

/// One thread: takes the next game that nobody plays, until there is none.
fn play_games(settings: &Settings, next: &AtomicU64, halt: &Stop, sender: &Sender<Result<Game, Fault>>) {
    let mut programs = Programs::default();
    loop {
        let number = next.fetch_add(1, Ordering::Relaxed);
        if number / 2 >= settings.pairs {
            return;
        }
        let Some(game) = Game::play(settings, number, halt, &mut programs).transpose() else { return };
        // Nobody listens any more: the match is over.
        if sender.send(game).is_err() {
            return;
        }
    }
}

/// Counts pairs in the order of their numbers, whenever their games come in.
fn count(
    settings: &Settings,
    mut tally: Tally,
    receiver: &Receiver<Result<Game, Fault>>,
    stop: &Stop,
    mut watch: impl FnMut(News<'_>, &Tally) -> ControlFlow<()>,
) -> Result<Played, Fault> {
    let mut waiting = BTreeMap::new();
    let end = loop {
        if is_decided(settings, &tally) {
            break End::Decided;
        }
        if tally.pairs().len() >= settings.pairs {
            break End::Complete;
        }
        if stop.is_stopped() {
            break End::Interrupted;
        }
        if let Some(pair) = take_pair(&mut waiting, tally.pairs().len()) {
            tally.add(&pair);
            let goes_on = pair.iter().try_for_each(|game| watch(News::Counted(game), &tally));
            if goes_on.is_break() && !is_decided(settings, &tally) {
                break End::Interrupted;
            }
            continue;
        }
        match receiver.recv_timeout(MOMENT) {
            Ok(game) => {
                let game = game?;
                waiting.insert(game.number, game);
            }
            Err(RecvTimeoutError::Timeout) if watch(News::StillPlaying, &tally).is_continue() => {}
            Err(_) => break End::Interrupted,
        }
    };
    Ok(Played { tally, end })
}

/// Whether the test knows enough.
fn is_decided(settings: &Settings, tally: &Tally) -> bool {
    settings.sprt.is_some_and(|sprt| sprt.verdict(tally.pairs()).is_some())
}

/// Both games of a pair, once they are there.
fn take_pair(waiting: &mut BTreeMap<u64, Game>, pair: u64) -> Option<[Game; 2]> {
    if !waiting.contains_key(&(2 * pair)) || !waiting.contains_key(&(2 * pair + 1)) {
        return None;
    }
    Some([waiting.remove(&(2 * pair))?, waiting.remove(&(2 * pair + 1))?])
}
