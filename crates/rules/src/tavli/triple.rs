//! All results of three alike (Z6): twelve steps with one number, without looking at their order.
//!
//! With one number a result is told by how many men leave each place. Taking the places in the order of travel (the
//! middle row, the hand, then the cells upwards) reaches every such choice that any order reaches, and each once:
//!
//! * where a man may land does not change during the turn, except that a re-entering man can hit the one that kept
//!   entering men out, and the middle row comes first;
//! * men in the middle row must go first, entering goes before moving, and the gate opens when the hand is empty;
//! * a man is borne off when all behind it have come home, and with a larger number when nobody is behind it.
//!
//! So every step only ever makes others possible, and the order of travel makes each possible as early as can be. For
//! the same reason a throw that cannot be played to the end has one result: play on until nothing moves.

use super::Die;
use super::compulsion::greedy;
use super::field::{Field, Phase1, TurnState};
use super::packed::{BEYOND, BEYOND_GATE, BITS, CELLS, FIRST_TABLE, HAND, LAST_TABLE, OFF, occupied, on};

/// Pushes every result of playing one number `count` times.
pub(super) fn results(field: &Field, state: &TurnState, die: Die, count: u8, found: &mut Vec<TurnState>) {
    let (end, played) = greedy(field, state, die, count);
    if played < count {
        found.push(end);
    } else {
        from_middle(field, *state, die, u32::from(count), found);
    }
}

/// Moves men out of the middle row.
fn from_middle(field: &Field, mut state: TurnState, die: Die, left: u32, found: &mut Vec<TurnState>) {
    let columns = field.sources(&state, die).middle;
    if state.middle == 0 {
        return from_hand(field, state, die, left, found);
    }
    let middle = state.middle;
    let men = |column: u64| (middle >> column.trailing_zeros() & 15) as u32;
    let leaving: u32 = bits(columns).map(men).sum();
    if leaving >= left {
        return choose_columns(field, state, die, left, columns, found);
    }
    for column in bits(columns) {
        for _ in 0..men(column) {
            state = field.leave_middle(&state, column, die);
        }
    }
    // All twelve steps can be played, so the middle row is empty now.
    from_hand(field, state, die, left - leaving, found);
}

/// Chooses which of too many hit men re-enter.
fn choose_columns(
    field: &Field,
    state: TurnState,
    die: Die,
    left: u32,
    columns: u64,
    found: &mut Vec<TurnState>,
) {
    if left == 0 {
        found.push(state);
        return;
    }
    let column = columns & columns.wrapping_neg();
    if column == 0 {
        return;
    }
    let men = (state.middle >> column.trailing_zeros() & 15) as u32;
    let mut after = state;
    for leaving in 0..=men.min(left) {
        choose_columns(field, after, die, left - leaving, columns ^ column, found);
        if leaving < men {
            after = field.leave_middle(&after, column, die);
        }
    }
}

/// Enters men.
fn from_hand(field: &Field, mut state: TurnState, die: Die, mut left: u32, found: &mut Vec<TurnState>) {
    let hand = (state.line & 15) as u32;
    let enters = hand > 0 && field.can_enter(&state, die);
    if enters && field.phase1 == Phase1::ThisThrow {
        // Men on the board may move although a man could enter: any number of men may do so.
        for entering in 0..=hand.min(left) {
            Spread::new(field, &state, die).begin(state, left - entering, found);
            if entering < hand {
                state = field.leave_line(&state, HAND, die);
            }
        }
        return;
    }
    if enters {
        for _ in 0..hand.min(left) {
            state = field.leave_line(&state, HAND, die);
        }
        left -= hand.min(left);
    }
    Spread::new(field, &state, die).begin(state, left, found);
}

/// Moves men on the board.
struct Spread {
    /// What one man leaving a cell changes in the line.
    change: [u128; 25],
    /// [`BEYOND`] for a step that lands beyond cell 6.
    beyond: [u128; 25],
    /// The enemy man that a step hits, as in [`TurnState::hit`].
    hit: [u32; 25],
    /// How many steps a man on a cell can make if men are borne off, and if they are not.
    open: [u32; 25],
    shut: [u32; 25],
    /// The cells from which a man can make a step, in both cases.
    from_open: u128,
    from_shut: u128,
    /// The cell from which the number bears off exactly.
    exact: u32,
    /// Whether all men can come home, so that men may be borne off.
    can_open: bool,
    /// The hit men, who stay where they are.
    middle: u64,
}

/// Where a spreading has come to.
#[derive(Clone, Copy)]
struct Node {
    line: u128,
    hit: u32,
    /// How many steps are to be played.
    left: u32,
    /// How many steps the men on the cells to come could make, if men are borne off and if they are not.
    open: u32,
    shut: u32,
    /// Whether no man has been left before cell 19.
    can_open: bool,
}

impl Spread {
    fn new(field: &Field, state: &TurnState, die: Die) -> Spread {
        let pips = u32::from(die.pips());
        let in_hand = state.line & 15 != 0;
        let free = CELLS & !field.blocked;
        let may_move = state.middle == 0
            && !(in_hand
                && (field.phase1 == Phase1::NotThisThrow
                    || field.phase1 == Phase1::PerDie && field.can_enter(state, die)));
        let landing = match (may_move, in_hand || field.gate_shut) {
            (false, _) => 0,
            (true, true) => free & FIRST_TABLE,
            (true, false) => free,
        };
        let mut spread = Spread {
            change: [0; 25],
            beyond: [0; 25],
            hit: [0; 25],
            open: [0; 25],
            shut: [0; 25],
            from_open: 0,
            from_shut: 0,
            exact: 25 - pips,
            can_open: may_move && !in_hand && !field.gate_shut,
            middle: state.middle,
        };
        let mut comes_home = LAST_TABLE;
        for cell in (1..=24u32).rev() {
            let index = cell as usize;
            let target = cell + pips;
            if target > 24 {
                spread.change[index] = OFF.wrapping_sub(on(cell));
                spread.open[index] = 1;
                spread.from_open |= on(cell);
            } else if landing & on(target) != 0 {
                spread.change[index] = on(target).wrapping_sub(on(cell));
                spread.beyond[index] = if on(target) & BEYOND_GATE != 0 { BEYOND } else { 0 };
                spread.hit[index] = if on(target) & field.blots != 0 { 1 << target } else { 0 };
                spread.open[index] = 1 + spread.open[index + pips as usize];
                spread.shut[index] = 1 + spread.shut[index + pips as usize];
                spread.from_open |= on(cell);
                spread.from_shut |= on(cell);
                if comes_home & on(target) != 0 {
                    comes_home |= on(cell);
                }
            }
        }
        spread.can_open &= occupied(state.line) & CELLS & !comes_home == 0;
        spread
    }

    fn begin(&self, state: TurnState, left: u32, found: &mut Vec<TurnState>) {
        let men = |cell: usize| (state.line >> (cell as u32 * BITS) & 15) as u32;
        let node = Node {
            line: state.line,
            hit: state.hit,
            left,
            open: (1..25).map(|cell| men(cell) * self.open[cell]).sum(),
            shut: (1..25).map(|cell| men(cell) * self.shut[cell]).sum(),
            can_open: self.can_open,
        };
        if left == 0 {
            found.push(state);
        } else if left <= if node.can_open { node.open } else { node.shut } {
            self.spread(node, CELLS, found);
        }
    }

    /// Chooses how many men leave the first cell of `ahead` that has any, and so on until nothing is left to play.
    fn spread(&self, node: Node, ahead: u128, found: &mut Vec<TurnState>) {
        let movable =
            occupied(node.line) & ahead & if node.can_open { self.from_open } else { self.from_shut };
        if node.left == 1 && !node.can_open {
            return self.last_step(node, movable, found);
        }
        let first = movable & movable.wrapping_neg();
        if first == 0 {
            return;
        }
        let shift = first.trailing_zeros();
        let cell = (shift / BITS) as usize;
        let men = (node.line >> shift & 15) as u32;
        // The cells behind this one.
        let ahead = ahead & !(first | (first - 1));
        let is_home = first & LAST_TABLE != 0;
        let mut next =
            Node { open: node.open - men * self.open[cell], shut: node.shut - men * self.shut[cell], ..node };
        let too_large = cell as u32 > self.exact;
        let may_leave = !too_large || node.line & (first - 1) & (CELLS * 15) == 0;
        let most = if may_leave { men.min(node.left) } else { 0 };
        let (open, shut) = (self.open[cell].saturating_sub(1), self.shut[cell].saturating_sub(1));
        for leaving in 0..=most {
            if leaving > 0 {
                next.line = next.line.wrapping_add(self.change[cell]) | self.beyond[cell];
                next.hit |= self.hit[cell];
                next.left -= 1;
                next.open += open;
                next.shut += shut;
            }
            next.can_open = node.can_open && (is_home || leaving == men);
            if next.left == 0 {
                found.push(TurnState { line: next.line, middle: self.middle, hit: next.hit });
            } else if next.left <= if next.can_open { next.open } else { next.shut } {
                self.spread(next, ahead, found);
            }
        }
    }

    /// Plays the last step, which bears nobody off.
    #[inline]
    fn last_step(&self, node: Node, mut movable: u128, found: &mut Vec<TurnState>) {
        while movable != 0 {
            let cell = (movable.trailing_zeros() / BITS) as usize;
            found.push(TurnState {
                line: node.line.wrapping_add(self.change[cell]) | self.beyond[cell],
                middle: self.middle,
                hit: node.hit | self.hit[cell],
            });
            movable &= movable - 1;
        }
    }
}

/// The set bits of a word, each alone, from the lowest.
fn bits(mut word: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let bit = word & word.wrapping_neg();
        word ^= bit;
        (bit != 0).then_some(bit)
    })
}
