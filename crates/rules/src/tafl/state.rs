//! A position without its rules: small, copyable, what a search works on.

use std::hint::select_unpredictable;

use super::{Arrangement, Bits, BySide, Cell, Move, Piece, Rows, Setup, Side, zobrist};

/// Pieces and whose turn it is, packed for speed; meaningful together with the [`Rules`](super::Rules) it came from.
#[derive(Clone, Copy, Debug)]
pub struct State<B: Bits> {
    /// The cells of each side's pieces, the king among the defenders.
    pub(super) lines: BySide<B::Lines>,
    /// How many they are.
    counts: BySide<u16>,
    pub(super) king: Cell,
    pub(super) side: Side,
    pub(super) king_captured: bool,
    pub(super) key: u64,
    /// The part of it that each side's pieces have.
    piece_keys: BySide<u64>,
}

impl<B: Bits> PartialEq for State<B> {
    fn eq(&self, other: &State<B>) -> bool {
        // Counts and keys follow from the rest; the key makes unequal states differ fast.
        self.key == other.key
            && self.lines == other.lines
            && self.king == other.king
            && self.side == other.side
            && self.king_captured == other.king_captured
    }
}

impl<B: Bits> Eq for State<B> {}

impl<B: Bits> State<B> {
    /// Packs a setup that has been found valid, with its king where `king` says.
    pub(super) fn pack(setup: &Setup, king: Cell) -> State<B> {
        let mut state = State {
            lines: BySide { attackers: B::NO_LINES, defenders: B::NO_LINES },
            counts: BySide { attackers: 0, defenders: 0 },
            king,
            side: setup.side,
            king_captured: setup.king_captured,
            key: 0,
            piece_keys: BySide { attackers: 0, defenders: 0 },
        };
        for (cell, piece) in setup.arrangement.pieces() {
            state.put(cell, piece);
        }
        state.king = king;
        state.key = state.fresh_key();
        state
    }

    /// The same as data.
    pub(super) fn unpack(&self, size: u8) -> Setup {
        let mut arrangement = Arrangement::empty(size);
        for (cell, piece) in self.pieces() {
            arrangement.set(cell, Some(piece));
        }
        Setup { arrangement, side: self.side, king_captured: self.king_captured }
    }

    /// Whose turn it is.
    #[inline]
    pub const fn side(&self) -> Side {
        self.side
    }

    /// Where the king stands.
    #[inline]
    pub const fn king(&self) -> Cell {
        self.king
    }

    /// Whether the last move captured the king.
    #[inline]
    pub const fn king_captured(&self) -> bool {
        self.king_captured
    }

    /// The cells of a side's pieces, the king's among the defenders'.
    #[inline]
    pub fn pieces_of(&self, side: Side) -> B {
        B::of_lines(&self.lines[side])
    }

    /// How many pieces a side has, the king among the defenders'.
    #[inline]
    pub fn count(&self, side: Side) -> u32 {
        u32::from(self.counts[side])
    }

    /// The same cells as rows.
    #[inline]
    pub fn rows(&self, side: Side) -> Rows {
        B::rows(&self.lines[side])
    }

    /// One of these rows: bit i is the cell in column i.
    #[inline]
    pub fn row_of(&self, side: Side, row: u8) -> u32 {
        B::row(&self.lines[side], row) >> 1
    }

    /// The piece on a cell.
    #[inline]
    pub fn get(&self, cell: Cell) -> Option<Piece> {
        if cell.column() >= B::SIDE || cell.row() >= B::SIDE {
            None
        } else if B::has(&self.lines.attackers, cell) {
            Some(Piece::Attacker)
        } else if B::has(&self.lines.defenders, cell) {
            Some(if cell == self.king { Piece::King } else { Piece::Defender })
        } else {
            None
        }
    }

    /// Every piece with its cell: attackers first.
    pub fn pieces(&self) -> impl Iterator<Item = (Cell, Piece)> + '_ {
        let attackers = self.pieces_of(Side::Attackers).cells().map(|cell| (cell, Piece::Attacker));
        let defenders = self
            .pieces_of(Side::Defenders)
            .cells()
            .map(|cell| (cell, if cell == self.king { Piece::King } else { Piece::Defender }));
        attackers.chain(defenders)
    }

    /// The 64-bit Zobrist key of pieces and turn, kept up to date by every move.
    #[inline]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// The part of the key that a side's pieces have, whatever the other side's are and whoever is to move.
    #[inline]
    pub const fn key_of(&self, side: Side) -> u64 {
        match side {
            Side::Attackers => self.piece_keys.attackers,
            Side::Defenders => self.piece_keys.defenders,
        }
    }

    /// The same key computed from nothing; only tests have a reason to compare.
    pub fn fresh_key(&self) -> u64 {
        self.key_under(|cell| cell)
    }

    /// The key of the state whose pieces are moved by a symmetry of the board.
    pub(super) fn key_under(&self, symmetry: impl Fn(Cell) -> Cell) -> u64 {
        let pieces = self.pieces().fold(0, |key, (cell, piece)| key ^ zobrist::piece(piece, symmetry(cell)));
        let turn = if self.side == Side::Defenders { zobrist::DEFENDERS_TO_MOVE } else { 0 };
        let captured = if self.king_captured { zobrist::KING_CAPTURED } else { 0 };
        pieces ^ turn ^ captured
    }

    /// The occupied cells of a row, as a line.
    #[inline]
    pub(super) fn row(&self, row: u8) -> u32 {
        B::row(&self.lines.attackers, row) | B::row(&self.lines.defenders, row)
    }

    /// The occupied cells of a column, as a line.
    #[inline]
    pub(super) fn column(&self, column: u8) -> u32 {
        B::column(&self.lines.attackers, column) | B::column(&self.lines.defenders, column)
    }

    #[inline]
    pub(super) fn is_occupied(&self, cell: Cell) -> bool {
        B::has(&self.lines.attackers, cell) || B::has(&self.lines.defenders, cell)
    }

    #[inline]
    pub(super) fn put(&mut self, cell: Cell, piece: Piece) {
        self.counts[piece.side()] += 1;
        B::flip(&mut self.lines[piece.side()], cell);
        self.change_key(piece.side(), zobrist::piece(piece, cell));
        if piece == Piece::King {
            self.king = cell;
        }
    }

    #[inline]
    pub(super) fn take(&mut self, cell: Cell, piece: Piece) {
        self.counts[piece.side()] -= 1;
        B::flip(&mut self.lines[piece.side()], cell);
        self.change_key(piece.side(), zobrist::piece(piece, cell));
    }

    #[inline]
    fn change_key(&mut self, side: Side, by: u64) {
        self.key ^= by;
        self.piece_keys[side] ^= by;
    }

    /// Moves a piece of a side.
    #[inline(always)]
    pub(super) fn relocate(&mut self, side: Side, piece: Piece, Move { from, to }: Move) {
        let lines = &mut self.lines[side];
        B::flip(lines, from);
        B::flip(lines, to);
        self.change_key(side, zobrist::piece(piece, from) ^ zobrist::piece(piece, to));
        self.king = select_unpredictable(piece == Piece::King, to, self.king);
    }

    #[inline]
    pub(super) fn pass_turn(&mut self) {
        self.side = self.side.other();
        self.key ^= zobrist::DEFENDERS_TO_MOVE;
    }

    #[inline]
    pub(super) fn capture_king(&mut self) {
        self.king_captured = true;
        self.key ^= zobrist::KING_CAPTURED;
    }
}
