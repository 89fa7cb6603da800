//! The fuzzer's entry to [`calling_widget_fuzz::journal`].

#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| calling_widget_fuzz::journal(input));
