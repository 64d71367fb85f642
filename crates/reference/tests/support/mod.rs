//! What the comparisons share.

/// How many games a test plays: `TABLEN_GAMES`, or what it thinks enough.
pub fn games_to_play(default: usize) -> usize {
    std::env::var("TABLEN_GAMES").ok().and_then(|games| games.parse().ok()).unwrap_or(default)
}
