//! Why a command ends without doing what was asked.

use std::io;
use std::process::ExitCode;

use tablen_rules::words::{Explain, Lang, Message};

/// Why a command ends without doing what was asked.
#[derive(Debug)]
pub enum Failure {
    /// What was asked for cannot be understood, or makes no sense: exit code 2.
    Input(Message),
    /// What was checked is wrong: exit code 3.
    Wrong(Message),
    /// What was found could not be written: exit code 1.
    Output(io::Error),
}

impl Failure {
    /// The failure with something a library says.
    pub fn input(cause: &impl Explain) -> Failure {
        Failure::Input(cause.message())
    }

    /// A sentence for the person at the terminal.
    pub fn explain(&self, lang: Lang) -> String {
        match self {
            Failure::Input(message) | Failure::Wrong(message) => message.render(lang),
            Failure::Output(error) => message!("cli.error.output").text("error", error).render(lang),
        }
    }

    /// What the process returns.
    pub fn exit_code(&self) -> ExitCode {
        match self {
            Failure::Input(_) => ExitCode::from(2),
            Failure::Wrong(_) => ExitCode::from(3),
            Failure::Output(_) => ExitCode::from(1),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}
