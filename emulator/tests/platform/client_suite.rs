//! The cases of the REST client, by the native transport.

#[path = "../../../rest/tests/suite/mod.rs"]
mod rest_suite;

use calling_rest::client::NativeTransport;

use self::rest_suite::{Hasty, Profile, World, for_each_case};
use crate::rest_world;

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
