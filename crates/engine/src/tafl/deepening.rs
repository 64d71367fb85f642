//! Iterative deepening: what one thread does with a search.

use tablen_rules::tafl::{Bits, State};

use super::engine::Thought;
use super::evaluation::Evaluation;
use super::position_info::Seen;
use super::root::RootMove;
use super::search::{Search, Shared};
use super::value::{Prospect, Scale, Value};

/// Deepens a search until a limit is reached.
pub(super) struct Deepening<'s, B: Bits> {
    pub(super) shared: &'s Shared<'s, B>,
    pub(super) state: &'s State<B>,
    /// How many of the best first moves are wanted.
    pub(super) lines: usize,
    pub(super) deepest: i32,
}

impl<B: Bits> Deepening<'_, B> {
    /// The thread that decides. `progress` is told the best moves after every finished depth.
    pub(super) fn run<E: Evaluation<B>>(
        &self,
        mut search: Search<'_, B, E>,
        progress: &mut dyn FnMut(&[Thought]),
    ) -> Vec<Thought> {
        let lines = self.lines.min(search.worker.root_moves.len());
        let scale = search.worker.evaluation.scale().for_side_to_move(self.state.side()).0;
        let mut finished = 0;
        let mut found = Vec::new();
        let mut stability = Stability::default();
        for depth in 1..=self.deepest {
            for line in 0..lines {
                self.with_aspiration(&mut search, depth, line);
                if search.worker.is_stopped {
                    break;
                }
            }
            if search.worker.is_stopped {
                break;
            }
            finished = depth;
            // A later line may have turned out better than one before it.
            search.worker.root_moves[..lines].sort_by_key(|root| std::cmp::Reverse(root.value));
            found = thoughts(&search.worker.root_moves, lines, scale, depth, search.all_nodes());
            progress(&found);
            let is_settled = |thought: &Thought| match thought.value.prospect() {
                Prospect::Points(_) => false,
                Prospect::WinsIn(moves) | Prospect::LosesIn(moves) => moves as i32 <= depth,
            };
            if found.iter().all(is_settled) {
                break;
            }
            let best = &search.worker.root_moves[0];
            if self.shared.watch.is_enough(stability.share_of_time(best), search.worker.root_moves.len() == 1)
            {
                break;
            }
        }
        let nodes = search.all_nodes();
        let root_moves = &mut search.worker.root_moves;
        let chosen = choice(root_moves);
        if lines > 1 && chosen == 0 && finished > 0 {
            // Lines that were looked at to different depths do not compare: what was found before all of them were is told.
            return found.into_iter().map(|thought| Thought { nodes, ..thought }).collect();
        }
        root_moves[..=chosen].rotate_right(1);
        // Of a move that was never looked at no more is known than of the position.
        if search.worker.root_moves[..lines].iter().any(|root| root.value == Value::WORST) {
            let value = search.evaluate(self.state, &Seen::new(self.shared.rules, self.state).info);
            let unseen =
                search.worker.root_moves[..lines].iter_mut().filter(|root| root.value == Value::WORST);
            unseen.for_each(|root| root.value = value);
        }
        let root_moves = &search.worker.root_moves;
        thoughts(root_moves, lines, scale, finished, nodes)
    }

    /// A thread beside it, which only fills the transposition table.
    pub(super) fn run_beside<E: Evaluation<B>>(&self, mut search: Search<'_, B, E>, first_depth: i32) {
        let mut depth = first_depth;
        while !search.worker.is_stopped && depth <= self.deepest {
            self.with_aspiration(&mut search, depth, 0);
            depth += 1;
        }
    }

    /// Looks at the moves from number `line` on, first near the value of the depth before, then with wider bounds as needed.
    fn with_aspiration<E: Evaluation<B>>(&self, search: &mut Search<'_, B, E>, depth: i32, line: usize) {
        let expected = search.worker.root_moves[line].value;
        let mut window = self.shared.tunables.aspiration_window;
        let is_narrow = depth >= self.shared.tunables.aspiration_depth && !expected.is_certain();
        let (mut alpha, mut beta) = if is_narrow {
            (expected.plus(-window), expected.plus(window))
        } else {
            (Value::WORST, Value::BEST)
        };
        loop {
            let value = search.root(self.state, depth, line, alpha, beta);
            if search.worker.is_stopped {
                return;
            }
            window *= 3;
            if value <= alpha && alpha > Value::WORST {
                alpha = if window > 500 { Value::WORST } else { expected.plus(-window) };
            } else if value >= beta && beta < Value::BEST {
                beta = if window > 500 { Value::BEST } else { expected.plus(window) };
            } else {
                return;
            }
        }
    }
}

fn thoughts(root_moves: &[RootMove], lines: usize, scale: Scale, depth: i32, nodes: u64) -> Vec<Thought> {
    root_moves[..lines].iter().map(|root| Thought::of(root, scale, depth, nodes)).collect()
}

/// The number of the move to play. It is the first, unless that has just turned out to lose and others have not: then the one of which the
/// last look left most hope.
fn choice(root_moves: &[RootMove]) -> usize {
    let hope = |root: &RootMove| root.at_most.unwrap_or(root.value);
    let loses = |value: Value| matches!(value.prospect(), Prospect::LosesIn(_));
    if !loses(hope(&root_moves[0])) {
        return 0;
    }
    let hopes = root_moves.iter().enumerate().map(|(number, root)| (number, hope(root)));
    // A move that was never looked at has no value yet.
    let hopes = hopes.filter(|(_, hope)| !loses(*hope) && *hope > Value::WORST);
    hopes.max_by_key(|(number, hope)| (*hope, std::cmp::Reverse(*number))).map_or(0, |(number, _)| number)
}

/// How sure the best move is, by how it has been doing from depth to depth.
#[derive(Default)]
struct Stability {
    best: Option<tablen_rules::tafl::Move>,
    value: Option<Value>,
    depths: u32,
}

impl Stability {
    /// How much of the time that is meant for a move is enough, in percent.
    fn share_of_time(&mut self, best: &RootMove) -> u32 {
        self.depths = if self.best == Some(best.mv) { (self.depths + 1).min(8) } else { 0 };
        let fell = self.value.map_or(0, |before| (before.0.0 - best.value.0.0).clamp(0, 150));
        self.best = Some(best.mv);
        self.value = Some(best.value);
        140 - 12 * self.depths + fell as u32
    }
}
