//! The fuzzer's entry to the target that `FUZZ_TARGET` names.

#![no_main]
#![expect(clippy::expect_used, reason = "it fails by panicking")]

use std::sync::LazyLock;

use calling_widget_fuzz::{TARGETS, Target};

static CHOSEN: LazyLock<&Target> = LazyLock::new(|| {
    let name = std::env::var("FUZZ_TARGET").unwrap_or_default();
    let mut targets = TARGETS.iter();
    targets
        .find(|target| target.name == name)
        .expect("a target")
});

libfuzzer_sys::fuzz_target!(|input: &[u8]| (CHOSEN.run)(input));
