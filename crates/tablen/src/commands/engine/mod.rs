//! The computer player as a program for other programs, by the engine protocol.

mod options;
mod session;

use std::io::{self, BufRead, Read, Write};
use std::sync::mpsc::{self, Sender};
use std::time::Instant;

use clap::ArgMatches;
use tablen_lab::protocol::Reply;
use tablen_rules::words::Lang;

use super::Command;
use crate::arguments::Argument;
use crate::failure::Failure;
use session::{Event, Session};

/// Answers requests on standard input until it is told to quit or nothing comes any more.
pub struct Engine;

impl Command for Engine {
    const NAME: &'static str = "engine";
    const ARGUMENTS: &'static [Argument] = &[];

    fn read(_: &ArgMatches, _: Lang) -> Result<Engine, Failure> {
        Ok(Engine)
    }

    fn run(self, out: &mut dyn Write, lang: Lang) -> Result<(), Failure> {
        let (sender, events) = mpsc::channel();
        let lines = sender.clone();
        // Not joined: where the program ends by itself, nobody waits for one more line.
        std::thread::spawn(move || read_lines(&mut io::stdin().lock(), &lines));
        let mut session = Session::new(sender, lang);
        for event in events {
            for line in session.handle(event) {
                writeln!(out, "{line}")?;
            }
            out.flush()?;
            if session.is_over() {
                break;
            }
        }
        Ok(())
    }
}

/// Longer than the position of any game that ever was.
const LONGEST_LINE: u64 = 1 << 20;

/// Hands on line after line.
fn read_lines(input: &mut impl BufRead, events: &Sender<Event>) {
    let mut is_rest = false;
    loop {
        let mut bytes = Vec::new();
        let read = input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes);
        if read.is_err() || bytes.is_empty() {
            let _ = events.send(Event::InputEnded);
            return;
        }
        let is_whole = bytes.ends_with(b"\n") || (bytes.len() as u64) < LONGEST_LINE;
        // Of a line that is too long only the beginning is complained about.
        let is_told = !is_rest;
        is_rest = !is_whole;
        if is_told {
            let line = if is_whole { String::from_utf8(bytes).ok() } else { None };
            let event = line.map_or_else(|| Event::NoText, |line| Event::Line(line, Instant::now()));
            if events.send(event).is_err() {
                return;
            }
        }
    }
}

/// What was wrong, as a reply.
fn error(message: &tablen_rules::words::Message, lang: Lang) -> String {
    Reply::Error(message.render(lang)).to_string()
}
