//! `/integrations/v1/{appId}/timeline`: events of apps on the timelines of records.
//!
//! | module | holds |
//! |---|---|
//! | `date` | moments in words |
//! | `events` | events: create, replace, read |
//! | `length` | how many entries a list has, in a template |
//! | `markup` | Markdown as safe HTML |
//! | `properties` | the properties of event types |
//! | `record` | the record that an event is about |
//! | `seed` | the event types and events that are there from the start |
//! | `shown` | events as a page shows them |
//! | `signs` | values that Markdown must not read |
//! | `stored` | event types and events in the data |
//! | `template` | Handlebars within bounds |
//! | `types` | event types |
//! | `values` | the values of an event |

mod date;
pub(crate) mod events;
mod length;
mod markup;
pub(crate) mod properties;
mod record;
mod seed;
pub(crate) mod shown;
mod signs;
mod stored;
mod template;
pub(crate) mod types;
mod values;

use calling_rest::settings::Problem;
use serde::de::DeserializeOwned;
use serde_json::Value;
use utoipa::IntoParams;

pub(crate) use self::seed::fill;
use super::{
    answer::{Answer, Refusal, quoted},
    apps::{self, App},
    call::{Call, Space},
};
use crate::Profile;

/// Who develops.
#[derive(Debug, IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub(crate) struct DeveloperQuery {
    /// The developer's user; required with `--profile vendor`.
    #[expect(dead_code, reason = "read from the request as it is")]
    user_id: Option<i64>,
}

/// The app of the path, for its developer.
fn developer(call: &Call, space: &Space<'_>) -> Result<App, Refusal> {
    let app = apps::of_developer(call, space)?;
    open_to(app)
}

/// The same, for a call that the service refuses without its user.
fn developing_user(call: &Call, space: &Space<'_>) -> Result<App, Refusal> {
    let app = developer(call, space)?;
    let user = call.query.get("userId");
    let is_wrong = user.is_some_and(|user| user.parse::<i64>().is_err());
    if is_wrong || (user.is_none() && space.profile == Profile::Vendor) {
        return Err(Refusal::invalid(
            "userId",
            "MISSING_FIELD",
            "userId is missing, or is no number: add the developer's user as the query parameter \
             userId",
        ));
    }
    Ok(app)
}

/// The app of the path, for an account that it is installed in.
fn installation(call: &Call, space: &Space<'_>) -> Result<App, Refusal> {
    if call.bearer.is_none() {
        return Err(Refusal::unauthenticated(
            "the access token is missing: send it as authorization: Bearer",
        ));
    }
    open_to(apps::authenticated(call, space, SCOPE)?)
}

/// The service opens these endpoints to apps that have events already.
fn open_to(app: App) -> Result<App, Refusal> {
    if app.registration.has_timeline_events {
        return Ok(app);
    }
    Err(Refusal::new(
        403,
        "FORBIDDEN",
        "NO_TIMELINE_EVENTS",
        format!(
            "the app {} has no timeline events of v1 or v3, and new ones are for such apps alone: \
             register it with hasTimelineEvents",
            app.id
        ),
    ))
}

/// An identifier of the path.
fn id_of(call: &Call, name: &str, what: &str) -> Result<i64, Refusal> {
    let text = call.part(name);
    text.parse().map_err(|_| none_such(what, text))
}

fn none_such(what: &str, id: &str) -> Refusal {
    Refusal::not_found(
        "NO_SUCH_ENTRY",
        format!("there is no {what} {} of this app", quoted(id)),
    )
}

/// The body as a type that is shared with the client.
fn body<T: DeserializeOwned>(call: &Call, space: &Space<'_>) -> Result<T, Refusal> {
    let fields = call.object(space.profile)?;
    read_part(call, space, "", Value::Object(fields))
}

/// A part of the body. The service names no field that is missing as one: it says that the
/// JSON is invalid.
fn read_part<T: DeserializeOwned>(
    call: &Call,
    space: &Space<'_>,
    place: &str,
    part: Value,
) -> Result<T, Refusal> {
    Call::read_part(place, part).map_err(|refusal| as_published(call, space, refusal))
}

fn as_published(call: &Call, space: &Space<'_>, mut refusal: Refusal) -> Refusal {
    let missing = refusal.object.errors.first().filter(|one| {
        space.profile == Profile::Vendor && one.code.as_deref() == Some("MISSING_FIELD")
    });
    if let Some(name) = missing.and_then(|one| one.location.clone()) {
        let text = String::from_utf8_lossy(&call.body);
        let line = text.lines().count().max(1);
        let column = text.lines().last().unwrap_or_default().chars().count();
        refusal.object.message = Some(format!(
            "Invalid input JSON on line {line}, column {column}: Some required fields were not \
             set: [{name}]"
        ));
        refusal.object.category = None;
    }
    refusal
}

fn refuse(call: &Call, space: &Space<'_>, problems: &[Problem]) -> Result<(), Refusal> {
    if problems.is_empty() {
        return Ok(());
    }
    Err(as_published(call, space, Refusal::problems(problems)))
}

/// The answer of a change: what it made, or nothing as the service does.
fn changed(space: &Space<'_>, value: &impl serde::Serialize) -> Result<Answer, Refusal> {
    match space.profile {
        Profile::Spec => Answer::json(200, value),
        Profile::Vendor => Ok(Answer::empty(204)),
    }
}

/// The scope for events. The contract names none; it is that of the legacy guide.
pub(crate) const SCOPE: &str = "timeline";
