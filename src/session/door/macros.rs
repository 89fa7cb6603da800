//! The macros that make an enum and its half of the codec from one list.

/// An enum of what comes in, and how it is read.
macro_rules! inputs {
    (
        $(#[$meta:meta])*
        $name:ident {
            $($(#[doc = $doc:literal])+ $variant:ident = $tag:literal {
                $($(#[doc = $field_doc:literal])* $field:ident: $type:ty = $field_name:literal,)*
            })+
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug)]
        pub enum $name<P> {
            $($(#[doc = $doc])+ $variant {
                $(
                    #[doc = concat!("`", $field_name, "`")]
                    $(#[doc = $field_doc])*
                    $field: $type,
                )*
            },)+
        }

        impl<P: $crate::session::door::Read> $name<P> {
            /// Reads one; `None` for a text that no facade of this version writes.
            pub fn read(lines: &mut $crate::session::door::Lines<'_>) -> Option<Self> {
                match lines.line()? {
                    $($tag => Some(Self::$variant {
                        $($field: $crate::session::door::Read::read(lines)?,)*
                    }),)+
                    _ => None,
                }
            }
        }

        #[cfg(feature = "tables")]
        entries!($name, Read::LETTER, "Every input, for the generators.", {
            $([$($doc)+] $tag [$([$field_name, $type])*])+
        });
    };
}

/// An enum of what goes out, and how it is written.
macro_rules! outputs {
    (
        $(#[$meta:meta])*
        $name:ident {
            $($(#[doc = $doc:literal])+ $variant:ident = $tag:literal {
                $($(#[doc = $field_doc:literal])* $field:ident: $type:ty = $field_name:literal,)*
            })+
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq)]
        pub enum $name<P> {
            $($(#[doc = $doc])+ $variant {
                $(
                    #[doc = concat!("`", $field_name, "`")]
                    $(#[doc = $field_doc])*
                    $field: $type,
                )*
            },)+
        }

        impl<P: $crate::session::door::Write> $crate::session::door::Write for $name<P> {
            const TYPE: &'static str = "Output";

            fn write(&self, json: &mut $crate::session::door::Json) {
                match self {
                    $(Self::$variant { $($field,)* } => {
                        json.open('[');
                        json.text($tag);
                        $(json.item($field);)*
                        json.close(']');
                    })+
                }
            }
        }

        #[cfg(feature = "tables")]
        entries!($name, Write::AROUND, "Every output, for the generators.", {
            $([$($doc)+] $tag [$([$field_name, $type])*])+
        });
    };
}

/// What the generators see of either: each variant with its fields, and how a field is
/// written.
#[cfg(feature = "tables")]
macro_rules! entries {
    (
        $name:ident, $trait:ident::$written:ident, $what:literal,
        { $([$($doc:literal)+] $tag:literal [$([$field_name:literal, $type:ty])*])+ }
    ) => {
        impl $name<$crate::session::door::Term> {
            #[doc = $what]
            pub const ENTRIES: &'static [$crate::session::door::Entry] = &[
                $($crate::session::door::Entry {
                    name: $tag,
                    doc: concat!($($doc, "\n"),+),
                    fields: {
                        #[allow(dead_code, reason = "not every entry has a payload")]
                        type P = $crate::session::door::Term;
                        &[$((
                            $field_name,
                            <$type as $crate::session::door::$trait>::$written,
                            <$type as $crate::session::door::$trait>::TYPE,
                        ),)*]
                    },
                },)+
            ];
        }
    };
}

/// The names an enum of plain variants crosses by, both ways.
macro_rules! named {
    ($name:ident { $($variant:ident = $wire:literal,)+ }) => {
        impl $crate::session::door::Read for $name {
            const LETTER: &'static str = "s";
            const TYPE: &'static str = concat!($("|\"", $wire, "\""),+);

            fn read(lines: &mut $crate::session::door::Lines<'_>) -> Option<Self> {
                match lines.line()? {
                    $($wire => Some(Self::$variant),)+
                    _ => None,
                }
            }
        }

        impl $crate::session::door::Write for $name {
            const TYPE: &'static str = concat!($("|\"", $wire, "\""),+);

            fn write(&self, json: &mut $crate::session::door::Json) {
                json.text(match self {
                    $(Self::$variant => $wire,)+
                });
            }
        }
    };
}
