//! The initial data of a namespace: the platform's own, and those of a seed.

use std::collections::BTreeSet;

use calling_rest::{
    properties::{NewProperty, PropertyOption},
    timeline::{
        event_properties::{EventOption, NewEventProperty},
        event_types::NewEventType,
    },
};

use super::{
    answer::{Refusal, Result, quoted},
    apps::{self, LegacyCard, NewApp, Registration},
    namespace::Namespace,
    objects::{self, Import, ImportedAssociation, Importer},
    quotes,
    records::value::is_email,
    seed::{Seed, SeedApp, SeedEventProperty, SeedFault, SeedProperty, SeedUser, Whole},
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
    each(seed, "apps", &entries.apps, |app| {
        check_new(ids.insert(app.app_id.0), "appId")?;
        add_app(namespace, app)
    })?;
    let (mut ids, mut known) = (BTreeSet::new(), Vec::new());
    each(seed, "users", &entries.users, |user| {
        check_new(ids.insert(user.id.0), "id")?;
        if known.is_empty() {
            known = users::all(namespace)?;
        }
        add_user(namespace, user, &mut known)
    })?;
    each(seed, "properties", &entries.properties, |own| {
        objects::define(namespace, &own.object_type, property_of(own))
    })?;
    let mut importer = Importer::new(namespace);
    each(seed, "records", &entries.records, |record| {
        let associations = record.associations.iter();
        let labels: Vec<Vec<i64>> = associations
            .map(|to| to.labels.iter().map(|label| label.0).collect())
            .collect();
        let associations = record.associations.iter().zip(&labels);
        let associations = associations.map(|(to, labels)| ImportedAssociation {
            object_type: &to.object_type,
            id: to.id.0,
            labels,
        });
        importer.import(Import {
            object_type: &record.object_type,
            id: record.id.map(|id| id.0),
            properties: record.properties.clone(),
            associations: associations.collect(),
        })
    })?;
    each(seed, "eventTypes", &entries.event_types, |of| {
        let event_type = NewEventType {
            name: of.name.clone(),
            application_id: None,
            object_type: of.object_type,
            header_template: of.header_template.clone(),
            detail_template: of.detail_template.clone(),
        };
        let properties: Vec<_> = of
            .properties
            .iter()
            .map(|own| event_property_of(own))
            .collect();
        let id = of.id.map(|id| id.0);
        timeline::import(namespace, app_id(of.app_id)?, id, &event_type, &properties)
    })
}

/// Adds the entries of a list; a refusal has the place of its entry or of one of its fields.
fn each<T>(
    seed: &Seed,
    list: &str,
    entries: &[T],
    mut add: impl FnMut(&T) -> Result<()>,
) -> Result<(), SeedFault> {
    entries.iter().enumerate().try_for_each(|(at, entry)| {
        add(entry).map_err(|refusal| {
            let object = *refusal.object;
            let detail = object.errors.into_iter().next().unwrap_or_default();
            let property = detail.context.as_ref().and_then(|context| {
                let name = context.get("propertyName")?.first()?;
                Some(["properties.", name].concat())
            });
            let field = property.or(detail.location).unwrap_or_default();
            let message = detail.message.or(object.message).unwrap_or_default();
            seed.refused(&format!("{list}[{at}]"), &field, &message)
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
    let cards = app.legacy_cards.iter().map(|card| LegacyCard {
        id: card.id.0,
        accounts: card.accounts.map_or(1, |accounts| accounts.0),
        supports_tickets: card.supports_tickets,
    });
    let new = NewApp {
        registration: Registration {
            name: app.name.clone(),
            client_id: app.client_id.clone(),
            redirect_uris: app.redirect_uris.to_vec(),
            scopes: app.scopes.clone(),
            optional_scopes: app.optional_scopes.clone(),
            has_timeline_events: app.has_timeline_events,
            legacy_cards: cards.collect(),
            app_cards: app.app_cards.iter().map(|id| id.0).collect(),
        },
        client_secret: app.client_secret.expose().to_owned(),
        developer_key: app.developer_key.expose().to_owned(),
    };
    apps::add(namespace, app_id(app.app_id)?, new).map(drop)
}

fn app_id<const MOST: i64>(Whole(id): Whole<1, MOST>) -> Result<i32> {
    i32::try_from(id).map_err(|_| Refusal::internal("an app's identifier has 32 bits"))
}

fn property_of(own: &SeedProperty) -> NewProperty {
    let options = own.options.iter().map(|option| PropertyOption {
        value: option.value.clone(),
        label: option.label.clone(),
        ..PropertyOption::default()
    });
    NewProperty {
        name: own.name.clone(),
        label: own.label.clone(),
        kind: own.kind.clone(),
        field_type: own.field_type.clone(),
        group_name: own.group_name.clone(),
        description: own.description.clone(),
        options: options.collect(),
        has_unique_value: own.has_unique_value,
        hidden: own.hidden,
        form_field: own.form_field,
        display_order: own.display_order.map(|order| order.0),
    }
}

fn event_property_of(own: &SeedEventProperty) -> NewEventProperty {
    let options = own.options.iter().map(|option| EventOption {
        value: option.value.clone(),
        label: option.label.clone(),
        property_id: None,
    });
    let options: Vec<EventOption> = options.collect();
    NewEventProperty {
        name: own.name.clone(),
        label: own.label.clone(),
        property_type: own.property_type,
        object_property: own.object_property.clone(),
        options: (!options.is_empty()).then_some(options),
    }
}

/// Adds a user, replacing one with the same id.
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
    let owner = new.owner_id.map_or(owner_of(new.id.0), |owner| owner.0);
    known.retain(|user| user.id != new.id.0);
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
        may_install: new.may_install.unwrap_or(true),
    };
    let user = User {
        id: new.id.0,
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
