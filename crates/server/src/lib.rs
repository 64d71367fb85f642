//! People far apart at one table.
//!
//! The server seats people, keeps time and events, and tells everybody what happens. It knows no rule of any game: it drives
//! [`tablen_table::Table`] and sends what that says. `docs/protocol.md` is how to talk to it, `docs/running.md` how to run it.
//!
//! * [`config`]: everything that can be chosen, every limit;
//! * `people`: who somebody is, by signed cookies;
//! * `origins`: how much may come from one place;
//! * `proxy`: what a reverse proxy says, where there is one;
//! * `store`: events on the disk, committed in groups; [`keeping`]: backups, and what else is done to what is stored by a command;
//! * `upkeep`: what is stored, looked after in the background;
//! * `tables`: one task a table;
//! * `seals`, `secret`: dice that are promised before the table is there, and what only the server knows;
//! * `pool`: threads on which the computer thinks;
//! * `analyses`: games that it looks at turn by turn, each once for all who look on;
//! * `connections`: how many there are and how long they may take;
//! * `socket`, `http`, `assets`: the ways in;
//! * [`tablen_host::messages`]: what goes over a socket.

#[macro_use]
mod texts;

mod analyses;
mod asides;
mod assets;
pub mod config;
mod connections;
mod help;
mod hosts;
mod http;
mod ids;
mod log;
mod metrics;
mod moments;
mod origins;
mod people;
mod pixels;
mod pool;
mod proxy;
mod records;
mod seals;
mod secret;
mod serve;
mod socket;
mod state;
mod store;
mod tables;
mod upkeep;

pub use http::{Route, app, description, routes};
pub use log::{LogForm, start_log};
pub use serve::{CannotServe, Listen, Running, listen, qr_text, run};
pub use state::App;
pub use store::keeping;
pub use texts::TEXTS;
