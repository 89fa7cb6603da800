//! Two associated records.

use calling_rest::objects::NewAssociation;

use super::{
    ends::{Ends, check_category, invalid, listed},
    hooks,
    lookup::{id_of, no_record},
};
use crate::platform::{
    answer::{Refusal, Result, quoted, refuse},
    namespace::Namespace,
    records::{
        Objects, Schema,
        associations::Other,
        hooks::Side,
        kinds::{Kind, kinds},
        type_ids::COMPANY,
    },
    request::Request,
};

/// Two existing records.
pub(super) struct Pair<'a> {
    pub(super) ends: &'a Ends,
    pub(super) id: i64,
    pub(super) to_id: i64,
}

impl<'a> Pair<'a> {
    /// The two records in the path.
    pub(super) fn of(request: &Request, namespace: &Namespace<'_>, ends: &'a Ends) -> Result<Self> {
        let ids = (request.part("objectId"), request.part("toObjectId"));
        Self::named(namespace, ends, ids)
    }

    /// Two records by their ids.
    pub(super) fn named(
        namespace: &Namespace<'_>,
        ends: &'a Ends,
        (id, to_id): (&str, &str),
    ) -> Result<Self> {
        let pair = Self {
            ends,
            id: id_of(id)?,
            to_id: id_of(to_id)?,
        };
        for (schema, id) in [pair.from(), pair.to()] {
            if !is_there(namespace, schema, id)? {
                return Err(no_record(namespace, schema, &id.to_string()));
            }
        }
        Ok(pair)
    }

    /// The one record.
    pub(super) const fn from(&self) -> Side<'_> {
        (&self.ends.from, self.id)
    }

    /// The other record.
    pub(super) const fn to(&self) -> Side<'_> {
        (&self.ends.to, self.to_id)
    }

    /// Associates the two by default, and by the labels of these kinds.
    pub(super) fn associate(&self, namespace: &Namespace<'_>, kinds: &[&Kind]) -> Result<()> {
        namespace.atomically(|| {
            hooks::check_association(namespace, self.from(), self.to())?;
            let from = Objects::of(namespace, &self.ends.from);
            from.associate(self.id, self.other(), None)?;
            for kind in kinds.iter().filter(|kind| kind.label.is_some()) {
                if self.ends.is_primary_company(kind) {
                    self.remove_primary_company(namespace, kind)?;
                }
                let numbers = Some((kind.type_id, kind.back));
                from.associate(self.id, self.other(), numbers)?;
            }
            hooks::associated(namespace, self.from(), self.to())
        })
    }

    /// Removes every association of the two.
    pub(super) fn dissociate(&self, namespace: &Namespace<'_>) -> Result<()> {
        namespace.atomically(|| {
            hooks::check_dissociation(namespace, self.from(), self.to())?;
            Objects::of(namespace, &self.ends.from).dissociate(self.id, self.other())?;
            hooks::associated(namespace, self.from(), self.to())
        })
    }

    /// Removes the labels of these kinds; the default association stays.
    pub(super) fn unlabel(&self, namespace: &Namespace<'_>, kinds: &[&Kind]) -> Result<()> {
        namespace.atomically(|| {
            hooks::check_dissociation(namespace, self.from(), self.to())?;
            for kind in kinds.iter().filter(|kind| kind.label.is_some()) {
                let numbers = (kind.type_id, kind.back);
                Objects::of(namespace, &self.ends.from).unlabel(self.id, self.other(), numbers)?;
            }
            hooks::associated(namespace, self.from(), self.to())
        })
    }

    /// Takes the label of this kind from the record's other companies: one is primary.
    fn remove_primary_company(&self, namespace: &Namespace<'_>, kind: &Kind) -> Result<()> {
        let ((schema, id), numbers) = if self.ends.to.type_id == COMPANY {
            (self.from(), (kind.type_id, kind.back))
        } else {
            (self.to(), (kind.back, kind.type_id))
        };
        let record = Objects::of(namespace, schema);
        for company in record.labelled(id, COMPANY, numbers.0)? {
            record.unlabel(id, (COMPANY, company), numbers)?;
        }
        Ok(())
    }

    fn other(&self) -> Other<'_> {
        (&self.ends.to.type_id, self.to_id)
    }
}

/// Associates a new record with those named at its creation.
pub(super) fn associate_new(
    namespace: &Namespace<'_>,
    schema: &Schema,
    record: i64,
    associations: &[NewAssociation],
) -> Result<()> {
    if associations.is_empty() {
        return Ok(());
    }
    let known = kinds(namespace, schema, None)?;
    for NewAssociation { to, types } in associations {
        let id = &to.id;
        if types.is_empty() {
            return Err(invalid(
                "MISSING_FIELD",
                format!(
                    "the association with {} has no types: add {}",
                    quoted(id),
                    numbers(&known)
                ),
            ));
        }
        for spec in types {
            let number = spec.association_type_id;
            let Some(kind) = known.iter().find(|kind| kind.type_id == number) else {
                return Err(invalid(
                    "INVALID_OPTION",
                    format!(
                        "{number} is no type of an association of {}: use {}",
                        schema.plural(),
                        numbers(&known)
                    ),
                ));
            };
            check_category(namespace, kind, spec)?;
            let from = Schema::named(namespace, &schema.type_id)?;
            let ends = Ends::of(namespace, from, &kind.to)?;
            let to_id = id.parse().unwrap_or_default();
            if !is_there(namespace, &ends.to, to_id)? {
                return Err(no_such_object(&ends.to, id));
            }
            let pair = Pair {
                ends: &ends,
                id: record,
                to_id,
            };
            pair.associate(namespace, &[kind])?;
        }
    }
    Ok(())
}

/// True if a record exists and is not archived.
pub(super) fn is_there(namespace: &Namespace<'_>, schema: &Schema, id: i64) -> Result<bool> {
    Ok(Objects::of(namespace, schema).present(id)?.is_some())
}

/// The kinds' numbers that a new record of a type may name.
fn numbers(known: &[Kind]) -> String {
    if known.is_empty() {
        return "PUT /crm/v4/objects for records of this type".to_owned();
    }
    listed(known)
}

/// Source of the context: reports of the service's own answers, read 2026-11.
fn no_such_object(schema: &Schema, id: &str) -> Refusal {
    let name = schema.singular().to_uppercase();
    let refusal = refuse!(
        new(400, "VALIDATION_ERROR", "INVALID_INPUT"),
        "there is no {} {}, which the new record is to belong to: make it first",
        schema.singular(),
        quoted(id)
    );
    refusal.about(&[
        ("INVALID_OBJECT_IDS", &format!("{name}={id} is not valid")),
        ("objectId", id),
        ("objectType", &name),
    ])
}
