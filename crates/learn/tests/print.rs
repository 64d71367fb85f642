//! What is printed is made of what is written here, and is as large as it says.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on must panic")]

use std::collections::BTreeMap;
use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use flate2::read::ZlibDecoder;
use serde::Deserialize;
use sha2::{Digest as _, Sha256};
use tablen_learn::{Book, PageSize, PrintFile, PrintKind, PrintSource, game_of};
use tablen_rules::words::Lang;

/// Everything together.
const LIMIT: usize = 6_000_000;
const POINTS_PER_MM: f64 = 72.0 / 25.4;

/// What `scripts/print` writes down of its work.
#[derive(Deserialize)]
struct Manifest {
    template: BTreeMap<String, String>,
    games: BTreeMap<String, String>,
    files: BTreeMap<String, Entry>,
}

#[derive(Deserialize)]
struct Entry {
    sha256: String,
    bytes: usize,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn manifest() -> Manifest {
    serde_json::from_slice(&fs::read(root().join("web/print/manifest.json")).unwrap()).unwrap()
}

fn sha(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn pdfs_are_made_of_the_words_and_boards_that_there_are() {
    let manifest = manifest();
    for source in PrintSource::all().unwrap() {
        let made_of = manifest.games.get(source.game);
        let is_same = made_of == Some(&sha(serde_json::to_string(&source).unwrap().as_bytes()));
        assert!(is_same, "{}: words or drawings have changed; run scripts/print", source.game);
    }
    for (file, hash) in &manifest.template {
        assert_eq!(
            *hash,
            sha(&fs::read(root().join(file)).unwrap()),
            "{file} has changed; run scripts/print"
        );
    }
    assert!(manifest.template.keys().any(|file| file.ends_with(".woff2")));
}

#[test]
fn every_pdf_is_there_as_it_was_made() {
    let manifest = manifest();
    let mut total = 0;
    for file in PrintFile::all() {
        let name = file.name();
        let bytes = file.bytes().unwrap_or_else(|| panic!("{name} is missing; run scripts/print"));
        let entry = manifest.files.get(&name).unwrap();
        assert_eq!((bytes.len(), sha(&bytes)), (entry.bytes, entry.sha256.clone()), "{name}");
        total += bytes.len();
    }
    assert_eq!(manifest.files.len(), PrintFile::all().count());
    assert!(total < LIMIT, "{total} bytes");
}

/// All that a PDF says, with its streams unpacked.
fn unpacked(pdf: &[u8]) -> String {
    let mut text = String::new();
    let mut rest = pdf;
    while let Some(start) = find(rest, b"stream\n") {
        text.push_str(&String::from_utf8_lossy(&rest[..start]));
        rest = &rest[start + b"stream\n".len()..];
        let end = find(rest, b"endstream").unwrap();
        let mut plain = Vec::new();
        if ZlibDecoder::new(&rest[..end]).read_to_end(&mut plain).is_ok() {
            text.push_str(&String::from_utf8_lossy(&plain));
            text.push('\n');
        }
        rest = &rest[end + b"endstream".len()..];
    }
    text + &String::from_utf8_lossy(rest)
}

fn find(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes.windows(wanted.len()).position(|window| window == wanted)
}

/// The numbers behind a word such as `/MediaBox [`.
fn numbers_after(text: &str, word: &str) -> Vec<Vec<f64>> {
    let parts = text.split(word).skip(1);
    let numbers = |part: &str| {
        let inside = part.trim_start().trim_start_matches('[').split(']').next().unwrap_or_default();
        inside.split_whitespace().map(|number| number.parse().unwrap()).collect()
    };
    parts.map(numbers).collect()
}

#[test]
fn pages_have_the_size_of_the_paper_and_say_what_they_are() {
    for file in PrintFile::all() {
        let (name, text) = (file.name(), unpacked(&file.bytes().unwrap()));
        let boxes = numbers_after(&text, "/MediaBox");
        assert!(!boxes.is_empty(), "{name}");
        let (width, height) = file.size.points();
        for page in boxes {
            let [0.0, 0.0, w, h] = page[..] else { panic!("{name}: {page:?}") };
            assert!((w - width).abs() < 0.01 && (h - height).abs() < 0.01, "{name}: {w} × {h}");
        }
        // Tagged, in a language, with every font inside.
        assert!(text.contains("/StructTreeRoot") && text.contains("/Marked true"), "{name}");
        assert!(text.contains(&format!("/Lang ({})", file.lang.code())), "{name}");
        let (fonts, inside) =
            (text.matches("/Type /FontDescriptor").count(), text.matches("/FontFile2 ").count());
        assert!(fonts == inside && fonts >= 2, "{name}: {fonts} fonts, {inside} inside");
    }
}

#[test]
fn a_sheet_is_one_page_and_a_booklet_is_not() {
    for file in PrintFile::all() {
        let pages = numbers_after(&unpacked(&file.bytes().unwrap()), "/MediaBox").len();
        match file.kind {
            PrintKind::Sheet => assert_eq!(pages, 1, "{}", file.name()),
            // What counts pages sees more than one where there are more.
            PrintKind::Booklet | PrintKind::Board => assert!(pages > 1, "{}: {pages}", file.name()),
        }
    }
}

/// How many points one step of the largest drawing takes; drawings stand upside down, nothing else does.
fn largest_scale(text: &str) -> f64 {
    let places = text.match_indices(" cm").filter_map(|(at, _)| {
        let before: Vec<&str> = text.get(..at)?.rsplit(char::is_whitespace).take(6).collect();
        let numbers: Vec<f64> = before.iter().rev().map_while(|word| word.parse().ok()).collect();
        match numbers[..] {
            [a, 0.0, 0.0, d, _, _] if a > 0.0 && (a + d).abs() < 1e-6 => Some(a),
            _ => None,
        }
    });
    places.fold(0.0, f64::max)
}

#[test]
fn boards_have_their_real_size() {
    for (book, millimetres) in [(Book::Tablut, 200.0), (Book::Alea, 360.0), (Book::Zeno, 330.0)] {
        let drawing = f64::from(PrintSource::of(book).unwrap().board.board.width);
        for lang in Lang::ALL {
            for size in PageSize::ALL {
                let file = PrintFile { book, kind: PrintKind::Board, lang, size };
                let found = largest_scale(&unpacked(&file.bytes().unwrap())) * drawing / POINTS_PER_MM;
                assert!((found - millimetres).abs() < 0.05, "{}: {found} mm", game_of(book));
            }
        }
    }
}
