//! What is looked at once for every position, to judge it and to order its moves.

use tablen_rules::tafl::{Bits, KingReach, Move, Rules, Side, Siege, State};

/// What is looked at once for every position.
#[derive(Clone, Copy, Debug)]
pub struct PositionInfo {
    /// Where the king can go, and how many ways lead to a goal (T10).
    pub reach: KingReach,
    /// How near the attackers are to taking him.
    pub siege: Siege,
}

impl PositionInfo {
    /// Looks at a position.
    #[inline]
    pub fn new<B: Bits>(rules: &Rules<B>, state: &State<B>) -> PositionInfo {
        PositionInfo { reach: rules.king_reach(state), siege: rules.siege(state) }
    }

    /// Whether the king is about to escape and the attackers have to answer: such a position cannot be judged as it stands.
    #[inline]
    pub(super) fn must_be_answered(&self, side: Side) -> bool {
        side == Side::Attackers && self.reach.routes > 0
    }

    /// Whether the attackers would take the king with their next move, if it were their turn now.
    #[inline]
    pub(super) fn king_hangs<B: Bits>(&self, rules: &Rules<B>, state: &State<B>) -> bool {
        self.siege.missing() != [None; 2] && self.taking_move(rules, &rules.pass(state)).is_some()
    }

    /// A move of the side to move that wins at once: the king's to a goal, or one that takes him. A capture in company is
    /// not looked for.
    #[inline]
    pub(super) fn winning_move<B: Bits>(&self, rules: &Rules<B>, state: &State<B>) -> Option<Move> {
        match state.side() {
            Side::Defenders if self.reach.routes > 0 => {
                let mut winning = None;
                self.reach.visit(|to| {
                    if rules.goal_rows().contains(to) {
                        winning = Some(Move::new(state.king(), to));
                    }
                });
                winning
            }
            Side::Defenders => None,
            Side::Attackers => self.taking_move(rules, state),
        }
    }

    /// Whether the side to move has to answer a threat to win with the next move.
    #[inline]
    fn is_critical<B: Bits>(&self, rules: &Rules<B>, state: &State<B>) -> bool {
        match state.side() {
            Side::Attackers => self.must_be_answered(Side::Attackers),
            Side::Defenders => self.king_hangs(rules, state),
        }
    }

    fn taking_move<B: Bits>(&self, rules: &Rules<B>, state: &State<B>) -> Option<Move> {
        let mut taking = None;
        for cell in self.siege.missing().into_iter().flatten() {
            rules.visit_moves_to(state, cell, |mv| {
                let mut next = *state;
                rules.make(&mut next, mv);
                if next.king_captured() {
                    taking = Some(mv);
                }
            });
        }
        taking
    }
}

/// A position of a search with what has been seen of it, so that each is looked at only once.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen<'p, B: Bits> {
    pub(super) state: &'p State<B>,
    pub(super) info: PositionInfo,
    /// The side to move has to answer a threat: no such position is judged as it stands.
    pub(super) is_critical: bool,
}

impl<'p, B: Bits> Seen<'p, B> {
    #[inline]
    pub(super) fn new(rules: &Rules<B>, state: &'p State<B>) -> Seen<'p, B> {
        let info = PositionInfo::new(rules, state);
        Seen { state, info, is_critical: info.is_critical(rules, state) }
    }
}
