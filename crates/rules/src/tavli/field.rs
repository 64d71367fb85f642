//! The rules of a single step, on packed men.
//!
//! While a side plays a throw, the opponent's men change in one way only: single men are hit. So what a turn looks
//! like from inside is a [`Field`] that stays as it is, and a [`TurnState`] of a few words that steps change.

use super::packed::{
    BEYOND, BEYOND_GATE, BITS, CELLS, FIRST_TABLE, HAND, LAST_TABLE, OFF, Packed, occupied, occupied_columns,
    on,
};
use super::{Cell, Column, Die, EnteringHits, Gate, MEN, Phase1Move, Place, Position, Reentry, Roll, Step};

/// What does not change while a throw is played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Field {
    /// The opponent's men when the turn began.
    other: Packed,
    /// Cells where nobody may land: two enemy men or more, or an immune one (Z9, Z15).
    pub blocked: u128,
    /// Cells with a single enemy man that can be hit.
    pub blots: u128,
    /// Whether an entering man may hit (Z15).
    pub entering_hits: bool,
    /// How many cells beyond its column a man re-enters with die 0: −1 and 0 are kept as 0 and 1 (Z11).
    reentry: u32,
    /// The opponent has men in hand and that keeps the gate shut (Z14).
    pub gate_shut: bool,
    /// Moving on the board while men are in hand (Z13).
    pub phase1: Phase1,
}

/// When men on the board move although men are in hand (Z13).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase1 {
    /// With a number that cannot enter a man.
    PerDie,
    /// In no case: some number of the throw could enter a man when the turn began.
    NotThisThrow,
    /// With every number: none could enter a man when the turn began.
    ThisThrow,
}

/// What changes while a throw is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TurnState {
    /// The mover's hand, cells and men off, as in [`Packed`].
    pub line: u128,
    /// The mover's hit men, as in [`Packed`].
    pub middle: u64,
    /// The cells whose enemy man has been hit: bit p for cell p.
    pub hit: u32,
}

impl TurnState {
    /// The mover's men.
    pub const fn own(&self) -> Packed {
        Packed { line: self.line, middle: self.middle }
    }

    /// Whether the mover has borne off all men.
    pub const fn won(&self) -> bool {
        self.own().off() == MEN
    }

    /// A word to find the state by in a table.
    pub const fn hash(&self) -> u64 {
        // Multiplying carries low bits up and the shift brings them back down.
        let mut word = (self.line as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        word ^= ((self.line >> 64) as u64).wrapping_add(self.middle).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word ^= word >> 32;
        word = word.wrapping_add(self.hit as u64).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ word >> 29
    }
}

impl std::hash::Hash for TurnState {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        state.write_u64(TurnState::hash(self));
    }
}

/// From where a number can be played: the lowest bit of each place. One of the two is always empty (Z12).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sources {
    /// Hand and cells.
    pub line: u128,
    /// Columns of the middle row.
    pub middle: u64,
}

impl Sources {
    pub const fn is_empty(self) -> bool {
        self.line == 0 && self.middle == 0
    }

    pub const fn contains(self, place: Place) -> bool {
        match place {
            Place::Hand => self.line & HAND != 0,
            Place::Cell(cell) => self.line & on(cell.number() as u32) != 0,
            Place::Middle(column) => self.middle >> ((column.number() as u32 - 1) * BITS) & 1 != 0,
            Place::Off => false,
        }
    }

    /// The places, in the order of travel.
    pub fn places(self) -> impl Iterator<Item = Place> {
        [Place::Hand]
            .into_iter()
            .chain(Column::all().map(Place::Middle))
            .chain(Cell::all().map(Place::Cell))
            .filter(move |place| self.contains(*place))
    }
}

impl Field {
    /// The field and the state in which a side begins to play a throw.
    pub fn new(position: &Position, roll: Roll) -> (Field, TurnState) {
        let ruleset = position.ruleset();
        let own = position.packed()[position.side()];
        let other = position.packed()[position.side().other()];
        let blocked = other.held_line(&ruleset);
        let mut field = Field {
            other,
            blocked,
            blots: occupied(other.line) & CELLS & !blocked,
            entering_hits: ruleset.entering_hits == EnteringHits::Yes,
            reentry: match ruleset.reentry {
                Reentry::Inclusive => 0,
                Reentry::Exclusive => 1,
            },
            gate_shut: ruleset.gate == Gate::Both && other.hand() > 0,
            phase1: Phase1::PerDie,
        };
        let state = TurnState { line: own.line, middle: own.middle, hit: 0 };
        if ruleset.phase1_move == Phase1Move::PerThrow {
            field.phase1 = if roll.dice().into_iter().any(|die| field.can_enter(&state, die)) {
                Phase1::NotThisThrow
            } else {
                Phase1::ThisThrow
            };
        }
        (field, state)
    }

    /// Whether a number's cell lets a man in from the hand (Z13, Z15).
    pub fn can_enter(&self, state: &TurnState, die: Die) -> bool {
        let pips = u32::from(die.pips());
        let cell = on(pips);
        self.blocked & cell == 0
            && (self.entering_hits || self.blots & cell == 0 || state.hit >> pips & 1 != 0)
    }

    /// How far above its column's own four bits a man re-enters.
    const fn reentry_shift(&self, die: Die) -> u32 {
        (die.pips() as u32 + self.reentry) * BITS
    }

    /// From where a number can be played, whatever else must be played (all of Z9–Z18 but not Z7).
    #[inline]
    pub fn sources(&self, state: &TurnState, die: Die) -> Sources {
        let pips = u32::from(die.pips());
        let free = CELLS & !self.blocked;
        if state.middle != 0 {
            // A column's bits are those of the cell before its own cell: column 1 is bit 0.
            let landing = (free >> self.reentry_shift(die)) as u64;
            return Sources { line: 0, middle: occupied_columns(state.middle) & landing };
        }
        let men = occupied(state.line) & CELLS;
        let near = men & (free & FIRST_TABLE) >> (pips * BITS);
        let line = if state.line & 15 != 0 {
            let enters = self.can_enter(state, die);
            let moves = match self.phase1 {
                Phase1::PerDie => !enters,
                Phase1::NotThisThrow => false,
                Phase1::ThisThrow => true,
            };
            (if enters { HAND } else { 0 }) | (if moves { near } else { 0 })
        } else if self.gate_shut {
            near
        } else {
            (men & free >> (pips * BITS)) | bearing_off(men, die)
        };
        Sources { line, middle: 0 }
    }

    /// The state after a step from the place whose lowest bit on the line is given.
    #[inline]
    pub fn leave_line(&self, state: &TurnState, source: u128, die: Die) -> TurnState {
        let landing = source << (u32::from(die.pips()) * BITS);
        // Beyond cell 24 every landing is off the board.
        let landing = if landing > on(24) { OFF } else { landing };
        self.landed(TurnState { line: state.line - source, ..*state }, landing)
    }

    /// The state after a step from the column whose lowest bit in the middle row is given.
    #[inline]
    pub fn leave_middle(&self, state: &TurnState, source: u64, die: Die) -> TurnState {
        let landing = u128::from(source) << self.reentry_shift(die);
        self.landed(TurnState { middle: state.middle - source, ..*state }, landing)
    }

    #[inline]
    fn landed(&self, mut state: TurnState, landing: u128) -> TurnState {
        state.line += landing;
        if landing & BEYOND_GATE != 0 {
            state.line |= BEYOND;
        }
        if landing & self.blots != 0 {
            state.hit |= 1 << (landing.trailing_zeros() / BITS);
        }
        state
    }

    /// Where a number takes a man from a place, legal or not; nowhere from `Off`.
    pub fn target(&self, from: Place, die: Die) -> Option<Place> {
        let pips = die.pips();
        match from {
            Place::Hand => Cell::new(pips).map(Place::Cell),
            Place::Middle(column) => {
                Cell::new(column.number() + pips + self.reentry as u8 - 1).map(Place::Cell)
            }
            Place::Cell(cell) => Some(Cell::new(cell.number() + pips).map_or(Place::Off, Place::Cell)),
            Place::Off => None,
        }
    }

    /// The step that plays a number from a place and the state after it. The number must be playable there.
    pub fn step(&self, state: &TurnState, from: Place, die: Die) -> Option<(Step, TurnState)> {
        if !self.sources(state, die).contains(from) {
            return None;
        }
        let to = self.target(from, die)?;
        let after = match from {
            Place::Hand => self.leave_line(state, HAND, die),
            Place::Cell(cell) => self.leave_line(state, on(u32::from(cell.number())), die),
            Place::Middle(column) => {
                self.leave_middle(state, 1 << (u32::from(column.number() - 1) * BITS), die)
            }
            Place::Off => return None,
        };
        Some((Step { die, from, to, hits: after.hit != state.hit }, after))
    }

    /// The opponent's men after hits on the cells of a mask (Z10).
    pub fn other_after(&self, mut hit: u32) -> Packed {
        let mut other = self.other;
        while hit != 0 {
            let cell = hit.trailing_zeros();
            let column = if cell <= 12 { cell } else { 25 - cell };
            other.line -= on(cell);
            other.middle += 1 << ((column - 1) * BITS);
            hit &= hit - 1;
        }
        other
    }

    /// The opponent's men now on a cell.
    pub fn enemies(&self, state: &TurnState, cell: Cell) -> u8 {
        self.other_after(state.hit).on(cell)
    }
}

/// From where a number bears off: the exact cell, or with nobody there or farther from the exit, the farthest man
/// (Z16, Z17). `men` has the lowest bit of each cell with a man; none is in hand or in the middle row.
#[inline]
fn bearing_off(men: u128, die: Die) -> u128 {
    if men & !LAST_TABLE != 0 {
        return 0;
    }
    let exact = on(25 - u32::from(die.pips()));
    let farthest = men & men.wrapping_neg();
    if men & exact != 0 {
        exact
    } else if farthest > exact {
        farthest
    } else {
        0
    }
}
