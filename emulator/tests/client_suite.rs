//! The cases of the REST client, by the native transport.

#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing
)]

#[path = "../../tests/rest_suite/mod.rs"]
mod rest_suite;
#[path = "support/rest_world.rs"]
mod rest_world;
mod support;

use calling_widget_sdk::rest::client::NativeTransport;
use rest_suite::{Hasty, Profile, World, for_each_case};

impl Hasty for NativeTransport {
    fn hasty(self) -> Self {
        self.with_timeout_ms(50)
    }
}

/// A test of each case, in both profiles.
macro_rules! tests {
    ($($case:ident)*) => {
        $(
            #[tokio::test]
            async fn $case() {
                let helper = rest_world::start(&[], 0).await;
                for profile in [Profile::Spec, Profile::Vendor] {
                    let name = stringify!($case);
                    let world = World::new(NativeTransport::new, &helper, profile, name).await;
                    rest_suite::$case(&world).await;
                }
            }
        )*
    };
}
for_each_case!(tests);
