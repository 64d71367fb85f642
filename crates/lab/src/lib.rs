//! Many games at once.
//!
//! * [`players`]: who plays, described by a word such as `level:3` or `engine:tavli:eval=pips`;
//! * [`mod@matches`]: two players, many games in pairs with sides exchanged, on several threads, always with the same result;
//! * [`openings`]: how their games begin;
//! * [`drawn_rules`]: rules with options drawn by lot;
//! * [`adjudication`]: when games of the engine against itself are over;
//! * [`calibration`]: what the engine's points mean, found by games against itself;
//! * [`statistics`]: what the results mean: scores with intervals, Elo, and a test that stops as soon as it knows;
//! * [`train`]: evaluations learned by self-play;
//! * [`programs`]: players that are programs of their own;
//! * [`protocol`]: how programs that play are spoken to;
//! * [`proofs`]: checks what a solver claims to have proved, with nothing but the rules;
//! * [`suite`]: positions with proved solutions, made by self-play, and how many of them an engine solves;
//! * [`decisions`]: throws of tavli with what each good turn is worth, and what a player loses by its choices;
//! * [`puzzles`]: tasks with one solution for people, proved or rolled out, and graded by the levels that find it;
//! * [`records`]: games as they are written to a file.

#[macro_use]
mod texts;

mod dice;
mod fingerprint;
mod lines;
mod parallel;

pub mod adjudication;
pub mod calibration;
pub mod decisions;
pub mod drawn_rules;
pub mod matches;
pub mod openings;
pub mod players;
pub mod programs;
pub mod proofs;
pub mod protocol;
pub mod puzzles;
pub mod records;
pub mod references;
pub mod statistics;
pub mod suite;
pub mod train;
