//! The fields of records and of their properties.

use super::{Field, Kind, optional, required};

pub(super) const OBJECT_SELECTION: &[Field] = &[
    PROPERTY_NAMES,
    HISTORY_NAMES,
    ASSOCIATED_TYPES,
    ID_PROPERTY,
    ARCHIVED,
];

pub(super) const OBJECT_LIST: &[Field] = &[
    optional(
        "limit",
        Kind::Range(1, 100),
        "How many, 1 to 100, and with propertiesWithHistory 50; 10 by default",
    ),
    optional("after", Kind::Text, "The cursor of the part before"),
    PROPERTY_NAMES,
    HISTORY_NAMES,
    ASSOCIATED_TYPES,
    ARCHIVED,
];

const PROPERTY_NAMES: Field = optional(
    "properties",
    Kind::Text,
    "Names of the properties that are told, with commas between",
);

const HISTORY_NAMES: Field = optional(
    "propertiesWithHistory",
    Kind::Text,
    "Names of the properties that are told with the values they had, with commas between",
);

const ASSOCIATED_TYPES: Field = optional(
    "associations",
    Kind::Text,
    "Types whose associated records are told, with commas between",
);

const ID_PROPERTY: Field = optional(
    "idProperty",
    Kind::Text,
    "The unique property that the identifier is a value of, such as email; its own by default",
);

const ARCHIVED: Field = optional("archived", Kind::Flag, "Whether deleted records are meant");

pub(super) const OBJECT_INPUT: &[Field] = &[
    GIVEN_PROPERTIES,
    optional(
        "associations",
        Kind::Unset(&Kind::List(NEW_ASSOCIATION)),
        "What it belongs to",
    ),
];

pub(super) const OBJECT_CHANGE: &[Field] = &[GIVEN_PROPERTIES];

pub(super) const OBJECT_CHANGE_QUERY: &[Field] = &[ID_PROPERTY];

const GIVEN_PROPERTIES: Field = required(
    "properties",
    Kind::Scalars,
    "Values by the properties' names; an empty text takes one away",
);

pub(super) const NEW_ASSOCIATION: &[Field] = &[
    required("to", Kind::Object(INPUT), "The record it leads to"),
    required("types", Kind::List(SPEC), "Its kinds"),
];

pub(super) const OBJECT: &[Field] = &[
    required("id", Kind::Text, "Its identifier within its type"),
    required(
        "properties",
        Kind::UnsetTextMap,
        "Values by the properties' names; with `--profile vendor` one that is asked for \
         and has none is null",
    ),
    required("createdAt", Kind::DateTime, "When it was made"),
    required("updatedAt", Kind::DateTime, "When it last changed"),
    required("archived", Kind::Flag, "Whether it was deleted"),
    optional("archivedAt", Kind::DateTime, "When it was deleted"),
    optional(
        "propertiesWithHistory",
        Kind::Lists,
        "The values that properties had, the newest first",
    ),
    optional(
        "associations",
        Kind::Map,
        "The records it belongs to, by their type",
    ),
];

pub(super) const OBJECTS: &[Field] = &[
    required("results", Kind::List(OBJECT), "The records"),
    optional("paging", Kind::Object(PAGING), "Where the list goes on"),
];

pub(super) const PAGING: &[Field] = &[required("next", Kind::Object(NEXT), "The next part")];

const NEXT: &[Field] = &[
    required("after", Kind::Text, "Its cursor"),
    optional("link", Kind::Text, "Its address"),
];

pub(super) const ASSOCIATED: &[Field] = &[
    required("status", Kind::Text, "COMPLETE"),
    required("results", Kind::List(ASSOCIATION), "One entry a direction"),
    required("startedAt", Kind::DateTime, "When it began"),
    required("completedAt", Kind::DateTime, "When it was done"),
];

const ASSOCIATION: &[Field] = &[
    required("from", Kind::Object(OBJECT_ID), "The record it leads from"),
    required("to", Kind::Object(OBJECT_ID), "The record it leads to"),
    required("associationSpec", Kind::Object(SPEC), "Its kind"),
];

pub(super) const INPUT: &[Field] = &[required("id", Kind::Identifier, "Its identifier")];

const OBJECT_ID: &[Field] = &[required("id", Kind::Text, "Its identifier")];

pub(super) const SPEC: &[Field] = &[
    required("associationCategory", Kind::Text, "Whose kind it is"),
    required("associationTypeId", Kind::Int64, "Its number"),
];

pub(super) const PROPERTIES: &[Field] = &[required(
    "results",
    Kind::List(PROPERTY),
    "The properties, all of them",
)];

pub(super) const PROPERTY: &[Field] = &[
    required("name", Kind::Text, "Its internal name"),
    required("label", Kind::Text, "Its name for people"),
    required("type", Kind::Text, "The kind of its values"),
    required("fieldType", Kind::Text, "How it is edited"),
    required("groupName", Kind::Text, "The group it is shown in"),
    required("description", Kind::Text, "What it is for"),
    required("options", Kind::List(OPTION), "Values of an enumeration"),
    required("calculated", Kind::Flag, "Whether it is worked out"),
    required(
        "externalOptions",
        Kind::Flag,
        "Whether its options are kept elsewhere",
    ),
    required(
        "hasUniqueValue",
        Kind::Flag,
        "Whether no two records have the same value",
    ),
    required("hidden", Kind::Flag, "Whether people do not see it"),
    required("formField", Kind::Flag, "Whether forms may have it"),
    required("hubspotDefined", Kind::Flag, "Whether every account has it"),
    required("displayOrder", Kind::Int64, "Its place; -1 for the end"),
    required("archived", Kind::Flag, "Whether it was deleted"),
    optional(
        "referencedObjectType",
        Kind::Text,
        "What its options are, where they are kept elsewhere",
    ),
    optional("createdAt", Kind::DateTime, "When it was defined"),
    optional("updatedAt", Kind::DateTime, "When that last changed"),
    required(
        "modificationMetadata",
        Kind::Object(MODIFICATION),
        "What of it may be changed",
    ),
];

const OPTION: &[Field] = &[
    required("label", Kind::Text, "Its name for people"),
    required("value", Kind::Text, "The value"),
    required("hidden", Kind::Flag, "Whether people are not offered it"),
    optional("displayOrder", Kind::Int64, "Its place"),
    optional("description", Kind::Text, "What it means"),
];

const MODIFICATION: &[Field] = &[
    required("archivable", Kind::Flag, "Whether it can be deleted"),
    required(
        "readOnlyDefinition",
        Kind::Flag,
        "Whether its definition is fixed",
    ),
    required(
        "readOnlyValue",
        Kind::Flag,
        "Whether the service alone writes its value",
    ),
    optional(
        "readOnlyOptions",
        Kind::Flag,
        "Whether its options are fixed",
    ),
];

pub(super) const PROPERTY_INPUT: &[Field] = &[
    required(
        "name",
        Kind::Text,
        "Small letters, digits and underscores, a letter first",
    ),
    required("label", Kind::Text, "Its name for people"),
    required(
        "type",
        Kind::Text,
        "string, number, date, datetime, enumeration or bool",
    ),
    required(
        "fieldType",
        Kind::Text,
        "text, textarea, html, number, date, select, radio, checkbox, booleancheckbox, \
         phonenumber or file",
    ),
    required("groupName", Kind::Text, "The group it is shown in"),
    optional("description", Kind::Unset(&Kind::Text), "What it is for"),
    optional(
        "options",
        Kind::List(NEW_OPTION),
        "Values of an enumeration",
    ),
    optional(
        "hasUniqueValue",
        Kind::Unset(&Kind::Flag),
        "Whether no two records may have the same value",
    ),
    optional(
        "hidden",
        Kind::Unset(&Kind::Flag),
        "Whether people do not see it",
    ),
    optional(
        "formField",
        Kind::Unset(&Kind::Flag),
        "Whether forms may have it",
    ),
    optional(
        "displayOrder",
        Kind::Unset(&Kind::Int64),
        "Its place; -1 for the end",
    ),
];

const NEW_OPTION: &[Field] = &[
    required("label", Kind::Text, "Its name for people"),
    required("value", Kind::Text, "The value"),
    optional("hidden", Kind::Flag, "Whether people are not offered it"),
    optional("displayOrder", Kind::Unset(&Kind::Int64), "Its place"),
    optional("description", Kind::Unset(&Kind::Text), "What it means"),
];

pub(super) const ASSOCIATION_LIST: &[Field] = &[
    optional(
        "limit",
        Kind::Range(1, 500),
        "How many, 1 to 500; 500 by default",
    ),
    optional("after", Kind::Text, "The cursor of the part before"),
];

pub(super) const ASSOCIATIONS: &[Field] = &[
    required("results", Kind::List(ASSOCIATED_RECORD), "The records"),
    optional("paging", Kind::Object(PAGING), "Where the list goes on"),
];

const ASSOCIATED_RECORD: &[Field] = &[
    required("toObjectId", Kind::Text, "The record"),
    required(
        "associationTypes",
        Kind::List(ASSOCIATION_TYPE),
        "The default association, and one entry a label",
    ),
];

const ASSOCIATION_TYPE: &[Field] = &[
    required("category", Kind::Text, "Whose kind it is"),
    required("typeId", Kind::Int64, "Its number"),
    required(
        "label",
        Kind::Unset(&Kind::Text),
        "Its label; the default has none",
    ),
];

pub(super) const LABELLED: &[Field] = &[
    required("fromObjectTypeId", Kind::Text, "The first record's type"),
    required("fromObjectId", Kind::Text, "The first record"),
    required("toObjectTypeId", Kind::Text, "The other record's type"),
    required("toObjectId", Kind::Text, "The other record"),
    required("labels", Kind::Texts, "The labels' names"),
];
