//! The macros that make an enum and its half of the codec from one list.

/// A group of inputs, with its reader.
macro_rules! inputs {
    (
        $(#[$meta:meta])*
        $name:ident $(<$payload:ident>)? {
            $($(#[doc = $doc:literal])+ $variant:ident = $tag:literal {
                $($(#[doc = $field_doc:literal])* $field:ident: $type:ty = $field_name:literal,)*
            })+
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug)]
        pub enum $name $(<$payload>)? {
            $($(#[doc = $doc])+ $variant {
                $(
                    #[doc = concat!("`", $field_name, "`")]
                    $(#[doc = $field_doc])*
                    $field: $type,
                )*
            },)+
        }

        impl $(<$payload: $crate::session::door::Read>)? $name $(<$payload>)? {
            /// Reads the input with this name; `None` where the group has none.
            #[allow(unused_variables, reason = "not every group has fields")]
            // JavaScript engines compile a function whole at its first call.
            #[inline(never)]
            pub(super) fn read(tag: &str, lines: &mut $crate::session::door::Lines<'_>) -> Option<Self> {
                match tag {
                    $($tag => Some(Self::$variant {
                        $($field: $crate::session::door::Read::read(lines),)*
                    }),)+
                    _ => None,
                }
            }
        }

        #[cfg(feature = "tables")]
        entries!($name $(<$payload>)?, Read::LETTER, {
            $([$($doc)+] $tag [$([$field_name, $type])*])+
        });
    };
}

/// An enum of all groups of inputs.
macro_rules! input_groups {
    (
        $(#[$meta:meta])*
        $name:ident {
            $($(#[doc = $doc:literal])+ $group:ident($type:ty),)+
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug)]
        pub enum $name<P> {
            $($(#[doc = $doc])+ $group($type),)+
        }

        impl<P: $crate::session::door::Read> $name<P> {
            /// Reads an input; `None` for a text that no facade of this version writes.
            pub fn read(lines: &mut $crate::session::door::Lines<'_>) -> Option<Self> {
                let tag = lines.line();
                $(if let Some(input) = <$type>::read(tag, lines) {
                    return lines.is_sound().then(|| Self::$group(input));
                })+
                None
            }
        }

        groups!($name, "Every input, by its group, for the generators.", { $($group($type))+ });
    };
}

/// A group of outputs, with its writer.
macro_rules! outputs {
    (
        $(#[$meta:meta])*
        $name:ident $(<$payload:ident>)? {
            $($(#[doc = $doc:literal])+ $variant:ident = $tag:literal {
                $($(#[doc = $field_doc:literal])* $field:ident: $type:ty = $field_name:literal,)*
            })+
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq)]
        pub enum $name $(<$payload>)? {
            $($(#[doc = $doc])+ $variant {
                $(
                    #[doc = concat!("`", $field_name, "`")]
                    $(#[doc = $field_doc])*
                    $field: $type,
                )*
            },)+
        }

        impl $(<$payload: $crate::session::door::Write>)? $crate::session::door::Write
            for $name $(<$payload>)?
        {
            const TYPE: &'static str = "Output";

            // As for an input's `read`.
            #[inline(never)]
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
        entries!($name $(<$payload>)?, Write::AROUND, {
            $([$($doc)+] $tag [$([$field_name, $type])*])+
        });
    };
}

/// An enum of all groups of outputs.
macro_rules! output_groups {
    (
        $(#[$meta:meta])*
        $name:ident {
            $($(#[doc = $doc:literal])+ $group:ident($type:ty),)+
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq)]
        pub enum $name<P> {
            $($(#[doc = $doc])+ $group($type),)+
        }

        impl<P: $crate::session::door::Write> $crate::session::door::Write for $name<P> {
            const TYPE: &'static str = "Output";

            fn write(&self, json: &mut $crate::session::door::Json) {
                match self {
                    $(Self::$group(output) => output.write(json),)+
                }
            }
        }

        groups!($name, "Every output, by its group, for the generators.", { $($group($type))+ });
    };
}

/// The common part of both enums of groups: conversions, and the entries for generators.
macro_rules! groups {
    ($name:ident, $what:literal, { $($group:ident($type:ty))+ }) => {
        $(impl<P> From<$type> for $name<P> {
            fn from(group: $type) -> Self {
                Self::$group(group)
            }
        })+

        #[cfg(feature = "tables")]
        impl $name<$crate::session::door::Term> {
            #[doc = $what]
            pub const GROUPS: &'static [&'static [$crate::session::door::Entry]] = {
                type P = $crate::session::door::Term;
                &[$(<$type>::ENTRIES),+]
            };
        }
    };
}

/// The entries of a group for generators: each variant with its fields and their encoding.
#[cfg(feature = "tables")]
macro_rules! entries {
    ($name:ident<$payload:ident>, $trait:ident::$written:ident, $entries:tt) => {
        impl $name<$crate::session::door::Term> {
            entries!(@list $trait::$written, $entries);
        }
    };
    ($name:ident, $trait:ident::$written:ident, $entries:tt) => {
        impl $name {
            entries!(@list $trait::$written, $entries);
        }
    };
    (
        @list $trait:ident::$written:ident,
        { $([$($doc:literal)+] $tag:literal [$([$field_name:literal, $type:ty])*])+ }
    ) => {
        pub(super) const ENTRIES: &'static [$crate::session::door::Entry] = &[
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
    };
}

/// The names by which an enum of plain variants crosses, both ways.
macro_rules! named {
    ($name:ident { $first:ident = $first_wire:literal, $($variant:ident = $wire:literal,)+ }) => {
        impl $crate::session::door::Read for $name {
            const LETTER: &'static str = "s";
            const TYPE: &'static str = concat!("|\"", $first_wire, "\"", $("|\"", $wire, "\""),+);

            fn read(lines: &mut $crate::session::door::Lines<'_>) -> Self {
                match lines.line() {
                    $first_wire => Self::$first,
                    $($wire => Self::$variant,)+
                    _ => {
                        lines.refuse();
                        Self::$first
                    }
                }
            }
        }

        impl $crate::session::door::Write for $name {
            const TYPE: &'static str = concat!("|\"", $first_wire, "\"", $("|\"", $wire, "\""),+);

            fn write(&self, json: &mut $crate::session::door::Json) {
                json.text(match self {
                    Self::$first => $first_wire,
                    $(Self::$variant => $wire,)+
                });
            }
        }
    };
}
