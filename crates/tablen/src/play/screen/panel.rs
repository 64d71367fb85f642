//! What stands beside and below the board: the players, their clocks, the moves, what is going on and the keys.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget, Wrap};
use tablen_rules::words::Lang;
use tablen_table::view::{self, Ask, View};
use tablen_table::{Colour, Form, Seat};

use super::palette::Palette;
use crate::families;
use crate::play::telling;

/// The title line: the game, its rules and the round.
pub fn header(view: &View, lang: Lang, area: Rect, buffer: &mut Buffer) {
    let name = tablen_table::TEXTS.message(format!("game.{}", view.game)).render(lang);
    let preset = view.preset.filter(|preset| *preset != view.game);
    let mut parts = vec![name];
    parts.extend(preset.map(str::to_owned));
    if view.form != Form::Single {
        parts.push(message!("play.screen.round").with("round", view.round).render(lang));
    }
    let style = Style::new().add_modifier(Modifier::REVERSED | Modifier::BOLD);
    buffer.set_style(area, style);
    buffer.set_stringn(area.x + 1, area.y, parts.join(" · "), usize::from(area.width - 1), style);
    let help = message!("play.screen.help-key").render(lang);
    let length = u16::try_from(help.chars().count()).unwrap_or(area.width);
    if length + 30 < area.width {
        buffer.set_string(area.x + area.width - length - 1, area.y, help, style);
    }
}

/// The players and the moves.
pub fn side(
    view: &View,
    moves: &[view::Line],
    lang: Lang,
    palette: Palette,
    area: Rect,
    buffer: &mut Buffer,
) {
    let mut lines = Vec::new();
    // The opponent above, oneself below, as across a table; of two people, the dark side above.
    let below = match view.viewer {
        view::Viewer::At(seat) => seat,
        _ if view.seats.host.colour == Colour::Light => Seat::Host,
        _ => Seat::Guest,
    };
    for seat in [below.other(), below] {
        lines.extend(player(view, seat, lang, palette, area.width));
    }
    let room = usize::from(area.height).saturating_sub(lines.len());
    lines.extend(told(view, moves, usize::from(area.width), room));
    Paragraph::new(lines).render(area, buffer);
}

fn player(view: &View, seat: Seat, lang: Lang, palette: Palette, width: u16) -> Vec<Line<'static>> {
    let player = &view.seats[seat];
    let acts = view.to_act == Some(seat);
    let name = telling::who(&player.occupant, seat, view.viewer).render(lang);
    let name = format!("{} {} {name}", if acts { "▶" } else { " " }, telling::sign(player.colour));
    let clock = view.clock.as_ref().map(|clock| {
        let left = &clock.left[seat];
        let periods = if left.periods > 0 { format!(" +{}", left.periods) } else { String::new() };
        let is_short = left.time.as_secs() < 20 && left.periods == 0;
        let style = match (clock.running == Some(seat), is_short) {
            (true, true) => palette.warning(),
            (true, false) => Style::new().add_modifier(Modifier::BOLD),
            _ => Style::new(),
        };
        (format!("{}{periods}", telling::time(left.time)), style)
    });
    let strong = if acts { Style::new().add_modifier(Modifier::BOLD) } else { Style::new() };
    let mut first = vec![Span::styled(name.clone(), strong)];
    if let Some((text, style)) = clock {
        let used = name.chars().count() + text.chars().count();
        first.push(Span::raw(" ".repeat(usize::from(width).saturating_sub(used + 1).max(1))));
        first.push(Span::styled(text, style));
    }
    let mut about = vec![telling::side(&view.rules, player.colour).render(lang)];
    if families::board(view).is_some_and(|board| board.captures_men()) && player.captured > 0 {
        about.push(message!("play.screen.captured").with("men", player.captured).render(lang));
    }
    if view.form != Form::Single {
        about.push(message!("play.screen.won").with("rounds", player.rounds_won).render(lang));
    }
    let quiet = Style::new().add_modifier(Modifier::DIM);
    vec![Line::from(first), Line::styled(format!("    {}", about.join(", ")), quiet), Line::default()]
}

/// The last turns that fit, the last of them marked.
fn told(view: &View, moves: &[view::Line], width: usize, room: usize) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    for told in moves {
        let sign = telling::sign(view.seats[told.seat].colour);
        let indent = format!("{:>3} {sign} ", told.turn);
        for (place, part) in wrapped(&told.text, width.saturating_sub(indent.chars().count() + 1)).enumerate()
        {
            let start = if place == 0 { indent.clone() } else { " ".repeat(indent.chars().count()) };
            lines.push(Line::raw(start + &part));
        }
    }
    let from = lines.len().saturating_sub(room);
    lines.split_off(from)
}

/// A text in lines that are no wider than that, broken at spaces.
fn wrapped(text: &str, width: usize) -> impl Iterator<Item = String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines.into_iter()
}

/// The keys that do something now.
pub fn keys(view: &View, picked: bool, has_hint: bool, lang: Lang, area: Rect, buffer: &mut Buffer) {
    let may = |ask: Ask| view.may.contains(&ask);
    let shown = [
        (may(Ask::Roll), "r", "play.screen.key.roll"),
        (may(Ask::Confirm), "c", "play.screen.key.confirm"),
        (may(Ask::Move) || may(Ask::Step), "Tab", "play.screen.key.next"),
        (
            may(Ask::Move) || may(Ask::Step),
            "Enter",
            if picked { "play.screen.key.drop" } else { "play.screen.key.pick" },
        ),
        (may(Ask::UndoStep) || may(Ask::AskTakeback), "u", "play.screen.key.undo"),
        (has_hint, "p", "play.screen.key.play-hint"),
        (!has_hint && (may(Ask::Move) || may(Ask::Step)), "h", "play.screen.key.hint"),
        (may(Ask::OfferRematch), "n", "play.screen.key.again"),
        (true, "?", "play.screen.key.help"),
        (true, "q", "play.screen.key.quit"),
    ];
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let mut spans = vec![Span::raw(" ")];
    for (_, key, about) in shown.into_iter().filter(|(shows, ..)| *shows) {
        spans.push(Span::styled(key, bold));
        spans.push(Span::raw(format!(" {}   ", message!(about).render(lang))));
    }
    Line::from(spans).render(area, buffer);
}

/// A box in the middle of the screen.
pub fn dialog(title: &str, text: &str, area: Rect, buffer: &mut Buffer) {
    let widest = text.lines().map(|line| line.chars().count()).max().unwrap_or(0).max(title.chars().count());
    let width = u16::try_from(widest + 4).unwrap_or(area.width).min(area.width);
    let inner = usize::from(width.saturating_sub(4)).max(1);
    let lines: usize = text.lines().map(|line| line.chars().count().div_ceil(inner).max(1)).sum();
    let height = u16::try_from(lines + 2).unwrap_or(area.height).min(area.height);
    let place =
        Rect::new(area.x + (area.width - width) / 2, area.y + (area.height - height) / 2, width, height);
    ratatui::widgets::Clear.render(place, buffer);
    let frame = ratatui::widgets::Block::bordered()
        .border_type(ratatui::widgets::BorderType::Rounded)
        .title(format!(" {title} "))
        .padding(ratatui::widgets::Padding::horizontal(1));
    Paragraph::new(text).wrap(Wrap { trim: false }).block(frame).render(place, buffer);
}
