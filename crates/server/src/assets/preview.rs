//! What other programs show of a link to a table: a title, a sentence and a picture.

use std::fmt::Write as _;

use tablen_host::{Kind, Summary, TableId};
use tablen_rules::words::{Lang, Message};
use tablen_table::{Occupant, Phase, Seat};

use crate::http::PNG_SIZE;
use crate::store::Preview;
use crate::texts::opponent_name;

/// The lines of a page's head that tell of a table, for a server at an address. Nothing if the table cannot be told of.
pub fn head(id: TableId, preview: &Preview, start: &str, lang: Lang) -> Option<String> {
    let summary: Summary = serde_json::from_str(&preview.summary).ok()?;
    let name = |seat| name_of(&summary, seat, lang);
    let game = tablen_table::TEXTS.message(format!("game.{}", summary.game)).render(lang);
    let (host, guest) = (name(Seat::Host), name(Seat::Guest));
    let title = match (host, guest) {
        (Some(host), Some(guest)) => format!("{host} – {guest} · {game}"),
        (Some(name), None) | (None, Some(name)) => format!("{name} · {game}"),
        (None, None) => game,
    };
    let about = about(preview.kind, &summary, lang);
    let folder = if preview.kind == Kind::Record { 'r' } else { 't' };
    let image = format!("{start}/api/v1/tables/{id}/picture.png");
    let mut head = format!("<title>{} – Tablen</title>", escaped(&title));
    let (width, height) = PNG_SIZE;
    let [width, height] = [width, height].map(|pixels| pixels.to_string());
    for (property, content) in [
        ("og:type", "website"),
        ("og:site_name", "Tablen"),
        ("og:title", &title),
        ("og:description", &about),
        ("og:url", &format!("{start}/{folder}/{id}")),
        ("og:image", &image),
        ("og:image:type", "image/png"),
        ("og:image:width", &width),
        ("og:image:height", &height),
        ("og:image:alt", &title),
    ] {
        let _ = write!(head, "\n    <meta property=\"{property}\" content=\"{}\">", escaped(content));
    }
    head.push_str("\n    <meta name=\"twitter:card\" content=\"summary_large_image\">");
    Some(head)
}

/// Who sits there, if somebody does.
fn name_of(summary: &Summary, seat: Seat, lang: Lang) -> Option<String> {
    match &summary.seats[seat] {
        Occupant::Open => None,
        Occupant::Person(name) if name.is_empty() => Some(message!("server.preview.somebody").render(lang)),
        Occupant::Person(name) => Some(name.clone()),
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
        let head = head(id, &preview, "https://tablen.example", Lang::En).expect("a head");
        assert!(!head.contains("<script>"), "{head}");
        assert!(head.starts_with("<title>&quot;&gt;&lt;script&gt; · Tablut – Tablen</title>"), "{head}");
        let image =
            "content=\"https://tablen.example/api/v1/tables/0123456789abcdef0123456789abcdef/picture.png\"";
        assert!(head.contains(image), "{head}");
    }
}
