//! The calling settings, where a table cannot say it: `data/exchanges/settings.json` has the
//! rest.

use emulator::Profile;
use serde_json::{Value, json};

use crate::support::{Fixture, SETTINGS, phone_settings};

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

#[tokio::test]
async fn a_body_of_another_kind_is_refused() {
    let fixture = Fixture::new(Profile::Spec);
    let deep = ["[".repeat(33), "]".repeat(33)].concat();
    for (media, body, status) in [
        ("text/plain", phone_settings().to_string(), 415),
        ("", phone_settings().to_string(), 415),
        ("application/json", "[]".to_owned(), 400),
        ("application/json", String::new(), 400),
        ("application/json", deep, 400),
        ("application/json", " ".repeat(2 * 1024 * 1024 + 1), 413),
    ] {
        let reply = fixture.raw("POST", SETTINGS, media, body).await;

        assert_eq!(reply.status, status, "{media}");
        assert_eq!(reply.error()["category"], "VALIDATION_ERROR");
    }
    assert_eq!(fixture.get(SETTINGS).await.status, 404);
}
