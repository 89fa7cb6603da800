//! Validation of a request's fields.

use super::{
    Error, Secret,
    problem::{NO_ID, Problem, ProblemCode},
};
use calling_widget_sdk::protocol::{Origin, is_loopback_host, origin_of_url};

/// Problems found in a request's fields.
#[derive(Debug, Default)]
pub(super) struct Checks(Vec<Problem>);

impl Checks {
    /// Checks that a text is not empty.
    pub(super) fn filled(&mut self, name: &'static str, text: &str, fix: &str) {
        if text.trim().is_empty() {
            self.fault(ProblemCode::Empty, name, &["is empty: ", fix].concat());
        }
    }

    /// Checks a key, a token or a code.
    pub(super) fn secret(&mut self, name: &'static str, secret: &Secret, what: &str) {
        self.filled(name, secret.expose(), &["give ", what].concat());
    }

    /// Checks an address: https, on loopback also http.
    pub(super) fn address(&mut self, name: &'static str, url: &str) {
        if let Some(why) = address_fault(url) {
            self.fault(ProblemCode::InvalidUrl, name, why);
        }
    }

    /// Checks a size in px.
    pub(super) fn size(&mut self, name: &'static str, size: Option<u32>) {
        if size.is_some_and(|size| size == 0 || i32::try_from(size).is_err()) {
            let why = "is no size: use a whole number of pixels above 0";
            self.fault(ProblemCode::InvalidSize, name, why);
        }
    }

    /// Checks an identifier assigned by the service.
    pub(super) fn id(&mut self, name: &'static str, id: impl Into<i64>) {
        if id.into() <= 0 {
            self.fault(ProblemCode::InvalidId, name, NO_ID);
        }
    }

    /// The problems found.
    pub(super) fn into_problems(self) -> Vec<Problem> {
        self.0
    }

    /// # Errors
    ///
    /// [`Error::Invalid`] with the problems found, if any.
    pub(super) fn finish(self) -> Result<(), Error> {
        if self.0.is_empty() {
            Ok(())
        } else {
            Err(Error::Invalid(self.0))
        }
    }

    fn fault(&mut self, code: ProblemCode, name: &'static str, why: &str) {
        self.0
            .push(Problem::new(code, Some(name), &[name, " ", why].concat()));
    }
}

/// The problem of a base address, if any; `field` names it.
#[cfg(any(feature = "fetch-client", feature = "local-client"))]
#[must_use]
pub(crate) fn base_url_problem(field: &'static str, url: &str) -> Option<Problem> {
    let why = address_fault(url).or_else(|| {
        url.contains(['?', '#'])
            .then_some("has a query or a fragment: leave it out")
    })?;
    Some(Problem::new(
        ProblemCode::InvalidUrl,
        Some(field),
        &[field, " ", why].concat(),
    ))
}

/// The reason why an address is refused: it is not https, on loopback also http.
fn address_fault(url: &str) -> Option<&'static str> {
    let origin = origin_of_url(url);
    match origin.as_deref().and_then(Origin::parse) {
        None => Some("is no http or https address: use one like https://phone.example/"),
        Some(origin) if origin.scheme == "http" && !is_loopback_host(origin.host) => {
            Some("is not https: use https, or http on localhost only")
        }
        Some(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(feature = "local-client")]
    #[test]
    fn calls_go_below_an_address_without_query() {
        let code = |url| base_url_problem("baseUrl", url).map(|problem| problem.code);

        for url in ["https://api.example", "http://localhost:8140/ns/a"] {
            assert_eq!(code(url), None, "{url}");
        }
        for url in [
            "",
            "http://api.example",
            "https://api.example?x",
            "https://api.example/#x",
        ] {
            assert_eq!(code(url), Some(ProblemCode::InvalidUrl), "{url}");
        }
    }

    #[test]
    fn sizes_and_identifiers_are_above_0_and_in_the_services_range() {
        let mut checks = Checks::default();
        for size in [0, 1 << 31] {
            checks.size("width", Some(size));
        }
        for id in [0, -1] {
            checks.id("appId", id);
        }
        checks.size("height", Some(1));
        checks.size("height", None);
        checks.id("userId", 1);

        let fields: Vec<_> = checks.into_problems().iter().map(|it| it.field).collect();

        assert_eq!(
            fields,
            [Some("width"), Some("width"), Some("appId"), Some("appId")]
        );
    }
}
