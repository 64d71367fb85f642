//! The command line: what the library that reads it is told, and its complaints in our words.

use std::ffi::OsString;

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgAction, ArgMatches};
use tablen_rules::words::Lang;

use crate::arguments::{Headings, LANG};
use crate::commands::{self, COMMANDS, Entry};
use crate::failure::Failure;
use crate::suggestion::with_guess;

/// The command of a command line without one.
const DEFAULT: &str = "serve";

/// What was asked for.
pub enum Request {
    /// To run a command.
    Run(&'static Entry, ArgMatches),
    /// To be told something: the help or the version.
    Tell(String),
}

/// Reads a command line. `lang` becomes the language that it asks for, wherever it does, so that errors speak it too.
pub fn read(words: impl Iterator<Item = OsString>, lang: &mut Lang) -> Result<Request, Failure> {
    let mut words = without_language(words, lang)?;
    let asks_for_nothing_else = |word: &OsString| {
        word.to_string_lossy().starts_with('-')
            && !["-h", "--help", "-V", "--version"].iter().any(|flag| word == flag)
    };
    if words.first().is_none_or(asks_for_nothing_else) {
        words.insert(0, DEFAULT.into());
    }
    let entry = words.first().and_then(|word| commands::named(&word.to_string_lossy()));
    match declaration(*lang).try_get_matches_from(words) {
        Ok(mut matches) => {
            let asked = matches.remove_subcommand();
            let asked = asked.and_then(|(name, matches)| Some((commands::named(&name)?, matches)));
            let (entry, matches) = asked.ok_or_else(|| unknown_command(""))?;
            Ok(Request::Run(entry, matches))
        }
        Err(error) if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) => {
            Ok(Request::Tell(error.render().to_string()))
        }
        Err(error) => Err(explain(&error, entry)),
    }
}

/// Takes `--lang CODE` out of a command line: all the rest is declared in the language that it asks for.
fn without_language(
    words: impl Iterator<Item = OsString>,
    lang: &mut Lang,
) -> Result<Vec<OsString>, Failure> {
    let flag = format!("--{}", LANG.name);
    let start = format!("{flag}=");
    let mut rest = Vec::new();
    let mut asked: Option<String> = None;
    let mut words = words;
    while let Some(word) = words.next() {
        let value = match word.to_str() {
            Some("--") => {
                rest.push(word);
                rest.extend(words);
                break;
            }
            Some(text) if text == flag => {
                let value = words.next().ok_or_else(|| missing_value(&flag))?;
                value.to_string_lossy().into_owned()
            }
            Some(text) if text.starts_with(&start) => text[start.len()..].to_owned(),
            _ => {
                rest.push(word);
                continue;
            }
        };
        if asked.is_some() {
            return Err(flag_twice(LANG.name));
        }
        asked = Some(value);
    }
    if let Some(value) = asked {
        *lang = Lang::from_locale(&value).ok_or_else(|| {
            let message = message!("cli.error.lang").text("value", &value);
            Failure::Input(with_guess(message, &value, Lang::ALL.map(Lang::code)))
        })?;
    }
    Ok(rest)
}

/// Help is set for this many columns; a narrower terminal gets narrower lines.
const COLUMNS: usize = 80;

/// Every command with its arguments, in a language.
pub fn declaration(lang: Lang) -> clap::Command {
    let say = |key: &'static str| message!(key).render(lang);
    // The library adds the colon; what a language sets before it stays.
    let heading = |key: &'static str| say(key).trim_end_matches(':').to_owned();
    let headings =
        Headings { arguments: heading("cli.help.arguments"), options: heading("cli.help.options") };
    let general = |text: &'static str| {
        Arg::new(text).help(say(text)).help_heading(headings.options.clone()).display_order(usize::MAX)
    };
    let help = || general("cli.flag.help").short('h').long("help").action(ArgAction::Help);
    let version = general("cli.flag.version").short('V').long("version").action(ArgAction::Version);
    let mut root = clap::Command::new("tablen")
        .version(env!("CARGO_PKG_VERSION"))
        .about(say("cli.help.title"))
        .override_usage(usage(None, lang))
        .help_template(template(lang))
        .after_help(joined([say("cli.help.more"), say("cli.help.exit"), say("cli.help.examples")]))
        .subcommand_help_heading(heading("cli.help.commands"))
        .subcommand_value_name(say("cli.value.command"))
        .no_binary_name(true)
        .disable_help_flag(true)
        .disable_help_subcommand(true)
        .disable_version_flag(true)
        .max_term_width(COLUMNS)
        .args(LANG.declare(lang, &headings, 0))
        .args([help(), version]);
    for entry in COMMANDS {
        let text = |part: &str| message!(format!("cli.{part}.{}", entry.name)).render(lang);
        let arguments = entry.arguments.iter().chain([&LANG]).enumerate();
        root = root.subcommand(
            clap::Command::new(entry.name)
                .about(text("command"))
                .override_usage(usage(Some(entry), lang))
                .help_template(template(lang))
                .after_help(message!("cli.help.example").text("examples", text("example")).render(lang))
                .disable_help_flag(true)
                .disable_version_flag(true)
                .max_term_width(COLUMNS)
                .args(arguments.flat_map(|(order, argument)| argument.declare(lang, &headings, order)))
                .arg(help()),
        );
    }
    root
}

/// The help of a command, or of all.
pub fn help(command: Option<&Entry>, lang: Lang) -> StyledStr {
    let mut root = declaration(lang);
    root.build();
    match command.and_then(|entry| root.find_subcommand_mut(entry.name)) {
        Some(command) => command.render_help(),
        None => root.render_help(),
    }
}

fn template(lang: Lang) -> String {
    let usage = message!("cli.help.usage").render(lang);
    format!("{{about}}\n\n{usage} {{usage}}\n\n{{all-args}}{{after-help}}")
}

fn usage(command: Option<&Entry>, lang: Lang) -> String {
    let say = |key: &'static str| message!(key).render(lang);
    let Some(entry) = command else {
        return format!("tablen [{}] [{}]", say("cli.value.command"), say("cli.value.arguments"));
    };
    let mut usage = format!("tablen {}", entry.name);
    for argument in entry.arguments.iter().filter(|argument| argument.is_plain()) {
        let (open, close) = if argument.is_required() { ('<', '>') } else { ('[', ']') };
        let several = if argument.is_list() { "..." } else { "" };
        usage.push_str(&format!(" {open}{}{close}{several}", argument.value_name(lang)));
    }
    usage + &format!(" [{}]", say("cli.value.options"))
}

fn joined(parts: [String; 3]) -> String {
    parts.join("\n\n")
}

/// A complaint of the library in our words. What it says besides the kind are the words that were typed.
fn explain(error: &clap::Error, entry: Option<&'static Entry>) -> Failure {
    let context = |kind: ContextKind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        Some(ContextValue::Strings(texts)) => texts.join(" "),
        _ => String::new(),
    };
    let argument = context(ContextKind::InvalidArg);
    // An argument is told with what stands for its value.
    let flag = argument.split([' ', '=']).next().unwrap_or_default();
    match error.kind() {
        ErrorKind::InvalidSubcommand => unknown_command(&context(ContextKind::InvalidSubcommand)),
        ErrorKind::UnknownArgument if argument.starts_with('-') && argument.len() > 1 => {
            unknown_flag(flag, entry)
        }
        ErrorKind::UnknownArgument => Failure::Input(message!("cli.error.stray").text("word", argument)),
        ErrorKind::ArgumentConflict => flag_twice(flag.trim_start_matches('-')),
        ErrorKind::TooManyValues => Failure::Input(message!("cli.error.unexpected-value").text("flag", flag)),
        ErrorKind::InvalidValue | ErrorKind::TooFewValues | ErrorKind::WrongNumberOfValues => {
            missing_value(flag)
        }
        ErrorKind::MissingRequiredArgument => {
            let message = message!("cli.error.argument-missing");
            Failure::Input(message.text("argument", argument.replace(['<', '>'], "")))
        }
        ErrorKind::InvalidUtf8 => Failure::Input(message!("cli.error.not-unicode")),
        other => Failure::Input(message!("cli.error.malformed").text("error", other)),
    }
}

/// The failure of a command that does not exist.
pub fn unknown_command(name: &str) -> Failure {
    let known = || COMMANDS.iter().map(|entry| entry.name);
    let message = message!("cli.error.unknown-command").text("name", name);
    let message = message.text("known", known().collect::<Vec<_>>().join(", "));
    Failure::Input(with_guess(message, name, known()))
}

/// The failure of a flag that does not exist, or not here.
fn unknown_flag(flag: &str, entry: Option<&Entry>) -> Failure {
    let name = flag.trim_start_matches('-');
    let knows = |entry: &&Entry| entry.flags().any(|known| known == name);
    let elsewhere: Vec<&str> = COMMANDS.iter().filter(knows).map(|entry| entry.name).collect();
    if flag.starts_with("--") && !elsewhere.is_empty() {
        let message = message!("cli.error.flag-not-here").text("flag", name);
        return Failure::Input(message.text("commands", elsewhere.join(", ")));
    }
    let known: Vec<&str> = entry.into_iter().flat_map(Entry::flags).chain([LANG.name, "help"]).collect();
    let known: Vec<String> = known.into_iter().map(|name| format!("--{name}")).collect();
    let message = message!("cli.error.unknown-flag").text("name", flag).text("known", known.join(", "));
    Failure::Input(with_guess(message, flag, known.iter().map(String::as_str)))
}

fn missing_value(flag: &str) -> Failure {
    Failure::Input(message!("cli.error.missing-value").text("flag", flag))
}

fn flag_twice(name: &str) -> Failure {
    Failure::Input(message!("cli.error.flag-twice").text("flag", name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_declaration_is_sound_in_every_language() {
        for lang in Lang::ALL {
            declaration(lang).debug_assert();
        }
    }
}
