//! The most labels that an account defines: `data/exchanges/labels.json` has the rest.

use emulator::Profile;
use serde_json::json;

use crate::support::Fixture;

const LABELS: &str = "/crm/v4/associations/contacts/companies/labels";

#[tokio::test]
async fn labels_are_bounded() {
    let fixture = Fixture::new(Profile::Spec);
    let token = fixture.host_token().await;
    for number in 0..50 {
        let new = json!({ "name": format!("label_{number}"), "label": "L" });
        let made = fixture.ask(&token, "POST", LABELS, &new).await;
        assert_eq!(made.status, 200, "{}", made.text);
    }
    let new = json!({ "name": "one_more", "label": "L" });

    let refused = fixture.ask(&token, "POST", LABELS, &new).await;

    assert_eq!(refused.status, 400);
    assert_eq!(
        refused.error()["message"],
        "there are 50 labels between contacts and companies already: delete one first"
    );
}
