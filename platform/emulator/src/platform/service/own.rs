//! The endpoints that need the server's own state: the log, faults, whole namespaces.

use std::sync::{Arc, atomic::Ordering};

use calling_rest::Method;

use super::state::{State, with_namespace};
use crate::{
    Profile,
    platform::{
        answer::{Answer, Refusal, Result, quoted},
        control,
        endpoint::Own,
        endpoints,
        faults::Faults,
        namespace, openapi, paths,
        request::Request,
    },
};

/// Answers a request to one of them.
pub(super) async fn answer(
    state: &Arc<State>,
    own: Own,
    request: Request,
    name: &str,
) -> Result<Answer> {
    match own {
        Own::Document => {
            let document = openapi::document(state.options.profile, &request.base_url);
            Answer::ok(&document)
        }
        Own::Faults => switch(state, &request, name),
        Own::Log => state.log.find(&request, name),
        Own::RemoveNamespace => {
            // Does not open the caller's namespace: creating it could hit the limit.
            let removed_name = request.part("name").to_owned();
            let shared = Arc::clone(state);
            let removed = state.store.run(move |data| {
                let (answer, serial) = control::remove(&request, data)?;
                // While the data is still locked, so nobody recreates it before.
                shared.highest_removed.fetch_max(serial, Ordering::Relaxed);
                Ok::<_, Refusal>(answer)
            });
            let answer = removed.await?;
            state.faults().remove(&removed_name);
            Ok(answer)
        }
        Own::Reset => {
            let shared = Arc::clone(state);
            let answer = with_namespace(state, name, &request.base_url, move |namespace| {
                control::reset(namespace, &shared.options.additions)
            })
            .await?;
            state.faults().remove(name);
            Ok(answer)
        }
    }
}

fn switch(state: &State, request: &Request, name: &str) -> Result<Answer> {
    let mut all = state.faults();
    match request.method {
        Method::Get => Answer::ok(&all.get(name).cloned().unwrap_or_default()),
        Method::Post => {
            let mut faults: Faults = request.read(Profile::Spec)?;
            faults.route = faults
                .route
                .map(|route| paths::undated(&route).map_or(route, |(path, _)| path));
            faults.check()?;
            check_route(&faults)?;
            if all.len() >= MOST_FAULTS && !all.contains_key(name) {
                return Err(namespace::too_many(namespace::MOST));
            }
            all.insert(name.to_owned(), faults.clone());
            Answer::ok(&faults)
        }
        _ => {
            all.remove(name);
            Ok(Answer::empty(200))
        }
    }
}

/// Refuses faults for an unknown route, which would never occur.
fn check_route(faults: &Faults) -> Result<()> {
    let Some(route) = &faults.route else {
        return Ok(());
    };
    let mut of_route = endpoints::all().filter(|one| faults.is_of(one.route));
    let why = match of_route.next() {
        Some(_) if endpoints::all().any(|one| faults.is_of(one.route) && one.has_faults()) => {
            return Ok(());
        }
        Some(_) => "is a path of the emulator's own, which has no faults".to_owned(),
        None => "is no path of an endpoint".to_owned(),
    };
    let message = format!(
        "route {} {why}: use one of /emulator/docs, with values or with its {{names}}, without \
         namespace and query",
        quoted(route)
    );
    Err(Refusal::invalid("route", "INVALID_OPTION", message))
}

const MOST_FAULTS: usize = 2000;
