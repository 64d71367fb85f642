//! Many games at once.
//!
//! * [`players`]: who plays, described by a word such as `level:3` or `engine:tavli:eval=pips`;
//! * [`mod@matches`]: two players, many games in pairs with sides exchanged, on several threads, always with the same result;
//! * [`openings`]: how their games begin;
//! * [`statistics`]: what the results mean: scores with intervals, Elo, and a test that stops as soon as it knows;
//! * [`train`]: evaluations learned by self-play;
//! * [`programs`]: players that are programs of their own;
//! * [`protocol`]: how programs that play are spoken to;
//! * [`records`]: games as they are written to a file.

#[macro_use]
mod texts;

pub mod matches;
pub mod openings;
pub mod players;
pub mod programs;
pub mod protocol;
pub mod records;
pub mod statistics;
pub mod train;
