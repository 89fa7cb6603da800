//! Writes of records, with their author.

use std::collections::BTreeMap;

use calling_rest::objects::{CREATION_KEY, NewAssociation};

use super::{hooks::hooks, pair::associate_new};
use crate::platform::{
    answer::{Refusal, Result, quoted, refuse},
    apps::HUB_ID,
    namespace::Namespace,
    oauth::caller::Caller,
    records::{
        Author, Changes, Objects, Schema,
        changes::{detail, with_values},
        hooks::{Hooks, Write},
        property::Defined,
        store::Record,
        value::with_options,
    },
};

/// Writes records of one type for an author.
pub(super) struct Writer<'a> {
    namespace: &'a Namespace<'a>,
    schema: &'a Schema,
    author: Author,
    caller: Option<Caller>,
}

impl<'a> Writer<'a> {
    pub(super) fn new(namespace: &'a Namespace<'a>, schema: &'a Schema, caller: &Caller) -> Self {
        Self {
            namespace,
            schema,
            author: Author::caller(caller),
            caller: Some(caller.clone()),
        }
    }

    /// For an app without a user.
    pub(super) fn of_app(namespace: &'a Namespace<'a>, schema: &'a Schema, app: i32) -> Self {
        Self {
            namespace,
            schema,
            author: Author::app(app),
            caller: None,
        }
    }

    /// For built-in data.
    pub(super) fn of_start(namespace: &'a Namespace<'a>, schema: &'a Schema) -> Self {
        Self {
            namespace,
            schema,
            author: Author::start(),
            caller: None,
        }
    }

    pub(super) fn objects(&self) -> Objects<'a> {
        Objects::of(self.namespace, self.schema)
    }

    /// Creates a record, or returns the one with the same creation key; all or nothing.
    pub(super) fn make(&self, changes: Changes, to: &[NewAssociation]) -> Result<Record> {
        self.make_as(None, changes, |id| {
            associate_new(self.namespace, self.schema, id, to)
        })
    }

    /// Creates a record with a free id, and associates it.
    pub(super) fn make_as(
        &self,
        id: Option<i64>,
        changes: Changes,
        associate: impl FnOnce(i64) -> Result<()>,
    ) -> Result<Record> {
        self.namespace
            .atomically(|| self.make_in_part(id, changes, associate))
    }

    fn make_in_part(
        &self,
        id: Option<i64>,
        mut changes: Changes,
        associate: impl FnOnce(i64) -> Result<()>,
    ) -> Result<Record> {
        let objects = self.objects();
        if let Some(Some(key)) = changes.get(CREATION_KEY)
            && let Some(id) = objects.holder(CREATION_KEY, key)?
            && let Some(record) = objects.find(id)?
        {
            return Ok(record);
        }
        let required = self.schema.kind.required.iter();
        let has_value = |name: &&String| changes.get(*name).is_some_and(Option::is_some);
        let lead = format!(
            "Error creating {}. Some required properties were not set. ",
            self.type_name()
        );
        check_required(&lead, required.filter(|name| !has_value(name)))?;
        self.add_options(&mut changes, None);
        let later = self.hooks().complete(self.namespace, &mut changes)?;
        let properties = with_values(changes);
        let record = match id {
            Some(id) => Record::of(id, self.namespace, properties, self.author.clone()),
            None => Record::new(self.namespace, properties, self.author.clone())?,
        };
        for (name, value) in &record.properties {
            self.check_unique(name, value, record.id, true)?;
        }
        objects.put(&record)?;
        associate(record.id)?;
        // Read again, with the properties that its associations computed.
        let record = objects.find(record.id)?.unwrap_or(record);
        self.change_in_part(record, later)
    }

    /// Changes a record; all or nothing.
    pub(super) fn change(&self, record: Record, changes: Changes) -> Result<Record> {
        self.namespace
            .atomically(|| self.change_in_part(record, changes))
    }

    fn change_in_part(&self, mut record: Record, mut changes: Changes) -> Result<Record> {
        let required = self.schema.kind.required.iter();
        let is_taken = |name: &&String| changes.get(*name).is_some_and(Option::is_none);
        check_required("", required.filter(is_taken))?;
        self.add_options(&mut changes, Some(&record));
        let after = self.hooks().plan(self.write(), &record, &mut changes)?;
        for (name, value) in &changes {
            if let Some(value) = value {
                self.check_unique(name, value, record.id, false)?;
            }
        }
        if !changes.is_empty() {
            self.objects().change(&mut record, changes, &self.author)?;
        }
        after(record)
    }

    /// Archives a record, if it exists. Its unique values become free.
    pub(super) fn archive(&self, id: i64) -> Result<()> {
        let objects = self.objects();
        if let Some(mut record) = objects.present(id)? {
            self.hooks().check_archive(self.write(), &record)?;
            record.archived_ms = Some(self.namespace.now_ms);
            objects.put(&record)?;
            self.hooks().archived(self.write(), id)?;
        }
        Ok(())
    }

    /// Adds a record's options to values that begin with a semicolon.
    fn add_options(&self, changes: &mut Changes, record: Option<&Record>) {
        for (name, value) in changes {
            let property = self.schema.property(name);
            if property.is_some_and(Defined::is_multiple)
                && let Some(text) = value
            {
                let before = record.and_then(|record| record.properties.get(name));
                *value = with_options(before.map(String::as_str), text);
            }
        }
    }

    fn hooks(&self) -> &'static dyn Hooks {
        hooks(&self.schema.type_id)
    }

    const fn write(&self) -> Write<'_> {
        Write {
            namespace: self.namespace,
            schema: self.schema,
            caller: self.caller.as_ref(),
        }
    }

    /// Refuses a unique value that another record has; a new contact's address in other words.
    ///
    /// Clients of the service match both texts. Source: reports of its answers, read 2026-11.
    fn check_unique(&self, name: &str, value: &str, id: i64, is_new: bool) -> Result<()> {
        if !self.schema.is_unique(name) {
            return Ok(());
        }
        let other = match self.objects().holder(name, value)? {
            Some(other) if other != id => other,
            _ => return Ok(()),
        };
        if is_new && name == "email" {
            return Err(refuse!(
                new(409, "CONFLICT", "VALUE_TAKEN"),
                "{} already exists. Existing ID: {other}: it has the {name} {}, so change that \
                 record with PATCH or use another value",
                self.schema.kind.label,
                quoted(value)
            ));
        }
        let message = format!(
            "Cannot set PropertyValueCoordinates{{portalId={HUB_ID}, \
             objectTypeId=ObjectTypeId{{legacyObjectType={}}}, propertyName={name}, value={}}} on \
             {id}. {other} already has that value.",
            self.type_name(),
            quoted(value)
        );
        Err(refused(
            "CONFLICTING_UNIQUE_VALUE",
            vec![name.to_owned()],
            message,
        ))
    }

    /// The service's own name of the type: `LINE_ITEM`.
    fn type_name(&self) -> String {
        self.schema.kind.label.to_uppercase().replace(' ', "_")
    }
}

/// Refuses a record without the required properties of its type. The message begins with `lead`,
/// which is the service's own of a creation.
///
/// Source: reports of the service's own answers, read 2026-11.
fn check_required<'a>(lead: &str, missing: impl Iterator<Item = &'a String>) -> Result<()> {
    let missing: Vec<String> = missing.cloned().collect();
    if missing.is_empty() {
        return Ok(());
    }
    let message = format!("{lead}{} is missing: give it a value", missing.join(", "));
    let mut refusal = refused("MISSING_REQUIRED_PROPERTY", missing.clone(), message);
    refusal.object.context = Some(BTreeMap::from([("properties".to_owned(), missing)]));
    Err(refusal)
}

fn refused(code: &str, names: Vec<String>, message: String) -> Refusal {
    let mut refusal = Refusal::new(400, "VALIDATION_ERROR", "INVALID_INPUT", message.clone());
    refusal.object.errors.push(detail(code, names, message));
    refusal
}
