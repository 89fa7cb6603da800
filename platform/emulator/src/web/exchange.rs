//! One request and its answer, as bytes.

use std::{
    collections::HashMap,
    pin::Pin,
    task::{Context, Poll, Waker},
};

use axum::{
    Router,
    body::{Body, to_bytes},
    http::{HeaderName, HeaderValue, Request, Response, StatusCode, header::CONTENT_LENGTH},
};
use serde::{Deserialize, Serialize};
use tower::ServiceExt as _;

use crate::system;

/// A request without its body.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct RequestHead {
    method: String,
    /// Path and query, as received.
    target: String,
    /// Names and values, in the order received; a character is a byte.
    headers: Vec<(String, String)>,
    /// True if the body missed its time-out; then it is incomplete.
    is_body_late: bool,
}

/// The result of a call, without its body.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase", untagged)]
pub(super) enum Head {
    /// The answer.
    Answer {
        /// Its status.
        status: u16,
        /// Names and values; a character is a byte.
        headers: Vec<(String, String)>,
    },
    /// No answer yet.
    #[serde(rename_all = "camelCase")]
    Wait {
        /// The ticket to resume.
        ticket: u32,
        /// The time to wait, in ms.
        wait_ms: u64,
    },
}

/// The result of a call.
#[derive(Debug)]
pub(super) struct Outcome {
    pub(super) head: Head,
    pub(super) body: Vec<u8>,
}

type Pending = Pin<Box<dyn Future<Output = Outcome>>>;

/// Pending requests, by ticket.
#[derive(Default)]
pub(super) struct Waiting {
    requests: HashMap<u32, Pending>,
    tickets: u32,
}

/// The head and the body of an input; `None` without a head.
pub(super) fn parts(input: &[u8]) -> Option<(&[u8], &[u8])> {
    let (length, rest) = input.split_first_chunk()?;
    rest.split_at_checked(usize::try_from(u32::from_le_bytes(*length)).ok()?)
}

/// Starts a request.
pub(super) fn begin(router: Router, input: &[u8], waiting: &mut Waiting) -> Outcome {
    let Some(request) = read(input) else {
        return bare(StatusCode::BAD_REQUEST);
    };
    let exchange = async move {
        // A router cannot fail.
        let response = router.oneshot(request).await.unwrap_or_default();
        written(response).await
    };
    poll(Box::pin(exchange), waiting)
}

/// Resumes a request.
pub(super) fn go_on(ticket: u32, waiting: &mut Waiting) -> Outcome {
    match waiting.requests.remove(&ticket) {
        Some(request) => poll(request, waiting),
        None => bare(StatusCode::BAD_REQUEST),
    }
}

fn poll(mut request: Pending, waiting: &mut Waiting) -> Outcome {
    let polled = request
        .as_mut()
        .poll(&mut Context::from_waker(Waker::noop()));
    let outcome = match polled {
        Poll::Ready(outcome) => outcome,
        Poll::Pending => {
            waiting.tickets = waiting.tickets.wrapping_add(1);
            waiting.requests.insert(waiting.tickets, request);
            let wait = system::take_wait().unwrap_or_default();
            Outcome {
                head: Head::Wait {
                    ticket: waiting.tickets,
                    wait_ms: u64::try_from(wait.as_millis()).unwrap_or(u64::MAX),
                },
                body: Vec::new(),
            }
        }
    };
    system::set_body_is_late(false);
    outcome
}

/// `None` for an invalid HTTP request.
fn read(input: &[u8]) -> Option<Request<Body>> {
    let (head, body) = parts(input)?;
    let head: RequestHead = serde_json::from_slice(head).ok()?;
    let mut request = Request::builder()
        .method(head.method.as_str())
        .uri(head.target);
    for (name, value) in head.headers {
        let name = HeaderName::from_bytes(name.as_bytes()).ok()?;
        let bytes: Option<Vec<u8>> = value
            .chars()
            .map(|letter| u8::try_from(letter).ok())
            .collect();
        request = request.header(name, HeaderValue::from_bytes(&bytes?).ok()?);
    }
    system::set_body_is_late(head.is_body_late);
    request.body(Body::from(body.to_vec())).ok()
}

async fn written(response: Response<Body>) -> Outcome {
    let (parts, body) = response.into_parts();
    let headers = parts
        .headers
        .iter()
        // The router adds a length where HTTP forbids one; RFC 9110, section 8.6.
        .filter(|(name, _)| *name != CONTENT_LENGTH || parts.status != StatusCode::NO_CONTENT)
        .map(|(name, value)| {
            let value = value.as_bytes().iter().map(|&byte| char::from(byte));
            (name.as_str().to_owned(), value.collect())
        })
        .collect();
    // The platform's bodies are in memory.
    let body = to_bytes(body, usize::MAX).await.unwrap_or_default();
    Outcome {
        head: Head::Answer {
            status: parts.status.as_u16(),
            headers,
        },
        body: body.to_vec(),
    }
}

/// A server's answer to invalid HTTP.
fn bare(status: StatusCode) -> Outcome {
    Outcome {
        head: Head::Answer {
            status: status.as_u16(),
            headers: Vec::new(),
        },
        body: Vec::new(),
    }
}
