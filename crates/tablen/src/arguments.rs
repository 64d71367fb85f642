//! What was asked for on the command line. Commands and flags are declared once, here; their help is in `content/`.

use std::ffi::{OsStr, OsString};

use tablen_words::Lang;

use crate::failure::Failure;

/// What to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Serve the page on which people play.
    Serve,
    /// Say what can be done.
    Help,
    /// Say which version this is.
    Version,
    /// List games, presets and options.
    Games,
    /// Draw a position.
    Show,
    /// List what can be played.
    Moves,
    /// Count move sequences.
    Perft,
    /// Play random games.
    Playout,
    /// Let computer players play against each other.
    Match,
    /// Play a game in the terminal.
    Play,
    /// Check the throws of a record.
    Verify,
}

/// Every command by name, in the order of the help.
pub const COMMANDS: &[(&str, Command)] = &[
    ("serve", Command::Serve),
    ("games", Command::Games),
    ("show", Command::Show),
    ("moves", Command::Moves),
    ("perft", Command::Perft),
    ("playout", Command::Playout),
    ("match", Command::Match),
    ("play", Command::Play),
    ("verify", Command::Verify),
    ("help", Command::Help),
    ("version", Command::Version),
];

/// The commands that are about a file.
const ABOUT_A_FILE: &[Command] = &[Command::Verify];

/// A flag: what it is called, what it takes, and which commands know it.
pub struct Flag {
    /// Without the two dashes.
    pub name: &'static str,
    /// What stands for its value in the help; nothing if it takes none.
    pub value: Option<&'static str>,
    commands: &'static [Command],
}

impl Flag {
    const fn new(name: &'static str, value: Option<&'static str>, commands: &'static [Command]) -> Flag {
        Flag { name, value, commands }
    }

    /// The commands that know it.
    pub fn command_names(&self) -> impl Iterator<Item = &'static str> {
        COMMANDS.iter().filter(|(_, command)| self.commands.contains(command)).map(|(name, _)| *name)
    }
}

const ALL: &[Command] = &[
    Command::Serve,
    Command::Games,
    Command::Show,
    Command::Moves,
    Command::Perft,
    Command::Playout,
    Command::Match,
    Command::Play,
    Command::Verify,
];
const WITH_PRESETS: &[Command] = &[
    Command::Games,
    Command::Show,
    Command::Moves,
    Command::Perft,
    Command::Playout,
    Command::Match,
    Command::Play,
];
const ABOUT_RULES: &[Command] =
    &[Command::Show, Command::Moves, Command::Perft, Command::Playout, Command::Match, Command::Play];
const ABOUT_A_POSITION: &[Command] = &[Command::Show, Command::Moves, Command::Perft, Command::Playout];
const IN_JSON: &[Command] = &[
    Command::Games,
    Command::Show,
    Command::Moves,
    Command::Perft,
    Command::Playout,
    Command::Match,
    Command::Verify,
];
const MATCH: &[Command] = &[Command::Match];
const PLAY: &[Command] = &[Command::Play];

const SERVE: &[Command] = &[Command::Serve];

/// Every flag, in the order of the help.
pub const FLAGS: &[Flag] = &[
    Flag::new("listen", Some("ADDRESS"), SERVE),
    Flag::new("data", Some("FILE"), SERVE),
    Flag::new("public", None, SERVE),
    Flag::new("proxy", None, SERVE),
    Flag::new("log", Some("FORM"), SERVE),
    Flag::new("workers", Some("N"), SERVE),
    Flag::new("preset", Some("NAME"), WITH_PRESETS),
    Flag::new("rules", Some("TEXT"), ABOUT_RULES),
    Flag::new("set", Some("KEY=VALUE"), ABOUT_RULES),
    Flag::new("position", Some("TEXT"), ABOUT_A_POSITION),
    Flag::new("first", Some("SIDE"), ABOUT_A_POSITION),
    Flag::new("roll", Some("DICE"), &[Command::Moves]),
    Flag::new("depth", Some("N"), &[Command::Perft]),
    Flag::new("divide", None, &[Command::Perft]),
    Flag::new("games", Some("N"), &[Command::Playout, Command::Match]),
    Flag::new("seed", Some("N"), &[Command::Playout, Command::Match, Command::Play]),
    Flag::new("plies", Some("N"), &[Command::Playout, Command::Match]),
    Flag::new("players", Some("A,B"), MATCH),
    Flag::new("ladder", None, MATCH),
    Flag::new("threads", Some("N"), MATCH),
    Flag::new("openings", Some("N"), MATCH),
    Flag::new("sprt", Some("LOW,HIGH"), MATCH),
    Flag::new("alpha", Some("RISK"), MATCH),
    Flag::new("beta", Some("RISK"), MATCH),
    Flag::new("records", Some("FILE"), MATCH),
    Flag::new("opponent", Some("WHO"), PLAY),
    Flag::new("level", Some("N"), PLAY),
    Flag::new("side", Some("SIDE"), PLAY),
    Flag::new("clock", Some("TIME"), PLAY),
    Flag::new("match", Some("FORM"), PLAY),
    Flag::new("save", Some("FILE"), PLAY),
    Flag::new("load", Some("FILE"), PLAY),
    Flag::new("plain", None, PLAY),
    Flag::new("pace", Some("MS"), PLAY),
    Flag::new("json", None, IN_JSON),
    Flag::new("lang", Some("CODE"), ALL),
];

/// A command with its flags.
#[derive(Debug)]
pub struct Arguments {
    /// What to do.
    pub command: Command,
    /// The file that it is about, for commands that are about one.
    file: Option<OsString>,
    given: Vec<(&'static str, String)>,
}

impl Arguments {
    /// Reads a command line. `lang` follows `--lang` as soon as it is seen, so that later errors speak it.
    pub fn read(words: impl Iterator<Item = OsString>, lang: &mut Lang) -> Result<Arguments, Failure> {
        let mut parser = lexopt::Parser::from_args(words);
        let mut command = None;
        let mut file = None;
        let mut given = Vec::new();
        while let Some(word) = parser.next().map_err(malformed)? {
            match word {
                lexopt::Arg::Short('h') | lexopt::Arg::Long("help") => {
                    return Ok(Arguments { command: Command::Help, file: None, given: Vec::new() });
                }
                lexopt::Arg::Short('V') | lexopt::Arg::Long("version") => {
                    return Ok(Arguments { command: Command::Version, file: None, given: Vec::new() });
                }
                lexopt::Arg::Value(value) if command.is_none() => {
                    let name = value.to_string_lossy();
                    let known = COMMANDS.iter().find(|(known, _)| *known == name);
                    command = Some(known.ok_or_else(|| unknown_command(&name))?.1);
                }
                // The game to play is the one thing that goes without a flag.
                lexopt::Arg::Value(value)
                    if command == Some(Command::Play) && given.iter().all(|(name, _)| *name != "preset") =>
                {
                    given.push(("preset", value.to_string_lossy().into_owned()));
                }
                lexopt::Arg::Value(value)
                    if file.is_none() && command.is_some_and(|command| ABOUT_A_FILE.contains(&command)) =>
                {
                    file = Some(value);
                }
                lexopt::Arg::Value(value) => {
                    return Err(Failure::Input(
                        message!("cli.error.stray").text("word", value.to_string_lossy()),
                    ));
                }
                lexopt::Arg::Short(letter) => return Err(unknown_flag(&format!("-{letter}"))),
                lexopt::Arg::Long(name) => {
                    let flag = FLAGS
                        .iter()
                        .find(|flag| flag.name == name)
                        .ok_or_else(|| unknown_flag(&format!("--{name}")))?;
                    let value = match flag.value {
                        Some(_) => parser.value().map_err(malformed)?.to_string_lossy().into_owned(),
                        None => String::new(),
                    };
                    if flag.name == "lang" {
                        *lang = Lang::from_locale(&value).ok_or_else(|| {
                            Failure::Input(message!("cli.error.lang").text("value", &value))
                        })?;
                    }
                    given.push((flag.name, value));
                }
            }
        }
        let arguments = Arguments { command: command.unwrap_or(Command::Serve), file, given };
        arguments.check()?;
        Ok(arguments)
    }

    /// Refuses flags that the command does not know, and flags that stand twice and can only mean one thing.
    fn check(&self) -> Result<(), Failure> {
        for (index, (name, _)) in self.given.iter().enumerate() {
            let flag = FLAGS.iter().find(|flag| flag.name == *name);
            if let Some(flag) = flag
                && self.command != Command::Help
                && !flag.commands.contains(&self.command)
            {
                let commands: Vec<&str> = flag.command_names().collect();
                return Err(Failure::Input(
                    message!("cli.error.flag-not-here")
                        .text("flag", name)
                        .text("commands", commands.join(", ")),
                ));
            }
            if *name != "set" && self.given[..index].iter().any(|(earlier, _)| earlier == name) {
                return Err(Failure::Input(message!("cli.error.flag-twice").text("flag", name)));
            }
        }
        Ok(())
    }

    /// The file that the command is about; `-` is standard input.
    pub fn file(&self) -> Result<&OsStr, Failure> {
        self.file.as_deref().ok_or_else(|| Failure::Input(message!("cli.error.file-missing")))
    }

    /// The value of a flag.
    pub fn get(&self, name: &'static str) -> Option<&str> {
        self.all(name).next()
    }

    /// Every value of a flag that may stand several times.
    pub fn all(&self, name: &'static str) -> impl Iterator<Item = &str> {
        self.given.iter().filter(move |(given, _)| *given == name).map(|(_, value)| value.as_str())
    }

    /// Whether a flag without a value was given.
    pub fn has(&self, name: &'static str) -> bool {
        self.get(name).is_some()
    }

    /// A number within bounds, or the default.
    pub fn number(
        &self,
        name: &'static str,
        default: u64,
        bounds: std::ops::RangeInclusive<u64>,
    ) -> Result<u64, Failure> {
        let Some(text) = self.get(name) else { return Ok(default) };
        text.parse().ok().filter(|number| bounds.contains(number)).ok_or_else(|| {
            Failure::Input(
                message!("cli.error.number")
                    .text("flag", name)
                    .text("value", text)
                    .text("least", bounds.start())
                    .text("most", bounds.end()),
            )
        })
    }
}

fn unknown_command(name: &str) -> Failure {
    let known: Vec<&str> = COMMANDS.iter().map(|(name, _)| *name).collect();
    Failure::Input(message!("cli.error.unknown-command").text("name", name).text("known", known.join(", ")))
}

fn unknown_flag(name: &str) -> Failure {
    let known: Vec<String> = FLAGS.iter().map(|flag| format!("--{}", flag.name)).collect();
    Failure::Input(message!("cli.error.unknown-flag").text("name", name).text("known", known.join(", ")))
}

fn malformed(error: lexopt::Error) -> Failure {
    let message = match error {
        lexopt::Error::MissingValue { option } => {
            message!("cli.error.missing-value").text("flag", option.unwrap_or_default())
        }
        lexopt::Error::UnexpectedValue { option, .. } => {
            message!("cli.error.unexpected-value").text("flag", option)
        }
        other => message!("cli.error.malformed").text("error", other),
    };
    Failure::Input(message)
}
