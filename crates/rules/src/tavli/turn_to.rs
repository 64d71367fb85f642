//! From a result back to a turn.

use std::collections::HashSet;

use super::dice_left::DiceLeft;
use super::field::TurnState;
use super::{BySide, Cell, Column, Die, Packed, Place, Play, Position, Roll, Side, Step, Turn};

impl Position {
    /// One legal turn that leads from here to a result of a throw; nothing if none does. The result's number of turns is
    /// not looked at.
    ///
    /// ```
    /// use tablen_rules::tavli::{Position, Results};
    ///
    /// let zeno = Position::zeno();
    /// let roll = "256".parse()?;
    /// let mut results = Results::new();
    /// zeno.results_into(roll, &mut results);
    /// let turn = zeno.turn_to(roll, &results.position(0).unwrap()).unwrap();
    /// assert_eq!(turn.to_string(), "256: 20-22 19-24 10-16");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn turn_to(&self, roll: Roll, result: &Position) -> Option<Turn> {
        self.roll(roll).ok()?.turn_to(result)
    }
}

impl Play {
    /// One legal turn that begins with the steps played so far and leads to a result; nothing if none does.
    ///
    /// ```
    /// use tablen_rules::tavli::{Cell, Die, Place, Position, Results};
    ///
    /// let mut play = Position::zeno().roll("256".parse()?)?;
    /// play.step(Place::Cell(Cell::new(10).unwrap()), Die::new(6).unwrap())?;
    /// let mut results = Results::new();
    /// play.results_into(&mut results);
    /// let turn = play.turn_to(&results.position(0).unwrap()).unwrap();
    /// assert_eq!(turn.to_string(), "256: 10-16 20-22 19-24");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn turn_to(&self, result: &Position) -> Option<Turn> {
        let side = self.position().side();
        if result.side() == side {
            return None;
        }
        let mut play = self.clone();
        let target = *result.packed();
        let found = match self.dice.only_face() {
            Some(die) => {
                let leaving = departures(&play, &target, die)?;
                play_leaving(&mut play, leaving, &target)
            }
            None => Path { target, side, seen: HashSet::new() }.complete(&mut play),
        };
        found.then(|| play.turn())
    }
}

/// Whether a turn under way has arrived.
fn has_arrived(play: &Play, target: &BySide<Packed>) -> bool {
    let side = play.position().side();
    play.state.own() == target[side]
        && play.field.other_after(play.state.hit) == target[side.other()]
        && play.may_finish()
}

/// A search for a way to a result that never goes where no way can lead back from.
struct Path {
    target: BySide<Packed>,
    side: Side,
    seen: HashSet<(TurnState, DiceLeft)>,
}

impl Path {
    /// Plays on to the result, or leaves the turn as it was.
    fn complete(&mut self, play: &mut Play) -> bool {
        if has_arrived(play, &self.target) {
            return true;
        }
        for step in play.next_steps() {
            if play.step(step.from, step.die).is_err() {
                continue;
            }
            if self.may_lead(&play.state) && self.seen.insert((play.state, play.dice)) && self.complete(play)
            {
                return true;
            }
            play.undo();
        }
        false
    }

    /// Men only go forward: nobody may have left the hand or the middle row who is there in the end, and no more men may
    /// have come as far as some cell than will have in the end.
    fn may_lead(&self, state: &TurnState) -> bool {
        let (now, end) = (state.own(), self.target[self.side]);
        let (mut here, mut there) = (now.off(), end.off());
        now.hand() >= end.hand()
            && Column::all().all(|column| now.hit(column) >= end.hit(column))
            && here <= there
            && Cell::all().rev().all(|cell| {
                here += now.on(cell);
                there += end.on(cell);
                here <= there
            })
    }
}

/// How many men leave each place on the way to a result with one face left; nothing if no such way can be.
fn departures(play: &Play, target: &BySide<Packed>, die: Die) -> Option<Vec<(Place, u8)>> {
    let (now, end) = (play.state.own(), target[play.position().side()]);
    let mut arrived = [0u8; 25];
    let mut leaving = Vec::new();
    let places = Column::all().map(Place::Middle).chain([Place::Hand]).chain(Cell::all().map(Place::Cell));
    for place in places {
        let (before, after) = match place {
            Place::Middle(column) => (now.hit(column), end.hit(column)),
            Place::Hand => (now.hand(), end.hand()),
            Place::Cell(cell) => (now.on(cell) + arrived[usize::from(cell.number())], end.on(cell)),
            Place::Off => continue,
        };
        let count = before.checked_sub(after)?;
        if let Some(Place::Cell(landing)) = play.field.target(place, die) {
            arrived[usize::from(landing.number())] += count;
        }
        leaving.push((place, count));
    }
    Some(leaving)
}

/// Plays one number so that as many men leave each place as are said to. With one number no step takes another away
/// (see [`triple`](super::triple)), so any order that goes on comes to the end.
fn play_leaving(play: &mut Play, mut leaving: Vec<(Place, u8)>, target: &BySide<Packed>) -> bool {
    let mut wanted = |step: &Step| {
        let count = leaving.iter_mut().find(|(place, count)| *place == step.from && *count > 0);
        count.map(|(_, count)| *count -= 1).is_some()
    };
    while let Some(step) = play.next_steps().into_iter().find(&mut wanted) {
        if play.step(step.from, step.die).is_err() {
            return false;
        }
    }
    has_arrived(play, target)
}
