//! The command line of Tablen.

#[macro_use]
mod texts;

mod arguments;
mod challenge;
mod command_line;
mod commands;

mod failure;
mod families;
mod files;
mod play;
mod progress;
mod subject;
mod suggestion;

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use command_line::Request;
use failure::Failure;
use tablen_rules::words::Lang;

fn main() -> ExitCode {
    let mut lang = language_of_environment();
    let request = command_line::read(std::env::args_os().skip(1), &mut lang);
    match request.and_then(|request| run(request, lang)) {
        Ok(()) => ExitCode::SUCCESS,
        // A reader that has seen enough closes the pipe.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("tablen: {}", failure.explain(lang));
            failure.exit_code()
        }
    }
}

fn run(request: Request, lang: Lang) -> Result<(), Failure> {
    let mut out = BufWriter::new(io::stdout());
    match request {
        Request::Run(command, matches) => (command.run)(&matches, &mut out, lang)?,
        Request::Tell(text) => out.write_all(text.as_bytes())?,
    }
    Ok(out.flush()?)
}

/// The language that the usual variables ask for, the most specific first.
fn language_of_environment() -> Lang {
    ["LC_ALL", "LC_MESSAGES", "LANG"]
        .into_iter()
        .filter_map(|name| std::env::var(name).ok())
        .find(|locale| !locale.is_empty())
        .and_then(|locale| Lang::from_locale(&locale))
        .unwrap_or_default()
}
