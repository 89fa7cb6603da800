//! Enumerations whose members have names, on the wire or in JavaScript.

/// An enumeration whose members have names; one of them may be the default.
macro_rules! named {
    (
        $(#[$attribute:meta])*
        $type:ident $(, default $default:ident)? {
            $($(#[doc = $doc:literal])+ $variant:ident = $name:literal,)+
        }
    ) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $type {
            $($(#[doc = $doc])+ $variant,)+
        }

        impl $type {
            /// Every member, in the order of the documents.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// The name of each, in the same order.
            pub const NAMES: &[&str] = &[$($name),+];

            /// The member's name.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }

            /// The member of a name; `None` for any other text.
            #[must_use]
            pub fn parse(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|member| member.as_str() == name)
            }

            /// The member's meaning.
            #[cfg(feature = "tables")]
            #[must_use]
            pub const fn doc(self) -> &'static str {
                match self {
                    $(Self::$variant => concat!($($doc),+),)+
                }
            }
        }

        $(impl Default for $type {
            fn default() -> Self {
                Self::$default
            }
        })?
    };
}

pub(crate) use named;
