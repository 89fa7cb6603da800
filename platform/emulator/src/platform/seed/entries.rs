//! The fields of each kind of entry.

use calling_rest::{
    Secret,
    properties::{NewProperty, PropertyOption},
    timeline::{
        event_properties::{EventOption, NewEventProperty},
        event_types::NewEventType,
    },
};
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{
    SeedApp, SeedAssociation, SeedEventType, SeedFault, SeedProperty, SeedRecord, SeedUser,
    document::{Fields, Node},
};
use crate::platform::answer::quoted;

type Result<T> = std::result::Result<T, SeedFault>;

pub(super) fn app(node: &Node<'_>) -> Result<SeedApp> {
    let fields = node.object(&APP)?;
    for name in ["name", "clientId"] {
        fields.required(name)?.text()?;
    }
    texts(fields.required("redirectUris")?)?;
    for name in ["scopes", "optionalScopes"] {
        fields.get(name).map(texts).transpose()?;
    }
    let flag = fields.get("hasTimelineEvents");
    flag.map(Node::flag).transpose()?;
    for card in all(&fields, "legacyCards")? {
        let card = card.object(&LEGACY_CARD)?;
        card.required("id")?.whole(1..=i64::MAX)?;
        let accounts = card.get("accounts");
        accounts
            .map(|node| node.whole(0..=MOST_ACCOUNTS))
            .transpose()?;
        card.get("supportsTickets").map(Node::flag).transpose()?;
    }
    for card in all(&fields, "appCards")? {
        card.whole(1..=i64::MAX)?;
    }
    let registration = APP
        .into_iter()
        .filter(|name| !["appId", "clientSecret", "developerKey"].contains(name))
        .filter_map(|name| Some((name, fields.get(name)?)))
        .map(|(name, node)| Ok((name.to_owned(), node.value()?)))
        .collect::<Result<_>>()?;
    Ok(SeedApp {
        id: id(fields.required("appId")?)?,
        registration,
        client_secret: Secret::new(fields.required("clientSecret")?.text()?),
        developer_key: Secret::new(fields.required("developerKey")?.text()?),
    })
}

pub(super) fn user(node: &Node<'_>) -> Result<SeedUser> {
    let fields = node.object(&USER)?;
    let name = |name: &str| Ok(optional(&fields, name)?.unwrap_or_default());
    let number = |node: &Node<'_>| node.whole(1..=i64::MAX);
    let may_install = fields.get("mayInstall").map(Node::flag).transpose()?;
    Ok(SeedUser {
        id: number(fields.required("id")?)?,
        owner_id: fields.get("ownerId").map(number).transpose()?,
        email: fields.required("email")?.text()?,
        first_name: name("firstName")?,
        last_name: name("lastName")?,
        may_install: may_install.unwrap_or(true),
    })
}

pub(super) fn property(node: &Node<'_>) -> Result<SeedProperty> {
    let fields = node.object(&PROPERTY)?;
    let text = |name| fields.required(name)?.text();
    let flag = |name| fields.get(name).map(Node::flag).transpose();
    let options = options(&fields)?.into_iter();
    let options = options.map(|(value, label)| PropertyOption {
        value,
        label,
        ..PropertyOption::default()
    });
    let order = fields.get("displayOrder");
    Ok(SeedProperty {
        object_type: text("objectType")?,
        property: NewProperty {
            name: text("name")?,
            label: text("label")?,
            kind: text("type")?,
            field_type: text("fieldType")?,
            group_name: text("groupName")?,
            description: optional(&fields, "description")?,
            options: options.collect(),
            has_unique_value: flag("hasUniqueValue")?,
            hidden: flag("hidden")?,
            form_field: flag("formField")?,
            display_order: order
                .map(|node| node.whole(-1..=i32::MAX.into()))
                .transpose()?,
        },
    })
}

pub(super) fn record(node: &Node<'_>) -> Result<SeedRecord> {
    let fields = node.object(&RECORD)?;
    let mut properties = serde_json::Map::new();
    for (name, value) in fields.required("properties")?.entries()? {
        properties.insert(name, value.scalar()?);
    }
    let associations = all(&fields, "associations")?;
    let associations = associations
        .iter()
        .map(association)
        .collect::<Result<_>>()?;
    Ok(SeedRecord {
        object_type: fields.required("type")?.text()?,
        id: fields.get("id").map(record_id).transpose()?,
        properties,
        associations,
    })
}

fn association(node: &Node<'_>) -> Result<SeedAssociation> {
    let fields = node.object(&ASSOCIATION)?;
    let labels = all(&fields, "labels")?;
    let labels = labels.iter().map(|label| label.whole(1..=i64::MAX));
    Ok(SeedAssociation {
        object_type: fields.required("type")?.text()?,
        id: fields.required("id")?.whole(1..=i64::MAX)?,
        labels: labels.collect::<Result<_>>()?,
    })
}

/// Identifiers that the platform gives to no new record.
fn record_id(node: &Node<'_>) -> Result<i64> {
    let id = node.whole(1..=LAST_FREE)?;
    if (LAST_SMALL + 1..FIRST_LARGE).contains(&id) {
        return Err(node.fault(format!(
            "is {id}, which a new record may get: use 1 to {LAST_SMALL}, or {FIRST_LARGE} or more"
        )));
    }
    Ok(id)
}

pub(super) fn event_type(node: &Node<'_>) -> Result<SeedEventType> {
    let fields = node.object(&EVENT_TYPE)?;
    let object_type = fields.get("objectType");
    let properties = all(&fields, "properties")?;
    let number = |node: &Node<'_>| node.whole(1..=LAST_TYPE);
    Ok(SeedEventType {
        app_id: id(fields.required("appId")?)?,
        id: fields.get("id").map(number).transpose()?,
        event_type: NewEventType {
            name: fields.required("name")?.text()?,
            application_id: None,
            object_type: object_type
                .map(|node| option(node, "CONTACT, COMPANY or DEAL"))
                .transpose()?,
            header_template: optional(&fields, "headerTemplate")?,
            detail_template: optional(&fields, "detailTemplate")?,
        },
        properties: properties
            .iter()
            .map(event_property)
            .collect::<Result<_>>()?,
    })
}

fn event_property(node: &Node<'_>) -> Result<NewEventProperty> {
    let fields = node.object(&EVENT_PROPERTY)?;
    let options = options(&fields)?.into_iter();
    let options = options.map(|(value, label)| EventOption {
        value,
        label,
        property_id: None,
    });
    let options: Vec<EventOption> = options.collect();
    Ok(NewEventProperty {
        name: fields.required("name")?.text()?,
        label: fields.required("label")?.text()?,
        property_type: option(
            fields.required("propertyType")?,
            "String, Numeric, Enumeration or Date",
        )?,
        object_property: optional(&fields, "objectProperty")?,
        options: (!options.is_empty()).then_some(options),
    })
}

/// The values of an enumeration, each with its label.
fn options(fields: &Fields<'_>) -> Result<Vec<(String, String)>> {
    let options = all(fields, "options")?;
    let options = options.iter().map(|node| {
        let fields = node.object(&OPTION)?;
        let text = |name| fields.required(name)?.text();
        Ok((text("value")?, text("label")?))
    });
    options.collect()
}

/// The identifier of an app, of 32 bits as the service's.
fn id(node: &Node<'_>) -> Result<i32> {
    let id = node.whole(1..=i32::MAX.into())?;
    Ok(i32::try_from(id).unwrap_or(i32::MAX))
}

/// The nodes of a list that may be left out.
fn all<'a>(fields: &Fields<'a>, name: &str) -> Result<Vec<Node<'a>>> {
    match fields.get(name) {
        Some(node) => node.list(MOST_INSIDE),
        None => Ok(Vec::new()),
    }
}

fn texts(node: &Node<'_>) -> Result<()> {
    let items = node.list(MOST_INSIDE)?;
    items.iter().try_for_each(|item| item.text().map(drop))
}

fn optional(fields: &Fields<'_>, name: &str) -> Result<Option<String>> {
    fields.get(name).map(Node::text).transpose()
}

/// One of a few texts.
fn option<T: DeserializeOwned>(node: &Node<'_>, expected: &str) -> Result<T> {
    let text = node.text()?;
    let shown = quoted(&text);
    serde_json::from_value(Value::String(text))
        .map_err(|_| node.fault(format!("is {shown}: use {expected}")))
}

pub(super) const APP: [&str; 11] = [
    "appId",
    "name",
    "clientId",
    "clientSecret",
    "developerKey",
    "redirectUris",
    "scopes",
    "optionalScopes",
    "hasTimelineEvents",
    "legacyCards",
    "appCards",
];

const LEGACY_CARD: [&str; 3] = ["id", "accounts", "supportsTickets"];

const USER: [&str; 6] = [
    "id",
    "ownerId",
    "email",
    "firstName",
    "lastName",
    "mayInstall",
];

const PROPERTY: [&str; 12] = [
    "objectType",
    "name",
    "label",
    "type",
    "fieldType",
    "groupName",
    "description",
    "options",
    "hasUniqueValue",
    "hidden",
    "formField",
    "displayOrder",
];

const RECORD: [&str; 4] = ["type", "id", "properties", "associations"];

const ASSOCIATION: [&str; 3] = ["type", "id", "labels"];

const EVENT_TYPE: [&str; 7] = [
    "appId",
    "id",
    "name",
    "objectType",
    "headerTemplate",
    "detailTemplate",
    "properties",
];

const EVENT_PROPERTY: [&str; 5] = ["name", "label", "propertyType", "objectProperty", "options"];

const OPTION: [&str; 2] = ["value", "label"];

/// How many entries a list within an entry may have.
const MOST_INSIDE: usize = 1000;

const MOST_ACCOUNTS: i64 = 1_000_000;

/// New records are numbered from the next one on.
const LAST_SMALL: i64 = 9_999;

/// More than a namespace ever gets to.
const FIRST_LARGE: i64 = 1_000_000_000;

const LAST_FREE: i64 = super::MOST_NUMBER;

/// New types of events are numbered from the next one on.
const LAST_TYPE: i64 = 999_999;
