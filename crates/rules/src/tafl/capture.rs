//! What a move captures, and what that decides.

use std::hint::select_unpredictable;

use super::movement::add;
use super::{
    Bases, Bits, Cell, Companions, CornerHostility, Goal, KingArms, KingCapture, Move, Outcome, Piece,
    Reason, Rules, Side, State, ThroneHostility, ThroneStop,
};

const DIRECTIONS: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];

/// What a move did, enough to take it back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Made<B: Bits> {
    /// The move.
    pub mv: Move,
    /// The piece that moved.
    pub piece: Piece,
    /// The men it captured; a captured king is not among them.
    pub captured: B,
}

impl<B: Bits> Rules<B> {
    /// Plays a move in place, for searches: it must be one of [`Rules::visit_moves`], which is not
    /// checked: another move leaves a state that means nothing, and one outside the board may panic.
    #[inline]
    pub fn make(&self, state: &mut State<B>, mv: Move) -> Made<B> {
        // One copy of the code for each side: what belongs to whom is then known when it is compiled.
        match state.side {
            Side::Attackers => self.make_of(Side::Attackers, state, mv),
            Side::Defenders => self.make_of(Side::Defenders, state, mv),
        }
    }

    /// As [`Rules::make`], for the side to move.
    #[inline(always)]
    pub(super) fn make_of(&self, side: Side, state: &mut State<B>, mv: Move) -> Made<B> {
        match side {
            Side::Attackers => {
                state.relocate(Side::Attackers, Piece::Attacker, mv);
                let captured = self.capture_men(state, Side::Attackers, mv.to);
                let made = Made { mv, piece: Piece::Attacker, captured };
                if self.is_surrounded(state) && self.is_king_surroundable(state.king)
                    || self.has_companions && self.takes_company(state, &made)
                {
                    state.capture_king();
                }
                state.pass_turn();
                made
            }
            Side::Defenders => {
                let is_king = mv.from == state.king;
                let piece = select_unpredictable(is_king, Piece::King, Piece::Defender);
                state.relocate(Side::Defenders, piece, mv);
                let captured = if is_king && !self.king_captures {
                    B::default()
                } else {
                    self.capture_men(state, Side::Defenders, mv.to)
                };
                state.pass_turn();
                Made { mv, piece, captured }
            }
        }
    }

    /// Takes back what [`Rules::make`] did last.
    pub fn unmake(&self, state: &mut State<B>, made: &Made<B>) {
        if state.king_captured {
            state.capture_king();
            state.king_captured = false;
        }
        state.pass_turn();
        state.take(made.mv.to, made.piece);
        state.put(made.mv.from, made.piece);
        let victim = if made.piece == Piece::Attacker { Piece::Defender } else { Piece::Attacker };
        for cell in made.captured.cells() {
            state.put(cell, victim);
        }
    }

    /// T6, A6: takes the men between the piece that moved and a partner.
    #[inline(always)]
    fn capture_men(&self, state: &mut State<B>, mover: Side, to: Cell) -> B {
        let [row, column] = B::lines_of(to);
        // Both lines are looked at without a branch: whether an enemy is beside the piece cannot be foreseen, that none is
        // captured almost always can.
        // Cells that capture are few and mostly far from the piece, which can be foreseen too.
        let has_hostile_cells = B::has(&self.in_reach_of_hostile, to);
        let across = self.captured_in(state, mover, row, to.column(), has_hostile_cells);
        let along = self.captured_in(state, mover, column, to.row(), has_hostile_cells);
        if across | along == 0 { B::default() } else { self.remove_captured(state, mover, to, across, along) }
    }

    /// Which of the two men beside a place in a line are captured by the piece there: bit 0 the one before, bit 2 the
    /// one after. The king may be among them.
    #[inline(always)]
    fn captured_in(
        &self,
        state: &State<B>,
        mover: Side,
        line: usize,
        place: u8,
        has_hostile_cells: bool,
    ) -> u32 {
        let victims = mover.other();
        let men = B::line(&state.lines[victims], line);
        let mut partners = B::line(&state.lines[mover], line);
        if mover == Side::Defenders && !self.king_is_partner {
            partners &= !B::line_of_cell(state.king, line);
        }
        if has_hostile_cells {
            let occupied = B::line(&state.lines.attackers, line) | B::line(&state.lines.defenders, line);
            partners |= B::line(&self.hostile_lines[victims], line)
                | (B::line(&self.hostile_when_empty[victims], line) & !occupied);
        }
        // The partners two before the place and two after it; then in the middle between them and the place.
        let partners = partners << 1 >> place & 0b10001;
        men >> place & (partners | partners >> 2) & 0b101
    }

    /// Takes what [`Rules::captured_in`] found, the king only where he is taken like a man (T18).
    #[cold]
    fn remove_captured(&self, state: &mut State<B>, mover: Side, to: Cell, across: u32, along: u32) -> B {
        let victim = if mover == Side::Attackers { Piece::Defender } else { Piece::Attacker };
        let mut captured = B::default();
        let mut is_king_taken = false;
        for (is_captured, columns, rows) in
            [(across & 1, -1, 0), (across & 4, 1, 0), (along & 1, 0, -1), (along & 4, 0, 1)]
        {
            if is_captured != 0
                && let Some(cell) = to.offset(columns, rows, self.size)
            {
                if cell == state.king {
                    is_king_taken = !self.is_king_surroundable(cell);
                } else {
                    state.take(cell, victim);
                    captured.insert(cell);
                }
            }
        }
        if is_king_taken {
            state.capture_king();
        }
        captured
    }

    /// Whether a cell itself is an enemy of a side's men (T6, T18, A6).
    #[inline]
    fn is_hostile(&self, state: &State<B>, victims: Side, cell: Cell) -> bool {
        self.hostile[victims].contains(cell)
            || cell == self.throne
                && match self.ruleset.throne_hostile {
                    ThroneHostility::Never => false,
                    ThroneHostility::Always => true,
                    ThroneHostility::WhenEmpty => !state.is_occupied(cell),
                    ThroneHostility::DefendersWhenEmpty => {
                        victims == Side::Attackers || !state.is_occupied(cell)
                    }
                }
    }

    /// Whether the attackers' move just made encloses the king in company.
    #[inline(never)]
    fn takes_company(&self, state: &State<B>, made: &Made<B>) -> bool {
        self.is_king_surroundable(state.king)
            && self.is_enclosed_in_company(state)
            && !self.is_enclosed_in_company(&self.before(state, made))
    }

    /// Whether the king of a setup can have been taken where he stands.
    pub(super) fn is_king_taken(&self, state: &State<B>) -> bool {
        if self.is_king_surroundable(state.king) {
            self.is_surrounded(state) || self.has_companions && self.is_enclosed_in_company(state)
        } else {
            self.is_between_two(state)
        }
    }

    /// Whether the king on that cell must be surrounded, rather than taken like a man.
    #[inline]
    pub(super) fn is_king_surroundable(&self, king: Cell) -> bool {
        match self.ruleset.king_capture {
            KingCapture::Surrounded | KingCapture::SurroundedInField => true,
            KingCapture::StrongAtThrone => self.at_throne.contains(king),
            KingCapture::Custodial => false,
        }
    }

    /// T8, T15, A8: whether all four sides of the king are held.
    #[inline(always)]
    fn is_surrounded(&self, state: &State<B>) -> bool {
        let [row, column] = B::lines_of(state.king);
        let is_held_in = |line: usize, place: u8| {
            (B::line(&state.lines.attackers, line) | B::line(&self.king_holders, line)) >> place & 0b101
                == 0b101
        };
        is_held_in(row, state.king.column()) && is_held_in(column, state.king.row())
    }

    /// Whether an attacker, or what counts as one against the king, stands beside a cell in a direction.
    #[inline]
    fn is_held(&self, state: &State<B>, cell: Cell, (columns, rows): (i8, i8)) -> bool {
        match cell.offset(columns, rows, self.size) {
            Some(beside) => B::has(&state.lines.attackers, beside) || self.holds_king.contains(beside),
            None => self.ruleset.king_capture == KingCapture::Surrounded,
        }
    }

    /// T18: whether the king stands between two.
    fn is_between_two(&self, state: &State<B>) -> bool {
        [(1, 0), (0, 1)].into_iter().any(|(columns, rows)| {
            let one = state.king.offset(columns, rows, self.size);
            let other = state.king.offset(-columns, -rows, self.size);
            let (Some(one), Some(other)) = (one, other) else { return false };
            let has_man = B::has(&state.lines.attackers, one) || B::has(&state.lines.attackers, other);
            let is_captor =
                |cell| B::has(&state.lines.attackers, cell) || self.is_hostile(state, Side::Defenders, cell);
            has_man && is_captor(one) && is_captor(other)
        })
    }

    /// A9: whether the king and the men joined to him are held on every side and none of them could move.
    fn is_enclosed_in_company(&self, state: &State<B>) -> bool {
        let mut group = B::default();
        group.insert(state.king);
        let mut to_look_at = group;
        while let Some(cell) = to_look_at.pop() {
            for direction in DIRECTIONS {
                if let Some(beside) = cell.offset(direction.0, direction.1, self.size)
                    && B::has(&state.lines.defenders, beside)
                {
                    if !group.contains(beside) {
                        group.insert(beside);
                        to_look_at.insert(beside);
                    }
                } else if !self.is_held(state, cell, direction) {
                    return false;
                }
            }
            if self.ruleset.companions == Companions::One && group.len() > 2 {
                return false;
            }
        }
        group.len() >= 2
            && group.cells().all(|cell| {
                let piece = if cell == state.king { Piece::King } else { Piece::Defender };
                self.reach(state, cell, piece).is_empty()
            })
    }

    /// Whether one attackers' move might take the king in company (A9): false where none can, so that searches need not try them all.
    ///
    /// A move fills one cell beside the king and the men joined to him, and frees the one it left; it cannot change who is joined to
    /// him without leaving him open where a man was taken. So with two open cells or more it is too early.
    pub fn may_take_company(&self, state: &State<B>) -> bool {
        if !self.has_companions || !self.is_king_surroundable(state.king) {
            return false;
        }
        let mut group = B::default();
        group.insert(state.king);
        let mut to_look_at = group;
        let mut open = None;
        while let Some(cell) = to_look_at.pop() {
            for direction in DIRECTIONS {
                let beside = cell.offset(direction.0, direction.1, self.size);
                if let Some(beside) = beside
                    && B::has(&state.lines.defenders, beside)
                {
                    if !group.contains(beside) {
                        group.insert(beside);
                        to_look_at.insert(beside);
                    }
                } else if !self.is_held(state, cell, direction) {
                    if beside.is_none() || open.is_some() && open != beside {
                        return false;
                    }
                    open = beside;
                }
            }
            if self.ruleset.companions == Companions::One && group.len() > 2 {
                return false;
            }
        }
        group.len() >= 2
    }

    /// The state before an attackers' move whose turn has not been passed yet.
    fn before(&self, state: &State<B>, made: &Made<B>) -> State<B> {
        let mut before = *state;
        before.take(made.mv.to, Piece::Attacker);
        before.put(made.mv.from, Piece::Attacker);
        for cell in made.captured.cells() {
            before.put(cell, Piece::Defender);
        }
        before
    }

    /// Whether the game has been decided by the king: he has escaped (T9, A10) or been captured (T8, A8, A9).
    #[inline]
    pub fn decided(&self, state: &State<B>) -> Option<Outcome> {
        if state.king_captured {
            Some(Outcome { winner: Some(Side::Attackers), reason: Reason::Capture })
        } else if B::has(&self.goal_lines, state.king) {
            Some(Outcome { winner: Some(Side::Defenders), reason: Reason::Escape })
        } else {
            None
        }
    }

    /// Works out which cells are goals, and which are enemies to whom.
    pub(super) fn mark_cells(&mut self) {
        let layout = self.ruleset.board.layout();
        let size = self.size;
        let bases = B::of(layout.bases.iter().copied());
        let edge = B::of(Cell::all(size).filter(|cell| cell.is_on_edge(size)));
        if self.ruleset.goal == Goal::Corners {
            self.corners = B::of(layout.corners.iter().copied());
        }
        self.goals = match self.ruleset.goal {
            Goal::Edge => edge,
            Goal::EdgeWithoutBases => edge & !bases,
            Goal::Corners => self.corners,
        };
        for cell in self.goals.cells() {
            add::<B>(&mut self.goal_lines, cell);
        }
        self.goal_rows = self.goals.cells().collect();
        self.base_groups = layout.base_groups().into_iter().map(B::of).collect();

        if self.ruleset.corner_hostile == CornerHostility::Hostile {
            self.hostile.attackers = self.corners;
            self.hostile.defenders = self.corners;
            self.holds_king = self.corners;
        }
        if self.ruleset.bases == Bases::Camps {
            let buried = |cell: &Cell| cell.neighbours(size).all(|neighbour| bases.contains(neighbour));
            let exposed = B::of(layout.bases.iter().copied().filter(|cell| !buried(cell)));
            self.hostile.attackers = self.hostile.attackers | exposed;
            self.hostile.defenders = self.hostile.defenders | bases;
            self.holds_king = self.holds_king | bases;
            self.camp_rows = bases.cells().collect();
        }
        if self.ruleset.throne_stop != ThroneStop::Everyone {
            self.holds_king.insert(self.throne);
        }
        let mut holders = B::NO_LINES;
        if self.ruleset.king_capture == KingCapture::Surrounded {
            holders = B::outside(size);
        }
        for cell in self.holds_king.cells() {
            add::<B>(&mut holders, cell);
        }
        self.king_holders = holders;
        for side in Side::ALL {
            for cell in self.hostile[side].cells() {
                add::<B>(&mut self.hostile_lines[side], cell);
            }
        }
        let throne = self.throne;
        let mut throne_counts = |side: Side, always: bool| {
            let lines = if always { &mut self.hostile_lines } else { &mut self.hostile_when_empty };
            add::<B>(&mut lines[side], throne);
        };
        match self.ruleset.throne_hostile {
            ThroneHostility::Never => {}
            ThroneHostility::DefendersWhenEmpty => {
                throne_counts(Side::Attackers, true);
                throne_counts(Side::Defenders, false);
            }
            ThroneHostility::WhenEmpty => Side::ALL.into_iter().for_each(|side| throne_counts(side, false)),
            ThroneHostility::Always => Side::ALL.into_iter().for_each(|side| throne_counts(side, true)),
        }
        for side in Side::ALL {
            let when_empty = B::rows(&self.hostile_when_empty[side]);
            self.hostile_rows[side] = B::rows(&self.hostile_lines[side]);
            self.hostile_rows[side].add(&when_empty);
        }
        for cell in Cell::all(size) {
            let is_hostile = Side::ALL.into_iter().any(|side| {
                B::has(&self.hostile_lines[side], cell) || B::has(&self.hostile_when_empty[side], cell)
            });
            for (columns, rows) in DIRECTIONS {
                if is_hostile && let Some(captor) = cell.offset(2 * columns, 2 * rows, size) {
                    add::<B>(&mut self.in_reach_of_hostile, captor);
                }
            }
        }
        self.has_companions = self.ruleset.companions != Companions::None;
        self.king_is_partner = matches!(self.ruleset.king_arms, KingArms::Armed | KingArms::Anvil);
        self.king_captures = matches!(self.ruleset.king_arms, KingArms::Armed | KingArms::Hammer);
        self.at_throne = B::of(self.throne.neighbours(size).chain([self.throne]));
    }
}
