//! Mistakes that people make: they do not look at the far side of the board, miss what an enemy can do from afar, and take what they can take.
//! None of them is drawn at every move anew: the same player makes the same mistake in the same position.

use tablen_rules::tafl::{Cell, Move};

use crate::random::splitmix;

/// How a weaker player errs. The usual value errs in nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lapses {
    /// Of a hundred own moves at the other end of the board from where something has just happened, so many are not thought of. Nearer ones
    /// are forgotten less often, those close by never.
    pub forgotten_percent: u32,
    /// Of a hundred answers of the enemy from afar so many are not seen coming. Those by a piece that moves one cell are missed a third as
    /// often.
    pub overlooked_percent: u32,
    /// Of a hundred wins at hand, own or the enemy's with the next move, so many are not seen.
    pub blind_percent: u32,
    /// What a man taken at once seems to be worth beyond his worth, in hundredths of a defender's man.
    pub greed: i32,
}

/// [`Lapses`] in one search: those of one player in one position of a game.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Errors {
    pub(super) lapses: Lapses,
    pub(super) seed: u64,
    /// Where something has just happened: the last move, and the king.
    pub(super) focus: [Option<Cell>; 2],
    pub(super) size: u8,
}

impl Errors {
    /// Whether the search has to look at everything as the rules have it.
    #[inline]
    pub(super) fn is_none(&self) -> bool {
        self.lapses == Lapses::default()
    }

    fn happens(&self, percent: u32, key: u64, mv: Move) -> bool {
        let number = (mv.from.place() << 16 | mv.to.place()) as u64;
        percent > 0 && splitmix(self.seed ^ key ^ number.rotate_left(32)) % 100 < u64::from(percent)
    }

    /// Whether an own move is not thought of.
    pub(super) fn forgets(&self, key: u64, mv: Move) -> bool {
        let away =
            |cell: Cell| cell.row().abs_diff(mv.from.row()).max(cell.column().abs_diff(mv.from.column()));
        let Some(distance) = self.focus.into_iter().flatten().map(away).min() else { return false };
        let (near, far) = (u32::from(self.size) / 4, u32::from(self.size) / 2);
        let distance = u32::from(distance);
        distance > near
            && self.happens(self.lapses.forgotten_percent * distance.min(far) / far.max(1), key, mv)
    }

    /// Whether an answer of the enemy is not seen coming.
    pub(super) fn overlooks(&self, key: u64, mv: Move) -> bool {
        let cells = mv.from.row().abs_diff(mv.to.row()) + mv.from.column().abs_diff(mv.to.column());
        let percent = self.lapses.overlooked_percent / if cells <= 1 { 3 } else { 1 };
        self.happens(percent, key, mv)
    }

    /// Whether a win at hand in the position with that key is not seen.
    pub(super) fn is_blind(&self, key: u64) -> bool {
        let percent = self.lapses.blind_percent;
        percent > 0 && splitmix(self.seed ^ key.rotate_left(9)) % 100 < u64::from(percent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn errors(lapses: Lapses) -> Errors {
        Errors { lapses, seed: 5, focus: [Cell::new(0, 0), None], size: 9 }
    }

    fn mv(text: &str) -> Move {
        text.parse().expect("a move")
    }

    #[test]
    fn what_is_near_is_never_forgotten_and_what_is_far_is_as_often_as_said() {
        let errors = errors(Lapses { forgotten_percent: 40, ..Lapses::default() });
        let forgotten = |mv| (0..10_000).filter(|key| errors.forgets(splitmix(*key), mv)).count();
        assert_eq!(forgotten(mv("C3-C4")), 0);
        assert!((3_600..4_400).contains(&forgotten(mv("I9-I8"))));
        assert!(forgotten(mv("D1-D2")) < forgotten(mv("I9-I8")));
    }

    #[test]
    fn answers_from_afar_are_missed_more_often() {
        let errors = errors(Lapses { overlooked_percent: 60, ..Lapses::default() });
        let missed = |mv| (0..10_000).filter(|key| errors.overlooks(splitmix(*key), mv)).count();
        assert!((5_600..6_400).contains(&missed(mv("A1-A5"))));
        assert!((1_600..2_400).contains(&missed(mv("A1-A2"))));
    }

    #[test]
    fn without_lapses_nothing_is_missed() {
        let errors = errors(Lapses::default());
        assert!(errors.is_none());
        assert!(
            (0..1_000).all(|key| !errors.forgets(key, mv("I9-I8")) && !errors.overlooks(key, mv("A1-A5")))
        );
        assert!((0..1_000).all(|key| !errors.is_blind(key)));
    }
}
