//! Records, written on somebody's behalf.

use std::collections::BTreeMap;

use calling_rest::{
    error::ErrorDetail,
    objects::{CREATION_KEY, NewAssociation},
};

use super::{
    associations::associate_new,
    changes::{Changes, with_values},
    effects::Effects,
    kept::{Kept, Objects},
    schema::Schema,
    source::Source,
};
use crate::platform::{
    answer::{Refusal, quoted},
    call::Space,
    oauth::tokens::Caller,
};

/// Writes records of one type on somebody's behalf.
pub(super) struct Writer<'a> {
    space: &'a Space<'a>,
    schema: &'a Schema,
    source: Source,
    caller: Option<Caller>,
}

impl<'a> Writer<'a> {
    pub(super) fn new(space: &'a Space<'a>, schema: &'a Schema, caller: &Caller) -> Self {
        Self {
            space,
            schema,
            source: Source::caller(caller),
            caller: Some(caller.clone()),
        }
    }

    /// The same on behalf of an app without a user.
    pub(super) fn of_app(space: &'a Space<'a>, schema: &'a Schema, app: i32) -> Self {
        Self {
            space,
            schema,
            source: Source::app(app),
            caller: None,
        }
    }

    pub(super) fn objects(&self) -> Objects<'a> {
        Objects::of(self.space, self.schema)
    }

    /// Makes a record, or finds the one that was made with the same key. All of it is
    /// done, or nothing.
    pub(super) fn make(&self, changes: Changes, to: &[NewAssociation]) -> Result<Kept, Refusal> {
        self.space.whole(|| self.make_in_part(changes, to))
    }

    fn make_in_part(&self, mut changes: Changes, to: &[NewAssociation]) -> Result<Kept, Refusal> {
        let objects = self.objects();
        if let Some(Some(key)) = changes.get(CREATION_KEY)
            && let Some(id) = objects.holder(CREATION_KEY, key)?
            && let Some(known) = objects.find(id)?
        {
            return Ok(known);
        }
        let required = self.schema.kind.required.iter();
        let is_given = |name: &&String| changes.get(*name).is_some_and(Option::is_some);
        check_required(required.filter(|name| !is_given(name)))?;
        let effects = self.effects();
        let later = effects.complete(&mut changes)?;
        let properties = with_values(changes);
        for (name, value) in &properties {
            self.check_unique(name, value, None)?;
        }
        let record = Kept::new(self.space, properties, self.source.clone())?;
        objects.put(&record)?;
        associate_new(self.space, self.schema, record.id, to)?;
        self.change_in_part(record, later)
    }

    /// Changes a record. All of it is done, or nothing.
    pub(super) fn change(&self, record: Kept, changes: Changes) -> Result<Kept, Refusal> {
        self.space.whole(|| self.change_in_part(record, changes))
    }

    fn change_in_part(&self, mut record: Kept, mut changes: Changes) -> Result<Kept, Refusal> {
        let required = self.schema.kind.required.iter();
        let is_taken = |name: &&String| changes.get(*name).is_some_and(Option::is_none);
        check_required(required.filter(is_taken))?;
        let effects = self.effects();
        let planned = effects.plan(&record, &mut changes)?;
        for (name, value) in &changes {
            if let Some(value) = value {
                self.check_unique(name, value, Some(record.id))?;
            }
        }
        if !changes.is_empty() {
            let now_ms = self.space.now_ms;
            self.objects()
                .change(&mut record, changes, now_ms, &self.source)?;
        }
        effects.settle(record, planned)
    }

    /// Deletes a record; one that is not there is deleted. Its unique values may be
    /// another's then.
    pub(super) fn archive(&self, id: i64) -> Result<(), Refusal> {
        let objects = self.objects();
        if let Some(mut record) = objects.find(id)?
            && record.archived_ms.is_none()
        {
            let effects = self.effects();
            effects.check_archive(&record)?;
            record.archived_ms = Some(self.space.now_ms);
            objects.put(&record)?;
            effects.archived(id)?;
        }
        Ok(())
    }

    const fn effects(&self) -> Effects<'_> {
        Effects {
            space: self.space,
            schema: self.schema,
            caller: self.caller.as_ref(),
        }
    }

    /// Refuses a value that another record has, where no two may have the same.
    fn check_unique(&self, name: &str, value: &str, id: Option<i64>) -> Result<(), Refusal> {
        if !self.schema.is_unique(name) {
            return Ok(());
        }
        let Some(other) = self.objects().holder(name, value)? else {
            return Ok(());
        };
        if Some(other) == id {
            return Ok(());
        }
        // How it begins is what clients of the service look for.
        Err(Refusal::new(
            409,
            "CONFLICT",
            "VALUE_TAKEN",
            format!(
                "{} already exists. Existing ID: {other}: it has the {name} {}, so change that \
                 record with PATCH or use another value",
                self.schema.kind.label,
                quoted(value)
            ),
        ))
    }
}

/// Refuses a record that would be without what its type requires.
fn check_required<'a>(missing: impl Iterator<Item = &'a String>) -> Result<(), Refusal> {
    let missing: Vec<String> = missing.cloned().collect();
    if missing.is_empty() {
        return Ok(());
    }
    let message = format!("{} is missing: give it a value", missing.join(", "));
    let mut refusal = Refusal::new(400, "VALIDATION_ERROR", "INVALID_INPUT", message.clone());
    let context = |name: &str| Some(BTreeMap::from([(name.to_owned(), missing.clone())]));
    refusal.object.context = context("properties");
    refusal.object.errors.push(ErrorDetail {
        message: Some(message),
        code: Some("MISSING_REQUIRED_PROPERTY".to_owned()),
        context: context("propertyName"),
        ..ErrorDetail::default()
    });
    Err(refusal)
}
