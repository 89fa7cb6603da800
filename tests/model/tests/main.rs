//! The model's own tests: its controls, and counterexamples to what is not promised.

mod control;
mod fingerprint;
mod not_promised;
mod phone;
mod windows;
