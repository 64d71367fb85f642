//! What every game promises, whatever its rules: one suite for all of them.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on must panic")]

use std::collections::HashSet;
use std::fmt::{Debug, Display};
use std::str::FromStr;
use std::sync::Arc;

use fastrand::Rng;
use tablen_rules::option::Options;
use tablen_rules::text::Located;
use tablen_rules::words::{Explain, Lang, Message};
use tablen_rules::{tafl, tavli};

/// What the promises are about, in any game: the rules of each game have names of their own for it.
trait Game: Clone + Debug + PartialEq {
    /// Something that can be done: a move, a throw, a turn.
    type Action: Clone + Debug + PartialEq + Display + FromStr<Err: Debug>;

    fn is_over(&self) -> bool;
    fn count_actions(&self) -> usize;
    fn action(&self, number: usize) -> Option<Self::Action>;
    fn act(&mut self, action: &Self::Action) -> Result<(), Message>;
    fn take_back(&mut self) -> bool;
    fn key(&self) -> u64;
    fn fresh_key(&self) -> u64;
}

impl<B: tafl::Bits> Game for tafl::Game<B> {
    type Action = tafl::Move;

    fn is_over(&self) -> bool {
        matches!(self.status(), tafl::Status::Over(_))
    }

    fn count_actions(&self) -> usize {
        let count = || self.position().rules().count_moves(self.position().state()) as usize;
        if self.is_over() { 0 } else { count() }
    }

    fn action(&self, number: usize) -> Option<tafl::Move> {
        let nth = || self.position().rules().nth_move(self.position().state(), number as u64);
        if self.is_over() { None } else { nth() }
    }

    fn act(&mut self, mv: &tafl::Move) -> Result<(), Message> {
        self.play(*mv).map(|_| ()).map_err(|illegal| illegal.message())
    }

    fn take_back(&mut self) -> bool {
        self.undo().is_some()
    }

    fn key(&self) -> u64 {
        self.position().key()
    }

    fn fresh_key(&self) -> u64 {
        self.position().state().fresh_key()
    }
}

/// A game of tavli: the dice are thrown and a turn is played with them, by turns.
#[derive(Clone, Debug, PartialEq)]
struct Tavli {
    position: tavli::Position,
    roll: Option<tavli::Roll>,
    past: Vec<(tavli::Position, tavli::Roll)>,
}

#[derive(Clone, Debug, PartialEq)]
enum Action {
    Roll(tavli::Roll),
    Turn(tavli::Turn),
}

impl Display for Action {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Action::Roll(roll) => Display::fmt(roll, f),
            Action::Turn(turn) => Display::fmt(turn, f),
        }
    }
}

impl FromStr for Action {
    type Err = Located<tavli::NotationError>;

    fn from_str(text: &str) -> Result<Action, Self::Err> {
        if text.contains(':') { text.parse().map(Action::Turn) } else { text.parse().map(Action::Roll) }
    }
}

impl Tavli {
    fn results(&self, roll: tavli::Roll) -> tavli::Results {
        let mut results = tavli::Results::new();
        self.position.results_into(roll, &mut results);
        results
    }
}

impl Game for Tavli {
    type Action = Action;

    fn is_over(&self) -> bool {
        matches!(self.position.status(), tavli::Status::Over(_))
    }

    fn count_actions(&self) -> usize {
        match self.roll {
            _ if self.is_over() => 0,
            None => tavli::Roll::all().count(),
            Some(roll) => self.results(roll).len(),
        }
    }

    fn action(&self, number: usize) -> Option<Action> {
        match self.roll {
            _ if self.is_over() => None,
            None => tavli::Roll::all().nth(number).map(Action::Roll),
            Some(roll) => {
                let result = self.results(roll).position(number)?;
                self.position.turn_to(roll, &result).map(Action::Turn)
            }
        }
    }

    fn act(&mut self, action: &Action) -> Result<(), Message> {
        match action {
            Action::Roll(roll) => {
                self.position.roll(*roll).map_err(|over| over.message())?;
                self.roll = Some(*roll);
            }
            Action::Turn(turn) => {
                let next = self.position.play(turn).map_err(|illegal| illegal.message())?;
                self.past.push((self.position, turn.roll));
                (self.position, self.roll) = (next, None);
            }
        }
        Ok(())
    }

    fn take_back(&mut self) -> bool {
        if self.roll.take().is_some() {
            return true;
        }
        let Some((position, roll)) = self.past.pop() else { return false };
        (self.position, self.roll) = (position, Some(roll));
        true
    }

    fn key(&self) -> u64 {
        self.position.key()
    }

    fn fresh_key(&self) -> u64 {
        self.position.fresh_key()
    }
}

/// How many of the things that can be done are looked at, where there are very many.
const LOOKED_AT: usize = 40;

/// Plays a random game and checks every promise at every step; says whether the game came to its end.
fn keeps_its_promises<G: Game>(start: &G, rng: &mut Rng, most: usize) -> bool {
    let mut game = start.clone();
    let mut past: Vec<(G, G::Action)> = Vec::new();
    while past.len() < most {
        assert_eq!(game.key(), game.fresh_key(), "{game:?}");
        let count = game.count_actions();
        let is_over = game.is_over();
        assert_eq!(count == 0, is_over, "{game:?}");
        assert_eq!(game.action(count), None);
        if is_over {
            break;
        }

        // All of them where there are few, some of them where there are many.
        let stride = count.div_ceil(LOOKED_AT);
        let actions: Vec<G::Action> =
            (0..count).step_by(stride).map(|number| game.action(number).unwrap()).collect();
        let texts: HashSet<String> = actions.iter().map(ToString::to_string).collect();
        assert_eq!(texts.len(), actions.len(), "something is offered twice: {texts:?}");
        for action in &actions {
            assert_eq!(action.to_string().parse::<G::Action>().unwrap(), *action);
        }

        let action = actions[rng.usize(..actions.len())].clone();
        let mut next = game.clone();
        next.act(&action)
            .unwrap_or_else(|reason| panic!("{action} was offered: {}", reason.render(Lang::En)));
        let mut back = next.clone();
        assert!(back.take_back());
        assert_eq!(back, game, "taking {action} back");
        past.push((game, action));
        game = next;
    }

    let mut replayed = start.clone();
    for (_, action) in &past {
        replayed.act(action).unwrap();
    }
    assert_eq!(replayed, game, "the same actions lead to the same state");

    let is_over = game.is_over();
    if let Some((_, last)) = past.last()
        && is_over
    {
        let mut after = game.clone();
        let reason = after.act(last).unwrap_err();
        assert!(Lang::ALL.into_iter().all(|lang| !reason.render(lang).is_empty()));
        assert_eq!(after, game, "what is refused changes nothing");
    }
    for (before, action) in past.iter().rev() {
        assert!(game.take_back(), "{action}");
        assert_eq!(game, *before);
    }
    assert!(!game.take_back(), "nothing is left to take back");
    is_over
}

fn tafl_game(ruleset: &tafl::Ruleset, first: tafl::Side) -> tafl::Game {
    tafl::Game::start(&Arc::new(tafl::Rules::new(ruleset).unwrap()), first)
}

#[test]
fn tafl_presets() {
    let mut rng = Rng::with_seed(1);
    let mut finished = 0;
    for preset in tafl::Preset::ALL {
        for first in tafl::Side::ALL {
            let start = tafl_game(&preset.ruleset(), first);
            finished += usize::from(keeps_its_promises(&start, &mut rng, 150));
        }
    }
    assert!(finished > 5, "{finished} games came to their end");
}

#[test]
fn tavli_with_every_value_of_every_option() {
    let mut rng = Rng::with_seed(2);
    for option in tavli::Ruleset::options() {
        for value in option.values {
            let mut ruleset = tavli::Ruleset::default();
            option.set(&mut ruleset, value).unwrap();
            for first in tavli::Side::ALL {
                let position = tavli::Position::start(ruleset, first);
                let start = Tavli { position, roll: None, past: Vec::new() };
                assert!(keeps_its_promises(&start, &mut rng, 2 * usize::from(tavli::TURN_LIMIT)));
            }
        }
    }
}
