//! A booklet, and the part of Markdown it is written in.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::Serialize;
use tablen_rules::rule::RuleId;

use crate::inline::{self, Inline};

/// A booklet in one language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Booklet {
    /// Its title.
    pub title: String,
    /// What follows, in its order.
    pub blocks: Vec<Block>,
}

/// A part of a booklet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "block", rename_all = "lowercase")]
#[schemars(rename = "BookletBlock")]
pub enum Block {
    /// `## Words {#anchor}` or `### Words {#anchor}`.
    Heading {
        /// 2 or 3.
        level: u8,
        /// Its anchor.
        id: String,
        /// The words.
        content: Vec<Inline>,
    },
    /// Lines up to an empty one.
    Paragraph {
        /// The words.
        content: Vec<Inline>,
    },
    /// Lines that begin with `- ` or with `1. `.
    List {
        /// Whether it is numbered.
        is_ordered: bool,
        /// The items.
        items: Vec<Vec<Inline>>,
    },
    /// Lines that begin with `|`: the head, a line of dashes, rows.
    Table {
        /// The head.
        head: Vec<Vec<Inline>>,
        /// The rows.
        rows: Vec<Vec<Vec<Inline>>>,
    },
    /// Lines that begin with `> `: what the old texts leave open, and how it is settled here.
    Note {
        /// Its paragraphs.
        paragraphs: Vec<Vec<Inline>>,
    },
    /// `![caption](diagram:ID)`.
    Diagram {
        /// Which.
        id: String,
        /// The caption.
        caption: Vec<Inline>,
    },
}

impl Block {
    /// Every run of words in it.
    pub fn runs(&self) -> Vec<&[Inline]> {
        match self {
            Block::Heading { content, .. } | Block::Paragraph { content } => vec![content],
            Block::Diagram { caption, .. } => vec![caption],
            Block::List { items, .. } => items.iter().map(Vec::as_slice).collect(),
            Block::Note { paragraphs } => paragraphs.iter().map(Vec::as_slice).collect(),
            Block::Table { head, rows } => {
                head.iter().chain(rows.iter().flatten()).map(Vec::as_slice).collect()
            }
        }
    }

    fn runs_mut(&mut self) -> Vec<&mut Vec<Inline>> {
        match self {
            Block::Heading { content, .. } | Block::Paragraph { content } => vec![content],
            Block::Diagram { caption, .. } => vec![caption],
            Block::List { items, .. } => items.iter_mut().collect(),
            Block::Note { paragraphs } => paragraphs.iter_mut().collect(),
            Block::Table { head, rows } => head.iter_mut().chain(rows.iter_mut().flatten()).collect(),
        }
    }
}

impl Booklet {
    /// Reads a booklet; the error names the line, from 1.
    ///
    /// ```
    /// use tablen_learn::{Block, Booklet};
    ///
    /// let booklet = Booklet::parse("# Tablut\n\n## Course {#course}\n\nMen move *straight* [T4].\n")?;
    /// assert_eq!(booklet.title, "Tablut");
    /// assert!(matches!(&booklet.blocks[0], Block::Heading { id, .. } if id == "course"));
    /// assert_eq!(Booklet::parse("# A\n\n## B\n"), Err((3, "a heading needs an anchor: `## Words {#anchor}`".to_owned())));
    /// # Ok::<(), (usize, String)>(())
    /// ```
    pub fn parse(source: &str) -> Result<Booklet, (usize, String)> {
        let lines: Vec<&str> = source.lines().map(str::trim_end).collect();
        let mut title = None;
        let mut blocks = Vec::new();
        let mut at = 0;
        while let Some(&line) = lines.get(at) {
            let number = at + 1;
            let read = |text: &str| inline::parse(text).map_err(|why| (number, why));
            if line.is_empty() {
                at += 1;
                continue;
            }
            if let Some(words) = line.strip_prefix("# ") {
                if title.replace(words.to_owned()).is_some() {
                    return Err((number, "a second title".to_owned()));
                }
                at += 1;
            } else if line.starts_with('#') {
                blocks.push(heading(line).map_err(|why| (number, why))?);
                at += 1;
            } else if let Some(figure) = line.strip_prefix("![") {
                let (caption, rest) = figure
                    .rsplit_once("](diagram:")
                    .and_then(|(caption, id)| Some((caption, id.strip_suffix(')')?)))
                    .ok_or_else(|| (number, "a diagram is `![caption](diagram:ID)`".to_owned()))?;
                blocks.push(Block::Diagram { id: rest.to_owned(), caption: read(caption)? });
                at += 1;
            } else if line.starts_with('|') {
                let taken = run(&lines, at, |line| line.starts_with('|'));
                let mut rows = taken.iter().map(|line| cells(line).map(read).collect::<Result<Vec<_>, _>>());
                let head = rows.next().transpose()?.unwrap_or_default();
                // The line of dashes.
                rows.next().transpose()?;
                let rows = rows.collect::<Result<Vec<_>, _>>()?;
                if rows.iter().any(|row| row.len() != head.len()) {
                    return Err((
                        number,
                        "a row of this table has more or fewer cells than its head".to_owned(),
                    ));
                }
                at += taken.len();
                blocks.push(Block::Table { head, rows });
            } else if line.starts_with('>') {
                let taken = run(&lines, at, |line| line.starts_with('>'));
                let text: Vec<&str> = taken.iter().map(|line| line.trim_start_matches('>').trim()).collect();
                let paragraphs = text.split(|line| line.is_empty()).filter(|lines| !lines.is_empty());
                let paragraphs = paragraphs.map(|lines| read(&lines.join(" "))).collect::<Result<_, _>>()?;
                at += taken.len();
                blocks.push(Block::Note { paragraphs });
            } else if let Some((is_ordered, _)) = item(line) {
                let taken = run(&lines, at, |line| !line.is_empty());
                let mut items: Vec<String> = Vec::new();
                for line in taken {
                    match (item(line), items.last_mut()) {
                        (Some((_, words)), _) => items.push(words.to_owned()),
                        (None, Some(last)) => *last = format!("{last} {}", line.trim()),
                        (None, None) => {}
                    }
                }
                let items = items.iter().map(|words| read(words)).collect::<Result<_, _>>()?;
                at += taken.len();
                blocks.push(Block::List { is_ordered, items });
            } else {
                let taken = run(&lines, at, |line| !line.is_empty());
                blocks.push(Block::Paragraph { content: read(&taken.join(" "))? });
                at += taken.len();
            }
        }
        let title = title.ok_or_else(|| (1, "no title: `# Words`".to_owned()))?;
        let mut booklet = Booklet { title, blocks };
        booklet.find_anchors_of_rules();
        Ok(booklet)
    }

    /// The first mention of a rule is where links to it lead.
    fn find_anchors_of_rules(&mut self) {
        let mut seen = BTreeSet::new();
        for run in self.blocks.iter_mut().flat_map(Block::runs_mut) {
            for part in run {
                if let Inline::Rule { id, is_anchor } = part {
                    *is_anchor = seen.insert(id.clone());
                }
            }
        }
    }

    /// Every place that a link can lead to, in order: headings and rules.
    pub fn anchors(&self) -> Vec<String> {
        let mut anchors = Vec::new();
        for block in &self.blocks {
            if let Block::Heading { id, .. } = block {
                anchors.push(id.clone());
            }
            for run in block.runs() {
                let rules = run.iter().filter_map(|part| match part {
                    Inline::Rule { id, is_anchor: true } => Some(id.clone()),
                    _ => None,
                });
                anchors.extend(rules);
            }
        }
        anchors
    }

    /// The diagrams it shows, in order.
    pub fn diagrams(&self) -> impl Iterator<Item = &str> {
        self.blocks.iter().filter_map(|block| match block {
            Block::Diagram { id, .. } => Some(id.as_str()),
            _ => None,
        })
    }

    /// The diagrams whose study its words lead to.
    pub fn studied(&self) -> impl Iterator<Item = &str> {
        self.inlines().into_iter().filter_map(Inline::studied)
    }

    /// Every part of every line, those within others too.
    pub fn inlines(&self) -> Vec<&Inline> {
        let mut found = Vec::new();
        for run in self.blocks.iter().flat_map(Block::runs) {
            Inline::each(run, &mut |part| found.push(part));
        }
        found
    }

    /// The rules it mentions; what has the form of one and is none is told as it stands.
    pub fn rules(&self) -> Result<BTreeSet<RuleId>, String> {
        let ids = self.inlines().into_iter().filter_map(|part| match part {
            Inline::Rule { id, .. } => Some(id),
            _ => None,
        });
        ids.map(|id| id.parse().map_err(|_| id.clone())).collect()
    }
}

/// Lines from one on, as long as they go on.
fn run<'a, 'b>(lines: &'b [&'a str], from: usize, goes_on: impl Fn(&str) -> bool) -> &'b [&'a str] {
    let rest = lines.get(from..).unwrap_or_default();
    let end = rest.iter().position(|line| !goes_on(line)).unwrap_or(rest.len());
    rest.get(..end).unwrap_or_default()
}

fn heading(line: &str) -> Result<Block, String> {
    let hashes = line.chars().take_while(|sign| *sign == '#').count();
    let level = u8::try_from(hashes).ok().filter(|level| (2..=3).contains(level));
    let level = level.ok_or("headings have two or three signs")?;
    let words = line.trim_start_matches('#').trim();
    let anchored = words.strip_suffix('}').and_then(|words| words.rsplit_once(" {#"));
    let (words, id) = anchored.ok_or("a heading needs an anchor: `## Words {#anchor}`")?;
    Ok(Block::Heading { level, id: id.to_owned(), content: inline::parse(words)? })
}

fn cells(line: &str) -> impl Iterator<Item = &str> {
    line.trim().trim_matches('|').split('|').map(str::trim)
}

/// What an item of a list says, and whether the list is numbered.
fn item(line: &str) -> Option<(bool, &str)> {
    if let Some(words) = line.strip_prefix("- ") {
        return Some((false, words));
    }
    let (number, words) = line.split_once(". ")?;
    (!number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit())).then_some((true, words))
}
