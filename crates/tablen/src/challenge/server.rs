//! The server of the challenge: it lets two players in, watches over rules and time, and tells both what has been played.

use std::fs::File;
use std::io::Write;
use std::net::{SocketAddr, TcpListener};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use tablen_lab::records;
use tablen_rules::tafl::{Game, Move, Narrow, Side};
use tablen_rules::words::{Explain, Lang, Message};
use tablen_table::clock::Control;
use tablen_table::dice::Source;
use tablen_table::view::Viewer;
use tablen_table::{BySeat, Colour, Command, Occupant, Phase, Round, Ruleset, Seat, Spec, Table, TaflRound};

use super::client::{Computer, say};
use super::colour;
use super::wire::{State, Turn, Wire, WireError};
use crate::failure::Failure;
use crate::families::{self, ThinkerOptions};
use crate::play;

/// Plays one game between two programs, or one and Tablen.
pub struct Server {
    /// Where it listens for each side.
    pub addresses: Addresses,
    /// How long a move may take.
    pub seconds: u64,
    /// The side that Tablen plays itself, how long it takes for a move and how it thinks.
    pub computer: Option<(Side, Duration, ThinkerOptions)>,
    /// The file to which the record is appended.
    pub records: Option<File>,
}

/// Where a server listens.
#[derive(Clone, Copy)]
pub struct Addresses {
    /// For white, the king's side.
    pub white: SocketAddr,
    /// For black.
    pub black: SocketAddr,
}

/// A side's player.
enum Player {
    Remote(Wire),
    Computer(Computer),
}

/// White's seat at the table.
const WHITE: Seat = Seat::Host;

const fn seat(side: Side) -> Seat {
    match side {
        Side::Defenders => WHITE,
        Side::Attackers => WHITE.other(),
    }
}

impl Server {
    /// Waits for the players, plays the game and tells how it goes.
    pub fn play(mut self, out: &mut dyn Write, lang: Lang) -> Result<(), Failure> {
        let players = self.players(out, lang)?;
        let names = BySeat::from_fn(|seat| players[seat].0.clone());
        let mut players = BySeat { host: players.host.1, guest: players.guest.1 };
        let mut game = Match::new(names, self.seconds)?;
        let began = Instant::now();
        say(
            out,
            lang,
            message!("challenge.begins")
                .text("white", game.name(WHITE))
                .text("black", game.name(WHITE.other())),
        )?;
        loop {
            game.show(out)?;
            let state = game.state()?;
            for seat in Seat::ALL {
                if let Player::Remote(wire) = &mut players[seat] {
                    // One who is gone is found out when it is asked for a move.
                    let _ = wire.send(&state.to_json());
                }
            }
            let Turn::ToMove(side) = state.turn else { break };
            let seat = seat(side);
            let due = Instant::now() + Duration::from_secs(self.seconds);
            let asked = match &mut players[seat] {
                Player::Computer(computer) => computer.choose(game.played()?).map(|(mv, _)| Ok(mv))?,
                Player::Remote(wire) => wire.receive(Some(due)).and_then(|message| message.mv(side)),
            };
            if let Some(played) = game.answer(seat, asked, began.elapsed())? {
                say(out, lang, played)?;
            }
        }
        let state = game.table.state();
        let reason = state.rounds().last().map(|round| play::reason(round.result.reason));
        // The table knows of no other end for some of these than that somebody resigned.
        if let Some(reason) = game.forfeit.clone().or(reason) {
            say(out, lang, reason)?;
        }
        if let Some(result) = play::result(state, Viewer::Spectator) {
            say(out, lang, result)?;
        }
        if let Some(file) = &mut self.records {
            records::append(file, &game.table)?;
        }
        Ok(())
    }

    /// Who plays, by seats, with their names: those who come, in any order, and Tablen.
    fn players(&mut self, out: &mut dyn Write, lang: Lang) -> Result<BySeat<(String, Player)>, Failure> {
        let own = self.computer.take();
        let mut players = BySeat::<Option<(String, Player)>> { host: None, guest: None };
        if let Some((side, thinking, options)) = own {
            let computer = Computer::new(&options, thinking)?;
            players[seat(side)] = Some((OWN_NAME.to_owned(), Player::Computer(computer)));
        }
        let (sender, news) = mpsc::channel();
        for (side, address) in
            [(Side::Defenders, self.addresses.white), (Side::Attackers, self.addresses.black)]
        {
            if players[seat(side)].is_some() {
                continue;
            }
            let cannot = |error: std::io::Error| {
                let message = message!("challenge.error.listen").text("address", address);
                Failure::Input(message.text("error", error))
            };
            let listener = TcpListener::bind(address).map_err(cannot)?;
            let awaited = message!("challenge.awaited").text("colour", colour(side));
            say(out, lang, awaited.text("address", listener.local_addr().map_err(cannot)?))?;
            let (sender, patience) = (sender.clone(), Duration::from_secs(self.seconds));
            std::thread::spawn(move || await_player(&listener, side, patience, &sender));
        }
        drop(sender);
        loop {
            if let BySeat { host: Some(_), guest: Some(_) } = &players
                && let (Some(host), Some(guest)) = (players.host.take(), players.guest.take())
            {
                return Ok(BySeat { host, guest });
            }
            match news.recv() {
                Ok((side, Ok((name, wire)))) => {
                    say(
                        out,
                        lang,
                        message!("challenge.came").text("colour", colour(side)).text("name", &name),
                    )?;
                    players[seat(side)] = Some((name, Player::Remote(wire)));
                }
                Ok((side, Err(error))) => {
                    let refused = message!("challenge.refused").text("colour", colour(side));
                    say(out, lang, refused.with("error", error.message()))?;
                }
                // Every listener waits until somebody has come.
                Err(_) => return Err(Failure::Input(message!("challenge.error.closed"))),
            }
        }
    }
}

/// What Tablen calls itself.
pub const OWN_NAME: &str = "Tablen";

type Coming = (Side, Result<(String, Wire), WireError>);

/// Waits for somebody who says a name. Others are sent away, so that a stray connection spoils no game.
fn await_player(listener: &TcpListener, side: Side, patience: Duration, news: &mpsc::Sender<Coming>) {
    loop {
        let came = listener.accept().map_err(WireError::from).and_then(|(stream, _)| {
            let mut wire = Wire::new(stream)?;
            let name = wire.receive(Some(Instant::now() + patience))?.name()?;
            Ok((name, wire))
        });
        let has_come = came.is_ok();
        if news.send((side, came)).is_err() || has_come {
            return;
        }
    }
}

/// The game at its table.
struct Match {
    table: Table,
    per_turn: Duration,
    dice: Source,
    /// By what a player has lost, if it was no move.
    forfeit: Option<Message>,
}

impl Match {
    fn new(names: BySeat<String>, seconds: u64) -> Result<Match, Failure> {
        let per_turn = Duration::from_secs(seconds);
        let spec = Spec {
            host_plays: Some(Colour::Light),
            control: Control::Correspondence { per_turn },
            occupants: BySeat { host: Occupant::Person(names.host), guest: Occupant::Person(names.guest) },
            ..Spec::new(Ruleset::Tafl(super::ruleset()))
        };
        // Nothing is thrown in this game.
        let mut dice = Source::Seeded(0);
        let table =
            Table::open(spec, None, Duration::ZERO, &mut dice).map_err(|refusal| Failure::input(&refusal))?;
        Ok(Match { table, per_turn, dice, forfeit: None })
    }

    fn name(&self, seat: Seat) -> &str {
        match &self.table.state().spec().occupants[seat] {
            Occupant::Person(name) => name,
            _ => "",
        }
    }

    /// The game on its board; the challenge's has nine rows.
    fn played(&self) -> Result<&Game<Narrow>, Failure> {
        match self.table.state().last_round() {
            Some(Round::Tafl(TaflRound::Narrow(game))) => Ok(game),
            _ => Err(Failure::Input(message!("cli.error.slip"))),
        }
    }

    fn show(&self, out: &mut dyn Write) -> Result<(), Failure> {
        writeln!(out, "{}", families::tafl_picture(self.played()?.position()))?;
        Ok(out.flush()?)
    }

    /// What both players are told.
    fn state(&self) -> Result<State, Failure> {
        let setup = self.played()?.position().setup();
        let turn = match self.table.state().phase() {
            Phase::Over { winner: Some(seat) } => Turn::Won(self.side(seat)),
            Phase::Over { winner: None } => Turn::Draw,
            _ => Turn::ToMove(setup.side),
        };
        Ok(State { pieces: setup.arrangement, turn })
    }

    fn side(&self, seat: Seat) -> Side {
        if seat == WHITE { Side::Defenders } else { Side::Attackers }
    }

    /// Plays what a player asked for, and says what was played. One who asks for what is against the rules, nothing in time or nothing at all
    /// has lost.
    fn answer(
        &mut self,
        seat: Seat,
        asked: Result<Move, WireError>,
        now: Duration,
    ) -> Result<Option<Message>, Failure> {
        let who = self.name(seat).to_owned();
        let number = self.played()?.len() + 1;
        let has_lost = |why: Message| message!("challenge.forfeit").text("who", &who).with("error", why);
        let forfeit = match asked {
            Ok(mv) => match self.played()?.why_not(mv) {
                None => {
                    self.apply(seat, Command::Move { mv }, now)?;
                    // The table's clock may have run out while the move was on its way.
                    let record = self.played()?.move_played(number - 1);
                    let text = record.map_or_else(|| mv.to_string(), |record| record.to_string());
                    let played = message!("challenge.moved").with("number", number);
                    return Ok(Some(played.text("who", who).text("move", text)));
                }
                Some(illegal) => {
                    let cause = message!("challenge.illegal").text("move", mv);
                    has_lost(cause.with("error", illegal.message()))
                }
            },
            Err(WireError::TimedOut) => {
                let due = self.table.last_moment() + self.per_turn;
                let ticked = self.table.tick(now.max(due), &mut self.dice).map(|_| ());
                ticked.map_err(|refusal| Failure::input(&refusal))?;
                has_lost(WireError::TimedOut.message())
            }
            Err(error) => has_lost(error.message()),
        };
        if !self.table.state().is_over() {
            self.apply(seat, Command::Resign, now)?;
        }
        self.forfeit = Some(forfeit);
        Ok(None)
    }

    fn apply(&mut self, seat: Seat, command: Command, now: Duration) -> Result<(), Failure> {
        let done = self.table.apply(seat, command, now, &mut self.dice).map(|_| ());
        done.map_err(|refusal| Failure::input(&refusal))
    }
}
