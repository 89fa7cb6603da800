//! `POST /crm/v3/objects/{objectType}/batch/read`, `/create`, `/update`, `/upsert` and
//! `/archive`
//!
//! A batch is all or nothing, with two exceptions: a missing record, and, if every input has
//! an `objectWriteTraceId`, any fault of one. Then the others take effect, and the answer also
//! has the faults, in the vendor's profile with 207.

use std::collections::{BTreeMap, BTreeSet};

use calling_rest::{
    Method,
    error::ErrorDetail,
    object_batch::{
        ARCHIVE_ROUTE, BatchArchive, BatchCreate, BatchError, BatchOutcome, BatchRead, BatchUpdate,
        BatchUpsert, CREATE_ROUTE, CreateInput, Inputs, READ_ROUTE, UPDATE_ROUTE, UPSERT_ROUTE,
        UpdateInput, UpsertedObject,
    },
    objects::CrmObject,
};
use serde::{Serialize, de::DeserializeOwned};

use super::{
    access::{reader, writer},
    json::{Projection, json, with_all},
    lookup::Lookup,
    paging::{Archived, is_archived},
    writer::Writer,
};
use crate::platform::{
    answer::{Answer, Refusal, Result, quoted, refuse},
    clock::iso,
    endpoint::Endpoint,
    namespace::Namespace,
    records::{Objects, Schema, changes::judge},
    request::Request,
    shape::params,
};

pub(crate) const ENDPOINTS: &[Endpoint] = &[
    Endpoint::with_token(Method::Post, READ_ROUTE, read)
        .summary(
            "Reads up to 100 records; with --profile vendor it is 207 where some are not there",
        )
        .example(r#"{"inputs":[{"id":"1001"}],"properties":["firstname"]}"#)
        .takes::<BatchRead>()
        .with_query(&[params::<Archived>])
        .answers::<BatchOutcome<CrmObject>>()
        .in_part(),
    Endpoint::with_token(Method::Post, CREATE_ROUTE, create)
        .summary(
            "Makes up to 100 records, all or none; each by itself where every input has an \
         objectWriteTraceId",
        )
        .example(r#"{"inputs":[{"properties":{"firstname":"Ada"}}]}"#)
        .takes::<BatchCreate>()
        .answers::<BatchOutcome<CrmObject>>()
        .vendor(201)
        .in_part()
        .refuses(&[400, 401, 403, 404, 409]),
    Endpoint::with_token(Method::Post, UPDATE_ROUTE, update)
        .summary("Sets properties of up to 100 records; those that are not there are told")
        .example(r#"{"inputs":[{"id":"1001","properties":{"firstname":"Ada"}}]}"#)
        .takes::<BatchUpdate>()
        .answers::<BatchOutcome<CrmObject>>()
        .in_part(),
    Endpoint::with_token(Method::Post, UPSERT_ROUTE, upsert)
        .summary(
            "Sets properties of up to 100 records by a unique property, and makes those that are \
         not there",
        )
        .example(
            r#"{"inputs":[{"id":"ada.byron@people.example","idProperty":"email",
               "properties":{"firstname":"Ada"}}]}"#,
        )
        .takes::<BatchUpsert>()
        .answers::<BatchOutcome<UpsertedObject>>()
        .in_part()
        .refuses(&[400, 401, 403, 404, 409]),
    Endpoint::with_token(Method::Post, ARCHIVE_ROUTE, archive)
        .summary("Deletes up to 100 records; those that are not there count as deleted")
        .example(r#"{"inputs":[{"id":"1001"}]}"#)
        .takes::<BatchArchive>()
        .vendor(204),
];

fn read(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let (schema, _) = reader(request, namespace)?;
    let batch: BatchRead = request.read(namespace.profile)?;
    check_count(batch.inputs.len(), MOST_INPUTS)?;
    let is_archived = is_archived(request);
    let projection = Projection {
        properties: batch.properties,
        history: batch.properties_with_history,
        ..Projection::default()
    };
    let objects = Objects::of(namespace, &schema);
    let lookup = Lookup::by(&schema, batch.id_property.as_deref())?;
    let mut outcome = BatchOutcome::default();
    let mut missing = Vec::new();
    let mut seen = BTreeSet::new();
    for input in batch.inputs {
        let found = lookup
            .find(&objects, &input.id)?
            .filter(|record| record.archived_ms.is_some() == is_archived);
        match found {
            Some(record) => {
                if seen.insert(record.id) {
                    outcome
                        .results
                        .push(json(namespace, &objects, &projection, record)?);
                }
            }
            None => missing.push(input.id),
        }
    }
    note_missing(&mut outcome, &schema, missing);
    answer(namespace, 200, outcome)
}

fn create(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let (schema, caller) = writer(request, namespace)?;
    let batch: BatchCreate = request.read(namespace.profile)?;
    check_count(batch.inputs.len(), MOST_INPUTS)?;
    let writer = Writer::new(namespace, &schema, &caller);
    let make = |input: CreateInput| -> Result<Option<CrmObject>> {
        let changes = judge(input.properties, namespace, &schema)?;
        let associations = input.associations.unwrap_or_default();
        let record = writer.make(changes, &associations)?;
        with_all(&writer.objects(), record).map(Some)
    };
    let key = |input: &CreateInput| (String::new(), input.object_write_trace_id.clone());
    let outcome = each(namespace, batch.inputs, &schema, key, make)?;
    answer(namespace, 201, outcome)
}

fn update(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let (schema, caller) = writer(request, namespace)?;
    let batch: BatchUpdate = request.read(namespace.profile)?;
    check_changes(&batch.inputs)?;
    let writer = Writer::new(namespace, &schema, &caller);
    let change = |input: UpdateInput| -> Result<Option<CrmObject>> {
        let lookup = Lookup::to_write(&schema, input.id_property.as_deref())?;
        let changes = judge(input.properties, namespace, &schema)?;
        let Some(record) = lookup.find_present(&writer.objects(), &input.id)? else {
            return Ok(None);
        };
        let record = writer.change(record, changes)?;
        with_all(&writer.objects(), record).map(Some)
    };
    let outcome = each(namespace, batch.inputs, &schema, key_of, change)?;
    answer(namespace, 200, outcome)
}

fn upsert(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let (schema, caller) = writer(request, namespace)?;
    let batch: BatchUpsert = request.read(namespace.profile)?;
    check_changes(&batch.inputs)?;
    let writer = Writer::new(namespace, &schema, &caller);
    let put = |input: UpdateInput| -> Result<Option<UpsertedObject>> {
        let lookup = Lookup::to_write(&schema, input.id_property.as_deref())?;
        let mut changes = judge(input.properties, namespace, &schema)?;
        let found = lookup.find_present(&writer.objects(), &input.id)?;
        let is_new = found.is_none();
        let record = match (found, lookup.property()) {
            (Some(record), _) => writer.change(record, changes)?,
            (None, Some(name)) => {
                // Its unique property gets the value of the lookup.
                let value = judge([(name.to_owned(), input.id.into())], namespace, &schema)?;
                for (name, value) in value {
                    changes.entry(name).or_insert(value);
                }
                writer.make(changes, &[])?
            }
            // The service assigns ids itself.
            (None, None) => return Ok(None),
        };
        Ok(Some(UpsertedObject {
            object: with_all(&writer.objects(), record)?,
            new: is_new,
        }))
    };
    let outcome = each(namespace, batch.inputs, &schema, key_of, put)?;
    answer(namespace, 200, outcome)
}

/// Archives records; missing ones count as archived.
fn archive(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let (schema, caller) = writer(request, namespace)?;
    let batch: BatchArchive = request.read(namespace.profile)?;
    check_count(batch.inputs.len(), MOST_INPUTS)?;
    let writer = Writer::new(namespace, &schema, &caller);
    for input in batch.inputs {
        if let Ok(id) = input.id.parse() {
            writer.archive(id)?;
        }
    }
    Ok(Answer::empty(namespace.status(204)))
}

/// Runs a function for each input; it returns `None` for a missing record. The key of an
/// input is the record that it names and its `objectWriteTraceId`.
fn each<I, T>(
    namespace: &Namespace<'_>,
    inputs: Vec<I>,
    schema: &Schema,
    key: impl Fn(&I) -> (String, Option<String>),
    work: impl Fn(I) -> Result<Option<T>>,
) -> Result<BatchOutcome<T>> {
    let traces: Option<Vec<String>> = inputs.iter().map(|input| key(input).1).collect();
    namespace.atomically(|| {
        let mut outcome = BatchOutcome::default();
        let mut missing = Vec::new();
        for (index, input) in inputs.into_iter().enumerate() {
            let (id, _) = key(&input);
            let trace = traces.as_ref().and_then(|traces| traces.get(index));
            match (namespace.atomically(|| work(input)), trace) {
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

/// Runs a function for each input, all or nothing.
pub(super) fn all<I>(
    namespace: &Namespace<'_>,
    inputs: &[I],
    work: impl Fn(&I) -> Result<()>,
) -> Result<Answer> {
    namespace.atomically(|| {
        for (index, input) in inputs.iter().enumerate() {
            work(input).map_err(|refusal| at(index, refusal))?;
        }
        Ok(())
    })?;
    Ok(Answer::empty(namespace.status(204)))
}

/// Runs a function for each input by itself: a fault of one leaves the others in effect. The
/// statuses are the vendor's, without faults and with some.
pub(super) fn each_by_itself<I, T: Serialize>(
    namespace: &Namespace<'_>,
    inputs: Vec<I>,
    [whole, partial]: [u16; 2],
    work: impl Fn(I) -> Result<Vec<T>>,
) -> Result<Answer> {
    let mut outcome = BatchOutcome::default();
    for input in inputs {
        match namespace.atomically(|| work(input)) {
            Ok(results) => outcome.results.extend(results),
            Err(refusal) if refusal.status < 500 => outcome.errors.push(failed(refusal)),
            Err(refusal) => return Err(refusal),
        }
    }
    let is_whole = outcome.errors.is_empty();
    let status = namespace.status(if is_whole { whole } else { partial });
    Answer::json(status, &completed(namespace, outcome))
}

/// A fault of one input in a batch whose other inputs take effect.
fn failed(refusal: Refusal) -> BatchError {
    let object = *refusal.object;
    let sub_category = object.sub_category.as_ref();
    BatchError {
        status: "error".to_owned(),
        // The vendor's profile has none for a missing record.
        category: object
            .category
            .unwrap_or_else(|| "OBJECT_NOT_FOUND".to_owned()),
        sub_category: sub_category.and_then(|one| one.as_str()).map(str::to_owned),
        message: object.message.unwrap_or_default(),
        context: object.context.unwrap_or_default(),
        errors: object.errors,
        links: object.links.unwrap_or_default(),
    }
}

/// The same for an input with a trace id.
fn error(refusal: Refusal, trace: &str) -> BatchError {
    let mut error = failed(refusal);
    let trace = vec![trace.to_owned()];
    error.context.insert("objectWriteTraceId".to_owned(), trace);
    error
}

/// Adds the index of the input to the refusal of a whole batch.
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

/// One entry for all missing records, as the service has it.
///
/// Source: reports of the service's own answers, read 2026-11.
fn note_missing<T>(outcome: &mut BatchOutcome<T>, schema: &Schema, missing: Vec<String>) {
    if missing.is_empty() {
        return;
    }
    outcome.errors.push(BatchError {
        status: "error".to_owned(),
        category: "OBJECT_NOT_FOUND".to_owned(),
        message: format!(
            "Could not get some {} objects, they may be deleted or not exist. Check that ids are \
             valid.",
            schema.singular().to_uppercase()
        ),
        context: BTreeMap::from([("ids".to_owned(), missing)]),
        ..BatchError::default()
    });
}

/// The answer of a completed batch.
fn answer<T: Serialize>(
    namespace: &Namespace<'_>,
    vendor_status: u16,
    outcome: BatchOutcome<T>,
) -> Result<Answer> {
    let outcome = completed(namespace, outcome);
    let has_errors = !outcome.errors.is_empty();
    let vendor_status = if has_errors { 207 } else { vendor_status };
    Answer::json(namespace.status(vendor_status), &outcome)
}

/// A completed batch.
fn completed<T>(namespace: &Namespace<'_>, mut outcome: BatchOutcome<T>) -> BatchOutcome<T> {
    let count = i64::try_from(outcome.errors.len()).ok();
    let now = iso(namespace.now_ms);
    outcome.status = "COMPLETE".to_owned();
    outcome.num_errors = count.filter(|count| *count > 0);
    outcome.started_at = Some(now.clone());
    outcome.completed_at = Some(now);
    outcome
}

fn key_of(input: &UpdateInput) -> (String, Option<String>) {
    (input.id.clone(), input.object_write_trace_id.clone())
}

fn check_changes(inputs: &[UpdateInput]) -> Result<()> {
    check_count(inputs.len(), MOST_INPUTS)?;
    let mut seen = BTreeSet::new();
    match inputs
        .iter()
        .find(|input| !seen.insert((&input.id, &input.id_property)))
    {
        None => Ok(()),
        // Source: reports of the service's own answers, read 2026-11.
        Some(twice) => Err(refuse!(
            invalid("inputs", "DUPLICATE_INPUT"),
            "Duplicate IDs found in batch input: [{}]. IDs must be unique",
            quoted(&twice.id)
        )
        .about(&[("ids", &twice.id)])),
    }
}

/// The inputs of a request that has nothing else.
pub(super) fn inputs<I: DeserializeOwned>(
    request: &Request,
    namespace: &Namespace<'_>,
    most: usize,
) -> Result<Vec<I>> {
    let Inputs { inputs } = request.read(namespace.profile)?;
    check_count(inputs.len(), most)?;
    Ok(inputs)
}

/// Refuses a batch that is too large.
pub(super) fn check_count(count: usize, most: usize) -> Result<()> {
    if count <= most {
        return Ok(());
    }
    Err(refuse!(
        invalid("inputs", "INVALID_SIZE"),
        "the batch has {count} inputs: use {most} at most"
    ))
}

pub(super) const PARTIAL: [u16; 2] = [200, 207];
pub(super) const CREATED: [u16; 2] = [201, 207];
/// The service's own client accepts no other here.
pub(super) const ALWAYS_200: [u16; 2] = [200, 200];

/// Source: the service's published OpenAPI files for CRM objects, v3, read 2026-11.
pub(super) const MOST_INPUTS: usize = 100;
