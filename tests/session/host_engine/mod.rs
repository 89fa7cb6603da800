//! Transcripts of the host half: literal messages in, literal orders out.

#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a test may fail"
)]

mod by_hand;
mod custom_objects;
mod dialling;
mod frame;
mod handshake;
mod inbound;
mod messages;
mod outbound;
mod ownership;
mod page;
mod publication;
mod questions;
mod reloads;
mod store;
