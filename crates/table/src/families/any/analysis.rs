//! An analyst of one family, as one of any game.

use tablen_engine::analysis::Thresholds;
use tablen_engine::{Limits, Signals};
use tablen_rules::tavli::Roll;

use super::{AnyGame, Hint, Round};
use crate::analysis::{Analyst, Counts, Found, Looked, TurnFound};
use crate::families::tafl::{Tafl, TaflRound};
use crate::families::tavli::{Tavli, TavliRound};
use crate::family::{Family, Never};
use crate::spec::Colour;

/// An analyst for the rules of a round.
pub(super) fn analyst(round: &Round) -> Option<Box<dyn Analyst<AnyGame>>> {
    match round {
        Round::Tafl(round) => of_family::<Tafl>(Tafl::analyst(round)?),
        Round::Tavli(round) => of_family::<Tavli>(Tavli::analyst(round)?),
    }
}

fn of_family<F: OneOfAny>(analyst: Box<dyn Analyst<F>>) -> Option<Box<dyn Analyst<AnyGame>>> {
    Some(Box::new(AnyAnalyst { analyst, turns: Vec::new() }))
}

/// A family that is one of any.
trait OneOfAny: Family {
    fn round(round: &Round) -> Option<&Self::Round>;
    fn hint(hint: Self::Hint) -> Hint;
    fn roll(roll: Self::Roll) -> Roll;
}

impl OneOfAny for Tafl {
    fn round(round: &Round) -> Option<&TaflRound> {
        match round {
            Round::Tafl(round) => Some(round),
            Round::Tavli(_) => None,
        }
    }

    fn hint(hint: Self::Hint) -> Hint {
        Hint::Move(hint)
    }

    fn roll(roll: Never) -> Roll {
        match roll {}
    }
}

impl OneOfAny for Tavli {
    fn round(round: &Round) -> Option<&TavliRound> {
        match round {
            Round::Tafl(_) => None,
            Round::Tavli(round) => Some(round),
        }
    }

    fn hint(hint: Self::Hint) -> Hint {
        Hint::Turn(hint)
    }

    fn roll(roll: Roll) -> Roll {
        roll
    }
}

#[derive(Debug)]
struct AnyAnalyst<F: Family> {
    analyst: Box<dyn Analyst<F>>,
    turns: Vec<TurnFound>,
}

impl<F: OneOfAny> Analyst<AnyGame> for AnyAnalyst<F> {
    fn look(
        &mut self,
        round: &Round,
        lines: usize,
        limits: &Limits,
        signals: Signals<'_>,
        tell: &mut dyn FnMut(Found),
    ) -> Looked {
        let Some(round) = F::round(round) else { return Looked::ToTheEnd };
        let mut tell = |found: Found<F>| tell(found.map(<F as OneOfAny>::hint, F::roll));
        self.analyst.look(round, lines, limits, signals, &mut tell)
    }

    fn look_on(&mut self, round: &Round, limits: &Limits, signals: Signals<'_>) -> Looked {
        let Some(round) = F::round(round) else { return Looked::ToTheEnd };
        let looked = self.analyst.look_on(round, limits, signals);
        if looked == Looked::On {
            let turns = self.analyst.turns().iter();
            self.turns = turns.map(|turn| turn.clone().map(<F as OneOfAny>::hint)).collect();
        }
        looked
    }

    fn turns(&self) -> &[TurnFound] {
        &self.turns
    }

    fn thresholds(&self) -> Thresholds {
        self.analyst.thresholds()
    }

    fn counts(&self, round: &Round, colour: Colour) -> Counts {
        F::round(round).map_or_else(Counts::default, |round| self.analyst.counts(round, colour))
    }
}
