//! A game under way: the table, its dice, the time, the computers and the file. It knows no terminal.

use std::path::{Path, PathBuf};
use std::sync::mpsc::TryRecvError;
use std::time::{Duration, Instant};
use std::{io, mem};

use tablen_engine::Level;
use tablen_rules::tafl;
use tablen_rules::tavli::{Die, Place, Step};
use tablen_table::dice::Source;
use tablen_table::view::{self, Ask, Board, Line, View, Viewer};
use tablen_table::{
    BySeat, Choice, Command, Computer, Entry, Event, GameRound, Occupant, Refusal, Seat, Spec, State,
    StepChoice, Table,
};
use tablen_words::{Explain, Message};

use super::saved::{self, Dice, Writer};
use super::setup::{self, Setup};
use super::telling;
use super::thinking::Thinking;

/// Somewhere that can be pointed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot {
    /// A cell of a tafl board.
    Cell(tafl::Cell),
    /// A place of the tavli board.
    Place(Place),
    /// The dice.
    Dice,
    /// One of the faces thrown.
    Face(Die),
}

impl Spot {
    /// The place that it is, in the game's own text form; nothing if it is none.
    fn place(self) -> Option<String> {
        match self {
            Spot::Cell(cell) => Some(cell.to_string()),
            Spot::Place(place) => Some(place.to_string()),
            Spot::Dice | Spot::Face(_) => None,
        }
    }
}

/// A computer that thinks about what to do on its seat.
type AtWork = (Seat, Thinking<(Computer, Option<Command>)>);

/// A game under way.
pub struct Session {
    table: Table,
    dice: Dice,
    source: Source,
    viewer: Viewer,
    opened: Instant,
    /// What the table's time was when it was opened here.
    before: Duration,
    computers: BySeat<Option<Computer>>,
    computer_seed: u64,
    at_work: Option<AtWork>,
    decided: Option<(Seat, Command)>,
    /// The length of the log at which a computer had nothing to do.
    idle: BySeat<usize>,
    pace: Duration,
    last_act: Instant,
    hinting: Option<Thinking<Option<Choice>>>,
    hint: Option<Choice>,
    writer: Option<Writer>,
    news: Vec<Message>,
}

impl Session {
    /// Sits down at a table. A file that cannot be written is a reason not to begin.
    pub fn begin(setup: Setup) -> io::Result<Session> {
        let Setup { mut table, dice, viewer, computer_seed, pace, save, is_resumed } = setup;
        let before = table.last_moment();
        // A game that was left has stopped its clocks; one that was killed has not.
        table.resume(before);
        let writer = save.map(|path| Writer::create(&path, dice, &table)).transpose()?;
        let mut session = Session {
            dice,
            source: dice.source(),
            viewer,
            opened: Instant::now(),
            before,
            computers: computers(&table, computer_seed),
            computer_seed,
            at_work: None,
            decided: None,
            idle: BySeat { host: 0, guest: 0 },
            pace,
            last_act: Instant::now(),
            hinting: None,
            hint: None,
            writer,
            news: Vec::new(),
            table,
        };
        if is_resumed {
            session.news.push(message!("play.resumed").with("turns", session.view().turns));
        } else {
            session.tell(0);
        }
        Ok(session)
    }

    /// What the log adds up to.
    pub const fn state(&self) -> &State {
        self.table.state()
    }

    /// The table as its players here see it.
    pub fn view(&self) -> View {
        View::new(self.table.state(), self.table.log().len() as u64, self.viewer, self.now())
    }

    /// The turns of the round that is shown.
    pub fn lines(&self) -> Vec<Line> {
        let state = self.table.state();
        let shown = state.rounds().len() + usize::from(state.round().is_some());
        view::lines(state, shown.max(1), 1)
    }

    /// What has been said since the last time.
    pub fn news(&mut self) -> Vec<Message> {
        mem::take(&mut self.news)
    }

    /// How all ended; nothing while it goes on.
    pub fn result(&self) -> Option<Message> {
        telling::result(self.table.state(), self.viewer)
    }

    /// Who thinks, and for how long.
    pub fn thinks(&self) -> Option<(Seat, Duration)> {
        let (seat, thinking) = self.at_work.as_ref()?;
        (self.table.state().to_act() == Some(*seat)).then(|| (*seat, thinking.elapsed()))
    }

    /// Whether a computer has something to do.
    pub fn is_busy(&self) -> bool {
        let has_not_looked =
            |seat: Seat| self.computers[seat].is_some() && self.idle[seat] != self.table.log().len();
        self.at_work.is_some() || self.decided.is_some() || Seat::ALL.into_iter().any(has_not_looked)
    }

    /// Lets happen what is due: time that runs out, thoughts that come to an end. Says whether anything has changed.
    pub fn poll(&mut self) -> bool {
        let length = self.table.log().len();
        let now = self.now();
        if let Err(refusal) = self.table.tick(now, &mut self.source) {
            self.news.push(refusal.message());
        }
        if self.table.log().len() > length {
            self.interrupt();
            self.changed(length);
        }
        let heard = self.hear_hint();
        self.let_computers_act();
        heard || self.table.log().len() != length || !self.news.is_empty()
    }

    fn let_computers_act(&mut self) {
        if let Some((seat, thinking)) = &self.at_work {
            let seat = *seat;
            match thinking.answer() {
                Err(TryRecvError::Empty) => return,
                Ok((computer, command)) => {
                    self.computers[seat] = Some(computer);
                    self.idle[seat] = self.table.log().len();
                    self.decided = command.map(|command| (seat, command));
                }
                // Whatever broke off is begun anew.
                Err(TryRecvError::Disconnected) => {
                    self.computers[seat] = self.new_computer(seat);
                }
            }
            self.at_work = None;
        }
        if let Some((seat, command)) = self.decided.take() {
            if self.last_act.elapsed() < self.pace {
                self.decided = Some((seat, command));
            } else if let Err(refusal) = self.apply(seat, command) {
                self.news.push(refusal.message());
            }
            return;
        }
        for seat in Seat::ALL {
            if self.idle[seat] != self.table.log().len()
                && let Some(mut computer) = self.computers[seat].take()
            {
                let state = self.table.state().clone();
                let thinking = Thinking::begin(move |stop| {
                    let command = computer.command(&state, seat, stop);
                    (computer, command)
                });
                self.at_work = Some((seat, thinking));
                return;
            }
        }
    }

    fn new_computer(&self, seat: Seat) -> Option<Computer> {
        computer(&self.table.state().spec().occupants[seat], self.computer_seed)
    }

    /// A thought about what is no longer so is of no use.
    fn interrupt(&mut self) {
        self.decided = None;
        if let Some((seat, thinking)) = self.at_work.take() {
            self.computers[seat] = match thinking.interrupt() {
                Some((computer, _)) => Some(computer),
                None => self.new_computer(seat),
            };
        }
    }

    /// Asks for something as the player whose matter it is.
    pub fn ask(&mut self, command: Command) -> Result<(), Refusal> {
        let seat = self.asker(&command);
        self.apply(seat, command)?;
        self.interrupt();
        Ok(())
    }

    fn asker(&self, command: &Command) -> Seat {
        let state = self.table.state();
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

    fn apply(&mut self, seat: Seat, command: Command) -> Result<(), Refusal> {
        let (now, length) = (self.now(), self.table.log().len());
        let result = self.table.apply(seat, command, now, &mut self.source).map(|_| ());
        // A refusal may come with the loss on time that is its reason.
        self.changed(length);
        result
    }

    /// Moves what stands at one spot to another: a tafl piece, or a man with a die that leads there.
    pub fn play(&mut self, from: Spot, to: Spot, die: Option<Die>) -> Result<(), Refusal> {
        let step = match (&self.view().board, from, to) {
            (Some(Board::Tavli(board)), Spot::Place(from), Spot::Place(to)) => board
                .next
                .iter()
                .filter(|step| step.from == from && step.to == to && die.is_none_or(|die| die == step.die))
                .min_by_key(|step| step.die)
                .copied(),
            _ => None,
        };
        let command = match (from, to, step) {
            (Spot::Cell(from), Spot::Cell(to), _) => Command::Move { mv: tafl::Move { from, to } },
            (_, _, Some(step)) => Command::Step(StepChoice { from: step.from, die: step.die }),
            _ => return Err(self.why_not(from, to).unwrap_or(Refusal::OutOfPlace)),
        };
        self.ask(command)
    }

    /// Why what stands at one spot cannot be moved to another; nothing if it can.
    pub fn why_not(&self, from: Spot, to: Spot) -> Option<Refusal> {
        let (Some(from), Some(to)) = (from.place(), to.place()) else { return Some(Refusal::OutOfPlace) };
        match self.table.state().round().map(|round| round.why_not(&from, &to)) {
            Some(Err(_)) => Some(Refusal::OutOfPlace),
            Some(Ok(illegal)) => self.unless_not_mine(Some(illegal)),
            None => self.unless_not_mine(None),
        }
    }

    /// Why nothing at a spot can be moved; nothing if something can.
    pub fn why_not_from(&self, from: Spot) -> Option<Refusal> {
        let round = self.table.state().round();
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

    /// Takes back the last step of the turn or, if it has none, the last turn of whoever undoes.
    pub fn undo(&mut self) -> Result<(), Refusal> {
        if self.view().may.contains(&Ask::UndoStep) {
            return self.ask(Command::UndoStep);
        }
        let state = self.table.state();
        let asker = match self.viewer {
            Viewer::At(seat) => seat,
            // Of two people at one keyboard, whoever played last wants it back.
            _ => {
                let last = state.to_act().map_or(Seat::Host, Seat::other);
                if state.turns_before_last_of(last).is_some() { last } else { last.other() }
            }
        };
        self.interrupt();
        self.apply(asker, Command::AskTakeback)?;
        if self.viewer == Viewer::Both {
            self.apply(asker.other(), Command::GrantTakeback)?;
        }
        Ok(())
    }

    /// Offers another game with sides exchanged; two people at one keyboard agree at once.
    pub fn play_again(&mut self) -> Result<(), Refusal> {
        self.ask(Command::OfferRematch)?;
        if self.viewer == Viewer::Both {
            self.ask(Command::AcceptRematch)?;
        }
        Ok(())
    }

    /// Begins to look for a good thing to play.
    pub fn ask_hint(&mut self) -> Result<(), Refusal> {
        if self.view().acts_for.is_none() {
            return Err(if self.table.state().is_over() { Refusal::Over } else { Refusal::NotYourTurn });
        }
        let Some(round) = self.table.state().round().cloned() else { return Err(Refusal::Over) };
        if self.view().may.contains(&Ask::Roll) {
            return Err(Refusal::Illegal(tablen_table::Illegal::NotThrown));
        }
        if self.hint.is_none() && self.hinting.is_none() {
            let mut adviser = <Computer>::new(Level::STRONGEST, self.computer_seed);
            self.hinting = Some(Thinking::begin(move |stop| adviser.choose(&round, stop)));
        }
        Ok(())
    }

    /// How long a hint has been looked for.
    pub fn looks_for_hint(&self) -> Option<Duration> {
        self.hinting.as_ref().map(Thinking::elapsed)
    }

    /// What is recommended in the turn under way, once it is known.
    pub const fn hint(&self) -> Option<&Choice> {
        self.hint.as_ref()
    }

    fn hear_hint(&mut self) -> bool {
        let Some(answer) = self.hinting.as_ref().map(Thinking::answer) else { return false };
        match answer {
            Err(TryRecvError::Empty) => false,
            Err(TryRecvError::Disconnected) => {
                self.hinting = None;
                true
            }
            Ok(choice) => {
                self.hinting = None;
                if let Some(choice) = &choice {
                    let text = match choice {
                        Choice::Move(mv) => mv.to_string(),
                        Choice::Turn(turn) => turn.to_string(),
                    };
                    self.news.push(message!("play.hint").text("turn", text));
                }
                self.hint = choice;
                true
            }
        }
    }

    /// Plays what is recommended, up to the end of the turn, which is left to the player.
    pub fn play_hint(&mut self) -> Result<(), Refusal> {
        match self.hint.clone() {
            None => self.ask_hint(),
            Some(Choice::Move(mv)) => self.ask(Command::Move { mv }),
            Some(Choice::Turn(turn)) => {
                while !turn.steps.starts_with(&self.steps_played()) {
                    self.ask(Command::UndoStep)?;
                }
                for step in &turn.steps[self.steps_played().len()..] {
                    self.ask(Command::Step(StepChoice { from: step.from, die: step.die }))?;
                }
                Ok(())
            }
        }
    }

    fn steps_played(&self) -> Vec<Step> {
        match self.table.state().round() {
            Some(tablen_table::Round::Tavli(round)) => {
                round.under_way().map_or_else(Vec::new, |play| play.steps().to_vec())
            }
            _ => Vec::new(),
        }
    }

    /// Saves the game and goes on saving it there; without a path, where it is saved already or under the game's name.
    pub fn save(&mut self, path: Option<&Path>) -> io::Result<PathBuf> {
        let path = match (path, &self.writer) {
            (Some(path), _) => path.to_owned(),
            (None, Some(writer)) => return Ok(writer.path().to_owned()),
            (None, None) => saved::free_path(Path::new(&format!("{}.txt", self.view().game))),
        };
        self.writer = Some(Writer::create(&path, self.dice, &self.table)?);
        Ok(path)
    }

    /// Whether leaving now loses nothing.
    pub const fn is_safe_to_leave(&self) -> bool {
        self.writer.is_some() || self.table.state().is_over()
    }

    /// Leaves the table: thoughts end, the clocks stop and the file is complete.
    pub fn leave(&mut self) {
        self.at_work = None;
        self.hinting = None;
        let now = self.now();
        self.table.pause(now);
        self.write();
    }

    fn now(&self) -> Duration {
        self.before + self.opened.elapsed()
    }

    /// Writes down and tells what has happened since the log had that length, and does what follows from it.
    fn changed(&mut self, since: usize) {
        if self.table.log().len() == since {
            return;
        }
        self.last_act = Instant::now();
        let stays = |entry: &Entry| matches!(entry.event, Event::Stepped { .. } | Event::StepUndone { .. });
        if !self.table.since(since as u64).iter().all(stays) {
            self.hint = None;
            self.hinting = None;
        }
        self.tell(since);
        let is_revealed = self.table.state().seed().is_some();
        if self.table.state().is_over()
            && !is_revealed
            && let Some(seed) = self.dice.secret()
        {
            let (now, since) = (self.now(), self.table.log().len());
            if self.table.reveal(seed, now).is_ok() {
                self.tell(since);
            }
        }
        self.write();
        if let Some(spec) = self.table.state().rematch() {
            self.begin_next(spec);
        }
    }

    fn tell(&mut self, since: usize) {
        let state = self.table.state();
        let entries = self.table.since(since as u64);
        self.news.extend(entries.iter().filter_map(|entry| telling::event(entry, state, self.viewer)));
    }

    fn write(&mut self) {
        let Some(writer) = &mut self.writer else { return };
        if let Err(error) = writer.append(&self.table) {
            let path = writer.path().display().to_string();
            self.news.push(message!("play.error.save").text("file", path).text("error", error));
            self.writer = None;
        }
    }

    /// Opens the table for another game.
    fn begin_next(&mut self, spec: Spec) {
        let dice = match self.dice {
            Dice::Seeded(seed) => Dice::Seeded(seed.wrapping_add(1)),
            Dice::Verifiable(_) => match setup::fresh_dice() {
                Ok(dice) => dice,
                Err(error) => return self.news.push(error.message()),
            },
        };
        let commitment = dice.secret().map(|seed| seed.commitment());
        let table = match Table::open(spec, commitment, Duration::ZERO, &mut dice.source()) {
            Ok(table) => table,
            Err(refusal) => return self.news.push(refusal.message()),
        };
        self.computer_seed = setup::seed_of(dice);
        self.computers = computers(&table, self.computer_seed);
        (self.table, self.dice, self.source) = (table, dice, dice.source());
        (self.opened, self.before) = (Instant::now(), Duration::ZERO);
        (self.at_work, self.decided, self.idle) = (None, None, BySeat { host: 0, guest: 0 });
        if let Some(writer) = self.writer.take() {
            let path = saved::free_path(writer.path());
            match Writer::create(&path, dice, &self.table) {
                Ok(writer) => self.writer = Some(writer),
                Err(error) => self
                    .news
                    .push(message!("play.error.save").text("file", path.display()).text("error", error)),
            }
        }
        self.tell(0);
    }
}

fn computers(table: &Table, seed: u64) -> BySeat<Option<Computer>> {
    BySeat::from_fn(|seat| computer(&table.state().spec().occupants[seat], seed))
}

fn computer(occupant: &Occupant, seed: u64) -> Option<Computer> {
    match occupant {
        Occupant::Computer(level) => Some(Computer::new(*level, seed)),
        Occupant::Person(_) | Occupant::Open => None,
    }
}
