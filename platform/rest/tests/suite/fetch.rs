//! Shared by the runs in wasm: a transport by `fetch`, and a test of each case.

use calling_rest::web::fetch::FetchTransport;

use super::Hasty;

/// The server's address: a page has no environment.
pub(crate) const REST_WORLD: Option<&str> = option_env!("REST_WORLD");

impl Hasty for FetchTransport {
    fn hasty(self) -> Self {
        self.with_timeout_ms(50)
    }
}

/// A test of each case. The crate's `PLACE` is a letter that tells it apart.
macro_rules! fetch_tests {
    ($($case:ident)*) => {
        $(
            #[wasm_bindgen_test::wasm_bindgen_test]
            async fn $case() {
                use calling_rest::web::fetch::FetchTransport;
                use suite::{World, fetch::REST_WORLD};

                let server = REST_WORLD.expect("run `cargo xtask test wasm`");
                let name = [crate::PLACE, "-", stringify!($case)].concat();
                suite::$case(&World::new(FetchTransport::new, server, &name)).await;
            }
        )*
    };
}
pub(crate) use fetch_tests;
