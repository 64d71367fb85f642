//! What has been played, shared between copies of a game.

use std::fmt;
use std::iter;
use std::sync::Arc;

/// So many are shared together. A copy copies what is left over, so the pieces are small.
const PIECE: usize = 32;

/// A list that grows at its end and is cheap to copy, however long it has become: copies share all of it but its last few.
/// A game is copied before whatever may have to be taken back, and for whoever thinks about it.
///
/// ```
/// use tablen_rules::Past;
///
/// let mut past = Past::new();
/// for turn in 0..100 {
///     past.push(turn);
/// }
/// let before = past.clone();
/// past.truncate(40);
/// assert_eq!((past.len(), past.last()), (40, Some(&39)));
/// assert_eq!(before.iter().rev().take(2).collect::<Vec<_>>(), [&99, &98]);
/// ```
#[derive(Clone)]
pub struct Past<T> {
    /// Pieces that are full, and never change.
    full: Vec<Arc<[T]>>,
    /// Fewer than fill a piece.
    rest: Vec<T>,
}

impl<T> Default for Past<T> {
    fn default() -> Past<T> {
        Past::new()
    }
}

impl<T> Past<T> {
    /// Nothing has been played.
    pub const fn new() -> Past<T> {
        Past { full: Vec::new(), rest: Vec::new() }
    }

    /// How long it is.
    pub const fn len(&self) -> usize {
        self.full.len() * PIECE + self.rest.len()
    }

    /// Whether there is nothing in it.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// One by its number, from 0.
    pub fn get(&self, index: usize) -> Option<&T> {
        match self.full.get(index / PIECE) {
            Some(piece) => piece.get(index % PIECE),
            None => self.rest.get(index.checked_sub(self.full.len() * PIECE)?),
        }
    }

    /// The first.
    pub fn first(&self) -> Option<&T> {
        self.get(0)
    }

    /// The last.
    pub fn last(&self) -> Option<&T> {
        self.get(self.len().checked_sub(1)?)
    }

    /// All of it.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &T> + ExactSizeIterator {
        self.iter_from(0)
    }

    /// All of it from a number on.
    pub fn iter_from(&self, from: usize) -> impl DoubleEndedIterator<Item = &T> + ExactSizeIterator {
        let place = |index: usize| match self.full.get(index / PIECE) {
            Some(piece) => &piece[index % PIECE],
            None => &self.rest[index - self.full.len() * PIECE],
        };
        (from.min(self.len())..self.len()).map(place)
    }

    /// Adds one at the end.
    pub fn push(&mut self, one: T) {
        self.rest.push(one);
        if self.rest.len() == PIECE {
            self.full.push(std::mem::replace(&mut self.rest, Vec::with_capacity(PIECE)).into());
        }
    }
}

impl<T: Clone> Past<T> {
    /// Takes the last away.
    pub fn pop(&mut self) -> Option<T> {
        if self.rest.is_empty() {
            self.rest = self.full.pop()?.to_vec();
        }
        self.rest.pop()
    }

    /// Takes away whatever is beyond a length.
    pub fn truncate(&mut self, length: usize) {
        let full = self.full.len() * PIECE;
        if length < full {
            let piece = self.full[length / PIECE].to_vec();
            self.full.truncate(length / PIECE);
            self.rest = piece;
            self.rest.truncate(length % PIECE);
        } else {
            self.rest.truncate(length - full);
        }
    }

    /// All of it in one piece.
    pub fn to_vec(&self) -> Vec<T> {
        self.iter().cloned().collect()
    }
}

impl<T: PartialEq> PartialEq for Past<T> {
    fn eq(&self, other: &Past<T>) -> bool {
        let is_same = |(one, other): (&Arc<[T]>, &Arc<[T]>)| Arc::ptr_eq(one, other) || one == other;
        self.len() == other.len()
            && iter::zip(&self.full, &other.full).all(is_same)
            && self.rest == other.rest
    }
}

impl<T: Eq> Eq for Past<T> {}

impl<T: fmt::Debug> fmt::Debug for Past<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// It does what a plain list does, and copies keep what they had.
    #[test]
    fn a_past_is_a_list() {
        let (mut past, mut list) = (Past::new(), Vec::new());
        let mut copies: Vec<(Past<usize>, Vec<usize>)> = Vec::new();
        for number in 0..3_000_usize {
            match number * 7_919 % 13 {
                0 | 1 => assert_eq!(past.pop(), list.pop()),
                2 => {
                    let length = list.len() * (number % 5) / 4;
                    past.truncate(length);
                    list.truncate(length);
                }
                3 => copies.push((past.clone(), list.clone())),
                _ => {
                    past.push(number);
                    list.push(number);
                }
            }
            assert_eq!((past.len(), past.is_empty()), (list.len(), list.is_empty()));
            assert_eq!((past.first(), past.last()), (list.first(), list.last()));
            assert_eq!(past.get(list.len()), None);
            let from = number % 40;
            assert!(past.iter_from(from).rev().eq(list.get(from..).unwrap_or_default().iter().rev()));
        }
        for (past, list) in copies {
            assert_eq!(past.to_vec(), list);
            assert_eq!(past.iter().len(), list.len());
        }
    }
}
