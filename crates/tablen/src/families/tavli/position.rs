//! A position of tavli for the commands about positions.

use std::io::{self, Write};

use serde_json::{Value, json};
use tablen_engine::Signals;
use tablen_rules::tavli::{GameOver, Position, Side, Status};
use tablen_rules::words::{Explain, Lang, Message};

use super::analysis::analyse;
use super::moves::moves;
use super::perft::perft;
use super::picture::picture;
use super::playout::playouts;
use super::side_text;
use crate::arguments::Given;
use crate::failure::Failure;
use crate::families::{Asked, Counted, Depths, FamilyAnalysis, FamilyPosition, MoveList, Playouts, Tally};
use crate::progress::Progress;

impl FamilyPosition for Position {
    fn family(&self) -> &'static str {
        "tavli"
    }

    fn as_json(&self) -> Value {
        json!({
            "position": self.setup().to_string(),
            "ruleset": self.ruleset().to_string(),
            "status": match self.status() {
                Status::Roll(side) => json!({ "to_roll": side.name() }),
                Status::Over(outcome) => json!({
                    "over": outcome.reason(),
                    "winner": outcome.winner().map(Side::name),
                }),
            },
            "key": format!("{:016x}", self.key()),
        })
    }

    fn show(&self, out: &mut dyn Write, lang: Lang) -> io::Result<()> {
        let men = self.setup().men;
        writeln!(out, "{}", picture(&men.white.into(), &men.black.into()))?;
        writeln!(out, "{}", status(self).render(lang))?;
        writeln!(out, "{}", self.setup())
    }

    fn moves(self: Box<Self>, roll: Option<Given<'_>>) -> Result<Box<dyn MoveList>, Failure> {
        moves(*self, roll.as_ref())
    }

    fn perft_depths(&self) -> Depths {
        Depths { usual: 1, bounds: 1..=4 }
    }

    fn perft(&self, depth: u32, lang: Lang) -> Result<Counted, Failure> {
        Ok(perft(self, depth, lang))
    }

    fn playouts(&self, asked: &Playouts, progress: &mut Progress) -> Result<Tally, Failure> {
        Ok(playouts(self, asked, progress))
    }

    fn analyse(&self, asked: &Asked, signals: Signals<'_>) -> Result<Box<dyn FamilyAnalysis>, Failure> {
        analyse(self, asked, signals)
    }
}

/// Whose turn it is, or how the game ended.
fn status(position: &Position) -> Message {
    match position.status() {
        Status::Roll(side) => message!("show.to-roll").with("side", side_text(side)),
        Status::Over(outcome) => GameOver(outcome).message(),
    }
}
