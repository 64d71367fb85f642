//! Players of tavli.
