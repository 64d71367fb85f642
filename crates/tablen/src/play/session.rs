//! A game under way in a terminal: it carries out what the host of the table wants done, and shows what happens at a pace that
//! people can follow. It knows no screen.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::mpsc::TryRecvError;
use std::time::{Duration, Instant};
use std::{io, mem};

use tablen_host::messages::{ClientMessage, Do, Said, ServerMessage};
use tablen_host::{
    Answer, ConnectionId, Effect, Host, Input, Kind, Limits, Listing, Opened, PersonId, Settings, TableId,
    ThoughtId, Write,
};
use tablen_rules::words::{Explain, Lang, Message};
use tablen_table::dice::Source;
use tablen_table::view::{self, Ask, Hint, Line, View, Viewer};
use tablen_table::{
    BySeat, Command, Entry, Event, GameRound, Occupant, Refusal, Request, Seat, State, Table,
};

use super::saved::{self, Dice, Writer};
use super::setup::{self, Setup};
use super::telling;
use super::thinking::Thinking;
use crate::families::{self, Die, Spot};

/// The one connection of a game in a terminal, and the person at it.
const CONNECTION: ConnectionId = ConnectionId(1);
const PERSON: PersonId = PersonId::from_bytes([1; 16]);

/// A table in a terminal has no address.
const TABLE: TableId = TableId::from_bytes([0; 16]);

/// A game under way.
pub struct Session {
    host: Host,
    dice: Dice,
    viewer: Viewer,
    lang: Lang,
    opened: Instant,
    /// What the table's time was when it was opened here.
    before: Duration,
    computer_seed: u64,
    thinking: Option<(ThoughtId, Thinking<Answer>)>,
    /// The table as far as it has been shown, and what is still to be shown of it.
    shown: Table,
    to_show: VecDeque<Entry>,
    pace: Duration,
    last_act: Instant,
    hint: Option<Hint>,
    /// Why the last thing that was asked for was refused.
    refused: Option<Said>,
    writer: Option<Writer>,
    /// The table where the game is played again.
    next: Option<Box<Opened>>,
    news: Vec<Message>,
}

impl Session {
    /// Sits down at a table. A file that cannot be written is a reason not to begin.
    pub fn begin(setup: Setup, lang: Lang) -> io::Result<Session> {
        let Setup { table, dice, viewer, computer_seed, pace, save, is_resumed } = setup;
        let before = table.last_moment();
        let writer = save.map(|path| Writer::create(&path, dice, &table)).transpose()?;
        let shown = table.clone();
        let (host, effects) = hosted(opened(table, dice, viewer), dice, computer_seed, before);
        let mut session = Session {
            host,
            dice,
            viewer,
            lang,
            opened: Instant::now(),
            before,
            computer_seed,
            thinking: None,
            shown,
            to_show: VecDeque::new(),
            pace,
            last_act: Instant::now(),
            hint: None,
            refused: None,
            writer,
            next: None,
            news: Vec::new(),
        };
        if is_resumed {
            session.news.push(message!("play.resumed").with("turns", session.view().turns));
        } else {
            session.tell(0);
        }
        session.connect(effects);
        Ok(session)
    }

    /// Carries out what the host of a new table wants done, and sits down at it.
    fn connect(&mut self, effects: Vec<Effect>) {
        self.carry_out(effects);
        let since = Some(self.shown.log().len() as u64);
        self.give(Input::Connected {
            connection: CONNECTION,
            person: PERSON,
            lang: self.lang,
            since,
            generation: None,
        });
    }

    /// Gives something to the host and carries out what follows from it.
    fn give(&mut self, input: Input) {
        let now = self.now();
        // Its file is written at once, or not at all.
        self.host.store_was_well(now);
        let effects = self.host.handle(input, now);
        self.carry_out(effects);
    }

    fn carry_out(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Store(write) => self.store(*write),
                Effect::Tell { message, .. } => self.hear(message),
                Effect::Think { thought, job, .. } => {
                    self.thinking = Some((thought, Thinking::begin(move |stop| job.run(stop))));
                }
                // To drop it is to stop it.
                Effect::StopThinking(_) => self.thinking = None,
                Effect::Warn(trouble) => self.news.extend(trouble.refusal().map(Explain::message)),
                Effect::Show { .. } | Effect::End(_) => {}
            }
        }
        // Another game begins where all of the last one has been told.
        if let Some(next) = self.next.take() {
            self.begin_next(*next);
        }
    }

    /// Adds to the file. A game whose file cannot be written is played on without one.
    fn store(&mut self, write: Write) {
        if let Some(writer) = &mut self.writer
            && let Err(error) = writer.append(self.host.table())
        {
            let path = writer.path().display().to_string();
            self.news.push(message!("play.error.save").text("file", path).text("error", error));
            self.writer = None;
        }
        self.give(Input::Stored(write.id));
        self.next = write.next;
    }

    fn hear(&mut self, message: ServerMessage) {
        match message {
            ServerMessage::State { events, .. } => self.to_show.extend(events.iter().cloned()),
            ServerMessage::Refused { why, .. } => self.refused = Some(why),
            ServerMessage::Hint { hint, reason } => {
                let (_, text) = families::hinted(&hint);
                self.news.push(match reason {
                    Some(reason) => message!("play.hint.reason").text("turn", text).text("reason", reason),
                    None => message!("play.hint").text("turn", text),
                });
                self.hint = Some(hint);
            }
            _ => {}
        }
    }

    /// What has been shown adds up to this.
    pub const fn state(&self) -> &State {
        self.shown.state()
    }

    /// The table as its players here see it.
    pub fn view(&self) -> View {
        View::new(self.shown.state(), self.shown.log().len() as u64, self.viewer, self.now())
    }

    /// The turns of the round that is shown.
    pub fn lines(&self) -> Vec<Line> {
        let state = self.shown.state();
        let shown = state.rounds().len() + usize::from(state.round().is_some());
        view::lines(state, shown.max(1), 1)
    }

    /// What has been said since the last time.
    pub fn news(&mut self) -> Vec<Message> {
        mem::take(&mut self.news)
    }

    /// How all ended; nothing while it goes on.
    pub fn result(&self) -> Option<Message> {
        telling::result(self.shown.state(), self.viewer)
    }

    /// The computer whose turn it is.
    fn computer_to_act(&self) -> Option<Seat> {
        let state = self.host.table().state();
        let is_computer = |seat: &Seat| matches!(state.spec().occupants[*seat], Occupant::Computer(_));
        state.to_act().filter(is_computer)
    }

    /// Who thinks, and for how long.
    pub fn thinks(&self) -> Option<(Seat, Duration)> {
        let (_, thinking) = self.thinking.as_ref()?;
        self.computer_to_act().map(|seat| (seat, thinking.elapsed()))
    }

    /// How long a hint has been looked for.
    pub fn looks_for_hint(&self) -> Option<Duration> {
        let (_, thinking) = self.thinking.as_ref()?;
        self.computer_to_act().is_none().then(|| thinking.elapsed())
    }

    /// Whether a computer has something to do, or to be shown doing.
    pub fn is_busy(&self) -> bool {
        self.thinks().is_some() || !self.to_show.is_empty()
    }

    /// Lets happen what is due: time that runs out, thoughts that come to an end. Says whether anything has changed.
    pub fn poll(&mut self) -> bool {
        let (length, had_hint) = (self.shown.log().len(), self.hint.is_some());
        self.give(Input::Time);
        if let Some((thought, thinking)) = &self.thinking {
            let thought = *thought;
            let answer = match thinking.answer() {
                Err(TryRecvError::Empty) => None,
                Ok(answer) => Some(Some(answer)),
                Err(TryRecvError::Disconnected) => Some(None),
            };
            if let Some(answer) = answer {
                self.thinking = None;
                self.give(Input::Thought { thought, answer });
            }
        }
        while self.to_show.front().is_some_and(|entry| !self.is_early(entry)) {
            self.show_next();
        }
        self.hint.is_some() != had_hint || self.shown.log().len() != length || !self.news.is_empty()
    }

    /// Whether people could not follow if the computer's next act were shown already.
    fn is_early(&self, entry: &Entry) -> bool {
        let occupants = &self.shown.state().spec().occupants;
        let is_computers_act = match entry.event {
            Event::Rolled { seat, .. }
            | Event::Stepped { seat, .. }
            | Event::TurnEnded { seat, .. }
            | Event::Moved { seat, .. } => matches!(occupants[seat], Occupant::Computer(_)),
            _ => false,
        };
        is_computers_act && self.last_act.elapsed() < self.pace
    }

    /// Shows and tells the next thing that has happened.
    fn show_next(&mut self) {
        let Some(entry) = self.to_show.pop_front() else { return };
        // It was for what was left before.
        self.hint = None;
        self.last_act = Instant::now();
        let since = self.shown.log().len();
        // The host tells of nothing that cannot have happened.
        if self.shown.append(entry).is_ok() {
            self.tell(since);
        }
    }

    /// Shows everything that has happened: somebody who acts does not want to wait.
    fn show_all(&mut self) {
        while !self.to_show.is_empty() {
            self.show_next();
        }
    }

    /// Asks for something as the player whose matter it is.
    pub fn ask(&mut self, command: Command) -> Result<(), Said> {
        let seat = self.asker(&command);
        self.ask_for(seat, command)
    }

    fn asker(&self, command: &Command) -> Seat {
        let state = self.host.table().state();
        let answers = match command {
            Command::AcceptDraw | Command::DeclineDraw => state.draw_offer().map(Seat::other),
            Command::GrantTakeback | Command::RefuseTakeback => state.takeback().map(Seat::other),
            Command::AcceptRematch | Command::DeclineRematch => state.rematch_offer().map(Seat::other),
            _ => None,
        };
        match self.viewer {
            Viewer::At(seat) => seat,
            Viewer::Both | Viewer::Spectator => answers.or(state.to_act()).unwrap_or(Seat::Host),
        }
    }

    fn ask_for(&mut self, seat: Seat, command: Command) -> Result<(), Said> {
        let request = Request::from(command);
        self.send(ClientMessage::Do(Do { seat: Some(seat), request }))
    }

    /// Sends something to the host, and shows at once what comes of it.
    fn send(&mut self, message: ClientMessage) -> Result<(), Said> {
        self.show_all();
        self.refused = None;
        self.give(Input::Message(CONNECTION, message));
        while self.to_show.front().is_some_and(|entry| !self.is_early(entry)) {
            self.show_next();
        }
        self.refused.take().map_or(Ok(()), Err)
    }

    fn said(&self, refusal: &Refusal) -> Said {
        Said::new(&refusal.message(), refusal.rule().map(|rule| rule.to_string()), self.lang)
    }

    /// Moves what stands at one spot to another: a piece, or a man with a die that leads there.
    pub fn play(&mut self, from: Spot, to: Spot, die: Option<Die>) -> Result<(), Said> {
        self.show_all();
        let command = families::board(&self.view()).and_then(|board| board.command(from, to, die));
        match command {
            Some(command) => self.ask(command),
            None => Err(self.said(&self.why_not(from, to).unwrap_or(Refusal::OutOfPlace))),
        }
    }

    /// Why what stands at one spot cannot be moved to another; nothing if it can.
    pub fn why_not(&self, from: Spot, to: Spot) -> Option<Refusal> {
        let (Some(from), Some(to)) = (from.place(), to.place()) else { return Some(Refusal::OutOfPlace) };
        match self.shown.state().round().map(|round| round.why_not(&from, &to)) {
            Some(Err(_)) => Some(Refusal::OutOfPlace),
            Some(Ok(illegal)) => self.unless_not_mine(Some(illegal)),
            None => self.unless_not_mine(None),
        }
    }

    /// Why nothing at a spot can be moved; nothing if something can.
    pub fn why_not_from(&self, from: Spot) -> Option<Refusal> {
        let round = self.shown.state().round();
        self.unless_not_mine(
            round.map(|round| from.place().and_then(|from| round.why_not_from(&from).ok().flatten())),
        )
    }

    fn unless_not_mine(&self, illegal: Option<Option<tablen_table::Illegal>>) -> Option<Refusal> {
        match (illegal, self.view().acts_for) {
            (None, _) => Some(Refusal::Over),
            (Some(_), None) => Some(Refusal::NotYourTurn),
            (Some(illegal), Some(_)) => illegal.map(Refusal::Illegal),
        }
    }

    /// Takes back the last step of the turn or, if it has none, the last turn of the player who undoes.
    pub fn undo(&mut self) -> Result<(), Said> {
        self.show_all();
        if self.view().may.contains(&Ask::UndoStep) {
            return self.ask(Command::UndoStep);
        }
        let state = self.shown.state();
        let asker = match self.viewer {
            Viewer::At(seat) => seat,
            // Of two people at one keyboard, the one who played last wants it back.
            _ => {
                let last = state.to_act().map_or(Seat::Host, Seat::other);
                if state.turns_before_last_of(last).is_some() { last } else { last.other() }
            }
        };
        self.ask_for(asker, Command::AskTakeback)?;
        if self.viewer == Viewer::Both {
            self.ask_for(asker.other(), Command::GrantTakeback)?;
        }
        Ok(())
    }

    /// Offers another game with sides exchanged; two people at one keyboard agree at once.
    pub fn play_again(&mut self) -> Result<(), Said> {
        self.ask(Command::OfferRematch)?;
        if self.viewer == Viewer::Both {
            self.ask(Command::AcceptRematch)?;
        }
        Ok(())
    }

    /// Begins to look for a good thing to play.
    pub fn ask_hint(&mut self) -> Result<(), Said> {
        self.show_all();
        let view = self.view();
        let refusal = match view.acts_for {
            None if self.shown.state().is_over() => Some(Refusal::Over),
            None => Some(Refusal::NotYourTurn),
            Some(_) if view.may.contains(&Ask::Roll) => {
                Some(Refusal::Illegal(tablen_table::Illegal::NotThrown))
            }
            Some(_) => None,
        };
        match refusal {
            Some(refusal) => Err(self.said(&refusal)),
            None if self.hint.is_some() || self.thinking.is_some() => Ok(()),
            None => self.send(ClientMessage::Hint),
        }
    }

    /// What is recommended in the turn under way, once it is known.
    pub const fn hint(&self) -> Option<&Hint> {
        self.hint.as_ref()
    }

    /// Plays what is recommended, up to the end of the turn, which is left to the player.
    pub fn play_hint(&mut self) -> Result<(), Said> {
        let Some(hint) = &self.hint else { return self.ask_hint() };
        let view = self.view();
        let commands = families::board(&view).map_or_else(Vec::new, |board| board.commands_of_hint(hint));
        commands.into_iter().try_for_each(|command| self.ask(command))
    }

    /// Saves the game and goes on saving it there; without a path, where it is saved already or under the game's name.
    pub fn save(&mut self, path: Option<&Path>) -> io::Result<PathBuf> {
        let path = match (path, &self.writer) {
            (Some(path), _) => path.to_owned(),
            (None, Some(writer)) => return Ok(writer.path().to_owned()),
            (None, None) => saved::free_path(Path::new(&format!("{}.txt", self.view().game))),
        };
        self.writer = Some(Writer::create(&path, self.dice, self.host.table())?);
        Ok(path)
    }

    /// Whether leaving now loses nothing.
    pub const fn is_safe_to_leave(&self) -> bool {
        self.writer.is_some() || self.host.table().state().is_over()
    }

    /// Leaves the table: thoughts end, the clocks stop and the file is complete.
    pub fn leave(&mut self) {
        self.give(Input::Close);
    }

    fn now(&self) -> Duration {
        self.before + self.opened.elapsed()
    }

    fn tell(&mut self, since: usize) {
        let state = self.shown.state();
        let entries = self.shown.since(since as u64);
        self.news.extend(entries.iter().filter_map(|entry| telling::event(entry, state, self.viewer)));
    }

    /// Takes the seats that are kept for those who played the last game. Nobody adds to the dice at one's own machine.
    fn sit_down_at(&self, next: &mut Opened) {
        let occupants = &self.host.table().state().spec().occupants;
        for seat in Seat::ALL {
            if next.table.state().spec().occupants[seat] == Occupant::Open {
                let join = Command::Join { occupant: occupants[seat].clone(), nonce: Vec::new() };
                // The seat is open, so nothing can be in the way.
                let _ = next.table.apply(seat, join, Duration::ZERO, &mut next.dice);
            }
        }
        next.listing = Listing::new(next.table.state(), next.listing.seats, None);
    }

    /// Goes over to the table of another game.
    fn begin_next(&mut self, mut next: Opened) {
        self.show_all();
        self.sit_down_at(&mut next);
        self.dice = match next.dice {
            Source::Verifiable(seed) => Dice::Verifiable(seed),
            Source::Seeded(seed) => Dice::Seeded(seed),
            Source::Scripted(_) => self.dice,
        };
        self.computer_seed = setup::seed_of(self.dice);
        self.shown = next.table.clone();
        (self.opened, self.before) = (Instant::now(), Duration::ZERO);
        self.thinking = None;
        if let Some(writer) = self.writer.take() {
            let path = saved::free_path(writer.path());
            match Writer::create(&path, self.dice, &next.table) {
                Ok(writer) => self.writer = Some(writer),
                Err(error) => self
                    .news
                    .push(message!("play.error.save").text("file", path.display()).text("error", error)),
            }
        }
        self.tell(0);
        let (host, effects) = hosted(next, self.dice, self.computer_seed, Duration::ZERO);
        self.host = host;
        self.connect(effects);
    }
}

/// A table with the person at the keyboard on its seats.
fn opened(table: Table, dice: Dice, viewer: Viewer) -> Opened {
    let seats = match viewer {
        Viewer::Spectator => BySeat::default(),
        Viewer::At(own) => BySeat::from_fn(|seat| (seat == own).then_some(PERSON)),
        Viewer::Both => BySeat { host: Some(PERSON), guest: None },
    };
    let kind = if viewer == Viewer::Both { Kind::SameScreen } else { Kind::Apart };
    let listing = Listing::new(table.state(), seats, None);
    Opened { id: TABLE, table, dice: dice.source(), kind, is_public: false, listing }
}

/// The host of a table.
fn hosted(opened: Opened, dice: Dice, computer_seed: u64, now: Duration) -> (Host, Vec<Effect>) {
    let settings = Settings {
        // People at their own machine may play as long as they like.
        limits: Limits { events: usize::MAX, nonce_bytes: 0 },
        sighting: Duration::ZERO,
        generation: 0,
        computer_seeds: BySeat { host: computer_seed, guest: computer_seed },
        keeps_computer: true,
    };
    let next_table = Box::new(move || {
        let dice = match dice {
            Dice::Seeded(seed) => Dice::Seeded(seed.wrapping_add(1)),
            Dice::Verifiable(_) => setup::fresh_dice()?,
        };
        Ok((TABLE, dice.source()))
    });
    Host::new(opened, settings, &[], next_table, now)
}
