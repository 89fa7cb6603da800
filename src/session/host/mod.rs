//! The host half.
