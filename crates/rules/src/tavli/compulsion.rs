//! How much of a throw can be played (Z7).

use std::collections::{HashMap, HashSet};

use super::dice_left::DiceLeft;
use super::field::{Field, TurnState};
use super::{Compulsion, Die, MEN};

/// A step is worth more than all pips of a throw, so that more steps always come first.
const STEP: u16 = 128;

/// What playing a number is worth: a way is full if no other is worth more.
pub(super) const fn worth(compulsion: Compulsion, die: Die) -> u16 {
    match compulsion {
        Compulsion::Maximal | Compulsion::Step => STEP,
        Compulsion::HigherDie => STEP + die.pips() as u16,
    }
}

/// How many steps something is worth.
pub(super) const fn steps(worth: u16) -> u8 {
    (worth / STEP) as u8
}

/// How many pips something is worth, where pips count.
pub(super) const fn pips(worth: u16) -> u8 {
    (worth % STEP) as u8
}

/// Looks ahead in one turn and remembers what it has seen.
///
/// A throw of one face never needs it to branch: with a single number no step takes another away (each only fills
/// cells farther on, empties the middle row and the hand, or opens the gate), so playing anything as long as something
/// can be played gives the most.
pub(super) struct Search<'a> {
    field: &'a Field,
    compulsion: Compulsion,
    best: HashMap<(TurnState, DiceLeft), u16>,
    no_win: HashSet<(TurnState, DiceLeft)>,
}

impl<'a> Search<'a> {
    pub fn new(field: &'a Field, compulsion: Compulsion) -> Search<'a> {
        Search { field, compulsion, best: HashMap::new(), no_win: HashSet::new() }
    }

    /// What all of some numbers are worth together.
    pub fn total(&self, dice: DiceLeft) -> u16 {
        dice.faces().map(|die| u16::from(dice.count(die)) * worth(self.compulsion, die)).sum()
    }

    /// The most that can be played of the numbers left.
    pub fn best(&mut self, state: &TurnState, dice: DiceLeft) -> u16 {
        if let Some(die) = dice.only_face() {
            return u16::from(greedy(self.field, state, die, dice.count(die)).1)
                * worth(self.compulsion, die);
        }
        if let Some(known) = self.best.get(&(*state, dice)) {
            return *known;
        }
        let total = self.total(dice);
        let mut best = 0;
        for die in dice.faces() {
            for from in self.field.sources(state, die).places() {
                if best == total {
                    break;
                }
                if let Some((_, after)) = self.field.step(state, from, die) {
                    best = best.max(worth(self.compulsion, die) + self.best(&after, dice.without(die)));
                }
            }
        }
        self.best.insert((*state, dice), best);
        best
    }

    /// Whether the last man can be borne off with the numbers left: such a way is always full.
    pub fn can_win(&mut self, state: &TurnState, dice: DiceLeft) -> bool {
        if state.won() {
            return true;
        }
        if MEN.saturating_sub(state.own().off()) > dice.steps() || self.no_win.contains(&(*state, dice)) {
            return false;
        }
        if let Some(die) = dice.only_face() {
            return greedy(self.field, state, die, dice.count(die)).0.won();
        }
        for die in dice.faces() {
            for from in self.field.sources(state, die).places() {
                if let Some((_, after)) = self.field.step(state, from, die)
                    && self.can_win(&after, dice.without(die))
                {
                    return true;
                }
            }
        }
        self.no_win.insert((*state, dice));
        false
    }
}

/// Plays one number as often as it can be, up to `count` times: where that leads and how often it was played.
pub(super) fn greedy(field: &Field, state: &TurnState, die: Die, count: u8) -> (TurnState, u8) {
    let mut state = *state;
    for played in 0..count {
        let sources = field.sources(&state, die);
        state = if sources.line != 0 {
            field.leave_line(&state, sources.line & sources.line.wrapping_neg(), die)
        } else if sources.middle != 0 {
            field.leave_middle(&state, sources.middle & sources.middle.wrapping_neg(), die)
        } else {
            return (state, played);
        };
    }
    (state, count)
}
