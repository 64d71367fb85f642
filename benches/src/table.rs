//! The results as a table, for a terminal or for the documentation.

use crate::measure::Summary;

/// What a ratio should reach.
pub struct Ratio {
    /// Tablen's speed in units of the peer's.
    pub times: Summary,
    /// The least that is wanted, if anything is.
    pub target: Option<f64>,
}

impl Ratio {
    /// A measured ratio and what is wanted of it.
    pub const fn new(times: Summary, target: Option<f64>) -> Ratio {
        Ratio { times, target }
    }
}

/// One measurement.
pub struct Row {
    /// What was measured.
    pub what: String,
    /// Tablen's value.
    pub ours: String,
    /// The peer's value, with its name.
    pub peer: String,
    /// How the two compare.
    pub ratio: Option<Ratio>,
}

/// All results.
#[derive(Default)]
pub struct Table {
    rows: Vec<Row>,
    notes: Vec<String>,
}

const HEAD: [&str; 5] = ["measured", "Tablen", "peer", "ratio", "target"];

impl Table {
    /// Adds a row with a peer.
    pub fn compare(&mut self, what: &str, ours: String, peer: String, ratio: Ratio) {
        self.rows.push(Row { what: what.to_owned(), ours, peer, ratio: Some(ratio) });
    }

    /// Adds a row without a peer.
    pub fn report(&mut self, what: &str, ours: String) {
        self.rows.push(Row { what: what.to_owned(), ours, peer: String::new(), ratio: None });
    }

    /// Adds a line that the rows above need to be understood.
    pub fn note(&mut self, note: impl Into<String>) {
        self.notes.push(note.into());
    }

    fn cells(&self) -> Vec<[String; 5]> {
        let ratio = |row: &Row| {
            let times = row.ratio.as_ref()?.times;
            let places = if times.median < 10.0 { 2 } else { 1 };
            Some(format!("{:.places$}× ({:.places$}–{:.places$})", times.median, times.low, times.high))
        };
        let target = |row: &Row| {
            let ratio = row.ratio.as_ref()?;
            let wanted = ratio.target?;
            Some(format!("≥ {wanted}×: {}", if ratio.times.median >= wanted { "met" } else { "missed" }))
        };
        self.rows
            .iter()
            .map(|row| {
                [
                    row.what.clone(),
                    row.ours.clone(),
                    row.peer.clone(),
                    ratio(row).unwrap_or_default(),
                    target(row).unwrap_or_default(),
                ]
            })
            .collect()
    }

    /// For a terminal.
    pub fn plain(&self) -> String {
        let cells = self.cells();
        let widths: [usize; 5] = std::array::from_fn(|column| {
            let widest = cells.iter().map(|row| row[column].chars().count()).max();
            widest.unwrap_or(0).max(HEAD[column].chars().count())
        });
        let line = |row: [&str; 5]| {
            let padded: Vec<String> = row
                .iter()
                .zip(widths)
                .map(|(cell, width)| format!("{cell}{}", " ".repeat(width - cell.chars().count())))
                .collect();
            padded.join("  ").trim_end().to_owned() + "\n"
        };
        let rules: Vec<String> = widths.iter().map(|width| "-".repeat(*width)).collect();
        let mut text = line(HEAD) + &line(std::array::from_fn(|column| rules[column].as_str()));
        for row in &cells {
            text += &line(row.each_ref().map(String::as_str));
        }
        text.push('\n');
        for note in &self.notes {
            text += &format!("* {note}\n");
        }
        text
    }

    /// For the documentation.
    pub fn markdown(&self) -> String {
        let line = |row: [&str; 5]| format!("| {} |\n", row.join(" | "));
        let mut text = line(HEAD) + "|---|---|---|---|---|\n";
        for row in &self.cells() {
            text += &line(row.each_ref().map(String::as_str));
        }
        text.push('\n');
        for note in &self.notes {
            text += &format!("- {note}\n");
        }
        text
    }
}

/// A rate with its unit and the distance of the rounds from the median.
pub fn rate(summary: Summary, unit: &str) -> String {
    let (scale, prefix) = match summary.median {
        median if median >= 1e9 => (1e9, " G"),
        median if median >= 1e6 => (1e6, " M"),
        median if median >= 1e3 => (1e3, " k"),
        _ => (1.0, " "),
    };
    let off = (summary.high - summary.median).max(summary.median - summary.low) / summary.median;
    format!("{:.2}{prefix} {unit}/s ±{:.0} %", summary.median / scale, 100.0 * off)
}

/// A whole number with its thousands apart.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_set_apart() {
        assert_eq!(
            ["0", "999", "1,000", "19,913,864"],
            [0, 999, 1000, 19_913_864].map(grouped).each_ref().map(String::as_str)
        );
    }

    #[test]
    fn a_target_is_judged_by_the_median() {
        let mut table = Table::default();
        let times = Summary { median: 2.0, low: 1.0, high: 3.0 };
        table.compare("a", "b".into(), "c".into(), Ratio::new(times, Some(2.0)));
        assert!(table.markdown().contains("| a | b | c | 2.00× (1.00–3.00) | ≥ 2×: met |"));
        assert!(table.plain().contains("a         b       c     2.00× (1.00–3.00)  ≥ 2×: met"));
    }
}
