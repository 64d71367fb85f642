//! What a net is told about a position.
//!
//! Everything is said twice, for the side that throws next and for the side that waits. Men are counted place by place: a first man, a
//! second, a third and a fourth have an input each, all further ones share one. The same holds for men by how many cells before them are
//! shut. All other numbers (shots, pips, blocks) are cut into ranges, and the range a number falls into is an input.

use tablen_rules::tavli::{
    BySide, Column, Compulsion, EnteringHits, Gate, MEN, Packed, Phase1Blots, Phase1Move, Reentry, Ruleset,
    Side,
};

use super::super::formation::{COURSE, Formation, Stage};
use super::super::terms::{risk, shut};

/// Whose men an input is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// The side that throws next.
    Throws,
    /// The side that has just moved.
    Waits,
}

/// Something that can be counted up to fifteen: men of a place, or men in a certain danger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Counter(usize);

impl Counter {
    const HAND: Counter = Counter(0);
    const OFF: Counter = Counter(1);
    /// Men with an enemy behind them, who may still hit them.
    const PASSED: Counter = Counter(2);
    const CELL: usize = 3;
    const MIDDLE: usize = Counter::CELL + 24;
    /// Men on the course, in the middle row and in hand by how many of the six cells before them are shut.
    const HEMMED: usize = Counter::MIDDLE + 12;
    const SHUT_IN: usize = Counter::HEMMED + 7;
    const SHUT_OUT: usize = Counter::SHUT_IN + 7;
    const COUNT: usize = Counter::SHUT_OUT + 7;

    /// The number of a counter of a side.
    const fn of(self, role: Role) -> usize {
        role as usize * Counter::COUNT + self.0
    }
}

/// Inputs of a counter: a first man, a second, a third, a fourth, and each further one.
const STEPS: usize = 5;

/// The inputs of all counters come first.
const COUNTED: usize = 2 * Counter::COUNT * STEPS;

/// Something that is or is not so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Flag(usize);

impl Flag {
    /// A man has been moved beyond cell 6, so that single men on 1–6 can be hit.
    const BEYOND: usize = 0;
    /// Throws of 216 that hit a man.
    const SHOTS: usize = 1;
    /// Cells that hits cost on average.
    const LOSS: usize = Flag::SHOTS + SHOTS;
    /// Faces of a die with which some man can move.
    const FACES: usize = Flag::LOSS + LOSSES.len() + 1;
    /// The longest wall of shut cells with an enemy behind it.
    const WALL: usize = Flag::FACES + 7;
    /// Pips that are left.
    const PIPS: usize = Flag::WALL + WALLS;
    /// Where the last man is: 0 for the hand.
    const LAST: usize = Flag::PIPS + PIPS;
    /// How many each side has.
    const OF_SIDE: usize = Flag::LAST + 26;
    /// How far each side has come.
    const STAGES: usize = 2 * Flag::OF_SIDE;
    /// Who has fewer pips left, and by how many.
    const LEAD: usize = Flag::STAGES + 9;
    /// The rules, where they are not the usual ones.
    const OPTION: usize = Flag::LEAD + LEADS;
    const COUNT: usize = Flag::OPTION + 7;

    const fn of(role: Role, first: usize, number: usize) -> Flag {
        Flag(role as usize * Flag::OF_SIDE + first + number)
    }
}

/// Ranges of shots: none, then every fourteen of 216.
const SHOTS: usize = 17;
/// The upper ends of ranges of the cells that hits cost, in 216ths.
const LOSSES: [i32; 12] = [0, 108, 216, 432, 648, 864, 1_296, 1_728, 2_376, 3_240, 4_320, 6_480];
/// Lengths of walls: up to eight.
const WALLS: usize = 9;
/// Ranges of pips: every twelve of 375.
const PIPS: usize = 32;
/// Ranges of a lead: every ten pips, to 160 either way.
const LEADS: usize = 33;

/// How many inputs a net has.
pub const INPUTS: usize = COUNTED + Flag::COUNT;

/// How many rows the inputs make when the rows of a counter are added up for every number it can have.
pub(super) const ROWS: usize = 2 * Counter::COUNT * MEN as usize + Flag::COUNT;

/// How many outputs a net has: one for each stage of the side that throws and each of the side that waits.
pub const OUTPUTS: usize = 9;

/// The row of a counter's number among the added-up rows.
pub(super) const fn row_of_count(counter: usize, count: usize) -> usize {
    counter * MEN as usize + count - 1
}

/// The row of a flag among the added-up rows.
pub(super) const fn row_of_flag(flag: usize) -> usize {
    2 * Counter::COUNT * MEN as usize + flag
}

/// The inputs of every added-up row.
pub(super) fn inputs_of_rows() -> impl Iterator<Item = Vec<usize>> {
    let counted = (0..2 * Counter::COUNT)
        .flat_map(|counter| (1..=MEN as usize).map(move |count| inputs_of_count(counter, count).collect()));
    counted.chain((0..Flag::COUNT).map(|flag| vec![COUNTED + flag]))
}

/// The inputs of a counter's number: one may come several times.
fn inputs_of_count(counter: usize, count: usize) -> impl Iterator<Item = usize> {
    (0..count).map(move |step| counter * STEPS + step.min(STEPS - 1))
}

/// Takes what is told about a position.
pub(super) trait Told {
    fn count(&mut self, counter: usize, count: usize);
    fn flag(&mut self, flag: usize);
}

/// Tells the inputs themselves: what a training needs.
struct Inputs<F>(F);

impl<F: FnMut(u16)> Told for Inputs<F> {
    fn count(&mut self, counter: usize, count: usize) {
        inputs_of_count(counter, count).for_each(|input| (self.0)(input as u16));
    }

    fn flag(&mut self, flag: usize) {
        (self.0)((COUNTED + flag) as u16);
    }
}

/// Tells the numbers of added-up rows: what an evaluation needs.
impl Told for Vec<u16> {
    #[inline]
    fn count(&mut self, counter: usize, count: usize) {
        self.push(row_of_count(counter, count) as u16);
    }

    #[inline]
    fn flag(&mut self, flag: usize) {
        self.push(row_of_flag(flag) as u16);
    }
}

/// Hands every input of a position to `input`; some come several times. Returns the output that speaks for it.
pub fn visit(ruleset: &Ruleset, to_throw: Side, men: &BySide<Packed>, input: impl FnMut(u16)) -> usize {
    let mut told = Inputs(input);
    let throwing = Formation::new(ruleset, men[to_throw]);
    let waiting = Formation::new(ruleset, men[to_throw.other()]);
    options(ruleset, &mut told);
    let left = [standing(&throwing, Role::Throws, &mut told), standing(&waiting, Role::Waits, &mut told)];
    facing_each_other(ruleset, &throwing, &waiting, left, &mut told);
    output(&throwing, &waiting)
}

/// The output that speaks for a position.
#[inline]
pub(super) const fn output(throwing: &Formation, waiting: &Formation) -> usize {
    throwing.stage as usize * Stage::ALL.len() + waiting.stage as usize
}

/// What differs from the usual rules.
pub(super) fn options(ruleset: &Ruleset, told: &mut impl Told) {
    let unusual = [
        ruleset.compulsion == Compulsion::Step,
        ruleset.compulsion == Compulsion::HigherDie,
        ruleset.reentry == Reentry::Exclusive,
        ruleset.phase1_move == Phase1Move::PerThrow,
        ruleset.gate == Gate::Both,
        ruleset.entering_hits == EnteringHits::No,
        ruleset.phase1_blots == Phase1Blots::Hittable,
    ];
    for (number, _) in unusual.into_iter().enumerate().filter(|(_, is_so)| *is_so) {
        told.flag(Flag::OPTION + number);
    }
}

/// What does not depend on the enemy's men. Returns the pips that are left.
#[inline]
pub(super) fn standing(own: &Formation, role: Role, told: &mut impl Told) -> u32 {
    let mut pips = COURSE * u32::from(own.packed.hand());
    let mut count = |counter: Counter, count: u8| {
        if count > 0 {
            told.count(counter.of(role), usize::from(count));
        }
    };
    count(Counter::HAND, own.packed.hand());
    count(Counter::OFF, own.packed.off());
    for cell in own.occupied.cells() {
        let men = own.packed.on(cell);
        pips += (COURSE - u32::from(cell.number())) * u32::from(men);
        count(Counter(Counter::CELL + usize::from(cell.number()) - 1), men);
    }
    if own.packed.is_hit() {
        for column in Column::all() {
            let men = own.packed.hit(column);
            pips += (COURSE - u32::from(column.number())) * u32::from(men);
            count(Counter(Counter::MIDDLE + usize::from(column.number()) - 1), men);
        }
    }
    if own.packed.beyond() {
        told.flag(Flag::of(role, Flag::BEYOND, 0).0);
    }
    told.flag(Flag::of(role, Flag::PIPS, (pips / 12).min(PIPS as u32 - 1) as usize).0);
    told.flag(Flag::of(role, Flag::LAST, last_man(own) as usize).0);
    pips
}

/// What each side's men are to the other's; `left` are the pips of the side that throws and of the other.
#[inline]
pub(super) fn facing_each_other(
    ruleset: &Ruleset,
    throwing: &Formation,
    waiting: &Formation,
    left: [u32; 2],
    told: &mut impl Told,
) {
    facing(ruleset, throwing, waiting, Role::Throws, told);
    facing(ruleset, waiting, throwing, Role::Waits, told);
    told.flag(Flag::STAGES + output(throwing, waiting));
    let lead = left[1].cast_signed() - left[0].cast_signed();
    let half = LEADS as i32 / 2;
    told.flag(Flag::LEAD + ((lead + 5).div_euclid(10).clamp(-half, half) + half) as usize);
}

/// From where the last man starts: 0 for the hand, 25 if all are off.
#[inline]
fn last_man(own: &Formation) -> u32 {
    if own.packed.hand() > 0 { 0 } else { (own.occupied.bits() | own.reentry | 1 << 25).trailing_zeros() }
}

#[inline]
fn facing(ruleset: &Ruleset, own: &Formation, enemy: &Formation, role: Role, told: &mut impl Told) {
    // Four bits for each number of shut cells: fifteen men fit.
    let (mut hemmed, mut passed) = (0u32, 0u32);
    let behind = last_man(enemy);
    let mut faces = 0u32;
    for cell in own.occupied.cells() {
        let (place, men) = (u32::from(cell.number()), u32::from(own.packed.on(cell)));
        hemmed += men << (4 * shut(enemy.held, place));
        faces |= !(enemy.held >> (place + 1));
        if place > behind {
            passed += men;
        }
    }
    let mut count = |counter: usize, count: u32| {
        if count > 0 {
            told.count(Counter(counter).of(role), count as usize);
        }
    };
    count(Counter::PASSED.0, passed);
    // Men with a free way before them are all others.
    for number in 1..7 {
        count(Counter::HEMMED + number, hemmed >> (4 * number) & 15);
    }
    let hand = own.packed.hand();
    if hand > 0 {
        let keeps_out = ruleset.keeps_out(enemy.packed);
        count(Counter::SHUT_OUT + keeps_out.len() as usize, u32::from(hand));
        faces |= !(keeps_out.bits() >> 1);
    }
    if own.packed.is_hit() {
        let before = u32::from(ruleset.reentry == Reentry::Exclusive);
        let mut shut_in = 0u32;
        faces = 0;
        for column in Column::all().filter(|column| own.packed.hit(*column) > 0) {
            let place = u32::from(column.number()) - 1 + before;
            shut_in += u32::from(own.packed.hit(column)) << (4 * shut(enemy.held, place));
            faces |= !(enemy.held >> (place + 1));
        }
        for number in 0..7 {
            count(Counter::SHUT_IN + number, shut_in >> (4 * number) & 15);
        }
    }
    let mut flag = |first: usize, number: usize| told.flag(Flag::of(role, first, number).0);
    flag(Flag::FACES, (faces & 0b11_1111).count_ones() as usize);
    flag(Flag::WALL, longest_wall(own.held, behind).min(WALLS - 1));
    let (shots, loss) = if own.blots == 0 { (0, 0) } else { risk(own, enemy.shooters(ruleset)) };
    flag(Flag::SHOTS, (shots as usize).div_ceil(14).min(SHOTS - 1));
    flag(Flag::LOSS, LOSSES.iter().take_while(|most| loss > **most).count());
}

/// The longest run of shut cells after a place.
#[inline]
fn longest_wall(held: u32, behind: u32) -> usize {
    // Bits 25 and above are the way out, which nobody shuts.
    let mut ahead = held & (u32::MAX << behind.min(25)) & 0x01ff_ffff;
    let mut length = 0;
    while ahead != 0 {
        ahead &= ahead >> 1;
        length += 1;
    }
    length
}

#[cfg(test)]
mod tests {
    use tablen_rules::tavli::Cell;

    use super::*;

    #[test]
    fn walls_are_measured_after_the_last_enemy() {
        let held = 0b0111_0000_1111_1110u32;
        assert_eq!(longest_wall(held, 0), 7);
        assert_eq!(longest_wall(held, 5), 3);
        assert_eq!(longest_wall(held, 13), 2);
        assert_eq!(longest_wall(held, 25), 0);
        assert_eq!(longest_wall(0, 0), 0);
    }

    #[test]
    fn added_up_rows_are_as_many_as_there_are_inputs_for() {
        assert_eq!(inputs_of_rows().count(), ROWS);
        let used: std::collections::BTreeSet<usize> = inputs_of_rows().flatten().collect();
        assert_eq!(used, (0..INPUTS).collect());
        assert!(inputs_of_rows().nth(row_of_count(7, 6)).unwrap() == [35, 36, 37, 38, 39, 39]);
        assert_eq!(inputs_of_rows().nth(row_of_flag(3)), Some(vec![COUNTED + 3]));
        // The last counter and the last flag.
        assert_eq!(Cell::all().count() + Column::all().count(), Counter::HEMMED - Counter::CELL);
    }
}
