//! Forced wins: the solver beside proof-number search as the textbook has it.

use std::sync::Arc;

use tablen_engine::tafl::solver::{Solver, Verdict};
use tablen_engine::{Limits, Stop};
use tablen_rules::tafl::{Bits, Narrow, Preset, Rules, Setup, Side, State, fits_narrow};

use crate::measure::{Contestant, interleaved, progress};
use crate::table::{Ratio, Table, rate};
use crate::{Fallible, Plan};

/// Proved positions of all themes; wins are taken from it.
const SUITE: &str = include_str!("../../crates/lab/suite/positions.txt");

/// The peer keeps its tree in memory: what it cannot prove with so many positions is left out, in its favour.
const PEER_POSITIONS: usize = 2_000_000;

struct Task {
    rules: Arc<Rules<Narrow>>,
    state: State<Narrow>,
    prover: Side,
    plies: u32,
}

/// How fast forced wins are proved.
pub fn forced_wins(plan: &Plan, table: &mut Table) -> Fallible {
    let every = if plan.rounds == 1 { 60 } else { 6 };
    let mut left_out = 0;
    let mut tasks = Vec::new();
    for task in read_tasks().ok_or("the suite cannot be read")?.into_iter().step_by(every) {
        progress(&format!("  a win in {} plies", task.plies));
        match textbook(&task.rules, &task.state, task.prover, PEER_POSITIONS) {
            true => tasks.push(task),
            false => left_out += 1,
        }
    }
    let [ours, peer] = interleaved(
        plan.rounds.min(3),
        [
            Contestant::new("Tablen", || tasks.iter().map(|task| u64::from(ours(task))).sum()),
            Contestant::new("textbook", || {
                let prove = |task: &Task| textbook(&task.rules, &task.state, task.prover, PEER_POSITIONS);
                tasks.iter().map(|task| u64::from(prove(task))).sum()
            }),
        ],
    );
    if [ours.units, peer.units] != [tasks.len() as u64; 2] {
        return Err("a win was not proved".into());
    }
    table.compare(
        "forced wins proved",
        rate(ours.rate(), "wins"),
        format!("textbook: {}", rate(peer.rate(), "wins")),
        Ratio::new(ours.against(&peer), Some(10.0)),
    );
    table.note(format!(
        "Forced wins: {} positions of the suite (crates/lab/suite) on boards up to 11×11. The textbook's proof-number search is best-first \
         with the tree in memory, all moves, no transposition table and no knowledge but the rules; {left_out} further positions that it \
         does not prove with {PEER_POSITIONS} positions in memory are left out.",
        tasks.len(),
    ));
    Ok(())
}

fn read_tasks() -> Option<Vec<Task>> {
    let mut tasks = Vec::new();
    for line in SUITE.lines().filter(|line| !line.starts_with('#') && !line.contains(" only-move ")) {
        let mut words = line.splitn(5, ' ');
        let ruleset = Preset::from_name(words.next()?)?.ruleset();
        let plies = words.nth(1)?.parse().ok()?;
        let setup: Setup = words.nth(1)?.parse().ok()?;
        if fits_narrow(&ruleset) {
            let rules = Rules::new(&ruleset).ok()?;
            let state = rules.state(&setup).ok()?;
            tasks.push(Task { rules: Arc::new(rules), state, prover: setup.side, plies });
        }
    }
    Some(tasks)
}

/// Our proof, the table made anew.
fn ours(task: &Task) -> bool {
    let mut solver = Solver::new(Arc::clone(&task.rules), 1 << 14);
    let limits = Limits::nodes(50_000_000);
    let game = tablen_rules::tafl::Game::from_position(tablen_rules::tafl::Position::from_state(
        &task.rules,
        task.state,
    ));
    // As the textbook's: any win will do, the shortest is not asked for.
    if solver.forced_win(&game, &Limits::nodes(100_000), &Stop::new()).is_some() {
        return true;
    }
    let answer = solver.solve(&task.state, task.prover, &[], &limits, &Stop::new(), &mut |_| {});
    matches!(answer.verdict, Verdict::Wins(_))
}

/// A position in the textbook's tree.
struct Node<B: Bits> {
    state: State<B>,
    parent: usize,
    /// Where its children stand; none before it has been expanded.
    children: std::ops::Range<usize>,
    proof: u32,
    disproof: u32,
}

const INFINITE: u32 = u32::MAX;

/// Best-first proof-number search (Allis): whether the win is proved before the tree has so many positions.
fn textbook<B: Bits>(rules: &Rules<B>, root: &State<B>, prover: Side, most: usize) -> bool {
    let leaf = |state: State<B>, parent: usize| {
        let (proof, disproof) = match rules.outcome(&state) {
            Some(outcome) if outcome.winner == Some(prover) => (0, INFINITE),
            Some(_) => (INFINITE, 0),
            None => (1, 1),
        };
        Node { state, parent, children: 0..0, proof, disproof }
    };
    let mut tree = vec![leaf(*root, usize::MAX)];
    let mut moves = Vec::new();
    while tree[0].proof != 0 && tree[0].disproof != 0 && tree.len() < most {
        // Down to the most proving node.
        let mut at = 0;
        while !tree[at].children.is_empty() {
            let is_provers = tree[at].state.side() == prover;
            let number = |child: &usize| if is_provers { tree[*child].proof } else { tree[*child].disproof };
            let Some(best) = tree[at].children.clone().min_by_key(number) else { break };
            at = best;
        }
        let state = tree[at].state;
        rules.moves_into(&state, &mut moves);
        let first = tree.len();
        for mv in &moves {
            let mut next = state;
            rules.make(&mut next, *mv);
            tree.push(leaf(next, at));
        }
        tree[at].children = first..tree.len();
        // Up again.
        while at != usize::MAX {
            let is_provers = tree[at].state.side() == prover;
            let children = &tree[tree[at].children.clone()];
            let least = |number: fn(&Node<B>) -> u32| children.iter().map(number).min().unwrap_or(INFINITE);
            let sum = |number: fn(&Node<B>) -> u32| {
                children.iter().map(number).fold(0u32, |sum, number| sum.saturating_add(number))
            };
            let (proof, disproof) = if is_provers {
                (least(|node| node.proof), sum(|node| node.disproof))
            } else {
                (sum(|node| node.proof), least(|node| node.disproof))
            };
            (tree[at].proof, tree[at].disproof) = (proof, disproof);
            at = tree[at].parent;
        }
    }
    tree[0].proof == 0
}
