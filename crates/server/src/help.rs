//! Who plays against somebody without help is not helped elsewhere either: not by hints at another table, not by a table that begins with
//! the same board, not by an analysis of it. Openings are everybody's: they come up in many games, and to study them is no help in one.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use tablen_host::{PersonId, Summary, TableId};
use tablen_table::{GameRound, Phase, Round, Seat};

use crate::App;
use crate::origins::Origin;
use crate::store::Listed;
use crate::tables::{NoTable, ToTable};

/// So many turns of a game, of both sides together, are its opening.
const OPENING: usize = 8;

/// So many turns before a position, and so many that are tried out from it, are looked through for it.
const AROUND: usize = 8;

/// So many of somebody's own games are looked through, the last touched first: more than anyone plays at once.
const MOST_OWN_TABLES: u32 = 50;

/// The last boards of the games that somebody plays against others without help.
#[derive(Debug, Default)]
pub struct OwnGames(HashSet<String>);

impl OwnGames {
    /// Those of somebody who is known and asks from somewhere, but for a table that sees to it by itself.
    pub async fn of(
        app: &App,
        person: Option<PersonId>,
        origin: Origin,
        but: Option<TableId>,
    ) -> Result<OwnGames, NoTable> {
        let Some(person) = person else { return Ok(OwnGames::default()) };
        let own = app.store().tables_of(person, MOST_OWN_TABLES).await.map_err(NoTable::Store)?;
        let mut boards = HashSet::new();
        for table in own.iter().filter(|table| Some(table.id) != but && is_unaided(table)) {
            let (played, _) = app.tables().ask(table.id, origin, |reply| ToTable::Played { reply }).await?;
            if let Some(played) = played.filter(|played| played.is_unaided) {
                let turns = played.round.turns();
                boards.extend(boards_of(&played.round, turns.saturating_sub(AROUND).max(OPENING)..=turns));
            }
        }
        Ok(OwnGames(boards))
    }

    /// Whether there is none of which anything has to be kept from them.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether a round stands where one of them does, or has just come from there: what is tried out from a board is help as well.
    pub fn are_near(&self, round: &Round) -> bool {
        let turns = round.turns();
        !self.is_empty() && self.are_at(round, turns.saturating_sub(AROUND)..=turns)
    }

    /// Whether a round comes through where one of them stands.
    pub fn are_in(&self, round: &Round) -> bool {
        !self.is_empty() && self.are_at(round, 0..=round.turns())
    }

    fn are_at(&self, round: &Round, turns: RangeInclusive<usize>) -> bool {
        boards_of(round, turns).any(|board| self.0.contains(&board))
    }
}

/// Whether it is a game between people without help, as far as lists know.
fn is_unaided(table: &Listed) -> bool {
    serde_json::from_str::<Summary>(&table.summary).is_ok_and(|summary| {
        let is_visitor = |seat: Seat| summary.seats[seat].visitor().is_some();
        summary.phase == Phase::Playing && !summary.help && Seat::ALL.into_iter().all(is_visitor)
    })
}

/// The boards before some turns of a round, each with whose turn it is and without the number of the turn.
fn boards_of(round: &Round, turns: RangeInclusive<usize>) -> impl Iterator<Item = String> {
    turns.filter_map(|turn| round.position_before(turn)).map(|position| {
        let mut text = position.to_string();
        text.truncate(text.find(" after turn").unwrap_or(text.len()));
        text
    })
}
