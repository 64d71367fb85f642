//! Valid positions before a throw.

use std::fmt;

use crate::words::{Explain, Message, explained};

use super::fault::side_message;
use super::{
    BySide, Cell, Column, Fault, Faults, Gate, MEN, Men, Packed, Phase1Blots, Place, Ruleset, Setup, Side,
    key,
};

/// A game that has lasted this many turns is a draw (Z20). A turn of either side counts as one.
pub const TURN_LIMIT: u16 = 2000;

/// How a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// A side has borne off all its men and won (Z4).
    BorneOff(Side),
    /// A draw after [`TURN_LIMIT`] turns (Z20).
    TurnLimit,
}

impl Outcome {
    /// The side that has won, unless it is a draw.
    pub const fn winner(self) -> Option<Side> {
        match self {
            Outcome::BorneOff(side) => Some(side),
            Outcome::TurnLimit => None,
        }
    }

    /// The name of the reason: `borne-off` or `turn-limit`.
    pub const fn reason(self) -> &'static str {
        match self {
            Outcome::BorneOff(_) => "borne-off",
            Outcome::TurnLimit => "turn-limit",
        }
    }
}

impl Explain for Outcome {
    fn message(&self) -> Message {
        match *self {
            Outcome::BorneOff(side) => message!("tavli.outcome.borne-off").with("side", side_message(side)),
            Outcome::TurnLimit => message!("tavli.outcome.turn-limit").with("turns", TURN_LIMIT),
        }
    }
}

/// What comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// A side throws the dice.
    Roll(Side),
    /// Nothing: the game is over.
    Over(Outcome),
}

/// The dice cannot be thrown: the game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GameOver(pub Outcome);

impl Explain for GameOver {
    fn message(&self) -> Message {
        message!("tavli.over").with("outcome", self.0.message())
    }
}

explained!(Outcome, GameOver);

/// A valid position before a throw, and the rules it is played by.
///
/// ```
/// use tablen_rules::tavli::{Position, Roll, Ruleset, Side, Status};
///
/// let start = Position::start(Ruleset::default(), Side::White);
/// assert_eq!(start.status(), Status::Roll(Side::White));
///
/// let after = start.play(&"256: hand-2 hand-5 hand-6".parse()?)?;
/// assert_eq!(after.status(), Status::Roll(Side::Black));
/// assert_eq!(after.men(Side::White).hand, 12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    men: BySide<Packed>,
    key: u64,
    ruleset: Ruleset,
    side: Side,
    turns: u16,
}

impl Position {
    /// All men off the board (Z2), and the side that throws first (Z3).
    pub fn start(ruleset: Ruleset, first: Side) -> Position {
        let men = Packed { line: u128::from(MEN), middle: 0 };
        let men = BySide { white: men, black: men };
        Position { men, key: key::fresh(&men, first), ruleset, side: first, turns: 0 }
    }

    /// The position of a setup, or everything that is wrong with it.
    ///
    /// ```
    /// use tablen_rules::tavli::{Fault, Position, Ruleset, Setup, Side};
    ///
    /// let setup: Setup = "white hand:13 3:1; black hand:14 3:1; white to roll".parse()?;
    /// let faults = Position::new(Ruleset::default(), setup).unwrap_err();
    /// assert_eq!(faults.0[0], Fault::Count { side: Side::White, men: 14 });
    /// assert_eq!(faults.to_string(), "White has 14 men instead of 15. Both colours stand on cell 3.");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(ruleset: Ruleset, setup: Setup) -> Result<Position, Faults> {
        let faults = faults(&ruleset, &setup);
        let packed = BySide { white: Packed::new(&setup.men.white), black: Packed::new(&setup.men.black) };
        match (packed.white, packed.black) {
            (Some(white), Some(black)) if faults.is_empty() => {
                let men = BySide { white, black };
                let key = key::fresh(&men, setup.side);
                Ok(Position { men, key, ruleset, side: setup.side, turns: setup.turns })
            }
            // Men that cannot be packed are too many, so there is a fault.
            _ => Err(Faults(faults)),
        }
    }

    /// Zeno's position (Z19), before white throws 2, 5 and 6.
    ///
    /// ```
    /// use tablen_rules::tavli::{Position, Results};
    ///
    /// let mut results = Results::new();
    /// Position::zeno().results_into("256".parse()?, &mut results);
    /// assert_eq!(results.len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn zeno() -> Position {
        let ruleset = Ruleset::default();
        // A test proves that it is valid; the start is what a slip in its lines would show.
        Position::new(ruleset, Setup::zeno()).unwrap_or_else(|_| Position::start(ruleset, Side::White))
    }

    /// The same as data that can be changed.
    pub fn setup(&self) -> Setup {
        let men = BySide { white: self.men.white.men(), black: self.men.black.men() };
        Setup { men, side: self.side, turns: self.turns }
    }

    /// The men of a side by place.
    pub fn men(&self, side: Side) -> Men {
        self.men[side].men()
    }

    /// The men of both sides as the rules keep them.
    pub const fn packed(&self) -> &BySide<Packed> {
        &self.men
    }

    /// The rules it is played by.
    pub const fn ruleset(&self) -> Ruleset {
        self.ruleset
    }

    /// Whose turn it is, or would be if the game were not over.
    pub const fn side(&self) -> Side {
        self.side
    }

    /// How many turns have been played (Z20).
    pub const fn turns(&self) -> u16 {
        self.turns
    }

    /// What comes next: a throw, or nothing more (Z4, Z20).
    pub fn status(&self) -> Status {
        let won = |side: &Side| self.men[*side].off() == MEN;
        match Side::ALL.into_iter().find(won) {
            Some(side) => Status::Over(Outcome::BorneOff(side)),
            None if self.turns >= TURN_LIMIT => Status::Over(Outcome::TurnLimit),
            None => Status::Roll(self.side),
        }
    }

    /// Equal for positions with the same men, the same side to throw and the same history of moving beyond 6; the
    /// number of turns and the ruleset have no part in it.
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// [`key`](Self::key) counted from nothing, to check it.
    pub fn fresh_key(&self) -> u64 {
        key::fresh(&self.men, self.side)
    }

    /// The position after a turn that leaves these men.
    pub(super) fn after_turn(&self, own: Packed, other: Packed) -> Position {
        let mut after = *self;
        let (side, opponent) = (self.side, self.side.other());
        after.key ^= key::change(side, self.men[side], own)
            ^ key::change(opponent, self.men[opponent], other)
            ^ key::pass();
        after.men[side] = own;
        after.men[opponent] = other;
        after.side = opponent;
        after.turns = self.turns.saturating_add(1);
        after
    }
}

/// Everything that is wrong with a setup.
fn faults(ruleset: &Ruleset, setup: &Setup) -> Vec<Fault> {
    let mut faults = Vec::new();
    for side in Side::ALL {
        let men = &setup.men[side];
        let places = men.cells.iter().chain(&men.middle).chain([&men.hand, &men.off]);
        let total: u16 = places.map(|count| u16::from(*count)).sum();
        if total != u16::from(MEN) {
            faults.push(Fault::Count { side, men: total });
        }
    }
    faults.extend(
        Cell::all()
            .filter(|cell| Side::ALL.iter().all(|side| setup.men[*side].on(*cell) > 0))
            .map(|cell| Fault::Shared { cell }),
    );
    for side in Side::ALL {
        let men = &setup.men[side];
        if men.hand > 0 && men.off > 0 {
            faults.push(Fault::OffBeforeEntering { side });
        }
        // Where single men are immune at first, the first step beyond 6 waits for the hands to be empty, and nothing
        // can be hit before it. Where they are not, a hit man may come back beyond 6 while others are still in hand.
        let immune = ruleset.phase1_blots == Phase1Blots::Immune;
        let waiting = [side, side.other()]
            .into_iter()
            .take(if ruleset.gate == Gate::Both { 2 } else { 1 })
            .find(|waiting| setup.men[*waiting].hand > 0);
        match (witness_beyond(men, immune), waiting) {
            (Some(place), _) if !men.beyond => faults.push(Fault::NotBeyond { side, place }),
            (_, Some(waiting)) if men.beyond && immune => faults.push(Fault::BeyondTooSoon { side, waiting }),
            _ => {}
        }
    }
    if Side::ALL.iter().all(|side| setup.men[*side].off >= MEN) {
        faults.push(Fault::BothOff);
    }
    if setup.turns > TURN_LIMIT {
        faults.push(Fault::Turns { turns: setup.turns });
    }
    faults
}

/// A place of a man whose side must have moved beyond cell 6, if there is one. A man in columns 1–6 may have been hit
/// on a cell of the first table, but not while single men there are immune.
fn witness_beyond(men: &Men, immune: bool) -> Option<Place> {
    let far = |column: &Column| immune || column.number() > Cell::GATE.number();
    Cell::all()
        .find(|cell| *cell > Cell::GATE && men.on(*cell) > 0)
        .map(Place::Cell)
        .or_else(|| Column::all().find(|column| far(column) && men.hit(*column) > 0).map(Place::Middle))
        .or((men.off > 0).then_some(Place::Off))
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.setup().fmt(f)
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self})")
    }
}
