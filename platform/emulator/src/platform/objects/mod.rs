//! `/crm/v3/objects`: the HTTP of records.
//!
//! | module | holds |
//! |---|---|
//! | `access` | who may do what with records of a type |
//! | `association_batch` | many associations at once |
//! | `associations` | which records belong to which |
//! | `associations_v3` | the same as version 3 has them |
//! | `basic` | one record: list, create, read, change, delete |
//! | `batch` | many records at once |
//! | `ends` | the two types of an association |
//! | `filter` | the filters of a search |
//! | `hooks` | what each type means besides its properties |
//! | `import` | records and properties of a seed file |
//! | `internal` | for timeline and inbound calls |
//! | `json` | a record as JSON |
//! | `labels` | as what records may be associated |
//! | `lookup` | records by their identifier or a unique property |
//! | `owners` | who may own records |
//! | `paging` | which part of a list a request is about |
//! | `pair` | two records that are associated |
//! | `properties` | the definitions of properties |
//! | `property_batch` | many definitions at once |
//! | `property_groups` | the groups they are shown in |
//! | `scan` | a search that looks at records in parts |
//! | `search` | records by their values |
//! | `seed` | the records that are there from the start |
//! | `words` | the words of values |
//! | `writer` | records, written on somebody's behalf |

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
mod scan;
pub(crate) mod search;
mod seed;
mod words;
mod writer;

pub(crate) use self::{
    access::scopes,
    import::{Import, ImportedAssociation, Importer, define},
    internal::{contact_of, has_property, is_present, make_call, readable, set},
    paging::limit,
    seed::fill,
};
