//! A table as somebody sees it.
//!
//! A [`View`] is all that is needed to draw a table and to know what can be done there, without knowing a rule. What has
//! been played is told apart from it, line by line ([`lines`]), so that a view does not grow with the game.

use std::time::Duration;

use serde::Serialize;

use crate::clock::{Control, Remaining};
use crate::dice::{Commitment, Faces, Seed};
use crate::families::AnyGame;
use crate::family::{Family, GameRound, Shown, TurnPlayed};
use crate::spec::{Colour, Form, Occupant};
use crate::state::{FinishedRound, Phase, RoundResult, State};
use crate::{BySeat, Seat};

pub use crate::families::tafl::{FromTo, LastMove, MoveHint, TaflBoard, TaflPlacement, Target};
pub use crate::families::tavli::{
    AgainstView, FaceView, MenView, StepView, TavliBoard, TavliPlacement, TurnView,
};
pub use crate::families::{Board, Hint, Placement};

/// Who looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Viewer {
    /// Somebody who does not play.
    Spectator,
    /// A player.
    At(Seat),
    /// Two people at one screen.
    Both,
}

impl Viewer {
    /// Whether a viewer acts for a seat.
    pub fn plays(self, seat: Seat) -> bool {
        match self {
            Viewer::Spectator => false,
            Viewer::At(own) => own == seat,
            Viewer::Both => true,
        }
    }

    /// The name used in text forms.
    pub const fn name(self) -> &'static str {
        match self {
            Viewer::Spectator => "spectator",
            Viewer::At(seat) => seat.name(),
            Viewer::Both => "both",
        }
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Viewer {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Viewer".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let viewers = Seat::ALL.into_iter().map(Viewer::At).chain([Viewer::Spectator, Viewer::Both]);
        let names: Vec<&str> = viewers.map(Viewer::name).collect();
        schemars::json_schema!({ "type": "string", "enum": names })
    }
}

impl Serialize for Viewer {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// A table as somebody sees it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "View", bound = ""))]
#[serde(bound = "")]
pub struct View<F: Family = AnyGame> {
    /// The number of the next event: what a request for this state expects.
    pub next: u64,
    /// Who looks.
    pub viewer: Viewer,
    /// The family of texts that speaks of the game.
    pub game: &'static str,
    /// The preset that the rules of the round are, if they are one.
    pub preset: Option<&'static str>,
    /// The rules of the round.
    pub rules: F::Ruleset,
    /// The position with which every round begins, where that is not the game's usual one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<F::Start>,
    /// How many rounds are played.
    pub form: Form,
    /// Whether people who play against each other may ask for hints.
    pub help: bool,
    /// How far the table is.
    #[serde(flatten)]
    pub phase: Phase,
    /// The number of the round shown, from 1.
    pub round: usize,
    /// What came of the rounds played to their end.
    pub rounds: Vec<RoundView<F>>,
    /// The players.
    pub seats: BySeat<SeatView>,
    /// Whose turn it is.
    pub to_act: Option<Seat>,
    /// The seat for which the viewer can act now.
    pub acts_for: Option<Seat>,
    /// What the viewer can ask for now.
    pub may: Vec<Ask>,
    /// Who has offered a draw and has not been answered.
    pub draw_offer: Option<Seat>,
    /// Who has asked for a takeback and has not been answered.
    pub takeback: Option<Seat>,
    /// Who has offered another game and has not been answered.
    pub rematch_offer: Option<Seat>,
    /// The clocks, in a game that has them.
    pub clock: Option<ClockView>,
    /// How many turns have been played in the round shown.
    pub turns: usize,
    /// The board, once a round has begun.
    pub board: Option<F::Board>,
    /// The dice, in a game that has them or whose lots are drawn with them.
    pub dice: DiceView,
}

/// A round played to its end.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "RoundView", bound = ""))]
#[serde(bound = "")]
pub struct RoundView<F: Family = AnyGame> {
    /// What came of it.
    #[serde(flatten)]
    pub result: RoundResult<F>,
    /// Who played the light side.
    pub light: Seat,
    /// How many turns were played in it.
    pub turns: usize,
    /// What it was played by, where that is something else than in the round shown: a handicap may have its own board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub played_by: Option<OtherRules<F>>,
}

/// The rules of a round, and the board on which it ended.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "OtherRules", bound = ""))]
#[serde(bound = "")]
pub struct OtherRules<F: Family = AnyGame> {
    /// The family of texts that speaks of the game.
    pub game: &'static str,
    /// The preset that the rules are, if they are one.
    pub preset: Option<&'static str>,
    /// The rules.
    pub rules: F::Ruleset,
    /// The board at the end.
    pub board: F::Board,
}

impl<F: Family> RoundView<F> {
    /// A round and its rules, beside the rules of the round that is shown.
    fn new(round: &FinishedRound<F>, rules: &F::Ruleset, shown: &F::Ruleset) -> RoundView<F> {
        let light = if round.colours.host == Colour::Light { Seat::Host } else { Seat::Guest };
        let played_by = (rules != shown).then(|| OtherRules {
            game: F::game(rules),
            preset: F::preset(rules),
            rules: rules.clone(),
            board: round.round.show(false).board,
        });
        RoundView { result: round.result, light, turns: round.round.turns(), played_by }
    }
}

/// A player as everybody sees them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeatView {
    /// Who sits there.
    pub occupant: Occupant,
    /// The side they play in the round shown.
    pub colour: Colour,
    /// The rounds they have won.
    pub rounds_won: usize,
    /// The men they have captured in the round shown.
    pub captured: u32,
    /// The hints they were given, in a game between people.
    pub hints: u32,
    /// Whether they left after the game.
    pub has_left: bool,
}

/// What can be asked of a table, without its particulars.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Ask {
    /// To sit down.
    Join,
    /// To leave.
    Leave,
    /// To throw the dice.
    Roll,
    /// To move a man with a die.
    Step,
    /// To take the last step back.
    UndoStep,
    /// To end the turn.
    Confirm,
    /// To play a tafl move.
    Move,
    /// To be told what the computer would play.
    Hint,
    /// To say that one has seen how the last round ended.
    Ready,
    /// To give up the round.
    Resign,
    /// To offer a draw.
    OfferDraw,
    /// To accept one.
    AcceptDraw,
    /// To decline one.
    DeclineDraw,
    /// To ask for a takeback.
    AskTakeback,
    /// To grant one.
    GrantTakeback,
    /// To refuse one.
    RefuseTakeback,
    /// To call the game off.
    Abort,
    /// To offer another game.
    OfferRematch,
    /// To accept one.
    AcceptRematch,
    /// To decline one.
    DeclineRematch,
}

/// The clocks at the moment of the view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ClockView {
    /// The time control.
    pub control: Control,
    /// How long one period lasts, in milliseconds; 0 where there are none.
    #[serde(with = "crate::millis")]
    #[cfg_attr(feature = "schema", schemars(with = "u64"))]
    pub period: Duration,
    /// Whose time runs.
    pub running: Option<Seat>,
    /// Whether time stands still because the host's machine is away.
    pub is_paused: bool,
    /// Until when nobody's time runs yet, after a round of a match has ended.
    pub wait: Option<WaitView>,
    /// What each has left.
    pub left: BySeat<TimeLeft>,
}

/// A clock that waits until both have seen how the last round ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WaitView {
    /// For how long it still does, if they do not say so; in milliseconds.
    #[serde(with = "crate::millis")]
    #[cfg_attr(feature = "schema", schemars(with = "u64"))]
    pub left: Duration,
    /// Who has not said so yet.
    pub awaits: BySeat<bool>,
}

/// What one player has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TimeLeft {
    /// In milliseconds.
    #[serde(with = "crate::millis")]
    #[cfg_attr(feature = "schema", schemars(with = "u64"))]
    pub time: Duration,
    /// Periods that have not begun yet.
    pub periods: u32,
    /// Whether the time is that of a period.
    pub is_in_period: bool,
}

impl From<Remaining> for TimeLeft {
    fn from(left: Remaining) -> TimeLeft {
        TimeLeft { time: left.time, periods: left.periods, is_in_period: left.is_in_period }
    }
}

/// The dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DiceView {
    /// What the host said about the seed before the game.
    pub commitment: Option<Commitment>,
    /// The seed, once it is revealed.
    pub seed: Option<Seed>,
    /// How often each player has thrown each face, ones first.
    pub faces: BySeat<Faces>,
}

/// A turn that was played, and the board after it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Line", bound = ""))]
#[serde(bound = "")]
pub struct Line<F: Family = AnyGame> {
    /// The round, from 1.
    pub round: usize,
    /// The turn, from 1.
    pub turn: usize,
    /// Whose.
    pub seat: Seat,
    /// The turn as it is written down.
    pub text: String,
    /// What was played, and the board after it.
    #[serde(flatten)]
    pub after: F::Placement,
}

impl<F: Family> View<F> {
    /// A table as a viewer sees it at that moment.
    pub fn new(state: &State<F>, next: u64, viewer: Viewer, now: Duration) -> View<F> {
        let shown = state.rounds().len() + usize::from(state.round().is_some());
        let rules = state.spec().ruleset_of(shown.saturating_sub(1));
        let acts_for = state.to_act().filter(|seat| viewer.plays(*seat));
        let colours = state.colours();
        let clock = state.clock();
        let is_timed = clock.control() != Control::Untimed;
        let shown_round: Option<Shown<F>> = state.last_round().map(|round| round.show(acts_for.is_some()));
        let (board, asks_of_round) = match shown_round {
            Some(Shown { board, asks }) => (Some(board), asks),
            None => (None, Vec::new()),
        };
        View {
            next,
            viewer,
            game: F::game(rules),
            preset: F::preset(rules),
            rules: rules.clone(),
            start: state.spec().start.clone(),
            form: state.spec().form,
            help: state.spec().help,
            phase: state.phase(),
            round: shown.max(1),
            rounds: (0..)
                .zip(state.rounds())
                .map(|(number, round)| RoundView::new(round, state.spec().ruleset_of(number), rules))
                .collect(),
            seats: BySeat::from_fn(|seat| SeatView {
                occupant: state.spec().occupants[seat].clone(),
                colour: colours[seat],
                rounds_won: state.rounds_won(seat),
                captured: state.last_round().map_or(0, |round| round.captured_by(colours[seat])),
                hints: state.hints()[seat],
                has_left: state.has_left(seat),
            }),
            to_act: state.to_act(),
            acts_for,
            may: asks(state, viewer, &asks_of_round),
            draw_offer: state.draw_offer(),
            takeback: state.takeback(),
            rematch_offer: state.rematch_offer(),
            clock: is_timed.then(|| ClockView {
                control: clock.control(),
                period: clock.control().period(),
                running: clock.running(),
                is_paused: clock.is_paused(),
                wait: (!clock.wait(now).is_zero()).then(|| WaitView {
                    left: clock.wait(now),
                    awaits: BySeat::from_fn(|seat| state.is_awaited(seat)),
                }),
                left: BySeat::from_fn(|seat| clock.remaining(seat, now).into()),
            }),
            turns: state.last_round().map_or(0, GameRound::turns),
            board,
            dice: DiceView { commitment: state.commitment(), seed: state.seed(), faces: *state.faces() },
        }
    }
}

/// What a viewer can ask for; `of_round` is what the player to act can play.
fn asks<F: Family>(state: &State<F>, viewer: Viewer, of_round: &[Ask]) -> Vec<Ask> {
    let mut asks: Vec<Ask> = Vec::new();
    let occupants = &state.spec().occupants;
    if !state.is_over()
        && viewer == Viewer::Spectator
        && Seat::ALL.into_iter().any(|seat| occupants[seat] == Occupant::Open)
    {
        asks.push(Ask::Join);
    }
    for seat in Seat::ALL.into_iter().filter(|seat| viewer.plays(*seat)) {
        asks.extend(asks_of(state, seat));
        // A seat that is kept for somebody, until they sit down.
        if !state.is_over() && occupants[seat] == Occupant::Open {
            asks.push(Ask::Join);
        }
        if state.to_act() == Some(seat) && !state.clock().is_paused() {
            asks.extend(of_round);
            if state.may_be_helped(viewer) {
                asks.push(Ask::Hint);
            }
        }
    }
    asks.sort_unstable();
    asks.dedup();
    asks
}

/// What a seat can ask for, whatever the game.
fn asks_of<F: Family>(state: &State<F>, seat: Seat) -> Vec<Ask> {
    let mut asks = Vec::new();
    let mut add = |ask, if_so: bool| {
        if if_so {
            asks.push(ask);
        }
    };
    let other = Some(seat.other());
    let is_playing = state.to_act().is_some();
    add(Ask::Leave, !is_playing && !state.has_left(seat) && state.spec().occupants[seat] != Occupant::Open);
    add(Ask::Abort, state.may_abort());
    add(
        Ask::OfferRematch,
        state.may_play_again() && state.rematch_offer().is_none() && state.rematch().is_none(),
    );
    add(Ask::AcceptRematch, state.may_play_again() && state.rematch_offer() == other);
    add(Ask::DeclineRematch, state.rematch_offer() == other);
    if is_playing && !state.clock().is_paused() {
        add(Ask::Ready, state.is_awaited(seat));
        add(Ask::Resign, true);
        add(Ask::OfferDraw, state.draw_offer().is_none());
        add(Ask::AcceptDraw, state.draw_offer() == other);
        add(Ask::DeclineDraw, state.draw_offer() == other);
        add(Ask::AskTakeback, state.takeback().is_none() && state.turns_before_last_of(seat).is_some());
        add(Ask::GrantTakeback, state.takeback() == other);
        add(Ask::RefuseTakeback, state.takeback() == other);
    }
    asks
}

/// The turns of a round, counted from 1, from a turn on, counted from 1.
pub fn lines<F: Family>(state: &State<F>, round: usize, from_turn: usize) -> Vec<Line<F>> {
    lines_between(state, round, from_turn, usize::MAX)
}

/// The turns of a round, counted from 1, from a turn on and before another, both counted from 1.
pub fn lines_between<F: Family>(
    state: &State<F>,
    round: usize,
    from_turn: usize,
    before_turn: usize,
) -> Vec<Line<F>> {
    let index = round.saturating_sub(1);
    let (told, colours) = match state.rounds().get(index) {
        Some(finished) => (&finished.round, finished.colours),
        None if index == state.rounds().len() => match state.last_round() {
            Some(told) if state.round().is_some() => (told, state.colours()),
            _ => return Vec::new(),
        },
        None => return Vec::new(),
    };
    let seat_of = |colour| if colours.host == colour { Seat::Host } else { Seat::Guest };
    let line = |turn: usize| {
        let TurnPlayed { colour, text, after } = told.turn_played(turn)?;
        Some(Line { round: index + 1, turn: turn + 1, seat: seat_of(colour), text, after })
    };
    let end = told.turns().min(before_turn.saturating_sub(1));
    (from_turn.saturating_sub(1)..end).filter_map(line).collect()
}
