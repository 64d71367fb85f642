//! The board of tavli in `tablen play`.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use tablen_rules::tavli::{Die, Step};
use tablen_rules::words::{Explain, Message};
use tablen_table::view::{Ask, Hint, StepView, TavliBoard, TurnView, View};
use tablen_table::{Command, StepChoice};

use super::drawing;
use super::picture::picture;
use crate::families::{FamilyBoard, Named, Room, Scene, Spot};
use crate::play::screen::highlights::Hits;

impl FamilyBoard for TavliBoard {
    fn first_spot(&self) -> Spot {
        Spot::Dice
    }

    fn movable(&self) -> Vec<Spot> {
        let mut spots: Vec<Spot> = self.next.iter().map(|step| Spot::Place(step.from)).collect();
        spots.dedup();
        spots
    }

    fn reachable(&self, from: Spot) -> Vec<Spot> {
        let Spot::Place(from) = from else { return Vec::new() };
        self.next.iter().filter(|step| step.from == from).map(|step| Spot::Place(step.to)).collect()
    }

    /// The steps of the turn under way, before they begin those of the turn before.
    fn last_played(&self) -> Vec<Spot> {
        let before = || self.last.iter().flat_map(|turn| &turn.steps).collect();
        let steps: Vec<&StepView> =
            if self.steps.is_empty() { before() } else { self.steps.iter().collect() };
        steps.into_iter().map(|step| Spot::Place(step.to)).collect()
    }

    /// Of several dice that lead there, the smallest.
    fn command(&self, from: Spot, to: Spot, die: Option<Die>) -> Option<Command> {
        let (Spot::Place(from), Spot::Place(to)) = (from, to) else { return None };
        let is_meant =
            |step: &&StepView| step.from == from && step.to == to && die.is_none_or(|die| die == step.die);
        let step = self.next.iter().filter(is_meant).min_by_key(|step| step.die)?;
        Some(Command::Step(choice_of(step)))
    }

    /// The table knows why a number cannot be played there.
    fn command_of_die(&self, from: Spot, die: Die) -> Option<Command> {
        match from {
            Spot::Place(from) => Some(Command::Step(StepChoice { from, die })),
            _ => None,
        }
    }

    fn commands_of_hint(&self, hint: &Hint) -> Vec<Command> {
        let Hint::Turn(hint) = hint else { return Vec::new() };
        vec![Command::Turn { steps: hint.steps.iter().map(choice_of).collect(), end: false }]
    }

    fn least_size(&self) -> (u16, u16) {
        drawing::least()
    }

    /// Its turns are long but its board is wide: the board comes first.
    fn size(&self, room: Room) -> Option<(u16, u16)> {
        drawing::size(room.most_width, room.height)
    }

    fn draw(&self, scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) -> Hits {
        drawing::draw(self, scene, area, buffer)
    }

    fn picture(&self) -> String {
        picture(&self.white, &self.black)
    }

    /// The steps of the throw, on one line.
    fn moves(&self) -> Vec<String> {
        let step = |step: &StepView| {
            let StepView { die, from, to, hit, .. } = *step;
            Step { die, from, to, hits: hit.is_some() }.to_string()
        };
        vec![self.next.iter().map(step).collect::<Vec<String>>().join(" ")]
    }

    fn question(&self, view: &View) -> (&'static str, Vec<(&'static str, String)>) {
        let Some(roll) = self.roll else { return ("play.plain.roll", Vec::new()) };
        let left: Vec<String> = self
            .faces
            .iter()
            .filter(|face| face.left > 0)
            .map(|face| format!("{}×{}/{}", face.die, face.playable, face.left))
            .collect();
        let key = if view.may.contains(&Ask::Step) { "play.plain.step" } else { "play.plain.confirm" };
        (key, vec![("roll", roll.to_string()), ("left", left.join(" "))])
    }
}

/// What a player says to play a step.
const fn choice_of(step: &StepView) -> StepChoice {
    StepChoice { from: step.from, die: step.die }
}

/// Where a hint comes from and leads to.
pub fn hinted(hint: &TurnView) -> Vec<Spot> {
    hint.steps.iter().flat_map(|step| [step.from, step.to]).map(Spot::Place).collect()
}

/// The step that a word names.
pub fn read_step(word: &str) -> Result<Named, Message> {
    let step: Step = word.to_lowercase().parse().map_err(|error| Explain::message(&error))?;
    // A number in brackets is meant; one that the places imply is only the usual one.
    let die = word.contains('(').then_some(step.die);
    Ok((Spot::Place(step.from), Spot::Place(step.to), die))
}
