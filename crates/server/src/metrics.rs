//! What those who run the server can watch, in Prometheus' text form.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use tablen_host::TableId;

/// A number that goes up and down.
#[derive(Debug, Default)]
pub struct Gauge(AtomicU64);

impl Gauge {
    /// One more, for as long as what is returned is kept.
    pub fn hold(self: &std::sync::Arc<Gauge>) -> Held {
        self.0.fetch_add(1, Ordering::Relaxed);
        Held(std::sync::Arc::clone(self))
    }

    /// How many there are.
    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    /// So much it is now.
    pub fn set_to(&self, value: u64) {
        self.0.store(value, Ordering::Relaxed);
    }

    /// So many there are now.
    pub fn set(&self, value: usize) {
        self.0.store(value as u64, Ordering::Relaxed);
    }
}

/// One of those that a gauge counts.
#[derive(Debug)]
pub struct Held(std::sync::Arc<Gauge>);

impl Drop for Held {
    fn drop(&mut self) {
        self.0.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A number that goes up.
#[derive(Debug, Default)]
pub struct Counter(AtomicU64);

impl Counter {
    /// One more.
    pub fn count(&self) {
        self.add(1);
    }

    /// So many more.
    pub fn add(&self, more: u64) {
        self.0.fetch_add(more, Ordering::Relaxed);
    }

    fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Tables that are not what was stored, as far as has been found out.
#[derive(Debug, Default)]
pub struct Damaged(Mutex<BTreeSet<TableId>>);

/// More than anyone would look at one by one.
const MOST_DAMAGED: usize = 1_000;

impl Damaged {
    /// Whether a table is one of them.
    pub fn note(&self, table: TableId, is_damaged: bool) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if !is_damaged {
            known.remove(&table);
        } else if known.len() < MOST_DAMAGED {
            known.insert(table);
        }
    }

    /// How many there are, and one of them.
    pub fn found(&self) -> Option<(usize, TableId)> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.first().map(|first| (known.len(), *first))
    }
}

/// Upper bounds of how long things take, in milliseconds.
const BOUNDS: [u64; 12] = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000];

/// How long things take.
#[derive(Debug, Default)]
pub struct Durations {
    within: [Counter; BOUNDS.len()],
    count: Counter,
    micros: Counter,
}

impl Durations {
    /// It took so long.
    pub fn record(&self, took: Duration) {
        let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        self.count.count();
        self.micros.add(micros);
        for (bound, counter) in BOUNDS.iter().zip(&self.within) {
            if micros <= bound * 1_000 {
                counter.count();
            }
        }
    }
}

/// When the server began.
#[derive(Debug)]
pub struct Started(Instant);

impl Default for Started {
    fn default() -> Started {
        Started(Instant::now())
    }
}

/// Everything that is counted.
#[derive(Debug, Default)]
pub struct Metrics {
    /// When it began.
    pub started: Started,
    /// Open sockets.
    pub connections: std::sync::Arc<Gauge>,
    /// Open connections that are no sockets.
    pub http_connections: std::sync::Arc<Gauge>,
    /// Tables in memory.
    pub tables: std::sync::Arc<Gauge>,
    /// Commands that were carried out.
    pub commands: Counter,
    /// Commands that were refused.
    pub refusals: Counter,
    /// Events stored.
    pub events: Counter,
    /// From the request to store events to their being on the disk.
    pub store: Durations,
    /// Commits that succeeded; requests to store share them.
    pub commits: Counter,
    /// Attempts to store that failed.
    pub store_failures: Counter,
    /// Positions waiting for a thread that thinks.
    pub waiting_to_think: std::sync::Arc<Gauge>,
    /// How long the computer thinks.
    pub thinking: Durations,
    /// Readers who were too slow.
    pub disconnected: Counter,
    /// Requests from addresses that have had enough.
    pub turned_away: Counter,
    /// Tables that are not what was stored.
    pub damaged: Damaged,
    /// Tables that had been kept long enough.
    pub forgotten: Counter,
    /// Tables that are stored, when all were last gone through; and of them those that were played to their end, how many bytes the events
    /// of those take, and those of the largest.
    pub stored_tables: Gauge,
    /// See there.
    pub finished_games: Gauge,
    /// See there.
    pub finished_game_bytes: Gauge,
    /// See there.
    pub largest_finished_game: Gauge,
}

impl Metrics {
    /// All numbers, in Prometheus' text form.
    pub fn text(&self) -> String {
        let mut out = String::with_capacity(8_192);
        let _ = writeln!(
            out,
            "# HELP tablen_info The version that runs.\n# TYPE tablen_info gauge\ntablen_info{{version=\"{}\"}} 1",
            env!("CARGO_PKG_VERSION")
        );
        gauge(
            &mut out,
            "tablen_uptime_seconds",
            "How long the server has run.",
            self.started.0.elapsed().as_secs(),
        );
        for (name, help, value) in process::numbers() {
            gauge(&mut out, name, help, value);
        }
        gauge(&mut out, "tablen_connections", "Open sockets.", self.connections.get());
        gauge(
            &mut out,
            "tablen_http_connections",
            "Open connections that are no sockets.",
            self.http_connections.get(),
        );
        gauge(&mut out, "tablen_tables_in_memory", "Tables in memory.", self.tables.get());
        gauge(
            &mut out,
            "tablen_computer_queue",
            "Positions waiting for a thread that thinks.",
            self.waiting_to_think.get(),
        );
        counter(&mut out, "tablen_commands_total", "Commands carried out.", &self.commands);
        counter(&mut out, "tablen_refusals_total", "Commands refused.", &self.refusals);
        counter(&mut out, "tablen_events_total", "Events stored.", &self.events);
        counter(&mut out, "tablen_commits_total", "Commits of the store.", &self.commits);
        counter(
            &mut out,
            "tablen_store_failures_total",
            "Attempts to store that failed.",
            &self.store_failures,
        );
        counter(&mut out, "tablen_slow_readers_total", "Readers disconnected.", &self.disconnected);
        counter(
            &mut out,
            "tablen_turned_away_total",
            "Requests and connections over the limits.",
            &self.turned_away,
        );
        counter(
            &mut out,
            "tablen_forgotten_total",
            "Tables that had been kept long enough.",
            &self.forgotten,
        );
        let damaged = self.damaged.found().map_or(0, |(count, _)| count as u64);
        gauge(&mut out, "tablen_damaged_tables", "Tables that are not what was stored.", damaged);
        let stored = self.stored_tables.get();
        gauge(&mut out, "tablen_stored_tables", "Tables stored, when all were last gone through.", stored);
        let finished = self.finished_games.get();
        gauge(&mut out, "tablen_finished_games", "Of them, those played to their end.", finished);
        let bytes = self.finished_game_bytes.get();
        gauge(&mut out, "tablen_finished_game_bytes", "What the events of all finished games take.", bytes);
        let largest = self.largest_finished_game.get();
        gauge(&mut out, "tablen_finished_game_bytes_largest", "What those of the largest take.", largest);
        durations(&mut out, "tablen_store_seconds", "From asking to store to being stored.", &self.store);
        durations(&mut out, "tablen_thinking_seconds", "How long the computer thinks.", &self.thinking);
        out
    }
}

/// What the operating system knows of the process, by the names that others use for it.
mod process {
    /// A number's name, what it is, and the number.
    type Number = (&'static str, &'static str, u64);

    /// What can be known of it here.
    #[cfg(target_os = "linux")]
    pub fn numbers() -> Vec<Number> {
        let kilobytes = |name: &str| {
            let status = std::fs::read_to_string("/proc/self/status").ok()?;
            let line = status.lines().find_map(|line| line.strip_prefix(name))?;
            line.split_whitespace().next()?.parse::<u64>().ok()
        };
        let memory = kilobytes("VmRSS:").map(|kilobytes| kilobytes * 1_024);
        let files = std::fs::read_dir("/proc/self/fd").ok().map(|files| files.count() as u64);
        [
            memory.map(|bytes| ("process_resident_memory_bytes", "Memory held, in bytes.", bytes)),
            files.map(|files| ("process_open_fds", "Open files, sockets among them.", files)),
        ]
        .into_iter()
        .flatten()
        .chain(most_files())
        .collect()
    }

    /// What can be known of it here.
    #[cfg(not(target_os = "linux"))]
    pub fn numbers() -> Vec<Number> {
        most_files().into_iter().collect()
    }

    fn most_files() -> Option<Number> {
        let most = rlimit::Resource::NOFILE.get_soft().ok()?;
        Some(("process_max_fds", "Files that may be open.", most))
    }
}

// Writing to a string cannot fail, so there is nothing to do about it if it does.

fn gauge(out: &mut String, name: &str, help: &str, value: u64) {
    let _ = writeln!(out, "# HELP {name} {help}\n# TYPE {name} gauge\n{name} {value}");
}

fn counter(out: &mut String, name: &str, help: &str, counter: &Counter) {
    let _ = writeln!(out, "# HELP {name} {help}\n# TYPE {name} counter\n{name} {}", counter.get());
}

fn durations(out: &mut String, name: &str, help: &str, durations: &Durations) {
    let count = durations.count.get();
    let _ = writeln!(out, "# HELP {name} {help}\n# TYPE {name} histogram");
    for (bound, counter) in BOUNDS.iter().zip(&durations.within) {
        let seconds = *bound as f64 / 1_000.0;
        let _ = writeln!(out, "{name}_bucket{{le=\"{seconds}\"}} {}", counter.get());
    }
    let _ = writeln!(out, "{name}_bucket{{le=\"+Inf\"}} {count}");
    let _ = writeln!(out, "{name}_sum {}", durations.micros.get() as f64 / 1e6);
    let _ = writeln!(out, "{name}_count {count}");
}
