//! A conversation by the engine protocol: what comes in, and the lines that go out.

use std::sync::mpsc::Sender;
use std::time::Instant;

use tablen_engine::tafl::TranspositionTable;
use tablen_engine::{Signals, Stop};
use tablen_lab::protocol::{Greeting, Info, Place, Reply, Request, Thinking};
use tablen_rules::words::{Explain, Lang, Message};
use tablen_table::Ruleset;

use super::error;
use super::options::{OPTIONS, Options, read_ruleset};
use crate::families::{self, Thinker};

/// What can happen.
pub enum Event {
    /// A line came in, at that moment.
    Line(String, Instant),
    /// Something came in that is no line of text.
    NoText,
    /// Nothing will come in any more.
    InputEnded,
    /// Something was found out.
    Found(Info),
    /// A thought has ended; the player is handed back.
    Thought(Box<dyn Thinker>, Option<String>),
}

/// A conversation. It thinks on a thread of its own, so that it hears what it is asked meanwhile.
pub struct Session {
    events: Sender<Event>,
    lang: Lang,
    options: Options,
    /// What to think about.
    place: Place,
    /// Who thinks about it, made when it is first needed; away while it thinks.
    player: Option<Player>,
    /// The table of the player before, for the one that is made next.
    table: Option<TranspositionTable>,
    thought: Option<Thought>,
    has_input_ended: bool,
    is_over: bool,
}

/// A player and the rules it knows.
struct Player {
    ruleset: Ruleset,
    thinker: Box<dyn Thinker>,
}

/// A thought under way.
struct Thought {
    ruleset: Ruleset,
    stop: Stop,
    /// Whether its answer waits for `stop`.
    is_infinite: bool,
    /// The answer, once it is there.
    answer: Option<Option<String>>,
    /// Whether what it has found out is about a game that is over.
    forgets: bool,
}

impl Session {
    /// A conversation; what happens on other threads comes back through `events`.
    pub fn new(events: Sender<Event>, lang: Lang) -> Session {
        Session {
            events,
            lang,
            options: Options::default(),
            place: Place::default(),
            player: None,
            table: None,
            thought: None,
            has_input_ended: false,
            is_over: false,
        }
    }

    /// Whether nothing more will be said.
    pub const fn is_over(&self) -> bool {
        self.is_over
    }

    /// What there is to say to an event.
    pub fn handle(&mut self, event: Event) -> Vec<String> {
        match event {
            Event::Line(line, _) if line.trim().is_empty() => Vec::new(),
            Event::Line(line, came) => {
                let answered =
                    line.parse().map_err(|error: tablen_lab::protocol::NotARequest| error.message());
                match answered.and_then(|request| self.answer(request, came)) {
                    Ok(lines) => lines,
                    Err(message) => vec![error(&message, self.lang)],
                }
            }
            Event::NoText => vec![error(&message!("engine.error.no-text"), self.lang)],
            Event::InputEnded => {
                self.has_input_ended = true;
                match &self.thought {
                    None => {
                        self.is_over = true;
                        Vec::new()
                    }
                    // What ends by itself is thought to its end: a script need not wait before it closes the pipe.
                    Some(thought) if thought.is_infinite => self.stop(),
                    Some(_) => Vec::new(),
                }
            }
            Event::Found(info) => vec![info.to_string()],
            Event::Thought(thinker, answer) => self.thought_ended(thinker, answer),
        }
    }

    fn answer(&mut self, request: Request, came: Instant) -> Result<Vec<String>, Message> {
        match request {
            Request::Introduce(greeting) => Ok(introduction(greeting)),
            Request::IsReady => Ok(vec![Reply::Ready.to_string()]),
            Request::Stop => Ok(self.stop()),
            Request::Quit => {
                if let Some(thought) = &self.thought {
                    thought.stop.stop();
                }
                self.is_over = true;
                Ok(Vec::new())
            }
            Request::NewGame => {
                match (&mut self.player, &mut self.thought) {
                    (Some(player), _) => player.thinker.forget(),
                    (None, Some(thought)) => thought.forgets = true,
                    (None, None) => {}
                }
                // What is thought is about a game that is over.
                Ok(self.stop())
            }
            Request::SetOption { name, value } => {
                self.must_not_think()?;
                let options = self.options.with(&name, &value)?;
                if self.options.thinker != options.thinker {
                    // Made anew when it is needed, unless it cannot be made like that.
                    new_player(&options.ruleset, &options)?;
                    if self.options.thinker.megabytes == options.thinker.megabytes {
                        self.table = self.leave_table();
                        self.table.iter_mut().for_each(TranspositionTable::forget);
                    } else {
                        self.table = Some(families::table(options.thinker.megabytes)?);
                        self.player = None;
                    }
                }
                self.options = options;
                Ok(Vec::new())
            }
            Request::Position(place) => {
                self.must_not_think()?;
                self.set_position(place)?;
                Ok(Vec::new())
            }
            Request::Go(thinking) => {
                self.must_not_think()?;
                self.go(thinking, came)?;
                Ok(Vec::new())
            }
        }
    }

    fn must_not_think(&self) -> Result<(), Message> {
        match self.thought {
            Some(_) => Err(message!("engine.error.thinking")),
            None => Ok(()),
        }
    }

    fn set_position(&mut self, place: Place) -> Result<(), Message> {
        let ruleset = match &place.ruleset {
            Some(text) => read_ruleset(text)?,
            None => self.options.ruleset.clone(),
        };
        match &mut self.player {
            Some(player) if player.ruleset == ruleset => player.thinker.set_position(&place)?,
            _ => {
                let mut player = new_player(&ruleset, &self.options)?;
                player.thinker.set_position(&place)?;
                let table = match self.leave_table() {
                    Some(table) => table,
                    None => families::table(self.options.thinker.megabytes)?,
                };
                player.thinker.set_table(table);
                self.player = Some(player);
            }
        }
        self.place = place;
        Ok(())
    }

    /// The table that is there, without the player that has had it.
    fn leave_table(&mut self) -> Option<TranspositionTable> {
        let table = self.player.take().map(|player| player.thinker.into_table());
        table.or_else(|| self.table.take())
    }

    /// Thinks. What was done since this was asked is part of its time.
    fn go(&mut self, thinking: Thinking, asked: Instant) -> Result<(), Message> {
        if self.player.is_none() {
            self.set_position(self.place.clone())?;
        }
        if let Some(player) = &self.player {
            player.thinker.check(&thinking)?;
        }
        let Some(Player { ruleset, mut thinker }) = self.player.take() else { return Ok(()) };
        let stop = Stop::new();
        let is_bounded = Thinking { infinite: false, ..thinking } != Thinking::default();
        let is_infinite = thinking.infinite || !is_bounded;
        self.thought =
            Some(Thought { ruleset, stop: stop.clone(), is_infinite, answer: None, forgets: false });
        let (events, manner) = (self.events.clone(), self.options.manner);
        std::thread::spawn(move || {
            let clock = || asked.elapsed();
            // Whoever would hear of it may have left.
            let mut tell = |info| drop(events.send(Event::Found(info)));
            let answer = thinker.think(&thinking, manner, Signals::new(&stop, &clock), &mut tell);
            let _ = events.send(Event::Thought(thinker, answer));
        });
        Ok(())
    }

    /// Ends what is thought. The answer comes when the thread has heard of it, or now if it only waits for this.
    fn stop(&mut self) -> Vec<String> {
        let Some(thought) = &mut self.thought else { return Vec::new() };
        thought.stop.stop();
        thought.is_infinite = false;
        self.finished()
    }

    fn thought_ended(&mut self, mut thinker: Box<dyn Thinker>, answer: Option<String>) -> Vec<String> {
        let Some(thought) = &mut self.thought else { return Vec::new() };
        if thought.forgets {
            thinker.forget();
        }
        thought.answer = Some(answer);
        self.player = Some(Player { ruleset: thought.ruleset.clone(), thinker });
        self.finished()
    }

    /// The answer, if it is there and may be given.
    fn finished(&mut self) -> Vec<String> {
        let is_finished =
            self.thought.as_ref().is_some_and(|thought| !thought.is_infinite && thought.answer.is_some());
        if !is_finished {
            return Vec::new();
        }
        self.is_over = self.has_input_ended;
        let answer = self.thought.take().and_then(|thought| thought.answer).flatten();
        vec![Reply::BestMove(answer).to_string()]
    }
}

fn new_player(ruleset: &Ruleset, options: &Options) -> Result<Player, Message> {
    Ok(Player { ruleset: ruleset.clone(), thinker: families::thinker(ruleset, &options.thinker)? })
}

fn introduction(greeting: Greeting) -> Vec<String> {
    let mut lines = vec![
        format!("id name Tablen {}", env!("CARGO_PKG_VERSION")),
        "id author the authors of Tablen".to_owned(),
    ];
    lines.extend(OPTIONS.iter().map(ToString::to_string));
    lines.push(greeting.answer().to_owned());
    lines
}
