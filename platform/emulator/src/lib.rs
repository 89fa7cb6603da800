//! The local stand-in of the platform: calling settings, OAuth and related endpoints, over
//! its own data; and the demo's host page and softphone, on two ports, so that they are
//! distinct origins as in production.
//!
//! By default it listens on loopback only and refuses requests for other hosts, so a foreign
//! page whose name resolves here (DNS rebinding) gets nothing. It makes no outbound connection.
//!
//! | module | holds |
//! |---|---|
//! | `headers` | the security headers of each site |
//! | `loopback` | the `Host` headers of this machine |
//! | `platform` | the platform's endpoints |
//! | `server` | sockets, start and stop |
//! | `site` | the application of a port |
//! | `store` | the data, in SQLite |
//! | `system` | time, randomness and threads |
//! | `web` | wasm32 only: the platform as a function from a request to its answer |
//!
//! In wasm, only `headers`, `loopback`, `platform`, `store`, `system` and `web` exist.

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
    site::{Config, app, platform_app},
};
