//! Whose point of view a score is seen from. The same two types serve both games; only what a score counts differs.

use std::ops::Neg;

use tablen_rules::{tafl, tavli};

/// What a position is worth to the side whose turn it is: positive is good for that side. In tavli that is the side that throws next.
///
/// After a move it is the other side's turn, so the same position as the one who moved sees it is the negated value.
///
/// ```
/// use tablen_engine::{ForLight, ForSideToMove};
/// use tablen_rules::tafl::Side;
///
/// let value = ForSideToMove(7);
/// assert_eq!(value.for_light(Side::Defenders), ForLight(7));
/// assert_eq!(value.for_light(Side::Attackers), ForLight(-7));
/// assert_eq!(ForLight(-7).for_side_to_move(Side::Attackers), value);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ForSideToMove<S>(pub S);

/// What a position is worth to the light side, whose turn it may be or not: the defenders in tafl, white in tavli.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ForLight<S>(pub S);

/// The sides of both games.
pub trait SideColour: Copy {
    /// Whether it is the light one.
    fn is_light(self) -> bool;
}

impl SideColour for tafl::Side {
    #[inline]
    fn is_light(self) -> bool {
        self == tafl::Side::Defenders
    }
}

impl SideColour for tavli::Side {
    #[inline]
    fn is_light(self) -> bool {
        self == tavli::Side::White
    }
}

impl<S: Neg<Output = S>> ForSideToMove<S> {
    /// The same to the light side, when it is that side's turn.
    #[inline]
    pub fn for_light(self, to_move: impl SideColour) -> ForLight<S> {
        ForLight(if to_move.is_light() { self.0 } else { -self.0 })
    }
}

impl<S: Neg<Output = S>> ForLight<S> {
    /// The same to the side whose turn it is.
    #[inline]
    pub fn for_side_to_move(self, to_move: impl SideColour) -> ForSideToMove<S> {
        ForSideToMove(if to_move.is_light() { self.0 } else { -self.0 })
    }
}

/// The same to the opponent, whose turn it is after or before a move.
impl<S: Neg<Output = S>> Neg for ForSideToMove<S> {
    type Output = ForSideToMove<S>;

    #[inline]
    fn neg(self) -> ForSideToMove<S> {
        ForSideToMove(-self.0)
    }
}
