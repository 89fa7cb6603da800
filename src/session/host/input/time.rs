//! The clock.

/// The time.
#[derive(Clone, Debug)]
pub enum TimeInput {
    /// The time that `wake` asked for has come.
    Timeout {},
}
