//! `/integrations/v1/{appId}/timeline`: events of apps on the timelines of records.
//!
//! | module | holds |
//! |---|---|
//! | `access` | who may call |
//! | `body` | requests and answers |
//! | `date` | moments in words |
//! | `events` | events: create, replace, read |
//! | `import` | an event type of a seed file |
//! | `markup` | Markdown as safe HTML |
//! | `properties` | the properties of event types |
//! | `record` | the record that an event is about |
//! | `seed` | the event types and events that are there from the start |
//! | `signs` | values that Markdown must not read |
//! | `stored` | event types and events in the data |
//! | `template` | Handlebars within bounds |
//! | `types` | event types |
//! | `values` | the values of an event |
//! | `view` | events as a page shows them |

mod access;
mod body;
mod date;
pub(crate) mod events;
mod import;
mod markup;
pub(crate) mod properties;
mod record;
mod seed;
mod signs;
mod stored;
mod template;
pub(crate) mod types;
mod values;
pub(crate) mod view;

pub(crate) use self::{access::SCOPE, import::import, seed::fill};
