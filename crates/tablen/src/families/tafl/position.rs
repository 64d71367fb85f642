//! A position of a tafl game for the commands about positions.

use std::io::{self, Write};

use serde_json::{Value, json};
use tablen_engine::Signals;
use tablen_rules::tafl::{Announcement, Position, Side, Status};
use tablen_rules::words::{Lang, Message};
use tablen_table::view::TaflBoard;

use super::analysis;
use super::moves::moves;
use super::perft::perft;
use super::picture::picture;
use super::playout::playouts;
use super::{announcement, end, side_text, to_move};
use crate::arguments::Given;
use crate::failure::Failure;
use crate::families::{Asked, Counted, Depths, FamilyAnalysis, FamilyPosition, MoveList, Playouts, Tally};
use crate::progress::Progress;

impl FamilyPosition for Position {
    fn family(&self) -> &'static str {
        "tafl"
    }

    fn as_json(&self) -> Value {
        let announcements = self.announcements();
        json!({
            "position": self.to_string(),
            "ruleset": self.rules().ruleset().to_string(),
            "size": self.rules().size(),
            "pieces": self.setup().arrangement.pieces().map(|(cell, piece)| {
                (cell.to_string(), Value::from(piece.letter().to_string()))
            }).collect::<serde_json::Map<_, _>>(),
            "status": match self.status() {
                Status::ToMove(side) => json!({ "to_move": side.name() }),
                Status::Over(outcome) => json!({
                    "over": outcome.reason.name(),
                    "winner": outcome.winner.map(Side::name),
                }),
            },
            "announcements": announcements.words().map(Announcement::name).collect::<Vec<_>>(),
            "routes": announcements.routes.iter().map(|route| route.mv.to_string()).collect::<Vec<_>>(),
            "threats": announcements.threats.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "key": format!("{:016x}", self.key()),
            "canonical_key": format!("{:016x}", self.canonical_key()),
        })
    }

    fn show(&self, out: &mut dyn Write, lang: Lang) -> io::Result<()> {
        writeln!(out, "{}", picture(&TaflBoard::at(self)))?;
        for line in lines(self) {
            writeln!(out, "{}", line.render(lang))?;
        }
        writeln!(out, "{self}")
    }

    fn moves(self: Box<Self>, roll: Option<Given<'_>>) -> Result<Box<dyn MoveList>, Failure> {
        moves(*self, roll.as_ref())
    }

    fn perft_depths(&self) -> Depths {
        Depths { usual: 3, bounds: 1..=12 }
    }

    fn perft(&self, depth: u32, lang: Lang) -> Result<Counted, Failure> {
        perft(self, depth, lang)
    }

    fn playouts(&self, asked: &Playouts, progress: &mut Progress) -> Result<Tally, Failure> {
        playouts(self, asked, progress)
    }

    fn analyse(&self, asked: &Asked, signals: Signals<'_>) -> Result<Box<dyn FamilyAnalysis>, Failure> {
        Ok(Box::new(analysis::analyse(self, asked, signals)?))
    }
}

/// Whose turn it is or how the game ended, and what is announced.
fn lines(position: &Position) -> Vec<Message> {
    let mut lines = Vec::new();
    match position.status() {
        Status::ToMove(side) => {
            lines.push(to_move(side));
        }
        Status::Over(outcome) => {
            lines.push(end(outcome.reason));
            lines.push(match outcome.winner {
                Some(side) => message!("show.winner").with("side", side_text(side)),
                None => message!("show.draw"),
            });
        }
    }
    lines.extend(position.announcements().words().map(|word| announcement(word.name())));
    lines
}
