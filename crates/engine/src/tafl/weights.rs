//! Every number of the classic evaluation, in points to the defenders. About a hundred are a man of Tablut's defenders.

use std::fmt;
use std::str::FromStr;

use tablen_rules::tafl::{Goal, Ruleset};

/// Declares [`Weights`]: each number with its name, so that they can be read from a file, compared in a match and tuned.
macro_rules! weights {
    ($($(#[$doc:meta])* $name:ident,)+) => {
        /// What each thing on the board counts.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Weights {
            $($(#[$doc])* pub $name: i32,)+
        }

        impl Weights {
            /// Nothing counts.
            pub const ZERO: Weights = Weights { $($name: 0,)+ };

            /// The names of all numbers.
            pub const NAMES: &[&str] = &[$(stringify!($name)),+];

            /// A number by its name.
            pub fn get_mut(&mut self, name: &str) -> Option<&mut i32> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)+
                    _ => None,
                }
            }

            /// All numbers, in the order of [`Weights::NAMES`].
            pub const fn numbers(&self) -> [i32; Weights::NAMES.len()] {
                [$(self.$name),+]
            }
        }
    };
}

weights! {
    /// All men of the attackers at the start; each is worth its share, so that a man counts more where there are few.
    attackers_army,
    /// The same for the defenders.
    defenders_army,
    /// The king's next move could reach a goal in one direction (raichi) while it is the attackers' turn.
    raichi,
    /// In two or more directions (tuichi): hardly to be stopped.
    tuichi,
    /// Each goal cell the king can reach in two moves if nobody else moves.
    goal_in_two,
    /// No goal is two moves away, but one is three moves away.
    goal_in_three,
    /// For a king who goes step by step: each step that the nearest goal is nearer than the width of the board.
    step_nearer,
    /// No way leads to a goal, not even through the defenders' own men: the attackers' wall is closed.
    walled_in,
    /// Each cell the king can move to.
    king_mobility,
    /// One of the king's four sides held, where all four must be.
    one_side_held,
    /// Two of them.
    two_sides_held,
    /// Three of them.
    three_sides_held,
    /// The king has an enemy on one side and nobody opposite, where two enemies capture him.
    half_taken,
    /// The last cell needed to capture the king can be reached by an attacker.
    king_hangs,
    /// Each attacker at most two columns and two rows away from the king.
    attacker_near_king,
    /// Each row or column without any piece that has a goal at both ends.
    open_line,
    /// Where corners are the goals: each attacker on a cell that shuts a corner off.
    guard,
    /// The same for each defender there: he keeps the wall open.
    guard_broken,
    /// The same for each corner before which a whole wall of attackers stands, with no defender behind it.
    corner_shut,
    /// For each before which such a wall lacks one man.
    corner_nearly_shut,
    /// For each before which it lacks two.
    corner_half_shut,
    /// The side whose turn it is.
    turn,
    /// Each attacker at most five columns and five rows away from the king.
    attacker_around,
    /// Ten moves that the defenders have, or would have if it were their turn.
    defenders_mobility,
}

/// So many goals that the king can reach in two moves count, no more.
pub(super) const GOALS_IN_TWO_COUNTED: u32 = 6;

/// So many cells that the king can move to count, no more.
pub(super) const KING_MOBILITY_COUNTED: u32 = 12;

/// How far from its corner, in columns and rows together, a cell that shuts it off lies: three men make such a wall, and none of them can be
/// taken while all stand.
pub(super) const GUARD_DISTANCE: u8 = 2;

/// The largest board that counts as tiny.
const TINY_BOARD: u8 = 7;

/// The largest board that counts as small.
pub(super) const SMALL_BOARD: u8 = 11;

/// Before anything was tuned.
const FIRST: Weights = Weights {
    attackers_army: 800,
    defenders_army: 800,
    raichi: 60,
    tuichi: 600,
    goal_in_two: 12,
    goal_in_three: 15,
    step_nearer: 12,
    walled_in: -250,
    king_mobility: 3,
    one_side_held: -8,
    two_sides_held: -30,
    three_sides_held: -90,
    half_taken: -25,
    king_hangs: -120,
    attacker_near_king: -4,
    open_line: 14,
    guard: -18,
    guard_broken: 10,
    corner_shut: 0,
    corner_nearly_shut: 0,
    corner_half_shut: 0,
    turn: 5,
    attacker_around: 0,
    defenders_mobility: 0,
};

/// The weights in use, a set for each goal on boards of each size. Where the edge is the goal on small boards they were tuned by
/// `tablen train tafl --classic`; by the same command with `--rounds`, that is by games, where corners are.
static EDGES_SMALL: Weights = Weights {
    attackers_army: 844,
    defenders_army: 737,
    raichi: 60,
    tuichi: 600,
    goal_in_two: 19,
    goal_in_three: 16,
    step_nearer: 12,
    walled_in: -199,
    king_mobility: 0,
    one_side_held: 19,
    two_sides_held: 13,
    three_sides_held: -192,
    half_taken: -25,
    king_hangs: -120,
    attacker_near_king: -14,
    open_line: 10,
    guard: -18,
    guard_broken: 10,
    corner_shut: 0,
    corner_nearly_shut: 0,
    corner_half_shut: 0,
    turn: 9,
    attacker_around: 0,
    defenders_mobility: 0,
};
static EDGES_LARGE: Weights = FIRST;
static CORNERS_TINY: Weights = FIRST;
/// Tuned by games: `tablen train tafl --preset hnefatafl --classic FILE --rounds 400 --nodes 1000 --games 400 --seed 5`.
/// On boards of seven rows they do no better than the first ones (49.0 %, 47.1 – 50.9, of 50 games of Brandubh, when the test was sure).
static CORNERS_SMALL: Weights = Weights {
    attackers_army: 1007,
    defenders_army: 313,
    raichi: 74,
    tuichi: 821,
    goal_in_two: 21,
    goal_in_three: 1,
    step_nearer: 13,
    walled_in: -346,
    king_mobility: 4,
    one_side_held: -4,
    two_sides_held: -13,
    three_sides_held: -102,
    half_taken: -27,
    king_hangs: -89,
    attacker_near_king: 0,
    open_line: 13,
    guard: -30,
    guard_broken: 11,
    corner_shut: 0,
    corner_nearly_shut: 0,
    corner_half_shut: 0,
    turn: 7,
    attacker_around: 0,
    defenders_mobility: 0,
};
/// Tuned by games (`tablen train tafl --classic FILE --rounds N`). Attackers must keep the many men that it takes to shut all corners; once they
/// are shut, moves that the defenders' men have left tell who gets on. Walls before corners were set by hand: whoever defends against attackers
/// that build them must see them coming.
static CORNERS_LARGE: Weights = Weights {
    attackers_army: 2753,
    defenders_army: 666,
    raichi: 47,
    tuichi: 472,
    goal_in_two: 30,
    goal_in_three: 11,
    step_nearer: 12,
    walled_in: 0,
    king_mobility: 4,
    one_side_held: -16,
    two_sides_held: -47,
    three_sides_held: -58,
    half_taken: -25,
    king_hangs: -157,
    attacker_near_king: -5,
    open_line: 12,
    guard: -14,
    guard_broken: -3,
    corner_shut: -45,
    corner_nearly_shut: -8,
    corner_half_shut: 0,
    turn: 19,
    attacker_around: 0,
    defenders_mobility: 9,
};

impl Weights {
    /// The weights for a ruleset.
    pub fn of(ruleset: &Ruleset) -> &'static Weights {
        match (ruleset.goal == Goal::Corners, ruleset.board.layout().size()) {
            (false, ..=SMALL_BOARD) => &EDGES_SMALL,
            (false, _) => &EDGES_LARGE,
            (true, ..=TINY_BOARD) => &CORNERS_TINY,
            (true, ..=SMALL_BOARD) => &CORNERS_SMALL,
            (true, _) => &CORNERS_LARGE,
        }
    }
}

/// One a line: its name and the number.
impl fmt::Display for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Weights::NAMES
            .iter()
            .zip(self.numbers())
            .try_for_each(|(name, number)| writeln!(f, "{name} {number}"))
    }
}

/// What is wrong with a text of weights: the line that says nothing, or twice the same, or the name that is missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotWeights {
    /// No line is a name and a number, or not for the first time.
    Line(String),
    /// There is no line for this number.
    Missing(&'static str),
}

/// ```
/// use tablen_engine::tafl::Weights;
/// use tablen_engine::tafl::weights::NotWeights;
/// use tablen_rules::tafl::Preset;
///
/// let weights = Weights::of(&Preset::Alea.ruleset());
/// assert_eq!(weights.to_string().parse(), Ok(*weights));
/// assert_eq!("raichi many".parse::<Weights>(), Err(NotWeights::Line("raichi many".to_owned())));
/// assert_eq!("raichi 60".parse::<Weights>(), Err(NotWeights::Missing("attackers_army")));
/// ```
impl FromStr for Weights {
    type Err = NotWeights;

    fn from_str(text: &str) -> Result<Weights, NotWeights> {
        let mut weights = Weights::ZERO;
        let mut said = Vec::new();
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            let wrong = || NotWeights::Line(line.to_owned());
            let (name, number) = line.trim().split_once(' ').ok_or_else(wrong)?;
            let number = number.trim().parse().map_err(|_| wrong())?;
            *weights.get_mut(name).ok_or_else(wrong)? = number;
            if said.contains(&name) {
                return Err(wrong());
            }
            said.push(name);
        }
        match Weights::NAMES.iter().find(|name| !said.contains(name)) {
            Some(name) => Err(NotWeights::Missing(name)),
            None => Ok(weights),
        }
    }
}
