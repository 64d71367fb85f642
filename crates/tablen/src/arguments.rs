//! The arguments that commands take: each is declared once, as a constant, and that constant reads it from the command line.
//!
//! Their texts are `cli.flag.NAME` and, for what stands for a value in the help, `cli.value.VALUE`.

use std::borrow::Cow;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, ArgAction, ArgMatches, ValueHint};
use tablen_rules::option::OptionError;
use tablen_rules::words::{Explain, Lang, Message};

use crate::failure::Failure;
use crate::suggestion;

/// In every command: the language of what is said.
pub const LANG: Argument = Argument::flag("lang", "language").one_of(|| Lang::ALL.map(Lang::code).to_vec());

/// In many commands: JSON instead of sentences.
pub const JSON: Argument = Argument::switch("json");

/// The failure of arguments that were given and do not go with another one's value.
pub fn misplaced(matches: &ArgMatches, arguments: &[Argument], with: &str) -> Result<(), Failure> {
    let given = arguments.iter().find(|argument| argument.is_given(matches));
    given.map_or(Ok(()), |argument| {
        let message = message!("cli.error.misplaced").text("flag", argument.name);
        Err(Failure::Input(message.text("with", with)))
    })
}

/// An argument of a command.
#[derive(Clone, Copy)]
pub struct Argument {
    /// What it is called: `depth` for `--depth`.
    pub name: &'static str,
    /// The end of the key of its text: its name, unless a command has something else to say about it.
    pub text: &'static str,
    /// What stands for its value, as the end of a key; nothing for a switch.
    pub value: Option<&'static str>,
    kind: Kind,
    written: Written,
    is_required: bool,
    known: Option<fn() -> Vec<&'static str>>,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Switch,
    Text,
    Number,
    File,
    Folder,
}

/// How an argument is written.
#[derive(Clone, Copy, PartialEq)]
enum Written {
    /// Behind its name: `--depth 5`.
    Flag,
    /// Plain, by its place: `5`. Its name works too.
    Plain,
    /// Several plain words, or one behind its name with commas in it.
    PlainList,
    /// Plain; it has no name.
    OnlyPlain,
    /// Behind its name, as often as one likes.
    Repeated,
}

impl Argument {
    const fn new(name: &'static str, value: Option<&'static str>, kind: Kind, written: Written) -> Argument {
        Argument { name, text: name, value, kind, written, is_required: false, known: None }
    }

    /// A flag without a value.
    pub const fn switch(name: &'static str) -> Argument {
        Argument::new(name, None, Kind::Switch, Written::Flag)
    }

    /// A flag with a value.
    pub const fn flag(name: &'static str, value: &'static str) -> Argument {
        Argument::new(name, Some(value), Kind::Text, Written::Flag)
    }

    /// A flag with a number.
    pub const fn number(name: &'static str, value: &'static str) -> Argument {
        Argument::new(name, Some(value), Kind::Number, Written::Flag)
    }

    /// A flag with the path of a file.
    pub const fn file(name: &'static str) -> Argument {
        Argument::new(name, Some("file"), Kind::File, Written::Flag)
    }

    /// A flag with the path of a folder.
    pub const fn folder(name: &'static str) -> Argument {
        Argument::new(name, Some("folder"), Kind::Folder, Written::Flag)
    }

    /// The same, but it may stand plain where its place is; behind its name it works as before.
    pub const fn plain(self) -> Argument {
        Argument { written: Written::Plain, ..self }
    }

    /// The same, but several plain words make its value.
    pub const fn plain_list(self) -> Argument {
        Argument { written: Written::PlainList, ..self }
    }

    /// The same, but it only stands plain.
    pub const fn only_plain(self) -> Argument {
        Argument { written: Written::OnlyPlain, ..self }
    }

    /// The same, but it only stands plain, and the command makes no sense without it.
    pub const fn required(self) -> Argument {
        Argument { is_required: true, ..self.only_plain() }
    }

    /// The same, but it may be given several times.
    pub const fn repeated(self) -> Argument {
        Argument { written: Written::Repeated, ..self }
    }

    /// The same with the values that it takes, for shells that complete it.
    pub const fn one_of(self, known: fn() -> Vec<&'static str>) -> Argument {
        Argument { known: Some(known), ..self }
    }

    /// The same with another text: `cli.flag.TEXT`.
    pub const fn said_as(self, text: &'static str) -> Argument {
        Argument { text, ..self }
    }

    /// Whether it stands without its name.
    pub fn is_plain(&self) -> bool {
        matches!(self.written, Written::Plain | Written::PlainList | Written::OnlyPlain)
    }

    /// Whether several plain words make its value.
    pub fn is_list(&self) -> bool {
        self.written == Written::PlainList
    }

    /// Whether it works behind its name.
    pub fn is_flag(&self) -> bool {
        self.written != Written::OnlyPlain
    }

    /// Whether the command needs it.
    pub const fn is_required(&self) -> bool {
        self.is_required
    }

    /// What stands for its value in the help.
    pub fn value_name(&self, lang: Lang) -> String {
        self.value.map(|value| message!(format!("cli.value.{value}")).render(lang)).unwrap_or_default()
    }

    /// The same for the library that reads command lines: one argument, or two where it stands plain and behind its name. `order` is
    /// its place in the help.
    pub fn declare(&self, lang: Lang, headings: &Headings, order: usize) -> Vec<Arg> {
        let text = message!(format!("cli.flag.{}", self.text)).render(lang);
        let name = self.name;
        let arg = Arg::new(name).help(text.clone()).display_order(order);
        let arg = match self.kind {
            Kind::Switch => arg.action(ArgAction::SetTrue),
            Kind::File => arg.value_parser(clap::value_parser!(PathBuf)).value_hint(ValueHint::FilePath),
            Kind::Folder => arg.value_parser(clap::value_parser!(PathBuf)).value_hint(ValueHint::DirPath),
            Kind::Text | Kind::Number => arg.value_parser(Words { known: self.known }),
        };
        let arg = match self.kind {
            Kind::Switch => arg,
            // A number below zero is told what would be right, like any other wrong number.
            Kind::Number => arg.value_name(self.value_name(lang)).allow_negative_numbers(true),
            _ => arg.value_name(self.value_name(lang)).hide_possible_values(true),
        };
        let plain = || arg.clone().help_heading(headings.arguments.clone());
        let flag = || arg.clone().long(name).help_heading(headings.options.clone());
        match self.written {
            Written::Flag => vec![flag()],
            Written::Repeated => vec![flag().action(ArgAction::Append)],
            Written::OnlyPlain => vec![plain().required(self.is_required)],
            Written::Plain | Written::PlainList => {
                let also = message!("cli.help.also").text("text", text).text("flag", name).render(lang);
                let plain = plain().id(plain_id(name)).help(also);
                let plain = match self.written {
                    Written::PlainList => plain.action(ArgAction::Append).num_args(1..),
                    _ => plain,
                };
                // The help shows it once, where it stands plain.
                vec![plain, flag().hide(true)]
            }
        }
    }

    /// Whether it was given.
    pub fn is_given(&self, matches: &ArgMatches) -> bool {
        match self.kind {
            Kind::Switch => matches.get_flag(self.name),
            _ => {
                matches.contains_id(self.name)
                    || (self.has_two_ways() && matches.contains_id(&plain_id(self.name)))
            }
        }
    }

    /// Its value, if it was given.
    pub fn given<'m>(&self, matches: &'m ArgMatches) -> Result<Option<Given<'m>>, Failure> {
        let given = self.one::<String>(matches)?;
        Ok(given.map(|(text, way)| self.given_as(text.as_str(), way)))
    }

    /// The value of an argument that the command needs.
    pub fn needed<'m>(&self, matches: &'m ArgMatches) -> Result<Given<'m>, Failure> {
        self.given(matches)?.ok_or_else(|| self.missing())
    }

    /// All its values.
    pub fn all<'m>(&self, matches: &'m ArgMatches) -> impl Iterator<Item = Given<'m>> + use<'m> {
        let argument = *self;
        let texts = matches.get_many::<String>(self.name).into_iter().flatten();
        texts.map(move |text| argument.given_as(text.as_str(), Way::Flag))
    }

    /// The value of a list: its plain words with commas between them, or what stands behind its name.
    pub fn list<'m>(&self, matches: &'m ArgMatches) -> Result<Option<Given<'m>>, Failure> {
        let words = matches.get_many::<String>(&plain_id(self.name)).into_iter().flatten();
        let words: Vec<&str> = words.map(String::as_str).collect();
        match (words.as_slice(), matches.get_one::<String>(self.name)) {
            ([], named) => Ok(named.map(|text| self.given_as(text.as_str(), Way::Flag))),
            (words, None) => Ok(Some(self.given_as(words.join(","), Way::Plain))),
            (_, Some(_)) => Err(self.given_twice()),
        }
    }

    /// The path that was given.
    pub fn path<'m>(&self, matches: &'m ArgMatches) -> Result<Option<&'m Path>, Failure> {
        Ok(self.one::<PathBuf>(matches)?.map(|(path, _)| path.as_path()))
    }

    /// The path that the command needs.
    pub fn needed_path<'m>(&self, matches: &'m ArgMatches) -> Result<&'m Path, Failure> {
        self.path(matches)?.ok_or_else(|| self.missing())
    }

    /// Its value and the way in which it was given; both ways at once contradict each other.
    fn one<'m, T: Clone + Send + Sync + 'static>(
        &self,
        matches: &'m ArgMatches,
    ) -> Result<Option<(&'m T, Way)>, Failure> {
        let named = matches.get_one::<T>(self.name);
        let own_way = if self.is_flag() { Way::Flag } else { Way::Plain };
        if !self.has_two_ways() {
            return Ok(named.map(|value| (value, own_way)));
        }
        match (matches.get_one::<T>(&plain_id(self.name)), named) {
            (Some(_), Some(_)) => Err(self.given_twice()),
            (Some(plain), None) => Ok(Some((plain, Way::Plain))),
            (None, named) => Ok(named.map(|value| (value, Way::Flag))),
        }
    }

    fn given_as<'m>(&self, text: impl Into<Cow<'m, str>>, way: Way) -> Given<'m> {
        Given { text: text.into(), name: self.name, called: self.called(way) }
    }

    /// What stood plain in the place of another argument, as this one's.
    pub fn plainly<'m>(&self, given: Given<'m>) -> Given<'m> {
        self.given_as(given.text, Way::Plain)
    }

    fn has_two_ways(&self) -> bool {
        self.is_plain() && self.is_flag()
    }

    /// How errors call it: as it was given.
    fn called(&self, way: Way) -> Message {
        match way {
            Way::Flag => message!("cli.flag-name").text("flag", self.name),
            Way::Plain => message!(format!("cli.value.{}", self.value.unwrap_or_default())),
        }
    }

    fn given_twice(&self) -> Failure {
        Failure::Input(message!("cli.error.flag-twice").text("flag", self.name))
    }

    fn missing(&self) -> Failure {
        let message = message!("cli.error.argument-missing");
        Failure::Input(message.with("argument", self.called(Way::Plain)))
    }

    /// A number within bounds, or the default.
    pub fn number_or(
        &self,
        matches: &ArgMatches,
        default: u64,
        bounds: RangeInclusive<u64>,
    ) -> Result<u64, Failure> {
        self.given(matches)?.map_or(Ok(default), |given| given.number(bounds))
    }
}

/// How an argument was given.
#[derive(Clone, Copy)]
enum Way {
    Flag,
    Plain,
}

/// The name under which the library keeps an argument that stood plain.
fn plain_id(name: &str) -> String {
    format!("plain {name}")
}

/// The two headings under which the help lists arguments.
pub struct Headings {
    /// What stands plain.
    pub arguments: String,
    /// Flags.
    pub options: String,
}

/// The value of an argument as it was given.
#[derive(Clone, Debug)]
pub struct Given<'m> {
    /// The value.
    pub text: Cow<'m, str>,
    /// The name of the argument, without dashes.
    name: &'static str,
    /// How errors call it: as it was given.
    called: Message,
}

impl Given<'_> {
    /// The same, to be kept.
    pub fn into_owned(self) -> Given<'static> {
        Given { text: Cow::Owned(self.text.into_owned()), name: self.name, called: self.called }
    }

    /// The failure of this value, with what is wrong with it.
    pub fn refused(&self, cause: Message) -> Failure {
        let message = message!("cli.error.argument");
        Failure::Input(message.with("argument", self.called.clone()).with("error", cause))
    }

    /// The value as something that is written as text.
    pub fn parse<T: FromStr<Err: Explain>>(&self) -> Result<T, Failure> {
        self.text.parse().map_err(|error: T::Err| self.refused(error.message()))
    }

    /// A whole number within bounds.
    pub fn number(&self, bounds: RangeInclusive<u64>) -> Result<u64, Failure> {
        self.within(bounds)
    }

    /// A number within bounds that may have decimals.
    pub fn decimal(&self, bounds: RangeInclusive<f64>) -> Result<f64, Failure> {
        self.within(bounds)
    }

    fn within<N: FromStr + PartialOrd + Display>(&self, bounds: RangeInclusive<N>) -> Result<N, Failure> {
        self.text.parse().ok().filter(|number| bounds.contains(number)).ok_or_else(|| {
            Failure::Input(
                message!("cli.error.number")
                    .with("argument", self.called.clone())
                    .text("value", &self.text)
                    .text("least", bounds.start())
                    .text("most", bounds.end()),
            )
        })
    }

    /// One of some names, with what each stands for.
    pub fn choose<T>(&self, known: impl IntoIterator<Item = (&'static str, T)>) -> Result<T, Failure> {
        let mut names = Vec::new();
        for (name, meaning) in known {
            if name == self.text {
                return Ok(meaning);
            }
            names.push(name);
        }
        Err(self.unknown(&names))
    }

    /// The failure of a value that is none of the known ones.
    pub fn unknown(&self, known: &[&str]) -> Failure {
        let error = OptionError::unknown_value(self.name, &self.text, known);
        self.refused(suggestion::explain_option(&error))
    }
}

/// Any text. What it may be is told to shells; the command that reads it checks it and knows better what to say.
#[derive(Clone)]
struct Words {
    known: Option<fn() -> Vec<&'static str>>,
}

impl TypedValueParser for Words {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        self.known.map(|known| Box::new(known().into_iter().map(PossibleValue::new)) as _)
    }
}
