//! `tablen bench`.

use std::process::Command;

use serde_json::Value;
use tablen_engine::tafl::{BenchCount, bench};

#[test]
fn the_bench_counts_what_the_engine_looks_at() {
    let run = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_tablen")).args(arguments).env("LANG", "C").output();
        String::from_utf8(output.unwrap().stdout).unwrap()
    };
    let counts: Vec<BenchCount> = bench().collect();
    let nodes: u64 = counts.iter().map(|count| count.nodes()).sum();
    let told: Value = serde_json::from_str(&run(&["bench", "--json"])).unwrap();
    assert_eq!(told["nodes"], nodes);
    assert_eq!(told["games"].as_array().unwrap().len(), counts.len());
    assert!(counts.iter().any(|count| count.net.is_some()) && counts.iter().any(|count| count.net.is_none()));
    let text = run(&["bench", "--lang", "en"]);
    assert_eq!(text.lines().count(), counts.len() + 1);
    assert!(text.replace(',', "").contains(&format!("{nodes} positions in ")), "{text}");
}
