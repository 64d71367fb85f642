//! A turn under way.

use super::compulsion::{self, Search};
use super::dice_left::DiceLeft;
use super::field::{Field, TurnState};
use super::{
    Cell, Column, Compulsion, Die, GameOver, Illegal, Men, Outcome, Place, Position, Roll, Side, Status,
    Step, Turn,
};

/// A throw and the steps played of it so far.
///
/// ```
/// use tablen_rules::tavli::{Die, Place, Position, Ruleset, Side};
///
/// let start = Position::start(Ruleset::default(), Side::White);
/// let mut play = start.roll("144".parse()?)?;
/// assert_eq!(play.remaining(), [1, 0, 0, 4, 0, 0]);
/// assert_eq!(format!("{:?}", play.next_steps()), "[hand-1 (1), hand-4 (4)]");
///
/// let four = Die::new(4).unwrap();
/// play.step(Place::Hand, four)?;
/// assert!(!play.may_finish());
/// play.undo();
/// assert!(play.steps().is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Play {
    position: Position,
    roll: Roll,
    pub(super) field: Field,
    /// The state before each step, so that steps can be taken back.
    before: Vec<TurnState>,
    steps: Vec<Step>,
    pub(super) state: TurnState,
    pub(super) dice: DiceLeft,
    /// What the best way from the beginning of the turn is worth (Z7).
    goal: u16,
}

impl Position {
    /// Begins to play a throw.
    pub fn roll(&self, roll: Roll) -> Result<Play, GameOver> {
        if let Status::Over(outcome) = self.status() {
            return Err(GameOver(outcome));
        }
        let (field, state) = Field::new(self, roll);
        let dice = DiceLeft::all(roll);
        let goal = Search::new(&field, self.ruleset().compulsion).best(&state, dice);
        Ok(Play { position: *self, roll, field, before: Vec::new(), steps: Vec::new(), state, dice, goal })
    }
}

impl Play {
    /// The position before the throw.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The throw.
    pub const fn roll(&self) -> Roll {
        self.roll
    }

    /// The steps played so far.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The throw and the steps played so far.
    pub fn turn(&self) -> Turn {
        Turn { roll: self.roll, steps: self.steps.clone() }
    }

    /// The men of a side as they stand now.
    pub fn men(&self, side: Side) -> Men {
        if side == self.position.side() {
            self.state.own().men()
        } else {
            self.field.other_after(self.state.hit).men()
        }
    }

    /// How often each face is still to be played, by pips − 1.
    pub fn remaining(&self) -> [u8; 6] {
        self.dice.counts()
    }

    /// The steps that can be played next: those with which some complete legal turn goes on (Z7), in the order of
    /// their numbers and places, each once.
    pub fn next_steps(&self) -> Vec<Step> {
        let mut search = self.search();
        let mut steps: Vec<Step> =
            self.next_in(&mut search, &self.state, self.dice).into_iter().map(|(step, _)| step).collect();
        steps.sort_unstable();
        steps
    }

    /// Plays a number from a place.
    pub fn step(&mut self, from: Place, die: Die) -> Result<Step, Illegal> {
        if let Some(reason) = self.why_not(from, die) {
            return Err(reason);
        }
        // Nothing speaks against it, so there is a step.
        let (step, after) = self.field.step(&self.state, from, die).ok_or(Illegal::NoMan { from })?;
        self.before.push(self.state);
        self.steps.push(step);
        self.state = after;
        self.dice = self.dice.without(die);
        Ok(step)
    }

    /// Whether nothing at all can be played with the throw: the turn is passed (Z7).
    pub const fn must_pass(&self) -> bool {
        self.goal == 0
    }

    /// Whether the steps played so far have won the game (Z4).
    pub fn has_won(&self) -> bool {
        self.state.won()
    }

    /// Takes the last step back.
    pub fn undo(&mut self) -> Option<Step> {
        let step = self.steps.pop()?;
        self.state = self.before.pop()?;
        self.dice = self.dice.with(step.die);
        Some(step)
    }

    /// Whether the turn may end here.
    pub fn may_finish(&self) -> bool {
        if self.state.won() {
            return true;
        }
        match self.position.ruleset().compulsion {
            Compulsion::Step => self.dice.faces().all(|die| self.field.sources(&self.state, die).is_empty()),
            Compulsion::Maximal | Compulsion::HigherDie => {
                self.played(&self.search(), self.dice) == self.goal
            }
        }
    }

    /// Whether as much of the throw can still be played as could be at first (Z7). It can, unless the last man is to be
    /// borne off with fewer numbers.
    pub(super) fn is_full(&self) -> bool {
        let mut search = self.search();
        self.position.ruleset().compulsion == Compulsion::Step
            || self.played(&search, self.dice) + search.best(&self.state, self.dice) == self.goal
    }

    /// Ends the turn; refused while more must be played (Z7).
    pub fn finish(&self) -> Result<Position, Illegal> {
        if !self.may_finish() {
            let more = self.search().best(&self.state, self.dice);
            return Err(Illegal::Unfinished { more: compulsion::steps(more) });
        }
        Ok(self.position.after_turn(self.state.own(), self.field.other_after(self.state.hit)))
    }

    /// The number that takes a man from one place to another in the next step, if one does: the exact one before a
    /// larger one that would also bear it off.
    pub fn die_to(&self, from: Place, to: Place) -> Option<Die> {
        Die::ALL.into_iter().find(|die| {
            self.dice.count(*die) > 0
                && self.field.target(from, *die) == Some(to)
                && self.why_not(from, *die).is_none()
        })
    }

    /// Why a number cannot be played from a place; nothing if it can.
    pub fn why_not(&self, from: Place, die: Die) -> Option<Illegal> {
        if let Some(reason) = self.breaks_step_rules(from, die) {
            return Some(reason);
        }
        let mut search = self.search();
        let (_, after) = self.field.step(&self.state, from, die)?;
        if self.leads_on(&mut search, &after, self.dice.without(die)) {
            return None;
        }
        let dice = self.dice.without(die);
        let reached = self.played(&search, dice) + search.best(&after, dice);
        Some(if compulsion::steps(reached) < compulsion::steps(self.goal) {
            Illegal::LosesNumber { most: compulsion::steps(self.goal) }
        } else {
            Illegal::LosesHigher { most: compulsion::pips(self.goal) }
        })
    }

    /// Why the men of a place cannot be moved at all; nothing if one can.
    pub fn why_not_from(&self, from: Place) -> Option<Illegal> {
        if let Some(missing) = self.men_missing(from) {
            return Some(missing);
        }
        let first = self.roll.dice()[0];
        let left = self.dice.faces().map(|die| self.why_not(from, die));
        unless_one_is_fine(left, Illegal::UsedUp { die: first })
    }

    /// Why a number cannot be played with any man; nothing if it can.
    pub fn why_not_die(&self, die: Die) -> Option<Illegal> {
        let tries = self.occupied_places().map(|place| self.why_not(place, die));
        unless_one_is_fine(tries, Illegal::UsedUp { die })
    }

    /// Everything that keeps a number from being played next, each reason once and in the order of travel; nothing if it
    /// can be played. While men are hit only what keeps them out counts: all others wait for them (Z12).
    ///
    /// ```
    /// use tablen_rules::tavli::{Cell, Die, Illegal, Place, Position, Ruleset};
    ///
    /// let setup = "white 2:1 7:14 beyond; black 12:2 23:13 beyond; white to roll".parse()?;
    /// let mut play = Position::new(Ruleset::default(), setup)?.roll("555".parse()?)?;
    /// let five = Die::new(5).unwrap();
    /// assert_eq!(play.against(five), []);
    /// play.step(Place::Cell(Cell::new(2).unwrap()), five)?;
    /// assert_eq!(play.against(five), [Illegal::Blocked { cell: Cell::new(12).unwrap(), men: 2 }]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn against(&self, die: Die) -> Vec<Illegal> {
        let waits_for_hit_men = |place: &Place| self.state.middle != 0 && !matches!(place, Place::Middle(_));
        let mut reasons = Vec::new();
        for place in self.occupied_places().filter(|place| !waits_for_hit_men(place)) {
            match self.why_not(place, die) {
                None => return Vec::new(),
                Some(reason) if !reasons.contains(&reason) => reasons.push(reason),
                Some(_) => {}
            }
        }
        reasons
    }

    /// Where the mover has men that are still in the game, in the order of travel.
    fn occupied_places(&self) -> impl Iterator<Item = Place> {
        [Place::Hand]
            .into_iter()
            .chain(Column::all().map(Place::Middle))
            .chain(Cell::all().map(Place::Cell))
            .filter(|place| self.men_missing(*place).is_none())
    }

    /// Why no number takes a man from one place to another; nothing if one does.
    pub fn why_not_to(&self, from: Place, to: Place) -> Option<Illegal> {
        if self.die_to(from, to).is_some() {
            return None;
        }
        let leading = || Die::ALL.into_iter().filter(|die| self.field.target(from, *die) == Some(to));
        let thrown = |die: &Die| self.roll.dice().contains(die);
        leading()
            .find(|die| self.dice.count(*die) > 0)
            .or_else(|| leading().find(thrown))
            .and_then(|die| self.why_not(from, die))
            .or_else(|| self.men_missing(from))
            .or(Some(Illegal::NoNumberLeads { from, to }))
    }

    /// The rules that look at one step alone; those of Z7 look at the whole turn.
    fn breaks_step_rules(&self, from: Place, die: Die) -> Option<Illegal> {
        if self.state.won() {
            return Some(Illegal::GameOver(Outcome::BorneOff(self.position.side())));
        }
        if !self.roll.dice().contains(&die) {
            return Some(Illegal::NotThrown { die });
        }
        if self.dice.count(die) == 0 {
            return Some(Illegal::UsedUp { die });
        }
        self.men_missing(from).or_else(|| super::reason::against(&self.field, &self.state, from, die))
    }

    /// The reason that nobody is there to move.
    fn men_missing(&self, from: Place) -> Option<Illegal> {
        let own = self.state.own();
        let men = match from {
            Place::Hand => own.hand(),
            Place::Middle(column) => own.hit(column),
            Place::Cell(cell) => own.on(cell),
            Place::Off => return Some(Illegal::StaysOff),
        };
        (men == 0).then_some(Illegal::NoMan { from })
    }

    pub(super) fn search(&self) -> Search<'_> {
        Search::new(&self.field, self.position.ruleset().compulsion)
    }

    /// What has been played, given what is left.
    fn played(&self, search: &Search<'_>, dice: DiceLeft) -> u16 {
        search.total(DiceLeft::all(self.roll)) - search.total(dice)
    }

    /// Whether some complete legal turn goes through a state with these numbers left.
    fn leads_on(&self, search: &mut Search<'_>, state: &TurnState, dice: DiceLeft) -> bool {
        self.position.ruleset().compulsion == Compulsion::Step
            || self.played(search, dice) + search.best(state, dice) == self.goal
            || search.can_win(state, dice)
    }

    /// The steps with which some complete legal turn goes on from a state.
    pub(super) fn next_in(
        &self,
        search: &mut Search<'_>,
        state: &TurnState,
        dice: DiceLeft,
    ) -> Vec<(Step, TurnState)> {
        let mut next = Vec::new();
        for die in dice.faces() {
            for from in self.field.sources(state, die).places() {
                if let Some((step, after)) = self.field.step(state, from, die)
                    && self.leads_on(search, &after, dice.without(die))
                {
                    next.push((step, after));
                }
            }
        }
        next
    }
}

/// The first reason of many tries, unless one of them is legal; another reason where there are no tries.
fn unless_one_is_fine(tries: impl Iterator<Item = Option<Illegal>>, otherwise: Illegal) -> Option<Illegal> {
    let mut first = None;
    for reason in tries {
        first = first.or(Some(reason?));
    }
    first.or(Some(otherwise))
}
