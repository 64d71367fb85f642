//! Every position that a throw, or the rest of a turn, can lead to, fast.

use super::dice_left::DiceLeft;
use super::field::{Field, TurnState};
use super::layers::{Layers, Plan};
use super::{BySide, Packed, Play, Position, Roll, Status, triple};

/// The distinct results of a throw, in a buffer that is made once and used again.
///
/// A result takes 32 bytes. Three different numbers have up to some 2,700 results, a pair some 25,000. Three alike are
/// twelve steps: random games meet up to 200,000 results, and the most that a search for the worst position has found is
/// just under a million (31 MB). More than the 9,657,700 ways to share out twelve steps among fifteen men there cannot be.
/// What the buffer has grown to is kept for the next throw; [`Results::shrink`] gives it back.
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
    found: Vec<TurnState>,
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
        self.origin
            .iter()
            .flat_map(|(origin, field)| self.found.iter().map(|state| men(origin, field, state)))
    }

    /// The men of one of the results, counted from 0.
    ///
    /// ```
    /// use tablen_rules::tavli::{Position, Results};
    ///
    /// let mut results = Results::new();
    /// Position::zeno().results_into("555".parse()?, &mut results);
    /// assert!((0..results.len()).map(|index| results.men(index)).eq(results.packed().map(Some)));
    /// assert_eq!(results.men(results.len()), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn men(&self, index: usize) -> Option<BySide<Packed>> {
        let (origin, field) = self.origin.as_ref()?;
        self.found.get(index).map(|state| men(origin, field, state))
    }

    /// Gives memory back that the last throw did not need.
    pub fn shrink(&mut self) {
        self.found.shrink_to_fit();
        self.layers = Layers::default();
    }
}

#[inline]
fn men(origin: &Position, field: &Field, state: &TurnState) -> BySide<Packed> {
    let mut men = *origin.packed();
    men[origin.side()] = state.own();
    if state.hit != 0 {
        men[origin.side().other()] = field.other_after(state.hit);
    }
    men
}

fn after(origin: &Position, field: &Field, state: &TurnState) -> Position {
    origin.after_turn(state.own(), field.other_after(state.hit))
}

impl Results {
    /// Finds where the numbers left lead from a state, by the rules of Z7 alone for what is left.
    fn find(&mut self, origin: Position, field: Field, state: TurnState, dice: DiceLeft) {
        self.found.clear();
        match dice.only_face() {
            // With one number the three kinds of compulsion ask the same: play until nothing moves or nothing is left.
            Some(die) => triple::results(&field, &state, die, dice.count(die), &mut self.found),
            None => {
                let plan = Plan::new(dice);
                self.layers.fill(&plan, &field, state);
                self.layers.select(&plan, &field, origin.ruleset().compulsion, &mut self.found);
            }
        }
        self.origin = Some((origin, field));
    }
}

impl Position {
    /// Finds every distinct position after a throw. Nothing playable leaves one result, the dice passed; a game that is
    /// over has none.
    pub fn results_into(&self, roll: Roll, results: &mut Results) {
        if let Status::Over(_) = self.status() {
            results.found.clear();
            results.origin = None;
            return;
        }
        let (field, state) = Field::new(self, roll);
        results.find(*self, field, state, DiceLeft::all(roll));
    }
}

impl Play {
    /// Finds every distinct position to which the rest of a turn under way can lead: of the results of the throw, those
    /// that the steps played so far can still come to.
    ///
    /// ```
    /// use tablen_rules::tavli::{Cell, Die, Place, Position, Results, Ruleset};
    ///
    /// let setup = "white 7:2 24:13 beyond; black 20:15 beyond; white to roll".parse()?;
    /// let position = Position::new(Ruleset::default(), setup)?;
    /// let mut play = position.roll("123".parse()?)?;
    /// let mut results = Results::new();
    /// play.results_into(&mut results);
    /// assert_eq!(results.len(), 4);
    ///
    /// play.step(Place::Cell(Cell::new(7).unwrap()), Die::new(3).unwrap())?;
    /// play.step(Place::Cell(Cell::new(7).unwrap()), Die::new(2).unwrap())?;
    /// play.results_into(&mut results);
    /// // The 1 is left: 9-10 or 10-11.
    /// assert_eq!(results.len(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn results_into(&self, results: &mut Results) {
        results.find(*self.position(), self.field, self.state, self.dice);
        if !self.steps().is_empty() && !self.is_full() {
            // Steps that lose a number were legal only because the last man can be borne off with the others.
            results.found.retain(TurnState::won);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use fastrand::Rng;

    use super::super::{Compulsion, Die, MEN, Ruleset, Setup, Side};
    use super::*;
    use crate::option::Options;

    /// Every node that any order of steps reaches; nothing if there are too many.
    fn nodes(field: &Field, start: TurnState, dice: DiceLeft) -> Option<HashSet<(TurnState, DiceLeft)>> {
        let mut seen = HashSet::from([(start, dice)]);
        let mut open = vec![(start, dice)];
        while let Some((state, dice)) = open.pop() {
            for die in dice.faces() {
                for from in field.sources(&state, die).places() {
                    let (_, after) = field.step(&state, from, die)?;
                    let node = (after, dice.without(die));
                    if seen.insert(node) {
                        open.push(node);
                    }
                }
            }
            if seen.len() > 20_000 {
                return None;
            }
        }
        Some(seen)
    }

    /// The results by looking at every order of steps.
    fn by_all_orders(position: &Position, roll: Roll) -> Option<HashSet<TurnState>> {
        let compulsion = position.ruleset().compulsion;
        let (field, start) = Field::new(position, roll);
        let nodes = nodes(&field, start, DiceLeft::all(roll))?;
        let steps = |dice: DiceLeft| dice.steps();
        let pips = |dice: DiceLeft| -> u8 { dice.faces().map(|die| die.pips() * dice.count(die)).sum() };
        let fewest = nodes.iter().map(|(_, dice)| steps(*dice)).min()?;
        let lowest =
            nodes.iter().filter(|(_, dice)| steps(*dice) == fewest).map(|(_, dice)| pips(*dice)).min()?;
        let may_end = |(state, dice): &(TurnState, DiceLeft)| {
            state.own().off() == MEN
                || match compulsion {
                    Compulsion::Step => dice.faces().all(|die| field.sources(state, die).is_empty()),
                    Compulsion::Maximal => steps(*dice) == fewest,
                    Compulsion::HigherDie => steps(*dice) == fewest && pips(*dice) == lowest,
                }
        };
        Some(nodes.iter().filter(|node| may_end(node)).map(|(state, _)| *state).collect())
    }

    #[test]
    fn no_order_of_steps_finds_other_results() {
        let mut rng = Rng::with_seed(1);
        let mut results = Results::new();
        let mut compared = 0;
        for game in 0..60 {
            let mut ruleset = Ruleset::default();
            for option in Ruleset::options() {
                option.set(&mut ruleset, option.values[rng.usize(..option.values.len())]).unwrap();
            }
            let mut position = Position::start(ruleset, Side::ALL[game % 2]);
            while let Status::Roll(_) = position.status() {
                let mut dice = [0; 3].map(|_| Die::ALL[rng.usize(..6)]);
                // Three alike are rare, and have the most to prove.
                if rng.u8(..4) == 0 {
                    dice = [dice[0]; 3];
                }
                let roll = Roll::new(dice);
                position.results_into(roll, &mut results);
                if let Some(expected) = by_all_orders(&position, roll) {
                    let found: HashSet<TurnState> = results.found.iter().copied().collect();
                    assert_eq!(found.len(), results.len(), "{ruleset} {position} {roll}");
                    assert_eq!(found, expected, "{ruleset} {position} {roll}");
                    compared += 1;
                }
                position = results.position(rng.usize(..results.len())).unwrap();
            }
        }
        assert!(compared > 2_000, "{compared}");
    }

    /// The results of the rest of a turn, by playing every legal step.
    fn by_playing_on(
        play: &mut Play,
        seen: &mut HashSet<(TurnState, DiceLeft)>,
        found: &mut HashSet<TurnState>,
    ) {
        if !seen.insert((play.state, play.dice)) {
            return;
        }
        if play.may_finish() {
            found.insert(play.state);
        }
        for step in play.next_steps() {
            play.step(step.from, step.die).unwrap();
            by_playing_on(play, seen, found);
            play.undo();
        }
    }

    #[test]
    fn the_rest_of_a_turn_leads_where_its_steps_lead() {
        let mut rng = Rng::with_seed(3);
        let mut results = Results::new();
        let (mut compared, mut of_wins) = (0, 0);
        for game in 0..60 {
            let mut ruleset = Ruleset::default();
            for option in Ruleset::options() {
                option.set(&mut ruleset, option.values[rng.usize(..option.values.len())]).unwrap();
            }
            let mut position = Position::start(ruleset, Side::ALL[game % 2]);
            while let Status::Roll(_) = position.status() {
                let mut dice = [0; 3].map(|_| Die::ALL[rng.usize(..6)]);
                if rng.u8(..6) == 0 {
                    dice = [dice[0]; 3];
                }
                let mut play = position.roll(Roll::new(dice)).unwrap();
                loop {
                    play.results_into(&mut results);
                    // Few numbers left have few ways: each is tried.
                    if play.dice.steps() <= 3 {
                        let mut expected = HashSet::new();
                        by_playing_on(&mut play, &mut HashSet::new(), &mut expected);
                        let found: HashSet<TurnState> = results.found.iter().copied().collect();
                        assert_eq!(found.len(), results.len(), "{ruleset} {position} {:?}", play.turn());
                        assert_eq!(found, expected, "{ruleset} {position} {:?}", play.turn());
                        compared += 1;
                        of_wins += u32::from(!play.is_full());
                        for after in results.positions() {
                            let turn = play.turn_to(&after).unwrap();
                            assert!(turn.steps.starts_with(play.steps()), "{turn}");
                            assert_eq!(position.play(&turn), Ok(after), "{turn}");
                        }
                    }
                    let next = play.next_steps();
                    if next.is_empty() {
                        break;
                    }
                    let step = next[rng.usize(..next.len())];
                    play.step(step.from, step.die).unwrap();
                }
                position = play.finish().unwrap();
            }
        }
        assert!(compared > 3_000, "{compared}");
        assert!(of_wins > 0, "some steps are legal only because they win");
    }

    #[test]
    fn the_buffer_is_used_again_and_given_back() {
        let setup: Setup = "white 1:5 7:5 13:5 beyond; black 24:15 beyond; white to roll".parse().unwrap();
        let position = Position::new(Ruleset::default(), setup).unwrap();
        let mut results = Results::new();
        for roll in Roll::all() {
            let mut fresh = Results::new();
            position.results_into(roll, &mut fresh);
            position.results_into(roll, &mut results);
            assert_eq!(results.found, fresh.found);
        }
        results.shrink();
        assert_eq!(results.found.capacity(), results.len());
    }
}
