//! Users in a data file: `data/exchanges/owners.json` has what is asked of owners.

use emulator::Options;
use serde_json::json;

use crate::support::{Fixture, options};

/// A namespace of a data file has its users when it is opened again.
#[tokio::test]
async fn users_are_data() {
    let folder = tempfile::tempdir().unwrap();
    let open = || {
        Fixture::with(Options {
            data: Some(folder.path().join("data.db")),
            ..options()
        })
    };
    let first = open();
    first.host_token().await;
    drop(first);

    let again = open();
    let token = again.host_token().await;
    let all = again
        .ask(&token, "GET", "/crm/v3/owners", &json!({}))
        .await
        .json();

    assert_eq!(all["results"].as_array().unwrap().len(), 2);
}
