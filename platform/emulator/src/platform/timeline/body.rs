//! Requests and answers of the timeline: ids, bodies, and answers to changes.

use calling_rest::problem::Problem;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

use crate::{
    Profile,
    platform::{
        answer::{Answer, Refusal, Result, quoted, refuse},
        namespace::Namespace,
        request::Request,
    },
};

/// An id in the path.
pub(super) fn id_of(request: &Request, name: &str, what: &str) -> Result<i64> {
    let text = request.part(name);
    text.parse().map_err(|_| none_such(what, text))
}

/// The refusal of an unknown id.
pub(super) fn none_such(what: &str, id: &str) -> Refusal {
    refuse!(
        not_found("NO_SUCH_ENTRY"),
        "there is no {what} {} of this app",
        quoted(id)
    )
}

/// Parses the body into a type shared with the client.
pub(super) fn body<T: DeserializeOwned>(request: &Request, namespace: &Namespace<'_>) -> Result<T> {
    let fields = request.object(namespace.profile)?;
    read_part(request, namespace, "", Value::Object(fields))
}

/// Parses a part of the body. As in the service, a refusal of a missing field does not name
/// it: it says that the JSON is invalid.
pub(super) fn read_part<T: DeserializeOwned>(
    request: &Request,
    namespace: &Namespace<'_>,
    place: &str,
    part: Value,
) -> Result<T> {
    Request::read_part(place, part).map_err(|refusal| as_published(request, namespace, refusal))
}

fn as_published(request: &Request, namespace: &Namespace<'_>, mut refusal: Refusal) -> Refusal {
    let missing = refusal.object.errors.first().filter(|one| {
        namespace.profile == Profile::Vendor && one.code.as_deref() == Some("MISSING_FIELD")
    });
    if let Some(name) = missing.and_then(|one| one.location.clone()) {
        let text = String::from_utf8_lossy(&request.body);
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

/// Refuses an invalid body.
pub(super) fn refuse(
    request: &Request,
    namespace: &Namespace<'_>,
    problems: &[Problem],
) -> Result<()> {
    if problems.is_empty() {
        return Ok(());
    }
    Err(as_published(
        request,
        namespace,
        Refusal::problems(problems),
    ))
}

/// The answer to a change: the new state, or in the vendor's profile nothing.
pub(super) fn changed(namespace: &Namespace<'_>, value: &impl Serialize) -> Result<Answer> {
    match namespace.profile {
        Profile::Spec => Answer::ok(value),
        Profile::Vendor => Ok(Answer::empty(204)),
    }
}
