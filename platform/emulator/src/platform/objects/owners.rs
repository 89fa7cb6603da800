//! `GET /crm/v3/owners` and `GET /crm/v3/owners/{ownerId}`
//!
//! Every user of the account is an owner; none is archived.

use calling_rest::{
    Method,
    owners::{ListOwners, OWNER_ROUTE, Owner, OwnerList, ROUTE, ReadOwner},
};

use super::paging::{Archived, after, cut, is_archived, limit, paging};
use crate::platform::{
    answer::{Answer, Result, quoted, refuse},
    clock::iso,
    endpoint::Endpoint,
    namespace::Namespace,
    oauth::caller::caller,
    request::Request,
    scopes::OWNERS,
    shape::params,
    users::{self, User},
};

pub(crate) const ENDPOINTS: &[Endpoint] = &[
    Endpoint::with_token(Method::Get, ROUTE, list)
        .summary("Lists the owners of records")
        .at("/crm/v3/owners?email=agent@crm.example")
        .scoped(&[OWNERS])
        .with_query(&[params::<ListOwners>, params::<Archived>])
        .answers::<OwnerList>(),
    Endpoint::with_token(Method::Get, OWNER_ROUTE, read)
        .summary("Reads an owner of records")
        .scoped(&[OWNERS])
        .with_query(&[params::<ReadOwner>, params::<Archived>])
        .answers::<Owner>(),
];

fn list(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let mut owners = readable(request, namespace)?;
    let limit = limit(request, DEFAULT_LIMIT, HIGHEST_LIMIT)?;
    let after = after(request)?;
    if let Some(email) = request.query.get("email") {
        owners.retain(|user| user.details.email.eq_ignore_ascii_case(email));
    }
    owners.sort_unstable_by_key(|user| user.owner);
    owners.retain(|user| user.owner >= after);
    let next = cut(&mut owners, limit, |user| user.owner);
    let results = owners.into_iter().map(owner).collect();
    let paging = paging(request, ROUTE, next);
    Answer::ok(&OwnerList { results, paging })
}

fn read(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let owners = readable(request, namespace)?;
    let id = request.part("ownerId");
    let number: Option<i64> = id.parse().ok();
    let is_meant = match request.query.get("idProperty") {
        None | Some("id") => |user: &User| user.owner,
        Some("userId") => |user: &User| user.id,
        Some(other) => {
            return Err(refuse!(
                invalid("idProperty", "INVALID_OPTION"),
                "idProperty is {}: use id or userId",
                quoted(other)
            ));
        }
    };
    let found = owners
        .into_iter()
        .find(|user| Some(is_meant(user)) == number);
    let user = found.ok_or_else(|| {
        refuse!(
            not_found("NO_SUCH_OWNER"),
            "there is no owner {}: GET {ROUTE} lists those there are",
            quoted(id)
        )
    })?;
    Answer::ok(&owner(user))
}

/// The owners in a request's page, if its token may read them.
fn readable(request: &Request, namespace: &Namespace<'_>) -> Result<Vec<User>> {
    caller(namespace, request.token()?, &[OWNERS])?;
    if is_archived(request) {
        return Ok(Vec::new());
    }
    users::all(namespace)
}

fn owner(user: User) -> Owner {
    let made = iso(user.created_ms);
    Owner {
        id: user.owner.to_string(),
        email: Some(user.details.email),
        kind: "PERSON".to_owned(),
        first_name: Some(user.details.first_name),
        last_name: Some(user.details.last_name),
        user_id: Some(user.id),
        user_id_including_inactive: Some(user.id),
        created_at: made.clone(),
        updated_at: made,
        archived: false,
    }
}

const DEFAULT_LIMIT: i64 = 100;

/// Source: the service's published OpenAPI file for owners, v3, read 2026-11.
const HIGHEST_LIMIT: i64 = 500;
