//! The clock.

inputs! {
    /// The time.
    TimeInput {
        /// The time that `wake` asked for has come.
        Timeout = "timeout" {}
    }
}
