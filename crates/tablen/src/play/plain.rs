//! The game as lines of text, for scripts, pipes and screen readers. Every line that waits for an answer begins with `?`.

use std::io::{self, BufRead, Write};
use std::path::Path;
use std::thread;
use std::time::Duration;

use tablen_host::messages::Said;
use tablen_rules::words::{Explain, Lang, Message};
use tablen_table::Command;
use tablen_table::view::{Ask, View};

use super::session::Session;
use super::telling;
use crate::families::{self, Named};

/// How often to look whether the computer has answered.
const GLANCE: Duration = Duration::from_millis(1);

/// Every word that can be typed, in the order of the help.
pub const WORDS: [&str; 16] = [
    "roll", "confirm", "undo", "hint", "play", "moves", "why", "board", "resign", "draw", "accept",
    "decline", "again", "save", "help", "quit",
];

/// Whether the conversation goes on.
enum Next {
    Ask,
    Leave,
}

/// A game in lines.
pub struct Plain<'o, W: Write> {
    session: Session,
    lang: Lang,
    out: &'o mut W,
    /// The round and turn whose board was drawn last.
    drawn: Option<(usize, usize)>,
}

impl<'o, W: Write> Plain<'o, W> {
    /// A game to be played through `out`.
    pub fn new(session: Session, lang: Lang, out: &'o mut W) -> Plain<'o, W> {
        Plain { session, lang, out, drawn: None }
    }

    /// Plays until the game is left or the input ends.
    pub fn run(mut self, input: impl BufRead) -> io::Result<()> {
        let mut lines = input.lines();
        loop {
            self.catch_up()?;
            let prompt = self.prompt();
            self.say(&prompt)?;
            self.out.flush()?;
            let Some(line) = lines.next().transpose()? else { break };
            if line.trim() == "resign" && self.session.view().may.contains(&Ask::Resign) {
                self.say(&message!("play.plain.sure"))?;
                self.out.flush()?;
                let answer = lines.next().transpose()?.unwrap_or_default();
                if answer.trim() == "yes" {
                    self.ask(Command::Resign)?;
                }
                continue;
            }
            match self.obey(line.trim())? {
                Next::Ask => {}
                Next::Leave => break,
            }
        }
        self.session.leave();
        self.out.flush()
    }

    fn say(&mut self, message: &Message) -> io::Result<()> {
        writeln!(self.out, "{}", message.render(self.lang))
    }

    /// Waits for the computer, then tells what has happened and draws the board if it has changed by a turn.
    fn catch_up(&mut self) -> io::Result<()> {
        loop {
            self.session.poll();
            for message in self.session.news() {
                self.say(&message)?;
            }
            if !self.session.is_busy() && self.session.looks_for_hint().is_none() {
                break;
            }
            thread::sleep(GLANCE);
        }
        let view = self.session.view();
        if self.drawn != Some((view.round, view.turns)) {
            self.drawn = Some((view.round, view.turns));
            self.draw(&view)?;
        }
        Ok(())
    }

    fn draw(&mut self, view: &View) -> io::Result<()> {
        let Some(board) = families::board(view) else { return Ok(()) };
        write!(self.out, "{}", board.picture())?;
        if let Some(clock) = &view.clock {
            let left = [&clock.left.host, &clock.left.guest].map(|left| telling::time(left.time));
            let message = message!("play.clocks").text("host", &left[0]).text("guest", &left[1]);
            self.say(&message)?;
        }
        for call in board.calls() {
            self.say(&call)?;
        }
        Ok(())
    }

    /// What is asked of whom.
    fn prompt(&self) -> Message {
        let view = self.session.view();
        let Some(acting) = view.acts_for else { return message!("play.plain.over") };
        let is_offered = view.may.contains(&Ask::AcceptDraw);
        let seat = match view.draw_offer {
            Some(offerer) if is_offered => offerer.other(),
            _ => acting,
        };
        let player = &view.seats[seat];
        let prompt = |key: &'static str| {
            message!(key)
                .text("sign", telling::sign(player.colour))
                .with("who", telling::who(&player.occupant, seat, view.viewer))
                .with("side", telling::side(&view.rules, player.colour))
        };
        if is_offered {
            return prompt("play.plain.draw-offered");
        }
        let (key, arguments) =
            families::board(&view).map_or(("play.plain.over", Vec::new()), |board| board.question(&view));
        arguments.into_iter().fold(prompt(key), |message, (name, text)| message.text(name, text))
    }

    fn obey(&mut self, line: &str) -> io::Result<Next> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word {
            "" => {}
            "quit" => return Ok(Next::Leave),
            "help" => self.help()?,
            "board" => self.draw(&self.session.view())?,
            "moves" => self.moves()?,
            "why" => self.why(rest.trim())?,
            "roll" => self.ask(Command::Roll)?,
            "confirm" => self.ask(Command::Confirm)?,
            "draw" => self.ask(Command::OfferDraw)?,
            "accept" => self.ask(Command::AcceptDraw)?,
            "decline" => self.ask(Command::DeclineDraw)?,
            "resign" => self.ask(Command::Resign)?,
            "undo" => {
                let result = self.session.undo();
                // What was played is gone, so the board is told again.
                self.drawn = None;
                self.explain(result)?;
            }
            "hint" => {
                let result = self.session.ask_hint();
                self.explain(result)?;
            }
            "play" => {
                let result = self.session.play_hint();
                self.explain(result)?;
            }
            "again" => {
                let result = self.session.play_again();
                self.explain(result)?;
            }
            "save" => {
                let path = Some(rest.trim()).filter(|path| !path.is_empty());
                let message = match self.session.save(path.map(Path::new)) {
                    Ok(path) => message!("play.saved").text("file", path.display()),
                    Err(error) => message!("play.error.save").text("file", rest).text("error", error),
                };
                self.say(&message)?;
            }
            _ if line.contains('-') => self.play(line)?,
            _ => self.say(&message!("play.plain.unknown").text("word", word))?,
        }
        Ok(Next::Ask)
    }

    fn ask(&mut self, command: Command) -> io::Result<()> {
        let result = self.session.ask(command);
        self.explain(result)
    }

    fn explain(&mut self, result: Result<(), Said>) -> io::Result<()> {
        match result {
            Ok(()) => Ok(()),
            Err(refused) => writeln!(self.out, "{}", refused.text),
        }
    }

    /// Plays moves or steps, one after the other; the first that is refused ends it.
    fn play(&mut self, line: &str) -> io::Result<()> {
        for word in line.split_whitespace() {
            let result = match self.read(word) {
                Ok((from, to, die)) => self.session.play(from, to, die),
                Err(message) => return self.say(&message),
            };
            if result.is_err() {
                return self.explain(result);
            }
        }
        Ok(())
    }

    /// The two spots of a move or step.
    fn read(&self, word: &str) -> Result<Named, Message> {
        families::read_move(&self.session.view().rules, word)
    }

    fn why(&mut self, word: &str) -> io::Result<()> {
        let message = match self.read(word) {
            Ok((from, to, _)) => match self.session.why_not(from, to) {
                Some(refusal) => refusal.message(),
                None => message!("play.plain.legal").text("turn", word),
            },
            Err(message) => message,
        };
        self.say(&message)
    }

    /// What can be played.
    fn moves(&mut self) -> io::Result<()> {
        let view = self.session.view();
        for line in families::board(&view).map_or_else(Vec::new, |board| board.moves()) {
            writeln!(self.out, "{line}")?;
        }
        Ok(())
    }

    fn help(&mut self) -> io::Result<()> {
        self.say(&message!("play.plain.help"))?;
        for word in WORDS {
            let about = message!(format!("play.word.{word}")).render(self.lang);
            writeln!(self.out, "  {word:<8} {about}")?;
        }
        Ok(())
    }
}
