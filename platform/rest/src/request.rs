//! A request as data, for every endpoint.

use std::{borrow::Cow, fmt};

use serde::Serialize;

use super::{
    Error, Secret,
    query::{Parameters, encode_parameters, escape},
};

/// The method of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Method {
    /// Reads.
    Get,
    /// Creates, or does something.
    Post,
    /// Changes the given fields.
    Patch,
    /// Creates or replaces; repeating changes nothing.
    Put,
    /// Removes.
    Delete,
}

impl Method {
    /// The name on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Post => "POST",
            Self::Patch => "PATCH",
            Self::Put => "PUT",
            Self::Delete => "DELETE",
        }
    }

    /// True for idempotent methods (RFC 9110, section 9.2.2).
    #[must_use]
    pub const fn is_idempotent(self) -> bool {
        matches!(self, Self::Get | Self::Delete | Self::Put)
    }
}

/// A request.
///
/// `Debug` shows method, route and the names of the parameters: path, values and
/// body may hold secrets.
#[derive(Clone, PartialEq, Eq)]
pub struct Request {
    /// The method.
    pub method: Method,
    /// The path's pattern, for logs: `/oauth/v1/access-tokens/{token}`.
    pub route: &'static str,
    /// The path, encoded.
    pub path: String,
    /// The query's parameters, in order.
    pub query: Parameters,
    /// Headers besides the transport's and the token's.
    pub headers: Vec<(&'static str, &'static str)>,
    /// The access token; goes into the header `authorization`.
    pub bearer: Option<Secret>,
    /// The body; empty for none.
    pub body: Vec<u8>,
    /// The secrets in it, which no error may quote.
    pub secrets: Vec<Secret>,
    /// True if it only reads, whatever its method.
    pub only_reads: bool,
}

impl Request {
    /// A request without query and body, to a path without parameters.
    #[must_use]
    pub fn new(method: Method, route: &'static str) -> Self {
        Self {
            method,
            route,
            path: route.to_owned(),
            query: Vec::new(),
            headers: vec![("accept", "application/json")],
            bearer: None,
            body: Vec::new(),
            secrets: Vec::new(),
            only_reads: false,
        }
    }

    /// A request to a path with parameters: the values replace the route's braces, in order.
    #[must_use]
    pub fn at(method: Method, route: &'static str, values: &[&str]) -> Self {
        let mut values = values.iter();
        let mut path = String::new();
        for part in route.split('{') {
            let Some((_, after)) = part.split_once('}') else {
                path.push_str(part);
                continue;
            };
            path.push_str(&escape(values.next().copied().unwrap_or_default()));
            path.push_str(after);
        }
        Self {
            path,
            ..Self::new(method, route)
        }
    }

    /// Adds secrets that no error may quote.
    #[must_use]
    pub fn with_secrets<'a>(mut self, secrets: impl IntoIterator<Item = &'a Secret>) -> Self {
        self.secrets.extend(secrets.into_iter().cloned());
        self
    }

    /// Sets the access token.
    #[must_use]
    pub fn with_bearer(mut self, token: &Secret) -> Self {
        self.bearer = Some(token.clone());
        self.with_secrets([token])
    }

    /// Marks a POST that only reads.
    #[must_use]
    pub const fn that_reads(mut self) -> Self {
        self.only_reads = true;
        self
    }

    /// True if carrying it out twice is like once.
    #[must_use]
    pub const fn is_idempotent(&self) -> bool {
        self.only_reads || self.method.is_idempotent()
    }

    /// Sets the query parameters.
    #[must_use]
    pub fn with_query(mut self, parameters: Parameters) -> Self {
        self.query.extend(parameters);
        self
    }

    /// Sets a body of JSON.
    ///
    /// # Errors
    ///
    /// [`Error::Malformed`] when the value has no JSON form.
    pub fn with_json(self, value: &impl Serialize) -> Result<Self, Error> {
        let body = serde_json::to_vec(value).map_err(|_| Error::Malformed {
            status: None,
            reason: "the request has no JSON form".to_owned(),
        })?;
        Ok(self.with_body("application/json", body))
    }

    fn with_body(mut self, content_type: &'static str, body: Vec<u8>) -> Self {
        self.headers.push(("content-type", content_type));
        self.body = body;
        self
    }

    /// Sets a body of form fields.
    #[must_use]
    pub fn with_form(self, fields: &Parameters) -> Self {
        let body = encode_parameters(fields).into_bytes();
        self.with_body("application/x-www-form-urlencoded", body)
    }

    /// The headers as sent. May hold a token: not for logs.
    #[must_use]
    pub fn sent_headers(&self) -> Vec<(&'static str, Cow<'static, str>)> {
        let token = self.bearer.iter().map(|token| {
            let value = ["Bearer ", token.expose()].concat();
            ("authorization", Cow::Owned(value))
        });
        let plain = self.headers.iter().copied();
        plain
            .map(|(name, value)| (name, Cow::Borrowed(value)))
            .chain(token)
            .collect()
    }

    /// Path and query as sent. May hold secrets: not for logs.
    #[must_use]
    pub fn target(&self) -> String {
        if self.query.is_empty() {
            return self.path.clone();
        }
        [&self.path, "?", &encode_parameters(&self.query)].concat()
    }
}

impl fmt::Debug for Request {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.query.iter().map(|(name, _)| *name).collect();
        formatter
            .debug_struct("Request")
            .field("method", &self.method)
            .field("route", &self.route)
            .field("query", &names)
            .field("body_bytes", &self.body.len())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_stays_in_its_place_and_is_not_printed() {
        let secret = Secret::new("can/ary?&");
        let request = Request::at(Method::Get, "/a/{b}/c/{d}", &["1", secret.expose()])
            .with_query(vec![("key", secret.clone())])
            .with_bearer(&secret)
            .with_form(&vec![("token", secret.clone())]);

        assert_eq!(
            request.target(),
            "/a/1/c/can%2Fary%3F%26?key=can%2Fary%3F%26"
        );
        assert_eq!(request.body, b"token=can%2Fary%3F%26");
        assert!(!format!("{request:?}").contains("ary"));
    }
}
