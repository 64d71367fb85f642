//! What the program says.

use tablen_rules::words::Texts;

/// Every text of the command line and of the terminal.
pub static TEXTS: Texts = tablen_rules::words::embed_texts!(
    "analyse",
    "challenge",
    "cli",
    "engine",
    "match",
    "play",
    "serve",
    "show",
    "solve",
    "train",
    "verify"
);

/// A message of this crate's texts by its key.
macro_rules! message {
    ($key:expr) => {
        $crate::texts::TEXTS.message($key)
    };
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use tablen_table::EndReason;

    use super::*;
    use crate::arguments::LANG;
    use crate::commands::COMMANDS;
    use crate::families;

    #[test]
    fn every_text_is_there_in_every_language_and_used() {
        let faults = tablen_rules::words::lint::crate_faults(
            &TEXTS,
            Path::new(env!("CARGO_MANIFEST_DIR")),
            composed_keys(),
        );
        assert_eq!(faults, [""; 0]);
    }

    /// Keys that are put together from names the program and the libraries know.
    fn composed_keys() -> Vec<String> {
        let mut keys = Vec::new();
        for command in COMMANDS {
            keys.extend(["command", "example"].map(|part| format!("cli.{part}.{}", command.name)));
            for argument in command.arguments.iter().chain([&LANG]) {
                keys.push(format!("cli.flag.{}", argument.text));
                keys.extend(argument.value.map(|value| format!("cli.value.{value}")));
            }
        }
        keys.extend(families::text_keys());
        keys.extend(["cut", "forfeit"].map(|end| format!("cli.end.{end}")));
        for verdict in ["lower", "higher", "open"] {
            keys.extend([format!("match.verdict.{verdict}"), format!("match.short-verdict.{verdict}")]);
        }
        keys.extend(<EndReason>::all().map(|reason| match reason {
            EndReason::Rules(_) => format!("cli.end.{reason}"),
            _ => format!("play.end.{reason}"),
        }));
        keys.extend(crate::play::WORDS.map(|word| format!("play.word.{word}")));
        keys
    }
}
