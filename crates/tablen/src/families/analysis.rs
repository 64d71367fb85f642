//! What the computer thinks of positions and of the turns that were played.

use std::io::{self, Write};
use std::path::PathBuf;

use serde_json::Value;
use tablen_engine::analysis::{Chance, Graph, Judged};
use tablen_engine::{Level, Limits};
use tablen_rules::words::{Lang, Message};
use tablen_table::Colour;

use crate::arguments::Given;

/// What is asked of the computer.
pub struct Asked {
    /// How hard it thinks about each turn.
    pub effort: Effort,
    /// How many of the best lines it tells.
    pub lines: usize,
    /// The throw, in a position of a game with dice.
    pub roll: Option<Given<'static>>,
    /// How each of its turns is rolled out, if it is.
    pub rollout: Option<Rollout>,
    /// The file that keeps what was rolled out, to go on from it.
    pub save: Option<PathBuf>,
    /// The language in which it is told how far it is.
    pub lang: Lang,
}

/// How turns of a game with dice are played on to see what they are worth.
#[derive(Clone, Copy)]
pub struct Rollout {
    /// With how many games at most.
    pub games: u32,
    /// How many turns far, or to the end; as far as usual where nothing is said.
    pub length: Option<Length>,
    /// The standard error that is good enough, as a part of a game.
    pub error: Option<f64>,
    /// How many threads play; as many as the machine has cores where nothing is said.
    pub threads: Option<usize>,
    /// What the dice follow from.
    pub seed: Option<u64>,
}

/// How far games are played on.
#[derive(Clone, Copy)]
pub enum Length {
    /// So many turns.
    Turns(u32),
    /// To the end.
    Full,
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

    /// What a side decided in the turns of a round; nothing in a position.
    fn decisions(&self, side: Colour) -> Vec<Decision>;
}

/// A turn as one of many by which a player is judged.
pub struct Decision {
    /// What it cost.
    pub judged: Judged,
    /// Whether there was no choice. In a game without dice every turn counts as one.
    pub is_forced: bool,
    /// What its throw brought, as a part of a game; nothing in a game without dice.
    pub luck: Option<f64>,
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
pub fn write_table<R: AsRef<[String]>>(rows: &[R], aligned: &[Align], out: &mut dyn Write) -> io::Result<()> {
    let width = |column: usize| rows.iter().map(|row| row.as_ref()[column].chars().count()).max();
    let widths: Vec<usize> = (0..aligned.len()).map(|column| width(column).unwrap_or_default()).collect();
    for row in rows {
        let mut line = String::new();
        for (column, cell) in row.as_ref().iter().enumerate() {
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

/// A turn of a round with what was found out about it, as every family tells it.
pub struct ToldTurn {
    /// Whose turn it was.
    pub side: Message,
    /// What was played.
    pub played: String,
    /// What should have been played; nothing if it was.
    pub better: Option<String>,
    /// What it cost.
    pub judged: Judged,
    /// What its side could hope for after it.
    pub after: Message,
    /// What its throw brought; nothing in a game without dice.
    pub luck: Option<Message>,
}

/// Tells every turn in a line of a table, with a column for luck if that has a heading.
pub fn tell_turns(
    turns: &[ToldTurn],
    luck: Option<Message>,
    decimals: usize,
    out: &mut dyn Write,
    lang: Lang,
) -> io::Result<()> {
    let say = |message: Message| message.render(lang);
    let row = |cells: [String; 6], luck: Option<String>, computer: String| -> Vec<String> {
        cells.into_iter().chain(luck).chain([computer]).collect()
    };
    let luck_aligned = luck.is_some().then_some(Align::Right);
    let mut rows = vec![row(
        [
            String::new(),
            say(message!("analyse.side")),
            say(message!("analyse.played")),
            String::new(),
            say(message!("analyse.after")),
            say(message!("analyse.loss")),
        ],
        luck.map(say),
        say(message!("analyse.computer")),
    )];
    rows.extend((1..).zip(turns).map(|(number, turn)| {
        let Judged { loss, mark, .. } = turn.judged;
        row(
            [
                format!("{number}."),
                say(turn.side.clone()),
                turn.played.clone(),
                mark.map_or("", |mark| mark.sign()).to_owned(),
                say(turn.after.clone()),
                if loss == Chance::NONE { String::new() } else { say(percent(loss, decimals)) },
            ],
            turn.luck.clone().map(say),
            turn.better.clone().unwrap_or_else(|| "=".to_owned()),
        )
    }));
    use Align::{Left, Right};
    let aligned = [Right, Left, Left, Left, Right, Right].into_iter().chain(luck_aligned);
    write_table(&rows, &aligned.chain([Left]).collect::<Vec<_>>(), out)
}

/// The heading of what is told about a turn that has a mark, below an empty line; says whether it has one.
pub fn tell_marked(
    number: usize,
    turn: &ToldTurn,
    decimals: usize,
    out: &mut dyn Write,
    lang: Lang,
) -> io::Result<bool> {
    let judged = &turn.judged;
    let Some(mark) = judged.mark else { return Ok(false) };
    let heading = message!("analyse.marked")
        .with("number", number)
        .with("side", turn.side.clone())
        .with("mark", mark.text())
        .text("played", &turn.played)
        .with("before", hope(judged.chance_before, decimals))
        .with("after", hope(judged.chance_after, decimals));
    let mut heading = heading.render(lang);
    if judged.turning_point {
        heading = format!("{heading} {}", message!("analyse.turning-point").render(lang));
    }
    writeln!(out, "\n{heading}")?;
    Ok(true)
}

/// A chance of winning in percent. What is not certain is not rounded to what would be.
pub fn hope(chance: Chance, decimals: usize) -> Message {
    let least = 0.1f64.powi(decimals as i32);
    let told = chance.percent();
    if chance == Chance::NONE || chance == Chance::CERTAIN {
        percent(chance, decimals)
    } else if told <= least / 2.0 {
        message!("analyse.chance-below").decimal("percent", least, decimals)
    } else if told >= 100.0 - least / 2.0 {
        message!("analyse.chance-above").decimal("percent", 100.0 - least, decimals)
    } else {
        percent(chance, decimals)
    }
}

/// A share of chances in percent.
pub fn percent(chance: Chance, decimals: usize) -> Message {
    message!("analyse.chance").decimal("percent", chance.percent(), decimals)
}

/// A difference of chances in percent, with its sign.
pub fn signed(percent: f64) -> Message {
    let key = if percent < 0.0 { "analyse.less" } else { "analyse.more" };
    message!(key).with("value", message!("analyse.chance").decimal("percent", percent.abs(), 1))
}

/// Moves or steps on one line.
pub fn on_a_line(played: &[impl ToString]) -> String {
    played.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_uncertain_is_told_as_certain() {
        for (chance, decimals, told) in [
            (Chance::CERTAIN, 0, "100 %"),
            (Chance::NONE, 1, "0.0 %"),
            (Chance::estimated(0.9999), 0, "> 99 %"),
            (Chance::estimated(0.994), 0, "99 %"),
            (Chance::estimated(0.0001), 0, "< 1 %"),
            (Chance::estimated(0.9999), 1, "> 99.9 %"),
            (Chance::estimated(0.0001), 1, "< 0.1 %"),
            (Chance::estimated(0.9994), 1, "99.9 %"),
        ] {
            assert_eq!(hope(chance, decimals).render(Lang::En).replace('\u{a0}', " "), told);
        }
    }
}
