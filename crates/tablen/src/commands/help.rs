use std::io::{self, Write};

use tablen_words::Lang;

use crate::arguments::{COMMANDS, FLAGS};

/// Says what can be done.
pub fn help(out: &mut impl Write, lang: Lang) -> io::Result<()> {
    let say = |key: String| message!(key).render(lang);
    writeln!(out, "{}\n", say("cli.help.title".to_owned()))?;
    writeln!(out, "{}\n", say("cli.help.usage".to_owned()))?;
    for (name, _) in COMMANDS {
        writeln!(out, "  {name:<8}  {}", say(format!("cli.command.{name}")))?;
    }
    writeln!(out, "\n{}\n", say("cli.help.flags".to_owned()))?;
    for flag in FLAGS {
        let call = format!("--{} {}", flag.name, flag.value.unwrap_or_default());
        let commands: Vec<&str> = flag.command_names().collect();
        writeln!(out, "  {call:<17}  {} [{}]", say(format!("cli.flag.{}", flag.name)), commands.join(", "))?;
    }
    writeln!(out, "\n{}\n", say("cli.help.exit".to_owned()))?;
    writeln!(out, "{}", say("cli.help.examples".to_owned()))
}
