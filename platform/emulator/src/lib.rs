//! The local stand-in of the platform: calling settings, OAuth and what belongs to
//! them, over data of its own; and the host page and the softphone of the demo,
//! each on a port of its own, so that the two are distinct origins as they are in
//! use.
//!
//! It listens on loopback only, answers requests that name this machine and
//! refuses all others: a foreign page whose name resolves here (DNS rebinding)
//! gets nothing. It makes no outbound connection.
//!
//! | module | holds |
//! |---|---|
//! | `files` | the files of a site |
//! | `headers` | the security headers of each site |
//! | `loopback` | which `Host` headers mean this machine |
//! | `platform` | the platform's endpoints |
//! | `server` | sockets, start and stop |
//! | `site` | what one port serves |
//! | `store` | the data, in SQLite |
//! | `system` | time, randomness and threads |
//! | `web` | wasm32 only: the platform as a function from a request to its answer |
//!
//! In wasm there are `headers`, `loopback`, `platform`, `store`, `system` and `web` alone.

#[cfg(not(target_arch = "wasm32"))]
mod files;
mod headers;
mod loopback;
mod platform;
#[cfg(not(target_arch = "wasm32"))]
mod server;
#[cfg(not(target_arch = "wasm32"))]
mod site;
mod store;
mod system;
#[cfg(target_arch = "wasm32")]
pub mod web;

pub use crate::{
    headers::Site,
    platform::{Clock, Options, Platform, PlatformError, Profile, Seed, SeedFault},
    store::StoreError,
};
#[cfg(not(target_arch = "wasm32"))]
pub use crate::{
    server::{Error, Server, block_on},
    site::{Config, SipServer, app, platform_app, softphone_app},
};
