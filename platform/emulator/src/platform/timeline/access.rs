//! Access to the endpoints of the timeline.

use calling_rest::Method;
use utoipa::IntoParams;

use crate::{
    Profile,
    platform::{
        answer::{Result, refuse},
        apps::App,
        credentials,
        namespace::Namespace,
        request::Request,
    },
};

/// The developer of a request.
#[derive(Debug, IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub(crate) struct DeveloperQuery {
    /// The developer's user; required with `--profile vendor` to create something.
    #[expect(dead_code, reason = "read from the request as it is")]
    user_id: Option<i64>,
}

/// The app in the path, for its developer.
pub(super) fn developer(request: &Request, namespace: &Namespace<'_>) -> Result<App> {
    let app = credentials::of_developer(request, namespace)?;
    open_to(app)
}

/// The same, for a request that names its user. The service requires one to create; clients
/// update and delete without.
pub(super) fn developing_user(request: &Request, namespace: &Namespace<'_>) -> Result<App> {
    let app = developer(request, namespace)?;
    let user = request.query.get("userId");
    let is_wrong = user.is_some_and(|user| user.parse::<i64>().is_err());
    let is_creation = request.method == Method::Post;
    if is_wrong || (user.is_none() && is_creation && namespace.profile == Profile::Vendor) {
        return Err(refuse!(
            invalid("userId", "MISSING_FIELD"),
            "userId is missing, or is no number: add the developer's user as the query parameter \
             userId"
        ));
    }
    Ok(app)
}

/// The app in the path, for an account that has installed it.
pub(super) fn installation(request: &Request, namespace: &Namespace<'_>) -> Result<App> {
    request.token()?;
    open_to(credentials::authenticated(request, namespace, SCOPE)?)
}

/// The service offers these endpoints only to apps that already have events.
pub(super) fn open_to(app: App) -> Result<App> {
    if app.registration.has_timeline_events {
        return Ok(app);
    }
    Err(refuse!(
        new(403, "FORBIDDEN", "NO_TIMELINE_EVENTS"),
        "the app {} has no timeline events of v1 or v3, and new ones are for such apps alone: \
         register it with hasTimelineEvents",
        app.id
    ))
}

/// The scope for events: the legacy guide's, since the contract names none.
pub(crate) const SCOPE: &str = "timeline";
