//! `GET /crm/v3/owners` and `GET /crm/v3/owners/{ownerId}`
//!
//! Who may own records. A record names an owner by an identifier that is not that of the
//! owner's user.
//!
//! Source: the service's published OpenAPI file for owners, v3, read 2026-11.

use serde::{Deserialize, Serialize};

use super::{
    Method, Request, Secret,
    objects::Paging,
    query::{escape, part},
};

/// Lists owners, those with the smallest identifiers first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS, utoipa::IntoParams))]
#[cfg_attr(feature = "schemas", into_params(parameter_in = Query))]
#[cfg_attr(feature = "schemas", ts(rename = "OwnerPage", optional_fields))]
pub struct ListOwners {
    /// A token with `crm.objects.owners.read`.
    #[serde(skip)]
    pub token: Secret,
    /// The address of the one owner that is meant.
    pub email: Option<String>,
    /// How many, 1 to 500; 100 when absent.
    #[cfg_attr(feature = "schemas", param(minimum = 1, maximum = 500))]
    pub limit: Option<u32>,
    /// The cursor of the part before.
    pub after: Option<String>,
}

endpoint! { |it: ListOwners| -> OwnerList {
    let email = it.email.as_deref();
    let email = email.map(|email| ("email", Secret::new(email)));
    Ok(Request::to(Method::Get, ROUTE, ROUTE.to_owned())
        .with_bearer(&it.token)
        .with_query(email.into_iter().collect())
        .with_query(part(it.limit, it.after.as_deref())))
} }

/// Reads an owner.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::IntoParams))]
#[cfg_attr(feature = "schemas", into_params(parameter_in = Query, rename_all = "camelCase"))]
pub struct ReadOwner {
    /// A token with `crm.objects.owners.read`.
    #[serde(skip)]
    pub token: Secret,
    /// The owner's identifier, or the user's.
    #[serde(skip)]
    pub id: String,
    /// Whose identifier it is: `id` for the owner's, `userId` for the user's; the owner's
    /// when absent.
    pub id_property: Option<String>,
}

endpoint! { |it: ReadOwner| -> Owner {
    let path = [ROUTE, "/", &escape(&it.id)].concat();
    let id_property = it.id_property.as_deref();
    let id_property = id_property.map(|name| ("idProperty", Secret::new(name)));
    Ok(Request::to(Method::Get, OWNER_ROUTE, path)
        .with_bearer(&it.token)
        .with_query(id_property.into_iter().collect()))
} }

/// A part of a list of owners.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS, utoipa::ToSchema))]
#[cfg_attr(feature = "schemas", ts(optional_fields))]
pub struct OwnerList {
    /// The owners.
    #[serde(default)]
    pub results: Vec<Owner>,
    /// Where the list goes on; absent at its end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paging: Option<Paging>,
}

/// Someone who may own records.
///
/// Shape: `{"id":"41629779","email":"admin@crm.example","type":"PERSON","firstName":"Amal","lastName":"Admin","userId":9,"userIdIncludingInactive":9,"createdAt":"…","updatedAt":"…","archived":false}`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS, utoipa::ToSchema))]
#[cfg_attr(feature = "schemas", ts(optional_fields))]
pub struct Owner {
    /// What records name the owner by.
    pub id: String,
    /// The address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// What it is: `PERSON` or `QUEUE`.
    #[serde(default, rename = "type")]
    pub kind: String,
    /// The given name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_name: Option<String>,
    /// The family name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_name: Option<String>,
    /// The owner's user; absent for one who left the account.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub user_id: Option<i64>,
    /// The owner's user, also for one who left the account.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub user_id_including_inactive: Option<i64>,
    /// When the owner was made; ISO date-time, UTC.
    #[serde(default)]
    #[cfg_attr(feature = "schemas", schema(format = DateTime))]
    pub created_at: String,
    /// When the owner last changed; ISO date-time, UTC.
    #[serde(default)]
    #[cfg_attr(feature = "schemas", schema(format = DateTime))]
    pub updated_at: String,
    /// Whether the owner left the account.
    #[serde(default)]
    pub archived: bool,
}

/// The path of the owners.
pub const ROUTE: &str = "/crm/v3/owners";

/// The path of one owner.
pub const OWNER_ROUTE: &str = "/crm/v3/owners/{ownerId}";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Endpoint as _, Response};

    #[test]
    fn the_requests_are_as_published() {
        let token = || Secret::new("canary");
        let list = ListOwners {
            token: token(),
            email: Some("a+b@crm.example".to_owned()),
            limit: Some(2),
            after: Some("7".to_owned()),
        };
        let read = ReadOwner {
            token: token(),
            id: "9/1".to_owned(),
            id_property: Some("userId".to_owned()),
        };

        let requests = [list.request(), read.request()].map(Result::unwrap);

        assert_eq!(
            requests.each_ref().map(Request::target),
            [
                "/crm/v3/owners?email=a%2Bb%40crm.example&limit=2&after=7",
                "/crm/v3/owners/9%2F1?idProperty=userId",
            ]
        );
        for request in &requests {
            assert_eq!(request.method, Method::Get);
            assert!(!format!("{request:?}").contains("canary"));
        }
    }

    #[test]
    fn an_answer_is_read_as_it_is_published() {
        let body = br#"{"results":[{"id":"41629779","email":"a@crm.example","type":"PERSON",
            "firstName":"Amal","lastName":"Admin","userId":9,"userIdIncludingInactive":9,
            "createdAt":"2026-01-01T00:00:00Z","updatedAt":"2026-01-01T00:00:00Z",
            "archived":false,"teams":[{"id":"1","name":"x","primary":true}]}],
            "paging":{"next":{"after":"NA=="}}}"#;
        let response = Response {
            status: 200,
            headers: Vec::new(),
            body: body.to_vec(),
        };

        let read = ListOwners::default().parse(&response).unwrap();

        assert_eq!(read.results[0].user_id, Some(9));
        assert_eq!(read.paging.unwrap().next.after, "NA==");
    }
}
