//! How well each player played over all games of a file.

use std::io::{self, Write};

use serde_json::{Value, json};
use tablen_engine::analysis::{Chance, Judged, Summary};
use tablen_rules::words::{Lang, Message};

use crate::families::Decision;
use crate::families::analysis::{percent, signed};

/// The players of a file, in the order in which they come.
#[derive(Default)]
pub struct Totals {
    players: Vec<Player>,
}

/// All that a player has played. With dice and without them are told apart: luck is known of one alone, and what a turn costs is not alike.
struct Player {
    name: String,
    has_dice: bool,
    /// The last record in which it played, so that rounds of one count as one game.
    record: usize,
    games: usize,
    turns: Vec<Judged>,
    /// What each turn cost in which it had a choice.
    losses: Vec<Chance>,
    luck: f64,
}

impl Totals {
    /// Adds what a player played in a round of a record.
    pub fn add(&mut self, record: usize, name: &str, decisions: &[Decision]) {
        let Some(first) = decisions.first() else { return };
        let has_dice = first.luck.is_some();
        let known = self.players.iter().position(|player| player.name == name && player.has_dice == has_dice);
        let place = known.unwrap_or_else(|| {
            let (turns, losses) = (Vec::new(), Vec::new());
            let name = name.to_owned();
            self.players.push(Player { name, has_dice, record, games: 1, turns, losses, luck: 0.0 });
            self.players.len() - 1
        });
        let player = &mut self.players[place];
        if player.record != record {
            player.games += 1;
            player.record = record;
        }
        player.turns.extend(decisions.iter().map(|decision| decision.judged));
        let unforced = decisions.iter().filter(|decision| !decision.is_forced);
        player.losses.extend(unforced.map(|decision| decision.judged.loss));
        player.luck += decisions.iter().filter_map(|decision| decision.luck).sum::<f64>();
    }

    /// Tells them to a person.
    pub fn tell(&self, out: &mut dyn Write, lang: Lang) -> io::Result<()> {
        writeln!(out, "{}", message!("analyse.totals").render(lang))?;
        for player in &self.players {
            for line in player.lines() {
                writeln!(out, "{}", line.render(lang))?;
            }
        }
        writeln!(out)
    }

    /// The same as JSON.
    pub fn as_json(&self) -> Value {
        self.players.iter().map(Player::as_json).collect()
    }
}

impl Player {
    fn loss(&self) -> Chance {
        Chance::mean(self.losses.iter().copied())
    }

    fn lines(&self) -> Vec<Message> {
        let called = message!("analyse.player").text("player", &self.name).with("games", self.games);
        let summary = Summary::of(self.turns.iter());
        let key = if self.has_dice { "analyse.turn-summary" } else { "analyse.summary" };
        let played = message!(key)
            .with("side", called)
            .with("turns", summary.turns)
            .with("unforced", self.losses.len())
            .with("loss", percent(self.loss(), 2))
            .with("doubtful", summary.doubtful)
            .with("errors", summary.errors)
            .with("blunders", summary.blunders);
        let luck = self.has_dice.then(|| {
            message!("analyse.luck-summary").text("side", &self.name).with("luck", signed(self.luck * 100.0))
        });
        [played].into_iter().chain(luck).collect()
    }

    fn as_json(&self) -> Value {
        let summary = Summary::of(self.turns.iter());
        // Sums of hundredths of a percent.
        let luck = self.has_dice.then(|| (self.luck * 10_000.0).round() / 10_000.0);
        json!({
            "name": self.name, "games": self.games, "turns": summary.turns, "unforced": self.losses.len(),
            "loss_per_unforced": self.loss().as_f64(), "luck": luck,
            "doubtful": summary.doubtful, "errors": summary.errors, "blunders": summary.blunders,
        })
    }
}
