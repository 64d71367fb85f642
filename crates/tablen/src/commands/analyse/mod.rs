//! What the computer would have played.

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::ArgMatches;
use serde_json::{Value, json};
use tablen_engine::{Level, Limits, Signals, Stop};
use tablen_rules::words::{Explain, Lang, Message};
use tablen_table::GameRound;
use tablen_table::record::{self, Read};

use super::play::level;
use super::{Command, read_file, write_json};
use crate::arguments::{Argument, JSON};
use crate::failure::Failure;
use crate::families::{self, Effort, Judgement, Worth};
use crate::progress::Progress;

/// Tells for every turn of a record what the computer would have played and what that is worth. Ctrl-C ends it with what was found
/// until then.
pub struct Analyse {
    file: PathBuf,
    effort: Effort,
    is_json: bool,
}

const FILE: Argument = Argument::file("record").required();
const LEVEL: Argument = Argument::number("level", "number").said_as("analyse-level");
const NODES: Argument = Argument::number("nodes", "number");
const TIME: Argument = Argument::number("time", "seconds");

impl Command for Analyse {
    const NAME: &'static str = "analyse";
    const ARGUMENTS: &'static [Argument] = &[FILE, LEVEL, NODES, TIME, JSON];

    fn read(matches: &ArgMatches, _: Lang) -> Result<Analyse, Failure> {
        let nodes = NODES.given(matches)?.map(|given| given.number(1..=1_000_000_000_000)).transpose()?;
        let seconds = TIME.given(matches)?.map(|given| given.number(1..=86_400)).transpose()?;
        let level = level(&LEVEL, matches, Level::STRONGEST)?;
        let effort = match (nodes, seconds) {
            (None, None) => Effort::Level(level),
            _ if LEVEL.is_given(matches) => {
                return Err(Failure::Input(message!("cli.error.level-and-limit")));
            }
            (nodes, seconds) => {
                Effort::Limited(Limits { nodes, time: seconds.map(Duration::from_secs), ..Limits::default() })
            }
        };
        Ok(Analyse { file: FILE.needed_path(matches)?.to_owned(), effort, is_json: JSON.is_given(matches) })
    }

    fn run(self, out: &mut dyn Write, lang: Lang) -> Result<(), Failure> {
        let records = record::read_all(&read_file(&self.file)?);
        let stop = Stop::new();
        let switch = stop.clone();
        // Where Ctrl-C cannot be heard it ends the program, as it ends any other.
        let _ = ctrlc::set_handler(move || switch.stop());
        let began = Instant::now();
        let clock = move || began.elapsed();
        let told = judge_all(&records, self.effort, Signals::new(&stop, &clock), lang)?;
        if self.is_json {
            let records: Vec<Value> =
                records.iter().zip(&told).map(|(read, rounds)| as_json(read, rounds, lang)).collect();
            write_json(out, &json!({ "records": records, "interrupted": stop.is_stopped() }))?;
        } else {
            for (number, rounds) in told.iter().enumerate() {
                if records.len() > 1 {
                    let heading = message!("verify.record").with("number", number + 1);
                    writeln!(out, "{}", heading.with("records", records.len()).render(lang))?;
                }
                tell(rounds, out, lang)?;
            }
            if stop.is_stopped() {
                writeln!(out, "{}", message!("cli.analyse.interrupted").render(lang))?;
            }
        }
        // What was found comes before what is wrong with the rest.
        out.flush()?;
        match records.iter().find_map(|read| read.error.as_ref()) {
            Some(error) => Err(Failure::input(error)),
            None => Ok(()),
        }
    }
}

/// The turns of a round, judged.
struct JudgedRound {
    /// The ruleset, by its name where it has one.
    ruleset: String,
    turns: Vec<Judgement>,
}

/// Judges every turn of every round of every record, until it is stopped.
fn judge_all(
    records: &[Read],
    effort: Effort,
    signals: Signals<'_>,
    lang: Lang,
) -> Result<Vec<Vec<JudgedRound>>, Failure> {
    let mut games = Vec::new();
    for read in records {
        // A damaged record may hold nothing at all: that is told with the damage.
        let table = if read.record.log.is_empty() { None } else { Some(read.record.table()) };
        games.push(table.transpose().map_err(|error| Failure::input(&error))?);
    }
    let rounds_of = |game: &Option<tablen_table::Table>| {
        let state = game.as_ref().map(tablen_table::Table::state);
        let finished = state.into_iter().flat_map(|state| state.rounds()).map(|finished| &finished.round);
        let rounds = finished.chain(state.and_then(|state| state.round())).cloned();
        rounds.collect::<Vec<_>>()
    };
    let rounds: Vec<Vec<_>> = games.iter().map(rounds_of).collect();
    let total: usize = rounds.iter().flatten().map(|round| round.turns()).sum();
    let mut progress = Progress::new(total as u64, lang);
    let mut done = 0;
    let mut told = Vec::new();
    for (game, rounds) in games.iter().zip(&rounds) {
        let ruleset = game.as_ref().map(|table| &table.state().spec().ruleset);
        let ruleset = ruleset.map(|rules| rules.preset().map_or_else(|| rules.to_string(), str::to_owned));
        let mut judged = Vec::new();
        for round in rounds {
            let turns = families::judge(round, effort, signals, &mut || {
                progress.at(done);
                done += 1;
            })?;
            judged.push(JudgedRound { ruleset: ruleset.clone().unwrap_or_default(), turns });
        }
        told.push(judged);
    }
    Ok(told)
}

fn tell(rounds: &[JudgedRound], out: &mut dyn Write, lang: Lang) -> io::Result<()> {
    let say = |key: &'static str| message!(key).render(lang);
    for (number, round) in rounds.iter().enumerate() {
        let heading = message!("cli.analyse.round").with("number", number + 1);
        writeln!(out, "{}", heading.text("ruleset", &round.ruleset).render(lang))?;
        let mut rows = vec![[
            String::new(),
            say("cli.analyse.side"),
            say("cli.analyse.worth"),
            say("cli.analyse.played"),
            say("cli.analyse.computer"),
        ]];
        for (turn, judgement) in round.turns.iter().enumerate() {
            let best = if judgement.is_best { "=".to_owned() } else { judgement.best.clone() };
            rows.push([
                format!("{}.", turn + 1),
                judgement.side.render(lang),
                worth(judgement.worth).render(lang),
                judgement.played.clone(),
                best,
            ]);
        }
        let widths: [usize; 4] = std::array::from_fn(|column| {
            rows.iter().map(|row| row[column].chars().count()).max().unwrap_or_default()
        });
        let [turns, sides, worths, played] = widths;
        for [turn, side, worth, was_played, best] in &rows {
            let line =
                format!("{turn:>turns$} {side:<sides$}  {worth:>worths$}  {was_played:<played$}  {best}");
            writeln!(out, "{}", line.trim_end())?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// What a turn is worth to the side that plays it, in words.
fn worth(worth: Worth) -> Message {
    match worth {
        Worth::Points(points) => {
            let key = if points < 0 { "cli.analyse.less" } else { "cli.analyse.more" };
            message!(key).decimal("value", f64::from(points).abs() / 100.0, 2)
        }
        Worth::WinsIn(moves) => message!("cli.analyse.wins-in").with("moves", moves),
        Worth::LosesIn(moves) => message!("cli.analyse.loses-in").with("moves", moves),
        Worth::Chance(chance) => message!("cli.analyse.chance").decimal("percent", chance * 100.0, 1),
    }
}

fn as_json(read: &Read, rounds: &[JudgedRound], lang: Lang) -> Value {
    let turn = |judgement: &Judgement| {
        json!({
            "side": judgement.side_name,
            "played": judgement.played,
            "best": judgement.best,
            "is_best": judgement.is_best,
            "value": match judgement.worth {
                Worth::Points(points) => json!({ "points": points }),
                Worth::WinsIn(moves) => json!({ "wins_in": moves }),
                Worth::LosesIn(moves) => json!({ "loses_in": moves }),
                Worth::Chance(chance) => json!({ "chance": chance }),
            },
            "nodes": judgement.nodes,
        })
    };
    let rounds = rounds.iter().map(|round| {
        json!({ "ruleset": round.ruleset, "turns": round.turns.iter().map(turn).collect::<Vec<_>>() })
    });
    let damage = read.error.as_ref().map(
        |error| json!({ "line": error.line, "column": error.column, "message": error.fault.explain(lang) }),
    );
    json!({ "rounds": rounds.collect::<Vec<_>>(), "damage": damage })
}
