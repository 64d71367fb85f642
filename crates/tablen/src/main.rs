//! The command line of Tablen.

#[macro_use]
mod texts;

mod arguments;
mod commands;
mod draw;
mod failure;
mod play;
mod progress;
mod subject;

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use arguments::{Arguments, Command};
use failure::Failure;
use tablen_words::Lang;

fn main() -> ExitCode {
    let mut lang = language_of_environment();
    let result =
        Arguments::read(std::env::args_os().skip(1), &mut lang).and_then(|arguments| run(&arguments, lang));
    match result {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever read our output has seen enough.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("tablen: {}", failure.explain(lang));
            failure.exit_code()
        }
    }
}

fn run(arguments: &Arguments, lang: Lang) -> Result<(), Failure> {
    // A game writes as it goes and may take over the whole screen.
    if arguments.command == Command::Play {
        return play::play(arguments, lang);
    }
    let mut out = BufWriter::new(io::stdout().lock());
    match arguments.command {
        Command::Serve => commands::serve(arguments, &mut out, lang)?,
        Command::Help => commands::help(&mut out, lang)?,
        Command::Version => writeln!(out, "tablen {}", env!("CARGO_PKG_VERSION"))?,
        Command::Games => commands::games(arguments, &mut out, lang)?,
        Command::Show => commands::show(arguments, &mut out, lang)?,
        Command::Moves => commands::moves(arguments, &mut out, lang)?,
        Command::Perft => commands::perft(arguments, &mut out, lang)?,
        Command::Playout => commands::playout(arguments, &mut out, lang)?,
        Command::Match => commands::play_match(arguments, &mut out, lang)?,
        Command::Play => {}
        Command::Verify => commands::verify(arguments, &mut out, lang)?,
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
