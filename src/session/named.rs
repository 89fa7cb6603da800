//! Macros for the enums that the edge knows by name and by group.

/// The names of an enum's plain variants, both ways.
macro_rules! named {
    ($type:ident { $($variant:ident = $name:literal,)+ }) => {
        impl $type {
            /// Its name at the edge.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }

            /// The variant of a name.
            #[must_use]
            pub fn parse(name: &str) -> Option<Self> {
                match name {
                    $($name => Some(Self::$variant),)+
                    _ => None,
                }
            }
        }
    };
}

/// Conversions of each group of an enum into it.
macro_rules! groups {
    ($type:ident { $($group:ident($inner:ty),)+ }) => {
        $(impl From<$inner> for $type {
            fn from(group: $inner) -> Self {
                Self::$group(group)
            }
        })+
    };
}
