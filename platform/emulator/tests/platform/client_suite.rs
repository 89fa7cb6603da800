//! The cases of the REST client, with the native transport.

#[path = "../../../rest/tests/suite/mod.rs"]
mod rest_suite;

use std::sync::Arc;

use calling_rest::{
    Secret,
    client::{Client, NativeTransport, TokenStore},
    oauth::{Credentials, OAuthVersion},
};

use self::rest_suite::{Hasty, Profile, World, for_each_case};
use crate::rest_world;

impl Hasty for NativeTransport {
    fn hasty(self) -> Self {
        self.with_timeout_ms(50)
    }
}

/// A test for each case, in both profiles.
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

/// The client's future may run on any thread.
#[tokio::test]
async fn fifty_tasks_share_one_refresh() {
    let helper = rest_world::start(&[], 0).await;
    let world = World::new(NativeTransport::new, &helper, Profile::Spec, "tasks").await;
    let client = Client::new(world.prepared("lasting-tokens"));
    let credentials = Credentials {
        client_id: "id".to_owned(),
        client_secret: Secret::new("s"),
        version: OAuthVersion::V1,
    };
    let store = Arc::new(TokenStore::new(client, credentials, Secret::new("r1")));

    let tasks = (0..50).map(|_| {
        let store = Arc::clone(&store);
        tokio::spawn(async move { store.access_token().await })
    });

    for task in tasks.collect::<Vec<_>>() {
        assert_eq!(task.await.unwrap(), Ok(Secret::new("a1")));
    }
    assert_eq!(world.requests_to("lasting-tokens").await, 1);
}
