//! What searches ask about the king: where he gets to, and how near the attackers are to taking him.

use super::movement::{Reach, Terrain};
use super::{Bases, Bits, Cell, KingMove, Rows, Rules, Side, State};

/// What the king may not pass over and what he may not stop on, apart from pieces (T5, T16, T18, A5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KingTerrain {
    /// He may not pass over these.
    pub walls: Rows,
    /// He may not stop on these.
    pub bans: Rows,
}

/// Where the king can go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KingReach {
    from: Cell,
    reach: Reach,
    /// In how many directions there is a goal (T10).
    pub routes: u32,
}

impl KingReach {
    /// Whether a cell is one of his legal moves, if it were his turn.
    #[inline]
    pub fn contains(&self, cell: Cell) -> bool {
        self.reach.contains(self.from, cell)
    }

    /// How many cells there are.
    #[inline]
    pub const fn count(&self) -> u32 {
        self.reach.len()
    }

    /// Calls `visit` with every cell.
    #[inline]
    pub fn visit(&self, visit: impl FnMut(Cell)) {
        self.reach.visit(self.from, visit);
    }

    /// The same cells as rows.
    pub fn rows(&self) -> Rows {
        let mut rows = Rows::EMPTY;
        self.visit(|cell| rows.insert(cell));
        rows
    }
}

/// How near the attackers are to taking the king (T8, T15, T18, A8). Capture in company (A9) is not looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Siege {
    /// All four sides must be held.
    Surrounding {
        /// How many sides are held.
        held: usize,
        /// The last cell, if one is missing and nobody stands there.
        missing: Option<Cell>,
    },
    /// Two opposite sides are enough: for his row and for his column, the cell opposite to a held one if nobody stands there.
    Pincer([Option<Cell>; 2]),
}

impl Siege {
    /// Whether one more attacker beside the king could leave him one move from being taken.
    #[inline]
    pub const fn is_near(self) -> bool {
        match self {
            Siege::Surrounding { held, .. } => held >= 2,
            Siege::Pincer(_) => true,
        }
    }

    /// The cells on which an attacker would take the king.
    pub fn missing(self) -> [Option<Cell>; 2] {
        match self {
            Siege::Surrounding { missing, .. } => [missing, None],
            Siege::Pincer(missing) => missing,
        }
    }
}

/// Cells on which a piece would capture: those in a row with their victims, and those in a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CaptureSpots<B: Bits>(B::Lines);

impl<B: Bits> CaptureSpots<B> {
    /// Whether there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0 == B::NO_LINES
    }

    /// Whether a cell is among them.
    #[inline]
    pub fn contains(&self, cell: Cell) -> bool {
        let (row, column) = (cell.row(), cell.column());
        (B::row(&self.0, row) >> column | B::column(&self.0, column) >> row) & 0b10 != 0
    }

    /// Calls `visit` with every cell of a board of that size, once.
    #[inline]
    pub fn visit(&self, size: u8, mut visit: impl FnMut(Cell)) {
        for line in 0..size {
            let mut across = B::row(&self.0, line);
            while across != 0 {
                visit(Cell::at(across.trailing_zeros() as u8 - 1, line));
                across &= across - 1;
            }
            let mut along = B::column(&self.0, line);
            while along != 0 {
                let cell = Cell::at(line, along.trailing_zeros() as u8 - 1);
                // Those of a row have been visited as such, or will be.
                if B::row(&self.0, cell.row()) >> cell.column() & 0b10 == 0 {
                    visit(cell);
                }
                along &= along - 1;
            }
        }
    }
}

impl<B: Bits> Terrain<B> {
    /// The same for the cells of a board.
    pub(super) fn rows(&self, size: u8) -> KingTerrain {
        let on_board = |lines: &B::Lines| {
            let mut rows = B::rows(lines);
            for (row, cells) in rows.0.iter_mut().enumerate() {
                *cells &= if row < usize::from(size) { (1 << size) - 1 } else { 0 };
            }
            rows
        };
        KingTerrain { walls: on_board(&self.walls), bans: on_board(&self.bans) }
    }
}

impl<B: Bits> Rules<B> {
    /// The cells on which the king escapes, as rows.
    #[inline]
    pub const fn goal_rows(&self) -> &Rows {
        &self.goal_rows
    }

    /// The cells that help to capture a side's men, always or while nobody stands there (T6, T18, A6).
    #[inline]
    pub const fn hostile_rows(&self, victims: Side) -> &Rows {
        match victims {
            Side::Attackers => &self.hostile_rows.attackers,
            Side::Defenders => &self.hostile_rows.defenders,
        }
    }

    /// The cells of the camps (T18); none where bases are no camps.
    #[inline]
    pub const fn camp_rows(&self) -> &Rows {
        &self.camp_rows
    }

    /// Whether a man captures with the king as his partner (T7, A7).
    #[inline]
    pub const fn king_is_partner(&self) -> bool {
        self.king_is_partner
    }

    /// The king's terrain in a position: bases can be closed to him while they are held (T16).
    #[inline]
    pub fn king_terrain(&self, state: &State<B>) -> KingTerrain {
        if self.ruleset.bases == Bases::ClosedWhileHeld {
            self.king_terrain_while_held(state).rows(self.size)
        } else {
            self.king_terrain_rows
        }
    }

    /// Where the king can go if it is his turn: exactly his legal moves.
    ///
    /// ```
    /// use tablen_rules::tafl::{Narrow, Preset, Rules};
    ///
    /// let rules = Rules::<Narrow>::new(&Preset::Tablut.ruleset())?;
    /// let state = rules.state(&"/9/9/9/4t4/t3K4/9/4t4/9/9/ attackers".parse()?)?;
    /// let reach = rules.king_reach(&state);
    /// assert_eq!(reach.routes, 1);
    /// assert!(reach.contains("I5".parse()?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn king_reach(&self, state: &State<B>) -> KingReach {
        let (from, reach) = (state.king, self.reach_of_king(state));
        // A goal before the king in a line is one direction, a goal after him another.
        let directions = |reached: u32, goals: u32, place: u8| {
            let goals = reached & goals;
            u32::from(goals & ((2 << place) - 1) != 0) + u32::from(goals >> place > 0b10)
        };
        let (row, column) = (from.row(), from.column());
        let mut routes = directions(reach.row, B::row(&self.goal_lines, row), column)
            + directions(reach.column, B::column(&self.goal_lines, column), row);
        if reach.diagonal != 0 {
            routes += reach.diagonals(from).filter(|cell| self.goal_rows.contains(*cell)).count() as u32;
        }
        KingReach { from, reach, routes }
    }

    /// Where the king could go with one move from any of `cells` if nobody else moved: over `free` cells, which hold `cells`, to
    /// none of `bans`. Standing still is among it.
    #[inline]
    pub fn king_reach_from(&self, cells: &Rows, free: &Rows, bans: &Rows) -> Rows {
        let size = usize::from(self.size);
        let mut reach = match self.ruleset.king_move {
            KingMove::Rook => cells.slide(free, size),
            KingMove::RookFour => cells.step(free, size, 4, false),
            KingMove::Step => cells.step(free, size, 1, false),
            KingMove::ChessKing => cells.step(free, size, 1, true),
        };
        for row in 0..size {
            reach[row] &= !bans[row];
        }
        reach
    }

    /// The empty cells on which a piece of the side to move would capture a man.
    ///
    /// Whether a man can get there is not asked, nor whether the piece is a king without arms (T7, A7); and a piece that leaves the
    /// throne may find it hostile only then. So a search plays the move to know.
    #[inline]
    pub fn capture_spots(&self, state: &State<B>) -> CaptureSpots<B> {
        let side = state.side;
        let victims = side.other();
        let (mut men, mut partners) = (state.lines[victims], state.lines[side]);
        if side == Side::Attackers {
            B::flip(&mut men, state.king);
        } else if !self.king_is_partner {
            B::flip(&mut partners, state.king);
        }
        let hostile = [&self.hostile_lines[victims], &self.hostile_when_empty[victims]];
        let occupied = [&state.lines.attackers, &state.lines.defenders];
        CaptureSpots(B::flanks(&men, &partners, hostile, occupied, self.board_line))
    }

    /// How near the attackers are to taking the king.
    pub fn siege(&self, state: &State<B>) -> Siege {
        let beside = |(columns, rows)| state.king.offset(columns, rows, self.size);
        let is_attacker = |cell| B::has(&state.lines.attackers, cell);
        let is_free = |cell: &Cell| !state.is_occupied(*cell);
        if self.is_king_surroundable(state.king) {
            let king = state.king;
            let [row, column] = B::lines_of(king);
            // Bit 0 is the side before the king, bit 2 the one after.
            let held_in = |line: usize, place: u8| {
                (B::line(&state.lines.attackers, line) | B::line(&self.king_holders, line)) >> place & 0b101
            };
            let (across, along) = (held_in(row, king.column()), held_in(column, king.row()));
            let held = (across.count_ones() + along.count_ones()) as usize;
            let open = || match (across ^ 0b101, along ^ 0b101) {
                (0b001, _) => beside((-1, 0)),
                (0b100, _) => beside((1, 0)),
                (_, 0b001) => beside((0, -1)),
                _ => beside((0, 1)),
            };
            Siege::Surrounding { held, missing: if held == 3 { open().filter(is_free) } else { None } }
        } else {
            Siege::Pincer([(1, 0), (0, 1)].map(|(columns, rows)| {
                let (one, other) = (beside((columns, rows))?, beside((-columns, -rows))?);
                let is_captor = |cell| is_attacker(cell) || self.hostile_rows.defenders.contains(cell);
                match (is_captor(one), is_captor(other)) {
                    (true, false) if is_free(&other) => Some(other),
                    (false, true) if is_free(&one) => Some(one),
                    // Two cells that are hostile themselves still need a man on one of them.
                    (true, true) if is_free(&other) => Some(other),
                    (true, true) if is_free(&one) => Some(one),
                    _ => None,
                }
            }))
        }
    }
}
