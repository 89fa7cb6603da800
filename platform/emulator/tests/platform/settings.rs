//! The calling settings, where a table cannot say it: `data/exchanges/settings.json` has the
//! rest.

use emulator::Profile;
use serde_json::{Value, json};

use crate::support::{Fixture, SETTINGS};

/// The service tells place and no category; the reference requires a category.
#[tokio::test]
async fn a_body_that_is_no_json_tells_where() {
    for (profile, category) in [
        (Profile::Spec, json!("VALIDATION_ERROR")),
        (Profile::Vendor, Value::Null),
    ] {
        let fixture = Fixture::new(profile);

        let reply = fixture
            .raw("POST", SETTINGS, "application/json", "{\"name\": canary")
            .await;

        assert_eq!(reply.status, 400);
        assert_eq!(
            reply.error()["message"],
            "Invalid input JSON on line 1, column 10"
        );
        assert_eq!(reply.error()["category"], category);
    }
}
