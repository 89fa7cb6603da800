//! The fields of a search.

use super::{
    Field, Kind, optional,
    records::{OBJECT, PAGING},
    required,
};

pub(super) const SEARCHED: &[Field] = &[
    optional(
        "filterGroups",
        Kind::List(GROUP),
        "Up to 5 groups, any of which is met, with up to 18 filters in all",
    ),
    optional(
        "query",
        Kind::Unset(&Kind::Text),
        "Words that the type's searched properties begin with, or a part of a number",
    ),
    optional(
        "sorts",
        Kind::Anything,
        "A list of one order: {\"propertyName\":…,\"direction\":\"DESCENDING\"}, or a name, with \
         - in front for the greatest first",
    ),
    optional(
        "properties",
        Kind::Texts,
        "Names of the properties that are told",
    ),
    optional(
        "limit",
        Kind::Unset(&Kind::Range(0, 200)),
        "How many; 10 by default",
    ),
    optional(
        "after",
        Kind::Unset(&Kind::Text),
        "The cursor of the part before; the number in it does too",
    ),
];

const GROUP: &[Field] = &[required(
    "filters",
    Kind::List(FILTER),
    "1 to 6 filters, each of which is met",
)];

const FILTER: &[Field] = &[
    required(
        "propertyName",
        Kind::Text,
        "The property; associations.contact stands for the contacts a record belongs to",
    ),
    required(
        "operator",
        Kind::OneOf(&[
            "BETWEEN",
            "CONTAINS_TOKEN",
            "EQ",
            "GT",
            "GTE",
            "HAS_PROPERTY",
            "IN",
            "LT",
            "LTE",
            "NEQ",
            "NOT_CONTAINS_TOKEN",
            "NOT_HAS_PROPERTY",
            "NOT_IN",
        ]),
        "How it is compared",
    ),
    optional("value", Kind::Unset(&Kind::Text), "What with"),
    optional(
        "highValue",
        Kind::Unset(&Kind::Text),
        "The upper end of BETWEEN",
    ),
    optional("values", Kind::Texts, "The list of IN and NOT_IN"),
];

pub(super) const FOUND: &[Field] = &[
    required("total", Kind::Int64, "How many there are in all"),
    required("results", Kind::List(OBJECT), "The records of this part"),
    optional("paging", Kind::Object(PAGING), "Where it goes on"),
];
