//! The workspace as people meet it who have only just cloned it.

use std::process::Command;

/// Without a name, `cargo run` runs this program: README.md's first command says no more.
#[test]
fn the_only_program_that_cargo_runs_by_itself_is_this_one() {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--offline", "--format-version", "1"])
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    let told: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let members = told["workspace_default_members"].as_array().unwrap();
    let packages = told["packages"].as_array().unwrap().iter();
    let programs: Vec<&str> = packages
        .filter(|package| members.contains(&package["id"]))
        .flat_map(|package| package["targets"].as_array().unwrap())
        .filter(|target| target["kind"][0] == "bin")
        .filter_map(|target| target["name"].as_str())
        .collect();
    assert_eq!(programs, ["tablen"]);
}
