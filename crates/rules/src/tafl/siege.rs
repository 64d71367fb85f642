//! What searches ask about the king: where he gets to, and how near the attackers are to taking him.

use super::movement::Terrain;
use super::{Bases, Bits, Cell, KingCapture, KingMove, Rows, Rules, Side, State};

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
    /// The cells of his legal moves, if it were his turn.
    pub cells: Rows,
    /// In how many directions there is a goal (T10).
    pub routes: u32,
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
    /// The cells on which an attacker would take the king.
    pub fn missing(self) -> [Option<Cell>; 2] {
        match self {
            Siege::Surrounding { missing, .. } => [missing, None],
            Siege::Pincer(missing) => missing,
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
    /// assert!(reach.cells.contains("I5".parse()?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn king_reach(&self, state: &State<B>) -> KingReach {
        self.reach_of_king(state).rows(state.king, &self.goal_rows)
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

    /// How near the attackers are to taking the king.
    pub fn siege(&self, state: &State<B>) -> Siege {
        let beside = |(columns, rows)| state.king.offset(columns, rows, self.size);
        let is_attacker = |cell| B::has(&state.lines.attackers, cell);
        let is_free = |cell: &Cell| !state.is_occupied(*cell);
        if self.is_king_surroundable(state.king) {
            let mut held = 0;
            let mut missing = None;
            for direction in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                match beside(direction) {
                    Some(cell) if is_attacker(cell) || self.holds_king.contains(cell) => held += 1,
                    None if self.ruleset.king_capture == KingCapture::Surrounded => held += 1,
                    open => missing = open,
                }
            }
            Siege::Surrounding { held, missing: missing.filter(|cell| held == 3 && is_free(cell)) }
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
