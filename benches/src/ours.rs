//! Every call of Tablen, in one place.

use std::sync::Arc;

use tablen_engine::tavli::{Engine, Evaluator, EvaluatorKind, Settings, Value};
use tablen_engine::{Limits, Stop};
use tablen_rules::tafl::{
    self, Bits, Move, Narrow, Preset, Ruleset, State, ThroneHostility, ThronePass, Walk, Wide,
};
use tablen_rules::tavli::{self, Die, Position, Results, Roll, Status};

use crate::rng::Rng;
use crate::tally::{PLY_CAP, Tally};

/// A tafl game with its rules prepared, and a move list that is kept.
#[derive(Clone)]
pub struct Tafl<B: Bits> {
    rules: tafl::Rules<B>,
    start: State<B>,
    moves: Vec<Move>,
}

/// A game on a board of at most 11×11.
pub type Small = Tafl<Narrow>;

/// Tablut as its text has it, the Muscovites first.
pub fn tablut() -> Option<Small> {
    Tafl::new(&Preset::Tablut.ruleset(), tafl::Side::Attackers)
}

/// Tablut with the options of `tafl-rs` on this board: men may cross the empty konakis, and it helps to capture.
pub fn tablut_like_tafl_rs() -> Option<Small> {
    let ruleset = Ruleset {
        throne_pass: ThronePass::Everyone,
        throne_hostile: ThroneHostility::WhenEmpty,
        ..Preset::Tablut.ruleset()
    };
    Tafl::new(&ruleset, tafl::Side::Attackers)
}

/// The preset in which the king away from the konakis is captured between two.
pub fn weak_king() -> Option<Small> {
    Tafl::new(&Preset::WeakKing.ruleset(), tafl::Side::Attackers)
}

/// Alea Evangelii on 19×19, white first.
pub fn alea() -> Option<Tafl<Wide>> {
    Tafl::new(&Preset::Alea.ruleset(), tafl::Side::Defenders)
}

impl<B: Bits> Tafl<B> {
    fn new(ruleset: &Ruleset, first: tafl::Side) -> Option<Tafl<B>> {
        let rules = tafl::Rules::<B>::new(ruleset).ok()?;
        let start = rules.start(first);
        Some(Tafl { rules, start, moves: Vec::new() })
    }

    /// The leaves at that depth; at the last ply moves are counted without being made.
    pub fn perft(&self, depth: u32) -> u64 {
        self.rules.perft(&self.start, depth)
    }

    /// The leaves at that depth, every one of them made.
    pub fn perft_made(&self, depth: u32) -> u64 {
        self.rules.perft_by_playing(&self.start, depth)
    }

    /// Random games, each move drawn without listing any.
    pub fn playouts(&mut self, games: u64, rng: &mut Rng) -> Tally {
        let mut tally = Tally { games, ..Tally::default() };
        let mut walk = Walk::new(&self.rules, self.start);
        // Kept in registers while the games go on.
        let mut local = rng.clone();
        for _ in 0..games {
            walk.restart(self.start);
            let mut plies = 0;
            let mut outcome = None;
            while plies < PLY_CAP && outcome.is_none() && walk.step(&mut || local.word()).is_some() {
                plies += 1;
                outcome = self.rules.decided(walk.state());
            }
            tally.plies += plies as u64;
            match outcome {
                Some(outcome) => tally.add(outcome),
                None if plies == PLY_CAP => tally.capped += 1,
                None => tally.stuck += 1,
            }
        }
        *rng = local;
        tally
    }

    /// Random games; for every choice the moves are listed.
    pub fn playouts_listing(&mut self, games: u64, rng: &mut Rng) -> Tally {
        self.play(games, rng, |rules, state, moves, rng| {
            rules.moves_into(state, moves);
            moves.get(rng.below(moves.len())).copied()
        })
    }

    #[inline(always)]
    fn play(
        &mut self,
        games: u64,
        rng: &mut Rng,
        choose: impl Fn(&tafl::Rules<B>, &State<B>, &mut Vec<Move>, &mut Rng) -> Option<Move>,
    ) -> Tally {
        let mut tally = Tally { games, ..Tally::default() };
        'games: for _ in 0..games {
            let mut state = self.start;
            for _ in 0..PLY_CAP {
                let Some(mv) = choose(&self.rules, &state, &mut self.moves, rng) else {
                    tally.stuck += 1;
                    continue 'games;
                };
                self.rules.make(&mut state, mv);
                tally.plies += 1;
                if let Some(outcome) = self.rules.decided(&state) {
                    tally.add(outcome);
                    continue 'games;
                }
            }
            tally.capped += 1;
        }
        tally
    }
}

impl Tally {
    /// Counts a game that the king decided.
    fn add(&mut self, outcome: tafl::Outcome) {
        match outcome.winner {
            Some(tafl::Side::Attackers) => self.attackers += 1,
            _ => self.defenders += 1,
        }
    }
}

/// A throw in a game of tavli: where it was made and what was thrown.
#[derive(Clone)]
pub struct Throw {
    position: Position,
    /// The dice.
    pub roll: Roll,
}

/// Tavli's generator of results and its net, with their buffers.
pub struct Tavli {
    results: Results,
    men: Vec<tavli::BySide<tavli::Packed>>,
    values: Vec<Value>,
    net: Arc<dyn Evaluator>,
}

impl Default for Tavli {
    fn default() -> Tavli {
        let net = EvaluatorKind::Net.evaluator();
        Tavli { results: Results::new(), men: Vec::new(), values: Vec::new(), net }
    }
}

/// The player of tavli, looking so many turns ahead.
pub struct Chooser(Engine);

impl Chooser {
    /// At a glance.
    pub fn at_a_glance() -> Chooser {
        Chooser(Engine::with_settings(Settings { lookahead: None, ..Settings::full() }))
    }

    /// One turn ahead, as the strongest level.
    pub fn one_turn_ahead() -> Chooser {
        Chooser(Engine::new())
    }

    /// Chooses a turn.
    pub fn choose(&mut self, throw: &Throw) -> Option<Position> {
        let thought =
            self.0.think(&throw.position, throw.roll, &Limits::default(), &Stop::new(), &mut |_| {})?;
        throw.position.play(&thought.turn).ok()
    }

    /// The throws of games that it plays against itself.
    pub fn throws(&mut self, games: u64, rng: &mut Rng) -> Vec<Throw> {
        let mut throws = Vec::new();
        for _ in 0..games {
            let mut next = Some(Position::start(tavli::Ruleset::default(), tavli::Side::White));
            while let Some(position) = next.filter(|position| matches!(position.status(), Status::Roll(_))) {
                let throw = Throw { position, roll: Roll::new([(); 3].map(|()| Die::ALL[rng.below(6)])) };
                next = self.choose(&throw);
                throws.push(throw);
            }
        }
        throws
    }
}

impl Throw {
    /// Whether all dice are alike.
    pub fn is_triple(&self) -> bool {
        self.roll.weight() == 1
    }

    /// The same position with three alike.
    pub fn with_triple(&self, number: usize) -> Throw {
        Throw { roll: Roll::new([Die::ALL[number % 6]; 3]), ..self.clone() }
    }
}

impl Tavli {
    /// How many distinct results the throw has.
    #[inline(always)]
    pub fn results(&mut self, throw: &Throw) -> usize {
        throw.position.results_into(throw.roll, &mut self.results);
        self.results.len()
    }

    /// Values all results of the throw by the net, and says how many there are.
    #[inline(always)]
    pub fn values(&mut self, throw: &Throw) -> usize {
        let Throw { position, roll } = throw;
        position.results_into(*roll, &mut self.results);
        self.men.clear();
        self.men.extend(self.results.packed());
        self.values.clear();
        self.net.evaluate(&position.ruleset(), position.side().other(), &self.men, &mut self.values);
        self.values.len()
    }

    /// Values positions that stand ready, as often as they are given.
    #[inline(always)]
    pub fn values_again(&mut self, throw: &Throw) -> usize {
        self.values.clear();
        self.net.evaluate(
            &throw.position.ruleset(),
            throw.position.side().other(),
            &self.men,
            &mut self.values,
        );
        self.values.len()
    }

    /// The throws of random games: any dice, then any result, until the game is over (Z4, Z20).
    pub fn throws(&mut self, games: u64, rng: &mut Rng) -> Vec<Throw> {
        let mut throws = Vec::new();
        for _ in 0..games {
            let mut position = Position::start(tavli::Ruleset::default(), tavli::Side::White);
            while let Status::Roll(_) = position.status() {
                let roll = Roll::new([(); 3].map(|()| Die::ALL[rng.below(6)]));
                let throw = Throw { position, roll };
                let results = self.results(&throw);
                throws.push(throw);
                match self.results.position(rng.below(results)) {
                    Some(next) => position = next,
                    None => break,
                }
            }
        }
        throws
    }
}
