//! Two records that are associated.

use std::collections::BTreeMap;

use calling_rest::objects::NewAssociation;

use super::{
    access::writer,
    hooks,
    lookup::{id_of, no_record},
};
use crate::platform::{
    answer::{Refusal, Result, quoted},
    namespace::Namespace,
    records::{Objects, Schema, associations::Other, types::AssociationNumber},
    request::Request,
};

/// Two records of a path.
pub(super) struct Pair {
    pub(super) from: Schema,
    pub(super) id: i64,
    pub(super) to: Schema,
    pub(super) to_id: i64,
}

impl Pair {
    /// Those of a request that may associate them; both are there.
    pub(super) fn writable(request: &Request, namespace: &Namespace<'_>) -> Result<Self> {
        let (from, _) = writer(request, namespace)?;
        let pair = Self {
            id: id_of(request.part("objectId"))?,
            to: Schema::named(namespace, request.part("toObjectType"))?,
            to_id: id_of(request.part("toObjectId"))?,
            from,
        };
        for (schema, id) in [pair.from(), pair.to()] {
            if !is_there(namespace, schema, id)? {
                return Err(no_record(namespace, schema, &id.to_string()));
            }
        }
        Ok(pair)
    }

    /// The one record.
    pub(super) const fn from(&self) -> (&Schema, i64) {
        (&self.from, self.id)
    }

    /// The other record.
    pub(super) const fn to(&self) -> (&Schema, i64) {
        (&self.to, self.to_id)
    }

    /// Associates the two by default, and by these labels.
    pub(super) fn associate(
        &self,
        namespace: &Namespace<'_>,
        types: &[&'static AssociationNumber],
    ) -> Result<()> {
        namespace.atomically(|| {
            hooks::check_association(namespace, self.from(), self.to())?;
            let other = Other {
                type_id: self.to.type_id.clone(),
                id: self.to_id,
            };
            let from = Objects::of(namespace, &self.from);
            from.associate(self.id, &other, None)?;
            for one in types.iter().filter(|one| one.label.is_some()) {
                let label = one.label.as_deref();
                let back = self.to.kind.association(&self.from.type_id, label);
                let back = back.map_or(one.type_id, |back| back.type_id);
                from.associate(self.id, &other, Some((one.type_id, back)))?;
            }
            hooks::associated(namespace, self.from(), self.to())
        })
    }

    /// The type of a number, from the one record to the other.
    pub(super) fn known(&self, number: i64) -> Result<&'static AssociationNumber> {
        let mut known = self.from.kind.associations.iter();
        known
            .find(|known| known.to == self.to.type_id && known.type_id == number)
            .ok_or_else(|| {
                invalid(
                    "INVALID_OPTION",
                    format!(
                        "{number} is no type of an association of {} with {}: use {}",
                        self.from.plural(),
                        self.to.plural(),
                        self.numbers()
                    ),
                )
            })
    }

    /// The types that there are, for a message.
    pub(super) fn numbers(&self) -> String {
        let known = self.from.kind.associations.iter();
        let known: Vec<String> = known
            .filter(|known| known.to == self.to.type_id)
            .map(named)
            .collect();
        if known.is_empty() {
            return "PUT …/associations/default/… for these two types".to_owned();
        }
        known.join(", ")
    }
}

/// Associates a new record with what its creation names.
pub(super) fn associate_new(
    namespace: &Namespace<'_>,
    schema: &Schema,
    record: i64,
    associations: &[NewAssociation],
) -> Result<()> {
    for NewAssociation { to, types } in associations {
        let id = &to.id;
        if types.is_empty() {
            return Err(invalid(
                "MISSING_FIELD",
                format!(
                    "the association with {} has no types: add {}",
                    quoted(id),
                    numbers(schema)
                ),
            ));
        }
        for spec in types {
            let number = spec.association_type_id;
            let known = schema.kind.associations.iter();
            let Some((known, to)) = known
                .filter(|known| known.type_id == number)
                .map(|known| (known, Schema::named(namespace, &known.to)))
                .next()
            else {
                return Err(invalid(
                    "INVALID_OPTION",
                    format!(
                        "{number} is no type of an association of {}: use {}",
                        schema.plural(),
                        numbers(schema)
                    ),
                ));
            };
            let to = to?;
            let to_id = id.parse().unwrap_or_default();
            if !is_there(namespace, &to, to_id)? {
                return Err(no_such_object(&to, id));
            }
            let pair = Pair {
                from: Schema::named(namespace, &schema.type_id)?,
                id: record,
                to,
                to_id,
            };
            pair.associate(namespace, &[known])?;
        }
    }
    Ok(())
}

/// Whether a record is there, and not deleted.
pub(super) fn is_there(namespace: &Namespace<'_>, schema: &Schema, id: i64) -> Result<bool> {
    let found = Objects::of(namespace, schema).find(id)?;
    Ok(found.is_some_and(|record| record.archived_ms.is_none()))
}

/// The numbers a new record of a type may name.
fn numbers(schema: &Schema) -> String {
    let known = schema.kind.associations.iter();
    let known: Vec<String> = known.map(named).collect();
    if known.is_empty() {
        return "PUT /crm/v4/objects for records of this type".to_owned();
    }
    known.join(", ")
}

/// `69 for 0-1`, `702 (Signer) for 0-1`.
fn named(known: &AssociationNumber) -> String {
    let label = known.label.as_ref();
    let label = label.map_or_else(String::new, |label| format!(" ({label})"));
    format!("{}{label} for {}", known.type_id, known.to)
}

/// Refuses associations.
pub(super) fn invalid(code: &str, message: String) -> Refusal {
    Refusal::invalid("associations", code, message)
}

/// Source of the context: reports of the service's own answers, read 2026-11.
fn no_such_object(schema: &Schema, id: &str) -> Refusal {
    let name = schema.singular().to_uppercase();
    let mut refusal = Refusal::new(
        400,
        "VALIDATION_ERROR",
        "INVALID_INPUT",
        format!(
            "there is no {} {}, which the new record is to belong to: make it first",
            schema.singular(),
            quoted(id)
        ),
    );
    refusal.object.context = Some(BTreeMap::from([
        (
            "INVALID_OBJECT_IDS".to_owned(),
            vec![format!("{name}={id} is not valid")],
        ),
        ("objectId".to_owned(), vec![id.to_owned()]),
        ("objectType".to_owned(), vec![name]),
    ]));
    refusal
}
