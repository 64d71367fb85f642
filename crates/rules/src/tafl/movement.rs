//! Where pieces can go.

use super::{Bases, Bits, Cell, KingMove, Piece, Rules, Side, State, ThronePass, ThroneStop};

/// A piece moved from one cell to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// Where it stands.
    pub from: Cell,
    /// Where it goes.
    pub to: Cell,
}

impl Move {
    /// From one cell to another.
    pub const fn new(from: Cell, to: Cell) -> Move {
        Move { from, to }
    }
}

/// The cells that a kind of piece may not pass over or stop on, as lines like those of a [`State`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Terrain<B: Bits> {
    /// May not be passed over; all that is not on the board among them.
    pub(super) walls: B::Lines,
    /// May not be stopped on.
    pub(super) bans: B::Lines,
}

impl<B: Bits> Terrain<B> {
    pub(super) fn open(size: u8) -> Terrain<B> {
        Terrain { walls: B::outside(size), bans: B::NO_LINES }
    }

    fn close(&mut self, cell: Cell) {
        self.forbid_passing(cell);
        self.forbid_stopping(cell);
    }

    fn forbid_passing(&mut self, cell: Cell) {
        add::<B>(&mut self.walls, cell);
    }

    fn forbid_stopping(&mut self, cell: Cell) {
        add::<B>(&mut self.bans, cell);
    }
}

/// Adds a cell to lines that may have it already.
pub(super) fn add<B: Bits>(lines: &mut B::Lines, cell: Cell) {
    if !B::has(lines, cell) {
        B::flip(lines, cell);
    }
}

/// The cells a piece can reach along its row, along its column, and by a diagonal step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Reach {
    /// Lines like those of a [`State`]: bit i + 1 is cell i.
    pub(super) row: u32,
    pub(super) column: u32,
    /// One bit for each entry of [`DIAGONALS`].
    pub(super) diagonal: u32,
}

const DIAGONALS: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

impl Reach {
    #[inline]
    pub(super) const fn len(self) -> u32 {
        self.row.count_ones() + self.column.count_ones() + self.diagonal.count_ones()
    }

    #[inline]
    pub(super) const fn is_empty(self) -> bool {
        self.row | self.column | self.diagonal == 0
    }

    /// Whether a cell is among them, for a piece on `from`.
    #[inline]
    pub(super) fn contains(self, from: Cell, cell: Cell) -> bool {
        cell.row() == from.row() && self.row >> cell.column() & 0b10 != 0
            || cell.column() == from.column() && self.column >> cell.row() & 0b10 != 0
            || self.diagonal != 0 && self.diagonals(from).any(|beside| beside == cell)
    }

    /// The cells of diagonal steps.
    pub(super) fn diagonals(self, from: Cell) -> impl Iterator<Item = Cell> {
        let reached =
            DIAGONALS.into_iter().enumerate().filter(move |(index, _)| self.diagonal & 1 << index != 0);
        reached.filter_map(move |(_, (columns, rows))| from.offset(columns, rows, super::MAX_SIZE))
    }

    /// Calls `visit` with every cell.
    #[inline]
    pub(super) fn visit(self, from: Cell, mut visit: impl FnMut(Cell)) {
        let mut row = self.row;
        while row != 0 {
            visit(Cell::at(row.trailing_zeros() as u8 - 1, from.row()));
            row &= row - 1;
        }
        let mut column = self.column;
        while column != 0 {
            visit(Cell::at(from.column(), column.trailing_zeros() as u8 - 1));
            column &= column - 1;
        }
        if self.diagonal != 0 {
            self.diagonals(from).for_each(visit);
        }
    }
}

/// The free cells on both sides of `place` (a bit number) up to the next set bit of `line`.
#[inline]
fn slide(line: u32, place: u32) -> u32 {
    let below = line & ((1 << place) - 1);
    let above = line & !((2 << place) - 1);
    // Bit 0 and the bits past the board are always set, so there is always a lowest and a highest stop.
    let low = (1u32 << place).wrapping_sub(2 << (31 - below.leading_zeros()));
    let high = (1u32 << above.trailing_zeros()).wrapping_sub(2 << place);
    low | high
}

/// The places of the nearest pieces before and after a place of a line.
#[inline]
fn nearest(line: u32, place: u8) -> [Option<u8>; 2] {
    let bit = place + 1;
    let (before, after) = (line & ((1 << bit) - 1), line & !((2 << bit) - 1));
    [
        (before != 0).then(|| 30 - before.leading_zeros() as u8),
        (after != 0).then(|| after.trailing_zeros() as u8 - 1),
    ]
}

impl<B: Bits> Rules<B> {
    /// Where a man can go.
    #[inline]
    fn man_reach(&self, state: &State<B>, terrain: &Terrain<B>, from: Cell) -> Reach {
        let (row, column) = (from.row(), from.column());
        let across = slide(state.row(row) | B::row(&terrain.walls, row), u32::from(column) + 1);
        let along = slide(state.column(column) | B::column(&terrain.walls, column), u32::from(row) + 1);
        Reach {
            row: across & !B::row(&terrain.bans, row),
            column: along & !B::column(&terrain.bans, column),
            diagonal: 0,
        }
    }

    /// Where the king can go, no matter which side is to move.
    pub(super) fn reach_of_king(&self, state: &State<B>) -> Reach {
        // Bases that close make a terrain of their own; copying it for everyone would cost more than all the rest.
        if self.ruleset.bases == Bases::ClosedWhileHeld {
            self.reach_of_king_on(state, &self.king_terrain_while_held(state))
        } else {
            self.reach_of_king_on(state, &self.king_terrain)
        }
    }

    #[inline(always)]
    fn reach_of_king_on(&self, state: &State<B>, terrain: &Terrain<B>) -> Reach {
        let from = state.king;
        let line_reach = |occupied: u32, walls: u32, bans: u32, place: u32| {
            let free = slide(occupied | walls, place);
            // A wall that may be stopped on ends the way one cell later.
            let halts = walls & self.board_line & !occupied & !bans;
            let beside = (free | 1 << place) << 1 | (free | 1 << place) >> 1;
            (free | beside & halts) & !bans & self.king_window(place)
        };
        let (row, column) = (from.row(), from.column());
        let (walls, bans) = (&terrain.walls, &terrain.bans);
        let mut reach = Reach {
            row: line_reach(state.row(row), B::row(walls, row), B::row(bans, row), u32::from(column) + 1),
            column: line_reach(
                state.column(column),
                B::column(walls, column),
                B::column(bans, column),
                u32::from(row) + 1,
            ),
            diagonal: 0,
        };
        if self.ruleset.king_move == KingMove::ChessKing {
            for (index, (columns, rows)) in DIAGONALS.into_iter().enumerate() {
                if let Some(to) = from.offset(columns, rows, self.size)
                    && !state.is_occupied(to)
                    && !B::has(bans, to)
                {
                    reach.diagonal |= 1 << index;
                }
            }
        }
        reach
    }

    /// The bits of a line that the king's range covers (T13, A13).
    fn king_window(&self, place: u32) -> u32 {
        let range = match self.ruleset.king_move {
            KingMove::Rook => return u32::MAX,
            KingMove::RookFour => 4,
            KingMove::ChessKing | KingMove::Step => 1,
        };
        let (low, high) = (place.saturating_sub(range), (place + range).min(30));
        (2 << high) - (1 << low)
    }

    /// The king's terrain where bases are closed to him while they are held (T16).
    pub(super) fn king_terrain_while_held(&self, state: &State<B>) -> Terrain<B> {
        let mut terrain = self.king_terrain;
        let attackers = state.pieces_of(Side::Attackers);
        for group in self.base_groups.iter().filter(|group| !(attackers & **group).is_empty()) {
            for cell in group.cells() {
                terrain.close(cell);
            }
        }
        terrain
    }

    /// An attacker's terrain: inside its own camp it is free (T18).
    #[inline]
    fn attacker_terrain(&self, from: Cell) -> &Terrain<B> {
        if self.ruleset.bases == Bases::Camps
            && let Some(group) = self.base_groups.iter().position(|group| group.contains(from))
        {
            &self.camp_terrains[group]
        } else {
            &self.attacker_terrain
        }
    }

    /// Where the piece on a cell could go if it were its side's turn.
    #[inline]
    pub(super) fn reach(&self, state: &State<B>, from: Cell, piece: Piece) -> Reach {
        match piece {
            Piece::Attacker => self.man_reach(state, self.attacker_terrain(from), from),
            Piece::Defender => self.man_reach(state, &self.defender_terrain, from),
            Piece::King => self.reach_of_king(state),
        }
    }

    /// Calls `visit` with each piece of a side and where it could go, until `visit` says stop.
    #[inline]
    fn visit_reaches(&self, state: &State<B>, side: Side, mut visit: impl FnMut(Cell, Reach) -> bool) {
        match side {
            Side::Attackers => {
                for from in state.pieces_of(Side::Attackers).cells() {
                    if !visit(from, self.man_reach(state, self.attacker_terrain(from), from)) {
                        return;
                    }
                }
            }
            Side::Defenders => {
                if !visit(state.king, self.reach_of_king(state)) {
                    return;
                }
                let mut men = state.pieces_of(Side::Defenders);
                men.remove(state.king);
                for from in men.cells() {
                    if !visit(from, self.man_reach(state, &self.defender_terrain, from)) {
                        return;
                    }
                }
            }
        }
    }

    /// Calls `visit` with every move of the side to move. A decided game ([`Rules::decided`]) is not looked for.
    #[inline]
    pub fn visit_moves(&self, state: &State<B>, mut visit: impl FnMut(Move)) {
        self.visit_reaches(state, state.side, |from, reach| {
            reach.visit(from, |to| visit(Move::new(from, to)));
            true
        });
    }

    /// Calls `visit` with every move of the side to move that ends on a cell: what answers a threat or captures there.
    ///
    /// ```
    /// use tablen_rules::tafl::{Narrow, Preset, Rules, Side};
    ///
    /// let rules = Rules::<Narrow>::new(&Preset::Tablut.ruleset())?;
    /// let mut moves = Vec::new();
    /// rules.visit_moves_to(&rules.start(Side::Attackers), "D3".parse()?, |mv| moves.push(mv.to_string()));
    /// moves.sort();
    /// assert_eq!(moves, ["D1-D3"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn visit_moves_to(&self, state: &State<B>, to: Cell, mut visit: impl FnMut(Move)) {
        if state.is_occupied(to) {
            return;
        }
        let (row, column) = (to.row(), to.column());
        let (across, along) = (state.row(row), state.column(column));
        let mut try_man = |from: Cell| {
            if B::has(&state.lines[state.side], from) && from != state.king {
                let piece = if state.side == Side::Attackers { Piece::Attacker } else { Piece::Defender };
                if self.reach(state, from, piece).contains(from, to) {
                    visit(Move::new(from, to));
                }
            }
        };
        // Only the nearest piece in each direction can come; what else is in its way, its own reach knows.
        for place in nearest(across, column).into_iter().flatten() {
            try_man(Cell::at(place, row));
        }
        for place in nearest(along, row).into_iter().flatten() {
            try_man(Cell::at(column, place));
        }
        if state.side == Side::Defenders && self.reach_of_king(state).contains(state.king, to) {
            visit(Move::new(state.king, to));
        }
    }

    /// Calls `visit` with every move of the side to move that could threaten an escape (T10): the king's own, and those of men who stand next
    /// in his way in some direction.
    #[inline]
    pub fn visit_moves_of_king_and_screens(&self, state: &State<B>, mut visit: impl FnMut(Move)) {
        let king = state.king;
        self.reach_of_king(state).visit(king, |to| visit(Move::new(king, to)));
        let mut visit_screen = |from: Cell| {
            if B::has(&state.lines.defenders, from) {
                self.reach(state, from, Piece::Defender).visit(from, |to| visit(Move::new(from, to)));
            }
        };
        if self.ruleset.king_move == KingMove::ChessKing {
            let beside = |(columns, rows)| king.offset(columns, rows, self.size);
            DIAGONALS.into_iter().filter_map(beside).for_each(&mut visit_screen);
        }
        for (line, place, is_row) in
            [(state.row(king.row()), king.column(), true), (state.column(king.column()), king.row(), false)]
        {
            for place in nearest(line, place).into_iter().flatten() {
                visit_screen(if is_row {
                    Cell::at(place, king.row())
                } else {
                    Cell::at(king.column(), place)
                });
            }
        }
    }

    /// Puts every move of the side to move into `moves`, which is emptied first and can be used again and again.
    #[inline]
    pub fn moves_into(&self, state: &State<B>, moves: &mut Vec<Move>) {
        moves.clear();
        self.visit_moves(state, |mv| moves.push(mv));
    }

    /// How many moves the side to move has, without listing them.
    #[inline]
    pub fn count_moves(&self, state: &State<B>) -> u64 {
        let all = [&state.lines.attackers, &state.lines.defenders];
        let count = match state.side {
            // Attackers in a camp have each their own ground.
            Side::Attackers if self.ruleset.bases == Bases::Camps => {
                let mut count = 0;
                self.visit_reaches(state, Side::Attackers, |_, reach| {
                    count += reach.len();
                    true
                });
                count
            }
            Side::Attackers => {
                let Terrain { walls, bans } = &self.attacker_terrain;
                B::count_slides(&state.lines.attackers, [all[0], all[1], walls], bans)
            }
            Side::Defenders => {
                let Terrain { walls, bans } = &self.defender_terrain;
                let mut men = state.lines.defenders;
                B::flip(&mut men, state.king);
                B::count_slides(&men, [all[0], all[1], walls], bans) + self.reach_of_king(state).len()
            }
        };
        u64::from(count)
    }

    /// The move with number `index` in the order of [`Rules::visit_moves`]: a random move without a list.
    pub fn nth_move(&self, state: &State<B>, mut index: u64) -> Option<Move> {
        let mut found = None;
        self.visit_reaches(state, state.side, |from, reach| {
            let here = u64::from(reach.len());
            if index >= here {
                index -= here;
                return true;
            }
            reach.visit(from, |to| {
                if index == 0 && found.is_none() {
                    found = Some(Move::new(from, to));
                }
                index = index.saturating_sub(1);
            });
            false
        });
        found
    }

    /// Whether the side to move has a move.
    pub fn has_move(&self, state: &State<B>) -> bool {
        let mut some = false;
        self.visit_reaches(state, state.side, |_, reach| {
            some = !reach.is_empty();
            !some
        });
        some
    }

    /// Works out what each kind of piece may not pass over or stop on.
    pub(super) fn lay_terrain(&mut self) {
        let throne = self.throne;
        let bases = self.ruleset.board.layout().bases.clone();

        let mut man = Terrain::open(self.size);
        if self.ruleset.throne_stop != ThroneStop::Everyone {
            man.forbid_stopping(throne);
        }
        if self.ruleset.throne_pass != ThronePass::Everyone {
            man.forbid_passing(throne);
        }
        for corner in self.corners.cells() {
            man.close(corner);
        }

        let mut king = Terrain::open(self.size);
        if self.ruleset.throne_stop == ThroneStop::Nobody {
            king.forbid_stopping(throne);
        }
        if self.ruleset.throne_pass == ThronePass::Nobody {
            king.forbid_passing(throne);
        }

        let camps = self.ruleset.bases == Bases::Camps;
        for base in &bases {
            match self.ruleset.bases {
                Bases::NoStop => king.forbid_stopping(*base),
                Bases::Closed | Bases::Camps => king.close(*base),
                Bases::Open | Bases::ClosedWhileHeld => {}
            }
        }
        self.camp_terrains = if camps {
            self.base_groups
                .iter()
                .map(|own| {
                    let mut inside = man;
                    for base in bases.iter().filter(|base| !own.contains(**base)) {
                        inside.close(*base);
                    }
                    inside
                })
                .collect()
        } else {
            Vec::new()
        };
        if camps {
            for base in &bases {
                man.close(*base);
            }
        }
        self.attacker_terrain = man;
        self.defender_terrain = man;
        self.king_terrain = king;
        self.king_terrain_rows = king.rows(self.size);
    }
}
