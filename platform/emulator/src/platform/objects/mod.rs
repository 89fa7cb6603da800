//! `/crm/v3/objects`: the HTTP of records.
//!
//! | module | holds |
//! |---|---|
//! | `access` | access of tokens to the records of a type |
//! | `association_batch` | batches of associations |
//! | `associations` | associations of records |
//! | `associations_v3` | the same in version 3 |
//! | `basic` | one record: list, create, read, change, delete |
//! | `batch` | batches of records |
//! | `ends` | the two types of an association |
//! | `filter` | the filters of a search |
//! | `hooks` | the hooks of each type |
//! | `import` | records and properties of a seed file |
//! | `internal` | for timeline and inbound calls |
//! | `json` | a record as JSON |
//! | `labels` | labels of associations |
//! | `lookup` | finds records by id or a unique property |
//! | `owners` | the owners of records |
//! | `paging` | pages of a list |
//! | `pair` | two records that are associated |
//! | `properties` | the definitions of properties |
//! | `property_batch` | batches of definitions |
//! | `property_groups` | the groups they are shown in |
//! | `search` | records by their values |
//! | `seed` | the built-in records |
//! | `words` | search for words and patterns in values |
//! | `writer` | writes records for an author |

mod access;
pub(crate) mod association_batch;
pub(crate) mod associations;
pub(crate) mod associations_v3;
pub(crate) mod basic;
pub(crate) mod batch;
mod ends;
mod filter;
mod hooks;
mod import;
mod internal;
mod json;
pub(crate) mod labels;
mod lookup;
pub(crate) mod owners;
mod paging;
mod pair;
pub(crate) mod properties;
pub(crate) mod property_batch;
pub(crate) mod property_groups;
pub(crate) mod search;
mod seed;
mod words;
mod writer;

pub(crate) use self::{
    access::scopes,
    import::{Importer, define},
    internal::{contact_of, has_property, is_present, make_call, readable, set},
    paging::limit,
    seed::fill,
};
