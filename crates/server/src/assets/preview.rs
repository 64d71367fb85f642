//! What other programs show of a link: a title, a sentence and a picture.

use std::fmt::Write as _;

use serde::Deserialize;
use tablen_host::{Kind, Summary, TableId};
use tablen_learn::{Book, game_of};
use tablen_rules::words::{Lang, Message};
use tablen_table::{AnyGame, Family as _, Occupant, Phase, Ruleset, Seat};

use crate::http::{Drawing, PNG_SIZE};
use crate::store::Preview;
use crate::texts::opponent_name;

/// What other programs show of a link.
struct Shown {
    title: String,
    about: String,
    /// The path of what it leads to, and of its picture.
    path: String,
    image: String,
}

impl Shown {
    /// The lines of a page's head that tell of it, for a server at an address.
    fn head(&self, start: &str) -> String {
        let Shown { title, about, path, image } = self;
        let name = if title == NAME { title.clone() } else { format!("{title} – {NAME}") };
        let mut head = format!("<title>{}</title>", escaped(&name));
        let (width, height) = PNG_SIZE;
        let [width, height] = [width, height].map(|pixels| pixels.to_string());
        for (property, content) in [
            ("og:type", "website"),
            ("og:site_name", NAME),
            ("og:title", title),
            ("og:description", about),
            ("og:url", &format!("{start}{path}")),
            ("og:image", &format!("{start}{image}")),
            ("og:image:type", "image/png"),
            ("og:image:width", &width),
            ("og:image:height", &height),
            ("og:image:alt", title),
        ] {
            let _ = write!(head, "\n    <meta property=\"{property}\" content=\"{}\">", escaped(content));
        }
        head.push_str("\n    <meta name=\"twitter:card\" content=\"summary_large_image\">");
        head
    }
}

const NAME: &str = "Tablen";
/// The picture of what is about no game in particular.
const IMAGE: &str = "/api/v1/picture.png";

/// The page itself.
pub fn home_head(start: &str, lang: Lang) -> String {
    let about = message!("server.preview.home").render(lang);
    Shown { title: NAME.to_owned(), about, path: "/".to_owned(), image: IMAGE.to_owned() }.head(start)
}

/// A table, or the record of one. Nothing if it cannot be told of.
pub fn table_head(id: TableId, preview: &Preview, start: &str, lang: Lang) -> Option<String> {
    let summary: Summary = serde_json::from_str(&preview.summary).ok()?;
    let folder = if preview.kind == Kind::Record { 'r' } else { 't' };
    let shown = Shown {
        title: title(&summary, lang),
        about: about(preview.kind, &summary, lang),
        path: format!("/{folder}/{id}"),
        image: format!("/api/v1/tables/{id}/picture.png"),
    };
    Some(shown.head(start))
}

/// What the address of a study says to the server: what stands behind `#` never comes here.
#[derive(Debug, Default, Deserialize)]
pub struct StudyAddress {
    /// The table whose game is studied.
    pub table: Option<String>,
    /// A game from its start.
    game: Option<String>,
    /// The position that is looked at, and its rules.
    ruleset: Option<String>,
    position: Option<String>,
}

impl StudyAddress {
    /// Whether it names nothing to be studied.
    fn is_bare(&self) -> bool {
        let StudyAddress { table, game, ruleset, position } = self;
        [table, game, ruleset, position].iter().all(|part| part.is_none())
    }
}

/// A study: of a table's game where there is one, of a position where the address has one.
pub fn study_head(
    address: StudyAddress,
    table: Option<(TableId, &Preview)>,
    start: &str,
    lang: Lang,
) -> Option<String> {
    let is_bare = address.is_bare();
    let StudyAddress { game, ruleset, position, .. } = address;
    let study = message!("server.preview.study").render(lang);
    let named = game.as_deref().and_then(Ruleset::from_preset).map(|ruleset| ruleset.to_string());
    let drawing = ruleset.or(named).map(|ruleset| Drawing { ruleset, position });
    let query = drawing.as_ref().map(|Drawing { ruleset, position }| {
        let position = position.as_ref().map(|text| format!("&position={}", encoded(text)));
        format!("?ruleset={}{}", encoded(ruleset), position.unwrap_or_default())
    });
    // Whatever cannot be drawn is not told of either.
    let drawn = drawing.and_then(Drawing::sketch);
    let query = query.filter(|_| drawn.is_some());
    let summary = table.and_then(|(_, preview)| serde_json::from_str::<Summary>(&preview.summary).ok());
    let (what, about) = match (&summary, &drawn) {
        (Some(summary), _) => (title(summary, lang), message!("server.preview.studied")),
        (None, Some((ruleset, _))) => {
            (game_title(AnyGame::game(ruleset), lang), message!("server.preview.position"))
        }
        (None, None) if is_bare => {
            let about = message!("server.preview.position").render(lang);
            return Some(
                Shown { title: study, about, path: "/study".to_owned(), image: IMAGE.to_owned() }.head(start),
            );
        }
        (None, None) => return None,
    };
    let table = table.filter(|_| summary.is_some()).map(|(id, _)| id);
    let image = match (&query, table) {
        (Some(query), _) => format!("/api/v1/study/picture.png{query}"),
        (None, table) => format!("/api/v1/tables/{}/picture.png", table?),
    };
    let path = match (table, &query) {
        (Some(id), _) => format!("/study?table={id}"),
        (None, query) => format!("/study{}", query.as_deref().unwrap_or_default()),
    };
    Some(Shown { title: format!("{study} · {what}"), about: about.render(lang), path, image }.head(start))
}

/// What is read and learned, by its path without the first `/`. Nothing if there is no such page.
pub fn learning_head(path: &str, start: &str, lang: Lang) -> Option<String> {
    let mut parts = path.split('/');
    let (first, game, part) = (parts.next()?, parts.next(), parts.next());
    let game = match game {
        None => None,
        Some(name) => Some(Book::ALL.into_iter().map(game_of).find(|game| *game == name)?),
    };
    let (what, about) = match (first, game, part) {
        ("learn", None, None) => {
            (Some(message!("server.preview.learn")), message!("server.preview.learn.about"))
        }
        ("learn", Some(_), None) => (None, message!("server.preview.booklet")),
        ("learn", Some(_), Some("lessons")) => {
            (Some(message!("server.preview.lessons")), message!("server.preview.lessons.about"))
        }
        ("learn", Some(_), Some("scene")) => (None, message!("server.preview.scene")),
        ("learn", Some(_), Some("sheet")) => (None, message!("server.preview.sheet")),
        ("puzzles", _, None) => {
            (Some(message!("server.preview.puzzles")), message!("server.preview.puzzles.about"))
        }
        ("about", None, None) => {
            (Some(message!("server.preview.about")), message!("server.preview.about.about"))
        }
        _ => return None,
    };
    if parts.next().is_some() {
        return None;
    }
    let what = what.map(|message| message.render(lang));
    let title = what.into_iter().chain(game.map(|game| game_title(game, lang))).collect::<Vec<_>>();
    let ruleset = game.and_then(Ruleset::from_preset).map(|ruleset| encoded(&ruleset.to_string()));
    let image = ruleset
        .map_or_else(|| IMAGE.to_owned(), |ruleset| format!("/api/v1/study/picture.png?ruleset={ruleset}"));
    Some(
        Shown { title: title.join(" · "), about: about.render(lang), path: format!("/{path}"), image }
            .head(start),
    )
}

fn game_title(game: &str, lang: Lang) -> String {
    tablen_table::TEXTS.message(format!("game.{game}")).render(lang)
}

/// Who plays what.
fn title(summary: &Summary, lang: Lang) -> String {
    let name = |seat| name_of(summary, seat, lang);
    let game = game_title(&summary.game, lang);
    match (name(Seat::Host), name(Seat::Guest)) {
        (Some(host), Some(guest)) => format!("{host} – {guest} · {game}"),
        (Some(name), None) | (None, Some(name)) => format!("{name} · {game}"),
        (None, None) => game,
    }
}

/// A text as a value behind the question mark of an address.
fn encoded(text: &str) -> String {
    text.bytes().fold(String::new(), |mut out, byte| {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => out.push(char::from(byte)),
            _ => {
                let _ = write!(out, "%{byte:02X}");
            }
        }
        out
    })
}

/// Who sits there, if somebody does.
fn name_of(summary: &Summary, seat: Seat, lang: Lang) -> Option<String> {
    let named = |name: &str| match name {
        "" => message!("server.preview.somebody").render(lang),
        name => name.to_owned(),
    };
    match &summary.seats[seat] {
        Occupant::Open => None,
        Occupant::Person(name) => Some(named(name)),
        Occupant::Bot(name) => Some(message!("server.preview.bot").text("name", named(name)).render(lang)),
        Occupant::Computer(level) => Some(opponent_name(&summary.game, *level, lang)),
    }
}

fn about(kind: Kind, summary: &Summary, lang: Lang) -> String {
    let with_name =
        |message: Message, seat| message.text("name", name_of(summary, seat, lang).unwrap_or_default());
    let message = match summary.phase {
        Phase::Waiting if kind != Kind::Record => with_name(message!("server.preview.waiting"), Seat::Host),
        Phase::Playing if kind != Kind::Record => message!("server.preview.playing"),
        Phase::Over { winner: Some(seat) } => with_name(message!("server.preview.won"), seat),
        Phase::Over { winner: None } => message!("server.preview.draw"),
        Phase::Waiting | Phase::Playing | Phase::Aborted => message!("server.preview.unfinished"),
    };
    message.render(lang)
}

/// A text as it stands between quotation marks in HTML: nothing that a player writes becomes part of the page.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_names() {
        let summary = r#"{"game":"tablut","preset":"tablut","form":"single","control":"none","phase":{"phase":"waiting"},
            "seats":{"host":{"person":"\"><script>"},"guest":"open"}}"#;
        let preview = Preview { kind: Kind::Apart, summary: summary.to_owned(), sketch: None };
        let id: TableId = "0123456789abcdef0123456789abcdef".parse().expect("an id");
        let head = table_head(id, &preview, "https://tablen.example", Lang::En).expect("a head");
        assert!(!head.contains("<script>"), "{head}");
        assert!(head.starts_with("<title>&quot;&gt;&lt;script&gt; · Tablut – Tablen</title>"), "{head}");
        let image =
            "content=\"https://tablen.example/api/v1/tables/0123456789abcdef0123456789abcdef/picture.png\"";
        assert!(head.contains(image), "{head}");
    }

    #[test]
    fn what_is_read_and_learned_is_told_of() {
        let told = |path: &str| learning_head(path, "https://tablen.example", Lang::Fr);
        for (path, title) in [
            ("learn", "Apprendre"),
            ("learn/tablut", "Tablut"),
            ("learn/tablut/lessons", "Leçons · Tablut"),
            ("learn/alea/scene", "Alea Evangelii"),
            ("learn/alea/sheet", "Alea Evangelii"),
            ("puzzles", "Problèmes"),
            ("puzzles/tablut", "Problèmes · Tablut"),
            ("about", "À propos de Tablen"),
        ] {
            let head = told(path).unwrap_or_default();
            assert!(head.starts_with(&format!("<title>{title} – Tablen</title>")), "{path}: {head}");
            assert!(head.contains(&format!("\"https://tablen.example/{path}\"")), "{path}: {head}");
        }
        let image = "https://tablen.example/api/v1/study/picture.png?ruleset=game%3Atavli";
        assert!(told("learn/tavli").is_some_and(|head| head.contains(image)));
        for nothing in
            ["learn/chess", "learn/tavli/nothing", "learn/tavli/scene/more", "about/tavli", "embed"]
        {
            assert_eq!(told(nothing), None, "{nothing}");
        }
    }

    #[test]
    fn a_study_is_told_of_by_its_position() {
        let address = |text: &str| {
            axum::extract::Query::<StudyAddress>::try_from_uri(&text.parse().expect("an address"))
                .expect("a study")
                .0
        };
        let told = |text: &str| study_head(address(text), None, "https://tablen.example", Lang::It);
        let position =
            "/study?ruleset=preset%3Abrandubh&position=%2F3t3%2F7%2F7%2F2tKT2%2F7%2F7%2F3t3%2F+defenders";
        let head = told(position).expect("a head");
        assert!(head.starts_with("<title>Studio · Brandubh – Tablen</title>"), "{head}");
        let image = "/api/v1/study/picture.png?ruleset=preset%3Abrandubh&amp;position=%2F3t3%2F7%2F7%2F2tKT2%2F7%2F7%2F3t3%2F%20defenders";
        assert!(head.contains(&format!("content=\"https://tablen.example{image}\"")), "{head}");
        assert!(told("/study?game=tavli").is_some_and(|head| head.contains("game%3Atavli")));
        // What is no position, or too long to be one, is not drawn.
        let long = format!("/study?ruleset=preset:tablut&position={}", "9/".repeat(500));
        let bare = told("/study").expect("a head");
        assert!(bare.starts_with("<title>Studio – Tablen</title>"), "{bare}");
        assert!(bare.contains("content=\"https://tablen.example/api/v1/picture.png\""), "{bare}");
        for nothing in [
            "/study?table=none",
            "/study?ruleset=preset:nothing",
            "/study?ruleset=preset:tablut&position=x",
            &long,
        ] {
            assert_eq!(told(nothing), None, "{nothing}");
        }
    }
}
