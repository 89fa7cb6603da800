//! `/crm/v3/extensions/calling/{appId}/settings`, and the recording and channel settings
//! below it.
//!
//! | module | holds |
//! |---|---|
//! | `calling` | the calling settings |
//! | `channel_connection` | where an app's numbers are asked for |
//! | `fields` | fields of a body |
//! | `recording` | where recordings are fetched |
//! | `stored` | settings in the data |

pub(crate) mod calling;
pub(crate) mod channel_connection;
mod fields;
pub(crate) mod recording;
mod stored;
