//! What is there from the start of a namespace: the platform's own data, and those of a seed.

use std::collections::BTreeSet;

use super::{
    answer::{Refusal, Result, quoted},
    apps::{self, DEMO_APP, LegacyCard, NOT_GRANTABLE, NewApp, Registration},
    namespace::Namespace,
    objects::{self, Import, ImportedAssociation, Importer},
    quotes,
    records::value::is_email,
    seed::{Entry, Seed, SeedApp, SeedFault, SeedRecord, SeedUser},
    timeline,
    users::{self, Details, User, owner_of},
};

/// Fills a namespace with what is there from the start.
pub(crate) fn fill(namespace: &Namespace<'_>, seed: &Seed) -> Result<()> {
    fill_own(namespace)?;
    // It was tried before the first request; what fails now depends on the time.
    add(namespace, seed)
        .map_err(|fault| Refusal::internal(&format!("the seed cannot be used: {fault}")))
}

/// Adds a seed to a namespace. An entry may name what is before it.
pub(crate) fn add(namespace: &Namespace<'_>, seed: &Seed) -> Result<(), SeedFault> {
    let mut ids = BTreeSet::new();
    each(&seed.apps, |app| {
        check_new(ids.insert(i64::from(app.id)), "appId")?;
        add_app(namespace, app)
    })?;
    let (mut ids, mut known) = (BTreeSet::new(), Vec::new());
    each(&seed.users, |user| {
        check_new(ids.insert(user.id), "id")?;
        if known.is_empty() {
            known = users::all(namespace)?;
        }
        add_user(namespace, user, &mut known)
    })?;
    each(&seed.properties, |own| {
        objects::define(namespace, &own.object_type, own.property.clone())
    })?;
    let mut importer = Importer::new(namespace);
    each(&seed.records, |record| importer.import(import_of(record)))?;
    each(&seed.event_types, |of| {
        timeline::import(namespace, of.app_id, of.id, &of.event_type, &of.properties)
    })
}

fn each<T>(entries: &[Entry<T>], mut add: impl FnMut(&T) -> Result<()>) -> Result<(), SeedFault> {
    entries.iter().try_for_each(|entry| {
        add(&entry.value).map_err(|refusal| {
            let object = *refusal.object;
            let detail = object.errors.into_iter().next().unwrap_or_default();
            let property = detail.context.as_ref().and_then(|context| {
                let name = context.get("propertyName")?.first()?;
                Some(["properties.", name].concat())
            });
            let field = property.or(detail.location).unwrap_or_default();
            let message = detail.message.or(object.message).unwrap_or_default();
            entry.refused(&field, &message)
        })
    })
}

fn check_new(is_new: bool, field: &str) -> Result<()> {
    if is_new {
        return Ok(());
    }
    let message = "another entry has the same: give each its own";
    Err(Refusal::invalid(field, "VALUE_TAKEN", message))
}

fn add_app(namespace: &Namespace<'_>, app: &SeedApp) -> Result<()> {
    let [secret, key] = [&app.client_secret, &app.developer_key];
    let [secret, key] = [secret, key].map(|one| one.expose().to_owned());
    let new = NewApp::of(app.registration.clone(), secret, key)?;
    apps::add(namespace, app.id, new).map(drop)
}

/// Adds a user to those that are known, in place of the one of the same identifier.
fn add_user(namespace: &Namespace<'_>, new: &SeedUser, known: &mut Vec<User>) -> Result<()> {
    let taken = |field, message| Err(Refusal::invalid(field, "VALUE_TAKEN", message));
    let email = new.email.to_lowercase();
    if !is_email(&email) {
        let message = format!(
            "{} is no e-mail address: use one such as ada@people.example",
            quoted(&new.email)
        );
        return Err(Refusal::invalid("email", "INVALID_EMAIL", message));
    }
    let owner = new.owner_id.unwrap_or(owner_of(new.id));
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
        first_name: new.first_name.clone(),
        last_name: new.last_name.clone(),
        may_install: new.may_install,
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

fn import_of(record: &SeedRecord) -> Import<'_> {
    let associations = record.associations.iter();
    let associations = associations.map(|to| ImportedAssociation {
        object_type: &to.object_type,
        id: to.id,
        labels: &to.labels,
    });
    Import {
        object_type: &record.object_type,
        id: record.id,
        properties: record.properties.clone(),
        associations: associations.collect(),
    }
}

/// Fills a namespace with the platform's own data.
pub(crate) fn fill_own(namespace: &Namespace<'_>) -> Result<()> {
    for app in &APPS {
        let texts = |list: &[&str]| list.iter().map(|text| (*text).to_owned()).collect();
        let registration = Registration {
            name: app.name.to_owned(),
            client_id: app.client_id.to_owned(),
            redirect_uris: app
                .redirect_uris
                .iter()
                .map(|uri| (*uri).to_owned())
                .collect(),
            scopes: texts(app.scopes),
            optional_scopes: texts(app.optional_scopes),
            has_timeline_events: app.id == DEMO_APP,
            legacy_cards: app.legacy_cards.to_vec(),
            app_cards: app.app_cards.to_vec(),
        };
        apps::insert(
            namespace,
            app.id,
            &registration,
            app.client_secret,
            app.developer_key,
        )?;
    }
    users::fill(namespace)?;
    objects::fill(namespace)?;
    quotes::fill(namespace)?;
    timeline::fill(namespace)?;
    Ok(())
}

struct SeededApp {
    id: i32,
    name: &'static str,
    client_id: &'static str,
    client_secret: &'static str,
    developer_key: &'static str,
    redirect_uris: &'static [&'static str],
    scopes: &'static [&'static str],
    optional_scopes: &'static [&'static str],
    legacy_cards: &'static [LegacyCard],
    app_cards: &'static [i64],
}

const fn legacy_card(id: i64, accounts: i64, supports_tickets: bool) -> LegacyCard {
    LegacyCard {
        id,
        accounts,
        supports_tickets,
    }
}

/// The key of the developer of the demo's app.
pub(crate) const KEY: &str = "emulator-developer-key-123";

/// Two apps of two developers. Their secrets are public: they open nothing else.
const APPS: [SeededApp; 2] = [
    SeededApp {
        id: DEMO_APP,
        name: "Demo phone",
        client_id: "00000000-0000-4000-8000-000000000123",
        client_secret: "emulator-client-secret-123",
        developer_key: KEY,
        redirect_uris: &[
            "http://localhost:3000/oauth/callback",
            "http://localhost:8141/oauth/callback",
            "https://phone.example/oauth/callback?from=crm",
        ],
        scopes: &["crm.objects.contacts.read", "oauth", "timeline"],
        optional_scopes: &[
            NOT_GRANTABLE,
            "crm.objects.companies.read",
            "crm.objects.companies.write",
            "crm.objects.contacts.write",
            "crm.objects.deals.read",
            "crm.objects.deals.write",
            "crm.objects.line_items.read",
            "crm.objects.line_items.write",
            "crm.objects.owners.read",
            "crm.objects.products.read",
            "crm.objects.products.write",
            "crm.objects.quotes.read",
            "crm.objects.quotes.write",
            "crm.schemas.companies.read",
            "crm.schemas.contacts.read",
            "crm.schemas.deals.read",
            "crm.schemas.line_items.read",
            "crm.schemas.quote.read",
            "developers-read",
            "developers-write",
            "e-commerce",
            "private-apps-read",
            "tickets",
        ],
        legacy_cards: &[legacy_card(1001, 4, false), legacy_card(1002, 12, true)],
        app_cards: &[5001, 5002, 5003],
    },
    SeededApp {
        id: 456,
        name: "Another phone",
        client_id: "00000000-0000-4000-8000-000000000456",
        client_secret: "emulator-client-secret-456",
        developer_key: "emulator-developer-key-456",
        redirect_uris: &["https://other.example/oauth/callback"],
        scopes: &["oauth"],
        optional_scopes: &[],
        legacy_cards: &[legacy_card(1003, 1, false)],
        app_cards: &[5004],
    },
];
