//! Quotes: effects of a change of a quote, or of a record that belongs to one.
//!
//! | module | holds |
//! |---|---|
//! | `account` | the account's settings for quotes |
//! | `amounts` | amounts of a quote, as pure arithmetic |
//! | `contract` | amounts of a line item over its term |
//! | `currency` | the currency of a line item |
//! | `hooks` | hooks of quotes and of the records in them |
//! | `lock` | the lock of published quotes |
//! | `own` | values set on a quote itself |
//! | `page` | the page of a published quote |
//! | `parts` | associations of a quote |
//! | `payment` | a quote's payment |
//! | `pdf` | its PDF |
//! | `primary` | the primary quote of a deal |
//! | `product` | properties that a line item copies from its product |
//! | `quote` | a quote with everything that belongs to it |
//! | `seed` | the built-in quotes |
//! | `settle` | validates a change and computes totals |
//! | `signature` | electronic signatures |
//! | `status` | allowed changes of a status, as a pure table |
//! | `view` | texts of page and PDF |

pub(crate) mod account;
mod amounts;
mod contract;
mod currency;
mod hooks;
mod lock;
mod own;
pub(crate) mod page;
mod parts;
pub(crate) mod payment;
mod pdf;
mod primary;
mod product;
mod quote;
mod seed;
mod settle;
pub(crate) mod signature;
mod status;
mod view;

pub(crate) use self::{hooks::hooks, seed::fill, settle::PUBLISHING_SCOPES};
