//! Records in the data: what they are made of, and not what they mean.
//!
//! | module | holds |
//! |---|---|
//! | `associations` | which records belong to which |
//! | `author` | who wrote a value |
//! | `changes` | the properties of a request |
//! | `hooks` | what a type means besides, for others to implement |
//! | `kinds` | as what two records may be associated |
//! | `period` | for how long something lasts |
//! | `property` | a property: as its file has it, and what its values have to be |
//! | `schema` | a type in one namespace |
//! | `store` | the records |
//! | `type_ids` | the identifiers of the types |
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
    author::Author, changes::Changes, schema::Schema, store::Objects, value::decimal,
};
