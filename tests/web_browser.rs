//! The readers and writers of values, in a page. `cargo xtask test wasm` runs them.

#![cfg(target_arch = "wasm32")]
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing
)]

mod web;

wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

value_tests! {
    a_getter_that_throws_is_the_readers_error_and_ends_the_reading
    a_name_of_a_prototype_is_a_field_like_any_other
    every_fixture_is_read_alike_by_both
    every_fixture_is_written_as_it_came
    values_of_every_kind_are_read_alike_and_written_back
}
