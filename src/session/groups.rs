//! The macro for enums of groups.

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
