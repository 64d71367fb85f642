//! What the program says.

tablen_rules::words::crate_texts! {
    /// Every text of the command line and of the terminal.
    "analyse", "challenge", "cli", "engine", "keep", "match", "play", "print", "serve", "show", "solve", "train", "verify";
    composed: tests::composed_keys()
}

#[cfg(test)]
mod tests {
    use tablen_table::EndReason;

    use crate::arguments::LANG;
    use crate::commands::COMMANDS;
    use crate::families;

    /// Keys that are put together from names the program and the libraries know.
    pub fn composed_keys() -> Vec<String> {
        let mut keys = Vec::new();
        for command in COMMANDS {
            keys.extend(["command", "example"].map(|part| format!("cli.{part}.{}", command.name)));
            for argument in command.arguments.iter().chain([&LANG]) {
                keys.push(format!("cli.flag.{}", argument.text));
                keys.extend(argument.value.map(|value| format!("cli.value.{value}")));
            }
        }
        keys.extend(families::text_keys());
        keys.extend(tablen_server::keeping::Sort::ALL.map(|sort| format!("keep.sort.{}", sort.name())));
        keys.extend(tablen_learn::PrintKind::ALL.map(|kind| format!("print.{}", kind.name())));
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
