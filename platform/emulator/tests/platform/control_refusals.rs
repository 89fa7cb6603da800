//! The types of records that a refusal lists: `data/exchanges/control.json` has what control
//! requests refuse.

use emulator::Profile;

use crate::support::Fixture;

#[tokio::test]
async fn an_unknown_type_of_records_is_refused_with_every_type_there_is() {
    let fixture = Fixture::new(Profile::Spec);
    let token = format!("Bearer {}", fixture.host_token().await);
    let headers = [("authorization", token.as_str())];
    let target = "/crm/v3/objects/contract";
    let body = axum::body::Body::empty();
    let reply = fixture
        .send(crate::support::request("GET", target, &headers, body))
        .await;

    assert_eq!(reply.status, 400);
    let message = reply.error()["message"].as_str().unwrap().to_owned();
    let listed = message.split_once(": use ").unwrap().1;
    let (types, _) = listed.split_once(", or ").unwrap();
    for name in types.split(", ") {
        let target = format!("/crm/v3/objects/{name}");
        let body = axum::body::Body::empty();
        let list = fixture
            .send(crate::support::request("GET", &target, &headers, body))
            .await;
        assert_eq!(list.status, 200, "{name}: {}", list.text);
    }
    for name in [
        "calls",
        "companies",
        "contacts",
        "deals",
        "line_items",
        "quotes",
    ] {
        assert!(types.split(", ").any(|one| one == name), "{message}");
    }
}
