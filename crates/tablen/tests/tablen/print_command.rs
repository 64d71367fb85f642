use std::fs;

use crate::command_line::{prints, refuses};

#[test]
fn it_lists_what_there_is_in_each_language() {
    for lang in ["en", "fr", "it"] {
        let list = prints(&format!("print --lang {lang}"));
        for game in ["tavli", "tablut", "alea"] {
            for kind in ["booklet", "sheet", "board"] {
                for paper in ["a4", "letter"] {
                    assert!(list.contains(&format!("{game}-{kind}.{lang}.{paper}.pdf")), "{list}");
                }
            }
        }
    }
    let list = prints("print tablut --kind board --paper a4");
    assert_eq!(list.lines().filter(|line| line.contains(".pdf")).count(), 1, "{list}");
    assert!(prints("print alea --json").contains("\"file\": \"alea-sheet.en.letter.pdf\""));
}

#[test]
fn it_writes_them_into_a_folder() {
    let folder = std::env::temp_dir().join(format!("tablen-print-{}", std::process::id()));
    let said = prints(&format!("print tablut --kind sheet --lang fr --out {}", folder.display()));
    let mut names: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["tablut-sheet.fr.a4.pdf", "tablut-sheet.fr.letter.pdf"]);
    assert!(said.contains("2 fichiers écrits"), "{said}");
    assert!(fs::read(folder.join("tablut-sheet.fr.a4.pdf")).unwrap().starts_with(b"%PDF-"));
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn what_there_is_not_is_explained() {
    assert!(refuses("print tablet").contains("“tablut”"));
    assert!(refuses("print --paper a5").contains("Choose one of: a4, letter"));
    assert!(refuses("print --kind board --out /dev/null/here").contains("/dev/null/here"));
}
