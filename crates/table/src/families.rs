//! The families of games: everything that is particular to one stands in its own file.

mod any;
pub mod tafl;
pub mod tavli;

pub use any::{
    AnyGame, AnyIllegal, AnyPlayer, AnyPosition, AnyReason, AnyStartFault, Board, Choice, Hint, NotAChoice,
    NotAStart, Placement, Round, Ruleset, RulesetOption, Sketch, Start,
};

use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::{Error as NotRead, StrDeserializer};

use crate::family::NotAPlace;

/// Sides and colours are the same thing by other names.
macro_rules! colour_is_side {
    ($side:ty, dark: $dark:ident, light: $light:ident) => {
        impl From<$side> for $crate::spec::Colour {
            fn from(side: $side) -> $crate::spec::Colour {
                match side {
                    <$side>::$dark => $crate::spec::Colour::Dark,
                    <$side>::$light => $crate::spec::Colour::Light,
                }
            }
        }

        impl From<$crate::spec::Colour> for $side {
            fn from(colour: $crate::spec::Colour) -> $side {
                match colour {
                    $crate::spec::Colour::Dark => <$side>::$dark,
                    $crate::spec::Colour::Light => <$side>::$light,
                }
            }
        }
    };
}
use colour_is_side;

/// A place as it is sent over the wire.
fn place<'text, P: Deserialize<'text>>(text: &'text str) -> Result<P, NotAPlace> {
    let read: StrDeserializer<'text, NotRead> = text.into_deserializer();
    P::deserialize(read).map_err(|_| NotAPlace(text.to_owned()))
}
