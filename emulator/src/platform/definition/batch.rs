//! The fields of batches.

use super::{
    Field, Kind, optional,
    records::{INPUT, NEW_ASSOCIATION, OBJECT},
    required,
};

pub(super) const BATCH_READ: &[Field] = &[
    required("inputs", Kind::List(INPUT), "1 to 100 records"),
    optional(
        "properties",
        Kind::Texts,
        "Names of the properties that are told",
    ),
    optional(
        "propertiesWithHistory",
        Kind::Texts,
        "Names of those that are told with the values they had",
    ),
    UNSET_ID_PROPERTY,
];

pub(super) const BATCH_IDS: &[Field] = &[required("inputs", Kind::List(INPUT), "1 to 100 records")];

pub(super) const BATCH_CREATE: &[Field] = &[required(
    "inputs",
    Kind::List(CREATED),
    "1 to 100 new records",
)];

/// The values are judged later: where each input is done by itself, a value that its
/// property cannot hold fails that input alone.
const BATCH_PROPERTIES: Field = required(
    "properties",
    Kind::AnyMap,
    "Values by the properties' names; an empty text takes one away",
);

const CREATED: &[Field] = &[
    BATCH_PROPERTIES,
    optional(
        "associations",
        Kind::Unset(&Kind::List(NEW_ASSOCIATION)),
        "What it belongs to",
    ),
    TRACE,
];

const TRACE: Field = optional(
    "objectWriteTraceId",
    Kind::Unset(&Kind::Text),
    "Where every input has one, a fault of one leaves the others to be done",
);

pub(super) const BATCH_UPDATE: &[Field] =
    &[required("inputs", Kind::List(UPDATED), "1 to 100 records")];

const UPDATED: &[Field] = &[
    required(
        "id",
        Kind::Identifier,
        "Its identifier, or the value of idProperty",
    ),
    UNSET_ID_PROPERTY,
    BATCH_PROPERTIES,
    TRACE,
];

pub(super) const BATCH_DONE: &[Field] = &outcome(OBJECT);

pub(super) const BATCH_CHANGED: &[Field] = &outcome(UPSERTED);

/// What a batch is answered with.
const fn outcome(record: &'static [Field]) -> [Field; 6] {
    [
        required("status", Kind::Text, "COMPLETE"),
        required("results", Kind::List(record), "The records"),
        optional("numErrors", Kind::Int64, "How many entries errors has"),
        optional(
            "errors",
            Kind::Objects,
            "What failed: ids that are not there in one entry, faults with their objectWriteTraceId",
        ),
        required("startedAt", Kind::DateTime, "When it began"),
        required("completedAt", Kind::DateTime, "When it was done"),
    ]
}

const UPSERTED: &[Field] = &[
    required("id", Kind::Text, "Its identifier within its type"),
    required(
        "properties",
        Kind::UnsetTextMap,
        "Values by the properties' names",
    ),
    required("createdAt", Kind::DateTime, "When it was made"),
    required("updatedAt", Kind::DateTime, "When it last changed"),
    required("archived", Kind::Flag, "Whether it was deleted"),
    required("new", Kind::Flag, "Whether it was made now"),
];

const UNSET_ID_PROPERTY: Field = optional(
    "idProperty",
    Kind::Unset(&Kind::Text),
    "The unique property that the identifiers are values of; their own by default",
);
