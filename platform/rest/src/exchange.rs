//! One call from its request to its outcome, without I/O: the loop of every client.

use super::{
    Endpoint, Error, Request, Response,
    retry::{Decision, Policy, decide},
};

/// A call under way.
///
/// Send [`Exchange::request`], hand the outcome to [`Exchange::take`], and repeat while that
/// returns [`Step::Again`].
#[derive(Debug)]
pub struct Exchange<E> {
    endpoint: E,
    request: Request,
    policy: Policy,
    attempt: u32,
}

/// The next step after an attempt.
#[derive(Debug)]
pub enum Step<A> {
    /// Wait this many ms, then send the request again.
    Again {
        /// The wait, in ms.
        after_ms: u64,
    },
    /// The call is over.
    Done(Result<A, Error>),
}

impl<E: Endpoint> Exchange<E> {
    /// A call that was not sent yet.
    ///
    /// # Errors
    ///
    /// [`Error::Invalid`] when the request has faults.
    pub fn new(endpoint: E, policy: Policy) -> Result<Self, Error> {
        Ok(Self {
            request: endpoint.request()?,
            endpoint,
            policy,
            attempt: 1,
        })
    }

    /// The request to send; the same at each attempt.
    pub const fn request(&self) -> &Request {
        &self.request
    }

    /// Handles the outcome of an attempt: an answer of any status, or the network's error.
    /// Secrets of the request are removed from a refusal that quotes them.
    pub fn take(&mut self, outcome: Result<Response, Error>) -> Step<E::Answer> {
        // Repeating would give the same answer.
        if let Err(error @ (Error::Malformed { .. } | Error::Invalid(_) | Error::Refused { .. })) =
            outcome
        {
            return Step::Done(Err(error));
        }
        let decision = decide(
            &self.policy,
            &self.request,
            self.attempt,
            outcome.as_ref().ok(),
        );
        match decision {
            Decision::After(after_ms) => {
                self.attempt = self.attempt.saturating_add(1);
                Step::Again { after_ms }
            }
            Decision::Stop => Step::Done(outcome.and_then(|response| {
                if response.is_success() {
                    self.endpoint.answer(&response)
                } else {
                    let response = response.without(&self.request.secrets);
                    Err(self.endpoint.refusal(&response))
                }
            })),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Secret,
        access::Access,
        calling_settings::{App, ReadSettings},
        oauth::{Credentials, OAuthVersion, ReadAccessToken, RefreshTokens},
    };

    fn response(status: u16, body: &str) -> Response {
        Response {
            status,
            headers: vec![("x-hubspot-correlation-id".to_owned(), "c-1".to_owned())],
            body: body.as_bytes().to_vec(),
        }
    }

    fn refusal<E: Endpoint<Answer: std::fmt::Debug>>(endpoint: E, body: &str) -> Error {
        let mut exchange = Exchange::new(endpoint, Policy::NEVER).unwrap();
        match exchange.take(Ok(response(401, body))) {
            Step::Done(Err(error)) => error,
            step => panic!("{step:?}"),
        }
    }

    #[test]
    fn an_answer_that_cannot_be_taken_is_not_requested_again() {
        let app = App {
            id: 1,
            access: Access::Key(Secret::new("k")),
        };
        let mut exchange = Exchange::new(ReadSettings { app }, Policy::default()).unwrap();
        let too_long = Error::Malformed {
            status: Some(200),
            reason: "it is too long".to_owned(),
        };

        let step = exchange.take(Err(too_long.clone()));

        assert!(matches!(step, Step::Done(Err(error)) if error == too_long));
    }

    #[test]
    fn an_attempt_that_failed_is_followed_by_another() {
        let app = App {
            id: 1,
            access: Access::Key(Secret::new("k")),
        };
        let mut exchange = Exchange::new(ReadSettings { app }, Policy::default()).unwrap();

        let waits = [
            exchange.take(Err(Error::Unreachable("x".to_owned()))),
            exchange.take(Ok(response(503, ""))),
        ]
        .map(|step| match step {
            Step::Again { after_ms } => after_ms,
            Step::Done(outcome) => panic!("{outcome:?}"),
        });

        assert_eq!(waits, [200, 400]);
        assert!(matches!(
            exchange.take(Ok(response(200, "{}"))),
            Step::Done(Ok(_))
        ));
    }

    #[test]
    fn a_secret_of_one_letter_leaves_a_refusal_readable() {
        let app = App {
            id: 1,
            access: Access::Key(Secret::new("s")),
        };

        let error = refusal(
            ReadSettings { app },
            r#"{"status":"error","message":"the key is none","hapikey":"s","category":"INVALID_AUTHENTICATION"}"#,
        );

        assert_eq!(
            error.to_string(),
            "the service answered 401: INVALID_AUTHENTICATION, the key is none (correlation id c-1)"
        );
        let Error::Refused { object, .. } = error else {
            panic!("{error:?}");
        };
        assert_eq!(object.other["hapikey"], "[secret]");
    }

    #[test]
    fn a_refusal_that_quotes_secrets_is_reported_without_them() {
        let app = App {
            id: 1,
            access: Access::Key(Secret::new("canary&1")),
        };
        let credentials = Credentials {
            client_id: "id".to_owned(),
            client_secret: Secret::new("canary-2"),
            version: OAuthVersion::V1,
        };
        let errors = [
            refusal(
                ReadSettings { app: app.clone() },
                r#"{"message":"the key canary&1 is none","links":{"l":"/x?hapikey=canary%261"},"odd":[{"a":"canary&1"}]}"#,
            ),
            refusal(ReadSettings { app }, "<p>canary&1</p>"),
            refusal(
                ReadSettings {
                    app: App {
                        id: 1,
                        access: Access::Token(Secret::new("canary-5")),
                    },
                },
                r#"{"message":"Bearer canary-5 is none"}"#,
            ),
            refusal(
                RefreshTokens {
                    credentials,
                    refresh_token: Secret::new("canary-3"),
                },
                r#"{"message":"canary-3 does not go with canary-2","status":"BAD_REFRESH_TOKEN"}"#,
            ),
            refusal(
                ReadAccessToken {
                    token: Secret::new("canary-4"),
                },
                r#"{"error":"no canary-4","context":{"t":["canary-4"]}}"#,
            ),
        ];

        for error in &errors {
            let printed = format!("{error} {error:?}");
            assert!(!printed.contains("canary"), "{printed}");
            assert!(printed.contains("[secret]"), "{printed}");
        }
        assert_eq!(
            errors[3].to_string(),
            "the service answered 401: BAD_REFRESH_TOKEN, [secret] does not go with [secret] (correlation id c-1)"
        );
    }
}
