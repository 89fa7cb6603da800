//! The fuzzer's entry to [`calling_widget_fuzz::widget`].

#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| calling_widget_fuzz::widget(input));
