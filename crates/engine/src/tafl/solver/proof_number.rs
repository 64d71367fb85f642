//! Depth-first proof-number search (df-pn): it always looks at the position whose proof or disproof seems nearest.
//!
//! Every position has a proof number, how hard it seems to prove that the prover wins, and a disproof number. Where the prover moves, the
//! easiest child counts for the proof and all count for the disproof; where the opponent moves, the other way round. "All count" is taken
//! as the hardest child and one for each other (weak proof numbers): a true sum would count what transpositions share again and
//! again.
//!
//! Repetition (T12) never makes a win here. A search with a bound of plies cannot go in circles: each step leaves fewer plies, a win in
//! the fewest plies never returns to a position, and so what it finds does not depend on the way there. A search without a bound takes a
//! position that is on its own path for not won. A refutation that relies on this holds only on that path, so it is kept only if the
//! position repeated is the refuted one or comes after it (the graph history interaction problem).

use tablen_rules::tafl::{Bits, Move, Rules, Side, State};

use super::forcing::{answers, immediate_win, threat};
use super::table::{Entry, INFINITE, ProofTable, Proved, UNBOUNDED};
use super::{Aim, Progress, Stage};

/// Which moves of the prover are looked at. Of the opponent's always all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Width {
    /// Those that threaten to win with the next one.
    #[default]
    Threats,
    /// All.
    Full,
}

/// The clock and the switch are looked at whenever so many positions have been.
const NODES_BETWEEN_LOOKS: u64 = 1_024;

/// News are told whenever about so many positions have been looked at: one less than a power of two.
const NODES_BETWEEN_NEWS: u64 = (1 << 18) - 1;

/// No path of a search without a bound is longer.
const LONGEST_PATH: usize = 300;

/// The proof number of a position that was refuted by repetition on another path: almost hopeless.
const HARD: u32 = 1 << 20;

/// What has been found out about a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub(super) proof: u32,
    pub(super) disproof: u32,
    /// The win, if it is proved.
    pub(super) win: Option<Proved>,
    /// What a refutation relies on.
    pub(super) reliance: Reliance,
}

/// What a refutation relies on beside the rules and the width of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reliance {
    /// That there are no more plies, or that a path may not become longer.
    pub(super) on_bound: bool,
    /// That a position with this number on the path may not come again; the earliest, if there are several.
    on_path: usize,
}

impl Reliance {
    const NONE: Reliance = Reliance { on_bound: false, on_path: usize::MAX };
    const BOUND: Reliance = Reliance { on_bound: true, on_path: usize::MAX };

    fn and(self, other: Reliance) -> Reliance {
        Reliance { on_bound: self.on_bound || other.on_bound, on_path: self.on_path.min(other.on_path) }
    }
}

impl Found {
    const fn won(plies: u16, mv: Option<Move>) -> Found {
        Found { proof: 0, disproof: INFINITE, win: Some(Proved { plies, mv }), reliance: Reliance::NONE }
    }

    const fn refuted(reliance: Reliance) -> Found {
        Found { proof: INFINITE, disproof: 0, win: None, reliance }
    }

    pub(super) const fn is_refuted(&self) -> bool {
        self.disproof == 0
    }
}

/// A move under consideration, and what is known of the position after it.
#[derive(Clone, Copy, Debug)]
struct Child {
    mv: Move,
    proof: u32,
    disproof: u32,
    /// The plies of its win once that is proved.
    plies: u16,
    reliance: Reliance,
}

/// What the moves of a position come to before any of them is looked into.
enum Expanded {
    Settled(Found),
    Open(Open),
}

/// What is known of moves that need not be looked into.
#[derive(Clone, Copy)]
struct Open {
    /// What the refutations of the prover's rely on.
    reliance: Reliance,
    /// The plies of the longest of the opponent's replies that are already lost.
    plies: u16,
}

/// A search for one proof.
pub(super) struct Search<'s, B: Bits> {
    pub(super) rules: &'s Rules<B>,
    pub(super) table: &'s mut ProofTable,
    prover: Side,
    past: &'s [u64],
    aim: Aim<'s>,
    pub(super) width: Width,
    pub(super) most_nodes: u64,
    pub(super) nodes: u64,
    progress: &'s mut dyn FnMut(Progress),
    stage: Stage,
    pub(super) is_stopped: bool,
    /// How many pieces each side has at the root.
    men: [u32; 2],
    path: Vec<u64>,
    children: Vec<Child>,
    moves: Vec<Move>,
    next_look: u64,
}

impl<'s, B: Bits> Search<'s, B> {
    pub(super) fn new(
        rules: &'s Rules<B>,
        table: &'s mut ProofTable,
        aim: Aim<'s>,
        most_nodes: u64,
        progress: &'s mut dyn FnMut(Progress),
    ) -> Search<'s, B> {
        Search {
            rules,
            table,
            prover: aim.prover,
            past: aim.past,
            aim,
            width: Width::Threats,
            most_nodes,
            nodes: 0,
            progress,
            stage: Stage::Any,
            is_stopped: false,
            men: [0; 2],
            path: Vec::new(),
            children: Vec::new(),
            moves: Vec::new(),
            next_look: NODES_BETWEEN_LOOKS,
        }
    }

    /// Looks for a win within so many plies until it is proved, refuted or time to stop.
    pub(super) fn run(&mut self, state: &State<B>, plies: u16) -> Found {
        self.stage = match (self.width, plies) {
            (_, UNBOUNDED) => Stage::Any,
            (Width::Threats, plies) => Stage::Threats(plies.into()),
            (Width::Full, plies) => Stage::Within(plies.into()),
        };
        self.tell();
        self.path.clear();
        self.children.clear();
        self.men = Side::ALL.map(|side| state.count(side));
        self.look(state, plies, INFINITE, INFINITE)
    }

    /// Looks into a position until its proof number or its disproof number reaches a limit.
    fn look(&mut self, state: &State<B>, left: u16, most_proof: u32, most_disproof: u32) -> Found {
        let nodes_before = self.nodes;
        let first = self.children.len();
        let is_provers = state.side() == self.prover;
        let mut found = if self.path.len() >= LONGEST_PATH {
            Found::refuted(Reliance::BOUND)
        } else {
            match self.expand(state, left) {
                Expanded::Settled(found) => found,
                Expanded::Open(open) => {
                    self.path.push(state.key());
                    let limits = [most_proof, most_disproof];
                    let found = self.look_into_children(state, left, first, limits, open);
                    self.path.pop();
                    found
                }
            }
        };
        self.children.truncate(first);
        // A repetition of this position or of one after it would be one on any path.
        if found.reliance.on_path >= self.path.len() {
            found.reliance.on_path = usize::MAX;
        }
        let Reliance { on_bound, on_path } = found.reliance;
        let refuted = match (found.is_refuted(), on_bound) {
            (false, _) => None,
            _ if on_path != usize::MAX => None,
            (true, false) => Some(UNBOUNDED),
            (true, true) => Some(left).filter(|left| *left != UNBOUNDED),
        };
        let is_tainted = found.is_refuted() && refuted.is_none();
        self.table.store(Entry {
            key: state.key(),
            work: u32::try_from(self.nodes - nodes_before).unwrap_or(u32::MAX).max(1),
            proof: if is_tainted { HARD } else { found.proof },
            disproof: if is_tainted { 1 } else { found.disproof },
            win: found.win.map(|win| Proved { mv: win.mv.filter(|_| is_provers), ..win }),
            refuted,
            width: self.width,
        });
        found
    }

    fn look_into_children(
        &mut self,
        state: &State<B>,
        left: u16,
        first: usize,
        [most_proof, most_disproof]: [u32; 2],
        open: Open,
    ) -> Found {
        let is_provers = state.side() == self.prover;
        loop {
            let Summary { found, best, second, others } = sum_up(&self.children[first..], is_provers, open);
            if found.proof >= most_proof || found.disproof >= most_disproof || self.is_stopped {
                return found;
            }
            let limits = if is_provers {
                [most_proof.min(beyond(second)), most_disproof - others]
            } else {
                [most_proof - others, most_disproof.min(beyond(second))]
            };
            let mut next = *state;
            self.rules.make(&mut next, self.children[first + best].mv);
            let found = self.look(&next, one_less(left), limits[0], limits[1]);
            let child = &mut self.children[first + best];
            child.proof = found.proof;
            child.disproof = found.disproof;
            child.reliance = found.reliance;
            child.plies = found.win.map_or(0, |win| win.plies);
        }
    }

    /// Lists the moves that have to be looked into, unless the position is settled without.
    fn expand(&mut self, state: &State<B>, left: u16) -> Expanded {
        if self.is_stopped {
            return Expanded::Settled(Found { proof: 1, disproof: 1, win: None, reliance: Reliance::NONE });
        }
        let mut moves = std::mem::take(&mut self.moves);
        let expanded = if state.side() == self.prover {
            self.expand_provers(state, left, &mut moves)
        } else {
            self.expand_opponents(state, left, &mut moves)
        };
        self.moves = moves;
        expanded
    }

    fn expand_provers(&mut self, state: &State<B>, left: u16, moves: &mut Vec<Move>) -> Expanded {
        let rules = self.rules;
        if left == 0 {
            return Expanded::Settled(Found::refuted(Reliance::BOUND));
        }
        if let Some(mv) = immediate_win(rules, state) {
            return Expanded::Settled(Found::won(1, Some(mv)));
        }
        if left < 3 {
            return Expanded::Settled(Found::refuted(Reliance::BOUND));
        }
        self.moves_that_count(state, moves);
        let opponent = self.prover.other();
        let mut open = Open { reliance: Reliance::NONE, plies: 0 };
        let first = self.children.len();
        for mv in moves.iter().copied() {
            let mut next = *state;
            rules.make(&mut next, mv);
            self.count_node();
            let is_threat = threat(rules, &next, self.prover).is_some();
            if self.width == Width::Threats && !is_threat || self.past.contains(&next.key()) {
                continue;
            }
            if let Some(place) = self.on_path(&next, left) {
                open.reliance = open.reliance.and(Reliance { on_bound: false, on_path: place });
                continue;
            }
            match self.known(&next, one_less(left)) {
                Some(Known::Won(win)) => {
                    self.children.truncate(first);
                    return Expanded::Settled(Found::won(win.plies + 1, Some(mv)));
                }
                Some(Known::Refuted(reliance)) => open.reliance = open.reliance.and(reliance),
                Some(Known::Numbers([proof, disproof])) => {
                    self.children.push(Child::new(mv, proof, disproof));
                }
                None if immediate_win(rules, &next).is_some() => {}
                None => {
                    let proof = if is_threat { 1 } else { self.first_proof_number(&next, opponent) };
                    self.children.push(Child::new(mv, proof, 1));
                }
            }
        }
        if self.children.len() == first {
            return Expanded::Settled(Found::refuted(open.reliance));
        }
        Expanded::Open(open)
    }

    fn expand_opponents(&mut self, state: &State<B>, left: u16, moves: &mut Vec<Move>) -> Expanded {
        let rules = self.rules;
        if !rules.has_move(state) {
            let is_won = rules.outcome(state).is_some_and(|end| end.winner == Some(self.prover));
            let found = if is_won { Found::won(0, None) } else { Found::refuted(Reliance::NONE) };
            return Expanded::Settled(found);
        }
        // Further on it has been asked before the move that leads here was taken into consideration.
        if self.path.is_empty() && immediate_win(rules, state).is_some() {
            return Expanded::Settled(Found::refuted(Reliance::NONE));
        }
        if left < 2 {
            return Expanded::Settled(Found::refuted(Reliance::BOUND));
        }
        if self.may_come_back(state) {
            rules.moves_into(state, moves);
        } else {
            self.moves_that_count(state, moves);
        }
        // Every reply is followed by a move of the prover.
        let mut open = Open { reliance: Reliance::NONE, plies: 2 };
        let first = self.children.len();
        let refuted = |search: &mut Search<'s, B>, reliance: Reliance| {
            search.children.truncate(first);
            Expanded::Settled(Found::refuted(reliance))
        };
        for mv in moves.iter().copied() {
            let mut next = *state;
            rules.make(&mut next, mv);
            self.count_node();
            if self.past.contains(&next.key()) {
                return refuted(self, Reliance::NONE);
            }
            if let Some(place) = self.on_path(&next, left) {
                return refuted(self, Reliance { on_bound: false, on_path: place });
            }
            match self.known(&next, one_less(left)) {
                Some(Known::Won(win)) => open.plies = open.plies.max(win.plies + 1),
                Some(Known::Refuted(reliance)) => return refuted(self, reliance),
                _ if left < 4 && immediate_win(rules, &next).is_none() => {
                    return refuted(self, Reliance::BOUND);
                }
                Some(Known::Numbers([proof, disproof])) => {
                    self.children.push(Child::new(mv, proof, disproof));
                }
                None if immediate_win(rules, &next).is_some() => {}
                None => self.children.push(Child::new(mv, 1, 1)),
            }
        }
        if self.children.len() == first {
            return Expanded::Settled(Found::won(open.plies, None));
        }
        Expanded::Open(open)
    }

    /// Whether a reply could lead to a position of the game before the search: then even one that seems to lose at once may save the
    /// opponent. After a capture none can.
    fn may_come_back(&self, state: &State<B>) -> bool {
        !self.past.is_empty() && self.men == Side::ALL.map(|side| state.count(side))
    }

    /// The legal moves, or those of them that do not lose at once.
    fn moves_that_count(&self, state: &State<B>, moves: &mut Vec<Move>) {
        let threat = threat(self.rules, state, state.side().other());
        if !threat.is_some_and(|threat| answers(self.rules, state, threat, moves)) {
            self.rules.moves_into(state, moves);
        }
    }

    /// How hard a win without a threat seems: the freer the king, the harder to take him.
    fn first_proof_number(&self, state: &State<B>, opponent: Side) -> u32 {
        match opponent {
            Side::Defenders => 3 + self.rules.king_reach(state).count() / 2,
            Side::Attackers => 6,
        }
    }

    /// Where on the path a position stands, in a search that could go in circles.
    fn on_path(&self, state: &State<B>, left: u16) -> Option<usize> {
        if left != UNBOUNDED {
            return None;
        }
        self.path.iter().position(|key| *key == state.key())
    }

    /// What the table knows that matters with so many plies left.
    fn known(&self, state: &State<B>, left: u16) -> Option<Known> {
        let entry = self.table.get(state.key())?;
        if let Some(win) = entry.win.filter(|win| win.plies <= left) {
            return Some(Known::Won(win));
        }
        if entry.width != self.width {
            return None;
        }
        if let Some(refuted) = entry.refuted.filter(|refuted| *refuted >= left) {
            let is_bounded = refuted != UNBOUNDED;
            return Some(Known::Refuted(if is_bounded { Reliance::BOUND } else { Reliance::NONE }));
        }
        // Numbers of a search with other plies left say something about this one too, but nothing certain.
        Some(Known::Numbers([entry.proof.clamp(1, HARD), entry.disproof.clamp(1, HARD)]))
    }

    /// Counts a position that is looked at.
    fn count_node(&mut self) {
        self.nodes += 1;
        if self.nodes >= self.most_nodes {
            self.is_stopped = true;
        } else if self.nodes >= self.next_look {
            self.next_look = self.nodes + NODES_BETWEEN_LOOKS;
            self.is_stopped |= self.aim.watch.is_over();
            if self.nodes & NODES_BETWEEN_NEWS < NODES_BETWEEN_LOOKS {
                self.tell();
            }
        }
    }

    fn tell(&mut self) {
        (self.progress)(Progress { stage: self.stage, nodes: self.nodes });
    }
}

/// What the table knows of a position.
enum Known {
    Won(Proved),
    Refuted(Reliance),
    Numbers([u32; 2]),
}

impl Child {
    const fn new(mv: Move, proof: u32, disproof: u32) -> Child {
        Child { mv, proof, disproof, plies: 0, reliance: Reliance::NONE }
    }
}

/// What the children of a position come to.
struct Summary {
    found: Found,
    /// The child to look into next.
    best: usize,
    /// The number of the next best one by which they are chosen.
    second: u32,
    /// How much the children count beside the hardest.
    others: u32,
}

fn sum_up(children: &[Child], is_provers: bool, open: Open) -> Summary {
    // The number of a child by which it is chosen, and the one that is summed up.
    let chosen_by = |child: &Child| if is_provers { child.proof } else { child.disproof };
    let summed = |child: &Child| if is_provers { child.disproof } else { child.proof };
    let (mut best, mut least, mut second) = (0, u32::MAX, u32::MAX);
    let (mut hardest, mut open_children) = (0, 0);
    let mut reliance = open.reliance;
    let mut plies = open.plies;
    for (place, child) in children.iter().enumerate() {
        let number = chosen_by(child);
        if number < least {
            (best, least, second) = (place, number, least);
        } else {
            second = second.min(number);
        }
        if summed(child) > 0 {
            open_children += 1;
            hardest = hardest.max(summed(child));
        }
        // For the prover all are refuted or none matters; the opponent's refutation is one child's own.
        reliance = reliance.and(child.reliance);
        plies = plies.max(child.plies + 1);
    }
    let others = u32::saturating_sub(open_children, 1);
    let sum = if hardest >= INFINITE { INFINITE } else { (hardest + others).min(INFINITE - 1) };
    let found = match (is_provers, least) {
        (true, 0) => Found::won(children[best].plies + 1, Some(children[best].mv)),
        (false, 0) => Found::refuted(children[best].reliance),
        (true, _) if open_children == 0 => Found::refuted(reliance),
        (false, _) if open_children == 0 => Found::won(plies, None),
        (true, _) => Found { proof: least, disproof: sum, win: None, reliance: Reliance::NONE },
        (false, _) => Found { proof: sum, disproof: least, win: None, reliance: Reliance::NONE },
    };
    Summary { found, best, second, others }
}

/// The plies left after a move.
const fn one_less(left: u16) -> u16 {
    if left == UNBOUNDED { UNBOUNDED } else { left - 1 }
}

/// The limit up to which the best child is looked into before the second best has its turn: a little beyond, so that the search does
/// not jump between them all the time.
fn beyond(second: u32) -> u32 {
    second.saturating_add(1 + second / 4).min(INFINITE)
}
