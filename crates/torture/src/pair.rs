//! Two people at a table of their own, whatever is tried meanwhile: their turns are timed, and their clocks run.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use fastrand::Rng;
use serde_json::{Value, json};

use crate::attacks::LOST;
use crate::client::{Person, Socket};
use crate::outcome::Outcome;
use crate::players::pick;

/// Two people who play at a table.
pub(crate) struct Pair {
    pub table: String,
    players: [Socket; 2],
    views: [Value; 2],
    rng: Rng,
}

impl Pair {
    /// Two with as much time as is said.
    pub fn new(at: SocketAddr, control: &str) -> Outcome<Pair> {
        let (mut ada, mut bo) = (Person::at(at), Person::at(at));
        let wish =
            json!({ "ruleset": "preset:tablut", "opponent": "friend", "side": "light", "control": control });
        let table = ada.open(&wish)?;
        let mut players = [ada.sit(&table, 0)?, bo.sit(&table, 0)?];
        players[1]
            .send(&json!({ "type": "do", "command": "join", "occupant": { "person": "Bo" }, "key": 1 }))?;
        let mut pair = Pair { table, players, views: [Value::Null, Value::Null], rng: Rng::with_seed(1) };
        while pair.views.iter().any(|view| view["phase"] != "playing") {
            pair.hear(0)?;
        }
        Ok(pair)
    }

    /// Both hear what comes, until both know as much as was expected.
    fn hear(&mut self, next: u64) -> Outcome<()> {
        for (player, view) in self.players.iter_mut().zip(&mut self.views) {
            while view["next"].as_u64().is_none_or(|seen| seen < next) || view["phase"] == "waiting" {
                *view = player.hear_of("state", LOST)?["view"].take();
            }
        }
        Ok(())
    }

    /// Plays a turn, and says how long it took until both had seen it; nothing when the game is over.
    pub fn play(&mut self) -> Outcome<Option<Duration>> {
        let turn =
            self.views.iter().position(|view| view["phase"] == "playing" && !view["acts_for"].is_null());
        let Some(player) = turn else { return Ok(None) };
        let Some(mut command) = pick(&self.views[player], &mut self.rng) else { return Ok(None) };
        command["type"] = json!("do");
        command["key"] = json!(self.rng.u64(..1 << 53));
        let sent = Instant::now();
        self.players[player].send(&command)?;
        let next = self.views[player]["next"].as_u64().unwrap_or(0) + 1;
        self.hear(next)?;
        Ok(Some(sent.elapsed()))
    }
}
