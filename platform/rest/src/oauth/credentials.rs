//! The credentials of an app, and the version of the token endpoint.

use super::{CLIENT_ID_FIX, TOKEN_ROUTE, TOKEN_V3_ROUTE};
use crate::{Method, Request, Secret, checks::Checks, query::Parameters};

/// The app's own credentials.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Credentials {
    /// The app's client id.
    pub client_id: String,
    /// The app's client secret.
    pub client_secret: Secret,
    /// The version of the token endpoint.
    pub version: OAuthVersion,
}

/// A version of the service's token endpoint; both take and answer the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OAuthVersion {
    /// `/oauth/v1/token`.
    #[default]
    V1,
    /// `/oauth/v3/token`.
    V3,
}

impl Credentials {
    /// Starts the checks of a request with them.
    pub(crate) fn checks(&self) -> Checks {
        let mut checks = Checks::default();
        checks.filled("clientId", &self.client_id, CLIENT_ID_FIX);
        checks.secret(
            "clientSecret",
            &self.client_secret,
            "the app's client secret",
        );
        checks
    }

    /// A request to the token endpoint; the form's further secrets are in the grant.
    pub(super) fn grant<'a>(
        &'a self,
        grant: Parameters,
        secrets: impl IntoIterator<Item = &'a Secret>,
    ) -> Request {
        let route = match self.version {
            OAuthVersion::V1 => TOKEN_ROUTE,
            OAuthVersion::V3 => TOKEN_V3_ROUTE,
        };
        self.request(route, grant, secrets)
    }

    /// A request to any route, with the credentials in its form.
    pub(super) fn request<'a>(
        &'a self,
        route: &'static str,
        grant: Parameters,
        secrets: impl IntoIterator<Item = &'a Secret>,
    ) -> Request {
        let mut fields = grant;
        fields.push(("client_id", Secret::new(&self.client_id)));
        fields.push(("client_secret", self.client_secret.clone()));
        Request::new(Method::Post, route)
            .with_form(&fields)
            .with_secrets([&self.client_secret])
            .with_secrets(secrets)
    }
}
