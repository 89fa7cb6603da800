//! `GET /emulator/docs`: the endpoints as a page, and what the page loads.
//!
//! The document itself, which the page reads, is in `openapi`.
//!
//! The viewer is Swagger UI, out of a crate that holds its files: nothing is fetched. The
//! page around it has the log of requests.

use std::sync::Arc;

use calling_rest::Method;
use utoipa_swagger_ui::Config;

use super::{
    answer::{Answer, Body, Refusal, Result},
    endpoint::{AnswerBody, Endpoint, Handler, Own},
    guard::Exposure,
    request::Request,
    start,
};
use crate::Profile;

/// The endpoints of this module.
pub(crate) const ENDPOINTS: &[Endpoint] = &[
    Endpoint::new(
        Method::Get,
        "/emulator/openapi.json",
        Exposure::Own,
        Handler::Own(Own::Document),
    )
    .summary("This document")
    .answers(AnswerBody::Document),
    Endpoint::new(
        Method::Get,
        "/emulator/docs",
        Exposure::Own,
        Handler::Own(Own::Docs),
    )
    .summary("This document as a page, from which each endpoint can be tried")
    .answers(AnswerBody::Page),
    Endpoint::new(
        Method::Get,
        "/emulator/docs/{file}",
        Exposure::Own,
        Handler::Own(Own::DocsFile),
    )
    .summary("A file of that page")
    .answers(AnswerBody::File)
    .refuses(&[404]),
];

/// The page.
pub(crate) fn page(profile: Profile) -> Answer {
    let html = include_str!("docs.html")
        .replace("{{key}}", start::KEY)
        .replace("{{profile}}", profile.as_str());
    file("text/html;charset=utf-8", html.into_bytes(), false)
}

/// A file that the page loads.
pub(crate) fn part(request: &Request) -> Result<Answer> {
    let name = request.part("file");
    match name {
        "docs.css" => Ok(file(CSS, include_bytes!("docs.css").to_vec(), false)),
        "docs.js" => Ok(file(SCRIPT, include_bytes!("docs.js").to_vec(), false)),
        "swagger-ui.css" => viewer(name, CSS),
        "swagger-ui-bundle.js" => viewer(name, SCRIPT),
        _ => Err(Refusal::not_found(
            "NO_SUCH_PATH",
            "/emulator/docs has no such file",
        )),
    }
}

fn viewer(name: &str, media: &'static str) -> Result<Answer> {
    let found = utoipa_swagger_ui::serve(name, Arc::new(Config::default()))
        .ok()
        .flatten()
        .ok_or_else(|| Refusal::internal("a file of the viewer is missing"))?;
    Ok(file(media, found.bytes.into_owned(), found.gzpipped))
}

const fn file(media: &'static str, bytes: Vec<u8>, is_gzip: bool) -> Answer {
    Answer {
        status: 200,
        body: Body::File {
            media,
            bytes,
            is_gzip,
        },
    }
}

const CSS: &str = "text/css;charset=utf-8";
const SCRIPT: &str = "text/javascript;charset=utf-8";
