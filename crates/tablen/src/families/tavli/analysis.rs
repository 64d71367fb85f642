//! Asks the engine about positions, throws and every turn of a game.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tablen_engine::analysis::{Chance, Graph};
use tablen_engine::tavli::analysis::{
    GameAnalysis, Luck, PlayerSummary, PositionAnalysis, ThrowAnalysis, TurnAnalysis, analyse_game,
    analyse_position, analyse_throw,
};
use tablen_engine::tavli::{Engine, EvaluatorKind, Habits, Rollout, Settings, Trials};
use tablen_engine::{Limits, Signals};
use tablen_rules::tavli::{Position, Roll, Side};
use tablen_rules::words::{Lang, Message};
use tablen_table::{Colour, TavliRound};

use super::picture::picture;
use super::saved_rollouts::SavedRollouts;
use super::side_text;
use crate::failure::Failure;
use crate::families::analysis::{
    self, Align, ToldTurn, hope, on_a_line, percent, tell_marked, tell_turns, with_members, write_table,
};
use crate::families::{self, Asked, Decision, Effort, FamilyAnalysis, Length};
use crate::progress::Progress;

/// Decimals of a chance of winning in percent.
const DECIMALS: usize = 1;

/// Analyses the turns of a round until it is stopped. `next` hears of each.
pub fn analyse_round(
    round: &TavliRound,
    asked: &Asked,
    signals: Signals<'_>,
    next: &mut dyn FnMut(),
) -> Result<GameAnalysis, Failure> {
    let (mut engine, limits) = thinking(asked.effort);
    let mut progress = |_: &[TurnAnalysis]| next();
    let found =
        analyse_game(&mut engine, &round.past().to_vec(), &limits, asked.lines, signals, &mut progress);
    found.map_err(|illegal| Failure::input(&illegal))
}

/// Analyses a position: with a throw the turns that can be played, else the throws.
pub fn analyse(
    position: &Position,
    asked: &Asked,
    signals: Signals<'_>,
) -> Result<Box<dyn FamilyAnalysis>, Failure> {
    let (mut engine, limits) = thinking(asked.effort);
    let roll: Option<Roll> = asked.roll.as_ref().map(|given| given.parse()).transpose()?;
    let over = || Failure::Input(message!("analyse.error.over"));
    Ok(match roll {
        Some(roll) => {
            let found = analyse_throw(&mut engine, position, roll, asked.lines, &limits, signals);
            let mut found = found.ok_or_else(over)?;
            if let Some(how) = &asked.rollout {
                roll_out(&mut found, position, how, asked, signals)?;
            }
            Box::new(Analysed { position: *position, found })
        }
        None => {
            let found = analyse_position(&mut engine, position, &limits, signals);
            Box::new(Analysed { position: *position, found: found.ok_or_else(over)? })
        }
    })
}

/// How often what was played is written to its file at most: a kill loses no more than that.
const SAVING: Duration = Duration::from_secs(1);

/// Rolls the turns of a throw out as it is asked for. What was played is kept in the file that is asked for, and gone on from.
fn roll_out(
    found: &mut ThrowAnalysis,
    position: &Position,
    how: &families::Rollout,
    asked: &Asked,
    signals: Signals<'_>,
) -> Result<(), Failure> {
    let usual = Rollout::USUAL;
    let rollout = Rollout {
        trials: how.games,
        turns: match how.length {
            Some(Length::Turns(turns)) => Some(turns),
            Some(Length::Full) => None,
            None => usual.turns,
        },
        enough: how.error.or(usual.enough),
        seed: how.seed.unwrap_or(usual.seed),
        threads: how.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from)),
    };
    let evaluator = EvaluatorKind::default().evaluator();
    let file = asked.save.as_deref();
    let mut saved = match file {
        Some(file) => {
            let heading = SavedRollouts::heading(&*evaluator, position, found.roll, &rollout);
            SavedRollouts::read(file, heading)?
        }
        None => SavedRollouts::default(),
    };
    let turns: Vec<String> = found.plays.iter().map(|play| play.turn.to_string()).collect();
    let mut played: Vec<Trials> = turns.iter().map(|turn| saved.of(turn)).collect();
    let mut progress = Progress::new(u64::from(how.games) * turns.len() as u64, asked.lang);
    let mut written = Instant::now();
    let mut save = |played: &[Trials]| match file {
        Some(file) => {
            saved.put(&turns, played);
            saved.write(file)
        }
        None => Ok(()),
    };
    let mut tell = |played: &[Trials]| {
        progress.at(played.iter().map(Trials::games).sum());
        if written.elapsed() >= SAVING {
            // What cannot be written now is written, or told, at the end.
            let _ = save(played);
            written = Instant::now();
        }
    };
    let done = found.roll_out(&*evaluator, position, &rollout, &mut played, signals, &mut tell);
    drop(progress);
    done.map_err(|illegal| Failure::input(&illegal))?;
    save(&played)
}

/// A level looks as far ahead as it does when it plays, but makes no mistakes on purpose. With limits it looks as far as they allow.
fn thinking(effort: Effort) -> (Engine, Limits) {
    match effort {
        Effort::Limited(limits) => (Engine::new(), limits),
        Effort::Level(level) => {
            let settings = Settings { noise: 0, habits: Habits::default(), ..Settings::of(level) };
            let limits = Limits::nodes(settings.nodes);
            (Engine::with_settings(settings), limits)
        }
    }
}

/// A position with what was found out about it.
struct Analysed<T> {
    position: Position,
    found: T,
}

impl<T> Analysed<T> {
    fn show(&self, out: &mut dyn Write) -> io::Result<()> {
        let men = self.position.setup().men;
        writeln!(out, "{}", picture(&men.white.into(), &men.black.into()))
    }

    fn members(&self) -> Value {
        let Analysed { position, .. } = self;
        json!({ "position": position.setup().to_string(), "ruleset": position.ruleset().to_string() })
    }
}

impl FamilyAnalysis for Analysed<ThrowAnalysis> {
    fn tell(&self, out: &mut dyn Write, lang: Lang) -> io::Result<()> {
        let found = &self.found;
        self.show(out)?;
        let heading = message!("analyse.throw")
            .with("side", side_text(found.side))
            .text("roll", found.roll)
            .with("before", hope(found.chance_before, DECIMALS))
            .with("luck", signed(found.luck))
            .with("choices", found.choices);
        writeln!(out, "{}", heading.render(lang))?;
        let rows: Vec<[String; 5]> = (1..)
            .zip(&found.plays)
            .map(|(number, play)| {
                let loss = if number == 1 { String::new() } else { less(play.loss).render(lang) };
                let error = play.rolled_out.map(|rolled_out| {
                    let error = message!("analyse.rolled-out").with("games", rolled_out.trials);
                    error.decimal("percent", rolled_out.standard_error * 100.0, 2).render(lang)
                });
                let error = error.unwrap_or_default();
                [
                    format!("{number}."),
                    hope(play.chance, DECIMALS).render(lang),
                    error,
                    loss,
                    on_a_line(&play.turn.steps),
                ]
            })
            .collect();
        use Align::{Left, Right};
        write_table(&rows, &[Right, Right, Left, Right, Left], out)?;
        let work = message!("analyse.work").with("depth", found.depth).with("nodes", found.nodes);
        writeln!(out, "{}", work.render(lang))
    }

    fn as_json(&self) -> Value {
        with_members(serde_json::to_value(&self.found), self.members())
    }

    fn graph(&self, _: Message) -> Option<Graph> {
        None
    }

    fn decisions(&self, _: Colour) -> Vec<Decision> {
        Vec::new()
    }
}

impl FamilyAnalysis for Analysed<PositionAnalysis> {
    fn tell(&self, out: &mut dyn Write, lang: Lang) -> io::Result<()> {
        let found = &self.found;
        self.show(out)?;
        let heading = message!("analyse.before-throw");
        let heading =
            heading.with("side", side_text(found.side)).with("chance", hope(found.chance, DECIMALS));
        writeln!(out, "{}", heading.render(lang))?;
        let rows: Vec<[String; 3]> = found
            .throws
            .iter()
            .map(|throw| {
                let luck = Luck::estimated(throw.chance.as_f64() - found.chance.as_f64());
                let [chance, luck] =
                    [hope(throw.chance, DECIMALS), signed(luck)].map(|message| message.render(lang));
                [throw.roll.to_string(), chance, luck]
            })
            .collect();
        use Align::{Left, Right};
        write_table(&rows, &[Left, Right, Right], out)
    }

    fn as_json(&self) -> Value {
        with_members(serde_json::to_value(&self.found), self.members())
    }

    fn graph(&self, _: Message) -> Option<Graph> {
        None
    }

    fn decisions(&self, _: Colour) -> Vec<Decision> {
        Vec::new()
    }
}

impl FamilyAnalysis for GameAnalysis {
    fn tell(&self, out: &mut dyn Write, lang: Lang) -> io::Result<()> {
        let turns: Vec<ToldTurn> = self.turns.iter().map(told).collect();
        tell_turns(&turns, Some(message!("analyse.luck")), DECIMALS, out, lang)?;
        writeln!(out)?;
        for side in Side::ALL {
            for line in summary(side, self.summary(side)) {
                writeln!(out, "{}", line.render(lang))?;
            }
        }
        if let Some(without) = self.white_without_luck {
            let line = message!("analyse.without-luck").with("side", side_text(Side::White));
            let line = line.decimal("percent", without.percent(), 1);
            writeln!(out, "{}", line.render(lang))?;
        }
        for (number, turn) in (1..).zip(&self.turns) {
            tell_mark(number, turn, out, lang)?;
        }
        Ok(())
    }

    fn as_json(&self) -> Value {
        with_members(serde_json::to_value(self), json!({}))
    }

    fn graph(&self, title: Message) -> Option<Graph> {
        Some(GameAnalysis::graph(self, title))
    }

    fn decisions(&self, side: Colour) -> Vec<Decision> {
        let own = self.turns.iter().filter(|turn| Colour::from(turn.side) == side);
        let decision = |turn: &TurnAnalysis| Decision {
            judged: turn.judged,
            is_forced: turn.is_forced,
            luck: Some(turn.luck.as_f64()),
        };
        own.map(decision).collect()
    }
}

fn told(turn: &TurnAnalysis) -> ToldTurn {
    ToldTurn {
        side: side_text(turn.side),
        played: turn.played.to_string(),
        better: (!turn.is_best).then(|| on_a_line(&turn.best.steps)),
        judged: turn.judged,
        after: hope(turn.judged.chance_after, DECIMALS),
        luck: Some(signed(turn.luck)),
    }
}

/// What would have been better than a turn that has a mark.
fn tell_mark(number: usize, turn: &TurnAnalysis, out: &mut dyn Write, lang: Lang) -> io::Result<()> {
    if !tell_marked(number, &told(turn), DECIMALS, out, lang)? {
        return Ok(());
    }
    writeln!(out, "   {}", message!("analyse.better").text("line", on_a_line(&turn.best.steps)).render(lang))
}

/// How well a side played, and how lucky it was.
fn summary(side: Side, found: &PlayerSummary) -> [Message; 2] {
    let PlayerSummary { summary, unforced, loss_per_unforced, luck } = *found;
    let played = message!("analyse.turn-summary")
        .with("side", side_text(side))
        .with("turns", summary.turns)
        .with("unforced", unforced)
        .with("loss", percent(loss_per_unforced, 2))
        .with("doubtful", summary.doubtful)
        .with("errors", summary.errors)
        .with("blunders", summary.blunders);
    let lucky = message!("analyse.luck-summary").with("side", side_text(side)).with("luck", signed(luck));
    [played, lucky]
}

/// What is lost.
fn less(loss: Chance) -> Message {
    message!("analyse.less").with("value", percent(loss, DECIMALS))
}

/// What throws brought.
fn signed(luck: Luck) -> Message {
    analysis::signed(luck.percent())
}
