//! What stands within a line.

use schemars::JsonSchema;
use serde::Serialize;

/// A part of a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[schemars(rename = "BookletInline")]
pub enum Inline {
    /// Plain words.
    Text {
        /// The words.
        text: String,
    },
    /// `*emphasised*`.
    Em {
        /// What is.
        content: Vec<Inline>,
    },
    /// `**strong**`.
    Strong {
        /// What is.
        content: Vec<Inline>,
    },
    /// `[words](#anchor)`, `[words](/path)` or `[words](study:ID)`: a diagram opened in the study, where the computer tells what it thinks of it.
    Link {
        /// Where to.
        to: String,
        /// What is clicked.
        content: Vec<Inline>,
    },
    /// `[T6]`: the id of a rule.
    Rule {
        /// The id.
        id: String,
        /// Whether this is where the booklet tells the rule: its first mention. Links to the rule lead here.
        is_anchor: bool,
    },
}

impl Inline {
    /// The diagram whose study this leads to, if it leads to one.
    pub fn studied(&self) -> Option<&str> {
        match self {
            Inline::Link { to, .. } => to.strip_prefix("study:"),
            _ => None,
        }
    }

    /// The words alone.
    pub fn plain(parts: &[Inline]) -> String {
        let words = |part: &Inline| match part {
            Inline::Text { text } => text.clone(),
            Inline::Em { content } | Inline::Strong { content } | Inline::Link { content, .. } => {
                Inline::plain(content)
            }
            Inline::Rule { id, .. } => id.clone(),
        };
        parts.iter().map(words).collect()
    }

    /// Calls for every part, those within others too.
    pub fn each<'a>(parts: &'a [Inline], see: &mut impl FnMut(&'a Inline)) {
        for part in parts {
            see(part);
            if let Inline::Em { content } | Inline::Strong { content } | Inline::Link { content, .. } = part {
                Inline::each(content, see);
            }
        }
    }
}

/// Reads a line; the error says what is open.
pub fn parse(text: &str) -> Result<Vec<Inline>, String> {
    let mut parts = Vec::new();
    let mut plain = String::new();
    let mut rest = text;
    while let Some(sign) = rest.chars().next() {
        let (part, after) = if let Some(inside) = rest.strip_prefix("**") {
            let (content, after) = inside.split_once("**").ok_or_else(|| open("**", rest))?;
            (Inline::Strong { content: parse(content)? }, after)
        } else if let Some(inside) = rest.strip_prefix('*') {
            let (content, after) = inside.split_once('*').ok_or_else(|| open("*", rest))?;
            (Inline::Em { content: parse(content)? }, after)
        } else if let Some(inside) = rest.strip_prefix('[') {
            let (words, after) = inside.split_once(']').ok_or_else(|| open("[", rest))?;
            match after.strip_prefix('(') {
                Some(inside) => {
                    let (to, after) = inside.split_once(')').ok_or_else(|| open("(", rest))?;
                    (Inline::Link { to: to.to_owned(), content: parse(words)? }, after)
                }
                None => (Inline::Rule { id: words.to_owned(), is_anchor: false }, after),
            }
        } else {
            plain.push(sign);
            rest = rest.get(sign.len_utf8()..).unwrap_or_default();
            continue;
        };
        if !plain.is_empty() {
            parts.push(Inline::Text { text: std::mem::take(&mut plain) });
        }
        parts.push(part);
        rest = after;
    }
    if !plain.is_empty() {
        parts.push(Inline::Text { text: plain });
    }
    Ok(parts)
}

fn open(sign: &str, rest: &str) -> String {
    let near: String = rest.chars().take(30).collect();
    format!("`{sign}` is not closed: {near}")
}
