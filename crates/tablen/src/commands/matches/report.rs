//! A match for people.

use std::io::{self, Write};

use tablen_lab::drawn_rules::DrawnRules;
use tablen_lab::matches::{End, Settings, Tally};
use tablen_lab::players::Player;
use tablen_lab::statistics::{Games, Interval, Points, Score, Verdict, elo};
use tablen_rules::words::{Arg, Explain, Lang, Message};
use tablen_table::{Colour, EndReason, Ruleset};

use super::Finished;
use crate::families;

/// Tells everything about one match.
pub fn of(finished: &Finished, out: &mut dyn Write, lang: Lang) -> io::Result<()> {
    let Finished { settings, threads, played, elapsed } = finished;
    let tally = &played.tally;
    let mut say = Sayer { out, lang };
    let [first, second] = &settings.players;
    let title = message!("match.title").text("first", first).text("second", second);
    say.line(about(title, settings))?;
    let Some(score) = tally.pairs().score() else { return say.line(message!("match.nothing")) };
    if let Some(line) = early_end(finished) {
        say.line(line)?;
    }
    say.gap()?;
    let mut rows = vec![header("match.column.player", lang)];
    for (player, is_first) in [(first, true), (second, false)] {
        rows.extend(player_rows(settings, tally, player, is_first, lang));
    }
    say.table(&rows)?;
    say.gap()?;
    say.line(message!("match.pairs").text("player", first))?;
    let pairs =
        ["2–0", "1½–½", "1–1", "½–1½", "0–2"].into_iter().zip(tally.pairs().counts().into_iter().rev());
    say.table(&shares(pairs.map(|(pair, count)| (pair.to_owned(), count)), lang))?;
    say.gap()?;
    say.line(elo_line(&score))?;
    let superiority = message!("match.superiority").text("player", first);
    say.line(superiority.decimal("value", score.superiority() * 100.0, 1))?;
    if let Some(line) = test_line(settings, tally) {
        say.line(line)?;
    }
    say.gap()?;
    say.line(message!("match.ends"))?;
    let ends = tally.ends().iter().map(|(winner, reason, count)| {
        let winner = match winner {
            Some(colour) => side(&settings.ruleset, *colour),
            None => message!("match.nobody"),
        };
        let reason = message!(format!("cli.end.{}", end_name(*reason)));
        (message!("match.ended").with("winner", winner).with("reason", reason).render(lang), *count)
    });
    say.table(&shares(ends, lang))?;
    for (number, forfeit) in tally.forfeits().iter().take(FORFEITS_TOLD) {
        let player = &settings.players[forfeit.player];
        let told = message!("match.forfeit").with("game", number + 1).text("player", player);
        say.line(told.with("error", forfeit.failing.message()))?;
    }
    if let Some(more) = tally.forfeits().len().checked_sub(FORFEITS_TOLD).filter(|more| *more > 0) {
        say.line(message!("match.more-forfeits").with("more", more))?;
    }
    say.gap()?;
    let (lengths, games) = (tally.lengths(), tally.games().len());
    say.line(
        message!("match.length")
            .decimal("mean", lengths.sum as f64 / games as f64, 1)
            .with("least", lengths.least)
            .with("most", lengths.most),
    )?;
    let [first_time, second_time] =
        tally.thinking().map(|thinking| thinking.per_turn().as_secs_f64() * 1_000.0);
    say.line(
        message!("match.thinking")
            .text("first", first)
            .decimal("first-time", first_time, 2)
            .text("second", second)
            .decimal("second-time", second_time, 2),
    )?;
    say.line(
        message!("match.speed")
            .with("games", games)
            .decimal("seconds", elapsed.as_secs_f64(), 1)
            .with("threads", *threads),
    )?;
    match settings.players.iter().all(Player::is_repeatable) {
        true => Ok(()),
        false => say.line(message!("match.not-repeatable")),
    }
}

/// How many forfeits are told one by one.
const FORFEITS_TOLD: usize = 10;

/// Tells a ladder, a step a row.
pub fn ladder(matches: &[Finished], out: &mut dyn Write, lang: Lang) -> io::Result<()> {
    let mut say = Sayer { out, lang };
    let mut rows = vec![header("match.column.players", lang)];
    rows[0].extend(["match.column.elo", "match.column.test"].map(|key| message!(key).render(lang)));
    for Finished { settings, played, .. } in matches {
        let tally = &played.tally;
        let Some(score) = tally.pairs().score() else { continue };
        let [first, second] = &settings.players;
        let players = message!("match.against").text("first", first).text("second", second);
        let mut row = games_row(players.render(lang), &tally.games(), &score, lang);
        row.push(elo_text(elo(score.mean())).render(lang));
        row.push(
            verdict("short-verdict", settings, tally).map_or_else(String::new, |said| said.render(lang)),
        );
        rows.push(row);
    }
    if let Some(Finished { settings, .. }) = matches.first() {
        say.line(about(message!("match.ladder-title"), settings))?;
    }
    for line in
        matches.iter().filter(|finished| finished.played.end == End::Interrupted).filter_map(early_end)
    {
        say.line(line)?;
    }
    say.gap()?;
    say.table(&rows)
}

/// The name of an end, as random games have it: what players agree on in a match is that a game has become too long.
pub fn end_name(reason: EndReason) -> &'static str {
    match reason {
        EndReason::Agreed => "cut",
        EndReason::Resigned => "forfeit",
        other => other.name(),
    }
}

/// Where sentences and tables go.
struct Sayer<'a> {
    out: &'a mut dyn Write,
    lang: Lang,
}

impl Sayer<'_> {
    fn line(&mut self, message: Message) -> io::Result<()> {
        writeln!(self.out, "{}", message.render(self.lang))
    }

    fn gap(&mut self) -> io::Result<()> {
        writeln!(self.out)
    }

    /// Columns as wide as their widest cell, the first to the left, numbers to the right.
    fn table(&mut self, rows: &[Vec<String>]) -> io::Result<()> {
        let columns = rows.iter().map(Vec::len).max().unwrap_or_default();
        let widths: Vec<usize> = (0..columns)
            .map(|column| {
                let cells = rows.iter().filter_map(|row| row.get(column));
                cells.map(|cell| cell.chars().count()).max().unwrap_or_default()
            })
            .collect();
        for row in rows {
            let mut line = String::new();
            for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
                match column {
                    0 => line += &format!("{cell:<width$}"),
                    _ => line += &format!("  {cell:>width$}"),
                }
            }
            writeln!(self.out, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

fn about(title: Message, settings: &Settings) -> Message {
    let ruleset =
        settings.ruleset.preset().map_or_else(|| settings.ruleset.to_string(), |name| name.to_owned());
    let ruleset = match settings.drawn_rules {
        DrawnRules::AsGiven => message!("match.ruleset").text("ruleset", ruleset),
        DrawnRules::AllOptions | DrawnRules::SameGoalKind => {
            message!("match.drawn-options").text("ruleset", ruleset)
        }
    };
    title.with("ruleset", ruleset).text("seed", settings.seed)
}

/// Why there are fewer games than were asked for.
fn early_end(finished: &Finished) -> Option<Message> {
    let key = match finished.played.end {
        End::Complete => return None,
        End::Decided => "match.decided",
        End::Interrupted => "match.interrupted",
    };
    let (games, total) = (finished.played.tally.games().len(), finished.settings.pairs * 2);
    Some(message!(key).with("games", games).with("total", total))
}

fn header(first: &'static str, lang: Lang) -> Vec<String> {
    let columns = [
        first,
        "match.column.games",
        "match.column.wins",
        "match.column.draws",
        "match.column.losses",
        "match.column.score",
        "match.column.interval",
    ];
    columns.map(|key| message!(key).render(lang)).into()
}

/// A player's games, all and by side. All are known in pairs; those of one side are independent of each other.
fn player_rows(
    settings: &Settings,
    tally: &Tally,
    player: &Player,
    is_first: bool,
    lang: Lang,
) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    let pairs = match is_first {
        true => *tally.pairs(),
        false => tally.pairs().for_opponent(),
    };
    let all = if is_first { tally.games() } else { tally.games().for_opponent() };
    if let Some(score) = pairs.score() {
        rows.push(games_row(player.to_string(), &all, &score, lang));
    }
    for colour in [Colour::Dark, Colour::Light] {
        let games = match is_first {
            true => tally.games_as(colour),
            false => tally.games_as(colour.other()).for_opponent(),
        };
        let name = message!("match.as").with("side", side(&settings.ruleset, colour)).render(lang);
        if let Some(score) = games.score() {
            rows.push(games_row(format!("  {name}"), &games, &score, lang));
        }
    }
    rows
}

fn games_row(name: String, games: &Games, score: &Score, lang: Lang) -> Vec<String> {
    let count = |count: u64| Arg::from(count).render(lang);
    let Interval { low, high } = score.interval();
    let interval = message!("match.interval").decimal("low", low * 100.0, 1).decimal("high", high * 100.0, 1);
    vec![
        name,
        count(games.len()),
        count(games.count(Points::Win)),
        count(games.count(Points::Draw)),
        count(games.count(Points::Loss)),
        percent(score.mean()).render(lang),
        interval.render(lang),
    ]
}

/// Counts with their share of all.
fn shares(counts: impl Iterator<Item = (String, u64)>, lang: Lang) -> Vec<Vec<String>> {
    let counts: Vec<(String, u64)> = counts.collect();
    let all: u64 = counts.iter().map(|(_, count)| count).sum();
    let row = |(name, count): (String, u64)| {
        let share = percent(count as f64 / all.max(1) as f64);
        vec![format!("  {name}"), Arg::from(count).render(lang), share.render(lang)]
    };
    counts.into_iter().map(row).collect()
}

fn percent(share: f64) -> Message {
    message!("match.percent").decimal("value", share * 100.0, 1)
}

fn side(ruleset: &Ruleset, colour: Colour) -> Message {
    families::side(ruleset.family(), ruleset.side_name(colour))
}

fn elo_line(score: &Score) -> Message {
    let Interval { low, high } = score.interval().in_elo();
    // Of few games, or games all won, an end of the interval may be infinite.
    let key = match (low.is_finite(), high.is_finite()) {
        (true, false) => "match.elo-at-least",
        (false, true) => "match.elo-at-most",
        _ => "match.elo",
    };
    message!(key)
        .with("value", elo_text(elo(score.mean())))
        .with("low", elo_text(low))
        .with("high", elo_text(high))
}

/// A difference with its sign; a score of 0 or 1 is infinitely far from one half.
fn elo_text(difference: f64) -> Arg {
    if difference.is_finite() {
        // Rounding must not leave a zero with a minus.
        Arg::Text(format!("{:+.0}", difference.round() + 0.0).replace('-', "−"))
    } else {
        Arg::Text(if difference > 0.0 { "+∞" } else { "−∞" }.to_owned())
    }
}

fn test_line(settings: &Settings, tally: &Tally) -> Option<Message> {
    let sprt = settings.sprt?;
    let (low, high) = sprt.bounds();
    let line = message!("match.test")
        .decimal("lower", sprt.hypotheses.lower(), 3)
        .decimal("higher", sprt.hypotheses.higher(), 3)
        .text("alpha", sprt.alpha)
        .text("beta", sprt.beta)
        .decimal("llr", sprt.llr(tally.pairs()), 2)
        .decimal("low", low, 2)
        .decimal("high", high, 2);
    Some(line.with("verdict", verdict("verdict", settings, tally)?))
}

/// What the test has found; nothing where there is none.
fn verdict(form: &str, settings: &Settings, tally: &Tally) -> Option<Message> {
    let sprt = settings.sprt?;
    let found = match sprt.verdict(tally.pairs()) {
        Some(Verdict::Lower) => "lower",
        Some(Verdict::Higher) => "higher",
        None => "open",
    };
    let said = message!(format!("match.{form}.{found}"));
    Some(said.decimal("lower", sprt.hypotheses.lower(), 3).decimal("higher", sprt.hypotheses.higher(), 3))
}
