//! The log: lines for people or JSON for machines, on standard error.

use std::io::{self, IsTerminal};

use tracing_subscriber::Layer;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// How the log is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogForm {
    /// Lines for people; only what needs attention.
    Plain,
    /// One JSON object a line.
    Json,
}

/// The variable that says what is logged, such as `tablen_server=debug,sqlx=warn`.
const VARIABLE: &str = "TABLEN_LOG";

/// Starts the log, panics included. What is logged can be chosen with `TABLEN_LOG`.
pub fn start_log(form: LogForm) {
    let usual = match form {
        LogForm::Plain => "warn",
        LogForm::Json => "info,sqlx=warn",
    };
    let wished = std::env::var(VARIABLE).ok().and_then(|wish| wish.parse::<Targets>().ok());
    let filter = wished.or_else(|| usual.parse().ok()).unwrap_or_default();
    // Colours are for people; in a file or a pipe their codes would stand among the words.
    let lines =
        tracing_subscriber::fmt::layer().with_writer(io::stderr).with_ansi(io::stderr().is_terminal());
    let layer = match form {
        LogForm::Plain => lines.boxed(),
        LogForm::Json => lines.json().boxed(),
    };
    // A second start, as in tests, changes nothing.
    let _ = tracing_subscriber::registry().with(layer.with_filter(filter)).try_init();
    std::panic::set_hook(Box::new(|panic| tracing::error!(%panic, "a task has failed")));
}
