//! Quotes: effects of a change of a quote, or of a record that belongs to one.
//!
//! | module | holds |
//! |---|---|
//! | `account` | the account's settings for quotes |
//! | `amounts` | amounts of a quote, as pure arithmetic |
//! | `brand` | color and logo |
//! | `contract` | amounts of a line item over its term |
//! | `currency` | the currency of a line item |
//! | `direction` | texts that are written from the right |
//! | `hooks` | hooks of quotes and of the records in them |
//! | `locale` | formats of numbers, amounts and days |
//! | `lock` | the lock of published quotes |
//! | `own` | values set on a quote itself |
//! | `page` | the page of a published quote |
//! | `parts` | associations of a quote |
//! | `payment` | a quote's payment |
//! | `pdf` | its PDF |
//! | `primary` | the primary quote of a deal |
//! | `product` | properties that a line item copies from its product |
//! | `prose` | terms and comments as paragraphs |
//! | `quote` | a quote with everything that belongs to it |
//! | `seed` | the built-in quotes |
//! | `settle` | validates a change and computes totals |
//! | `signature` | electronic signatures |
//! | `status` | allowed changes of a status, as a pure table |
//! | `view` | texts of page and PDF |
//! | `words` | the words of each language |

pub(crate) mod account;
mod amounts;
mod brand;
mod contract;
mod currency;
mod direction;
mod hooks;
mod locale;
mod lock;
mod own;
pub(crate) mod page;
mod parts;
pub(crate) mod payment;
mod pdf;
mod primary;
mod product;
mod prose;
mod quote;
mod seed;
mod settle;
pub(crate) mod signature;
mod status;
mod view;
mod words;

pub(crate) use self::{hooks::hooks, seed::fill, settle::PUBLISHING_SCOPES};
