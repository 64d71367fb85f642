//! What can be chosen when the server starts. Every limit stands here, once.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::thread::available_parallelism;
use std::time::Duration;

pub use crate::hosts::{NotAnOrigin, PublicOrigin};
pub use crate::store::Retention;

/// What can be chosen when the server starts.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where tables are kept.
    pub data: Data,
    /// How many threads think for the computer.
    pub workers: NonZeroUsize,
    /// The address others reach this machine by, where it listens to them: `http://192.168.1.5:8080`.
    pub public_address: Option<String>,
    /// Where the page is found by others, where that was said: nobody is invited to anywhere else.
    pub origins: Vec<PublicOrigin>,
    /// Whether requests come through a reverse proxy, whose word is taken for where they come from and whether over TLS.
    pub is_behind_proxy: bool,
    /// How much anyone may ask for.
    pub limits: Limits,
    /// How long a table stays in memory when nobody is there and nothing happens.
    pub idle: Duration,
    /// How long a public table that waits for an opponent is shown to others after its host was last there, to within a tenth.
    pub shown_waiting: Duration,
    /// How long is kept what nobody goes on with.
    pub retention: Retention,
    /// How long is waited between two goes at looking after what is stored.
    pub upkeep: Duration,
    /// How often it is written down that the server is there: after a crash, time is counted up to the last of these moments.
    pub heartbeat: Duration,
    /// How long clocks stand still after a restart, at most, until players have found the table again.
    pub grace: Duration,
    /// How often it is looked for tables that nobody is at and on which somebody's time is up.
    pub sweep: Duration,
    /// How long the computer thinks at most, for a move or a hint, when nobody else waits.
    pub thinking: Duration,
    /// How long the computer goes on with an analysis at most while nobody else waits.
    pub analysing: Duration,
    /// How often a silent client is asked whether it is still there; one that has answered neither of two such questions is not.
    pub ping: Duration,
    /// How long somebody waits for a table, or for something to be stored, before they are told to try again.
    pub patience: Duration,
    /// How long the server takes to stop, at most.
    pub stopping: Duration,
}

/// Where tables are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Data {
    /// In a file.
    File(PathBuf),
    /// Nowhere: all is lost when the server stops.
    Memory,
}

/// How much anyone may ask for.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes of one message over a socket.
    pub message_bytes: usize,
    /// Bytes of a request's body; a record is the longest.
    pub body_bytes: usize,
    /// Events of a table, played here or taken in as a record: many times those of the longest game that people play.
    pub table_events: usize,
    /// Messages that may be sent at once over a socket.
    pub credits: u32,
    /// Messages that may be sent every second in the long run.
    pub credits_per_second: u32,
    /// Messages over the limit that are refused before the socket is closed.
    pub patience: u32,
    /// Bytes of the nonce that somebody adds to the dice.
    pub nonce_bytes: usize,
    /// Tables that a person may have opened that are still played.
    pub tables_per_person: u32,
    /// How long a table counts among them after something has happened at it.
    pub counted_as_open: Duration,
    /// Sockets that the server holds open at a time.
    pub connections: u64,
    /// Sockets that are being opened at a time; others wait for their turn.
    pub handshakes: usize,
    /// Connections that are no sockets, or not yet, that the server holds open at a time.
    pub http_connections: u64,
    /// How long a request's head may take to arrive, and then its body.
    pub arriving: Duration,
    /// How long a client may take nothing of what it is sent.
    pub leaving: Duration,
    /// Bytes of a record that count as one more table.
    pub record_bytes_per_table: usize,
    /// Hints that somebody may have waiting to be thought about, and analyses.
    pub waiting_thoughts: usize,
    /// Analyses at a time, of everybody: each takes some ten megabytes.
    pub analyses: usize,
    /// Messages that may wait for a slow reader before it is disconnected.
    pub waiting: usize,
    /// How much may come from one address.
    pub per_origin: OriginLimits,
}

/// How much may come from one address: enough for a classroom or a museum, where many share one.
#[derive(Clone, Copy, Debug)]
pub struct OriginLimits {
    /// People who have not been here before, each minute.
    pub people_per_minute: u32,
    /// Tables opened and records taken in, each minute; a long record counts as several.
    pub tables_per_minute: u32,
    /// Looks at studies, each minute: one for every turn that somebody tries or leafs through; a long study counts as several.
    pub studies_per_minute: u32,
    /// Looks at tables, lists and whatever else is only looked at, each minute; a long record counts as several.
    pub reads_per_minute: u32,
    /// Sockets at a time.
    pub sockets: u32,
    /// Sockets opened, each minute: as many as there may be, since all of them come back after a restart.
    pub handshakes_per_minute: u32,
    /// How long no more sockets are opened from where one was closed for sending too much: the first time, and at most, since it doubles with every time.
    pub shut_out: (Duration, Duration),
    /// Connections at a time that are no sockets, or not yet. Behind a proxy all are the proxy's, which has limits of its own.
    pub connections: u32,
    /// Origins of which it is remembered what came from them; at most twice as many are.
    pub remembered: usize,
}

impl Config {
    /// The usual choices for tables kept there.
    pub fn new(data: Data) -> Config {
        Config {
            data,
            workers: available_parallelism().unwrap_or(NonZeroUsize::MIN),
            public_address: None,
            origins: Vec::new(),
            is_behind_proxy: false,
            limits: Limits::default(),
            idle: Duration::from_secs(300),
            shown_waiting: Duration::from_secs(3_600),
            retention: Retention::default(),
            upkeep: Duration::from_secs(1),
            heartbeat: Duration::from_secs(2),
            grace: Duration::from_secs(30),
            sweep: Duration::from_secs(20),
            thinking: Duration::from_secs(3),
            analysing: Duration::from_secs(60),
            ping: Duration::from_secs(30),
            patience: Duration::from_secs(5),
            stopping: Duration::from_secs(10),
        }
    }
}

/// Open files for everything but connections: the store, the standard streams, what the runtime needs.
const OTHER_FILES: u64 = 64;

/// Of the open files for connections one in so many is for those that are no sockets.
const NO_SOCKETS: u64 = 5;

impl Limits {
    /// The same limits as far as they fit so many open files: who is let in must be able to stay.
    pub fn within(self, files: u64) -> Limits {
        let room = files.saturating_sub(OTHER_FILES).max(NO_SOCKETS);
        let http_connections = self.http_connections.min(room / NO_SOCKETS);
        Limits { http_connections, connections: self.connections.min(room - http_connections), ..self }
    }

    /// How much may happen at one table.
    pub const fn of_a_table(&self) -> tablen_host::Limits {
        tablen_host::Limits { events: self.table_events, nonce_bytes: self.nonce_bytes }
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            message_bytes: 4096,
            body_bytes: 1 << 20,
            table_events: 20_000,
            credits: 40,
            credits_per_second: 10,
            patience: 40,
            nonce_bytes: 64,
            tables_per_person: 30,
            counted_as_open: Duration::from_secs(86_400),
            connections: 20_000,
            handshakes: 256,
            http_connections: 4_000,
            arriving: Duration::from_secs(10),
            leaving: Duration::from_secs(30),
            record_bytes_per_table: 16 << 10,
            waiting_thoughts: 3,
            analyses: 64,
            waiting: 32,
            per_origin: OriginLimits {
                people_per_minute: 600,
                tables_per_minute: 240,
                studies_per_minute: 6_000,
                reads_per_minute: 6_000,
                sockets: 2_000,
                handshakes_per_minute: 2_000,
                shut_out: (Duration::from_secs(2), Duration::from_secs(60)),
                connections: 1_000,
                remembered: 10_000,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_are_let_in_than_there_are_open_files() {
        let usual = Limits::default();
        let fitting = |files| {
            let limits = usual.within(files);
            (limits.connections, limits.http_connections)
        };
        assert_eq!(fitting(1 << 20), (20_000, 4_000));
        assert_eq!(fitting(1_024), (768, 192));
        assert_eq!(fitting(0), (4, 1));
        for files in [100, 1_024, 4_096, 20_000, 24_000, 30_000] {
            let (sockets, others) = fitting(files);
            assert!(sockets + others + OTHER_FILES <= files, "{files}");
        }
    }
}
