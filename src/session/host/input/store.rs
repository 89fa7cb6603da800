//! The answers of the record store, and of the page that opens records.

use alloc::string::String;

use crate::protocol::shapes::ObjectCoordinates;
use crate::protocol::shapes::{COMPANY_ID_MATCH, CONTACT_ID_MATCH, OBJECT_COORDINATES};
use crate::protocol::{Field, FieldKind, List, Mask, Name, Part, Value, tables};

/// The record store's answers, and the page's to `navigate`.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum StoreInput {
    /// The record store answered.
    Stored {
        /// The number from `store`.
        request: u32,
        /// The answer, as a record or as a list of matches.
        answer: Part<StoreAnswer>,
    },
    /// The record store failed.
    StoreFailed { request: u32, text: String },
    /// A record store asks if two texts mean one phone number. Answered by `answer`.
    IsSameNumber { one: String, other: String },
    /// The page opened the record of `navigate`, or could not.
    Navigated { request: u32, has_succeeded: bool },
}

tables! {
    /// An answer of the record store: a record, or a list of matches.
    STORE_ANSWER as StoreAnswer = "StoreAnswer", "What a record store answers." {
        record: Part<StoredRecord> = Field::optional(Name::Record, FieldKind::Object(&STORED_RECORD)),
        matches: List<FoundRecord> = Field::optional(
            Name::Matches,
            FieldKind::List(&[&CONTACT_ID_MATCH, &COMPANY_ID_MATCH]),
        ),
    }

    /// A record of the store.
    STORED_RECORD as StoredRecord = "StoredRecord", "A record, of which a session reads the id." {
        id: Value = Field::required(Name::Id, FieldKind::TextOrNumber).masked(Mask::RecordId),
    }

    /// A record that has the caller's number.
    FOUND_RECORD as FoundRecord = "FoundRecord", "A match, of which a session reads the record." {
        object_coordinates: Part<ObjectCoordinates> = Field::required(
            Name::ObjectCoordinates,
            FieldKind::Object(&OBJECT_COORDINATES),
        ),
    }
}
