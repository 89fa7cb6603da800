//! The settings entry.
