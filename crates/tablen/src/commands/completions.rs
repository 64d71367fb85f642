use std::io::Write;

use clap::ArgMatches;
use clap_complete::Shell;
use tablen_rules::words::Lang;

use super::Command;
use crate::arguments::Argument;
use crate::command_line;
use crate::failure::Failure;

const SHELLS: [(&str, Shell); 5] = [
    ("bash", Shell::Bash),
    ("zsh", Shell::Zsh),
    ("fish", Shell::Fish),
    ("elvish", Shell::Elvish),
    ("powershell", Shell::PowerShell),
];

const SHELL: Argument =
    Argument::flag("shell", "shell").required().one_of(|| SHELLS.map(|(name, _)| name).to_vec());

/// Writes a script with which a shell completes commands, flags and presets.
pub struct Completions {
    shell: Shell,
}

impl Command for Completions {
    const NAME: &'static str = "completions";
    const ARGUMENTS: &'static [Argument] = &[SHELL];

    fn read(matches: &ArgMatches, _: Lang) -> Result<Completions, Failure> {
        Ok(Completions { shell: SHELL.needed(matches)?.choose(SHELLS)? })
    }

    fn run(self, out: &mut dyn Write, lang: Lang) -> Result<(), Failure> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut command_line::declaration(lang), "tablen", &mut script);
        Ok(out.write_all(&script)?)
    }
}
