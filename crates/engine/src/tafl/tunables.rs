//! Every number of the search, in one place. Points are those of an evaluation: about a hundred are a man of Tablut's defenders.

use std::fmt;

/// Declares [`Tunables`]: each number with its name, so that a match can compare two values of it.
macro_rules! tunables {
    ($($(#[$doc:meta])* $name:ident = $value:literal;)+) => {
        /// How far the shortcuts of a search go. What each number was measured to gain is told in `docs/strength.md`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Tunables {
            $($(#[$doc])* pub(super) $name: i32,)+
        }

        impl Tunables {
            /// Those in use.
            pub const USUAL: Tunables = Tunables { $($name: $value,)+ };

            /// The names of all numbers.
            pub const NAMES: &[&str] = &[$(stringify!($name)),+];

            /// Changes a number; nothing if there is none of that name.
            ///
            /// ```
            /// use tablen_engine::tafl::Tunables;
            ///
            /// let mut tunables = Tunables::USUAL;
            /// assert!(tunables.set("null_move_depth", 99).is_some());
            /// assert!(tunables.set("no_such_number", 1).is_none());
            /// assert_ne!(tunables, Tunables::USUAL);
            /// ```
            pub fn set(&mut self, name: &str, value: i32) -> Option<()> {
                match name {
                    $(stringify!($name) => self.$name = value,)+
                    _ => return None,
                }
                Some(())
            }

            /// All numbers, in the order of [`Tunables::NAMES`].
            pub const fn numbers(&self) -> [i32; Tunables::NAMES.len()] {
                [$(self.$name),+]
            }
        }
    };
}

/// As the settings of a player name them: `reverse_futility_depth=6,reverse_futility_margin=60` and so on.
impl fmt::Display for Tunables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, (name, number)) in Tunables::NAMES.iter().zip(self.numbers()).enumerate() {
            let comma = if place > 0 { "," } else { "" };
            write!(f, "{comma}{name}={number}")?;
        }
        Ok(())
    }
}

tunables! {
    /// Reverse futility: with at most so much depth left, so far above the bound for each move of it.
    reverse_futility_depth = 5;
    /// See above.
    reverse_futility_margin = 63;
    /// Null move: from so much depth on, so much less deep, and one more for each margin above the bound.
    null_move_depth = 1;
    /// See above.
    null_move_reduction = 5;
    /// See above.
    null_move_margin = 149;
    /// Only with more moves than this.
    null_move_mobility = 8;
    /// From so much depth on it is verified.
    null_move_verified_depth = 3;
    /// Without a known move, one move less from so much depth on.
    internal_reduction_depth = 3;
    /// Singular extensions: from so much depth on, if all others are so far below for each move of it.
    singular_depth = 6;
    /// See above.
    singular_margin = 2;
    /// Futility: with at most so much depth left, quiet moves are left out so far below the bound, and so much farther for each move.
    futility_depth = 8;
    /// See above.
    futility_margin = 48;
    /// See above.
    futility_slope = 72;
    /// Late move pruning: so many quiet moves are tried, and so many more for the square of the depth.
    late_moves = 1;
    /// So much history is one move of reduction.
    reduction_history = 5_490;
    /// Late move reduction: so much before anything else, and the product of two logarithms divided by so much, in 1024ths.
    reduction_base = 184;
    /// See above.
    reduction_divisor = 1_577;
    /// How much of what a correction history says is believed, in 64ths.
    correction_share = 90;
    /// So many threats in a line are answered beyond the depth.
    threats_answered = 1;
    /// So many captures in a row are followed at the end of a line.
    captures_followed = 9;
    /// Aspiration: how far from the value of the depth before a search begins, and from which depth on.
    aspiration_window = 21;
    /// See above.
    aspiration_depth = 2;
}

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
                let here = Tunables::USUAL.reduction(depth, number);
                assert!(
                    here <= Tunables::USUAL.reduction(depth, number + 1)
                        && here <= Tunables::USUAL.reduction(depth + 1, number)
                );
                assert!((0..=depth + 3).contains(&here), "{depth} {number}: {here}");
            }
        }
    }
}
