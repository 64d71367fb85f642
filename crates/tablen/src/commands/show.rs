use std::io::Write;

use clap::ArgMatches;
use serde_json::{Value, json};
use tablen_rules::{tafl, tavli};
use tablen_table::view::TaflBoard;
use tablen_words::{Explain, Lang, Message};

use super::{Command, write_json};
use crate::arguments::{Argument, JSON};
use crate::draw;
use crate::failure::Failure;
use crate::subject::{self, FIRST, PRESET, RULES, SET, Subject};

/// Draws a position and says what there is to say about it.
pub struct Show {
    subject: Subject,
    is_json: bool,
}

const POSITION: Argument = subject::POSITION.plain();

impl Command for Show {
    const NAME: &'static str = "show";
    const ARGUMENTS: &'static [Argument] = &[PRESET, POSITION, FIRST, RULES, SET, JSON];

    fn read(matches: &ArgMatches, _: Lang) -> Result<Show, Failure> {
        Ok(Show { subject: Subject::read(matches, &POSITION)?, is_json: JSON.is_given(matches) })
    }

    fn run(self, out: &mut dyn Write, lang: Lang) -> Result<(), Failure> {
        match &self.subject {
            Subject::Tafl(position) if self.is_json => write_json(out, &tafl_json(position))?,
            Subject::Tavli(position) if self.is_json => write_json(out, &tavli_json(position))?,
            Subject::Tafl(position) => {
                writeln!(out, "{}", draw::tafl(&TaflBoard::at(position)))?;
                for line in tafl_lines(position) {
                    writeln!(out, "{}", line.render(lang))?;
                }
                writeln!(out, "{position}")?;
            }
            Subject::Tavli(position) => {
                let men = position.setup().men;
                writeln!(out, "{}", draw::tavli(&men.white.into(), &men.black.into()))?;
                writeln!(out, "{}", tavli_status(position).render(lang))?;
                writeln!(out, "{}", position.setup())?;
            }
        }
        Ok(())
    }
}

/// Whose turn it is or how the game ended, and what is announced.
fn tafl_lines(position: &tafl::Position) -> Vec<Message> {
    let side_name = |side: tafl::Side| tablen_rules::TEXTS.message(format!("tafl.side.{side}"));
    let mut lines = Vec::new();
    match position.status() {
        tafl::Status::ToMove(side) => lines
            .push(message!("show.to-move").text("sign", draw::tafl_sign(side)).with("side", side_name(side))),
        tafl::Status::Over(outcome) => {
            lines.push(tablen_rules::TEXTS.message(format!("tafl.end.{}", outcome.reason)));
            lines.push(match outcome.winner {
                Some(side) => message!("show.winner").with("side", side_name(side)),
                None => message!("show.draw"),
            });
        }
    }
    lines.extend(
        position
            .announcements()
            .words()
            .map(|word| tablen_rules::TEXTS.message(format!("tafl.announce.{word}"))),
    );
    lines
}

fn tafl_json(position: &tafl::Position) -> Value {
    let announcements = position.announcements();
    json!({
        "position": position.to_string(),
        "ruleset": position.rules().ruleset().to_string(),
        "size": position.rules().size(),
        "pieces": position.setup().arrangement.pieces().map(|(cell, piece)| {
            (cell.to_string(), Value::from(piece.letter().to_string()))
        }).collect::<serde_json::Map<_, _>>(),
        "status": match position.status() {
            tafl::Status::ToMove(side) => json!({ "to_move": side.name() }),
            tafl::Status::Over(outcome) => json!({
                "over": outcome.reason.name(),
                "winner": outcome.winner.map(tafl::Side::name),
            }),
        },
        "announcements": announcements.words().map(tafl::Announcement::name).collect::<Vec<_>>(),
        "routes": announcements.routes.iter().map(|route| route.mv.to_string()).collect::<Vec<_>>(),
        "threats": announcements.threats.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "key": format!("{:016x}", position.key()),
        "canonical_key": format!("{:016x}", position.canonical_key()),
    })
}

fn tavli_status(position: &tavli::Position) -> Message {
    match position.status() {
        tavli::Status::Roll(side) => {
            message!("show.to-roll").with("side", tablen_rules::TEXTS.message(format!("tavli.side.{side}")))
        }
        tavli::Status::Over(outcome) => tavli::GameOver(outcome).message(),
    }
}

fn tavli_json(position: &tavli::Position) -> Value {
    json!({
        "position": position.setup().to_string(),
        "ruleset": position.ruleset().to_string(),
        "status": match position.status() {
            tavli::Status::Roll(side) => json!({ "to_roll": side.name() }),
            tavli::Status::Over(outcome) => json!({
                "over": outcome.reason(),
                "winner": outcome.winner().map(tavli::Side::name),
            }),
        },
        "key": format!("{:016x}", position.key()),
    })
}
