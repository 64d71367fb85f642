//! Move ordering: the better the move that is looked at first, the less there is to look at. The move of the transposition table comes first,
//! then captures and what surrounds the king, then killers, then quiet moves by their history. Each kind is listed only when it is its turn:
//! in most positions an early move makes all later ones superfluous.

use std::cmp::Reverse;

use tablen_rules::tafl::{Bits, CaptureSpots, Cell, Move, Rules, Side, State};

use super::history::{History, Previous};
use super::position_info::PositionInfo;

/// A move and when to look at it.
#[derive(Clone, Copy, Debug)]
pub(super) struct RankedMove {
    /// The points, and below them the cells to break ties, so that the order never depends on how a move was found. The highest goes first.
    order: u64,
    pub(super) mv: Move,
    /// What is expected of it.
    pub(super) kind: MoveKind,
}

/// What is expected of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MoveKind {
    /// It captures, or completes the siege of the king.
    Capture,
    /// It may threaten to win with the next move; if it does not, it is one of the quiet moves that are left out.
    Threat,
    /// Nothing of that.
    Quiet,
}

impl RankedMove {
    #[inline]
    pub(super) fn new(mv: Move, points: i32, kind: MoveKind) -> RankedMove {
        let cells = (mv.from.place() << 16 | mv.to.place()) as u32;
        let points = points.cast_unsigned() ^ 1 << 31;
        RankedMove { order: u64::from(points) << 32 | u64::from(!cells), mv, kind }
    }

    /// What speaks for it.
    #[inline]
    pub(super) const fn points(&self) -> i32 {
        ((self.order >> 32) as u32 ^ 1 << 31).cast_signed()
    }
}

/// What comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Known,
    ListCaptures,
    Captures,
    Killers(usize),
    ListQuiets,
    ListThreats,
    ListAnswers,
    Listed,
    Done,
}

/// Hands out the moves of a position one after the other. They are listed in the worker's stack of moves from `start` on.
#[derive(Debug)]
pub(super) struct MovePicker<B: Bits> {
    stage: Stage,
    known: Option<Move>,
    killers: [Option<Move>; 2],
    previous: Previous,
    /// Only moves that answer the king's threat to escape.
    only_answers: bool,
    skips_quiets: bool,
    spots: CaptureSpots<B>,
    start: usize,
    next: usize,
}

/// Points above every history.
const KING_TAKEN: i32 = 1 << 24;
const CAPTURE: i32 = 1 << 22;
/// A quiet move of the king: he is what the game is about.
const KING: i32 = 512;

impl<B: Bits> MovePicker<B> {
    /// For a position whose best move may be known; it must be legal.
    pub(super) fn new(
        rules: &Rules<B>,
        state: &State<B>,
        known: Option<Move>,
        killers: [Option<Move>; 2],
        previous: Previous,
        only_answers: bool,
        start: usize,
    ) -> MovePicker<B> {
        MovePicker {
            stage: Stage::Known,
            known,
            killers,
            previous,
            only_answers,
            skips_quiets: false,
            spots: rules.capture_spots(state),
            start,
            next: start,
        }
    }

    /// Hands out no more quiet moves, but for those that may be threats.
    pub(super) fn skip_quiets(&mut self, state: &State<B>, info: &PositionInfo, moves: &mut Vec<RankedMove>) {
        if self.skips_quiets || self.only_answers {
            return;
        }
        self.skips_quiets = true;
        if self.stage == Stage::Listed {
            let king = state.king();
            let is_in_line = |cell: Cell| cell.row() == king.row() || cell.column() == king.column();
            let may_threaten = |mv: Move| match state.side() {
                Side::Defenders => is_in_line(mv.from),
                Side::Attackers => {
                    let distance = mv.to.row().abs_diff(king.row()) + mv.to.column().abs_diff(king.column());
                    distance == 1 && info.siege.is_near()
                }
            };
            let mut kept = self.next;
            for index in self.next..moves.len() {
                if may_threaten(moves[index].mv) {
                    moves[kept] = RankedMove { kind: MoveKind::Threat, ..moves[index] };
                    kept += 1;
                }
            }
            moves.truncate(kept);
            // What is left is put in order from here.
            self.start = self.next;
        }
    }

    fn kind(&self, mv: Move) -> MoveKind {
        if self.spots.contains(mv.to) { MoveKind::Capture } else { MoveKind::Quiet }
    }

    /// The next move.
    #[inline]
    pub(super) fn next(
        &mut self,
        rules: &Rules<B>,
        state: &State<B>,
        info: &PositionInfo,
        history: &History,
        moves: &mut Vec<RankedMove>,
    ) -> Option<RankedMove> {
        loop {
            match self.stage {
                Stage::Known => {
                    self.stage = if self.only_answers { Stage::ListAnswers } else { Stage::ListCaptures };
                    if let Some(mv) = self.known {
                        return Some(RankedMove::new(mv, 0, self.kind(mv)));
                    }
                }
                Stage::ListCaptures => {
                    self.stage = Stage::Captures;
                    self.list_captures(rules, state, info, history, moves);
                }
                Stage::Captures => match self.best_listed(moves) {
                    Some(ranked) => return Some(ranked),
                    None => self.stage = Stage::Killers(0),
                },
                Stage::Killers(number) => {
                    self.stage = if number + 1 < self.killers.len() {
                        Stage::Killers(number + 1)
                    } else {
                        Stage::ListQuiets
                    };
                    if let Some(mv) = self.killers[number]
                        && !self.skips_quiets
                        && self.known != Some(mv)
                        && !self.is_listed_with_captures(info, state, mv)
                        && is_legal(rules, state, mv)
                    {
                        return Some(RankedMove::new(
                            mv,
                            history.of(state.side(), self.previous).points(mv),
                            MoveKind::Quiet,
                        ));
                    }
                }
                Stage::ListQuiets if self.skips_quiets => self.stage = Stage::ListThreats,
                Stage::ListQuiets => {
                    self.stage = Stage::Listed;
                    self.list_quiets(rules, state, info, history, moves);
                }
                Stage::ListThreats => {
                    self.stage = Stage::Listed;
                    self.list_threats(rules, state, info, history, moves);
                }
                Stage::ListAnswers => {
                    self.stage = Stage::Listed;
                    let history = history.of(state.side(), self.previous);
                    info.reach.visit(|cell| {
                        rules.visit_moves_to(state, cell, |mv| {
                            if self.known != Some(mv) {
                                let points = history.points(mv);
                                moves.push(RankedMove::new(mv, points, self.kind(mv)));
                            }
                        });
                    });
                }
                Stage::Listed => match self.best_listed(moves) {
                    Some(ranked) => return Some(ranked),
                    None => self.stage = Stage::Done,
                },
                Stage::Done => return None,
            }
        }
    }

    fn best_listed(&mut self, moves: &mut [RankedMove]) -> Option<RankedMove> {
        let listed = &mut moves[self.next..];
        bring_forward(listed, self.next - self.start);
        self.next += 1;
        listed.first().copied().or_else(|| {
            self.next -= 1;
            self.start = self.next;
            None
        })
    }

    /// Whether a move is handed out with the captures.
    fn is_listed_with_captures(&self, info: &PositionInfo, state: &State<B>, mv: Move) -> bool {
        self.spots.contains(mv.to)
            || state.side() == Side::Attackers && info.siege.missing().contains(&Some(mv.to))
    }

    fn list_captures(
        &self,
        rules: &Rules<B>,
        state: &State<B>,
        info: &PositionInfo,
        history: &History,
        moves: &mut Vec<RankedMove>,
    ) {
        let side = state.side();
        let history = history.of(side, self.previous);
        let mut list = |mv: Move, points: i32| {
            if self.known != Some(mv) {
                let points = points + history.points(mv);
                moves.push(RankedMove::new(mv, points, MoveKind::Capture));
            }
        };
        self.spots.visit(rules.size(), |cell| rules.visit_moves_to(state, cell, |mv| list(mv, CAPTURE)));
        if side == Side::Attackers {
            for cell in info.siege.missing().into_iter().flatten().filter(|cell| !self.spots.contains(*cell))
            {
                rules.visit_moves_to(state, cell, |mv| list(mv, KING_TAKEN));
            }
        }
    }

    /// The quiet moves that may threaten to win with the next move.
    fn list_threats(
        &self,
        rules: &Rules<B>,
        state: &State<B>,
        info: &PositionInfo,
        history: &History,
        moves: &mut Vec<RankedMove>,
    ) {
        let side = state.side();
        let history = history.of(side, self.previous);
        let list = |mv: Move| {
            if self.known != Some(mv) && !self.is_listed_with_captures(info, state, mv) {
                moves.push(RankedMove::new(mv, history.points(mv), MoveKind::Threat));
            }
        };
        match side {
            Side::Defenders => rules.visit_moves_of_king_and_screens(state, list),
            Side::Attackers if info.siege.is_near() => {
                state.king().neighbours(rules.size()).for_each({
                    let mut list = list;
                    move |cell| rules.visit_moves_to(state, cell, &mut list)
                });
            }
            Side::Attackers => {}
        }
    }

    fn list_quiets(
        &self,
        rules: &Rules<B>,
        state: &State<B>,
        info: &PositionInfo,
        history: &History,
        moves: &mut Vec<RankedMove>,
    ) {
        let king = state.king();
        let history = history.of(state.side(), self.previous);
        rules.visit_moves(state, |mv| {
            if self.known == Some(mv)
                || self.killers.contains(&Some(mv))
                || self.is_listed_with_captures(info, state, mv)
            {
                return;
            }
            let points = history.points(mv) + if mv.from == king { KING } else { 0 };
            moves.push(RankedMove::new(mv, points, MoveKind::Quiet));
        });
    }
}

/// Whether a move of the transposition table or a killer, which may belong to another position, is legal here.
pub(super) fn is_legal<B: Bits>(rules: &Rules<B>, state: &State<B>, mv: Move) -> bool {
    let mut is_legal = false;
    rules.visit_moves_to(state, mv.to, |legal| is_legal |= legal == mv);
    is_legal
}

/// How many moves are picked one by one before others are sorted: most positions need no more.
const PICKED: usize = 3;
/// So many are sorted then. The rest is left as it is: those moves are looked at last and least, in whatever order.
const SORTED: usize = 16;

/// Brings the best of the moves to the first place, where `number` have been handed out.
fn bring_forward(moves: &mut [RankedMove], number: usize) {
    if number < PICKED {
        let mut best = 0;
        for index in 1..moves.len() {
            if moves[index].order > moves[best].order {
                best = index;
            }
        }
        if best > 0 {
            moves.swap(0, best);
        }
    } else if number == PICKED {
        let order = |ranked: &RankedMove| Reverse(ranked.order);
        let sorted =
            if moves.len() > SORTED { moves.select_nth_unstable_by_key(SORTED, order).0 } else { moves };
        sorted.sort_unstable_by_key(order);
    }
}
