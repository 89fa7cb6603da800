//! The host entry.
