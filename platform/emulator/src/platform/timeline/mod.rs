//! `/integrations/v1/{appId}/timeline`: events of apps on the timelines of records.
//!
//! | module | holds |
//! |---|---|
//! | `access` | access to the endpoints |
//! | `body` | requests and answers |
//! | `date` | moments in words |
//! | `events` | events: create, replace, read |
//! | `import` | imports an event type of a seed file |
//! | `markup` | Markdown as safe HTML |
//! | `properties` | the properties of event types |
//! | `record` | the record of an event |
//! | `seed` | the built-in event types and events |
//! | `signs` | hides values from Markdown |
//! | `stored` | stored event types and events |
//! | `template` | Handlebars within limits |
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
