//! The table: random commands, drawn as the tests of its laws draw them.

use std::hint::black_box;
use std::time::Duration;

use tablen_table::dice::Source;
use tablen_table::{Command, Ruleset, Seat, Spec, Table};

use crate::measure::{Contestant, interleaved};
use crate::support::{random_command, random_seat, random_spec};
use crate::table::{Table as Report, grouped, rate};
use crate::{Fallible, Plan};

/// What is asked at one table from its opening to the end of the game.
struct Script {
    seed: u64,
    spec: Spec,
    asked: Vec<(Seat, Command, Duration)>,
}

impl Script {
    /// Draws commands; drawing looks at what can be played and takes longer than the table does, so it is not measured.
    fn draw(seed: u64, spec: Spec, most: usize) -> Option<Script> {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut script = Script { seed, spec, asked: Vec::new() };
        let mut dice = Source::Seeded(seed);
        let mut now = Duration::ZERO;
        let mut table = Table::open(script.spec.clone(), None, now, &mut dice).ok()?;
        while script.asked.len() < most && !table.state().is_over() {
            now += Duration::from_millis(rng.u64(..1_500));
            let (seat, command) = (random_seat(&table, &mut rng), random_command(&table, &mut rng));
            script.asked.push((seat, command.clone(), now));
            let _ = table.apply(seat, command, now, &mut dice);
        }
        Some(script)
    }

    /// Asks for everything; how many commands there were, and how many were refused.
    fn run(&self) -> (u64, u64) {
        let mut dice = Source::Seeded(self.seed);
        let Ok(mut table) = Table::open(self.spec.clone(), None, Duration::ZERO, &mut dice) else {
            return (0, 0);
        };
        let mut refused = 0;
        for (seat, command, now) in &self.asked {
            refused += u64::from(black_box(table.apply(*seat, command.clone(), *now, &mut dice)).is_err());
        }
        (self.asked.len() as u64, refused)
    }
}

fn run_all(scripts: &[Script]) -> (u64, u64) {
    scripts.iter().map(Script::run).fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1))
}

/// How many commands a table takes in a second.
pub fn random_commands(plan: &Plan, report: &mut Report) -> Fallible {
    let (mut tafl, mut tavli) = (Vec::new(), Vec::new());
    for seed in 0.. {
        let spec = random_spec(&mut fastrand::Rng::with_seed(seed));
        let family = if matches!(spec.ruleset, Ruleset::Tafl(_)) { &mut tafl } else { &mut tavli };
        if family.len() as u64 >= plan.tables {
            if tafl.len().min(tavli.len()) as u64 >= plan.tables {
                break;
            }
            continue;
        }
        family.extend(Script::draw(seed, spec, plan.commands));
    }
    let refused = run_all(&tafl).1 + run_all(&tavli).1;
    let [mix, tafl_only, tavli_only] = interleaved(
        plan.rounds,
        [
            Contestant::new("all games", || run_all(&tafl).0 + run_all(&tavli).0),
            Contestant::new("tafl", || run_all(&tafl).0),
            Contestant::new("tavli", || run_all(&tavli).0),
        ],
    );
    report.report("table, random commands", rate(mix.rate(), "commands"));
    report.report("table, random commands, tafl", rate(tafl_only.rate(), "commands"));
    report.report("table, random commands, tavli", rate(tavli_only.rate(), "commands"));
    report.note(format!(
        "Table: {} commands at {} tables of each family, Tablut to Alea, from the opening to the end of the game or {} \
         commands, drawn beforehand as the tests draw them; {} were refused. Each is checked, folded into the state and \
         logged. At least 100,000 a second on one core were asked for.",
        grouped(mix.units),
        grouped(plan.tables),
        plan.commands,
        grouped(refused),
    ));
    Ok(())
}
