//! What the computer thinks of positions and of the turns that were played.

use std::io::{self, Write};
use std::path::PathBuf;

use serde_json::Value;
use tablen_engine::analysis::Graph;
use tablen_engine::{Level, Limits};
use tablen_rules::words::{Lang, Message};

use crate::arguments::Given;

/// What is asked of the computer.
pub struct Asked {
    /// How hard it thinks about each turn.
    pub effort: Effort,
    /// How many of the best lines it tells.
    pub lines: usize,
    /// The throw, in a position of a game with dice.
    pub roll: Option<Given<'static>>,
    /// With how many games at most each of its turns is rolled out.
    pub rollout: Option<u32>,
    /// The file that keeps what was rolled out, to go on from it.
    pub save: Option<PathBuf>,
    /// The language in which it is told how far it is.
    pub lang: Lang,
}

/// How hard the computer thinks about each turn.
#[derive(Clone, Copy)]
pub enum Effort {
    /// As it does when it plays at a level.
    Level(Level),
    /// As well as it can within limits.
    Limited(Limits),
}

/// What was found out about a position or about the turns of a round.
pub trait FamilyAnalysis {
    /// Tells it to a person.
    fn tell(&self, out: &mut dyn Write, lang: Lang) -> io::Result<()>;

    /// The same as a JSON object.
    fn as_json(&self) -> Value;

    /// The winning chances over a round; nothing for a position or where a family draws none.
    fn graph(&self, title: Message) -> Option<Graph>;
}

/// What was found as a JSON object, with further members.
pub fn with_members(found: serde_json::Result<Value>, mut object: Value) -> Value {
    // Nothing that is found has a key that is no text, so it can always be written.
    if let (Some(members), Ok(Value::Object(found))) = (object.as_object_mut(), found) {
        members.extend(found);
    }
    object
}

/// On which side of its column a cell of a table stands.
#[derive(Clone, Copy)]
pub enum Align {
    Left,
    Right,
}

/// Writes rows below each other, each column as wide as its widest cell.
pub fn write_table<const COLUMNS: usize>(
    rows: &[[String; COLUMNS]],
    aligned: [Align; COLUMNS],
    out: &mut dyn Write,
) -> io::Result<()> {
    let widths: [usize; COLUMNS] = std::array::from_fn(|column| {
        rows.iter().map(|row| row[column].chars().count()).max().unwrap_or_default()
    });
    for row in rows {
        let mut line = String::new();
        for (column, cell) in row.iter().enumerate() {
            // The number of a turn stands closer to what follows than other columns do.
            line.push_str(match column {
                0 => "",
                1 => " ",
                _ => "  ",
            });
            let width = widths[column];
            line.push_str(&match aligned[column] {
                Align::Left => format!("{cell:<width$}"),
                Align::Right => format!("{cell:>width$}"),
            });
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}
