//! Cases of one app: timeline events, and the migration of cards.

use std::collections::BTreeMap;

use calling_rest::{
    Error, Secret,
    card_migration::{CardMigration, MigrateCard},
    client::Transport,
    timeline::{
        Developer,
        event_properties::{
            CreateEventProperty, DeleteEventProperty, EventPropertyChange, EventPropertyType,
            ListEventProperties, NewEventProperty, UpdateEventProperty,
        },
        event_types::{
            CreateEventType, DeleteEventType, ListEventTypes, NewEventType, ReadEventType,
            UpdateEventType,
        },
        events::{CreateEvent, Installation, PutEvent, PutEvents, ReadEvent, TimelineEvent},
    },
};
use serde_json::json;

use super::{KEY, World, tokens};

pub(crate) async fn an_event_type_gets_a_property_and_an_event_a_value<T: Transport>(
    world: &World<T>,
) {
    let client = world.client();
    let installation = Installation {
        app_id: 123,
        token: world.host_token().await,
    };
    let list = ListEventTypes {
        developer: developer(),
    };
    let before = client.call(&list).await.unwrap().len();

    let create = CreateEventType {
        developer: developer(),
        event_type: event_type("Visit"),
    };
    let visit = client.call(&create).await.unwrap();
    let create = CreateEventProperty {
        developer: developer(),
        event_type_id: visit.id,
        property: place("Place"),
    };
    let made = client.call(&create).await.unwrap();
    let event = |id: &str, place: &str| TimelineEvent {
        id: id.to_owned(),
        event_type_id: visit.id.to_string(),
        email: Some("maria.okafor@example.com".to_owned()),
        extra_data: Some(json!({ "guests": ["Ada"] })),
        values: BTreeMap::from([("place".to_owned(), json!(place))]),
        ..TimelineEvent::default()
    };
    let put = PutEvent {
        installation: installation.clone(),
        event: event("visit/1", "Pier 9"),
    };
    client.call(&put).await.unwrap();
    let puts = PutEvents {
        installation: installation.clone(),
        events: vec![event("visit/2", "Pier 10"), event("visit/1", "Pier 11")],
    };
    client.call(&puts).await.unwrap();
    let create = CreateEvent {
        installation: installation.clone(),
        event: event("visit/3", "Pier 12"),
    };
    client.call(&create).await.unwrap();
    let read = async |id: &str| {
        let read = ReadEvent {
            installation: installation.clone(),
            event_type_id: visit.id,
            id: id.to_owned(),
        };
        client.call(&read).await
    };

    assert_eq!((visit.application_id, made.event_type_id), (123, visit.id));
    for (id, place) in [
        ("visit/1", "Pier 11"),
        ("visit/2", "Pier 10"),
        ("visit/3", "Pier 12"),
    ] {
        assert_eq!(read(id).await.unwrap().values["place"], place, "{id}");
    }
    assert_eq!(read("visit/4").await.unwrap_err().status(), Some(404));
    let rename = UpdateEventType {
        developer: developer(),
        id: visit.id,
        event_type: event_type("Call"),
    };
    client.call(&rename).await.unwrap();
    let update = UpdateEventProperty {
        developer: developer(),
        event_type_id: visit.id,
        change: EventPropertyChange {
            id: made.id,
            property: place("Room"),
        },
    };
    client.call(&update).await.unwrap();
    let read_type = ReadEventType {
        developer: developer(),
        id: visit.id,
    };
    assert_eq!(client.call(&read_type).await.unwrap().name, "Call");
    let properties = ListEventProperties {
        developer: developer(),
        event_type_id: visit.id,
    };
    assert_eq!(client.call(&properties).await.unwrap()[0].label, "Room");
    let delete = DeleteEventProperty {
        developer: developer(),
        event_type_id: visit.id,
        id: made.id,
    };
    client.call(&delete).await.unwrap();
    let delete = DeleteEventType {
        developer: developer(),
        id: visit.id,
    };
    client.call(&delete).await.unwrap();
    assert_eq!(client.call(&list).await.unwrap().len(), before);
}

pub(crate) async fn an_event_of_nobody_is_not_sent<T: Transport>(world: &World<T>) {
    let client = world.client();
    let put = PutEvent {
        installation: Installation {
            app_id: 123,
            token: Secret::new("canary"),
        },
        event: TimelineEvent {
            id: "e-1".to_owned(),
            event_type_id: "5001".to_owned(),
            ..TimelineEvent::default()
        },
    };

    let error = client.call(&put).await.unwrap_err();

    let Error::Invalid(problems) = error else {
        panic!("{error}")
    };
    assert_eq!(problems[0].field, Some("objectId"));
    let log = world.get("/emulator/log.json?q=/timeline/event").await;
    assert_eq!(log.json()["results"], json!([]));
}

pub(crate) async fn the_migration_of_a_card_starts_and_the_same_call_reports_it<T: Transport>(
    world: &World<T>,
) {
    let client = world.client();
    let token = tokens(&client, world).await.access_token;
    let migrate = |app_card_id| MigrateCard {
        token: token.clone(),
        app_id: 123,
        migration: CardMigration {
            legacy_crm_card_id: 1001,
            app_card_id,
            ..CardMigration::default()
        },
    };
    let started = client.call(&migrate(5001)).await.unwrap();
    let again = client.call(&migrate(5001)).await.unwrap();
    let other = client.call(&migrate(5002)).await.unwrap_err();

    assert_eq!(started.total_portal_count, Some(4));
    assert_eq!(again.started_at, started.started_at);
    assert_eq!(again.ended_at, None);
    assert_eq!(other.status(), Some(409));
}

fn developer() -> Developer {
    Developer {
        app_id: 123,
        key: Secret::new(KEY),
        user_id: Some(9),
    }
}

fn event_type(name: &str) -> NewEventType {
    NewEventType {
        name: name.to_owned(),
        header_template: Some("Visited {{place}}".to_owned()),
        ..NewEventType::default()
    }
}

fn place(label: &str) -> NewEventProperty {
    NewEventProperty {
        name: "place".to_owned(),
        label: label.to_owned(),
        property_type: EventPropertyType::String,
        ..NewEventProperty::default()
    }
}
