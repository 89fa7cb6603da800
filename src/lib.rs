//! Both ends of the calling-extensions protocol, the messages a calling app's
//! iframe and the CRM page around it exchange over `postMessage`.
//!
//! | layer | holds | may know |
//! |---|---|---|
//! | [`protocol`] | message kinds, payloads as structs, field tables, ids, limits | nothing else |
//! | [`lifecycle`] | one call's state machine and the set of calls | `protocol` |
//! | [`phone`] | from a phone's events to the SDK's calls, as tables | `protocol` |
//! | [`session`] | the engines without I/O, widget half and host half | `lifecycle`, `protocol` |
//! | `web` | wasm32 only: the exports | everything above |
//!
//! The pure layers hold no clock, no randomness and no window: time and browser-attested facts are
//! arguments. An engine has one way in and out: `process` takes an input and returns orders.

// Input from outside never panics, since a panic would end the page's session. Code that the
// compiler cannot prove safe is written differently.
#![cfg_attr(
    not(test),
    deny(
        clippy::arithmetic_side_effects,
        clippy::expect_used,
        clippy::get_unwrap,
        clippy::indexing_slicing,
        clippy::panic,
        clippy::string_slice,
        clippy::todo,
        clippy::unimplemented,
        clippy::unreachable,
        clippy::unwrap_used,
    )
)]

extern crate alloc;

pub mod lifecycle;
pub mod phone;
pub mod protocol;
pub mod session;
#[cfg(all(target_arch = "wasm32", any(feature = "host", feature = "widget")))]
pub mod web;

/// Smaller and quicker than the standard library's.
#[cfg(all(target_arch = "wasm32", feature = "allocator"))]
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();
