//! The moves of a tafl position, by piece.

use std::io::Write;

use serde_json::json;
use tablen_rules::tafl::{Cell, Position};
use tablen_rules::words::Lang;

use crate::arguments::Given;
use crate::commands::write_json;
use crate::failure::Failure;
use crate::families::MoveList;

/// What can be played in a position: there are no dice to be given.
pub fn moves(position: Position, roll: Option<&Given<'_>>) -> Result<Box<dyn MoveList>, Failure> {
    match roll {
        Some(_) => Err(Failure::Input(message!("cli.error.roll-in-tafl"))),
        None => Ok(Box::new(position)),
    }
}

impl MoveList for Position {
    fn list(&self, is_json: bool, out: &mut dyn Write, lang: Lang) -> Result<(), Failure> {
        let by_piece: Vec<(Cell, Vec<Cell>)> = self
            .setup()
            .arrangement
            .pieces()
            .map(|(from, _)| {
                let mut targets = self.moves_from(from);
                targets.sort_unstable();
                (from, targets)
            })
            .filter(|(_, targets)| !targets.is_empty())
            .collect();
        let total: usize = by_piece.iter().map(|(_, targets)| targets.len()).sum();
        if is_json {
            let pieces: serde_json::Map<_, _> = by_piece
                .iter()
                .map(|(from, targets)| {
                    (from.to_string(), targets.iter().map(ToString::to_string).collect::<Vec<_>>().into())
                })
                .collect();
            let value = json!({ "position": self.to_string(), "count": total, "moves": pieces });
            return Ok(write_json(out, &value)?);
        }
        for (from, targets) in &by_piece {
            let targets: Vec<String> = targets.iter().map(ToString::to_string).collect();
            writeln!(out, "{from:<3} {}", targets.join(" "))?;
        }
        Ok(writeln!(out, "{}", message!("cli.moves.count").with("count", total).render(lang))?)
    }
}
