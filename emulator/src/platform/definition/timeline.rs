//! The endpoints of the timeline.

use calling_rest::{
    Method,
    timeline::{
        event_properties::{self, EventProperty, EventPropertyChange, NewEventProperty},
        event_types::{self, EventType, NewEventType},
        events::{self, EventBatch, TimelineEvent},
    },
};

use super::{Content, Definition, Request};
use crate::platform::{
    shape::{params, shape},
    timeline::{
        DeveloperQuery, events as event_handlers, properties,
        shown::{self, ShownEvent, ShownTimeline, TimelineQuery},
        types,
    },
};

pub(super) const CREATE_TYPE: Definition = Definition::of_developer(
    Method::Post,
    event_types::ROUTE,
    "Makes an event type of an app",
    types::create,
)
.takes(Request::Body(shape::<NewEventType>()))
.with_query(&[params::<DeveloperQuery>])
.answers(Content::Of(shape::<EventType>()));

pub(super) const LIST_TYPES: Definition = Definition::of_developer(
    Method::Get,
    event_types::ROUTE,
    "Lists the event types of an app",
    types::list,
)
.answers(Content::ListOf(shape::<EventType>()));

pub(super) const READ_TYPE: Definition = Definition::of_developer(
    Method::Get,
    event_types::TYPE_ROUTE,
    "Reads an event type",
    types::read,
)
.answers(Content::Of(shape::<EventType>()));

pub(super) const UPDATE_TYPE: Definition = Definition::of_developer(
    Method::Put,
    event_types::TYPE_ROUTE,
    "Puts an event type in place of another; events show it an hour later",
    types::update,
)
.takes(Request::Body(shape::<NewEventType>()))
.with_query(&[params::<DeveloperQuery>])
.answers(Content::Of(shape::<EventType>()))
.vendor(204);

pub(super) const DELETE_TYPE: Definition = Definition::of_developer(
    Method::Delete,
    event_types::TYPE_ROUTE,
    "Deletes an event type, and its events",
    types::delete,
)
.with_query(&[params::<DeveloperQuery>])
.vendor(204);

pub(super) const LIST_PROPERTIES: Definition = Definition::of_developer(
    Method::Get,
    event_properties::ROUTE,
    "Lists the properties of an event type",
    properties::list,
)
.with_query(&[params::<DeveloperQuery>])
.answers(Content::ListOf(shape::<EventProperty>()));

pub(super) const CREATE_PROPERTY: Definition = Definition::of_developer(
    Method::Post,
    event_properties::ROUTE,
    "Makes a property of an event type",
    properties::create,
)
.takes(Request::Body(shape::<NewEventProperty>()))
.with_query(&[params::<DeveloperQuery>])
.answers(Content::Of(shape::<EventProperty>()))
.refuses(&[400, 401, 403, 404, 409]);

pub(super) const UPDATE_PROPERTY: Definition = Definition::of_developer(
    Method::Put,
    event_properties::ROUTE,
    "Puts a property in place of another; events show it an hour later",
    properties::update,
)
.takes(Request::Body(shape::<EventPropertyChange>()))
.with_query(&[params::<DeveloperQuery>])
.answers(Content::Of(shape::<EventProperty>()))
.vendor(204);

pub(super) const DELETE_PROPERTY: Definition = Definition::of_developer(
    Method::Delete,
    event_properties::PROPERTY_ROUTE,
    "Deletes a property of an event type; events miss it an hour later",
    properties::delete,
)
.with_query(&[params::<DeveloperQuery>])
.vendor(204);

pub(super) const CREATE_EVENT: Definition = Definition::with_token(
    Method::Post,
    events::ROUTE,
    "Creates an event, or puts it in place of the one of its type and identifier",
    event_handlers::save,
)
.takes(Request::Body(shape::<TimelineEvent>()))
.answers(Content::Of(shape::<TimelineEvent>()))
.vendor(204)
.refuses(&[400, 401, 403, 404, 409]);

pub(super) const PUT_EVENT: Definition = Definition {
    method: Method::Put,
    ..CREATE_EVENT
};

pub(super) const PUT_EVENTS: Definition = Definition::with_token(
    Method::Put,
    events::BATCH_ROUTE,
    "Puts up to 100 events, all or none",
    event_handlers::save_batch,
)
.takes(Request::Body(shape::<EventBatch>()))
.answers(Content::Of(shape::<EventBatch>()))
.vendor(204)
.refuses(&[400, 401, 403, 404, 409]);

pub(super) const READ_EVENT: Definition = Definition::with_token(
    Method::Get,
    events::EVENT_ROUTE,
    "Reads an event",
    event_handlers::read,
)
.answers(Content::Of(shape::<TimelineEvent>()));

pub(super) const SHOWN_TIMELINE: Definition = Definition::with_token(
    Method::Get,
    "/emulator/timeline/{objectType}/{objectId}",
    "The events of a record with title and detail as safe HTML, the newest first",
    shown::of_record,
)
.with_query(&[params::<TimelineQuery>])
.answers(Content::Of(shape::<ShownTimeline>()));

pub(super) const SHOWN_EVENT: Definition = Definition::with_token(
    Method::Get,
    "/emulator/timeline/{appId}/{eventTypeId}/{eventId}",
    "An event with title and detail as safe HTML",
    shown::of_event,
)
.answers(Content::Of(shape::<ShownEvent>()));
