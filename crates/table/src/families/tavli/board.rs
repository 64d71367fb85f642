//! The board of tavli as it is shown.

use serde::{Deserialize, Serialize};
use tablen_rules::tavli::{
    self, Cell, Die, MEN, Men, Place, Play, Position, Roll, Side, Step, StepOptions, Turn,
};

use super::TavliRound;

/// The board of tavli.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TavliBoard {
    /// How many men each side has.
    pub men: u8,
    /// For each cell, cell 1 first, the column of the middle row that it belongs to.
    pub columns: [u8; 24],
    /// White's men.
    pub white: MenView,
    /// Black's men.
    pub black: MenView,
    /// The throw being played.
    pub roll: Option<Roll>,
    /// The faces of the throw, each once, and what can still be played of them.
    pub faces: Vec<FaceView>,
    /// The steps of the turn played so far.
    pub steps: Vec<StepView>,
    /// The steps that the viewer can play next, smaller dice first.
    pub next: Vec<StepView>,
    /// The ways of one man with several steps, to wherever no single step takes it; smaller dice first.
    pub ways: Vec<Vec<StepView>>,
    /// The turn before this one.
    pub last: Option<TurnView>,
}

/// A turn, and the men after it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TavliPlacement {
    /// The throw.
    pub roll: Roll,
    /// What was played of it; nothing if it was passed.
    pub steps: Vec<StepView>,
    /// Where not all of the throw could be played: its faces at the end of the turn, with what kept them from being played.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schemars(default))]
    pub faces: Vec<FaceView>,
    /// White's men.
    pub white: MenView,
    /// Black's men.
    pub black: MenView,
}

/// A turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TurnView {
    /// The throw.
    pub roll: Roll,
    /// What is played of it; nothing if it is passed.
    pub steps: Vec<StepView>,
    /// The turn as it is written down.
    pub text: String,
}

impl From<&Turn> for TurnView {
    fn from(turn: &Turn) -> TurnView {
        TurnView { roll: turn.roll, steps: step_views(&turn.steps), text: turn.to_string() }
    }
}

/// The men of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MenView {
    /// Not yet entered.
    pub hand: u8,
    /// On each cell, cell 1 first.
    pub cells: [u8; 24],
    /// Hit, in each column of the middle row.
    pub middle: [u8; 12],
    /// Borne off.
    pub off: u8,
}

impl From<Men> for MenView {
    fn from(men: Men) -> MenView {
        MenView { hand: men.hand, cells: men.cells, middle: men.middle, off: men.off }
    }
}

/// One face of a throw.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FaceView {
    /// The face.
    pub die: Die,
    /// How often it counts in this throw.
    pub counts: u8,
    /// How often it is still to be played.
    pub left: u8,
    /// How often it can still be played at most.
    pub playable: u8,
    /// Whether it can be played as the next step.
    pub now: bool,
    /// Where it is left but cannot be played as the next step: everything that keeps it from being.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schemars(default))]
    pub against: Vec<AgainstView>,
}

/// A reason against playing a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AgainstView {
    /// Its name.
    pub reason: &'static str,
    /// The place that it is about, if it is about one.
    pub at: Option<Place>,
}

impl From<tavli::Illegal> for AgainstView {
    fn from(illegal: tavli::Illegal) -> AgainstView {
        AgainstView { reason: illegal.name(), at: illegal.place() }
    }
}

/// The faces of the throw that a turn plays, each once.
pub(super) fn face_views(play: &Play, options: &StepOptions) -> Vec<FaceView> {
    let (counts, left) = (play.roll().counts(), play.remaining());
    let face = |die: Die| {
        let index = usize::from(die.pips()) - 1;
        let playable = options.playable[index];
        let is_kept = left[index] > 0 && !playable.now && !play.has_won();
        let against = if is_kept { play.against(die) } else { Vec::new() };
        FaceView {
            die,
            counts: counts[index],
            left: left[index],
            playable: playable.most,
            now: playable.now,
            against: against.into_iter().map(AgainstView::from).collect(),
        }
    };
    Die::ALL.into_iter().map(face).filter(|face| face.counts > 0).collect()
}

/// The faces of a throw at the end of a turn in which not all of it could be played; nothing if all was, or the game was won.
pub(super) fn faces_lost(before: &Position, turn: &Turn) -> Vec<FaceView> {
    if turn.steps.len() == turn.roll.steps().count() {
        return Vec::new();
    }
    let Ok(mut play) = before.roll(turn.roll) else { return Vec::new() };
    for step in &turn.steps {
        if play.step(step.from, step.die).is_err() {
            return Vec::new();
        }
    }
    if play.has_won() { Vec::new() } else { face_views(&play, &play.options()) }
}

/// One step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StepView {
    /// From where.
    pub from: Place,
    /// To where.
    pub to: Place,
    /// With which die.
    pub die: Die,
    /// Where the man that it hits goes; nothing if it hits none.
    pub hit: Option<Place>,
    /// Whether the notation names the die, because the places do not imply it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub names_die: bool,
}

impl From<&Step> for StepView {
    fn from(step: &Step) -> StepView {
        let (hit, names_die) = (step.hit_goes_to(), step.names_die());
        StepView { from: step.from, to: step.to, die: step.die, hit, names_die }
    }
}

pub(super) fn step_views(steps: &[Step]) -> Vec<StepView> {
    steps.iter().map(StepView::from).collect()
}

impl TavliBoard {
    /// The board of a round; `options` is what can be played of the throw, if there is one.
    pub(super) fn of(round: &TavliRound, options: Option<&StepOptions>, can_act: bool) -> TavliBoard {
        let play = round.under_way();
        let men = |side| match play {
            Some(play) => play.men(side),
            None => round.position().men(side),
        };
        let faces = play.zip(options).map_or_else(Vec::new, |(play, options)| face_views(play, options));
        let offered = options.filter(|_| can_act);
        let mut ways: Vec<Vec<StepView>> =
            offered.map_or_else(Vec::new, |options| options.ways.iter().map(|way| step_views(way)).collect());
        ways.sort_by_key(|way| way.iter().map(|step| step.die).collect::<Vec<_>>());
        TavliBoard {
            men: MEN,
            columns: std::array::from_fn(|index| {
                u8::try_from(index + 1).ok().and_then(Cell::new).map_or(0, |cell| cell.column().number())
            }),
            white: men(Side::White).into(),
            black: men(Side::Black).into(),
            roll: play.map(Play::roll),
            faces,
            steps: play.map_or_else(Vec::new, |play| step_views(play.steps())),
            next: offered.map_or_else(Vec::new, |options| step_views(&options.next)),
            ways,
            last: round.past().last().map(|(_, turn)| turn.into()),
        }
    }
}
