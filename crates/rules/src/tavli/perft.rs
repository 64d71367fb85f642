//! Counting ways to play, the checksum of a generator.

use super::{Position, Results, Roll, Status};

impl Position {
    /// The number of ways to play on with a throw: each distinct result of it and, where more turns are to come, each of the
    /// 56 throws with each of its results, and so on. `buffers` holds one buffer for every turn; a game that is won goes no
    /// further.
    ///
    /// ```
    /// use tablen_rules::tavli::{Position, Results, Roll, Ruleset, Side};
    ///
    /// let start = Position::start(Ruleset::default(), Side::White);
    /// let mut buffers = [Results::new(), Results::new()];
    /// // Whatever is thrown first, all men enter (Z13): one result a throw.
    /// assert_eq!(start.perft("256".parse::<Roll>()?, &mut buffers), 56);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn perft(&self, roll: Roll, buffers: &mut [Results]) -> u64 {
        let Some((results, deeper)) = buffers.split_first_mut() else { return 1 };
        self.results_into(roll, results);
        if deeper.is_empty() {
            return results.len() as u64;
        }
        results
            .positions()
            .map(|next| match next.status() {
                Status::Over(_) => 0,
                Status::Roll(_) => Roll::all().map(|roll| next.perft(roll, deeper)).sum::<u64>(),
            })
            .sum()
    }
}
