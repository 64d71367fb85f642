//! Games of the engine against itself, and what of them is worth learning from.
//!
//! Games begin with openings drawn by [lot](Lot) that leave them even. Where one side wins most games from positions that a search sees
//! as even, the other is given so much of an advantage that both win; on large boards, where hardly any moves would do, men of the side that is
//! ahead are taken away in most games. Then both sides search a fixed number of nodes for every move; now and then a random move early in the game leads where they would not go. Positions in which something has to be
//! answered, or whose best move captures, are left out: a search never asks what they are worth as they stand.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;

use fastrand::Rng;
use tablen_engine::tafl::{Engine, Evaluation, Value};
use tablen_engine::{Limits, Stop};
use tablen_rules::tafl::{Bits, Cell, Game, Move, Piece, Position, Rules, Side, Status};

use super::positions::{Label, PositionFile};
use crate::adjudication::{Adjudication, GameResult};
use crate::drawn_rules::DrawnRules;
use crate::openings::{Lot, random_move};

/// How games are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Nodes of the search for each move.
    pub nodes: u64,
    /// Nodes of the search that decides whether an opening is even.
    pub opening_nodes: u64,
    /// An opening is taken if its value is at most so many points away from the one at which both sides win alike.
    pub even: i32,
    /// How openings are drawn.
    pub opening: Lot,
    /// In three of four openings that are not even, men of the side that is ahead are taken away by lot.
    pub gives_odds: bool,
    /// Before this move of the game one move in [`Settings::ONE_RANDOM_IN`] is random.
    pub random_until: usize,
    /// A game is won by the side that has been ahead by so many points, counted from where both sides win alike, for
    /// [`Adjudication::AHEAD_FOR`] moves.
    pub decided: i32,
    /// A game that has had so many moves is drawn.
    pub longest: usize,
    /// Which options of the rules are drawn by lot, for every opening anew.
    pub drawn_rules: DrawnRules,
    /// What all luck follows from.
    pub seed: u64,
}

impl Settings {
    /// One move in so many is random, early in the game.
    pub const ONE_RANDOM_IN: u32 = 16;
    /// If none of so many openings is even, the one that is nearest to it is taken.
    const OPENINGS_TRIED: u32 = 24;
    /// So many games begin with the same opening: finding an even one takes as long as a game, and random moves soon part them.
    const GAMES_OF_AN_OPENING: u64 = 3;
    /// After a win the winner's openings become worse by so many points.
    const HANDICAP_STEP: i32 = 8;
    /// No opening is worse than that.
    const MOST_HANDICAP: i32 = 1_200;

    /// The usual settings for a board of that size.
    pub const fn new(size: u8) -> Settings {
        let is_large = size > 11;
        Settings {
            // Large boards have some seven hundred first moves.
            nodes: if is_large { 2_000 } else { 1_000 },
            opening_nodes: 1_000,
            even: 200,
            opening: if is_large { Lot { fewest: 6, most: 24 } } else { Lot { fewest: 4, most: 20 } },
            gives_odds: is_large,
            random_until: if is_large { 60 } else { 30 },
            decided: if is_large { 2_500 } else { 1_500 },
            longest: if is_large { 300 } else { 200 },
            drawn_rules: DrawnRules::AsGiven,
            seed: 1,
        }
    }
}

/// What has been played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// Games.
    pub games: u64,
    /// Positions kept of them.
    pub positions: u64,
    /// Games that the attackers won, that nobody won and that the defenders won.
    pub results: [u64; 3],
}

/// Plays games on so many threads until `enough` says so after a game, or until it is stopped, and appends their positions to a file. Who plays by
/// the rules drawn for a game is told by `evaluation`.
///
/// The luck of a game follows from the seed, the positions that the file had before and the number of the game.
pub fn play<B: Bits, E: Evaluation<B>>(
    settings: &Settings,
    rules: &Arc<Rules<B>>,
    evaluation: &(impl Fn(&Rules<B>) -> E + Sync),
    threads: usize,
    file: &mut PositionFile,
    stop: &Stop,
    mut enough: impl FnMut(&Played) -> bool,
) -> io::Result<Played> {
    let layout = file.layout();
    let seed = Rng::with_seed(settings.seed).u64(..) ^ Rng::with_seed(file.positions()).u64(..);
    let next = AtomicU64::new(0);
    let halt = Stop::new();
    let (sender, receiver) = mpsc::sync_channel(64);
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            let (sender, next, halt) = (sender.clone(), &next, &halt);
            scope.spawn(move || {
                let player = |rules: Arc<Rules<B>>| {
                    let evaluation = evaluation(&rules);
                    Engine::with_evaluation(rules, TABLE_ENTRIES, evaluation)
                };
                let mut engine = player(Arc::clone(rules));
                let mut fair = 0;
                let mut opening = None;
                for played in 0.. {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let mut luck = Rng::with_seed(seed ^ Rng::with_seed(number).u64(..));
                    let is_first = played % Settings::GAMES_OF_AN_OPENING == 0;
                    if is_first && let Some(drawn) = drawn_rules(settings.drawn_rules, rules, &mut luck) {
                        engine = player(drawn);
                        // What was fair by other rules says nothing.
                        fair = 0;
                    }
                    let mut games = SelfPlay { settings, engine: &mut engine, luck, halt, fair };
                    if is_first {
                        opening = games.opening();
                    }
                    let Some(game) = opening.clone().and_then(|opening| games.game(opening)) else { return };
                    let handicap = match game.result {
                        GameResult::AttackersWon => Settings::HANDICAP_STEP,
                        GameResult::Drawn => 0,
                        GameResult::DefendersWon => -Settings::HANDICAP_STEP,
                    };
                    fair = (fair + handicap).clamp(-Settings::MOST_HANDICAP, Settings::MOST_HANDICAP);
                    let mut records = Vec::new();
                    for (state, mut label) in game.positions {
                        label.result = game.result;
                        layout.write(engine.rules().ruleset(), &state, &label, &mut records);
                    }
                    // Nobody listens any more: enough has been played.
                    if sender.send((records, game.result)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut played = Played::default();
        // What is still to come when the loop ends is dropped with the receiver, so that no thread waits.
        let receiver = receiver;
        let mut write = || -> io::Result<()> {
            for (records, result) in &receiver {
                file.append(&records)?;
                played.games += 1;
                played.positions += (records.len() / layout.record_bytes()) as u64;
                played.results[result as usize] += 1;
                if stop.is_stopped() || enough(&played) {
                    break;
                }
            }
            Ok(())
        };
        let written = write();
        halt.stop();
        drop(receiver);
        written.map(|()| played)
    })
}

/// Rules drawn by lot, if they are; they are kept where none can be played.
fn drawn_rules<B: Bits>(drawn: DrawnRules, given: &Rules<B>, luck: &mut Rng) -> Option<Arc<Rules<B>>> {
    if drawn == DrawnRules::AsGiven {
        return None;
    }
    match drawn.draw(&tablen_table::Ruleset::Tafl(given.ruleset().clone()), luck) {
        tablen_table::Ruleset::Tafl(ruleset) => Rules::new(&ruleset).ok().map(Arc::new),
        tablen_table::Ruleset::Tavli(_) => None,
    }
}

/// Room in the transposition table for the searches of a game.
const TABLE_ENTRIES: usize = 1 << 15;

/// A game under way.
struct SelfPlay<'s, B: Bits, E> {
    settings: &'s Settings,
    engine: &'s mut Engine<B, E>,
    luck: Rng,
    halt: &'s Stop,
    /// The value to the defenders at which both sides seem to win alike.
    fair: i32,
}

/// A game that is over.
struct Finished<B: Bits> {
    positions: Vec<(tablen_rules::tafl::State<B>, Label)>,
    result: GameResult,
}

impl<B: Bits, E: Evaluation<B>> SelfPlay<'_, B, E> {
    /// Plays a game to its end; nothing if it is halted.
    fn game(&mut self, mut game: Game<B>) -> Option<Finished<B>> {
        self.engine.forget();
        let mut positions = Vec::new();
        let mut adjudication =
            Adjudication::new(self.settings.decided, self.settings.longest).around(self.fair);
        let result = loop {
            if let Some(result) = adjudication.of_game(&game) {
                break result;
            }
            let (mv, value) = self.think(&game, self.settings.nodes)?;
            let state = *game.position().state();
            let side = state.side();
            if let Some(result) = adjudication.after(side, value) {
                break result;
            }
            if is_quiet(self.engine.rules(), &state, mv) {
                let score = value.for_light(side);
                // The result is known only when the game is over.
                let label = Label { side, ply: game.len() as u16, score, result: GameResult::Drawn };
                positions.push((state, label));
            }
            let is_random =
                game.len() < self.settings.random_until && self.luck.u32(..Settings::ONE_RANDOM_IN) == 0;
            let mv = if is_random { random_move(&game, &mut self.luck)? } else { mv };
            game.play(mv).ok()?;
        };
        Some(Finished { positions, result })
    }

    /// A game after random moves that leave it even, or as even as any of many do.
    fn opening(&mut self) -> Option<Game<B>> {
        let rules = Arc::clone(self.engine.rules());
        let mut nearest: Option<(i32, Game<B>)> = None;
        let mut tried = 0;
        while tried < Settings::OPENINGS_TRIED || nearest.is_none() {
            self.engine.forget();
            let (engine, halt) = (&mut *self.engine, self.halt);
            let game = self.settings.opening.draw(&rules, &mut self.luck, |game| {
                let limits = Limits::nodes(Lot::GOOD_MOVE_NODES);
                engine.think(game, &limits, halt, &mut |_| {}).map(|thought| thought.mv)
            });
            if self.halt.is_stopped() {
                return None;
            }
            let Some(mut game) = game else { continue };
            if self.settings.gives_odds && self.luck.u32(..4) > 0 {
                let points = self.points_from_fair(&game, self.settings.opening_nodes / 10)?;
                let odds = points.and_then(|points| {
                    let ahead = if points > 0 { Side::Defenders } else { Side::Attackers };
                    without_some_men(&game, ahead, &mut self.luck)
                });
                let Some(odds) = odds else { continue };
                game = odds;
            }
            // Most openings are far from even, and a short look is enough to see it.
            let mut distance = None;
            for nodes in [self.settings.opening_nodes / 10, self.settings.opening_nodes] {
                distance = self.points_from_fair(&game, nodes)?.map(i32::abs);
                if distance.is_none_or(|distance| distance > 2 * self.settings.even) {
                    break;
                }
            }
            tried += 1;
            let Some(distance) = distance else { continue };
            if distance <= self.settings.even {
                return Some(game);
            }
            if nearest.as_ref().is_none_or(|(least, _)| distance < *least) {
                nearest = Some((distance, game));
            }
        }
        nearest.map(|(_, game)| game)
    }

    /// How far a search sees a position from where both sides win alike, in points to the defenders, if its outcome is not certain; nothing
    /// if it is halted.
    fn points_from_fair(&mut self, game: &Game<B>, nodes: u64) -> Option<Option<i32>> {
        let (_, value) = self.think(game, nodes)?;
        let points = value.for_light(game.position().side()).0.0 - self.fair;
        Some((!value.is_certain()).then_some(points))
    }

    fn think(&mut self, game: &Game<B>, nodes: u64) -> Option<(Move, Value)> {
        let thought = self.engine.think(game, &Limits::nodes(nodes), self.halt, &mut |_| {})?;
        (!self.halt.is_stopped()).then_some((thought.mv, thought.value))
    }
}

/// A game from the same position, from which up to half of a side's men have been taken away by lot; nothing if there is no such game.
fn without_some_men<B: Bits>(game: &Game<B>, side: Side, luck: &mut Rng) -> Option<Game<B>> {
    let position = game.position();
    let mut setup = position.setup();
    let is_man = |piece: Piece| piece.side() == side && piece != Piece::King;
    let pieces = setup.arrangement.pieces();
    let men: Vec<Cell> = pieces.filter(|(_, piece)| is_man(*piece)).map(|(cell, _)| cell).collect();
    let taken = luck.usize(..=men.len() / 2);
    for cell in luck.choose_multiple(&men, taken) {
        setup.arrangement.set(*cell, None);
    }
    let position = Position::new(position.rules(), &setup).ok()?;
    matches!(position.status(), Status::ToMove(_)).then(|| Game::from_position(position))
}

/// Whether a position can be judged as it stands: nothing has to be answered and the best move takes nothing.
fn is_quiet<B: Bits>(rules: &Rules<B>, state: &tablen_rules::tafl::State<B>, best: Move) -> bool {
    let must_answer = match state.side() {
        Side::Attackers => rules.king_reach(state).routes > 0,
        Side::Defenders => !rules.threats(state).is_empty(),
    };
    let mut next = *state;
    !must_answer && rules.make(&mut next, best).captured.is_empty()
}

#[cfg(test)]
mod tests {
    use tablen_engine::tafl::Classic;
    use tablen_rules::tafl::{Narrow, Preset, Wide};

    use super::super::positions::{Positions, RulesOfGames};
    use super::*;

    #[test]
    fn games_are_kept_and_always_the_same() {
        let folder = std::env::temp_dir().join(format!("tablen-self-play-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let ruleset = Preset::Brandubh.ruleset();
        let rules = Arc::new(Rules::<Narrow>::new(&ruleset).unwrap());
        let settings = Settings { nodes: 100, opening_nodes: 100, ..Settings::new(7) };
        let rules_of_games = RulesOfGames::same(ruleset);
        let read = |name: &str| {
            let path = folder.join(name);
            let mut file = PositionFile::open(&path, &rules_of_games).unwrap();
            let played = play(&settings, &rules, &Classic::new, 1, &mut file, &Stop::new(), |played| {
                played.games >= 8
            })
            .unwrap();
            assert_eq!(played.games, 8);
            assert_eq!(played.positions, file.positions());
            (played, Positions::read(&path, &rules_of_games).unwrap())
        };
        let (one, other) = (read("one"), read("other"));
        assert_eq!(one.0, other.0);
        assert!(one.1.len() > 20, "{} positions", one.1.len());
        for (record, same) in one.1.records().zip(other.1.records()) {
            assert_eq!(record.label(), same.label());
            assert!(record.pieces_of(Side::Defenders).eq(same.pieces_of(Side::Defenders)));
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn where_one_side_is_far_ahead_men_are_taken_away_until_it_is_not() {
        let rules = Arc::new(Rules::<Wide>::new(&Preset::Alea.ruleset()).unwrap());
        let settings = Settings { opening_nodes: 200, ..Settings::new(19) };
        let mut engine = Engine::with_evaluation(Arc::clone(&rules), TABLE_ENTRIES, Classic::new(&rules));
        let halt = Stop::new();
        let mut games = SelfPlay {
            settings: &settings,
            engine: &mut engine,
            luck: Rng::with_seed(3),
            halt: &halt,
            fair: -400,
        };
        let attackers = |game: &Game<Wide>| game.position().state().count(Side::Attackers);
        let all = attackers(&Game::start(&rules, Side::Defenders));
        for _ in 0..4 {
            let opening = games.opening().unwrap();
            assert!(attackers(&opening) < all - 10, "{} of {all}", attackers(&opening));
            let points = games.points_from_fair(&opening, settings.opening_nodes).unwrap();
            assert!(points.is_some_and(|points| points.abs() <= 2 * settings.even), "{points:?}");
        }
        // Where nothing is given, none of them is near.
        let without = Settings { gives_odds: false, ..settings };
        games.settings = &without;
        let opening = games.opening().unwrap();
        let points = games.points_from_fair(&opening, settings.opening_nodes).unwrap();
        assert!(points.is_none_or(|points| points < -2 * settings.even), "{points:?}");
    }

    #[test]
    fn what_is_taken_away_are_men_of_one_side() {
        let rules = Arc::new(Rules::<Narrow>::new(&Preset::Tablut.ruleset()).unwrap());
        let start = Game::start(&rules, Side::Attackers);
        let mut luck = Rng::with_seed(1);
        let mut left = std::collections::BTreeSet::new();
        for _ in 0..60 {
            let game = without_some_men(&start, Side::Attackers, &mut luck).unwrap();
            let state = game.position().state();
            assert_eq!(state.pieces_of(Side::Defenders), start.position().state().pieces_of(Side::Defenders));
            left.insert(state.count(Side::Attackers));
        }
        assert_eq!(left, (8..=16).collect());
        let game = without_some_men(&start, Side::Defenders, &mut luck).unwrap();
        assert_eq!(game.position().state().king(), start.position().state().king());
    }
}
