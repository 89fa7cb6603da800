//! Stored records, without the rules of their types.
//!
//! | module | holds |
//! |---|---|
//! | `associations` | associations of records |
//! | `author` | the author of a value |
//! | `changes` | validates the properties of a request |
//! | `hooks` | hooks of a type, for other modules to implement |
//! | `kinds` | kinds of associations |
//! | `period` | ISO 8601 periods |
//! | `property` | a property: its definition in a file, and constraints on its values |
//! | `schema` | a type in one namespace |
//! | `store` | the records |
//! | `type_ids` | the ids of the types |
//! | `types` | the types |
//! | `value` | the values of properties |

pub(crate) mod associations;
mod author;
pub(crate) mod changes;
pub(crate) mod hooks;
pub(crate) mod kinds;
pub(crate) mod period;
pub(crate) mod property;
pub(crate) mod schema;
pub(crate) mod store;
pub(crate) mod type_ids;
pub(crate) mod types;
pub(crate) mod value;

pub(crate) use self::{
    author::Author,
    schema::Schema,
    store::{Changes, Objects},
    value::decimal,
};
