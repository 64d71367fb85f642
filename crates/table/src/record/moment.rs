//! Moments as text: `1:02.350`, `11:00:00.000`, and with what was spent on the line before it, `1:02.350~0:00.120`.

use std::fmt;
use std::time::Duration;

/// A moment since the table was opened. Its text always ends with thousandths, so that one that was cut off is never taken for
/// another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Moment(pub Duration);

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (seconds, millis) = (self.0.as_secs(), self.0.subsec_millis());
        let (hours, minutes, seconds) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
        if hours > 0 {
            write!(f, "{hours}:{minutes:02}:{seconds:02}.{millis:03}")
        } else {
            write!(f, "{minutes}:{seconds:02}.{millis:03}")
        }
    }
}

impl Moment {
    /// The moment that a text tells.
    pub fn read(text: &str) -> Option<Moment> {
        let (clock, millis) = text.split_once('.')?;
        let mut parts = clock.rsplit(':');
        let seconds = below(60, digits(parts.next()?, 2)?)?;
        let minutes = parts.next()?;
        let (hours, minutes) = match parts.next() {
            Some(hours) => (number(hours)?, below(60, digits(minutes, 2)?)?),
            None => (0, number(minutes)?),
        };
        if parts.next().is_some() {
            return None;
        }
        let seconds = hours.checked_mul(60)?.checked_add(minutes)?.checked_mul(60)?.checked_add(seconds)?;
        let millis = seconds.checked_mul(1_000)?.checked_add(digits(millis, 3)?)?;
        Some(Moment(Duration::from_millis(millis)))
    }
}

/// When something happened, and how much of the time before it was spent on the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Timing {
    pub at: Duration,
    pub lag: Duration,
}

impl fmt::Display for Timing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Moment(self.at))?;
        if self.lag.is_zero() { Ok(()) } else { write!(f, "~{}", Moment(self.lag)) }
    }
}

impl Timing {
    /// The timing that a text tells.
    pub fn read(text: &str) -> Option<Timing> {
        let (at, lag) = match text.split_once('~') {
            Some((at, lag)) => (at, Moment::read(lag)?.0),
            None => (text, Duration::ZERO),
        };
        Some(Timing { at: Moment::read(at)?.0, lag })
    }
}

fn number(text: &str) -> Option<u64> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

/// So many digits.
fn digits(text: &str, count: usize) -> Option<u64> {
    (text.len() == count).then(|| number(text))?
}

fn below(limit: u64, number: u64) -> Option<u64> {
    (number < limit).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_read_back() {
        for millis in [0, 1, 59_999, 60_000, 3_599_999, 3_600_000, 86_400_000, u64::MAX] {
            let moment = Moment(Duration::from_millis(millis));
            assert_eq!(Moment::read(&moment.to_string()), Some(moment));
        }
        assert_eq!(Moment(Duration::from_millis(62_350)).to_string(), "1:02.350");
        assert_eq!(Moment::read("61:00.000"), Moment::read("1:01:00.000"));
    }

    #[test]
    fn what_is_no_moment_is_refused() {
        for wrong in [
            "",
            "1",
            "1:02",
            "1:02.35",
            "1:2.350",
            "1:60.000",
            ":02.350",
            "1:1:02.350",
            "1:60:02.350",
            "1:02.3500",
            "-1:02.350",
            "1:02,350",
            "1:00:00:00.000",
            "99999999999999999999:00.000",
            "99999999999999999:00:00.000",
        ] {
            assert_eq!(Moment::read(wrong), None, "{wrong}");
        }
    }
}
