//! Studies as JSON: what a program can write without knowing of tables and events.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Tree, Unplayable};
use crate::families::AnyGame;
use crate::family::Family;

/// What the JSON of studies begins with.
const FORMAT: &str = "tablen-study";

/// The newest form that can be read.
const VERSION: u32 = 1;

/// The most rounds that are kept together: more than any match has.
pub const MAX_STUDIES: usize = 200;

/// Studies of one match: one for each of its rounds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(bound = ""))]
#[serde(bound = "")]
pub struct Studies<F: Family = AnyGame> {
    /// That it is a study: `tablen-study`.
    #[cfg_attr(feature = "schema", schemars(extend("const" = FORMAT)))]
    format: String,
    /// Of this form.
    version: u32,
    /// A study for each round.
    pub rounds: Vec<Tree<F>>,
}

impl<F: Family> Studies<F> {
    /// The studies of these rounds.
    pub fn new(rounds: Vec<Tree<F>>) -> Studies<F> {
        Studies { format: FORMAT.to_owned(), version: VERSION, rounds }
    }

    /// The same with every turn played by the rules and written as records write it; nothing of it can be played otherwise.
    ///
    /// ```
    /// use tablen_table::study::Studies;
    ///
    /// let text = r#"{"format":"tablen-study","version":1,"rounds":[{"ruleset":"preset:ashton",
    ///     "turns":[{"text":"E4-H4","variations":[[{"text":"E3-C3","glyph":"!?"}]]}]}]}"#;
    /// assert!(Studies::is_meant(text));
    /// let studies: Studies = serde_json::from_str(text)?;
    /// let studies = studies.checked()?;
    /// assert_eq!(studies.rounds[0].turns[0].variations[0][0].text, "E3-C3");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn checked(&self) -> Result<Studies<F>, Unplayable<F>> {
        if self.version > VERSION {
            return Err(Unplayable::TooNew { version: self.version });
        }
        if self.rounds.len() > MAX_STUDIES {
            return Err(Unplayable::TooManyRounds { found: self.rounds.len(), most: MAX_STUDIES });
        }
        let round = |tree: &Tree<F>| Ok(Tree::of_record(&tree.record()?));
        let rounds: Result<Vec<Vec<Tree<F>>>, Unplayable<F>> = self.rounds.iter().map(round).collect();
        Ok(Studies::new(rounds?.into_iter().flatten().collect()))
    }
}

impl Studies {
    /// Whether a text is meant to be studies as JSON, and not a record.
    pub fn is_meant(text: &str) -> bool {
        let read = serde_json::from_str::<Value>(text);
        read.is_ok_and(|value| value.get("format").and_then(Value::as_str) == Some(FORMAT))
    }
}
