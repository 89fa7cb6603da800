//! The macro for enums of groups.

/// An enum of groups, the enum of each, and its conversion into the whole.
macro_rules! groups {
    (
        $(#[doc = $doc:literal])+
        #[derive $derives:tt]
        pub enum $type:ident;

        $($(#[doc = $of_group:literal])+ $group:ident($inner:ident) { $($variants:tt)* })+
    ) => {
        $(#[doc = $doc])+
        #[derive $derives]
        pub enum $type {
            $($(#[doc = $of_group])+ $group($inner),)+
        }

        $(
            $(#[doc = $of_group])+
            #[derive $derives]
            pub enum $inner {
                $($variants)*
            }

            impl From<$inner> for $type {
                fn from(group: $inner) -> Self {
                    Self::$group(group)
                }
            }
        )+
    };
}
