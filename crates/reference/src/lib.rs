//! A slow, obvious second reading of the rules, for tests.
