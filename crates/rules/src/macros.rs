//! The two shapes that both games repeat: an option with named values, and a pair of sides.

/// Declares an enum of named values, the default first. The names are those of text forms and of `--set`.
macro_rules! choice {
    (
        $(#[$meta:meta])*
        pub enum $name:ident {
            $(#[$first_meta:meta])* $first:ident = $first_text:literal,
            $( $(#[$value_meta:meta])* $value:ident = $text:literal, )*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub enum $name {
            $(#[$first_meta])* #[default] $first,
            $( $(#[$value_meta])* $value, )*
        }

        impl $name {
            /// Every value, the default first.
            pub const ALL: &'static [$name] = &[$name::$first, $($name::$value),*];
            /// The name of every value, in the order of [`Self::ALL`].
            pub const NAMES: &'static [&'static str] = &[$first_text, $($text),*];

            /// The name used in text forms.
            pub const fn name(self) -> &'static str {
                Self::NAMES[self as usize]
            }

            /// The value with that name.
            pub fn from_name(name: &str) -> Option<$name> {
                Self::NAMES.iter().position(|known| *known == name).map(|index| Self::ALL[index])
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }
    };
}

/// Declares the two sides of a game and `BySide`, one value for each.
macro_rules! sides {
    ( $(#[$a_meta:meta])* $a:ident = $a_field:ident, $(#[$b_meta:meta])* $b:ident = $b_field:ident ) => {
        /// One of the two sides.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Side {
            $(#[$a_meta])* $a,
            $(#[$b_meta])* $b,
        }

        impl Side {
            /// Both sides.
            pub const ALL: [Side; 2] = [Side::$a, Side::$b];

            /// The opponent.
            #[must_use]
            pub const fn other(self) -> Side {
                match self {
                    Side::$a => Side::$b,
                    Side::$b => Side::$a,
                }
            }

            /// The name used in text forms.
            pub const fn name(self) -> &'static str {
                match self {
                    Side::$a => stringify!($a_field),
                    Side::$b => stringify!($b_field),
                }
            }

            /// The side with that name.
            pub fn from_name(name: &str) -> Option<Side> {
                Side::ALL.into_iter().find(|side| side.name() == name)
            }
        }

        impl std::fmt::Display for Side {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }

        /// One value for each side.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub struct BySide<T> {
            $(#[$a_meta])* pub $a_field: T,
            $(#[$b_meta])* pub $b_field: T,
        }

        impl<T> std::ops::Index<Side> for BySide<T> {
            type Output = T;
            fn index(&self, side: Side) -> &T {
                match side {
                    Side::$a => &self.$a_field,
                    Side::$b => &self.$b_field,
                }
            }
        }

        impl<T> std::ops::IndexMut<Side> for BySide<T> {
            fn index_mut(&mut self, side: Side) -> &mut T {
                match side {
                    Side::$a => &mut self.$a_field,
                    Side::$b => &mut self.$b_field,
                }
            }
        }
    };
}
