//! Records, written on somebody's behalf.

use calling_widget_sdk::rest::objects::{CREATION_KEY, NewAssociation};

use super::{
    associations::associate_new,
    changes::{Changes, with_values},
    kept::{Kept, Objects},
    objects,
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
}

impl<'a> Writer<'a> {
    pub(super) fn new(space: &'a Space<'a>, schema: &'a Schema, caller: &Caller) -> Self {
        Self {
            space,
            schema,
            source: Source::caller(caller),
        }
    }

    /// The same on behalf of an app without a user.
    pub(super) fn of_app(space: &'a Space<'a>, schema: &'a Schema, app: i32) -> Self {
        Self {
            space,
            schema,
            source: Source::app(app),
        }
    }

    pub(super) fn objects(&self) -> Objects<'a> {
        objects(self.space, self.schema)
    }

    /// Keeps a new record, or finds the one that was made with the same key.
    pub(super) fn make(&self, changes: Changes, to: &[NewAssociation]) -> Result<Kept, Refusal> {
        let objects = self.objects();
        let properties = with_values(changes);
        if let Some(key) = properties.get(CREATION_KEY)
            && let Some(id) = objects.holder(CREATION_KEY, key)?
            && let Some(known) = objects.find(id)?
        {
            return Ok(known);
        }
        for (name, value) in &properties {
            self.check_unique(name, value, None)?;
        }
        let record = Kept {
            id: FIRST_ID + self.space.serial()?,
            properties,
            created_ms: self.space.now_ms,
            updated_ms: self.space.now_ms,
            archived_ms: None,
            source: self.source.clone(),
        };
        objects.put(&record)?;
        associate_new(self.space, self.schema, record.id, to)?;
        Ok(record)
    }

    /// Changes a record.
    pub(super) fn change(&self, mut record: Kept, changes: Changes) -> Result<Kept, Refusal> {
        for (name, value) in &changes {
            if let Some(value) = value {
                self.check_unique(name, value, Some(record.id))?;
            }
        }
        let now_ms = self.space.now_ms;
        self.objects()
            .change(&mut record, changes, now_ms, &self.source)?;
        Ok(record)
    }

    /// Deletes a record; one that is not there is deleted. Its unique values may be
    /// another's then.
    pub(super) fn archive(&self, id: i64) -> Result<(), Refusal> {
        let objects = self.objects();
        if let Some(mut record) = objects.find(id)?
            && record.archived_ms.is_none()
        {
            record.archived_ms = Some(self.space.now_ms);
            objects.put(&record)?;
        }
        Ok(())
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

/// Above those of the records that are there from the start.
const FIRST_ID: i64 = 10_000;
