//! What the tests of tavli share.

use std::collections::BTreeSet;

use fastrand::Rng;
use tablen_rules::rule::RuleId;
use tablen_rules::tavli::{Die, Illegal, Place, Play, Position, Results, Roll, Ruleset};

/// The default rules with some options changed: `gate:both`.
pub fn rules(options: &str) -> Ruleset {
    options.parse().unwrap()
}

/// The position of a text under the default rules.
pub fn position(text: &str) -> Position {
    position_under("", text)
}

/// The position of a text under the default rules with some options changed.
pub fn position_under(options: &str, text: &str) -> Position {
    Position::new(rules(options), text.parse().unwrap()).unwrap_or_else(|faults| panic!("{text}: {faults}"))
}

pub fn roll(text: &str) -> Roll {
    text.parse().unwrap()
}

pub fn die(pips: u8) -> Die {
    Die::new(pips).unwrap()
}

/// A place by its text: `hand`, `m4`, `17`, `off`.
pub fn place(text: &str) -> Place {
    let step: tablen_rules::tavli::Step = format!("{text}-off(1)").parse().unwrap();
    step.from
}

/// A throw under way.
pub fn play(position: &Position, dice: &str) -> Play {
    position.roll(roll(dice)).unwrap()
}

/// The steps that can be played next, as one line of text.
pub fn next(play: &Play) -> String {
    let steps: Vec<String> = play.next_steps().iter().map(ToString::to_string).collect();
    steps.join(" ")
}

/// The first steps of a throw.
pub fn first_steps(position: &Position, dice: &str) -> String {
    next(&play(position, dice))
}

/// Plays steps given as text, all of which must be legal.
pub fn steps(play: &mut Play, text: &str) {
    for word in text.split_whitespace() {
        let step: tablen_rules::tavli::Step = word.parse().unwrap();
        let actual = play.step(step.from, step.die).unwrap_or_else(|reason| panic!("{word}: {reason}"));
        assert_eq!(actual, step);
    }
}

/// Why a first step is refused.
pub fn refused(position: &Position, dice: &str, from: &str, pips: u8) -> Illegal {
    let play = play(position, dice);
    play.why_not(place(from), die(pips))
        .unwrap_or_else(|| panic!("{from} with {pips} is legal in {position}"))
}

/// The rule a refusal cites.
pub fn rule(reason: Illegal) -> String {
    let rule: RuleId = reason.rule();
    rule.to_string()
}

/// The mover's men after each result of a throw, as text.
pub fn results(position: &Position, dice: &str) -> BTreeSet<String> {
    let mut results = Results::new();
    position.results_into(roll(dice), &mut results);
    let men: BTreeSet<String> =
        results.positions().map(|after| after.men(position.side()).to_string()).collect();
    assert_eq!(men.len(), results.len());
    men
}

/// A throw of three dice.
pub fn thrown(rng: &mut Rng) -> Roll {
    Roll::new([(); 3].map(|()| Die::ALL[rng.usize(..6)]))
}
