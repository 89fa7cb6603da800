//! `POST /emulator/host-page`: data for the demo's host page.
//!
//! The page is the CRM's own, so it needs no consent. Only a page of this origin gets its
//! token: the route requires the header of control paths, and refuses foreign pages. The
//! token expires like any other.

use calling_rest::{Method, Secret, secret::exposed};
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    account,
    answer::{Answer, Result},
    apps::{DEMO_APP, HUB_ID},
    endpoint::Endpoint,
    namespace::Namespace,
    oauth::tokens,
    objects, quotes,
    request::Request,
    scopes, settings, timeline,
    users::HOST_PAGE_USER,
};

pub(crate) const ENDPOINTS: &[Endpoint] =
    &[Endpoint::control(Method::Post, "/emulator/host-page", open)
        .summary("Gives the demo's host page a token for its records and settings")
        .answers::<HostPage>()
        .refuses(&[])];

/// Data for the page.
///
/// Shape: `{"appId":123,"portalId":62515,"hasSettings":false,"accessToken":"…","expiresIn":1800}`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct HostPage {
    /// The app whose calling settings the page uses.
    app_id: i32,
    /// The account.
    portal_id: i64,
    /// True if that app already has calling settings.
    has_settings: bool,
    /// A token for that app's settings and timeline events, and for every record.
    #[serde(serialize_with = "exposed")]
    #[schema(value_type = String)]
    access_token: Secret,
    /// Its lifetime in seconds.
    expires_in: i64,
}

/// Issues a token for the page, and deletes expired ones.
fn open(_: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let mut scopes: Vec<String> = objects::scopes()
        .chain([scopes::OWNERS, scopes::READ, scopes::WRITE])
        .chain([account::SCOPE, timeline::SCOPE])
        .chain(quotes::PUBLISHING_SCOPES)
        .map(str::to_owned)
        .collect();
    scopes.sort_unstable();
    scopes.dedup();
    let ended = "DELETE FROM token WHERE ns = ?1 AND grant_id = ?2 AND expires_ms <= ?3";
    namespace.run(ended, &[&tokens::HOST_PAGE_GRANT, &namespace.now_ms])?;
    let grant = tokens::Grant {
        id: tokens::HOST_PAGE_GRANT,
        user: HOST_PAGE_USER,
        scopes,
    };
    let access_token = tokens::make_access(namespace, DEMO_APP, &grant)?;
    Answer::ok(&HostPage {
        app_id: DEMO_APP,
        portal_id: HUB_ID,
        has_settings: settings::calling::exist(namespace, DEMO_APP)?,
        access_token: Secret::new(access_token),
        expires_in: tokens::LIFETIME_S,
    })
}
