//! Tablen's tafl engine as it was at an earlier commit, as a program for `tablen match`: it knows as much of the engine protocol
//! (docs/engine-protocol.md) as a match says, and of the engine only what has been there since that commit. One thread.

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

use tablen_engine::tafl::{Engine, levels::TABLE_ENTRIES};
use tablen_engine::{Limits, Signals, Stop};
use tablen_rules::tafl::{Bits, Game, Narrow, Rules, Ruleset, Side, Wide, fits_narrow};

/// An engine and the game it is asked about.
trait Player {
    fn set_position(&mut self, first: Option<Side>, moves: &[&str]) -> Result<(), String>;
    fn think(&mut self, limits: &Limits) -> Option<String>;
}

struct InWidth<B: Bits> {
    engine: Engine<B>,
    game: Game<B>,
}

impl<B: Bits + 'static> InWidth<B> {
    fn boxed(ruleset: &Ruleset) -> Result<Box<dyn Player>, String> {
        let rules = Arc::new(Rules::<B>::new(ruleset).map_err(|faults| faults.to_string())?);
        let game = Game::start(&rules, Side::Attackers);
        Ok(Box::new(InWidth { engine: Engine::new(rules, TABLE_ENTRIES), game }))
    }
}

impl<B: Bits> Player for InWidth<B> {
    fn set_position(&mut self, first: Option<Side>, moves: &[&str]) -> Result<(), String> {
        let rules = self.engine.rules();
        let first = first.or(rules.ruleset().first_side()).unwrap_or(Side::Attackers);
        let mut game = Game::start(rules, first);
        for text in moves {
            let mv = text.parse().map_err(|error| format!("{text}: {error:?}"))?;
            game.play(mv).map_err(|illegal| format!("{text}: {illegal}"))?;
        }
        self.game = game;
        Ok(())
    }

    fn think(&mut self, limits: &Limits) -> Option<String> {
        let (stop, began) = (Stop::new(), Instant::now());
        let clock = || began.elapsed();
        let thought = self.engine.think(&self.game, limits, Signals::new(&stop, &clock), &mut |_| {})?;
        println!("info depth {} nodes {} time {}", thought.depth, thought.nodes, clock().as_millis());
        Some(thought.mv.to_string())
    }
}

/// What is known of the conversation so far.
#[derive(Default)]
struct Conversation {
    player: Option<(String, Box<dyn Player>)>,
}

impl Conversation {
    fn answer(&mut self, line: &str) -> Result<(), String> {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["tep" | "uci"] => {
                println!("id name Tablen, frozen\nid author the authors of Tablen\n{}ok", words[0]);
                Ok(())
            }
            ["isready"] => {
                println!("readyok");
                Ok(())
            }
            // Nothing is carried over from one thought to the next.
            ["newgame"] | [] => Ok(()),
            ["position", "start", rest @ ..] => self.position(rest),
            ["go", limits @ ..] => {
                let limits = read_limits(limits)?;
                let player = &mut self.player.as_mut().ok_or("there is no position yet")?.1;
                println!("bestmove {}", player.think(&limits).as_deref().unwrap_or("none"));
                Ok(())
            }
            _ => Err(format!("“{line}” is not understood here")),
        }
    }

    fn position(&mut self, words: &[&str]) -> Result<(), String> {
        let place = |word: &str| words.iter().position(|known| *known == word);
        let moves_at = place("moves").unwrap_or(words.len());
        let rules_at = place("ruleset").unwrap_or(moves_at);
        let first = words[..rules_at].first().and_then(|name| Side::from_name(name));
        let text = words.get(rules_at + 1..moves_at).unwrap_or_default().join(" ");
        if self.player.as_ref().is_none_or(|(known, _)| *known != text) {
            let ruleset: Ruleset = text.parse().map_err(|error| format!("{error:?}"))?;
            let player = match fits_narrow(&ruleset) {
                true => InWidth::<Narrow>::boxed(&ruleset),
                false => InWidth::<Wide>::boxed(&ruleset),
            };
            self.player = Some((text, player?));
        }
        let player = &mut self.player.as_mut().ok_or("there are no rules")?.1;
        player.set_position(first, words.get(moves_at + 1..).unwrap_or_default())
    }
}

fn read_limits(words: &[&str]) -> Result<Limits, String> {
    let mut limits = Limits::default();
    for pair in words.chunks(2) {
        let number = pair.get(1).and_then(|number| number.parse::<u64>().ok());
        let number = number.ok_or_else(|| format!("“{}” needs a number", pair[0]))?;
        match pair[0] {
            "movetime" => limits.time = Some(Duration::from_millis(number)),
            "nodes" => limits.nodes = Some(number),
            "depth" => limits.depth = Some(number.min(u32::MAX.into()) as u32),
            other => return Err(format!("there is no limit “{other}” here")),
        }
    }
    if limits == Limits::default() { Err("go needs movetime, nodes or depth here".to_owned()) } else { Ok(limits) }
}

fn main() -> io::Result<()> {
    let mut conversation = Conversation::default();
    for line in io::stdin().lock().lines() {
        let line = line?;
        if line.trim() == "quit" {
            break;
        }
        if let Err(error) = conversation.answer(&line) {
            println!("info string error {error}");
        }
        io::stdout().flush()?;
    }
    Ok(())
}
