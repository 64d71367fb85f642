//! What the nets of both games share: one layer of hidden neurons, squared after being clipped, and several outputs of which one speaks.
//!
//! What each game tells its net, in which units it computes and what the outputs stand for is its own:
//! [`tafl::net`](crate::tafl::net), [`tavli::net`](crate::tavli::net).

mod file;
mod layers;
pub(crate) mod simd;

pub use file::{FileForm, NotANet, Numbers};

pub(crate) use file::Shape;
pub(crate) use layers::Layers;
