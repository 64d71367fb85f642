//! Every number of the search, in one place. Points are those of an evaluation: about a hundred are a man of Tablut's defenders.

/// How far shortcuts go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tunables {
    /// Reverse futility: with at most so much depth left, so far above the bound for each move of it.
    pub(super) reverse_futility_depth: i32,
    pub(super) reverse_futility_margin: i32,
    /// Razoring: with at most so much depth left, so far below it for each move of it.
    pub(super) razoring_depth: i32,
    pub(super) razoring_margin: i32,
    /// Null move: from so much depth on, so much less deep, and one more for each margin above the bound.
    pub(super) null_move_depth: i32,
    pub(super) null_move_reduction: i32,
    pub(super) null_move_margin: i32,
    /// Only with more moves than this.
    pub(super) null_move_mobility: u64,
    /// From so much depth on it is verified.
    pub(super) null_move_verified_depth: i32,
    /// Without a known move, one move less from so much depth on.
    pub(super) internal_reduction_depth: i32,
    /// Singular extensions: from so much depth on, if all others are so far below for each move of it.
    pub(super) singular_depth: i32,
    pub(super) singular_margin: i32,
    /// Futility: with at most so much depth left, quiet moves are left out so far below the bound, and so much farther for each move.
    pub(super) futility_depth: i32,
    pub(super) futility_margin: i32,
    pub(super) futility_slope: i32,
    /// Late move pruning: so many quiet moves are tried, and so many more for the square of the depth.
    pub(super) late_moves: i32,
    /// So much history is one move of reduction.
    pub(super) reduction_history: i32,
    /// Late move reduction: so much before anything else, and the product of two logarithms divided by so much, in 1024ths.
    pub(super) reduction_base: i32,
    pub(super) reduction_divisor: i32,
    /// So many threats in a line are answered beyond the depth.
    pub(super) threats_answered: u32,
    /// Aspiration: how far from the value of the depth before a search begins, and from which depth on.
    pub(super) aspiration_window: i32,
    pub(super) aspiration_depth: i32,
}

pub(super) const TUNABLES: Tunables = Tunables {
    reverse_futility_depth: 6,
    reverse_futility_margin: 60,
    razoring_depth: 2,
    razoring_margin: 150,
    null_move_depth: 3,
    null_move_reduction: 3,
    null_move_margin: 150,
    null_move_mobility: 8,
    null_move_verified_depth: 10,
    internal_reduction_depth: 4,
    singular_depth: 7,
    singular_margin: 3,
    futility_depth: 5,
    futility_margin: 60,
    futility_slope: 50,
    late_moves: 6,
    reduction_history: 6_000,
    reduction_base: 400,
    reduction_divisor: 2_100,
    threats_answered: 2,
    aspiration_window: 30,
    aspiration_depth: 4,
};

/// Natural logarithms in 1024ths.
const LOGARITHMS: [i32; 64] = {
    let mut logarithms = [0; 64];
    let mut number = 1;
    while number < 64 {
        logarithms[number as usize] = logarithm(number);
        number += 1;
    }
    logarithms
};

/// By whole numbers alone, so that it is the same on every machine.
const fn logarithm(number: u64) -> i32 {
    // Binary digits of the logarithm to base 2, each by squaring what is left between 1 and 2.
    let whole = number.ilog2();
    let mut rest = (number << 32) >> whole;
    let mut log2 = (whole as u64) << 20;
    let mut digit = 1u64 << 19;
    while digit > 0 {
        rest = ((rest as u128 * rest as u128) >> 32) as u64;
        if rest >= 2 << 32 {
            rest >>= 1;
            log2 += digit;
        }
        digit >>= 1;
    }
    // Times the natural logarithm of 2.
    ((log2 * 726_818) >> 30) as i32
}

impl Tunables {
    /// Late move reduction before anything else is known of the move.
    #[inline]
    pub(super) fn reduction(&self, depth: i32, number: usize) -> i32 {
        let logarithm = |number: usize| LOGARITHMS[number.min(LOGARITHMS.len() - 1)];
        (self.reduction_base
            + logarithm(depth.max(1) as usize) * logarithm(number.max(1)) / self.reduction_divisor)
            / 1024
    }

    /// Late move pruning: how many quiet moves are tried.
    #[inline]
    pub(super) const fn quiets_tried(&self, depth: i32, is_improving: bool) -> i32 {
        let moves = self.late_moves + 3 * depth * depth;
        if is_improving { moves * 2 } else { moves }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_those_of_mathematics() {
        for (number, logarithm) in LOGARITHMS.iter().enumerate().skip(1) {
            assert!((f64::from(*logarithm) - (number as f64).ln() * 1024.0).abs() <= 1.0, "{number}");
        }
    }

    #[test]
    fn later_moves_and_greater_depths_are_reduced_more() {
        for depth in 1..40 {
            for number in 1..100 {
                let here = TUNABLES.reduction(depth, number);
                assert!(
                    here <= TUNABLES.reduction(depth, number + 1)
                        && here <= TUNABLES.reduction(depth + 1, number)
                );
                assert!((0..=depth + 3).contains(&here), "{depth} {number}: {here}");
            }
        }
    }
}
