//! The analysis of all games in a file.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tablen_engine::Signals;
use tablen_engine::analysis::{Graph, svg};
use tablen_rules::words::{Explain, Lang, Message};
use tablen_table::record::{self, Read};
use tablen_table::view::Viewer;
use tablen_table::{BySeat, Colour, GameRound, Round, Seat, Table};

use super::totals::Totals;
use crate::failure::Failure;
use crate::families::{self, Asked, FamilyAnalysis};
use crate::play;
use crate::progress::Progress;

/// The games of a file, analysed.
pub struct Records {
    records: Vec<AnalysedRecord>,
}

struct AnalysedRecord {
    read: Read,
    rounds: Vec<AnalysedRound>,
}

struct AnalysedRound {
    /// The ruleset, by its name where it has one.
    ruleset: String,
    /// Who played which side.
    players: [(Colour, Message); 2],
    analysis: Box<dyn FamilyAnalysis>,
}

impl Records {
    /// Analyses every turn of every round of every record, until it is stopped, and draws the winning chances into `graph`.
    pub fn analyse(
        bytes: &[u8],
        graph: Option<PathBuf>,
        asked: &Asked,
        signals: Signals<'_>,
        lang: Lang,
    ) -> Result<Records, Failure> {
        let mut games = Vec::new();
        for read in record::read_all(bytes) {
            // A damaged record may hold nothing at all: that is told with the damage.
            let table = if read.record.log.is_empty() { None } else { Some(read.record.table()) };
            let table = table.transpose().map_err(|error| Failure::input(&error))?;
            games.push((read, table.as_ref().map(rounds_of).unwrap_or_default(), table));
        }
        let rounds = || games.iter().flat_map(|(_, rounds, _)| rounds);
        let total: usize = rounds().map(|(round, _)| round.turns()).sum();
        let mut progress = Progress::new(total as u64, lang);
        let mut done = 0;
        let mut next = || {
            progress.at(done);
            done += 1;
        };
        let mut records = Vec::new();
        for (read, rounds, table) in games {
            let ruleset = table.as_ref().map(ruleset_name).unwrap_or_default();
            let mut analysed = Vec::new();
            for (round, players) in &rounds {
                let analysis = families::analyse_round(round, asked, signals, &mut next)?;
                let players = players.clone();
                analysed.push(AnalysedRound { ruleset: ruleset.clone(), players, analysis });
            }
            records.push(AnalysedRecord { read, rounds: analysed });
        }
        let records = Records { records };
        if let Some(file) = graph {
            records.draw(&file, lang)?;
        }
        Ok(records)
    }

    /// Writes the graphs of all rounds into one picture.
    fn draw(&self, file: &Path, lang: Lang) -> Result<(), Failure> {
        let graphs: Vec<Graph> = self
            .rounds()
            .filter_map(|(record, number, round)| {
                let title = round_title(number, round);
                let title = match record {
                    Some(record) => {
                        message!("analyse.graph-title").with("record", record).with("round", title)
                    }
                    None => title,
                };
                round.analysis.graph(title)
            })
            .collect();
        fs::write(file, svg(&graphs, lang)).map_err(|error| {
            let message = message!("analyse.error.graph-file").text("file", file.display());
            Failure::Input(message.text("error", error))
        })
    }

    /// Every round with its number in its record, and what the record is called where there are several.
    fn rounds(&self) -> impl Iterator<Item = (Option<Message>, usize, &AnalysedRound)> {
        self.records.iter().enumerate().flat_map(|(number, record)| {
            let title = self.record_title(number);
            (1..).zip(&record.rounds).map(move |(number, round)| (title.clone(), number, round))
        })
    }

    /// How well each player played over all of it.
    fn totals(&self, lang: Lang) -> Totals {
        let mut totals = Totals::default();
        for (record, rounds) in self.records.iter().enumerate() {
            for round in &rounds.rounds {
                for (colour, player) in &round.players {
                    totals.add(record, &player.render(lang), &round.analysis.decisions(*colour));
                }
            }
        }
        totals
    }

    fn record_title(&self, number: usize) -> Option<Message> {
        let title = message!("verify.record").with("number", number + 1).with("records", self.records.len());
        (self.records.len() > 1).then_some(title)
    }

    /// Tells it to a person.
    pub fn tell(&self, is_interrupted: bool, out: &mut dyn Write, lang: Lang) -> io::Result<()> {
        for (number, record) in self.records.iter().enumerate() {
            if let Some(title) = self.record_title(number) {
                writeln!(out, "{}", title.render(lang))?;
            }
            for (number, round) in (1..).zip(&record.rounds) {
                writeln!(out, "{}", round_title(number, round).render(lang))?;
                round.analysis.tell(out, lang)?;
                writeln!(out)?;
            }
        }
        // Of a single round all that would be said is said below it.
        if self.rounds().nth(1).is_some() {
            self.totals(lang).tell(out, lang)?;
        }
        if is_interrupted {
            writeln!(out, "{}", message!("analyse.interrupted").render(lang))?;
        }
        Ok(())
    }

    /// The same as JSON.
    pub fn as_json(&self, is_interrupted: bool, lang: Lang) -> Value {
        let round = |round: &AnalysedRound| {
            let mut value = round.analysis.as_json();
            value["ruleset"] = round.ruleset.as_str().into();
            value
        };
        let record = |record: &AnalysedRecord| {
            let damage = record.read.error.as_ref().map(
                |error| json!({ "line": error.line, "column": error.column, "message": error.fault.explain(lang) }),
            );
            json!({ "rounds": record.rounds.iter().map(round).collect::<Vec<_>>(), "damage": damage })
        };
        let records: Vec<Value> = self.records.iter().map(record).collect();
        json!({ "records": records, "players": self.totals(lang).as_json(), "interrupted": is_interrupted })
    }

    /// The first fault of the file, if it has one.
    pub fn damage(&self) -> Result<(), Failure> {
        match self.records.iter().find_map(|record| record.read.error.as_ref()) {
            Some(error) => Err(Failure::input(error)),
            None => Ok(()),
        }
    }
}

fn round_title(number: usize, round: &AnalysedRound) -> Message {
    message!("analyse.round").with("number", number).text("ruleset", &round.ruleset)
}

/// The rounds, each with who played which side.
fn rounds_of(table: &Table) -> Vec<(Round, [(Colour, Message); 2])> {
    let state = table.state();
    let players = |colours: BySeat<Colour>| {
        Seat::ALL.map(|seat| {
            let player = play::who(&state.spec().occupants[seat], seat, Viewer::Spectator);
            (colours[seat], player)
        })
    };
    let finished = state.rounds().iter().map(|finished| (finished.round.clone(), players(finished.colours)));
    let present = state.round().map(|round| (round.clone(), players(state.colours())));
    finished.chain(present).collect()
}

/// The ruleset, by its name where it has one.
fn ruleset_name(table: &Table) -> String {
    let rules = &table.state().spec().ruleset;
    rules.preset().map_or_else(|| rules.to_string(), str::to_owned)
}
