//! A set of states that is emptied at no cost.

use super::field::TurnState;

/// Which states a list already has: a table of places in the list, open to the next free slot, at most half full.
#[derive(Clone, Debug, Default)]
pub(super) struct Seen {
    /// The round in the upper half, the place in the list in the lower: what an earlier round has left counts as free, so
    /// that nothing needs to be wiped.
    slots: Vec<u64>,
    round: u32,
}

impl Seen {
    /// Begins a new, empty list.
    pub fn forget(&mut self) {
        self.round = self.round.wrapping_add(1);
        if self.round == 0 || self.slots.is_empty() {
            self.slots.clear();
            self.slots.resize(1024, 0);
            self.round = 1;
        }
    }

    /// Adds a state to the list unless it is there; whether it was added.
    #[inline]
    pub fn insert(&mut self, list: &mut Vec<TurnState>, state: TurnState) -> bool {
        if list.len() * 2 >= self.slots.len() {
            self.grow(list);
        }
        let mask = self.slots.len() - 1;
        let mut slot = state.hash() as usize & mask;
        while self.slots[slot] >> 32 == u64::from(self.round) {
            if list.get(self.slots[slot] as u32 as usize) == Some(&state) {
                return false;
            }
            slot = (slot + 1) & mask;
        }
        self.slots[slot] = u64::from(self.round) << 32 | list.len() as u64;
        list.push(state);
        true
    }

    #[cold]
    fn grow(&mut self, list: &[TurnState]) {
        let size = self.slots.len() * 2;
        self.slots.clear();
        self.slots.resize(size, 0);
        for (index, state) in list.iter().enumerate() {
            let mut slot = state.hash() as usize & (size - 1);
            while self.slots[slot] >> 32 == u64::from(self.round) {
                slot = (slot + 1) & (size - 1);
            }
            self.slots[slot] = u64::from(self.round) << 32 | index as u64;
        }
    }
}
