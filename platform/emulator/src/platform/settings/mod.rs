//! `/crm/v3/extensions/calling/{appId}/settings`, and the recording and channel settings
//! below it.
//!
//! | module | holds |
//! |---|---|
//! | `calling` | the calling settings |
//! | `channel_connection` | the URL that returns an app's numbers |
//! | `fields` | fields of a body |
//! | `recording` | the URL of recordings |
//! | `stored` | stored settings |

pub(crate) mod calling;
pub(crate) mod channel_connection;
mod fields;
pub(crate) mod recording;
mod stored;
