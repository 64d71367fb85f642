//! Proofs of forced wins.
//!
//! A [`Solver`] proves that a side wins whatever the other side plays, by the exact rules: escapes, captures of the king alone and in company,
//! and being left without a move. First it looks only at moves that threaten to win with the next one, which finds most wins near the end of
//! a game at little cost; then at all moves. A proof never relies on repetition (T12), so it holds under any rule about it.
//!
//! | | |
//! |---|---|
//! | `forcing` | wins in one move, threats, and the moves that answer them |
//! | `proof_number` | depth-first proof-number search |
//! | `table` | what it remembers |
//! | [`WinningTree`] | a proof with all the opponent's replies, and its text form |

mod forcing;
mod proof_number;
mod table;
#[cfg(test)]
mod tests;
mod tree;

use std::sync::Arc;

use tablen_rules::tafl::{Bits, Game, Move, Rules, Side, State};

use self::forcing::immediate_win;
use self::proof_number::{Found, Search, Width};
use self::table::{ProofTable, UNBOUNDED};
use crate::limits::Watch;
use crate::{Limits, Signals};

pub use tree::{Reply, TreeNode, WinningTree};

/// Proves forced wins in games of one ruleset.
///
/// The same position and limit of nodes always have the same answer.
///
/// ```
/// use std::sync::Arc;
/// use tablen_engine::{Limits, Stop, tafl::solver::{Solver, Verdict}};
/// use tablen_rules::tafl::{Narrow, Preset, Rules, Side};
///
/// let rules = Arc::new(Rules::<Narrow>::new(&Preset::Tablut.ruleset())?);
/// let state = rules.state(&"/9/9/9/4t4/t2K4t/9/4t4/9/9/ defenders".parse()?)?;
/// let mut solver = Solver::new(rules, 1 << 12);
/// let answer = solver.solve(&state, Side::Defenders, &[], &Limits::nodes(10_000), &Stop::new(), &mut |_| {});
/// let Verdict::Wins(win) = answer.verdict else { panic!("the king can leave his row") };
/// assert_eq!((win.plies, win.is_shortest), (1, true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Solver<B: Bits> {
    rules: Arc<Rules<B>>,
    table: ProofTable,
}

/// What came of a search for a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// What is proved.
    pub verdict: Verdict,
    /// How many positions were looked at.
    pub nodes: u64,
    /// In fewer plies than this the side cannot force a win: that is proved too.
    pub no_win_below: u32,
}

/// What is proved about a side and a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The side wins whatever the other plays.
    Wins(Win),
    /// The other side can keep it from winning for ever, or wins itself.
    CannotWin,
    /// Nothing, within the limits.
    Unknown,
}

/// A forced win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Win {
    /// The moves of both sides until the game is won, if the other side holds out as long as it can against this proof.
    pub plies: u32,
    /// Whether it is proved that there is no shorter win.
    pub is_shortest: bool,
    /// Such a line of play. It ends early if there was no time left to find it.
    pub line: Vec<Move>,
}

/// How far a search for a proof is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// What is looked for.
    pub stage: Stage,
    /// The positions looked at so far.
    pub nodes: u64,
}

/// What a search for a proof looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// A win by threats alone within so many plies.
    Threats(u32),
    /// A win by any moves within so many plies.
    Within(u32),
    /// A win by any moves.
    Any,
}

/// What is to be proved, and how long that may take.
#[derive(Clone, Copy, Debug)]
struct Aim<'a> {
    /// Whose win.
    prover: Side,
    /// Positions of the game before the search: to come back to one of them is no win.
    past: &'a [u64],
    watch: Watch<'a>,
}

/// No win by threats alone is looked for beyond this: more than twenty threats in a row.
const MOST_THREAT_PLIES: u16 = 45;

/// The part of the nodes that is spent on threats alone before all moves are looked at: one of so many.
const THREATS_SHARE: u64 = 4;

/// The same where no limit of nodes is set.
const THREATS_NODES: u64 = 20_000_000;

/// The part of what is left that a search with a bound of plies may take before the next one with more plies gives way to the search
/// without a bound: one of so many.
const BOUNDED_SHARE: u64 = 8;

/// The same where no limit of nodes is set.
const BOUNDED_NODES: u64 = 10_000_000;

impl<B: Bits> Solver<B> {
    /// A solver that remembers at most so many positions, some forty bytes each.
    pub fn new(rules: Arc<Rules<B>>, table_entries: usize) -> Solver<B> {
        Solver { rules, table: ProofTable::new(table_entries) }
    }

    /// A solver whose table takes so many bytes at most; nothing if memory has no room for it.
    pub fn with_bytes(rules: Arc<Rules<B>>, bytes: usize) -> Option<Solver<B>> {
        Some(Solver { rules, table: ProofTable::of_bytes(bytes)? })
    }

    /// The rules it knows.
    pub const fn rules(&self) -> &Arc<Rules<B>> {
        &self.rules
    }

    /// Looks for a forced win of a side, whoever is to move, until it is found, seen to be impossible, or a limit is reached. `past` are the
    /// keys of the positions of the game since the last capture: to come back to one of them counts as no win. A limit of
    /// depth is one of plies. `progress` hears before each stage and now and then.
    pub fn solve<'c>(
        &mut self,
        state: &State<B>,
        prover: Side,
        past: &[u64],
        limits: &Limits,
        signals: impl Into<Signals<'c>>,
        progress: &mut dyn FnMut(Progress),
    ) -> Answer {
        self.table.clear();
        let rules = Arc::clone(&self.rules);
        if let Some(outcome) = rules.outcome(state) {
            let verdict = if outcome.winner == Some(prover) {
                Verdict::Wins(Win { plies: 0, is_shortest: true, line: Vec::new() })
            } else {
                Verdict::CannotWin
            };
            return Answer { verdict, nodes: 0, no_win_below: 0 };
        }
        let watch = Watch::new(limits, signals.into());
        let all_nodes = limits.nodes.unwrap_or(u64::MAX);
        let most_plies = limits.depth.map_or(UNBOUNDED, |depth| u16::try_from(depth).unwrap_or(UNBOUNDED));
        // The prover's move is the last.
        let first_bound: u16 = if state.side() == prover { 1 } else { 2 };
        let aim = Aim { prover, past, watch };
        let mut search = Search::new(&rules, &mut self.table, aim, 0, progress);

        let mut found = None;
        search.most_nodes = limits.nodes.map_or(THREATS_NODES, |nodes| nodes / THREATS_SHARE);
        for bound in (first_bound..=MOST_THREAT_PLIES.min(most_plies)).step_by(2) {
            let by_threats = search.run(state, bound);
            found = by_threats.win;
            if found.is_some()
                || by_threats.is_refuted() && !by_threats.reliance.on_bound
                || search.is_stopped
            {
                break;
            }
        }

        // All moves: a shorter win, or any.
        search.width = Width::Full;
        let mut no_win_below = u32::from(first_bound);
        let mut is_refuted = false;
        let mut bound = first_bound;
        loop {
            search.is_stopped = watch.is_over();
            let left = all_nodes.saturating_sub(search.nodes);
            let most = if limits.nodes.is_some() { left / BOUNDED_SHARE } else { BOUNDED_NODES };
            // With nothing else to look for, all that is left is for this.
            let has_all = found.is_some() || most_plies != UNBOUNDED;
            search.most_nodes = search.nodes.saturating_add(if has_all { left } else { most });
            let last = found.map_or(most_plies, |win| win.plies - 1);
            if bound > last || search.is_stopped || left == 0 {
                break;
            }
            let within = search.run(state, bound);
            if within.win.is_some() {
                found = within.win;
                break;
            }
            if !within.is_refuted() {
                break;
            }
            if !within.reliance.on_bound {
                is_refuted = true;
                break;
            }
            bound += 2;
            no_win_below = bound.into();
        }
        if found.is_none() && !is_refuted && most_plies == UNBOUNDED && !watch.is_over() {
            search.is_stopped = false;
            search.most_nodes = all_nodes;
            let any = search.run(state, UNBOUNDED);
            found = any.win;
            is_refuted = any.is_refuted() && !any.reliance.on_bound;
        }
        let nodes = search.nodes;
        let verdict = match found {
            Some(win) => Verdict::Wins(Win {
                plies: win.plies.into(),
                is_shortest: u32::from(win.plies) <= no_win_below,
                line: self.line(state, aim, win.plies),
            }),
            None if is_refuted => Verdict::CannotWin,
            None => Verdict::Unknown,
        };
        Answer { verdict, nodes, no_win_below }
    }

    /// A win of the side to move by threats alone, within limits that should be small: for use beside a search. What it finds is
    /// proved; that it finds nothing says nothing.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use tablen_engine::{Limits, Stop, tafl::solver::Solver};
    /// use tablen_rules::tafl::{Game, Narrow, Position, Preset, Rules};
    ///
    /// let rules = Arc::new(Rules::<Narrow>::new(&Preset::Tablut.ruleset())?);
    /// let position = Position::new(&rules, &"/9/9/2t3t2/9/3K5/9/2t3t2/9/9/ defenders".parse()?)?;
    /// let mut solver = Solver::new(rules, 1 << 12);
    /// let win = solver.forced_win(&Game::from_position(position), &Limits::nodes(5_000), &Stop::new());
    /// assert_eq!(win.map(|win| win.plies), Some(1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn forced_win<'c>(
        &mut self,
        game: &Game<B>,
        limits: &Limits,
        signals: impl Into<Signals<'c>>,
    ) -> Option<Win> {
        let state = game.position().state();
        if self.rules.outcome(state).is_some() {
            return None;
        }
        self.table.clear();
        let past: Vec<u64> = game.keys_since_capture().collect();
        let rules = Arc::clone(&self.rules);
        let watch = Watch::new(limits, signals.into());
        let most_nodes = limits.nodes.unwrap_or(u64::MAX);
        let aim = Aim { prover: state.side(), past: &past, watch };
        let mut silent = |_| {};
        let mut search = Search::new(&rules, &mut self.table, aim, most_nodes, &mut silent);
        let most_plies = limits.depth.map_or(MOST_THREAT_PLIES, |depth| depth.min(45) as u16);
        for bound in (1..=most_plies).step_by(2) {
            let Found { win, reliance, disproof, .. } = search.run(state, bound);
            if let Some(win) = win {
                let line = self.line(state, aim, win.plies);
                return Some(Win { plies: win.plies.into(), is_shortest: bound <= 3, line });
            }
            if search.is_stopped || disproof == 0 && !reliance.on_bound {
                return None;
            }
        }
        None
    }

    /// The line of a win that is proved within so many plies: the prover's moves, and replies that hold out longest.
    fn line(&mut self, state: &State<B>, aim: Aim<'_>, plies: u16) -> Vec<Move> {
        let rules = Arc::clone(&self.rules);
        let mut line = Vec::new();
        let mut now = *state;
        let mut left = plies;
        while rules.outcome(&now).is_none() {
            let mv = if now.side() == aim.prover {
                let Some(mv) = self.winning_move(&now, aim, left) else { break };
                left = left.saturating_sub(1);
                mv
            } else {
                let Some((mv, plies)) = self.longest_reply(&now, aim, left) else { break };
                left = plies;
                mv
            };
            line.push(mv);
            rules.make(&mut now, mv);
        }
        line
    }

    /// The prover's move of a win that is known to exist within so many plies.
    fn winning_move(&mut self, state: &State<B>, aim: Aim<'_>, plies: u16) -> Option<Move> {
        if let Some(mv) = immediate_win(&self.rules, state) {
            return Some(mv);
        }
        self.plies_of_win(state, aim, plies)?;
        self.table.get(state.key())?.win?.mv
    }

    /// The reply after which a win that is known to exist within so many plies takes longest, and the plies that are left then.
    fn longest_reply(&mut self, state: &State<B>, aim: Aim<'_>, plies: u16) -> Option<(Move, u16)> {
        let mut replies = Vec::new();
        self.rules.moves_into(state, &mut replies);
        let rules = Arc::clone(&self.rules);
        let mut longest: Option<(Move, u16)> = None;
        for mv in replies {
            let mut next = *state;
            rules.make(&mut next, mv);
            let plies = self.plies_of_win(&next, aim, plies.saturating_sub(1))?;
            if longest.is_none_or(|(_, most)| plies > most) {
                longest = Some((mv, plies));
            }
        }
        longest
    }

    /// The plies of a win that is known to exist within so many: what the table says, or what is found once more because the table had
    /// no room for it.
    fn plies_of_win(&mut self, state: &State<B>, aim: Aim<'_>, most: u16) -> Option<u16> {
        if state.side() == aim.prover && immediate_win(&self.rules, state).is_some() {
            return Some(1);
        }
        let proved = |table: &ProofTable| {
            table.get(state.key()).and_then(|entry| entry.win).filter(|win| win.plies <= most)
        };
        if let Some(win) = proved(&self.table) {
            return Some(win.plies);
        }
        let rules = Arc::clone(&self.rules);
        let mut silent = |_| {};
        let mut search = Search::new(&rules, &mut self.table, aim, REPROOF_NODES, &mut silent);
        for width in [Width::Threats, Width::Full] {
            search.width = width;
            if let Some(win) = search.run(state, most).win {
                return Some(win.plies);
            }
        }
        None
    }
}

/// No part of a proof that the table had no room for took more positions than this.
const REPROOF_NODES: u64 = 50_000_000;
