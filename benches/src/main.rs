//! Measures Tablen's rules and its table, beside other crates where they do the same thing, and prints ratios.
//!
//! A plain program instead of criterion: criterion times one function after another, while a ratio needs both sides
//! in turns in one process; and single runs here take seconds and need no statistics to be told apart.

mod allocations;
mod commands;
mod measure;
mod ours;
mod peers;
mod proofs;
mod rng;
#[path = "../../crates/table/tests/table/support/mod.rs"]
mod support;
mod table;
mod tally;
mod tavli;

use std::error::Error;
use std::hint::black_box;
use std::process::ExitCode;
use std::time::Instant;

use allocations::{Counting, Demand};
use measure::{Contestant, interleaved, progress};
use peers::{Hnefatafl, KingTaken, TaflRs};
use rng::Rng;
use table::{Ratio, Table, grouped, rate};
use tally::{PLY_CAP, Tally};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

const HELP: &str = "\
Measures Tablen's rules beside other crates and prints ratios.

  --markdown  print the table for the documentation
  --full      also measure the peer on perft 5, which takes a minute or two
  --quick     one short round: shows that everything runs, measures nothing well
  --only=TEXT only the parts with that in their name, such as --only=table
  --help      print this
";

/// Leaves below Tablut's start with the Muscovites to move, from depth 1 on.
const TABLUT_LEAVES: [u64; 5] = [80, 4_400, 353_200, 19_913_864, 1_611_674_360];

type Fallible = Result<(), Box<dyn Error>>;
type Part = fn(&Plan, &mut Table) -> Fallible;

/// How much of everything to run.
struct Plan {
    rounds: usize,
    /// The depth of Tablen's perft alone, and of the peer's with `--full`.
    deepest: u32,
    /// The depths of perft on both sides: leaves counted, leaves made.
    counted: u32,
    made: u32,
    full: bool,
    games: u64,
    games_counting: u64,
    alea_depth: u32,
    alea_games: u64,
    tavli_games: u64,
    /// Choices of tavli one turn ahead, and ten times as many of three alike.
    tavli_choices: usize,
    /// Tables of each family, each with so many random commands at most.
    tables: u64,
    commands: usize,
}

impl Plan {
    const NORMAL: Plan = Plan {
        rounds: 5,
        deepest: 5,
        counted: 4,
        made: 4,
        full: false,
        games: 100_000,
        games_counting: 20_000,
        alea_depth: 3,
        alea_games: 1_000,
        tavli_games: 1_000,
        tavli_choices: 200,
        tables: 200,
        commands: 300,
    };
    const QUICK: Plan = Plan {
        rounds: 1,
        deepest: 4,
        counted: 3,
        made: 2,
        full: false,
        games: 2_000,
        games_counting: 500,
        alea_depth: 2,
        alea_games: 20,
        tavli_games: 20,
        tavli_choices: 2,
        tables: 5,
        commands: 300,
    };
}

fn main() -> ExitCode {
    let mut plan = Plan::NORMAL;
    let mut markdown = false;
    let mut full = false;
    let mut only = String::new();
    for argument in std::env::args().skip(1) {
        match argument.as_str() {
            "--markdown" => markdown = true,
            "--full" => full = true,
            "--quick" => plan = Plan::QUICK,
            "--help" | "-h" => {
                print!("{HELP}");
                return ExitCode::SUCCESS;
            }
            other if other.starts_with("--only=") => other["--only=".len()..].clone_into(&mut only),
            other => {
                eprintln!("unknown argument {other}\n\n{HELP}");
                return ExitCode::from(2);
            }
        }
    }
    plan.full = full;
    match run(&plan, &only) {
        Ok(table) => {
            print!("{}", if markdown { table.markdown() } else { table.plain() });
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run(plan: &Plan, only: &str) -> Result<Table, Box<dyn Error>> {
    let started = Instant::now();
    let mut table = Table::default();
    let parts: &[(&str, Part)] = &[
        ("Tablut perft", tablut_perft),
        ("random games on 9×9", playouts),
        ("Alea Evangelii on 19×19", alea),
        ("tavli's results", tavli::results),
        ("tavli's choices", tavli::choices),
        ("commands at a table", commands::random_commands),
        ("forced wins", proofs::forced_wins),
        ("allocations", allocation_check),
    ];
    for (index, (name, part)) in parts.iter().enumerate().filter(|(_, (name, _))| name.contains(only)) {
        progress(&format!("part {} of {}: {name}", index + 1, parts.len()));
        part(plan, &mut table)?;
    }
    table.note(format!(
        "One thread; {} rounds, the sides in turns; median and the farthest round. A ratio is the median of the \
         rounds' ratios, with the lowest and the highest. Built for {}, popcount instruction: {}.",
        plan.rounds,
        std::env::consts::ARCH,
        if cfg!(target_feature = "popcnt") { "yes" } else { "not assumed" },
    ));
    progress(&format!("done in {:.0} s", started.elapsed().as_secs_f64()));
    Ok(table)
}

fn no_board() -> Box<dyn Error> {
    "a preset was refused by the rules".into()
}

/// Refuses to compare speeds of programs that do not count the same.
fn expect_leaves(who: &str, depth: u32, found: u64) -> Fallible {
    let expected = TABLUT_LEAVES[depth as usize - 1];
    if found == expected {
        return Ok(());
    }
    Err(format!("{who} counts {} leaves at depth {depth}, not {}", grouped(found), grouped(expected)).into())
}

fn tablut_perft(plan: &Plan, table: &mut Table) -> Fallible {
    let ours = ours::tablut().ok_or_else(no_board)?;
    let peer = Hnefatafl::preset().ok_or_else(no_board)?;
    let same_rules = Hnefatafl::same_rules().ok_or_else(no_board)?;
    for depth in 1..=3 {
        expect_leaves("Tablen", depth, ours.perft(depth))?;
        expect_leaves("Tablen", depth, ours.perft_made(depth))?;
        expect_leaves("hnefatafl", depth, peer.perft(depth))?;
        expect_leaves("hnefatafl with Tablen's rules", depth, same_rules.perft(depth))?;
    }
    let [deep, bulk, made, peer_bulk, peer_made] = interleaved(
        plan.rounds,
        [
            Contestant::new("Tablen, deepest", || ours.perft(plan.deepest)),
            Contestant::new("Tablen", || ours.perft(plan.counted)),
            Contestant::new("Tablen, leaves made", || ours.perft_made(plan.made)),
            Contestant::new("hnefatafl", || peer.perft(plan.counted)),
            Contestant::new("hnefatafl, leaves made", || peer.perft_made(plan.made)),
        ],
    );
    for (who, depth, series) in [
        ("Tablen", plan.deepest, &deep),
        ("Tablen", plan.counted, &bulk),
        ("Tablen, making leaves,", plan.made, &made),
        ("hnefatafl", plan.counted, &peer_bulk),
        ("hnefatafl, making leaves,", plan.made, &peer_made),
    ] {
        expect_leaves(who, depth, series.units)?;
    }
    let theirs = |summary, depth| format!("hnefatafl 0.0.2: {} (perft {depth})", rate(summary, "nodes"));
    table.compare(
        &format!("Tablut perft {}, leaves counted", plan.deepest),
        rate(deep.rate(), "nodes"),
        theirs(peer_bulk.rate(), plan.counted),
        Ratio::new(deep.against(&peer_bulk), Some(50.0)),
    );
    table.compare(
        &format!("Tablut perft {}, leaves counted", plan.counted),
        rate(bulk.rate(), "nodes"),
        theirs(peer_bulk.rate(), plan.counted),
        Ratio::new(bulk.against(&peer_bulk), None),
    );
    table.compare(
        &format!("Tablut perft {}, leaves made", plan.made),
        rate(made.rate(), "nodes"),
        theirs(peer_made.rate(), plan.made),
        Ratio::new(made.against(&peer_made), None),
    );
    if plan.full {
        let [peer_deep] =
            interleaved(1, [Contestant::new("hnefatafl, deepest", || peer.perft(plan.deepest))]);
        expect_leaves("hnefatafl", plan.deepest, peer_deep.units)?;
        table.compare(
            &format!("Tablut perft {}, leaves counted", plan.deepest),
            rate(deep.rate(), "nodes"),
            theirs(peer_deep.rate(), plan.deepest),
            Ratio::new(deep.against(&peer_deep), Some(50.0)),
        );
    }
    table.note(format!(
        "A node is a leaf: a legal move at the last ply from the start, the Muscovites first; perft {} has {} of them. \
         \"Counted\": the last ply's moves are generated and counted; \"made\": each is played and the game's end \
         looked for. Both programs must count the same leaves, or nothing is printed.",
        plan.deepest,
        grouped(deep.units),
    ));
    table.note(
        "hnefatafl's Tablut: the king neither returns to the konakis nor crosses it, and elsewhere than on it or beside \
         it is captured between two; the empty konakis helps to capture everyone, and the konakis with a king attacked \
         from three sides his fourth neighbour; no move is a draw. It changes no count here.",
    );
    Ok(())
}

fn playouts(plan: &Plan, table: &mut Table) -> Fallible {
    struct Pair {
        what: &'static str,
        ours: ours::Small,
        king: KingTaken,
        note: &'static str,
    }
    let pairs = [
        Pair {
            what: "random games, the same rules",
            ours: ours::tablut_like_tafl_rs().ok_or_else(no_board)?,
            king: KingTaken::BySurrounding,
            note: "Same rules: Tablut in which men cross the empty konakis and it helps to capture. tafl-rs also ends \
                   a game when the attackers enclose all defenders, and captures the king only by a man who moves \
                   beside him.",
        },
        Pair {
            what: "random games, `weak-king`",
            ours: ours::weak_king().ok_or_else(no_board)?,
            king: KingTaken::BetweenTwo,
            note: "`weak-king`: tafl-rs captures the king between two on the konakis and beside it too, and its empty \
                   konakis helps to capture men; Tablen's preset does neither.",
        },
    ];
    for mut pair in pairs {
        let mut listing = pair.ours.clone();
        let mut fast = TaflRs::new(pair.king);
        let mut counted = TaflRs::new(pair.king);
        let mut ours_tally = Tally::default();
        let mut peer_tally = Tally::default();
        let [ours, listed, fast, counted] = interleaved(
            plan.rounds,
            [
                Contestant::new("Tablen", || {
                    ours_tally = black_box(pair.ours.playouts(plan.games, &mut Rng::new(1)));
                    ours_tally.plies
                }),
                Contestant::new("Tablen, listing", || {
                    black_box(listing.playouts_listing(plan.games_counting, &mut Rng::new(1))).plies
                }),
                Contestant::new("tafl-rs", || {
                    peer_tally = black_box(fast.playouts(plan.games, &mut Rng::new(1)));
                    peer_tally.plies
                }),
                Contestant::new("tafl-rs, counting", || {
                    black_box(counted.playouts_counted(plan.games_counting, &mut Rng::new(1))).plies
                }),
            ],
        );
        table.compare(
            pair.what,
            rate(ours.rate(), "plies"),
            format!("tafl-rs 0.1.0: {}", rate(fast.rate(), "plies")),
            Ratio::new(ours.against(&fast), Some(2.0)),
        );
        table.compare(
            &format!("{}, moves listed or counted", pair.what),
            rate(listed.rate(), "plies"),
            format!("tafl-rs 0.1.0: {}", rate(counted.rate(), "plies")),
            Ratio::new(listed.against(&counted), None),
        );
        table.note(pair.note);
        table.note(format!("Tablen: {ours_tally}. tafl-rs: {peer_tally}."));
    }
    table.note(format!(
        "Random games: uniform among the legal moves, at most {PLY_CAP} plies, no memory of repetitions, one \
         xorshift generator for both. Both draw a piece and a cell in line with it until they make a legal move; in the \
         rows so marked, Tablen lists all moves first and tafl-rs counts them."
    ));
    Ok(())
}

fn alea(plan: &Plan, table: &mut Table) -> Fallible {
    let board = ours::alea().ok_or_else(no_board)?;
    let mut games = ours::alea().ok_or_else(no_board)?;
    let depth = plan.alea_depth;
    let mut tally = Tally::default();
    let [bulk, made, played] = interleaved(
        plan.rounds,
        [
            Contestant::new("leaves counted", || board.perft(depth)),
            Contestant::new("leaves made", || board.perft_made(depth)),
            Contestant::new("random games", || {
                tally = black_box(games.playouts(plan.alea_games, &mut Rng::new(2)));
                tally.plies
            }),
        ],
    );
    if bulk.units != made.units {
        return Err(
            format!("Alea's perft {depth} is {} or {}", grouped(bulk.units), grouped(made.units)).into()
        );
    }
    table.report(&format!("Alea 19×19 perft {depth}, leaves counted"), rate(bulk.rate(), "nodes"));
    table.report(&format!("Alea 19×19 perft {depth}, leaves made"), rate(made.rate(), "nodes"));
    table.report("Alea 19×19, random games", rate(played.rate(), "plies"));
    table.note(format!("Alea, white first: perft {depth} has {} leaves; {tally}.", grouped(bulk.units)));
    Ok(())
}

fn allocation_check(_: &Plan, table: &mut Table) -> Fallible {
    let mut row = |what: &str, unit: &str, units: u64, demand: Demand| {
        table.report(what, format!("{} in {} {unit}", grouped(demand.calls), grouped(units)));
    };

    let tablut = ours::tablut().ok_or_else(no_board)?;
    let (leaves, demand) = allocations::count(|| tablut.perft(4));
    row("allocations, Tablut perft", "nodes", leaves, demand);
    let (leaves, demand) = allocations::count(|| tablut.perft_made(3));
    row("allocations, Tablut perft, leaves made", "nodes", leaves, demand);

    let mut tablut = tablut;
    tablut.playouts(1_000, &mut Rng::new(4));
    let (tally, demand) = allocations::count(|| tablut.playouts(5_000, &mut Rng::new(5)));
    row("allocations, Tablut random games", "plies", tally.plies, demand);

    let mut alea = ours::alea().ok_or_else(no_board)?;
    alea.playouts(20, &mut Rng::new(4));
    let (tally, demand) = allocations::count(|| alea.playouts(100, &mut Rng::new(5)));
    row("allocations, Alea random games", "plies", tally.plies, demand);

    let (results, demand) = tavli::repeated();
    row("allocations, tavli's results", "results", results, demand);

    let peer = Hnefatafl::preset().ok_or_else(no_board)?;
    let (leaves, peer_demand) = allocations::count(|| peer.perft(3));
    table.note(format!(
        "Allocations are counted after a warm-up. For comparison, hnefatafl: {} in perft 3 with {} nodes.",
        grouped(peer_demand.calls),
        grouped(leaves),
    ));
    Ok(())
}
