//! What the evaluation counts.

use tablen_rules::tavli::{Column, Reentry, Ruleset};

use super::camp::{Camp, cells};
use super::shots::Throws;

/// One thing that is counted: the number of its weight in a stage's row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Term(pub usize);

/// How many terms a stage has.
pub(super) const TERMS: usize = Term::LATER_LOSS.0 + 1;

impl Term {
    /// Being in this stage at all.
    pub const STAGE: Term = Term(0);
    /// A man in hand.
    pub const HAND: Term = Term(1);
    /// Men by cell: 24 terms. The same order holds for the next two.
    pub const MAN: usize = 2;
    /// A cell with a single man.
    pub const SINGLE: usize = Term::MAN + 24;
    /// A cell with two men or more.
    pub const BLOCK: usize = Term::SINGLE + 24;
    /// A man off.
    pub const OFF: Term = Term(Term::BLOCK + 24);
    /// Men in the middle row by column: 12 terms.
    pub const MIDDLE: usize = Term::OFF.0 + 1;
    /// Men in the middle row by how many of the six cells before them are shut: 7 terms.
    pub const SHUT_IN: usize = Term::MIDDLE + 12;
    /// Men on the course by how many of the six cells before them are shut: 7 terms.
    pub const HEMMED: usize = Term::SHUT_IN + 7;
    /// Men in hand by how many of the six cells are shut: 7 terms.
    pub const SHUT_OUT: usize = Term::HEMMED + 7;
    /// Throws of 216 that hit some man in the enemy's next turn.
    pub const SHOTS: Term = Term(Term::SHUT_OUT + 7);
    /// Cells that hits would cost in the enemy's next turn, times throws of 216.
    pub const LOSS: Term = Term(Term::SHOTS.0 + 1);
    /// As [`Term::SHOTS`] for the side that is to throw, and may still cover its men.
    pub const LATER_SHOTS: Term = Term(Term::SHOTS.0 + 2);
    /// As [`Term::LOSS`] for the side that is to throw.
    pub const LATER_LOSS: Term = Term(Term::SHOTS.0 + 3);

    const fn man(cell: u32) -> Term {
        Term(Term::MAN + cell as usize - 1)
    }

    const fn single(cell: u32) -> Term {
        Term(Term::SINGLE + cell as usize - 1)
    }

    const fn block(cell: u32) -> Term {
        Term(Term::BLOCK + cell as usize - 1)
    }
}

/// Whether a side waits for the other's throw or is to throw itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turned {
    /// It has just moved.
    Waiting,
    /// It throws next.
    Throwing,
}

/// Hands each term of a side's men, and how often it occurs, to `count`.
#[inline(always)]
pub(super) fn each(
    ruleset: Ruleset,
    own: &Camp,
    enemy: &Camp,
    turned: Turned,
    mut count: impl FnMut(Term, i32),
) {
    standing(own, &mut count);
    facing(ruleset, own, enemy, turned, &mut count);
}

/// The terms that are the same whatever men the enemy has.
#[inline(always)]
pub(super) fn standing(own: &Camp, count: &mut impl FnMut(Term, i32)) {
    count(Term::STAGE, 1);
    count(Term::OFF, i32::from(own.packed.off()));
    for cell in cells(own.occupied) {
        let men = own.on(cell);
        count(Term::man(cell), men);
        count(if men == 1 { Term::single(cell) } else { Term::block(cell) }, 1);
    }
}

/// The terms that depend on the enemy's men.
#[inline(always)]
pub(super) fn facing(
    ruleset: Ruleset,
    own: &Camp,
    enemy: &Camp,
    turned: Turned,
    count: &mut impl FnMut(Term, i32),
) {
    for cell in cells(own.occupied) {
        count(Term(Term::HEMMED + shut(enemy.held, cell)), own.on(cell));
    }
    let hand = i32::from(own.packed.hand());
    if hand > 0 {
        count(Term::HAND, hand);
        count(Term(Term::SHUT_OUT + enemy.keeps_out(ruleset).count_ones() as usize), hand);
    }
    if own.waiting != 0 {
        let before = u32::from(ruleset.reentry == Reentry::Exclusive);
        for column in Column::all().filter(|column| own.packed.hit(*column) > 0) {
            let men = i32::from(own.packed.hit(column));
            let number = u32::from(column.number());
            count(Term(Term::MIDDLE + number as usize - 1), men);
            count(Term(Term::SHUT_IN + shut(enemy.held, number - 1 + before)), men);
        }
    }
    if own.exposed != 0 {
        let (shots, loss) = risk(own, enemy.shooters(ruleset));
        let (shots_term, loss_term) = match turned {
            Turned::Waiting => (Term::SHOTS, Term::LOSS),
            Turned::Throwing => (Term::LATER_SHOTS, Term::LATER_LOSS),
        };
        count(shots_term, shots);
        count(loss_term, loss);
    }
}

/// How many of the six cells after a place are shut.
#[inline]
const fn shut(held: u32, place: u32) -> usize {
    (held >> (place + 1) & 0b11_1111).count_ones() as usize
}

/// The throws of 216 that hit some man, and the cells that hits cost, each times its throws. Blocks on the way are not
/// looked at: a direct shot has none, and indirect ones are few.
#[inline]
fn risk(own: &Camp, shooters: u32) -> (i32, i32) {
    let mut any = Throws::NONE;
    let mut loss = 0;
    for cell in cells(own.exposed) {
        let mut throws = Throws::NONE;
        for shooter in cells(shooters & ((1 << cell) - 1)) {
            throws = throws.or(Throws::reaching(cell - shooter));
        }
        any = any.or(throws);
        loss += throws.weight() as i32 * thrown_back(cell);
    }
    (any.weight() as i32, loss)
}

/// How many cells a man hit on a cell has to walk again (Z10).
const fn thrown_back(cell: u32) -> i32 {
    if cell > 12 { 2 * cell as i32 - 25 } else { 0 }
}
