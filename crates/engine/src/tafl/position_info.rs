//! What is looked at once for every position, to judge it and to order its moves.

use tablen_rules::tafl::{Bits, BySide, Cell, KingReach, Move, Rows, Rules, Side, Siege, State};

/// What is looked at once for every position.
#[derive(Clone, Copy, Debug)]
pub struct PositionInfo {
    /// The pieces of each side, the king among the defenders.
    pub pieces: BySide<Rows>,
    /// Where the king stands.
    pub king: Cell,
    /// Where he can go, and how many ways lead to a goal (T10).
    pub reach: KingReach,
    /// How near the attackers are to taking him.
    pub siege: Siege,
}

impl PositionInfo {
    /// Looks at a position.
    #[inline]
    pub fn new<B: Bits>(rules: &Rules<B>, state: &State<B>) -> PositionInfo {
        PositionInfo {
            pieces: BySide { attackers: state.rows(Side::Attackers), defenders: state.rows(Side::Defenders) },
            king: state.king(),
            reach: rules.king_reach(state),
            siege: rules.siege(state),
        }
    }

    /// The occupied cells of a row.
    #[inline]
    pub fn occupied(&self, row: usize) -> u32 {
        self.pieces.attackers[row] | self.pieces.defenders[row]
    }

    /// Whether an attacker seems to get to one of the cells on which he would take the king.
    #[inline]
    pub fn is_king_in_danger(&self, size: u8) -> bool {
        self.siege.missing().into_iter().flatten().any(|cell| self.attacker_has_line_to(cell, size))
    }

    /// Whether the first piece in some direction from a cell is an attacker: if not, no attacker can get there.
    fn attacker_has_line_to(&self, cell: Cell, size: u8) -> bool {
        [(1, 0), (-1, 0), (0, 1), (0, -1)].into_iter().any(|(columns, rows)| {
            let mut beyond = cell.offset(columns, rows, size);
            while let Some(at) = beyond {
                if self.pieces.attackers.contains(at) {
                    return true;
                }
                if self.pieces.defenders.contains(at) {
                    return false;
                }
                beyond = at.offset(columns, rows, size);
            }
            false
        })
    }

    /// Whether the king is about to escape and the attackers have to answer: such a position cannot be judged as it stands.
    #[inline]
    pub(super) fn must_be_answered(&self, side: Side) -> bool {
        side == Side::Attackers && self.reach.routes > 0
    }

    /// A move of the side to move that wins at once: the king's to a goal, or one that takes him. A capture in company is
    /// not looked for.
    #[inline]
    pub(super) fn winning_move<B: Bits>(&self, rules: &Rules<B>, state: &State<B>) -> Option<Move> {
        match state.side() {
            Side::Defenders if self.reach.routes > 0 => {
                let goal = self.reach.cells.first_common(rules.goal_rows(), usize::from(rules.size()));
                goal.map(|goal| Move::new(self.king, goal))
            }
            Side::Defenders => None,
            Side::Attackers => self.taking_move(rules, state),
        }
    }

    fn taking_move<B: Bits>(&self, rules: &Rules<B>, state: &State<B>) -> Option<Move> {
        if !self.is_king_in_danger(rules.size()) {
            return None;
        }
        let missing = self.siege.missing();
        let mut taking = None;
        rules.visit_moves(state, |mv| {
            if taking.is_none() && missing.contains(&Some(mv.to)) {
                let mut next = *state;
                rules.make(&mut next, mv);
                if next.king_captured() {
                    taking = Some(mv);
                }
            }
        });
        taking
    }
}
