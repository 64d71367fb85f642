//! Writes what PDFs are made of, for `scripts/print`: every paper that is printed, every diagram drawn, every board; one line for each game.
//!
//! ```text
//! cargo run -p tablen-learn --example printed > printed.json
//! ```

use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    for source in tablen_learn::PrintSource::all()? {
        println!("{}", serde_json::to_string(&source)?);
    }
    Ok(())
}
