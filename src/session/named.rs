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

/// An enum of groups, and the conversion of each into it.
macro_rules! groups {
    (
        $(#[$attribute:meta])*
        pub enum $type:ident {
            $($(#[$of_group:meta])* $group:ident($inner:ty),)+
        }
    ) => {
        $(#[$attribute])*
        pub enum $type {
            $($(#[$of_group])* $group($inner),)+
        }

        $(impl From<$inner> for $type {
            fn from(group: $inner) -> Self {
                Self::$group(group)
            }
        })+
    };
}
