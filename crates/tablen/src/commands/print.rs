use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use clap::ArgMatches;
use serde_json::json;
use tablen_learn::{Book, PageSize, PrintFile, PrintKind, game_of};
use tablen_rules::words::Lang;

use super::{Command, write_json};
use crate::arguments::{Argument, JSON};
use crate::failure::Failure;

const GAME: Argument = Argument::flag("game", "game")
    .said_as("print-game")
    .only_plain()
    .one_of(|| Book::ALL.map(game_of).to_vec());
const KIND: Argument = Argument::flag("kind", "kind").one_of(|| PrintKind::ALL.map(PrintKind::name).to_vec());
const PAPER: Argument =
    Argument::flag("paper", "paper").one_of(|| PageSize::ALL.map(PageSize::name).to_vec());
const OUT: Argument = Argument::folder("out").said_as("print-out");

/// Lists what can be printed in a language, or writes it into a folder.
pub struct Print {
    game: Option<Book>,
    kind: Option<PrintKind>,
    paper: Option<PageSize>,
    folder: Option<PathBuf>,
    is_json: bool,
}

impl Command for Print {
    const NAME: &'static str = "print";
    const ARGUMENTS: &'static [Argument] = &[GAME, KIND, PAPER, OUT, JSON];

    fn read(matches: &ArgMatches, _: Lang) -> Result<Print, Failure> {
        let game =
            GAME.given(matches)?.map(|given| given.choose(Book::ALL.map(|book| (game_of(book), book))));
        let kind =
            KIND.given(matches)?.map(|given| given.choose(PrintKind::ALL.map(|kind| (kind.name(), kind))));
        let paper =
            PAPER.given(matches)?.map(|given| given.choose(PageSize::ALL.map(|size| (size.name(), size))));
        Ok(Print {
            game: game.transpose()?,
            kind: kind.transpose()?,
            paper: paper.transpose()?,
            folder: OUT.path(matches)?.map(ToOwned::to_owned),
            is_json: JSON.is_given(matches),
        })
    }

    fn run(self, out: &mut dyn Write, lang: Lang) -> Result<(), Failure> {
        let is_wanted = |file: &PrintFile| {
            file.lang == lang
                && self.game.is_none_or(|game| game == file.book)
                && self.kind.is_none_or(|kind| kind == file.kind)
                && self.paper.is_none_or(|paper| paper == file.size)
        };
        let there = PrintFile::all().filter(is_wanted).filter_map(|file| Some((file, file.bytes()?)));
        let files: Vec<_> = there.collect();
        if let Some(folder) = &self.folder {
            let unwritable = |error: io::Error| {
                let message = message!("cli.error.folder").text("folder", folder.display());
                Failure::Input(message.text("error", error))
            };
            fs::create_dir_all(folder).map_err(unwritable)?;
            for (file, bytes) in &files {
                fs::write(folder.join(file.name()), bytes).map_err(unwritable)?;
            }
        }
        if self.is_json {
            let described = files.iter().map(|(file, bytes)| {
                json!({
                    "file": file.name(),
                    "game": game_of(file.book),
                    "kind": file.kind.name(),
                    "lang": file.lang.code(),
                    "paper": file.size.name(),
                    "bytes": bytes.len(),
                })
            });
            return Ok(write_json(out, &json!({ "files": described.collect::<Vec<_>>() }))?);
        }
        for (file, _) in &files {
            let about = message!(format!("print.{}", file.kind.name())).render(lang);
            writeln!(out, "{:<30} {about}", file.name())?;
        }
        let message = match &self.folder {
            Some(folder) => {
                message!("print.written").with("files", files.len() as u64).text("folder", folder.display())
            }
            None => message!("print.how"),
        };
        Ok(writeln!(out, "\n{}", message.render(lang))?)
    }
}
