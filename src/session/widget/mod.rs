//! The widget half.
