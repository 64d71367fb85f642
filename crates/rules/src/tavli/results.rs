//! Every position that a throw can lead to, fast.

use std::mem;

use super::compulsion::worth;
use super::dice_left::DiceLeft;
use super::field::{Field, State};
use super::{BySide, Compulsion, Die, MEN, Packed, Position, Roll, Status, triple};

/// The distinct results of a throw, in a buffer that is made once and used again.
///
/// A result takes 32 bytes. A pair or three different numbers have some thousands at most. Three alike are twelve
/// steps and have more: in random games up to some hundred thousand, and never more than the 9,657,700 ways to share
/// out twelve steps among fifteen men (309 MB, which no position comes near). What the buffer has grown to is kept for the
/// next throw; [`Results::shrink`] gives it back.
///
/// ```
/// use tablen_rules::tavli::{Position, Results, Roll, Ruleset, Side};
///
/// let start = Position::start(Ruleset::default(), Side::White);
/// let mut results = Results::new();
/// for roll in Roll::all() {
///     start.results_into(roll, &mut results);
///     // All men enter: there is nothing to choose.
///     assert_eq!(results.len(), 1);
///     let after = results.position(0).unwrap();
///     assert_eq!(start.play(&start.turn_to(roll, &after).unwrap()), Ok(after));
/// }
/// ```
#[derive(Clone, Debug, Default)]
pub struct Results {
    origin: Option<(Position, Field)>,
    found: Vec<State>,
    /// States by the numbers that have been played to get there.
    layers: Vec<Vec<State>>,
    seen: Seen,
}

impl Results {
    /// No results yet.
    pub fn new() -> Results {
        Results::default()
    }

    /// How many results there are.
    pub fn len(&self) -> usize {
        self.found.len()
    }

    /// Whether there are none: before the first throw, or because the game is over.
    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// One of the results, counted from 0.
    pub fn position(&self, index: usize) -> Option<Position> {
        let (origin, field) = self.origin.as_ref()?;
        self.found.get(index).map(|state| after(origin, field, state))
    }

    /// All results as positions.
    pub fn positions(&self) -> impl Iterator<Item = Position> {
        self.origin
            .iter()
            .flat_map(|(origin, field)| self.found.iter().map(|state| after(origin, field, state)))
    }

    /// All results as men only, cheaper than positions because no keys are made.
    pub fn packed(&self) -> impl Iterator<Item = BySide<Packed>> {
        self.origin.iter().flat_map(|(origin, field)| {
            let side = origin.side();
            self.found.iter().map(move |state| {
                let mut men = *origin.packed();
                men[side] = state.own();
                if state.hit != 0 {
                    men[side.other()] = field.other_after(state.hit);
                }
                men
            })
        })
    }

    /// Gives memory back that the last throw did not need.
    pub fn shrink(&mut self) {
        self.found.shrink_to_fit();
        self.layers = Vec::new();
        self.seen = Seen::default();
    }
}

fn after(origin: &Position, field: &Field, state: &State) -> Position {
    origin.after_turn(state.own(), field.other_after(state.hit))
}

impl Position {
    /// Finds every distinct position after a throw. Nothing playable leaves one result, the dice passed; a game that is
    /// over has none.
    pub fn results_into(&self, roll: Roll, results: &mut Results) {
        results.found.clear();
        results.origin = None;
        if let Status::Over(_) = self.status() {
            return;
        }
        let (field, state) = Field::new(self, roll);
        let dice = DiceLeft::all(roll);
        match dice.only_face() {
            // With one number the three kinds of compulsion ask the same: play until nothing moves or nothing is left.
            Some(die) => triple::results(&field, &state, die, dice.count(die), &mut results.found),
            None => Layers::new(roll).fill(&field, state, self.ruleset().compulsion, results),
        }
        results.origin = Some((*self, field));
    }
}

/// The ways of having played a part of a throw with two or three faces: each is a layer of states, numbered so that
/// playing one more number leads to a higher layer.
struct Layers {
    faces: [Face; 3],
    /// How many of `faces` count.
    used: usize,
    size: usize,
}

#[derive(Clone, Copy)]
struct Face {
    die: Die,
    /// How often it is played at most.
    most: usize,
    /// By how much playing it once raises the number of a layer.
    stride: usize,
}

impl Face {
    /// How often it has been played in a layer.
    const fn played(self, layer: usize) -> usize {
        layer / self.stride % (self.most + 1)
    }
}

impl Layers {
    fn new(roll: Roll) -> Layers {
        let counts = roll.counts();
        let mut layers =
            Layers { faces: [Face { die: roll.dice()[0], most: 0, stride: 1 }; 3], used: 0, size: 1 };
        for (die, count) in Die::ALL.into_iter().zip(counts).filter(|(_, count)| *count > 0) {
            let most = usize::from(count);
            layers.faces[layers.used] = Face { die, most, stride: layers.size };
            layers.used += 1;
            layers.size *= most + 1;
        }
        layers
    }

    fn faces(&self) -> &[Face] {
        &self.faces[..self.used]
    }

    fn worth(&self, layer: usize, compulsion: Compulsion) -> u16 {
        self.faces().iter().map(|face| face.played(layer) as u16 * worth(compulsion, face.die)).sum()
    }

    fn fill(&self, field: &Field, start: State, compulsion: Compulsion, results: &mut Results) {
        let Results { found, layers, seen, .. } = results;
        if layers.len() < self.size {
            layers.resize_with(self.size, Vec::new);
        }
        layers[0].clear();
        layers[0].push(start);
        for index in 1..self.size {
            let mut layer = mem::take(&mut layers[index]);
            layer.clear();
            seen.forget();
            for face in self.faces().iter().filter(|face| face.played(index) > 0) {
                for state in &layers[index - face.stride] {
                    field.for_each_after(state, face.die, |after| seen.insert(&mut layer, after));
                }
            }
            layers[index] = layer;
        }
        self.select(field, &start, compulsion, layers, found, seen);
    }

    /// Keeps the states in which the turn may end (Z7).
    fn select(
        &self,
        field: &Field,
        start: &State,
        compulsion: Compulsion,
        layers: &mut [Vec<State>],
        found: &mut Vec<State>,
        seen: &mut Seen,
    ) {
        let last = self.size - 1;
        let steps: usize = self.faces().iter().map(|face| face.most).sum();
        // The last man cannot be borne off with numbers to spare unless fewer men than steps are left.
        let early_win = usize::from(MEN - start.own().off()) < steps;
        if compulsion != Compulsion::Step && !early_win && !layers[last].is_empty() {
            mem::swap(found, &mut layers[last]);
            return;
        }
        let layers = &layers[..self.size];
        let full = (0..self.size)
            .filter(|index| !layers[*index].is_empty())
            .map(|index| self.worth(index, compulsion))
            .max();
        seen.forget();
        for (index, layer) in layers.iter().enumerate() {
            let is_full = index == last
                || compulsion != Compulsion::Step && Some(self.worth(index, compulsion)) == full;
            for state in layer {
                if is_full
                    || state.won()
                    || compulsion == Compulsion::Step && self.is_stuck(field, state, index)
                {
                    seen.insert(found, *state);
                }
            }
        }
    }

    /// Whether none of the numbers left in a layer can be played.
    fn is_stuck(&self, field: &Field, state: &State, layer: usize) -> bool {
        let mut left = self.faces().iter().filter(|face| face.played(layer) < face.most);
        left.all(|face| field.sources(state, face.die).is_empty())
    }
}

/// Which states a list already has: a table of places in the list, open to the next free slot, at most half full.
#[derive(Clone, Debug, Default)]
struct Seen {
    /// The round in the upper half, the place in the list in the lower: what an earlier round has left counts as free, so
    /// that nothing needs to be wiped.
    slots: Vec<u64>,
    round: u32,
}

impl Seen {
    /// Begins a new, empty list.
    fn forget(&mut self) {
        self.round = self.round.wrapping_add(1);
        if self.round == 0 || self.slots.is_empty() {
            self.slots.clear();
            self.slots.resize(1024, 0);
            self.round = 1;
        }
    }

    /// Adds a state to the list unless it is there.
    #[inline]
    fn insert(&mut self, list: &mut Vec<State>, state: State) {
        if list.len() * 2 >= self.slots.len() {
            self.grow(list);
        }
        let mask = self.slots.len() - 1;
        let mut slot = state.hash() as usize & mask;
        while self.slots[slot] >> 32 == u64::from(self.round) {
            if list.get(self.slots[slot] as u32 as usize) == Some(&state) {
                return;
            }
            slot = (slot + 1) & mask;
        }
        self.slots[slot] = u64::from(self.round) << 32 | list.len() as u64;
        list.push(state);
    }

    #[cold]
    fn grow(&mut self, list: &[State]) {
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
