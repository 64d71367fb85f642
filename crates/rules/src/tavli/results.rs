//! Every position that a throw can lead to, fast.

use super::dice_left::DiceLeft;
use super::field::{Field, State};
use super::layers::{Layers, Plan};
use super::{BySide, Packed, Position, Roll, Status, triple};

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
    layers: Layers,
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
        self.layers = Layers::default();
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
            None => {
                let plan = Plan::new(roll);
                results.layers.fill(&plan, &field, state);
                results.layers.select(&plan, &field, self.ruleset().compulsion, &mut results.found);
            }
        }
        results.origin = Some((*self, field));
    }
}
