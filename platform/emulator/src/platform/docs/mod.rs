//! `GET /emulator/docs`: the endpoints as a page, and the page's files.
//!
//! The document itself, which the page reads, is in `openapi`.
//!
//! The viewer is Swagger UI, from a crate that contains its files: nothing is fetched.

use calling_rest::Method;
use maud::{DOCTYPE, html};

use super::{
    answer::{Answer, POLICY, Refusal, Result},
    endpoint::{AnswerBody, Endpoint, Handler, Own},
    guard::Exposure,
    request::Request,
    start,
};
use crate::Profile;

pub(crate) const ENDPOINTS: &[Endpoint] = &[
    Endpoint::new(
        Method::Get,
        "/emulator/openapi.json",
        Handler::Own(Own::Document),
    )
    .exposed(Exposure::Own)
    .summary("This document")
    .answers_as(AnswerBody::Document),
    Endpoint::new(Method::Get, "/emulator/docs", Handler::Plain(page))
        .exposed(Exposure::Own)
        .summary("This document as a page, from which each endpoint can be tried")
        .answers_as(AnswerBody::Page),
    Endpoint::new(Method::Get, "/emulator/docs/{file}", Handler::Plain(part))
        .exposed(Exposure::Own)
        .summary("A file of that page")
        .answers_as(AnswerBody::File)
        .refuses(&[404]),
];

/// The page.
fn page(_: &Request, profile: Profile) -> Result<Answer> {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            meta charset="utf-8";
            meta name="viewport" content="width=device-width, initial-scale=1";
            title { "Emulator" }
            link rel="icon" href="data:,";
            link rel="stylesheet" href="docs/swagger-ui.css";
            body class="swagger-ui" data-developer-key=(start::KEY) {
                p {
                    "Profile " code { (profile.as_str()) } ". The key and the token of the app 123 are \
                     filled in: open an endpoint and press Execute. "
                    a href="log.json" { "The last requests" } " · " a href="openapi.json" { "openapi.json" }
                }
                p role="status" {}
                main { noscript { "This page needs JavaScript; openapi.json does not." } }
                script src="docs/swagger-ui-bundle.js" {}
                script src="docs/initializer.js" {}
            }
        }
    };
    Ok(file("text/html;charset=utf-8", page.into_string()))
}

/// A file that the page loads.
fn part(request: &Request, _: Profile) -> Result<Answer> {
    let zipped = |media, bytes: &[u8]| Ok(file(media, bytes).with("content-encoding", "gzip"));
    match request.part("file") {
        "initializer.js" => Ok(file(SCRIPT, include_str!("initializer.js"))),
        "swagger-ui.css" => zipped("text/css;charset=utf-8", STYLES),
        "swagger-ui-bundle.js" => zipped(SCRIPT, VIEWER),
        _ => {
            let message = "/emulator/docs has no such file";
            Err(Refusal::not_found("NO_SUCH_PATH", message))
        }
    }
}

fn file(media: &str, bytes: impl Into<Vec<u8>>) -> Answer {
    Answer::of(media, bytes).with(POLICY, ASKS_THIS_SERVER)
}

/// The viewer needs scripts, and requests from this server alone.
const ASKS_THIS_SERVER: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

const STYLES: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/swagger-ui.css.gz"));

const VIEWER: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/swagger-ui-bundle.js.gz"));

const SCRIPT: &str = "text/javascript;charset=utf-8";
