//! Finding positions in games that the engine plays against itself.

use std::collections::{HashMap, HashSet};
use std::ops::RangeInclusive;
use std::sync::Arc;

use fastrand::Rng;
use tablen_engine::tafl::Engine;
use tablen_engine::tafl::solver::{Answer, Solver, Verdict};
use tablen_engine::{Limits, Stop};
use tablen_rules::tafl::{
    Bits, Game, Move, Narrow, Position, Preset, Rules, Side, State, Status, Wide, fits_narrow,
};

use super::prove::theme_of;
use super::{SuitePosition, Theme};

/// How positions are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Making {
    /// What the games follow from.
    pub seed: u64,
    /// The number of the first game: games of other numbers are other games.
    pub first: u64,
    /// So many games are played for each ruleset, at most.
    pub games: u64,
    /// So many positions of each theme are enough.
    pub most: usize,
}

/// The positions that the engine thinks about for a move.
const NODES_A_MOVE: u64 = 2_000;
/// A game that has become longer after its opening is not played on.
const LONGEST_GAME: usize = 160;
/// The random moves that a game begins with: few, but on large boards enough to bring the king into the open. Between players who
/// take care of him there he hardly ever leaves his men.
const fn opening(size: u8) -> RangeInclusive<usize> {
    if size > Narrow::SIDE { 150..=400 } else { 4..=8 }
}
/// The moves before the end of a game in which positions are looked for.
const NEAR_THE_END: usize = 14;
/// No longer wins are looked for: tuichi in five is an escape in six moves.
const MOST_PLIES: u32 = 11;
/// Up to here no shorter win may exist.
const SHORTEST_UP_TO: u32 = 5;
/// Wrong moves of an only-move defence lose within so many plies after them.
const LOST_WITHIN: u32 = 5;

/// Wins by any moves are looked for within so many plies.
const ANY_WITHIN: u32 = 7;
/// So many wins of one game are taken.
const MOST_WINS: u32 = 3;

/// Limits of the searches, in positions looked at.
const NODES_FOR_THREATS: u64 = 10_000;
pub(super) const NODES_FOR_A_WIN: u64 = 150_000;
const NODES_FOR_ANOTHER_SOLUTION: u64 = 3_000;
const NODES_FOR_A_LOSS: u64 = 2_000;
const NODES_TO_HOLD: u64 = 300_000;

/// Plays games of a ruleset and returns what is found in them. `watch` hears after each game how many positions there are.
pub fn make(
    preset: Preset,
    making: &Making,
    stop: &Stop,
    watch: &mut dyn FnMut(usize),
) -> Vec<SuitePosition> {
    let ruleset = preset.ruleset();
    if fits_narrow(&ruleset) {
        Rules::<Narrow>::new(&ruleset).map(|rules| Maker::new(preset, rules).run(making, stop, watch))
    } else {
        Rules::<Wide>::new(&ruleset).map(|rules| Maker::new(preset, rules).run(making, stop, watch))
    }
    // A preset makes sense.
    .unwrap_or_default()
}

struct Maker<B: Bits> {
    preset: Preset,
    rules: Arc<Rules<B>>,
    engine: Engine<B>,
    solver: Solver<B>,
    found: Vec<SuitePosition>,
    seen: HashSet<u64>,
    counts: HashMap<(Theme, u32), usize>,
}

impl<B: Bits> Maker<B> {
    fn new(preset: Preset, rules: Rules<B>) -> Maker<B> {
        let rules = Arc::new(rules);
        Maker {
            preset,
            engine: Engine::new(Arc::clone(&rules), 1 << 14),
            solver: Solver::new(Arc::clone(&rules), 1 << 15),
            rules,
            found: Vec::new(),
            seen: HashSet::new(),
            counts: HashMap::new(),
        }
    }

    fn run(mut self, making: &Making, stop: &Stop, watch: &mut dyn FnMut(usize)) -> Vec<SuitePosition> {
        for number in making.first..making.first.saturating_add(making.games) {
            if stop.is_stopped() || self.is_complete(making) {
                break;
            }
            // Each game has its own numbers, so that one more position found in one changes nothing in the next.
            let mut rng = Rng::with_seed(making.seed.wrapping_mul(0x9e37_79b9).wrapping_add(number));
            let (states, winner) = self.play(&mut rng);
            self.look_at(&states, winner, making);
            watch(self.found.len());
        }
        self.found
    }

    fn is_complete(&self, making: &Making) -> bool {
        Theme::ALL.into_iter().all(|theme| self.count(theme) >= making.most)
    }

    fn count(&self, theme: Theme) -> usize {
        self.found.iter().filter(|position| position.theme == theme).count()
    }

    /// The positions of one game, in order, and who won it.
    fn play(&mut self, rng: &mut Rng) -> (Vec<State<B>>, Option<Side>) {
        let first = self.rules.ruleset().first_side();
        let first = first.unwrap_or(if rng.bool() { Side::Attackers } else { Side::Defenders });
        let mut game = Game::start(&self.rules, first);
        let opening = rng.usize(opening(self.rules.size()));
        self.engine.forget();
        let mut states = Vec::new();
        while let Status::ToMove(_) = game.status() {
            let state = *game.position().state();
            states.push(state);
            if states.len() > opening + LONGEST_GAME {
                break;
            }
            let mv = if states.len() <= opening {
                let moves = self.rules.count_moves(&state).max(1);
                self.rules.nth_move(&state, rng.u64(..moves))
            } else {
                let limits = Limits::nodes(NODES_A_MOVE);
                self.engine.think(&game, &limits, &Stop::new(), &mut |_| {}).map(|thought| thought.mv)
            };
            if mv.is_none_or(|mv| game.play(mv).is_err()) {
                break;
            }
        }
        let winner = match game.status() {
            Status::Over(outcome) => outcome.winner,
            Status::ToMove(_) => None,
        };
        (states, winner)
    }

    /// Looks for positions near the end of a game, a few wins and one defence.
    fn look_at(&mut self, states: &[State<B>], winner: Option<Side>, making: &Making) {
        let (mut wins, mut defences) = (0, 0);
        for (plies, state) in (1..).zip(states.iter().rev().take(NEAR_THE_END)) {
            if self.seen.contains(&self.rules.canonical_key(state)) {
                continue;
            }
            // By any moves only where the game was won soon after; that takes long to see.
            let any_within = if winner == Some(state.side()) { ANY_WITHIN.min(plies) } else { 0 };
            if wins < MOST_WINS
                && let Some(position) = self.win(state, any_within)
                && self.is_wanted(&position, making)
            {
                wins += 1;
                self.keep(state, position);
            } else if defences < 1
                && self.count(Theme::OnlyMove) < making.most
                && let Some(position) = self.only_move(state)
            {
                defences += 1;
                self.keep(state, position);
            }
        }
    }

    /// Whether more of its theme are wanted, and of its length: half of them may be equally long.
    fn is_wanted(&self, position: &SuitePosition, making: &Making) -> bool {
        let equals = self.counts.get(&(position.theme, position.plies)).copied().unwrap_or_default();
        self.count(position.theme) < making.most && equals < making.most.div_ceil(2)
    }

    fn keep(&mut self, state: &State<B>, position: SuitePosition) {
        self.seen.insert(self.rules.canonical_key(state));
        *self.counts.entry((position.theme, position.plies)).or_default() += 1;
        self.found.push(position);
    }

    fn solve(&mut self, state: &State<B>, prover: Side, nodes: u64, plies: u32) -> Answer {
        let limits = Limits { depth: Some(plies), ..Limits::nodes(nodes) };
        self.solver.solve(state, prover, &[], &limits, &Stop::new(), &mut |_| {})
    }

    /// The position, if the side to move wins by force in more than one move: by threats, or by any moves within so many plies.
    fn win(&mut self, state: &State<B>, any_within: u32) -> Option<SuitePosition> {
        let side = state.side();
        let game = Game::from_position(Position::from_state(&self.rules, *state));
        let limits = Limits { depth: Some(MOST_PLIES), ..Limits::nodes(NODES_FOR_THREATS) };
        let by_threats = self.solver.forced_win(&game, &limits, &Stop::new());
        let plies = by_threats.map_or(any_within, |win| win.plies);
        if plies < 3 {
            return None;
        }
        let answer = self.solve(state, side, NODES_FOR_A_WIN, plies);
        let Verdict::Wins(win) = answer.verdict else { return None };
        if win.plies < 3 || !win.is_shortest && win.plies <= SHORTEST_UP_TO {
            return None;
        }
        let theme = theme_of(&self.rules, state, &win)?;
        let mut moves = Vec::new();
        self.rules.moves_into(state, &mut moves);
        let rules = Arc::clone(&self.rules);
        let solves = |mv: &Move| {
            let mut next = *state;
            rules.make(&mut next, *mv);
            let answer = self.solve(&next, side, NODES_FOR_ANOTHER_SOLUTION, win.plies - 1);
            Some(mv) == win.line.first() || matches!(answer.verdict, Verdict::Wins(_))
        };
        let solutions: Vec<Move> = moves.into_iter().filter(solves).collect();
        // Where almost anything wins there is nothing to find.
        (solutions.len() <= MOST_SOLUTIONS).then(|| SuitePosition {
            preset: self.preset,
            theme,
            plies: win.plies,
            solutions,
            position: self.rules.setup(state),
        })
    }

    /// The position, if every move but one loses by force, not all of them at once.
    fn only_move(&mut self, state: &State<B>) -> Option<SuitePosition> {
        let enemy = state.side().other();
        // If waiting does not lose, most moves do not.
        let waiting = self.rules.pass(state);
        if !matches!(self.solve(&waiting, enemy, NODES_FOR_A_LOSS, LOST_WITHIN).verdict, Verdict::Wins(_)) {
            return None;
        }
        let mut moves = Vec::new();
        self.rules.moves_into(state, &mut moves);
        let mut only = None;
        let mut longest = 0;
        for mv in moves {
            let mut next = *state;
            self.rules.make(&mut next, mv);
            if self.rules.outcome(&next).is_some() {
                return None;
            }
            match self.solve(&next, enemy, NODES_FOR_A_LOSS, LOST_WITHIN).verdict {
                Verdict::Wins(win) => longest = longest.max(win.plies),
                _ if only.is_some() => return None,
                _ => only = Some((mv, next)),
            }
        }
        let (mv, next) = only?;
        let answer = self.solve(&next, enemy, NODES_TO_HOLD, longest);
        let holds = match answer.verdict {
            Verdict::Wins(_) => false,
            Verdict::CannotWin => true,
            Verdict::Unknown => answer.no_win_below > longest,
        };
        (longest > 1 && holds).then(|| SuitePosition {
            preset: self.preset,
            theme: Theme::OnlyMove,
            plies: longest + 1,
            solutions: vec![mv],
            position: self.rules.setup(state),
        })
    }
}

/// A win with more solutions than this is no task.
const MOST_SOLUTIONS: usize = 3;
