//! Every booklet in every language: what it says of the board is so, whatever it refers to is there, and it is set as its language sets it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use tablen_learn::{Block, Book, Booklet, Claim, Diagram, Inline, Library, Paper, game_of};
use tablen_rules::option::{OptionSpec, Options as _};
use tablen_rules::rule::RuleId;
use tablen_rules::words::Lang;
use tablen_rules::{tafl, tavli};

fn booklet(book: Book, lang: Lang) -> Booklet {
    Library::booklet(book, lang).unwrap_or_else(|why| panic!("{why}"))
}

fn diagrams(book: Book) -> Vec<Diagram> {
    Library::diagrams(book).unwrap_or_else(|why| panic!("{why}"))
}

fn read(paper: Paper, lang: Lang) -> Booklet {
    Library::paper(paper, lang).unwrap_or_else(|why| panic!("{why}"))
}

/// Everything there is to read, with where to look for what is wrong with it.
fn all() -> impl Iterator<Item = (String, Paper, Lang, Booklet)> {
    let in_languages = |paper| Lang::ALL.map(|lang| (paper, lang));
    Paper::all()
        .flat_map(in_languages)
        .map(|(paper, lang)| (paper.file(lang), paper, lang, read(paper, lang)))
}

#[test]
fn every_claim_of_every_diagram_holds() {
    let mut claims = 0;
    let mut faults = Vec::new();
    for book in Book::ALL {
        for diagram in diagrams(book) {
            claims += diagram.claims.len();
            assert!(!diagram.claims.is_empty(), "{}: nothing is claimed of {}", game_of(book), diagram.id);
            faults.extend(diagram.faults().iter().map(|fault| format!("{}: {fault}", game_of(book))));
        }
    }
    assert_eq!(faults, [""; 0]);
    assert!(claims > 50, "{claims} claims");
}

#[test]
fn a_wrong_claim_is_found() {
    let wrong = [
        (r#"{"captures":["E5"]}"#, "captures"),
        (r#"{"wins":"attackers"}"#, "wins"),
        (r#"{"announces":"raichi"}"#, "announces"),
        (r#"{"legal":"E5-D5"}"#, "legal"),
        (r#"{"illegal":"E3-D3"}"#, "illegal"),
        (r#"{"illegal":"E2-E5","rule":"T5"}"#, "rule"),
        (r#"{"reaches":"/9/9/9/9/9/9/9/9/9/ attackers"}"#, "reaches"),
        (r#"{"results":1}"#, "results"),
        (r#"{"chance":[0,50]}"#, "chance"),
        (r#"{"best":["E3-C3"]}"#, "best"),
        (r#"{"costs":0}"#, "costs"),
        (r#"{"proved":"attackers","moves":1}"#, "proved"),
        (r#"{"loses":1}"#, "loses"),
        (r#"{"hit-by":1}"#, "hit-by"),
        (r#"{"alone":[]}"#, "alone"),
        (r#"{"only":["E3-C3"],"within":1}"#, "only"),
        (r#"{"by":["E3-C3"],"captured":1}"#, "by"),
        (r#"{"after":"E3-C3","taking":["A4-A3"]}"#, "taking"),
        (r#"{"exposing":0,"of":56}"#, "exposing"),
        (r#"{"widest":["E3-C3"],"room":1}"#, "widest"),
        (r#"{"favourites":["E3-C3"],"count":2}"#, "favourites"),
        (r#"{"forced":"attackers","within":1}"#, "forced"),
        (r#"{"ends":"no-move"}"#, "ends"),
        (r#"{"reach":[91]}"#, "reach"),
        (r#"{"rolled":[50]}"#, "rolled"),
        (r#"{"says":50,"to":"light"}"#, "says"),
        (r#"{"alike":2,"percent":[14,16],"to":"light"}"#, "alike"),
    ];
    for (claim, name) in wrong {
        let text = format!(
            r#"{{"id":"x","ruleset":"preset:tablut","first":"light","moves":["E3-C3"],"claims":[{claim}]}}"#
        );
        let diagram: Diagram = serde_json::from_str(&text).expect(name);
        assert_eq!(diagram.faults().len(), 1, "{name}: {:?}", diagram.faults());
    }
}

#[test]
fn the_computer_is_asked_what_booklets_say_of_it() {
    let faults = |text: &str| serde_json::from_str::<Diagram>(text).expect(text).faults();
    // The king can leave his row, or walk into a corner of the board where nobody is.
    let free = r#"{"id":"free","ruleset":"preset:tablut","position":"/9/9/9/4t4/t2K4t/9/4t4/9/9/ defenders",
        "moves":["D5-D1"],"instead":"D5-C5","claims":[
        {"proved":"defenders","moves":1},{"chance":[100,100]},{"best":["D5-D1","D5-D9"]}]}"#;
    assert_eq!(faults(free), [""; 0]);
    // From one square there is one throw for each way to reach the other: three dice, six faces.
    let reached = |cell: u8| {
        format!(
            r#"{{"id":"reach","ruleset":"game:tavli","claims":[{{"hit-by":91}}],
            "position":"white 2:1 24:14 beyond; black 1:14 {cell}:1 beyond; white to roll"}}"#
        )
    };
    assert_eq!(faults(&reached(3)), [""; 0]);
    assert_eq!(faults(&reached(8)), ["reach: claimed 91, but it is 178"]);
    let too_long = free.replace(r#""moves":1}"#, r#""moves":3}"#);
    assert_eq!(faults(&too_long), ["free: claimed 3, but it is 1"]);
    // Zeno's throw leaves no choice, and what comes of it is bad.
    let zeno = "white 6:7 9:1 10:2 19:2 20:2 23:1 beyond; \
        black 8:2 11:2 12:2 13:1 14:2 15:2 18:2 21:2 beyond; white to roll";
    let zeno = format!(
        r#"{{"id":"zeno","ruleset":"game:tavli","position":"{zeno}","roll":"256","turn":"256: 20-22 19-24 10-16",
        "claims":[{{"best":["256: 10-16 19-24 20-22"]}},{{"chance":[0,50]}},{{"proved":"attackers","moves":1}}]}}"#
    );
    assert_eq!(faults(&zeno), ["zeno: dice prove nothing"]);
}

#[test]
fn the_languages_show_the_same_diagrams_under_the_same_anchors() {
    for paper in Paper::all() {
        let english = read(paper, Lang::En);
        for lang in Lang::ALL {
            let other = read(paper, lang);
            let place = paper.file(lang);
            assert_eq!(
                english.diagrams().collect::<Vec<_>>(),
                other.diagrams().collect::<Vec<_>>(),
                "{place}"
            );
            assert_eq!(
                english.studied().collect::<Vec<_>>(),
                other.studied().collect::<Vec<_>>(),
                "{place}: what its words lead to"
            );
            assert_eq!(headings(&english), headings(&other), "{place}");
            let mut anchors = other.anchors();
            anchors.sort_unstable();
            let count = anchors.len();
            anchors.dedup();
            assert_eq!(anchors.len(), count, "{place}: an anchor stands twice");
        }
    }
}

#[test]
fn every_diagram_is_shown_and_every_one_shown_is_there() {
    for book in Book::ALL {
        let there: Vec<String> = diagrams(book).into_iter().map(|diagram| diagram.id).collect();
        assert_eq!(there.iter().collect::<BTreeSet<_>>().len(), there.len(), "an id stands twice: {there:?}");
        let papers =
            Paper::all().filter(|paper| paper.book() == Some(book)).map(|paper| read(paper, Lang::En));
        let shown: BTreeSet<String> = papers
            .flat_map(|paper| paper.diagrams().chain(paper.studied()).map(str::to_owned).collect::<Vec<_>>())
            .collect();
        assert_eq!(shown, there.into_iter().collect(), "{}: shown or studied, and there", game_of(book));
    }
}

#[test]
fn every_step_of_a_scene_has_one_board() {
    for book in Book::ALL {
        let scene = read(Paper::Scene(book), Lang::En);
        let mut boards: Vec<usize> = Vec::new();
        for block in &scene.blocks {
            match block {
                Block::Heading { .. } => boards.push(0),
                Block::Diagram { .. } => *boards.last_mut().expect("a heading first") += 1,
                _ => {}
            }
        }
        assert!(boards.len() > 2 && boards.iter().all(|count| *count == 1), "{}: {boards:?}", game_of(book));
    }
}

fn headings(booklet: &Booklet) -> Vec<(u8, &str)> {
    let heading = |block| match block {
        &Block::Heading { level, ref id, .. } => Some((level, id.as_str())),
        _ => None,
    };
    booklet.blocks.iter().filter_map(heading).collect()
}

#[test]
fn every_rule_is_told() {
    for (place, paper, _, booklet) in all() {
        let Paper::Booklet(book) = paper else { continue };
        let told = booklet.rules().unwrap_or_else(|id| panic!("{place}: there is no rule {id}"));
        let rules: BTreeSet<RuleId> = RuleId::all().filter(|rule| rule.book == book).collect();
        let missing: Vec<String> = rules.difference(&told).map(ToString::to_string).collect();
        assert!(missing.is_empty(), "{place}: {missing:?}");
        // A link to a rule leads to where it is told.
        let anchors = booklet.anchors();
        for rule in &rules {
            assert!(anchors.contains(&rule.to_string()), "{place}: {rule} stands only inside other words");
        }
    }
}

/// Rules of which no board can tell: a limit of turns, and a match over two boards.
const WITHOUT_DIAGRAM: [&str; 2] = ["A12", "Z20"];

#[test]
fn every_rule_has_a_diagram_where_a_board_can_show_it() {
    let mut missing = Vec::new();
    for book in Book::ALL {
        let booklet = booklet(book, Lang::En);
        let shown: BTreeSet<&str> = booklet.diagrams().collect();
        let diagrams = diagrams(book);
        let of_shown = diagrams.iter().filter(|diagram| shown.contains(&*diagram.id));
        let drawn: BTreeSet<RuleId> = of_shown
            .flat_map(|diagram| &diagram.rules)
            .map(|rule| rule.parse().unwrap_or_else(|_| panic!("there is no rule {rule}")))
            .collect();
        assert!(drawn.iter().all(|rule| rule.book == book), "{}: {drawn:?}", game_of(book));
        let rules = RuleId::all().filter(|rule| rule.book == book && !drawn.contains(rule));
        missing.extend(rules.map(|rule| rule.to_string()));
    }
    missing.sort_unstable();
    assert_eq!(missing, WITHOUT_DIAGRAM);
}

/// The old texts have eight diagrams (Tablut) and nine figures (A15): what each of them shows.
#[test]
fn the_figures_of_the_old_texts_are_all_there_in_their_order() {
    let pinned = [
        (Book::Tablut, "diagram-1", r#"{"captures":["D4"]}"#),
        (Book::Tablut, "diagram-2", r#"{"captures":[]}"#),
        (Book::Tablut, "diagram-3", r#"{"captures":["E6","D7"]}"#),
        (Book::Tablut, "diagram-4", r#"{"wins":"attackers"}"#),
        (Book::Tablut, "diagram-5", r#"{"wins":"attackers"}"#),
        (Book::Tablut, "diagram-6", r#"{"announces":"raichi"}"#),
        (Book::Tablut, "diagram-7", r#"{"announces":"tuichi"}"#),
        (Book::Tablut, "diagram-8", r#"{"announces":"tuichi"}"#),
        (Book::Alea, "figure-1", r#"{"captures":["F6"]}"#),
        (Book::Alea, "figure-2-corner", r#"{"captures":["B19"]}"#),
        (Book::Alea, "figure-2-konakis", r#"{"captures":["J11"]}"#),
        (Book::Alea, "figure-3", r#"{"captures":["E7","F8"]}"#),
        (Book::Alea, "figure-4", r#"{"captures":[]}"#),
        (Book::Alea, "figure-5", r#"{"captures":[]}"#),
        (Book::Alea, "figure-6", r#"{"wins":"attackers"}"#),
        (Book::Alea, "figure-7", r#"{"wins":"attackers"}"#),
        (Book::Alea, "figure-8", r#"{"wins":"attackers"}"#),
        (Book::Alea, "figure-9", r#"{"wins":"attackers"}"#),
    ];
    for book in [Book::Tablut, Book::Alea] {
        let diagrams = diagrams(book);
        let wanted: Vec<(&str, &str)> =
            pinned.iter().filter(|(of, ..)| *of == book).map(|(_, id, claim)| (*id, *claim)).collect();
        for (id, claim) in &wanted {
            let claim: Claim = serde_json::from_str(claim).expect(claim);
            let there = diagrams.iter().find(|diagram| diagram.id == *id);
            assert!(there.is_some_and(|diagram| diagram.claims.contains(&claim)), "{id}: {claim:?}");
        }
        for lang in Lang::ALL {
            let booklet = booklet(book, lang);
            let is_pinned = |id: &&str| id.starts_with("diagram-") || id.starts_with("figure-");
            let shown: Vec<&str> = booklet.diagrams().filter(is_pinned).collect();
            let ids: Vec<&str> = wanted.iter().map(|(id, _)| *id).collect();
            assert_eq!(shown, ids, "{} {}", game_of(book), lang.code());
            // The caption says which one it is.
            for block in &booklet.blocks {
                let Block::Diagram { id, caption } = block else { continue };
                let Some(number) = id.strip_prefix("diagram-").or(id.strip_prefix("figure-")) else {
                    continue;
                };
                let number = number.split('-').next().unwrap_or_default();
                let caption = Inline::plain(caption);
                let first = caption.split('.').next().unwrap_or_default();
                assert!(words_of(first).contains(number), "{id} {}: {caption}", lang.code());
            }
        }
    }
}

/// The words of a text: names of options and of their values are whole words.
fn words_of(text: &str) -> BTreeSet<&str> {
    text.split(|sign: char| !(sign.is_alphanumeric() || sign == '-' || sign == '_')).collect()
}

/// The rows of a booklet's tables as plain text.
fn rows(booklet: &Booklet) -> Vec<String> {
    let tables = booklet.blocks.iter().filter_map(|block| match block {
        Block::Table { rows, .. } => Some(rows),
        _ => None,
    });
    let plain =
        |row: &Vec<Vec<Inline>>| row.iter().map(|cell| Inline::plain(cell)).collect::<Vec<_>>().join(" | ");
    tables.flatten().map(plain).collect()
}

/// Which options and values have no row of a table in a booklet.
fn untold<R: 'static>(booklet: &Booklet, options: &[OptionSpec<R>]) -> Vec<String> {
    let rows = rows(booklet);
    let mut untold = Vec::new();
    for option in options {
        let all_told = |row: &String| {
            let words = words_of(row);
            words.contains(option.key) && option.values.iter().all(|value| words.contains(value))
        };
        if !rows.iter().any(all_told) {
            untold.push(format!("{}: {}", option.key, option.values.join(", ")));
        }
    }
    untold
}

#[test]
fn every_option_and_every_value_is_named_in_a_booklet() {
    for lang in Lang::ALL {
        let (zeno, tablut) = (booklet(Book::Zeno, lang), booklet(Book::Tablut, lang));
        assert_eq!(untold(&zeno, tavli::Ruleset::options()), [""; 0], "{}", lang.code());
        // One table for the whole family; Alea's booklet leads to it.
        assert_eq!(untold(&tablut, tafl::Ruleset::options()), [""; 0], "{}", lang.code());
        let leads_there =
            |part: &&Inline| matches!(part, Inline::Link { to, .. } if to == "/learn/tablut#options");
        assert!(booklet(Book::Alea, lang).inlines().iter().any(leads_there), "{}", lang.code());
    }
    let without_camps = Booklet::parse("# A\n\n| o | v |\n|---|---|\n| bases | open · closed |\n").unwrap();
    assert_eq!(untold(&without_camps, tafl::Ruleset::options()).len(), tafl::Ruleset::options().len());
}

/// What stands below one heading.
#[derive(Default)]
struct Section {
    /// The diagrams that are shown or linked.
    diagrams: BTreeSet<String>,
    /// All words.
    text: String,
    /// The words without those of tables: tables of games that were played hold what was counted in them.
    prose: String,
}

fn sections(booklet: &Booklet) -> Vec<Section> {
    let mut sections = vec![Section::default()];
    for block in &booklet.blocks {
        if matches!(block, Block::Heading { .. }) {
            sections.push(Section::default());
        }
        let section = sections.last_mut().expect("a section");
        if let Block::Diagram { id, .. } = block {
            section.diagrams.insert(id.clone());
        }
        for run in block.runs() {
            Inline::each(run, &mut |part| section.diagrams.extend(part.studied().map(str::to_owned)));
            let words = Inline::plain(run) + "\n";
            section.text += &words;
            if !matches!(block, Block::Table { .. }) {
                section.prose += &words;
            }
        }
    }
    sections
}

#[test]
fn the_figures_that_diagrams_prove_are_those_that_are_printed() {
    let mut figures = 0;
    for book in Book::ALL {
        for lang in Lang::ALL {
            let sections = sections(&booklet(book, lang));
            for diagram in diagrams(book) {
                let near = sections.iter().filter(|section| section.diagrams.contains(&diagram.id));
                let near: String = near.map(|section| section.text.as_str()).collect();
                let words: BTreeSet<&str> = near.split(|sign: char| !sign.is_ascii_digit()).collect();
                for figure in diagram.claims.iter().flat_map(Claim::figures) {
                    figures += 1;
                    let place = format!("{} {}: {}", game_of(book), lang.code(), diagram.id);
                    assert!(words.contains(&*figure), "{place}: {figure} is not printed");
                }
            }
        }
    }
    assert!(figures > 100, "{figures}");
}

/// The numbers that are called percentages in a text.
fn percentages(text: &str) -> Vec<String> {
    let signs = text.match_indices('%').chain(text.match_indices("percent"));
    let before = signs.filter_map(|(at, _)| text.get(..at)).map(str::trim_end);
    let number = |before: &str| {
        let is_of_number = |sign: char| sign.is_ascii_digit() || matches!(sign, '.' | ',');
        let start = before
            .rfind(|sign| !is_of_number(sign))
            .map_or(0, |at| at + before[at..].chars().next().map_or(1, char::len_utf8));
        before.get(start..).unwrap_or_default().to_owned()
    };
    before.map(number).filter(|number| !number.is_empty()).collect()
}

#[test]
fn no_percentage_is_printed_that_no_diagram_proves() {
    assert_eq!(percentages("un 7\u{202f}% e 8,5\u{202f}%, or 9 percent"), ["7", "8,5", "9"]);
    let mut found = 0;
    for book in Book::ALL {
        let diagrams = diagrams(book);
        for lang in Lang::ALL {
            for section in sections(&booklet(book, lang)) {
                let near = diagrams.iter().filter(|diagram| section.diagrams.contains(&diagram.id));
                let proved: BTreeSet<String> = near
                    .flat_map(|diagram| &diagram.claims)
                    .flat_map(|claim| match claim {
                        // From this on.
                        Claim::Chance(from_to) => from_to.iter().map(|end| format!("{end:.0}")).collect(),
                        _ => claim.figures(),
                    })
                    .collect();
                for figure in percentages(&section.prose) {
                    found += 1;
                    let place = format!("{} {}", game_of(book), lang.code());
                    assert!(proved.contains(&figure), "{place}: {figure} % in: {}", section.prose);
                }
            }
        }
    }
    assert!(found > 20, "{found}");
}

#[test]
fn every_link_leads_somewhere() {
    let books: BTreeMap<(&str, &str), Booklet> = Book::ALL
        .into_iter()
        .flat_map(|book| Lang::ALL.map(|lang| ((game_of(book), lang.code()), booklet(book, lang))))
        .collect();
    let about = Lang::ALL.map(|lang| (lang.code(), read(Paper::About, lang)));
    for (place, _, lang, booklet) in &all().collect::<Vec<_>>() {
        let lang = &lang.code();
        for part in booklet.inlines() {
            let Inline::Link { to, .. } = part else { continue };
            let place = format!("{place}: {to}");
            // What is studied is looked for with the diagrams.
            if to.starts_with("https://") || part.studied().is_some() {
                continue;
            }
            let (path, anchor) = to.split_once('#').unwrap_or((to, ""));
            let target = path.trim_start_matches("/learn/");
            let known = match path.split('?').next().unwrap_or_default() {
                "" => Some(booklet),
                "/about" => about.iter().find(|(code, _)| code == lang).map(|(_, paper)| paper),
                "/learn" | "/puzzles" | "/study" => None,
                _ => match target.split_once('/') {
                    None => Some(
                        books.get(&(target, *lang)).unwrap_or_else(|| panic!("{place}: no such booklet")),
                    ),
                    Some((other, part)) => {
                        let is_page = books.contains_key(&(other, *lang))
                            && ["lessons", "scene", "sheet"].contains(&part);
                        let is_puzzles = path
                            .strip_prefix("/puzzles/")
                            .is_some_and(|other| books.contains_key(&(other, *lang)));
                        assert!(is_page || is_puzzles, "{place}");
                        None
                    }
                },
            };
            if let Some(known) = known.filter(|_| !anchor.is_empty()) {
                assert!(known.anchors().iter().any(|there| there == anchor), "{place}");
            }
        }
    }
}

/// What is wrong with how a text is set in its language.
fn set_wrongly(lang: Lang, text: &str) -> Vec<String> {
    const NARROW: char = '\u{202f}';
    const FIXED: char = '\u{a0}';
    let mut faults = Vec::new();
    let mut fault = |what: &str| faults.push(format!("{what}: {text}"));
    if text.contains('"') || text.contains('\'') {
        fault("a straight quote");
    }
    if text.contains("  ") || text.contains("...") || text.contains(" - ") {
        fault("two spaces, three dots or a hyphen for a dash");
    }
    let signs: Vec<char> = text.chars().collect();
    for (at, sign) in signs.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|at| signs.get(at)).copied();
        let after = signs.get(at + 1).copied();
        match (lang, sign) {
            // A colon between digits or a mark in brackets needs no space.
            (Lang::Fr, ';' | '!' | '?' | ':') if !matches!(before, Some(NARROW | '!' | '?' | '(')) => {
                let is_time =
                    before.is_some_and(|c| c.is_ascii_digit()) && after.is_some_and(|c| c.is_ascii_digit());
                if !is_time {
                    fault("no narrow space before a mark");
                }
            }
            (Lang::Fr, '«') if !matches!(after, Some(NARROW)) => fault("« without its space"),
            (Lang::Fr, '»') if !matches!(before, Some(NARROW)) => fault("» without its space"),
            (Lang::Fr, '“' | '”') => fault("an English quote"),
            (Lang::En, '«' | '»') => fault("a guillemet"),
            (Lang::En, '%') if before != Some(FIXED) => fault("no fixed space before %"),
            (Lang::Fr | Lang::It, '%') if before != Some(NARROW) => fault("no narrow space before %"),
            (Lang::En | Lang::It, ';' | '!' | '?' | ':' | ',' | '.') if before == Some(' ') => {
                fault("a space before a mark")
            }
            _ => {}
        }
    }
    faults
}

#[test]
fn a_percentage_does_not_leave_its_sign() {
    let faults = |lang, text: &str| set_wrongly(lang, text).len();
    for (lang, right) in [(Lang::En, "7\u{a0}%"), (Lang::Fr, "7\u{202f}%"), (Lang::It, "7\u{202f}%")] {
        assert_eq!(faults(lang, right), 0, "{right}");
        assert_eq!((faults(lang, "7 %"), faults(lang, "7%")), (1, 1), "{}", lang.code());
    }
    assert_eq!(faults(Lang::It, "7\u{a0}%"), 1, "one kind of space for one language");
}

#[test]
fn texts_are_set_as_their_language_sets_them() {
    for (place, _, lang, booklet) in all() {
        let runs = booklet.blocks.iter().flat_map(Block::runs).map(Inline::plain);
        let faults: Vec<String> =
            runs.chain([booklet.title.clone()]).flat_map(|text| set_wrongly(lang, &text)).collect();
        assert_eq!(faults, [""; 0], "{place}");
    }
}

/// A text with a number in the place of whatever stands for something else: `{count:man|men}`.
fn without_values(text: &str) -> String {
    let mut parts = text.split('{');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |words, part| words + "0" + part.split_once('}').map_or("", |(_, rest)| rest))
}

#[test]
fn the_words_of_page_and_print_are_set_so_too() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let printed = fs::read_to_string(root.join("scripts/printing/texts.json")).unwrap();
    let printed: BTreeMap<String, BTreeMap<String, String>> = serde_json::from_str(&printed).unwrap();
    for lang in Lang::ALL {
        let files = fs::read_dir(root.join("web/texts").join(lang.code())).unwrap();
        let page: String =
            files.map(|file| fs::read_to_string(file.unwrap().path()).unwrap() + "\n").collect();
        let said =
            page.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(" = "));
        let printed = printed[lang.code()].iter().map(|(key, text)| (key.as_str(), text.as_str()));
        let all: Vec<(&str, &str)> = said.chain(printed).collect();
        assert!(all.len() > 400, "{}: {} texts", lang.code(), all.len());
        let faults: Vec<String> = all
            .iter()
            .flat_map(|(key, text)| {
                let faults = set_wrongly(lang, &without_values(text));
                faults.into_iter().map(move |fault| format!("{key}: {fault}"))
            })
            .collect();
        assert_eq!(faults, [""; 0], "{}", lang.code());
    }
}
