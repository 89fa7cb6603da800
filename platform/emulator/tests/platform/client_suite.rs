//! The cases of transports of the REST client, with the native one.

#[path = "../../../rest/tests/suite/mod.rs"]
mod rest_suite;

use std::sync::Arc;

use calling_rest::{Secret, client::NativeTransport};

use self::rest_suite::{Hasty, World, for_each_case, token_store};
use crate::rest_world;

impl Hasty for NativeTransport {
    fn hasty(self) -> Self {
        self.with_timeout_ms(50)
    }
}

async fn world(case: &str) -> World<NativeTransport> {
    World::new(NativeTransport::new, &rest_world::start(0).await, case)
}

macro_rules! tests {
    ($($case:ident)*) => {
        $(
            #[tokio::test]
            async fn $case() {
                rest_suite::$case(&world(stringify!($case)).await).await;
            }
        )*
    };
}
for_each_case!(tests);

/// The client's future may run on any thread.
#[tokio::test]
async fn fifty_tasks_share_one_refresh() {
    let world = world("tasks").await;
    let store = Arc::new(token_store(&world, "lasting-tokens"));

    let tasks = (0..50).map(|_| {
        let store = Arc::clone(&store);
        tokio::spawn(async move { store.access_token().await })
    });

    for task in tasks.collect::<Vec<_>>() {
        assert_eq!(task.await.unwrap(), Ok(Secret::new("a1")));
    }
    assert_eq!(world.requests_to("lasting-tokens").await, 1);
}
