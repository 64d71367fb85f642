//! Time controls.
//!
//! A clock is told what time it is and never asks: all moments are durations since the table was opened.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use tablen_rules::serde_as_text;
use tablen_rules::words::{Explain, Message, explained};

use crate::{BySeat, Seat};

/// How much time the players have. Its text has seconds, minutes (`m`), hours (`h`) or days (`d`): `none`, `5m+3` (five
/// minutes and three seconds more each turn), `10m+3x30` (then three periods of thirty seconds), `2d/turn`.
///
/// ```
/// use tablen_table::clock::Control;
///
/// for text in ["none", "5m+3", "90+0", "10m+3x30", "2d/turn"] {
///     assert_eq!(text.parse::<Control>()?.to_string(), text);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Control {
    /// As much as they like.
    #[default]
    Untimed,
    /// A store of time, and a little more after every turn.
    Fischer {
        /// The store at the beginning.
        base: Duration,
        /// What each turn adds.
        increment: Duration,
    },
    /// A store of time, then periods that each turn may use up or get back.
    ByoYomi {
        /// The store at the beginning.
        base: Duration,
        /// How many periods follow.
        periods: u32,
        /// How long each is.
        period: Duration,
    },
    /// The same time for every turn.
    Correspondence {
        /// That time, usually days.
        per_turn: Duration,
    },
}

/// A text that is no time control.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotAControl(pub String);

impl Explain for NotAControl {
    fn message(&self) -> Message {
        message!("table.not-a-control").text("text", &self.0)
    }
}
explained!(NotAControl);

/// Units of time with their letters, the longest first.
const UNITS: [(u64, &str); 4] = [(86_400, "d"), (3_600, "h"), (60, "m"), (1, "")];
/// The longest time that can be agreed on: a year. It keeps sums of times far from the largest number.
const LONGEST: u64 = 366 * 86_400;

/// Writes whole seconds in the longest unit that divides them.
fn write_time(f: &mut fmt::Formatter<'_>, time: Duration) -> fmt::Result {
    let seconds = time.as_secs();
    let (length, letter) = UNITS
        .into_iter()
        .find(|(length, _)| seconds > 0 && seconds.is_multiple_of(*length))
        .unwrap_or((1, ""));
    write!(f, "{}{letter}", seconds / length)
}

fn read_time(text: &str) -> Option<Duration> {
    let (length, number) = UNITS
        .into_iter()
        .find_map(|(length, letter)| Some((length, text.strip_suffix(letter)?)))
        .filter(|(_, number)| number.bytes().all(|byte| byte.is_ascii_digit()))?;
    let seconds = number.parse::<u64>().ok()?.checked_mul(length)?;
    (seconds <= LONGEST).then(|| Duration::from_secs(seconds))
}

/// For so long at most the clock of a later round waits for the players to have seen how the last one ended.
const BETWEEN_ROUNDS: Duration = Duration::from_secs(30);
/// A log may have been written when it waited longer; not for hours.
pub(crate) const LONGEST_WAIT: Duration = Duration::from_secs(3_600);

/// What the line between a player and the table may cost in one turn and the next, before it costs the player: at first, more with
/// every turn, and at most. A move is then timed by the player's own machine, so this is also what one that lies can win.
const LAG_AT_FIRST: Duration = Duration::from_millis(1_000);
const LAG_PER_TURN: Duration = Duration::from_millis(500);
const LAG_AT_MOST: Duration = Duration::from_millis(3_000);

impl Control {
    /// For how long at most a later round's clock waits for the players to have seen how the last one ended. Where a turn has days,
    /// there is nothing to wait for.
    pub const fn wait_between_rounds(self) -> Duration {
        match self {
            Control::Fischer { .. } | Control::ByoYomi { .. } => BETWEEN_ROUNDS,
            Control::Untimed | Control::Correspondence { .. } => Duration::ZERO,
        }
    }

    /// What the line may cost at first without costing a player anything. Where a turn has days, nobody needs it.
    const fn lag_at_first(self) -> Duration {
        match self {
            Control::Fischer { .. } | Control::ByoYomi { .. } => LAG_AT_FIRST,
            Control::Untimed | Control::Correspondence { .. } => Duration::ZERO,
        }
    }

    /// How long one period lasts; nothing where there are none.
    pub const fn period(self) -> Duration {
        match self {
            Control::ByoYomi { period, .. } => period,
            _ => Duration::ZERO,
        }
    }
}

impl fmt::Display for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Control::Untimed => f.write_str("none"),
            Control::Fischer { base, increment } => {
                write_time(f, base)?;
                f.write_str("+")?;
                write_time(f, increment)
            }
            Control::ByoYomi { base, periods, period } => {
                write_time(f, base)?;
                write!(f, "+{periods}x")?;
                write_time(f, period)
            }
            Control::Correspondence { per_turn } => {
                write_time(f, per_turn)?;
                f.write_str("/turn")
            }
        }
    }
}

impl FromStr for Control {
    type Err = NotAControl;

    fn from_str(text: &str) -> Result<Control, NotAControl> {
        read_control(text).ok_or_else(|| NotAControl(text.to_owned()))
    }
}
serde_as_text!(Control);

fn read_control(text: &str) -> Option<Control> {
    if text == "none" {
        return Some(Control::Untimed);
    }
    if let Some(time) = text.strip_suffix("/turn") {
        let per_turn = read_time(time).filter(|time| !time.is_zero())?;
        return Some(Control::Correspondence { per_turn });
    }
    let (base, rest) = text.split_once('+')?;
    let base = read_time(base)?;
    match rest.split_once('x') {
        Some((periods, period)) => {
            let periods = periods.parse().ok().filter(|periods| (1..=100).contains(periods))?;
            let period = read_time(period).filter(|period| !period.is_zero())?;
            Some(Control::ByoYomi { base, periods, period })
        }
        None => {
            let increment = read_time(rest)?;
            // With no time at all the game would be lost before it begins.
            (!base.is_zero()).then_some(Control::Fischer { base, increment })
        }
    }
}

/// What is left on one side of a clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Remaining {
    /// Time in store, in the current period or for the current turn.
    pub time: Duration,
    /// Periods that have not begun yet.
    pub periods: u32,
    /// Whether the store is used up and `time` is that of a period.
    pub is_in_period: bool,
}

/// A clock with two sides, of which at most one runs.
///
/// ```
/// use std::time::Duration;
/// use tablen_table::{Seat, clock::{Clock, Control}};
///
/// let seconds = Duration::from_secs;
/// let mut clock = Clock::new(Control::Fischer { base: seconds(60), increment: seconds(5) });
/// clock.start(Seat::Host, seconds(0));
/// clock.press(seconds(10));
/// assert_eq!(clock.remaining(Seat::Host, seconds(10)).time, seconds(55));
/// assert_eq!(clock.flagged(seconds(69)), None);
/// assert_eq!(clock.flagged(seconds(70)), Some(Seat::Guest));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    control: Control,
    /// As of `since` for the side that runs.
    left: BySeat<Remaining>,
    /// What the line may still cost before it costs a player.
    allowed_lag: BySeat<Duration>,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Stopped,
    /// `since` lies ahead while the clock waits.
    Running {
        seat: Seat,
        since: Duration,
    },
    /// The host's machine was away: nobody's time runs. So much of the wait was left.
    Paused {
        seat: Seat,
        wait: Duration,
    },
}

impl Clock {
    /// A clock that has not been started.
    pub fn new(control: Control) -> Clock {
        let left = match control {
            Control::Untimed => Remaining::default(),
            Control::Fischer { base, .. } => Remaining { time: base, ..Remaining::default() },
            Control::ByoYomi { base, periods, .. } => Remaining { time: base, periods, is_in_period: false },
            Control::Correspondence { per_turn } => Remaining { time: per_turn, ..Remaining::default() },
        };
        let allowed_lag = BySeat::from_fn(|_| control.lag_at_first());
        Clock { control, left: BySeat { host: left, guest: left }, allowed_lag, state: State::Stopped }
    }

    /// Its control.
    pub const fn control(&self) -> Control {
        self.control
    }

    /// Whose time runs.
    pub const fn running(&self) -> Option<Seat> {
        match self.state {
            State::Running { seat, .. } => Some(seat),
            State::Stopped | State::Paused { .. } => None,
        }
    }

    /// Whether time stands still although the game goes on.
    pub const fn is_paused(&self) -> bool {
        matches!(self.state, State::Paused { .. })
    }

    /// Lets a side's time run from `now`.
    pub fn start(&mut self, seat: Seat, now: Duration) {
        self.charge(now);
        self.state = State::Running { seat, since: now };
    }

    /// Lets a side's time run from `now`, but not before both have seen how the last round ended ([`Clock::end_wait`]) or the
    /// wait is over.
    pub fn start_after(&mut self, seat: Seat, now: Duration, wait: Duration) {
        self.start(seat, now);
        self.state = State::Running { seat, since: now + wait };
    }

    /// For how long nobody's time runs yet, at that moment.
    pub const fn wait(&self, now: Duration) -> Duration {
        match self.state {
            State::Running { since, .. } => since.saturating_sub(now),
            State::Paused { wait, .. } => wait,
            State::Stopped => Duration::ZERO,
        }
    }

    /// There is nothing to wait for any more.
    pub fn end_wait(&mut self, now: Duration) {
        if let State::Running { since, .. } = &mut self.state {
            *since = now.min(*since);
        }
    }

    /// Ends the turn of the side whose time runs, and lets the other's run.
    pub fn press(&mut self, now: Duration) {
        let State::Running { seat, since } = self.state else { return };
        self.charge(now);
        let left = &mut self.left[seat];
        match self.control {
            Control::Untimed => {}
            Control::Fischer { increment, .. } => left.time += increment,
            // A period that was not used up is whole again.
            Control::ByoYomi { period, .. } => {
                if left.is_in_period {
                    left.time = period;
                }
            }
            Control::Correspondence { per_turn } => left.time = per_turn,
        }
        if !self.control.lag_at_first().is_zero() {
            self.allowed_lag[seat] = (self.allowed_lag[seat] + LAG_PER_TURN).min(LAG_AT_MOST);
        }
        self.state = State::Running { seat: seat.other(), since: now.max(since) };
    }

    /// How much of the time that has passed until `now` can have been spent on the line, at the cost of nobody.
    pub fn forgivable_lag(&self, seat: Seat, now: Duration) -> Duration {
        match self.state {
            State::Running { seat: running, since } if running == seat => {
                self.allowed_lag[seat].min(now.saturating_sub(since))
            }
            _ => Duration::ZERO,
        }
    }

    /// Does not count some of the time that has passed: it was spent on the line. Says whether there was so much to be forgiven.
    pub fn forgive_lag(&mut self, lag: Duration, now: Duration) -> bool {
        let State::Running { seat, since } = self.state else { return lag.is_zero() };
        let is_forgivable = lag <= self.forgivable_lag(seat, now);
        if is_forgivable {
            self.allowed_lag[seat] -= lag;
            self.state = State::Running { seat, since: since + lag };
        }
        is_forgivable
    }

    /// Stops the clock: the game is over.
    pub fn stop(&mut self, now: Duration) {
        self.charge(now);
        self.state = State::Stopped;
    }

    /// Stops time because the host is about to be away, or was since `now`.
    pub fn pause(&mut self, now: Duration) {
        if let Some(seat) = self.running() {
            self.charge(now);
            self.state = State::Paused { seat, wait: self.wait(now) };
        }
    }

    /// Lets time run on after a pause; the time between costs nobody anything.
    pub fn resume(&mut self, now: Duration) {
        if let State::Paused { seat, wait } = self.state {
            self.state = State::Running { seat, since: now + wait };
        }
    }

    /// What a side has left at that moment.
    pub fn remaining(&self, seat: Seat, now: Duration) -> Remaining {
        match self.state {
            State::Running { seat: running, since } if running == seat => {
                self.after(self.left[seat], now.saturating_sub(since))
            }
            _ => self.left[seat],
        }
    }

    /// Whose time has run out at that moment.
    pub fn flagged(&self, now: Duration) -> Option<Seat> {
        if self.control == Control::Untimed {
            return None;
        }
        let seat = self.running()?;
        (self.remaining(seat, now).time.is_zero()).then_some(seat)
    }

    /// When the time of the side that runs will be up, or was, if nothing happens before.
    pub fn deadline(&self) -> Option<Duration> {
        let State::Running { seat, since } = self.state else { return None };
        let left = self.left[seat];
        match self.control {
            Control::Untimed => None,
            Control::ByoYomi { period, .. } => Some(since + left.time + period * left.periods),
            Control::Fischer { .. } | Control::Correspondence { .. } => Some(since + left.time),
        }
    }

    /// When the side that runs has lost, if nothing happens before: a move that was played in time can be on the line until then.
    pub fn lost_at(&self) -> Option<Duration> {
        let seat = self.running()?;
        self.deadline().map(|deadline| deadline + self.allowed_lag[seat])
    }

    /// Who has lost at that moment, because no move can be on its way any more that was played in time.
    pub fn lost(&self, now: Duration) -> Option<Seat> {
        let seat = self.running()?;
        self.flagged(now.saturating_sub(self.allowed_lag[seat]))
    }

    /// Takes the time since the last look from the side that runs.
    fn charge(&mut self, now: Duration) {
        if let State::Running { seat, since } = self.state {
            self.left[seat] = self.after(self.left[seat], now.saturating_sub(since));
            self.state = State::Running { seat, since: now.max(since) };
        }
    }

    /// What is left after some time has passed.
    fn after(&self, mut left: Remaining, mut passed: Duration) -> Remaining {
        if let Control::ByoYomi { period, .. } = self.control {
            while passed >= left.time && left.periods > 0 {
                passed -= left.time;
                left = Remaining { time: period, periods: left.periods - 1, is_in_period: true };
            }
        }
        left.time = left.time.saturating_sub(passed);
        left
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn s(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    fn left(clock: &Clock, seat: Seat, now: u64) -> (u64, u32, bool) {
        let left = clock.remaining(seat, s(now));
        (left.time.as_secs(), left.periods, left.is_in_period)
    }

    #[test]
    fn what_is_no_control_is_refused() {
        for wrong in [
            "",
            "5",
            "5m",
            "+3",
            "0+5",
            "5+",
            "x",
            "5m+x",
            "5m+0x30",
            "5m+3x0",
            "0/turn",
            "-1+2",
            "9999d/turn",
            "5é+3",
        ] {
            assert!(wrong.parse::<Control>().is_err(), "{wrong}");
        }
        assert_eq!("300+5".parse::<Control>().unwrap().to_string(), "5m+5");
        assert_eq!("0+1x30".parse::<Control>().unwrap().to_string(), "0+1x30");
    }

    #[test]
    fn untimed_never_flags() {
        let mut clock = Clock::new(Control::Untimed);
        clock.start(Seat::Host, s(0));
        assert_eq!(clock.flagged(s(1_000_000)), None);
        assert_eq!(clock.deadline(), None);
    }

    #[test]
    fn fischer_adds_after_every_turn() {
        let mut clock = Clock::new(Control::Fischer { base: s(30), increment: s(3) });
        clock.start(Seat::Host, s(0));
        assert_eq!(clock.deadline(), Some(s(30)));
        clock.press(s(5));
        assert_eq!(left(&clock, Seat::Host, 5), (28, 0, false));
        clock.press(s(6));
        assert_eq!((left(&clock, Seat::Guest, 9), clock.running()), ((32, 0, false), Some(Seat::Host)));
        assert_eq!((clock.flagged(s(33)), clock.flagged(s(34))), (None, Some(Seat::Host)));
    }

    #[test]
    fn byo_yomi_gives_a_period_back_that_was_not_used_up() {
        let mut clock = Clock::new(Control::ByoYomi { base: s(10), periods: 3, period: s(5) });
        clock.start(Seat::Host, s(0));
        assert_eq!(left(&clock, Seat::Host, 9), (1, 3, false));
        // The store ends and the first of three periods begins.
        assert_eq!(left(&clock, Seat::Host, 10), (5, 2, true));
        clock.press(s(12));
        assert_eq!(left(&clock, Seat::Host, 12), (5, 2, true));
        clock.press(s(12));
        assert_eq!(left(&clock, Seat::Host, 18), (4, 1, true));
        assert_eq!(clock.deadline(), Some(s(27)));
        assert_eq!((clock.flagged(s(26)), clock.flagged(s(27))), (None, Some(Seat::Host)));
    }

    #[test]
    fn correspondence_begins_anew_with_every_turn() {
        let mut clock = Clock::new(Control::Correspondence { per_turn: s(100) });
        clock.start(Seat::Guest, s(0));
        clock.press(s(99));
        clock.press(s(150));
        assert_eq!(left(&clock, Seat::Guest, 150), (100, 0, false));
        assert_eq!(clock.flagged(s(250)), Some(Seat::Guest));
    }

    #[test]
    fn a_pause_costs_nobody_anything() {
        let mut clock = Clock::new(Control::Fischer { base: s(30), increment: s(0) });
        clock.start(Seat::Host, s(0));
        clock.pause(s(10));
        assert_eq!((clock.running(), clock.flagged(s(500))), (None, None));
        clock.resume(s(1_000));
        assert_eq!(left(&clock, Seat::Host, 1_005), (15, 0, false));
        // Neither means anything while the clock stands.
        clock.stop(s(1_005));
        clock.pause(s(1_006));
        clock.resume(s(1_007));
        assert_eq!((clock.running(), left(&clock, Seat::Host, 2_000)), (None, (15, 0, false)));
    }

    #[test]
    fn a_clock_that_waits_takes_no_time() {
        let mut clock = Clock::new(Control::Fischer { base: s(60), increment: s(2) });
        clock.start_after(Seat::Host, s(100), s(30));
        assert_eq!((left(&clock, Seat::Host, 129), clock.wait(s(129))), ((60, 0, false), s(1)));
        assert_eq!(clock.deadline(), Some(s(190)));
        // Who plays meanwhile does not let the other's time run.
        clock.press(s(110));
        assert_eq!((clock.running(), left(&clock, Seat::Guest, 130)), (Some(Seat::Guest), (60, 0, false)));
        assert_eq!(left(&clock, Seat::Guest, 131), (59, 0, false));
        let mut seen = clock;
        seen.end_wait(s(115));
        assert_eq!((left(&seen, Seat::Guest, 120), seen.wait(s(120))), ((55, 0, false), s(0)));
        // An end of the wait that comes late gives nothing back.
        seen.end_wait(s(125));
        assert_eq!(left(&seen, Seat::Guest, 126), (49, 0, false));
        // What was left of it when the host's machine went is left when it comes back.
        clock.pause(s(120));
        clock.resume(s(1_000));
        assert_eq!(
            (left(&clock, Seat::Guest, 1_010), left(&clock, Seat::Guest, 1_012)),
            ((60, 0, false), (58, 0, false))
        );
        // The last turn before it is over leaves the other the whole of their time.
        let mut late = Clock::new(Control::Fischer { base: s(60), increment: s(0) });
        late.start_after(Seat::Host, s(0), s(30));
        late.press(s(40));
        assert_eq!(
            (left(&late, Seat::Host, 40), left(&late, Seat::Guest, 41)),
            ((50, 0, false), (59, 0, false))
        );
    }

    #[test]
    fn time_that_goes_backwards_is_no_time() {
        let mut clock = Clock::new(Control::Fischer { base: s(30), increment: s(0) });
        clock.start(Seat::Host, s(10));
        clock.press(s(5));
        assert_eq!(left(&clock, Seat::Host, 5), (30, 0, false));
    }

    #[test]
    fn the_line_costs_nobody_anything_up_to_an_allowance() {
        let millis = Duration::from_millis;
        let mut clock = Clock::new(Control::Fischer { base: s(30), increment: s(0) });
        clock.start(Seat::Host, s(0));
        // Whose time does not run has nothing to be forgiven, and nobody more than has passed.
        assert_eq!(clock.forgivable_lag(Seat::Guest, s(5)), s(0));
        assert_eq!(clock.forgivable_lag(Seat::Host, millis(300)), millis(300));
        assert!(!clock.forgive_lag(millis(1_001), s(5)));
        assert!(clock.forgive_lag(millis(800), s(5)));
        assert_eq!(clock.remaining(Seat::Host, s(5)).time, millis(25_800));
        // What was used is not there again before the turn ends, and then a little is.
        assert!(!clock.forgive_lag(millis(201), s(5)));
        clock.press(s(5));
        clock.press(s(6));
        assert_eq!(clock.forgivable_lag(Seat::Host, s(20)), millis(700));
        // It never grows beyond its most, however long the game.
        for now in 0..20 {
            clock.press(s(7 + now));
        }
        assert_eq!(clock.forgivable_lag(Seat::Host, s(60)), s(3));
    }

    #[test]
    fn nobody_has_lost_while_a_move_played_in_time_can_be_on_the_line() {
        let mut clock = Clock::new(Control::Fischer { base: s(30), increment: s(0) });
        clock.start(Seat::Host, s(0));
        assert_eq!((clock.flagged(s(30)), clock.lost(s(30))), (Some(Seat::Host), None));
        assert_eq!((clock.lost_at(), clock.lost(s(31))), (Some(s(31)), Some(Seat::Host)));
        // A move that was on its way since before the end is in time.
        let mut late = clock;
        assert!(late.forgive_lag(s(1), s(30)));
        assert_eq!(late.flagged(s(30)), None);
        // Where a turn has days, nothing is forgiven.
        let mut days = Clock::new(Control::Correspondence { per_turn: s(100) });
        days.start(Seat::Host, s(0));
        days.press(s(1));
        days.press(s(2));
        assert_eq!((days.lost_at(), days.forgivable_lag(Seat::Host, s(50))), (Some(s(102)), s(0)));
    }

    #[test]
    fn looking_often_changes_nothing() {
        for control in [
            Control::Fischer { base: s(20), increment: s(2) },
            Control::ByoYomi { base: s(7), periods: 2, period: s(4) },
            Control::Correspondence { per_turn: s(20) },
        ] {
            let mut seldom = Clock::new(control);
            seldom.start(Seat::Host, s(0));
            let mut often = seldom;
            for now in 1..14 {
                often.charge(s(now));
            }
            for now in 14..20 {
                assert_eq!(
                    often.remaining(Seat::Host, s(now)),
                    seldom.remaining(Seat::Host, s(now)),
                    "{control:?}"
                );
            }
        }
    }
}
