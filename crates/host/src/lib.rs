//! The life of a table, without I/O.
//!
//! A [`Host`] keeps one [`Table`](tablen_table::Table) for the people and computers who play at it. Inputs go in: somebody
//! connects, sends a message or goes; a thought comes to its end; something has been stored; time has passed. Effects come out:
//! store this, tell these connections that, think about this. What drives a host (a server, a terminal, a worker in a browser)
//! only carries its effects out, so that all of them play the same way. Time and randomness are handed in; there are no threads,
//! no sockets and no clocks here.
//!
//! What holds, whatever comes in:
//!
//! * nothing is told before it is stored, and each batch of events is stored once and told once to each connection;
//! * at most one write and one thought are under way; what comes in during a write waits for its end, and is then taken together;
//! * a write that fails has not happened: nothing of it has been told, and the table goes back to what is stored;
//! * while something is not stored for long, or nothing can be, nobody's time runs;
//! * a thought about what is no longer so is dropped.

#[macro_use]
mod texts;

mod admission;
mod computer;
mod effects;
mod host;
mod ids;
mod length;
pub mod messages;
mod opening;
mod shared;
mod standstill;
mod storing;
mod telling;
mod time;
mod waiting;

pub use computer::{Answer, Job, ThoughtId};
pub use effects::{ConnectionId, Effect, Ending, Input, QueryId, Trouble};
pub use host::{Host, Kind, Settings};
pub use ids::{NotAnId, PersonId, TableId};
pub use length::Limits;
pub use opening::{Opened, Opening, admitted_nonce, open};
pub use shared::Shared;
pub use storing::{Listing, Summary, Write, WriteId};
pub use tablen_table::tidy_name;
pub use telling::{Look, PAGE};
pub use texts::TEXTS;
pub use time::Absence;
pub use waiting::is_waiting;
