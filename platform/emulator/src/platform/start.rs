//! The initial data of a namespace: the platform's own, and those of a seed.

use std::collections::BTreeSet;

use calling_rest::{properties::NewProperty, timeline::event_types::NewEventType};
use serde::{Deserialize, de::DeserializeOwned};

use super::{
    answer::{Refusal, Result, quoted},
    apps::{self, NewApp},
    namespace::Namespace,
    objects::{self, Importer},
    quotes,
    records::value::is_email,
    request::{Request, check_known},
    seed::{Fields, Seed, SeedFault},
    shape::shape,
    timeline,
    users::{self, Details, User, owner_of},
};

/// Fills a namespace with its initial data.
pub(crate) fn fill(namespace: &Namespace<'_>, seed: &Seed) -> Result<()> {
    fill_own(namespace)?;
    // Tried before the first request; a failure now depends on the time.
    add(namespace, seed)
        .map_err(|fault| Refusal::internal(&format!("the seed cannot be used: {fault}")))
}

/// Adds a seed to a namespace. An entry may refer to earlier ones.
pub(crate) fn add(namespace: &Namespace<'_>, seed: &Seed) -> Result<(), SeedFault> {
    let entries = &seed.entries;
    let mut ids = BTreeSet::new();
    each(seed, "apps", &entries.apps, |mut app| {
        let id: i32 = take(&mut app, "appId")?;
        check_new(ids.insert(id), "appId")?;
        check_known(&shape::<NewApp>().fields(), &app)?;
        apps::add(namespace, id, NewApp::read(app)?).map(drop)
    })?;
    let (mut ids, mut known) = (BTreeSet::new(), Vec::new());
    each(seed, "users", &entries.users, |user| {
        let user: SeedUser = Request::read_part("", user.into())?;
        check_new(ids.insert(user.id), "id")?;
        if known.is_empty() {
            known = users::all(namespace)?;
        }
        add_user(namespace, user, &mut known)
    })?;
    each(seed, "properties", &entries.properties, |mut own| {
        let object_type: String = take(&mut own, "objectType")?;
        check_known(&shape::<NewProperty>().fields(), &own)?;
        objects::define(namespace, &object_type, Request::read_part("", own.into())?)
    })?;
    let mut importer = Importer::new(namespace);
    each(seed, "records", &entries.records, |record| {
        importer.import(Request::read_part("", record.into())?)
    })?;
    each(seed, "eventTypes", &entries.event_types, |mut of| {
        let app: i32 = take(&mut of, "appId")?;
        let id = take_some(&mut of, "id")?;
        let properties: Option<Vec<_>> = take_some(&mut of, "properties")?;
        check_known(&shape::<NewEventType>().fields(), &of)?;
        let event_type = Request::read_part("", of.into())?;
        timeline::import(
            namespace,
            app,
            id,
            &event_type,
            &properties.unwrap_or_default(),
        )
    })
}

/// Adds the entries of a list; a refusal has the place of its entry or of one of its fields.
fn each(
    seed: &Seed,
    list: &str,
    entries: &[Fields],
    mut add: impl FnMut(Fields) -> Result<()>,
) -> Result<(), SeedFault> {
    entries.iter().enumerate().try_for_each(|(at, entry)| {
        let outcome = add(entry.clone());
        outcome.map_err(|refusal| seed.refused(&format!("{list}[{at}]"), refusal))
    })
}

/// Reads a field of an entry, and takes it out.
fn take<T: DeserializeOwned>(fields: &mut Fields, name: &str) -> Result<T> {
    let message = || format!("{name} is missing: add it");
    take_some(fields, name)?.ok_or_else(|| Refusal::invalid(name, "MISSING_FIELD", message()))
}

/// The same for an optional field.
fn take_some<T: DeserializeOwned>(fields: &mut Fields, name: &str) -> Result<Option<T>> {
    let value = fields.remove(name);
    value
        .map(|value| Request::read_part(name, value))
        .transpose()
}

fn check_new(is_new: bool, field: &str) -> Result<()> {
    if is_new {
        return Ok(());
    }
    let message = "another entry has the same: give each its own";
    Err(Refusal::invalid(field, "VALUE_TAKEN", message))
}

/// A user of the account.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct SeedUser {
    id: i64,
    owner_id: Option<i64>,
    email: String,
    #[serde(default)]
    first_name: String,
    #[serde(default)]
    last_name: String,
    may_install: Option<bool>,
}

/// Adds a user, replacing one with the same id.
fn add_user(namespace: &Namespace<'_>, new: SeedUser, known: &mut Vec<User>) -> Result<()> {
    let taken = |field, message| Err(Refusal::invalid(field, "VALUE_TAKEN", message));
    let email = new.email.to_lowercase();
    if !is_email(&email) {
        let message = format!(
            "{} is no e-mail address: use one such as ada@people.example",
            quoted(&new.email)
        );
        return Err(Refusal::invalid("email", "INVALID_EMAIL", message));
    }
    let owner = new.owner_id.unwrap_or_else(|| owner_of(new.id));
    known.retain(|user| user.id != new.id);
    for other in &*known {
        if other.details.email == email {
            return taken(
                "email",
                format!("the user {} has it: use another", other.id),
            );
        }
        if other.owner == owner {
            let message = format!("{owner} is the user {} as an owner: use another", other.id);
            return taken("ownerId", message);
        }
    }
    let details = Details {
        email,
        first_name: new.first_name,
        last_name: new.last_name,
        may_install: new.may_install.unwrap_or(true),
    };
    let user = User {
        id: new.id,
        owner,
        created_ms: namespace.now_ms,
        details,
    };
    users::put(namespace, &user)?;
    known.push(user);
    Ok(())
}

/// Fills a namespace with the platform's own data.
pub(crate) fn fill_own(namespace: &Namespace<'_>) -> Result<()> {
    Seed::read(OWN)
        .and_then(|own| add(namespace, &own))
        .map_err(|fault| Refusal::internal(&format!("the own seed cannot be used: {fault}")))?;
    objects::fill(namespace)?;
    quotes::fill(namespace)?;
    timeline::fill(namespace)
}

/// Two apps of two developers, and the users. The secrets are public: they open nothing else.
const OWN: &[u8] = include_bytes!("start.json");

/// The key of the developer of the demo's app.
pub(crate) const KEY: &str = "emulator-developer-key-123";
