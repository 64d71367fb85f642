//! 64-bit keys of positions, by Zobrist's method: a random word for every number of men on every place, added without
//! carry. What changes is taken out and put back in, so a key follows a turn at the cost of the places it touched.

use super::packed::{BEYOND, BITS, CELLS, HAND, Packed, occupied, occupied_columns};
use super::{BySide, Side};
use crate::splitmix::splitmix;

/// Hand and cells 1 to 24, then the twelve columns. Men borne off are what is missing from fifteen.
const PLACES: usize = 25 + 12;
/// Words of one side: each place with 0 to 15 men.
const WORDS: usize = PLACES * 16;

static TABLE: [[u64; WORDS]; 2] = table();
const BEYOND_WORDS: [u64; 2] = [splitmix(0xbe70_0001), splitmix(0xbe70_0002)];
const BLACK_TO_ROLL: u64 = splitmix(0x51de);

const fn table() -> [[u64; WORDS]; 2] {
    let mut table = [[0; WORDS]; 2];
    let mut side = 0;
    while side < 2 {
        let mut index = 0;
        while index < WORDS {
            // Nobody on a place is no word, so that empty places need not be looked at.
            if index % 16 != 0 {
                table[side][index] = splitmix((side * WORDS + index) as u64);
            }
            index += 1;
        }
        side += 1;
    }
    table
}

/// The key of a whole position, counted from nothing.
pub(super) fn fresh(men: &BySide<Packed>, side: Side) -> u64 {
    let empty = Packed { line: 0, middle: 0 };
    let to_roll = if side == Side::Black { BLACK_TO_ROLL } else { 0 };
    Side::ALL.into_iter().fold(to_roll, |key, side| key ^ change(side, empty, men[side]))
}

/// What passing the dice adds to a key.
pub(super) const fn pass() -> u64 {
    BLACK_TO_ROLL
}

/// What the change of a side's men adds to a key.
pub(super) fn change(side: Side, before: Packed, after: Packed) -> u64 {
    let words = &TABLE[side as usize];
    let mut key = 0;
    let mut places = occupied(before.line ^ after.line) & (CELLS | HAND);
    while places != 0 {
        let shift = places.trailing_zeros();
        let place = (shift / BITS) as usize * 16;
        key ^= words[place + (before.line >> shift & 15) as usize];
        key ^= words[place + (after.line >> shift & 15) as usize];
        places &= places - 1;
    }
    let mut columns = occupied_columns(before.middle ^ after.middle);
    while columns != 0 {
        let shift = columns.trailing_zeros();
        let place = (25 + shift / BITS) as usize * 16;
        key ^= words[place + (before.middle >> shift & 15) as usize];
        key ^= words[place + (after.middle >> shift & 15) as usize];
        columns &= columns - 1;
    }
    if (before.line ^ after.line) & BEYOND != 0 {
        key ^= BEYOND_WORDS[side as usize];
    }
    key
}
