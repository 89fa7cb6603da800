//! Quotes: what a change of a quote, or of something that belongs to one, means.
//!
//! | module | holds |
//! |---|---|
//! | `account` | what the account settles for its quotes |
//! | `amounts` | what a quote costs, as pure arithmetic |
//! | `brand` | color and logo |
//! | `contract` | what a line item comes to over its term |
//! | `currency` | the currency of a line item |
//! | `direction` | texts that are written from the right |
//! | `hooks` | what the types of records mean that a quote is made of |
//! | `locale` | how numbers, amounts and days are written |
//! | `lock` | whether a quote is published, and so locked |
//! | `own` | values that a quote was given itself |
//! | `page` | the page of a published quote |
//! | `parts` | what may belong to a quote |
//! | `payment` | the way of a quote's payment |
//! | `pdf` | its PDF |
//! | `primary` | the primary quote of a deal |
//! | `product` | what a line item takes from its product |
//! | `prose` | terms and comments as paragraphs |
//! | `quote` | a quote with everything that belongs to it |
//! | `seed` | the quotes that are there from the start |
//! | `settle` | what a change of a quote comes to |
//! | `signature` | electronic signatures |
//! | `status` | which change of a status is allowed, as a pure table |
//! | `view` | what page and PDF show |
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
