//! `POST /crm/v3/objects/{objectType}/batch/read`, `/create`, `/update`, `/upsert` and
//! `/archive`
//!
//! A batch is done as a whole or not at all. Two things leave the rest of it to be done:
//! a record that is not there, and, where every input has an `objectWriteTraceId`, any
//! fault of one. What failed is told beside what was done, in the vendor's profile with
//! 207.

use std::collections::{BTreeMap, BTreeSet};

use calling_rest::{
    error::ErrorDetail,
    object_batch::{
        BatchArchive, BatchCreate, BatchError, BatchOutcome, BatchRead, BatchUpdate, BatchUpsert,
        CreateInput, UpdateInput, UpsertedObject,
    },
    objects::CrmObject,
};
use serde::Serialize;

use super::{
    access::{reader, writer},
    changes::judge,
    kept::Objects,
    known::Known,
    schema::Schema,
    told::{Asked, told, with_all},
    writer::Writer,
};
use crate::platform::{
    answer::{Answer, Refusal, quoted},
    call::{Call, Space, iso},
};

/// Reads records.
pub(crate) fn read(call: &Call, space: &Space<'_>) -> Result<Answer, Refusal> {
    let (schema, _) = reader(call, space)?;
    let batch: BatchRead = call.read(space.profile)?;
    check_count(batch.inputs.len())?;
    let is_archived = super::is_archived(call)?;
    let asked = Asked {
        properties: batch.properties,
        history: batch.properties_with_history,
        ..Asked::default()
    };
    let objects = Objects::of(space, &schema);
    let known = Known::by(&schema, batch.id_property.as_deref())?;
    let mut outcome = BatchOutcome::default();
    let mut missing = Vec::new();
    let mut seen = BTreeSet::new();
    for input in batch.inputs {
        let found = known
            .find(&objects, &input.id)?
            .filter(|record| record.archived_ms.is_some() == is_archived);
        match found {
            Some(record) => {
                if seen.insert(record.id) {
                    outcome.results.push(told(space, &objects, &asked, record)?);
                }
            }
            None => missing.push(input.id),
        }
    }
    note_missing(&mut outcome, &schema, missing);
    answer(space, 200, outcome)
}

/// Makes records.
pub(crate) fn create(call: &Call, space: &Space<'_>) -> Result<Answer, Refusal> {
    let (schema, caller) = writer(call, space)?;
    let batch: BatchCreate = call.read(space.profile)?;
    check_count(batch.inputs.len())?;
    let writer = Writer::new(space, &schema, &caller);
    let make = |input: CreateInput| -> Result<Option<CrmObject>, Refusal> {
        let changes = judge(input.properties, space, &schema)?;
        let associations = input.associations.unwrap_or_default();
        let record = writer.make(changes, &associations)?;
        Ok(Some(with_all(&writer.objects(), record)))
    };
    let outcome = each(space, batch.inputs, &schema, make)?;
    answer(space, 201, outcome)
}

/// Sets properties of records.
pub(crate) fn update(call: &Call, space: &Space<'_>) -> Result<Answer, Refusal> {
    let (schema, caller) = writer(call, space)?;
    let batch: BatchUpdate = call.read(space.profile)?;
    check_changes(&batch.inputs)?;
    let writer = Writer::new(space, &schema, &caller);
    let change = |input: UpdateInput| -> Result<Option<CrmObject>, Refusal> {
        let known = Known::by(&schema, input.id_property.as_deref())?;
        let changes = judge(input.properties, space, &schema)?;
        let Some(record) = known.find_present(&writer.objects(), &input.id)? else {
            return Ok(None);
        };
        let record = writer.change(record, changes)?;
        Ok(Some(with_all(&writer.objects(), record)))
    };
    let outcome = each(space, batch.inputs, &schema, change)?;
    answer(space, 200, outcome)
}

/// Sets properties of records, and makes those that are not there.
pub(crate) fn upsert(call: &Call, space: &Space<'_>) -> Result<Answer, Refusal> {
    let (schema, caller) = writer(call, space)?;
    let batch: BatchUpsert = call.read(space.profile)?;
    check_changes(&batch.inputs)?;
    let writer = Writer::new(space, &schema, &caller);
    let put = |input: UpdateInput| -> Result<Option<UpsertedObject>, Refusal> {
        let known = Known::by(&schema, input.id_property.as_deref())?;
        let mut changes = judge(input.properties, space, &schema)?;
        let found = known.find_present(&writer.objects(), &input.id)?;
        let is_new = found.is_none();
        let record = match (found, known.property()) {
            (Some(record), _) => writer.change(record, changes)?,
            (None, Some(name)) => {
                // The value it was looked for by is its own then.
                let value = judge([(name.to_owned(), input.id.into())], space, &schema)?;
                for (name, value) in value {
                    changes.entry(name).or_insert(value);
                }
                writer.make(changes, &[])?
            }
            // The service gives identifiers out itself.
            (None, None) => return Ok(None),
        };
        Ok(Some(UpsertedObject {
            object: with_all(&writer.objects(), record),
            new: is_new,
        }))
    };
    let outcome = each(space, batch.inputs, &schema, put)?;
    answer(space, 200, outcome)
}

/// Deletes records; those that are not there count as deleted.
pub(crate) fn archive(call: &Call, space: &Space<'_>) -> Result<Answer, Refusal> {
    let (schema, caller) = writer(call, space)?;
    let batch: BatchArchive = call.read(space.profile)?;
    check_count(batch.inputs.len())?;
    let writer = Writer::new(space, &schema, &caller);
    for input in batch.inputs {
        if let Ok(id) = input.id.parse() {
            writer.archive(id)?;
        }
    }
    Ok(Answer::empty(space.status(204)))
}

/// Does a piece of work for each input; it gives nothing for a record that is not there.
fn each<I: Input, T>(
    space: &Space<'_>,
    inputs: Vec<I>,
    schema: &Schema,
    work: impl Fn(I) -> Result<Option<T>, Refusal>,
) -> Result<BatchOutcome<T>, Refusal> {
    let traces: Option<Vec<String>> = inputs.iter().map(Input::trace).collect();
    space.whole(|| {
        let mut outcome = BatchOutcome::default();
        let mut missing = Vec::new();
        for (index, input) in inputs.into_iter().enumerate() {
            let id = input.id();
            let trace = traces.as_ref().and_then(|traces| traces.get(index));
            match (space.whole(|| work(input)), trace) {
                (Ok(Some(result)), _) => outcome.results.push(result),
                (Ok(None), _) => missing.push(id),
                (Err(refusal), Some(trace)) if refusal.status < 500 => {
                    outcome.errors.push(error(refusal, trace));
                }
                (Err(refusal), _) => return Err(at(index, refusal)),
            }
        }
        note_missing(&mut outcome, schema, missing);
        Ok(outcome)
    })
}

/// A fault of one input, where the others are done.
fn error(refusal: Refusal, trace: &str) -> BatchError {
    let object = *refusal.object;
    let mut context = object.context.unwrap_or_default();
    context.insert("objectWriteTraceId".to_owned(), vec![trace.to_owned()]);
    BatchError {
        status: "error".to_owned(),
        category: object.category.unwrap_or_default(),
        message: object.message.unwrap_or_default(),
        context,
        errors: object.errors,
        links: object.links.unwrap_or_default(),
    }
}

/// A fault of one input, where nothing is done: which one it is.
fn at(index: usize, mut refusal: Refusal) -> Refusal {
    if refusal.object.errors.is_empty() {
        refusal.object.errors.push(ErrorDetail {
            message: refusal.object.message.clone(),
            ..ErrorDetail::default()
        });
    }
    for detail in &mut refusal.object.errors {
        let place = detail.location.take();
        let place = place.map(|place| format!("inputs[{index}].{place}"));
        detail.location = Some(place.unwrap_or_else(|| format!("inputs[{index}]")));
    }
    refusal
}

/// One entry for all that are not there, as the service has it.
///
/// Source: reports of the service's own answers, read 2026-11.
fn note_missing<T>(outcome: &mut BatchOutcome<T>, schema: &Schema, missing: Vec<String>) {
    if missing.is_empty() {
        return;
    }
    let shown: Vec<String> = missing.iter().map(|id| quoted(id)).collect();
    outcome.errors.push(BatchError {
        status: "error".to_owned(),
        category: "OBJECT_NOT_FOUND".to_owned(),
        message: format!(
            "there are no {} {}: GET /crm/v3/objects/{} lists those there are",
            schema.plural(),
            quoted(&shown.join(", ")),
            schema.plural()
        ),
        context: BTreeMap::from([("ids".to_owned(), missing)]),
        ..BatchError::default()
    });
}

fn answer<T: Serialize>(
    space: &Space<'_>,
    vendor_status: u16,
    mut outcome: BatchOutcome<T>,
) -> Result<Answer, Refusal> {
    let has_errors = !outcome.errors.is_empty();
    let now = iso(space.now_ms);
    outcome.status = "COMPLETE".to_owned();
    outcome.num_errors = has_errors
        .then(|| i64::try_from(outcome.errors.len()).ok())
        .flatten();
    outcome.started_at = Some(now.clone());
    outcome.completed_at = Some(now);
    let vendor_status = if has_errors { 207 } else { vendor_status };
    Answer::json(space.status(vendor_status), &outcome)
}

/// What each input of a batch has.
trait Input {
    /// The record it names; empty for one that is new.
    fn id(&self) -> String;

    /// Its `objectWriteTraceId`.
    fn trace(&self) -> Option<String>;
}

impl Input for CreateInput {
    fn id(&self) -> String {
        String::new()
    }

    fn trace(&self) -> Option<String> {
        self.object_write_trace_id.clone()
    }
}

impl Input for UpdateInput {
    fn id(&self) -> String {
        self.id.clone()
    }

    fn trace(&self) -> Option<String> {
        self.object_write_trace_id.clone()
    }
}

fn check_changes(inputs: &[UpdateInput]) -> Result<(), Refusal> {
    check_count(inputs.len())?;
    let mut seen = BTreeSet::new();
    match inputs
        .iter()
        .find(|input| !seen.insert((&input.id, &input.id_property)))
    {
        None => Ok(()),
        Some(twice) => Err(Refusal::invalid(
            "inputs",
            "DUPLICATE_INPUT",
            format!(
                "{} stands in the batch twice: put its properties into one input",
                quoted(&twice.id)
            ),
        )),
    }
}

fn check_count(count: usize) -> Result<(), Refusal> {
    if (1..=MOST_INPUTS).contains(&count) {
        return Ok(());
    }
    Err(Refusal::invalid(
        "inputs",
        "INVALID_SIZE",
        format!("the batch has {count} inputs: use 1 to {MOST_INPUTS}"),
    ))
}

/// Source: the service's published OpenAPI files for CRM objects, v3, read 2026-11.
const MOST_INPUTS: usize = 100;
