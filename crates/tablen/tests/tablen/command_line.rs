//! The real binary, driven as a person or a script would.

use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn command(arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tablen"));
    command.args(words(arguments)).env_remove("LC_ALL").env_remove("LC_MESSAGES").env("LANG", "C");
    command
}

/// Splits at spaces, but not inside single quotes.
fn words(line: &str) -> Vec<String> {
    line.split('\'')
        .enumerate()
        .flat_map(|(index, part)| {
            if index % 2 == 1 {
                vec![part.to_owned()]
            } else {
                part.split_whitespace().map(str::to_owned).collect()
            }
        })
        .collect()
}

fn run(arguments: &str) -> Output {
    command(arguments).output().unwrap()
}

/// What the command prints; it must succeed and complain about nothing.
pub fn prints(arguments: &str) -> String {
    let output = run(arguments);
    let complaint = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), complaint.as_str()), (Some(0), ""), "{arguments}");
    String::from_utf8(output.stdout).unwrap()
}

fn json(arguments: &str) -> Value {
    serde_json::from_str(&prints(&format!("{arguments} --json"))).unwrap()
}

/// The complaint of a command that is refused: exit code 2, nothing on standard output.
pub fn refuses(arguments: &str) -> String {
    let output = run(arguments);
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(2), b"".as_slice()), "{arguments}");
    String::from_utf8(output.stderr).unwrap().trim_end().to_owned()
}

const COMMANDS: [&str; 28] = [
    "serve",
    "backup",
    "restore",
    "prune",
    "play",
    "games",
    "print",
    "show",
    "moves",
    "analyse",
    "verify",
    "perft",
    "bench",
    "playout",
    "match",
    "openings",
    "calibrate",
    "solve",
    "suite",
    "decisions",
    "puzzles",
    "engine",
    "challenge",
    "train",
    "completions",
    "man",
    "help",
    "version",
];

#[test]
fn it_says_what_it_can_do() {
    let help = prints("help");
    assert_eq!(help, prints("--help"));
    assert_eq!(help, prints("-h"));
    for name in COMMANDS {
        assert!(help.contains(&format!("\n  {name} ")), "{name}: {help}");
    }
    for word in ["Usage: tablen [COMMAND]", "--lang <CODE>", "Exit codes: 0", "Examples:"] {
        assert!(help.contains(word), "{word}: {help}");
    }
    assert_eq!(prints("--version"), format!("tablen {}\n", env!("CARGO_PKG_VERSION")));
    assert_eq!(prints("-V"), prints("version"));
}

#[test]
fn every_command_has_a_help_of_its_own_in_every_language() {
    for (lang, usage, examples) in [
        ("en", "Usage:", "Examples:"),
        ("fr", "Usage\u{202f}:", "Exemples\u{202f}:"),
        ("it", "Uso:", "Esempi:"),
    ] {
        for command in COMMANDS {
            let help = prints(&format!("{command} --help --lang {lang}"));
            assert_eq!(help, prints(&format!("help {command} --lang {lang}")), "{command}");
            assert_eq!(help, prints(&format!("--lang {lang} {command} -h")), "{command}");
            for word in [&format!("{usage} tablen {command}"), examples, "--lang <", "\n  tablen"] {
                assert!(help.contains(word), "{lang} {command}: {word}: {help}");
            }
            assert!(!help.contains("cli.") && !help.contains('{'), "{lang} {command}: {help}");
            // The words of the library itself.
            if lang != "en" {
                for word in ["Usage: ", "Print", "possible values", "default:", "[OPTIONS]", "Commands"] {
                    let is_french_too = lang == "fr" && word == "[OPTIONS]";
                    assert!(is_french_too || !help.contains(word), "{lang} {command}: {word}: {help}");
                }
            }
            for line in help.lines() {
                assert!(line.chars().count() <= 80, "{lang} {command}: {line}");
            }
        }
    }
    let perft = prints("perft --help");
    for word in
        ["tablen perft [PRESET] [DEPTH] [OPTIONS]", "(also --preset)", "--set <KEY=VALUE>", "--divide"]
    {
        assert!(perft.contains(word), "{word}: {perft}");
    }
    assert!(!perft.contains("--games"), "only what the command takes: {perft}");
    assert!(perft.find("[PRESET]  ") < perft.find("[DEPTH]   "), "in their order: {perft}");
    assert!(prints("--public --help").contains("tablen serve"), "what serve takes can follow tablen");
}

#[test]
fn plain_arguments_stand_for_the_flags_of_before() {
    for (plain, flags) in [
        ("show alea", "show --preset alea"),
        ("show tavli zeno", "show --preset tavli --position zeno"),
        ("show tavli zeno --set gate=both", "show tavli --position zeno --set gate=both"),
        ("moves tavli zeno --roll 256", "moves --preset tavli --position zeno --roll=256"),
        ("games ashton", "games --preset ashton"),
    ] {
        assert_eq!(prints(plain), prints(flags), "{plain}");
    }
    assert_eq!(json("perft tablut 3 --first attackers")["nodes"], 353_200);
    assert_eq!(json("perft tablut --depth 3 --first attackers")["nodes"], 353_200);
    assert_eq!(json("playout tavli 20 --plies 60")["games"], 20);
    let players = json("match brandubh level:2 level:1 --games 2 --plies 10");
    assert_eq!(players["players"][0]["player"], "level:2");
    assert_eq!(players["preset"], "brandubh");
}

#[test]
fn what_was_meant_is_guessed() {
    for (arguments, guess) in [
        ("shwo", "“show”"),
        ("help pertf", "“perft”"),
        ("show --presett alea", "“--preset”"),
        ("perft --divid", "“--divide”"),
        ("show tabult", "“tablut”"),
        ("show --preset Tavli", "“tavli”"),
        ("games brand", "“brandubh”"),
        ("show --set gaol=edge", "“goal”"),
        ("show --set goal=edgy", "“edge”"),
        ("show --first attacker", "“attackers”"),
        ("play --opponent compter", "“computer”"),
        ("serve --log jsn", "“json”"),
        ("completions bsh", "“bash”"),
        ("show --lang fra", "“fr”"),
    ] {
        let found = refuses(arguments);
        assert!(found.ends_with(&format!(" Did you mean {guess}?")), "{arguments}: {found}");
    }
    for (lang, sentence) in
        [("fr", "Vouliez-vous dire «\u{202f}tavli\u{202f}»\u{202f}?"), ("it", "Intendevi “tavli”?")]
    {
        let found = refuses(&format!("show tavly --lang {lang}"));
        assert!(found.ends_with(sentence), "{found}");
    }
    assert!(!refuses("show chess").contains("Did you mean"), "nothing is like it");
}

#[test]
fn shells_complete_commands_flags_and_presets() {
    for (shell, words) in [
        ("bash", ["perft", "--divide", "brandubh"]),
        ("zsh", ["perft", "--divide", "brandubh"]),
        ("fish", ["perft", "-l divide", "brandubh"]),
        ("elvish", ["perft", "--divide", "match"]),
        ("powershell", ["perft", "--divide", "match"]),
    ] {
        let script = prints(&format!("completions {shell}"));
        for word in words {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    assert!(prints("completions fish --lang fr").contains("dessiner une position"));
}

#[test]
fn manual_pages_are_written_in_every_language() {
    let folder = tempfile::tempdir().unwrap();
    for (lang, name) in [("en", "NAME"), ("fr", "NOM"), ("it", "NOME")] {
        let page = prints(&format!("man --lang {lang}"));
        assert!(page.contains(&format!(".SH \"{name}\"")), "{page}");
        let target = folder.path().join(lang);
        prints(&format!("man '{}' --lang {lang}", target.display()));
        let pages: Vec<_> =
            std::fs::read_dir(&target).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(pages.len(), COMMANDS.len() + 1, "{pages:?}");
        let perft = std::fs::read_to_string(target.join("tablen-perft.6")).unwrap();
        assert!(perft.contains("\\-\\-divide") && perft.contains("tablen perft tablut 4"), "{perft}");
    }
    assert!(refuses("man /proc/tablen").contains("cannot be written to"));
}

#[test]
fn games_lists_every_preset_and_every_option_with_its_meaning() {
    let text = prints("games");
    let list = json("games");
    let games = list["games"].as_array().unwrap();
    assert_eq!(
        games.iter().map(|game| game["name"].as_str().unwrap()).collect::<Vec<_>>(),
        ["tavli", "tablut", "alea", "brandubh", "hnefatafl"]
    );
    let mut presets = 0;
    for game in games {
        for preset in game["presets"].as_array().unwrap() {
            assert!(text.contains(preset["about"].as_str().unwrap()));
            presets += 1;
        }
        for option in game["options"].as_array().unwrap() {
            assert!(!option["rules"].as_array().unwrap().is_empty(), "{option}");
            for value in option["values"].as_array().unwrap() {
                assert!(text.contains(value["about"].as_str().unwrap()), "{value}");
            }
        }
    }
    assert_eq!(presets, 17);
    let ashton = json("games --preset ashton");
    assert_eq!(ashton["games"][0]["presets"][0]["choices"]["bases"], "camps");
    assert!(prints("games --preset ashton").contains("* camps"));
}

#[test]
fn show_draws_the_start_of_every_game() {
    let tablut = prints("show --first defenders");
    assert!(tablut.contains(" 5  ● ● ○ ○ ♔ ○ ○ ● ●  5"), "{tablut}");
    assert!(tablut.contains("○ defenders to move"), "{tablut}");
    assert!(tablut.ends_with("/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/ defenders\n"), "{tablut}");
    let tavli = prints("show --preset tavli");
    assert!(tavli.contains("○ 15") && tavli.contains("● 15") && tavli.contains("White to roll"), "{tavli}");
}

#[test]
fn show_announces_and_tells_the_end() {
    let raichi = prints("show --position '/9/9/9/4t4/t3K4/9/4t4/9/9/ attackers'");
    assert!(raichi.contains("Raichi"), "{raichi}");
    let tuichi = json("show --position '/9/9/9/9/4K4/9/9/9/9/ attackers'");
    assert_eq!(tuichi["announcements"][0], "tuichi");
    assert_eq!(tuichi["routes"].as_array().unwrap().len(), 4);
    let over = json("show --position '/4K4/9/9/4t4/9/9/9/9/9/ attackers'");
    assert_eq!((&over["status"]["over"], &over["status"]["winner"]), (&"escape".into(), &"defenders".into()));
    let alea = json("show --preset alea");
    assert_eq!(alea["status"]["to_move"], "defenders");
    assert_eq!(alea["pieces"].as_object().unwrap().len(), 73);
}

#[test]
fn moves_lists_what_can_be_played() {
    let tablut = json("moves --first attackers");
    assert_eq!(tablut["count"], 80);
    assert_eq!(tablut["moves"]["D1"].as_array().unwrap().len(), 6);
    assert!(prints("moves --first attackers").ends_with("80 moves\n"));
    // Z19.
    let zeno = json("moves --preset tavli --position zeno --roll 256");
    assert_eq!(zeno["results"], 1);
    assert_eq!(zeno["turns"].as_array().unwrap().len(), 1);
    assert_eq!(zeno["steps"].as_array().unwrap().len(), 3);
}

#[test]
fn perft_counts_and_divides() {
    assert_eq!(json("perft --first attackers --depth 3")["nodes"], 353_200);
    assert_eq!(json("perft --preset alea --depth 1")["nodes"], 184);
    let divided = json("perft --first defenders --depth 2 --divide");
    let parts = divided["divide"].as_object().unwrap();
    assert_eq!(parts.len(), 56);
    assert_eq!(parts.values().map(|nodes| nodes.as_u64().unwrap()).sum::<u64>(), 4_408);
    // Every throw enters three, five or twelve men in one way (Z13).
    assert_eq!(json("perft --preset tavli --depth 1")["nodes"], 56);
}

#[test]
fn playouts_are_repeatable() {
    for preset in ["tavli", "ashton", "brandubh", "alea-17"] {
        let games = |seed: u32| {
            let mut value = json(&format!("playout --preset {preset} --games 20 --plies 60 --seed {seed}"));
            for measured in ["seconds", "per_second"] {
                value.as_object_mut().unwrap().remove(measured);
            }
            value
        };
        assert_eq!(games(7), games(7), "{preset}");
        assert_eq!(games(7)["games"], 20);
        let total: u64 =
            games(8)["ends"].as_array().unwrap().iter().map(|end| end["count"].as_u64().unwrap()).sum();
        assert_eq!(total, 20);
    }
}

#[test]
fn rules_can_be_given_in_either_form() {
    assert_eq!(json("moves --rules 'preset:alea board:17'")["count"], 176);
    assert_eq!(json("show --rules 'game:tavli gate:both'")["status"]["to_roll"], "white");
    let otn = "dim:9 esc:e surf:n atkf:y ks:c cor: cenp:tcnkTCNK cens: cenh: cenhe:tcnkTCNK \
               start:/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/";
    assert_eq!(json(&format!("moves --rules '{otn}'"))["count"], 80);
    assert!(refuses(&format!("moves --rules '{}'", otn.replace("surf:n ", ""))).contains("surf:y"));
}

#[test]
fn options_hold_for_zenos_position_too() {
    assert!(
        json("show --preset tavli --position zeno --set gate=both")["ruleset"]
            .as_str()
            .unwrap()
            .contains("gate:both")
    );
}

#[test]
fn the_dice_decide_who_starts_where_the_rules_say_so() {
    let winners = |rules: &str| {
        let value = json(&format!("playout --rules 'game:tavli {rules}' --games 30 --plies 1 --seed 3"));
        value["games"].as_u64()
    };
    assert_eq!(winners("first:roll-off"), Some(30));
    assert_eq!(json("show --rules 'game:tavli first:roll-off' --first black")["status"]["to_roll"], "black");
}

#[test]
fn what_makes_no_sense_is_refused_with_the_reason() {
    for (arguments, complaint) in [
        (
            "shwo",
            "There is no command “shwo”. There are: serve, backup, restore, prune, play, games, print, show,",
        ),
        ("show --colour red", "There is no flag --colour here. There are: --preset, --position,"),
        ("show -x", "There is no flag -x here."),
        ("show --depth 3", "--depth does not go with this command; it goes with: perft."),
        ("show --first attackers --first defenders", "--first is given twice"),
        ("show --preset", "--preset needs a value"),
        ("show --json=yes", "--json takes no value"),
        ("show board", "PRESET: “board” is not a value of preset. Choose one of: tavli, tablut,"),
        ("version board", "“board” stands where nothing is expected"),
        ("show alea --preset tavli", "--preset is given twice"),
        ("perft tablut 99", "DEPTH takes a number from 1 to 12, not “99”."),
        ("perft tablut -1", "DEPTH takes a number from 1 to 12, not “-1”."),
        ("playout --seed -1", "--seed takes a number from 0 to"),
        ("verify", "This command needs a FILE."),
        ("completions", "This command needs a SHELL."),
        ("analyse x --level 2 --nodes 5", "--level and --nodes or --time both say"),
        ("--lang", "--lang needs a value after it"),
        ("show --lang en --lang fr", "--lang is given twice"),
        ("show --preset chess", "“chess” is not a value of preset. Choose one of: tavli, tablut,"),
        ("show --set goal", "--set takes key=value"),
        ("show --set goal=moon", "“moon” is not a value of goal. Choose one of: edge,"),
        ("show --set colour=red", "There is no option “colour”. There are: board, first,"),
        ("show --set corner_hostile=hostile", "Corners can be hostile only where they are the goal (A6)"),
        ("show --preset alea --set bases=closed", "does not touch the edge"),
        ("show --preset tablut --rules goal:edge", "--preset and --rules both name a ruleset"),
        ("show --rules goal", "“goal” is not of the form key:value"),
        ("show --first white", "“white” is not a value of first"),
        ("show --position x", "--position: Character 1: Found “x”; expected “/”."),
        ("show --position '/9/9/ attackers'", "There are 2 rows"),
        ("show --position '/9/9/9/9/9/9/9/9/9/ attackers'", "There is no king."),
        ("show --preset tavli --position 'white 3:16; black hand:15; white to roll'", "White has 16 men"),
        ("show --first attackers --position '/9/9/9/9/4K4/9/9/9/9/ defenders'", "say it once"),
        ("show --preset tavli --first black --position zeno", "say it once"),
        ("show --rules 'game:tavli  gate:bot'", "Character 18: “bot” is not a value of gate"),
        ("show --rules game:tavligate:both", "There is no option “game”"),
        ("moves --preset tavli", "add --roll"),
        ("moves --roll 123", "--roll is for tavli"),
        ("moves --preset tavli --roll 127", "--roll: Character 3"),
        ("perft --depth 99", "--depth takes a number from 1 to 12, not “99”."),
        ("playout --games none", "--games takes a number"),
        ("show --lang tlh", "There is no language “tlh”"),
    ] {
        let found = refuses(arguments);
        assert!(found.starts_with("tablen: ") && found.contains(complaint), "{arguments}: {found}");
    }
}

#[test]
fn every_fault_of_a_position_is_told_at_once() {
    let found = refuses("show --preset tablut-corners --position '/t3K4/9/9/9/4T4/9/9/9/4K4/ attackers'");
    for complaint in
        ["another king on E9", "A man stands on the konakis, E5", "A man stands on the corner A1"]
    {
        assert!(found.contains(complaint), "{complaint}: {found}");
    }
}

#[test]
fn it_speaks_the_language_that_is_asked_for() {
    assert!(prints("help --lang fr").contains("Exemples"));
    assert!(prints("help --lang it").contains("Esempi"));
    let mut italian = command("show --preset nothing");
    let output = italian.env("LC_ALL", "it_IT.UTF-8").output().unwrap();
    assert!(String::from_utf8(output.stderr).unwrap().contains("Scegli"), "the environment decides");
    assert!(refuses("show --lang fr --preset nothing").contains("Choisissez"));
}

#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let output =
        command("games").stdout(writer).stderr(Stdio::piped()).spawn().unwrap().wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), b"".as_slice()));
}

#[test]
fn output_that_cannot_be_written_is_an_error() {
    // A device that is always full; where there is none, nothing can be shown.
    let Ok(full) = std::fs::File::options().write(true).open("/dev/full") else { return };
    let output =
        command("games").stdout(full).stderr(Stdio::piped()).spawn().unwrap().wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stderr).unwrap().contains("could not be written"));
}
