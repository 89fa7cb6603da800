//! The description of a payload's fields.

use super::Name;

/// A named payload with its fields.
#[derive(Debug)]
pub struct Shape {
    /// The payload's name in TypeScript.
    #[cfg(feature = "tables")]
    pub name: &'static str,
    /// The fields, in the documents' order.
    pub fields: &'static [Field],
    /// True if fields beyond the table are part of the contract.
    pub open: bool,
    /// The description in the reference and the types.
    #[cfg(feature = "tables")]
    pub doc: &'static str,
}

impl Shape {
    /// A payload with exactly these fields.
    #[must_use]
    pub const fn new(name: &'static str, doc: &'static str, fields: &'static [Field]) -> Self {
        #[cfg(not(feature = "tables"))]
        let _ = (name, doc);
        Self {
            #[cfg(feature = "tables")]
            name,
            fields,
            open: false,
            #[cfg(feature = "tables")]
            doc,
        }
    }

    /// The same, with further fields of the sender's own choice.
    #[must_use]
    pub const fn open(mut self) -> Self {
        self.open = true;
        self
    }
}

/// One field of a payload.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// The field's name on the wire.
    pub name: Name,
    /// The kind of its value.
    pub kind: FieldKind,
    /// The need for it.
    pub need: Need,
    /// The mask of its value in logs and traces.
    pub mask: Mask,
    /// True if the published types ask for it although [`Field::need`] does not.
    /// Source: SDK types.
    #[cfg(feature = "tables")]
    pub is_required_in_types: bool,
    /// True if the published types allow only the known values of a
    /// [`FieldKind::Open`]. Source: SDK types.
    #[cfg(feature = "tables")]
    pub is_closed_in_types: bool,
    /// Its meaning.
    #[cfg(feature = "tables")]
    pub doc: &'static str,
    /// Unit of a number; empty where there is none.
    #[cfg(feature = "tables")]
    pub unit: &'static str,
    /// The document it is from.
    #[cfg(feature = "tables")]
    pub source: &'static str,
    /// The replacement of a deprecated field; empty for the others.
    #[cfg(feature = "tables")]
    pub deprecated: &'static str,
}

/// Setters of facts for the reference and the types, which no shipped module holds.
macro_rules! described {
    ($(
        $(#[doc = $doc:literal])+
        $visibility:vis fn $name:ident($($argument:ident: $type:ty),*) {
            $($field:ident = $value:expr),+
        }
    )+) => {$(
        $(#[doc = $doc])+
        #[must_use]
        #[cfg_attr(not(feature = "tables"), allow(unused_mut, unused_variables))]
        $visibility const fn $name(mut self $(, $argument: $type)*) -> Self {
            #[cfg(feature = "tables")]
            {
                $(self.$field = $value;)+
            }
            self
        }
    )+};
}

impl Field {
    /// A field that may be left out.
    #[must_use]
    pub const fn optional(name: Name, kind: FieldKind) -> Self {
        Self::with(name, kind, Need::Optional)
    }

    /// A field that has to be there.
    #[must_use]
    pub const fn required(name: Name, kind: FieldKind) -> Self {
        Self::with(name, kind, Need::Required)
    }

    /// A field that the reference lists for a host's message.
    #[must_use]
    pub const fn listed(name: Name, kind: FieldKind) -> Self {
        Self::with(name, kind, Need::Listed)
    }

    /// A field that may be left out and that the checks ask for.
    #[must_use]
    pub const fn expected(name: Name, kind: FieldKind) -> Self {
        Self::with(name, kind, Need::Expected)
    }

    const fn with(name: Name, kind: FieldKind, need: Need) -> Self {
        Self {
            name,
            kind,
            need,
            mask: Mask::ByKind,
            #[cfg(feature = "tables")]
            is_required_in_types: false,
            #[cfg(feature = "tables")]
            is_closed_in_types: false,
            #[cfg(feature = "tables")]
            doc: "",
            #[cfg(feature = "tables")]
            unit: "",
            #[cfg(feature = "tables")]
            source: "",
            #[cfg(feature = "tables")]
            deprecated: "",
        }
    }

    /// Sets how the field is masked.
    #[must_use]
    pub const fn masked(mut self, mask: Mask) -> Self {
        self.mask = mask;
        self
    }

    described! {
        /// Notes that the published types ask for the field.
        pub(crate) fn required_in_types() { is_required_in_types = true }

        /// Notes that the published types allow the known values only.
        pub(crate) fn closed_in_types() { is_closed_in_types = true }

        /// Sets the field's meaning and the document that tells it.
        pub fn doc(doc: &'static str, source: &'static str) { doc = doc, source = source }

        /// Sets the unit.
        pub fn unit(unit: &'static str) { unit = unit }

        /// Marks the field as deprecated in favour of another.
        pub fn deprecated(instead: &'static str) { deprecated = instead }
    }
}

/// The kind of a field's value.
#[derive(Clone, Copy, Debug)]
pub enum FieldKind {
    /// A string.
    Text,
    /// A number.
    Number,
    /// `true` or `false`.
    Boolean,
    /// A string or a number.
    TextOrNumber,
    /// One of a closed set of strings.
    OneOf(&'static [&'static str]),
    /// A string; the known values are listed and hosts may add to them.
    Open(&'static [&'static str]),
    /// An object of a known shape.
    Object(&'static Shape),
    /// A list of objects, each of one of these shapes.
    List(&'static [&'static Shape]),
    /// Anything at all.
    Any,
}

/// The need for a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// Its absence is an error of the types and of the checks.
    Required,
    /// The reference lists it for a host's message: required for the reader, optional for the
    /// sender. A widget reports its absence.
    Listed,
    /// The documents differ on it: optional, and its absence is mentioned by the checks.
    Expected,
    /// It may be absent.
    Optional,
}

impl Need {
    /// True if the checks of sent messages mention its absence.
    pub(crate) const fn is_checked(self) -> bool {
        matches!(self, Self::Required | Self::Expected)
    }

    /// True if a host that leaves it out is reported.
    pub(crate) const fn is_due_from_host(self) -> bool {
        matches!(self, Self::Required | Self::Listed)
    }
}

/// The part of a field's value that logs and traces show. A value of another form is hidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mask {
    /// A member of the field's enumeration. Of any other kind of field nothing is shown.
    ByKind,
    /// An identifier that is short, a UUID, or made by this package or the published one.
    Id,
    /// The identifier of a record: digits.
    RecordId,
    /// The identifier of a type of records.
    TypeId,
    /// A time from September 2001 to May 2033; as a number no phone number is one.
    Time,
    /// A count, or a duration below 28 hours.
    Count,
    /// The type of a message.
    MessageType,
    /// A length in pixels or percent.
    Size,
    /// A version.
    Version,
    /// A phone number: all but the last four digits are hidden.
    Phone,
    /// An address of a page: a trace shows its origin, a log nothing.
    Address,
    /// A name, free text: hidden whole.
    Whole,
}

impl Mask {
    /// True for personal values: they cross only to an engine that compares them.
    #[must_use]
    pub const fn is_personal(self) -> bool {
        matches!(self, Self::Phone | Self::Address | Self::Whole)
    }

    /// The form of the values that are shown, as a regular expression over the whole text;
    /// `None` where no form is enough.
    #[cfg(feature = "tables")]
    #[must_use]
    pub const fn form(self) -> Option<&'static str> {
        match self {
            Self::Id => Some(concat!(
                r"\d{1,9}|[\da-fA-F]{8}(?:-[\da-fA-F]{4}){3}-[\da-fA-F]{12}",
                // The beginning of a message id, which is a time or a number longer than a
                // phone number's; or a random id of this package, with no such number in it.
                r"|(?:(?:1\d{12}|\d{14,16})(?=_)|(?=(?:\D*\d){2})(?![\da-z]*\d{7})[hw][\da-z]{10,16})(?:_(?:\d{1,6}|1\d{12}))?"
            )),
            // Zeros in front are those of a number that is dialled.
            Self::RecordId => Some(r"0|[1-9]\d{0,15}"),
            Self::TypeId => Some(r"[02]-\d{1,9}|CONTACT|COMPANY"),
            Self::Time => Some(concat!(
                r"1\d{12}",
                r"|20\d\d-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d(?::[0-5]\d(?:\.\d{1,3})?)?(?:Z|[+-][01]\d:[0-5]\d)"
            )),
            Self::Count => Some(r"\d{1,8}"),
            Self::Size => Some(r"\d{1,4}(?:px|%)?"),
            Self::Version => Some(r"\d{1,2}(?:\.\d{1,2}){2}(?:-(?:alpha|beta|rc)\.\d{1,2})?"),
            Self::ByKind | Self::MessageType | Self::Phone | Self::Address | Self::Whole => None,
        }
    }
}
