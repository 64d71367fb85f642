//! One game of a match.

use std::time::{Duration, Instant};

use fastrand::Rng;
use serde::{Deserialize, Serialize};
use tablen_engine::{Signals, Stop};
use tablen_rules::tafl::Move;
use tablen_table::dice::Source;
use tablen_table::{
    BySeat, Colour, Command, EndReason, Event, GameRound, Phase, Round, Seat, Spec, Table, TaflRound,
};

use super::{Fault, Programs, Settings};
use crate::openings::Openings;
use crate::players::Contestant;
use crate::programs::Failing;
use crate::statistics::Points;

/// The first player of a match is the host in every game.
const FIRST_PLAYER: Seat = Seat::Host;

/// A lot falls the same way so often about never.
const MOST_LOTS: usize = 64;

/// A game played to its end.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    /// Its number in the match, from 0: games 0 and 1 are the first pair.
    pub number: u64,
    /// The table it was played at. Every moment in its log is 0, so that the same game always has the same log.
    pub table: Table,
    /// How long each player thought, the first one first.
    pub thinking: [Thinking; 2],
    /// How a program lost it otherwise than on the board.
    pub forfeit: Option<Forfeit>,
}

/// A game that a program has lost because it failed. The table says that it resigned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Forfeit {
    /// Which player, 0 or 1.
    pub player: usize,
    /// Why.
    pub failing: Failing,
}

/// How long a player thought.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Thinking {
    /// In all.
    pub time: Duration,
    /// For so many turns.
    pub turns: u64,
}

impl Thinking {
    /// For one turn, on average.
    pub fn per_turn(&self) -> Duration {
        self.time.div_f64(self.turns.max(1) as f64)
    }

    /// Adds what was thought elsewhere.
    pub fn add(&mut self, other: &Thinking) {
        self.time += other.time;
        self.turns += other.turns;
    }
}

impl Game {
    /// Plays a game of a match; nothing if it is stopped before its end.
    pub(super) fn play(
        settings: &Settings,
        number: u64,
        stop: &Stop,
        programs: &mut Programs,
    ) -> Result<Option<Game>, Fault> {
        let mut luck = Rng::with_seed(pair_seed(settings.seed, number / 2));
        let mut dice = Source::Seeded(luck.u64(..));
        let [host, guest] = settings.players.each_ref().map(|player| player.contestant(luck.u64(..)));
        let mut contestants = BySeat { host, guest };
        for player in 0..settings.players.len() {
            programs.ready(settings, player)?;
        }
        let [host, guest] = settings.players.each_ref().map(|player| player.occupant());
        let ruleset = settings.drawn_rules.draw(&settings.ruleset, &mut luck);
        let spec = Spec {
            host_plays: Some(if number.is_multiple_of(2) { Colour::Light } else { Colour::Dark }),
            occupants: BySeat { host, guest },
            ..Spec::new(ruleset)
        };
        let now = Duration::ZERO;
        let mut table = Table::open(spec.clone(), None, now, &mut dice)?;
        if let Some(opening) = settings.openings.of_pair(settings.seed, number / 2) {
            // Where the lot decides who begins, it is drawn until it falls as the opening has it.
            let first = Some(Colour::from(opening.first));
            for _ in 0..MOST_LOTS {
                if table.state().round().and_then(GameRound::to_act) == first {
                    break;
                }
                dice = Source::Seeded(luck.u64(..));
                table = Table::open(spec.clone(), None, now, &mut dice)?;
            }
            for mv in &opening.moves {
                let seat = table.state().to_act().ok_or(Fault::Silent)?;
                table.apply(seat, Command::Move { mv: *mv }, now, &mut dice)?;
            }
        }
        if let Openings::Random(moves) = settings.openings {
            for _ in 0..moves {
                let Some((seat, mv)) = opening_move(&table, &mut luck) else { break };
                table.apply(seat, Command::Move { mv }, now, &mut dice)?;
            }
        }
        let opened = table.log().len();
        let mut thinking = BySeat::<Thinking>::default();
        let mut forfeit = None;
        while let Some(seat) = table.state().to_act() {
            if table.state().round().is_some_and(|round| round.turns() >= settings.longest as usize) {
                table.apply(Seat::Host, Command::OfferDraw, now, &mut dice)?;
                table.apply(Seat::Guest, Command::AcceptDraw, now, &mut dice)?;
                break;
            }
            let began = Instant::now();
            let clock = || began.elapsed();
            let player = if seat == FIRST_PLAYER { 0 } else { 1 };
            let command = match (&mut contestants[seat], &mut programs.0[player]) {
                (Contestant::Computer(computer), _) => {
                    Ok(computer.command(table.state(), seat, Signals::new(stop, &clock)))
                }
                (Contestant::Program, Some(program)) => match table.state().round() {
                    Some(round) => program.choose(round, stop).map(|mv| mv.map(|mv| Command::Move { mv })),
                    None => Ok(None),
                },
                (Contestant::Program, None) => Err(Failing::Died(None)),
            };
            thinking[seat].time += clock();
            // A player that is stopped has not thought to the end: such a move is no part of the match.
            if stop.is_stopped() {
                return Ok(None);
            }
            let command = match command {
                Ok(command) => command.ok_or(Fault::Silent)?,
                Err(failing) => {
                    // It does not know any more where the game is: the next one begins with a new process.
                    programs.0[player] = None;
                    forfeit = Some(Forfeit { player, failing });
                    Command::Resign
                }
            };
            table.apply(seat, command, now, &mut dice)?;
        }
        for entry in &table.log()[opened..] {
            if let Event::Moved { seat, .. } | Event::TurnEnded { seat, .. } = entry.event {
                thinking[seat].turns += 1;
            }
        }
        Ok(Some(Game { number, table, thinking: [thinking.host, thinking.guest], forfeit }))
    }

    /// The side of the first player.
    pub fn first_player_plays(&self) -> Colour {
        self.table.state().colours()[FIRST_PLAYER]
    }

    /// What it brought the first player.
    pub fn points(&self) -> Points {
        match self.table.state().phase() {
            Phase::Over { winner: Some(FIRST_PLAYER) } => Points::Win,
            Phase::Over { winner: Some(_) } => Points::Loss,
            _ => Points::Draw,
        }
    }

    /// The side that won.
    pub fn winner(&self) -> Option<Colour> {
        match self.points() {
            Points::Win => Some(self.first_player_plays()),
            Points::Draw => None,
            Points::Loss => Some(self.first_player_plays().other()),
        }
    }

    /// Why it ended; [`EndReason::Agreed`] is a game that became too long, [`EndReason::Resigned`] one whose player [failed](Forfeit).
    pub fn reason(&self) -> Option<EndReason> {
        self.table.state().rounds().last().map(|round| round.result.reason)
    }

    /// How many moves or turns it had.
    pub fn turns(&self) -> u64 {
        self.table.state().last_round().map_or(0, GameRound::turns) as u64
    }
}

/// What all luck in a pair follows from. Numbers that differ a little lead to seeds that have nothing in common.
fn pair_seed(seed: u64, pair: u64) -> u64 {
    let of_match = Rng::with_seed(seed).u64(..);
    Rng::with_seed(of_match ^ Rng::with_seed(pair).u64(..)).u64(..)
}

/// A random move that does not end the game, and whose it is; nothing where every move ends it, and in tavli.
fn opening_move(table: &Table, luck: &mut Rng) -> Option<(Seat, Move)> {
    let seat = table.state().to_act()?;
    let Round::Tafl(round) = table.state().round()? else { return None };
    let mut moves = round.moves();
    luck.shuffle(&mut moves);
    let goes_on = |mv: &Move| {
        let mut after: TaflRound = round.clone();
        after.play_move(mv).is_ok() && after.to_act().is_some()
    };
    moves.into_iter().find(goes_on).map(|mv| (seat, mv))
}
