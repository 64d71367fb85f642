//! What is stored, by commands: backups of a server that runs, their way back, pruning and verifying.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};

use crate::serve::{Process, ask};

const TABLE: &str = r#"{"ruleset":"preset:tablut","opponent":"friend","name":"Ada","side":"light"}"#;

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tablen"))
        .args(arguments)
        .env("LANG", "C")
        .env_remove("LC_ALL")
        .env_remove("LC_MESSAGES")
        .output()
        .unwrap()
}

fn says(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn fails(code: i32, arguments: &[&str]) -> String {
    let output = run(arguments);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {output:?}");
    String::from_utf8(output.stderr).unwrap()
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn games_are_backed_up_while_they_are_played_and_put_back() {
    let folder = tempfile::tempdir().unwrap();
    let (data, copy) = (folder.path().join("games.db"), folder.path().join("copy.db"));
    let mut server = Process::at(&data);
    let (cookie, table) = ask(&server.address, "POST", "/api/v1/tables", "", TABLE);
    let said = says(&["backup", text(&copy), "--data", text(&data)]);
    assert!(said.contains("1 table with 2 events") && said.contains("games.db.key"), "{said}");
    assert_eq!(fs::metadata(&copy).unwrap().permissions().mode() & 0o777, 0o600);
    let said = fails(2, &["backup", text(&copy), "--data", text(&data)]);
    assert!(said.contains("is there already"), "{said}");
    let said = fails(2, &["backup", text(&data), "--data", text(&data), "--replace"]);
    assert!(said.contains("is what is to be copied"), "{said}");
    ask(&server.address, "POST", "/api/v1/tables", "", TABLE);
    let said = says(&["backup", text(&copy), "--data", text(&data), "--replace", "--lang", "it"]);
    assert!(said.contains("2 tavoli con 4 eventi"), "{said}");
    let said = fails(2, &["restore", text(&copy), "--data", text(&data)]);
    assert!(said.contains("another Tablen is using it"), "{said}");
    ask(&server.address, "POST", "/api/v1/tables", "", TABLE);
    server.kill();
    let said = says(&["restore", text(&copy), "--data", text(&data)]);
    assert!(said.contains("has 2 tables") && said.contains("games.db.before-restore-1"), "{said}");
    let said = says(&["verify", text(&data)]);
    assert!(said.starts_with("2 tables with 4 events.\nwaiting for somebody: 2 tables, "), "{said}");
    let replaced = says(&["verify", text(&folder.path().join("games.db.before-restore-1"))]);
    assert!(replaced.starts_with("3 tables"), "{replaced}");
    let server = Process::at(&data);
    let id = table["id"].as_str().unwrap();
    let (_, me) = ask(&server.address, "GET", "/api/v1/me", &cookie.unwrap(), "");
    assert_eq!(me["tables"][0]["id"], id);
}

#[test]
fn what_cannot_be_kept_is_explained() {
    let folder = tempfile::tempdir().unwrap();
    let (data, copy) = (folder.path().join("games.db"), folder.path().join("copy.db"));
    let said = fails(2, &["backup", text(&copy), "--data", text(&data)]);
    assert!(said.contains("There is no database at"), "{said}");
    let said = fails(2, &["backup", text(&copy), "--data", ":memory:", "--lang", "fr"]);
    assert!(said.contains("ne garde rien"), "{said}");
    let said = fails(2, &["prune", "--data", text(&data)]);
    assert!(said.contains("--keep-waiting"), "{said}");
    let said = fails(2, &["prune", "--data", text(&data), "--keep-waiting", "0"]);
    assert!(said.contains("36525"), "{said}");
    let said = fails(2, &["restore", text(&copy), "--data", text(&data), "--key", "k", "--lost-key"]);
    assert!(said.contains("give one of them"), "{said}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is left behind");
}

#[test]
fn what_was_changed_is_found_and_what_is_old_is_forgotten() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("games.db");
    let mut server = Process::at(&data);
    ask(&server.address, "POST", "/api/v1/tables", "", TABLE);
    server.kill();
    let would = says(&["prune", "--data", text(&data), "--keep-waiting", "1", "--dry-run"]);
    assert_eq!(would, "0 tables would be forgotten.\n");
    // Folded into one file, in which a moment is then changed.
    says(&["prune", "--data", text(&data), "--keep-waiting", "1"]);
    let bytes = fs::read(&data).unwrap();
    let moment = br#""sequence":1,"at":0"#;
    let place = bytes.windows(moment.len()).position(|part| part == moment).unwrap();
    let mut changed = bytes;
    changed[place + moment.len() - 1] = b'7';
    fs::write(&data, changed).unwrap();
    let output = run(&["verify", text(&data)]);
    let (found, said) =
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert_eq!(output.status.code(), Some(3), "{found}{said}");
    assert!(
        found.contains("from event 1 on") && said.contains("1 table is not what was stored"),
        "{found}{said}"
    );
}
