//! All results of a throw, or of what is left of one, with two or three faces.
//!
//! What has been played of such a throw is a layer: all states that the same numbers lead to, in whatever order. A
//! layer is filled from the layers with one number less, so no state is looked at twice, and the last layer is the
//! whole throw.
//!
//! Most states can be reached in several orders. Steps that could as well be played the other way round are made in
//! one order only, that of their faces and then of their places; what is left over, the table of seen states catches.

use std::mem;

use super::compulsion::worth;
use super::dice_left::DiceLeft;
use super::field::{Field, Sources, TurnState};
use super::seen::Seen;
use super::{Compulsion, Die, MEN};

/// How the layers of a throw are numbered: playing one more number leads to a higher layer.
pub(super) struct Plan {
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

impl Plan {
    pub fn new(dice: DiceLeft) -> Plan {
        let mut plan = Plan { faces: [Face { die: Die::ALL[0], most: 0, stride: 1 }; 3], used: 0, size: 1 };
        for die in Die::ALL.into_iter().filter(|die| dice.count(*die) > 0) {
            let most = usize::from(dice.count(die));
            plan.faces[plan.used] = Face { die, most, stride: plan.size };
            plan.used += 1;
            plan.size *= most + 1;
        }
        plan
    }

    fn faces(&self) -> &[Face] {
        &self.faces[..self.used]
    }

    fn steps(&self) -> usize {
        self.faces().iter().map(|face| face.most).sum()
    }

    fn worth(&self, layer: usize, compulsion: Compulsion) -> u16 {
        self.faces().iter().map(|face| face.played(layer) as u16 * worth(compulsion, face.die)).sum()
    }

    /// Whether none of the numbers left in a layer can be played.
    fn is_stuck(&self, field: &Field, state: &TurnState, layer: usize) -> bool {
        let mut left = self.faces().iter().filter(|face| face.played(layer) < face.most);
        left.all(|face| field.sources(state, face.die).is_empty())
    }
}

/// The states of each layer, in buffers that are used again for the next throw.
#[derive(Clone, Debug, Default)]
pub(super) struct Layers {
    layers: Vec<Layer>,
    seen: Seen,
}

#[derive(Clone, Debug, Default)]
struct Layer {
    states: Vec<TurnState>,
    /// How each state was first reached.
    last_steps: Vec<LastStep>,
}

/// The last step of a way to a state.
#[derive(Clone, Copy, Debug)]
struct LastStep {
    /// The state before it, in the layer without it.
    before: u32,
    /// The face played, as an index.
    face: u8,
    /// The lowest bit of its place, on the line or in the middle row.
    shift: u8,
}

impl Layers {
    /// Fills all layers of a throw.
    pub fn fill(&mut self, plan: &Plan, field: &Field, start: TurnState) {
        let Layers { layers, seen } = self;
        if layers.len() < plan.size {
            layers.resize_with(plan.size, Layer::default);
        }
        layers[0].states.clear();
        layers[0].states.push(start);
        for index in 1..plan.size {
            let mut layer = mem::take(&mut layers[index]);
            layer.states.clear();
            layer.last_steps.clear();
            seen.forget();
            // The highest face first, so that the way remembered is the one that allows most to be left out.
            for (number, face) in plan.faces().iter().enumerate().rev() {
                if face.played(index) > 0 {
                    fill_from(plan, field, layers, index - face.stride, number, seen, &mut layer);
                }
            }
            layers[index] = layer;
        }
    }

    /// Moves the states in which the turn may end (Z7) to `found`, each once.
    pub fn select(&mut self, plan: &Plan, field: &Field, compulsion: Compulsion, found: &mut Vec<TurnState>) {
        let last = plan.size - 1;
        let men = MEN - self.layers[0].states.first().map_or(0, |start| start.own().off());
        // The last man cannot be borne off with numbers to spare unless fewer men than steps are left.
        let early_win = usize::from(men) < plan.steps();
        if compulsion != Compulsion::Step && !early_win && !self.layers[last].states.is_empty() {
            mem::swap(found, &mut self.layers[last].states);
            return;
        }
        let Layers { layers, seen } = self;
        let layers = &layers[..plan.size];
        let full = (0..plan.size)
            .filter(|index| !layers[*index].states.is_empty())
            .map(|index| plan.worth(index, compulsion))
            .max();
        seen.forget();
        for (index, layer) in layers.iter().enumerate() {
            let is_full = match compulsion {
                Compulsion::Step => index == last,
                Compulsion::Maximal | Compulsion::HigherDie => Some(plan.worth(index, compulsion)) == full,
            };
            for state in &layer.states {
                let may_end = is_full
                    || state.won()
                    || compulsion == Compulsion::Step && plan.is_stuck(field, state, index);
                if may_end {
                    seen.insert(found, *state);
                }
            }
        }
    }
}

/// Plays one number from every state of a layer.
fn fill_from(
    plan: &Plan,
    field: &Field,
    layers: &[Layer],
    from: usize,
    number: usize,
    seen: &mut Seen,
    into: &mut Layer,
) {
    let face = plan.faces[number];
    for (before, state) in layers[from].states.iter().enumerate() {
        let mut sources = field.sources(state, face.die);
        if sources.is_empty() {
            continue;
        }
        if let Some(last) = layers[from].last_steps.get(before)
            && usize::from(last.face) >= number
        {
            let earlier = from - plan.faces[usize::from(last.face)].stride;
            if let Some(earlier) = layers[earlier].states.get(last.before as usize) {
                sources = without_exchangeable(field, sources, earlier, *last, number, face.die);
            }
        }
        let mut reach = |shift: u32, after: TurnState| {
            if seen.insert(&mut into.states, after) {
                let step = LastStep { before: before as u32, face: number as u8, shift: shift as u8 };
                into.last_steps.push(step);
            }
        };
        while sources.line != 0 {
            let source = sources.line & sources.line.wrapping_neg();
            reach(source.trailing_zeros(), field.leave_line(state, source, face.die));
            sources.line ^= source;
        }
        while sources.middle != 0 {
            let source = sources.middle & sources.middle.wrapping_neg();
            reach(source.trailing_zeros(), field.leave_middle(state, source, face.die));
            sources.middle ^= source;
        }
    }
}

/// Leaves out the steps that could as well have been played before the `last` step, if that is the order in which they
/// are made: the lower face first, and the lower place first with the same face. The order in which they are made ends
/// in a higher step, so nothing is left out in turn for the sake of what has been left out.
///
/// Played the other way round, the new step must have been possible in the `earlier` state, and the last step must still
/// be possible after it. It is, because steps only ever make others possible, with one exception: a hit may open the door
/// for a man in hand, who must then enter instead (Z13, Z15 `entering_hits: no`).
fn without_exchangeable(
    field: &Field,
    sources: Sources,
    earlier: &TurnState,
    last: LastStep,
    number: usize,
    die: Die,
) -> Sources {
    if earlier.line & 15 != 0 && !field.entering_hits {
        return sources;
    }
    let before = field.sources(earlier, die);
    let higher_face = usize::from(last.face) > number;
    let made_earlier = if higher_face { u128::MAX } else { (1 << last.shift) - 1 };
    // A last step from the middle row makes room on the line, which is nothing to exchange: there `before` is empty.
    Sources {
        line: sources.line & !(before.line & made_earlier),
        middle: sources.middle & !(before.middle & made_earlier as u64),
    }
}
