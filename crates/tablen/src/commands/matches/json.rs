//! A match as JSON.

use serde_json::{Map, Value, json};
use tablen_lab::drawn_rules::DrawnRules;
use tablen_lab::matches::End;
use tablen_lab::openings::Openings;
use tablen_lab::players::Player;
use tablen_lab::statistics::{Games, Interval, Points, Verdict, elo};
use tablen_table::Colour;

use super::Finished;
use super::report::end_name;

/// Every step of a ladder.
pub fn ladder(matches: &[Finished]) -> Value {
    json!({ "steps": matches.iter().map(of).collect::<Vec<_>>() })
}

/// One match.
pub fn of(finished: &Finished) -> Value {
    let Finished { settings, threads, played, elapsed } = finished;
    let tally = &played.tally;
    let ruleset = &settings.ruleset;
    let by_side = |view: &dyn Fn(Games) -> Games, exchanged: bool| {
        let sides = [Colour::Dark, Colour::Light].map(|colour| {
            let first_plays = if exchanged { colour.other() } else { colour };
            (ruleset.side_name(colour).to_owned(), games(&view(tally.games_as(first_plays))))
        });
        sides.into_iter().collect::<Map<String, Value>>()
    };
    let [first, second] = &settings.players;
    let results = [
        (first, tally.games(), by_side(&|games| games, false)),
        (second, tally.games().for_opponent(), by_side(&|games| games.for_opponent(), true)),
    ];
    let [lost, almost_lost, even, almost_won, won] = tally.pairs().counts();
    let score = tally.pairs().score();
    let sprt = settings.sprt.map(|sprt| {
        let (accept_lower, accept_higher) = sprt.bounds();
        json!({
            "lower": sprt.hypotheses.lower(), "higher": sprt.hypotheses.higher(),
            "alpha": sprt.alpha, "beta": sprt.beta, "llr": sprt.llr(tally.pairs()),
            "accept_lower": accept_lower, "accept_higher": accept_higher,
            "verdict": sprt.verdict(tally.pairs()).map(|verdict| match verdict {
                Verdict::Lower => "lower",
                Verdict::Higher => "higher",
            }),
        })
    });
    let lengths = tally.lengths();
    json!({
        "ruleset": ruleset.to_string(), "preset": ruleset.preset(), "seed": settings.seed,
        "random_options": settings.drawn_rules != DrawnRules::AsGiven,
        "openings": match &settings.openings {
            Openings::Random(moves) => json!(moves),
            Openings::Book(book) => json!({ "book": book.len() }),
        },
        "plies": settings.longest,
        "end": match played.end {
            End::Complete => "complete",
            End::Decided => "decided",
            End::Interrupted => "interrupted",
        },
        "games": tally.games().len(), "games_asked": settings.pairs * 2,
        "players": results.map(|(player, all, sides)| {
            json!({ "player": player.to_string(), "all": games(&all), "sides": sides })
        }),
        "pairs": { "2-0": won, "1.5-0.5": almost_won, "1-1": even, "0.5-1.5": almost_lost, "0-2": lost },
        "score": score.map(|score| range(score.mean(), score.interval())),
        "elo": score.map(|score| range(elo(score.mean()), score.interval().in_elo())),
        "superiority": score.map(|score| score.superiority()),
        "sprt": sprt,
        "length": {
            "mean": lengths.sum as f64 / tally.games().len().max(1) as f64,
            "least": lengths.least, "most": lengths.most,
        },
        "ends": tally.ends().iter().map(|(winner, reason, count)| json!({
            "winner": winner.map(|colour| ruleset.side_name(colour)),
            "reason": end_name(*reason), "count": count,
        })).collect::<Vec<_>>(),
        "forfeits": tally.forfeits().iter().map(|(number, forfeit)| json!({
            "game": number + 1, "player": forfeit.player, "error": forfeit.failing.to_string(),
        })).collect::<Vec<_>>(),
        "repeatable": settings.players.iter().all(Player::is_repeatable),
        "seconds_per_turn": tally.thinking().map(|thinking| thinking.per_turn().as_secs_f64()),
        "seconds": elapsed.as_secs_f64(), "threads": threads,
    })
}

fn games(games: &Games) -> Value {
    json!({
        "games": games.len(),
        "wins": games.count(Points::Win), "draws": games.count(Points::Draw), "losses": games.count(Points::Loss),
        "score": games.score().map(|score| range(score.mean(), score.interval())),
    })
}

/// A value and its 95 % interval; what is infinite is null.
fn range(value: f64, interval: Interval) -> Value {
    json!({ "value": value, "low": interval.low, "high": interval.high })
}
