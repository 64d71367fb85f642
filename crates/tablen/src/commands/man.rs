use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use clap::ArgMatches;
use tablen_rules::words::Lang;

use super::{COMMANDS, Command};
use crate::arguments::Argument;
use crate::command_line;
use crate::failure::Failure;

const FOLDER: Argument = Argument::folder("folder").only_plain();

/// The section of manuals for games.
const SECTION: &str = "6";

/// The headings that the library writes, with the keys of ours.
const HEADINGS: [(&str, &str); 5] = [
    ("NAME", "cli.man.name"),
    ("SYNOPSIS", "cli.man.synopsis"),
    ("DESCRIPTION", "cli.man.description"),
    ("EXTRA", "cli.man.more"),
    ("VERSION", "cli.man.version"),
];

/// Writes manual pages: the main one, or one a command into a folder.
pub struct Man {
    folder: Option<PathBuf>,
}

impl Command for Man {
    const NAME: &'static str = "man";
    const ARGUMENTS: &'static [Argument] = &[FOLDER];

    fn read(matches: &ArgMatches, _: Lang) -> Result<Man, Failure> {
        Ok(Man { folder: FOLDER.path(matches)?.map(ToOwned::to_owned) })
    }

    fn run(self, out: &mut dyn Write, lang: Lang) -> Result<(), Failure> {
        let mut root = command_line::declaration(lang);
        root.build();
        let Some(folder) = self.folder else { return Ok(out.write_all(&page(root, lang)?)?) };
        let unwritable = |error: io::Error| {
            let message = message!("cli.error.folder").text("folder", folder.display());
            Failure::Input(message.text("error", error))
        };
        fs::create_dir_all(&folder).map_err(unwritable)?;
        let mut pages = 0;
        let commands = COMMANDS.iter().filter_map(|entry| root.find_subcommand(entry.name)).cloned();
        for command in commands.chain([root.clone()]) {
            let name = command.get_display_name().unwrap_or_else(|| command.get_name()).to_owned();
            let file = folder.join(format!("{name}.{SECTION}"));
            fs::write(file, page(command, lang)?).map_err(unwritable)?;
            pages += 1;
        }
        let message = message!("cli.man.written").with("pages", pages).text("folder", folder.display());
        Ok(writeln!(out, "{}", message.render(lang))?)
    }
}

/// The page of a command, with its headings in a language.
fn page(command: clap::Command, lang: Lang) -> io::Result<Vec<u8>> {
    let version = format!("tablen {}", env!("CARGO_PKG_VERSION"));
    let page = clap_mangen::Man::new(command).section(SECTION).source(version).manual("Tablen");
    let mut bytes = Vec::new();
    page.render(&mut bytes)?;
    let translated = |line: &str| {
        let heading = line.strip_prefix(".SH ")?.trim_matches('"').trim();
        let heading = match HEADINGS.iter().find(|(name, _)| *name == heading) {
            Some((_, key)) => message!(*key).render(lang),
            None => heading.to_uppercase(),
        };
        Some(format!(".SH \"{heading}\""))
    };
    let text = String::from_utf8_lossy(&bytes);
    let lines = text.lines().map(|line| translated(line).unwrap_or_else(|| line.to_owned()) + "\n");
    Ok(lines.collect::<String>().into_bytes())
}
