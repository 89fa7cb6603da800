//! A model checker over the shipped engines.
//!
//! `Widget` and `Host` are put face to face in a [`World`]: a CRM page, a widget in
//! its frame, a calling app in the widget, a record store, a clock, and a channel that may lose,
//! duplicate and reorder. From the first load of the page, [`Search`] takes every possible action,
//! in every order, within the bounds of a [`Scope`], and checks every step and every state against
//! the [`Invariant`]s. `docs/model.md` says what that shows and what not.

#![expect(
    clippy::indexing_slicing,
    reason = "a field of a JSON value that is missing reads as null, and may be set"
)]

pub mod desk;
pub mod fault;
mod fingerprint;
pub mod invariant;
pub mod scope;
pub mod search;
mod settle;
pub mod trace;
pub mod world;

pub use fault::Fault;
pub use fingerprint::{Base, Canon, Digest};
pub use invariant::Invariant;
pub use scope::{Budget, LARGE, SCOPES, Scope};
pub use search::{Report, Search, State};
pub use world::{Action, Command, World};
