//! Players of tafl games.
