//! The net in use.

use std::sync::{Arc, LazyLock};

use super::Parameters;

/// Its file. What it was trained with, and the matches that let it in, is in `nets/README.md`.
pub const BYTES: &[u8] = include_bytes!("../../../../../nets/tavli.net");

/// Its numbers.
pub(super) static REGISTERED: LazyLock<Option<Arc<Parameters>>> =
    LazyLock::new(|| Parameters::from_bytes(BYTES).ok().map(Arc::new));
