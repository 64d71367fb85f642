//! The best few results of a throw.

use super::value::Value;

/// A result of a throw by its number in the results, and what it is worth to the side that plays it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Candidate {
    pub index: usize,
    pub value: Value,
}

/// The best few, the best first; of equals, the one found first.
#[derive(Clone, Debug)]
pub(super) struct Candidates {
    kept: Vec<Candidate>,
    most: usize,
}

impl Candidates {
    /// To keep so many, at least one.
    pub fn new(most: usize) -> Candidates {
        let most = most.max(1);
        Candidates { kept: Vec::with_capacity(most + 1), most }
    }

    pub fn clear(&mut self) {
        self.kept.clear();
    }

    #[inline]
    pub fn offer(&mut self, candidate: Candidate) {
        let full = self.kept.len() == self.most;
        if !full || self.kept.last().is_some_and(|last| candidate.value > last.value) {
            self.insert(candidate);
        }
    }

    fn insert(&mut self, candidate: Candidate) {
        let place = self.kept.partition_point(|kept| kept.value >= candidate.value);
        self.kept.insert(place, candidate);
        self.kept.truncate(self.most);
    }

    pub fn list(&self) -> &[Candidate] {
        &self.kept
    }

    /// Gives the first few new values and orders them again. Those that got none are let go: old and new values do not
    /// compare.
    pub fn revalue(&mut self, values: &[Value]) {
        for (candidate, value) in self.kept.iter_mut().zip(values) {
            candidate.value = *value;
        }
        self.kept.truncate(values.len().max(1));
        self.kept.sort_by_key(|candidate| std::cmp::Reverse(candidate.value));
    }
}

#[cfg(test)]
mod tests {
    use super::super::value::LogOdds;
    use super::*;
    use crate::ForSideToMove;

    #[test]
    fn keeps_the_best_in_order() {
        let mut best = Candidates::new(3);
        for (index, value) in [5, 1, 7, 7, 6].into_iter().enumerate() {
            best.offer(Candidate { index, value: ForSideToMove(LogOdds(value)) });
        }
        let indexes: Vec<usize> = best.list().iter().map(|candidate| candidate.index).collect();
        assert_eq!(indexes, [2, 3, 4]);
        best.revalue(&[1, 2].map(|value| ForSideToMove(LogOdds(value))));
        assert_eq!(best.list()[0].index, 3);
        assert_eq!(best.list().len(), 2);
    }
}
