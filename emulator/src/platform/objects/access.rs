//! Who may do what with records of a type.

use super::{schema::Schema, types::RecordType};
use crate::platform::{
    answer::Refusal,
    call::{Call, Space},
    oauth::tokens::{self, Caller},
};

/// The type of the path, for a token that may read its records.
pub(super) fn reader(call: &Call, space: &Space<'_>) -> Result<(Schema, Caller), Refusal> {
    authorized(call, space, |kind| vec![&kind.scopes.read])
}

/// The same, for one that may write them.
pub(super) fn writer(call: &Call, space: &Space<'_>) -> Result<(Schema, Caller), Refusal> {
    authorized(call, space, |kind| vec![&kind.scopes.write])
}

/// The same, for one that may read the definitions of its properties.
pub(super) fn schema_reader(call: &Call, space: &Space<'_>) -> Result<(Schema, Caller), Refusal> {
    authorized(call, space, |kind| {
        vec![&kind.scopes.read, &kind.scopes.schema_read]
    })
}

/// The same, for one that may define some.
pub(super) fn schema_writer(call: &Call, space: &Space<'_>) -> Result<(Schema, Caller), Refusal> {
    authorized(call, space, |kind| vec![&kind.scopes.schema_write])
}

/// Every scope of records and of their definitions.
pub(crate) fn scopes() -> impl Iterator<Item = &'static str> {
    RecordType::all().iter().flat_map(|kind| {
        let scopes = &kind.scopes;
        [
            &*scopes.read,
            &*scopes.write,
            &*scopes.schema_read,
            &*scopes.schema_write,
        ]
    })
}

fn authorized(
    call: &Call,
    space: &Space<'_>,
    scopes: impl Fn(&'static RecordType) -> Vec<&'static String>,
) -> Result<(Schema, Caller), Refusal> {
    let Some(token) = &call.bearer else {
        return Err(Refusal::unauthenticated(
            "the access token is missing: send it as authorization: Bearer",
        ));
    };
    let schema = Schema::named(space, call.part("objectType"));
    // Whether a type is there is told to those alone who may read some.
    let wanted: Vec<&str> = match &schema {
        Ok(schema) => scopes(schema.kind)
            .into_iter()
            .map(String::as_str)
            .collect(),
        Err(_) => self::scopes().collect(),
    };
    let caller = tokens::caller(space, token, &wanted)?;
    Ok((schema?, caller))
}
