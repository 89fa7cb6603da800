//! Calls to records of custom objects.

use calling_widget_sdk::session::Code;
use calling_widget_sdk::session::host::UserInput;
use serde_json::{Value, json};

use super::page::{Page, contact_dial, engaged, outgoing, warn};

#[test]
fn a_call_from_a_custom_object_must_ask_for_its_engagement() {
    let mut page = Page::ready(|config| config.supports_custom_objects = true);
    let mut dial = contact_dial();
    dial["calleeInfo"] = json!({ "calleeId": 71, "calleeObjectTypeId": "2-44" });
    drop(page.dial(dial));

    let started = page.say("OUTGOING_CALL_STARTED", outgoing(&json!({})));

    assert_eq!(
        started,
        [
            json!(["notify", "outgoingCall", "OUTGOING_CALL_STARTED"]),
            warn("CUSTOM_OBJECT_NEEDS_ENGAGEMENT", "OUTGOING_CALL_STARTED"),
            json!(["post", "CREATE_ENGAGEMENT_FAILED", {
                "error": { "message": "a call from a custom object needs createEngagement: true" },
                "externalCallId": "c-1",
            }]),
        ]
    );
    assert_eq!(page.calls()[0]["engagement"], "failed");
}

#[test]
fn a_call_from_a_custom_object_that_asks_is_associated_with_it() {
    let mut page = Page::ready(|config| config.supports_custom_objects = true);
    let context = json!({
        "phoneNumber": "+15550100123", "portalId": 1,
        "calleeInfo": { "calleeId": 71, "calleeObjectTypeId": "2-44" },
    });
    page.say(
        "OUTGOING_CALL_STARTED",
        outgoing(&json!({ "createEngagement": true, "dialingContext": context })),
    );
    page.answer(1, Ok(json!({ "id": 5 })));

    let completed = page.finish(&engaged("c-1", 5));

    let object = json!({ "portalId": 1, "objectId": 71, "objectTypeId": "2-44" });
    assert_eq!(completed[1][3]["associations"], json!([object]));
}

#[test]
fn custom_objects_are_not_dialled_without_their_support() {
    let mut page = Page::ready(|_| {});
    let dial = |callee| json!({ "phoneNumber": "+15550100123", "calleeInfo": callee });
    for callee in [
        json!({ "calleeId": 71, "calleeObjectTypeId": "2-44" }),
        // A type counts where no record is named.
        json!({ "calleeObjectTypeId": "2-7" }),
    ] {
        let (outcome, outputs) = page.dial(dial(callee));

        assert_eq!(outcome, Err(Code::CustomObjectsNotSupported));
        assert_eq!(outputs, [] as [Value; 0]);
    }
    let can_dial = ["0-1", "0-2", "2-44"].map(|object_type| {
        page.ask(UserInput::CanDial {
            object_type_id: object_type.to_owned(),
        })
    });
    assert_eq!(can_dial, [true, true, false]);
    let contact = dial(json!({ "calleeObjectTypeId": "0-1" }));
    assert!(page.dial(contact).0.is_ok());
}
