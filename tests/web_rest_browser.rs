//! The cases of the REST client, by `fetch` in a browser. `cargo xtask test wasm` starts what
//! they ask.

#![cfg(target_arch = "wasm32")]
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing
)]

mod rest_suite;

use calling_widget_sdk::web::fetch::FetchTransport;
use rest_suite::{Hasty, Profile, World, for_each_case};
use wasm_bindgen_test::wasm_bindgen_test;

wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

impl Hasty for FetchTransport {
    fn hasty(self) -> Self {
        self.with_timeout_ms(50)
    }
}

/// Where the helper is: a page has no environment.
const REST_WORLD: Option<&str> = option_env!("REST_WORLD");

/// A test of each case, in both profiles.
macro_rules! tests {
    ($($case:ident)*) => {
        $(
            #[wasm_bindgen_test]
            async fn $case() {
                let helper = REST_WORLD.expect("run `cargo xtask test wasm`");
                for profile in [Profile::Spec, Profile::Vendor] {
                    let name = concat!("b-", stringify!($case));
                    let world = World::new(FetchTransport::new, helper, profile, name).await;
                    rest_suite::$case(&world).await;
                }
            }
        )*
    };
}
for_each_case!(tests);
