//! The emulator writes what the client reads: both have the same types.

#![expect(clippy::expect_used, reason = "a test may fail")]

use calling_rest::{
    associations::{AssociationList, LabelledAssociation},
    card_migration::CardMigrationProgress,
    oauth::{AccessTokenMetadata, Introspection, RefreshTokenMetadata, Tokens},
    object_batch::{BatchOutcome, UpsertedObject},
    objects::{AssociationOutcome, ObjectList},
    properties::PropertyList,
    timeline::{event_properties::EventProperty, event_types::EventType, events::TimelineEvent},
};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value, json};

#[test]
fn answers_about_tokens_are_read_and_written_alike() {
    let signed = json!({ "expiresAt": 1, "scopes": "s", "hubId": 1, "userId": 2, "appId": 3,
        "signature": "s", "scopeToScopeGroupPks": "g", "newSignature": "n", "hublet": "na1",
        "trialScopes": "t", "trialScopeToScopeGroupPks": "g", "isUserLevel": false,
        "appInstallId": "i", "audience": "a", "installingUserId": 1,
        "isPrivateDistribution": false, "isServiceAccount": false });
    let tokens = json!({ "token_type": "bearer", "access_token": "a", "refresh_token": "r",
        "expires_in": 1800, "token_use": "access_token", "hub_id": 1, "user_id": 2,
        "scopes": [], "id_token": "i" });
    let access = json!({ "token": "t", "user": "u", "hub_domain": "d", "hub_id": 1, "app_id": 2,
        "user_id": 3, "scopes": [], "expires_in": 4, "token_type": "access",
        "is_private_distribution": false, "signed_access_token": signed });
    let refresh = json!({ "token": "t", "client_id": "c", "hub_id": 1, "user_id": 2, "scopes": [],
        "token_type": "refresh_token", "user": "u", "hub_domain": "d" });
    let introspection = json!({ "active": true, "token_use": "access_token", "token": "t",
        "user": "u", "hub_domain": "d", "hub_id": 1, "app_id": 2, "client_id": "c", "user_id": 3,
        "scopes": [], "expires_in": 4, "token_type": "access", "is_private_distribution": false,
        "signed_access_token": signed });

    is_written_again::<Tokens>(&tokens);
    is_written_again::<AccessTokenMetadata>(&access);
    is_written_again::<RefreshTokenMetadata>(&refresh);
    is_written_again::<Introspection>(&introspection);
}

#[test]
fn answers_about_records_are_read_and_written_alike() {
    let at = "2026-01-01T00:00:00Z";
    let paging = json!({ "next": { "after": "7", "link": "?after=7" } });
    let past = json!({ "value": "Ada", "timestamp": at, "sourceType": "INTEGRATION",
        "sourceId": "123", "sourceLabel": "Phone", "updatedByUserId": 9 });
    let calls = json!({ "results": [{ "id": "9", "type": "contact_to_call" }], "paging": paging });
    let record = json!({ "id": "7", "properties": { "firstname": "Ada", "phone": null },
        "createdAt": at, "updatedAt": at, "archived": true, "archivedAt": at,
        "propertiesWithHistory": { "firstname": [past] }, "associations": { "calls": calls } });
    let mut upserted = record.clone();
    upserted["new"] = true.into();
    let error = json!({ "status": "error", "category": "OBJECT_NOT_FOUND", "subCategory": "c",
        "message": "m", "context": { "ids": ["7"] }, "errors": [], "links": {} });
    let spec = json!({ "associationCategory": "HUBSPOT_DEFINED", "associationTypeId": 286 });
    let association =
        json!({ "from": { "id": "1" }, "to": { "id": "2" }, "associationSpec": spec });
    let associated = json!({ "toObjectId": 9,
        "associationTypes": [{ "category": "USER_DEFINED", "typeId": 702, "label": null }] });
    let property = json!({ "name": "mood", "label": "Mood", "type": "enumeration",
        "fieldType": "select", "groupName": "g", "description": "d", "calculated": false,
        "options": [{ "label": "Good", "value": "good", "hidden": false, "displayOrder": 1 }],
        "hasUniqueValue": false, "createdAt": at });

    is_written_again::<ObjectList>(&json!({ "results": [record], "paging": paging }));
    is_written_again::<BatchOutcome<UpsertedObject>>(&json!({ "status": "COMPLETE",
        "results": [upserted], "numErrors": 1, "errors": [error], "startedAt": at,
        "completedAt": at }));
    is_written_again::<AssociationOutcome>(&json!({ "status": "COMPLETE",
        "results": [association], "startedAt": at, "completedAt": at }));
    is_written_again::<AssociationList>(&json!({ "results": [associated], "paging": paging }));
    is_written_again::<LabelledAssociation>(&json!({ "fromObjectTypeId": "0-14",
        "fromObjectId": "7", "toObjectTypeId": "0-1", "toObjectId": "9", "labels": ["Signer"] }));
    is_written_again::<PropertyList>(&json!({ "results": [property] }));
}

#[test]
fn answers_about_an_app_are_read_and_written_alike() {
    let option = json!({ "value": "a", "label": "A", "propertyId": 3 });
    is_written_again::<EventType>(&json!({ "id": 5, "name": "Visit", "applicationId": 123,
        "objectType": "COMPANY", "headerTemplate": "{{place}}", "detailTemplate": null }));
    is_written_again::<EventProperty>(&json!({ "id": 3, "eventTypeId": 5, "name": "place",
        "label": "Place", "propertyType": "Enumeration", "objectProperty": null,
        "options": [option] }));
    is_written_again::<TimelineEvent>(&json!({ "id": "e-1", "eventTypeId": "5", "objectId": 7,
        "email": "ada@people.example", "timestamp": 1, "extraData": { "a": [1] }, "place": "a" }));
    is_written_again::<CardMigrationProgress>(&json!({ "message": "m", "startedAt": 1,
        "endedAt": 2, "totalPortalCount": 4, "remainingPortalCount": 0 }));
}

/// Every field of a body is read, and written under its name.
fn is_written_again<T: DeserializeOwned + Serialize>(body: &Value) {
    let read: T = serde_json::from_value(body.clone()).expect("the body is good");

    assert_eq!(serde_json::to_value(read).expect("plain data"), *body);
}
