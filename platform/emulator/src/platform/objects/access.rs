//! Access of tokens to the records of a type.

use crate::platform::{
    answer::Result,
    namespace::Namespace,
    oauth::caller::{Caller, caller},
    records::{Schema, types::RecordType},
    request::Request,
};

/// The type in the path, for a token that may read its records.
pub(super) fn reader(request: &Request, namespace: &Namespace<'_>) -> Result<(Schema, Caller)> {
    authorized(request, namespace, |kind| vec![&kind.scopes.read])
}

/// The same, for one that may write them.
pub(super) fn writer(request: &Request, namespace: &Namespace<'_>) -> Result<(Schema, Caller)> {
    authorized(request, namespace, |kind| vec![&kind.scopes.write])
}

/// The same, for one that may read the definitions of its properties, and its kinds of
/// associations.
pub(super) fn schema_reader(
    request: &Request,
    namespace: &Namespace<'_>,
) -> Result<(Schema, Caller)> {
    authorized(request, namespace, |kind| {
        vec![&kind.scopes.read, &kind.scopes.schema_read]
    })
}

/// The same, for one that may define properties.
pub(super) fn schema_writer(
    request: &Request,
    namespace: &Namespace<'_>,
) -> Result<(Schema, Caller)> {
    authorized(request, namespace, |kind| vec![&kind.scopes.schema_write])
}

/// The same, for one that may define labels of associations.
pub(super) fn label_writer(
    request: &Request,
    namespace: &Namespace<'_>,
) -> Result<(Schema, Caller)> {
    authorized(request, namespace, |kind| {
        vec![&kind.scopes.write, &kind.scopes.schema_write]
    })
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
    request: &Request,
    namespace: &Namespace<'_>,
    scopes: impl Fn(&'static RecordType) -> Vec<&'static String>,
) -> Result<(Schema, Caller)> {
    let token = request.token()?;
    // An association needs the scope of the type that it leads from.
    let names = ["objectType", "fromObjectType"].map(|name| request.part(name));
    let name = names.into_iter().find(|name| !name.is_empty());
    let schema = Schema::named(namespace, name.unwrap_or_default());
    // Only a caller who may read some type learns whether a type exists.
    let wanted: Vec<&str> = match &schema {
        Ok(schema) => scopes(schema.kind)
            .into_iter()
            .map(String::as_str)
            .collect(),
        Err(_) => self::scopes().collect(),
    };
    let caller = caller(namespace, token, &wanted)?;
    Ok((schema?, caller))
}
