//! Rule ids: the numbers by which rules are cited.

use std::fmt;
use std::str::FromStr;

/// The text a rule comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Book {
    /// `Z`: Zeno's tavli.
    Zeno,
    /// `T`: Tablut.
    Tablut,
    /// `A`: Alea Evangelii.
    Alea,
}

impl Book {
    /// Every book.
    pub const ALL: [Book; 3] = [Book::Zeno, Book::Tablut, Book::Alea];

    /// The letter its rules begin with.
    pub const fn letter(self) -> char {
        match self {
            Book::Zeno => 'Z',
            Book::Tablut => 'T',
            Book::Alea => 'A',
        }
    }

    /// The name used in text forms.
    pub const fn name(self) -> &'static str {
        match self {
            Book::Zeno => "zeno",
            Book::Tablut => "tablut",
            Book::Alea => "alea",
        }
    }

    /// How many rules it has.
    pub const fn rules(self) -> u8 {
        match self {
            Book::Zeno => 20,
            Book::Tablut => 18,
            Book::Alea => 15,
        }
    }
}

/// The id of a rule, such as `Z15`.
///
/// ```
/// use tablen_rules::rule::{Book, RuleId};
///
/// let rule: RuleId = "Z15".parse()?;
/// assert_eq!(rule, RuleId::new(Book::Zeno, 15));
/// assert_eq!(rule.to_string(), "Z15");
/// # Ok::<(), tablen_rules::rule::UnknownRule>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RuleId {
    /// The text it comes from.
    pub book: Book,
    /// Its number there, from 1.
    pub number: u8,
}

impl RuleId {
    /// The rule with that number in a book.
    pub const fn new(book: Book, number: u8) -> RuleId {
        RuleId { book, number }
    }

    /// Every rule there is, book by book.
    pub fn all() -> impl Iterator<Item = RuleId> {
        Book::ALL.into_iter().flat_map(|book| (1..=book.rules()).map(move |number| RuleId::new(book, number)))
    }
}

impl fmt::Display for RuleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}{}", self.book.letter(), self.number))
    }
}

/// Not the id of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownRule(pub String);

impl crate::words::Explain for UnknownRule {
    fn message(&self) -> crate::words::Message {
        message!("rule.unknown").text("text", &self.0)
    }
}
crate::words::explained!(UnknownRule);

impl FromStr for RuleId {
    type Err = UnknownRule;

    fn from_str(text: &str) -> Result<RuleId, UnknownRule> {
        let mut chars = text.chars();
        let letter = chars.next();
        Book::ALL
            .into_iter()
            .find(|book| Some(book.letter()) == letter)
            .and_then(|book| {
                // Numbers have one form: `Z+15` and `Z015` are no rules.
                let digits = chars.as_str();
                let number =
                    digits.parse().ok().filter(|_| digits.starts_with(|c| matches!(c, '1'..='9')))?;
                (1..=book.rules()).contains(&number).then_some(RuleId::new(book, number))
            })
            .ok_or_else(|| UnknownRule(text.to_owned()))
    }
}
