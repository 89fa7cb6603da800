//! `GET /emulator/health`

use calling_rest::Method;
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    answer::{Answer, Result},
    endpoint::{AnswerBody, Endpoint, Handler},
    guard::Exposure,
    options::Profile,
    request::Request,
    shape::shape,
};

/// The endpoints of this module.
pub(crate) const ENDPOINTS: &[Endpoint] = &[Endpoint::new(
    Method::Get,
    "/emulator/health",
    Exposure::Public,
    Handler::Plain(read),
)
.summary("Tells that the emulator runs")
.answers(AnswerBody::Of(shape::<Health>()))];

/// That the emulator runs.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Health {
    /// `ok`.
    status: &'static str,
    /// How it answers: `spec` or `vendor`.
    profile: &'static str,
}

/// Answers that the emulator runs.
fn read(_: &Request, profile: Profile) -> Result<Answer> {
    Answer::json(
        200,
        &Health {
            status: "ok",
            profile: profile.as_str(),
        },
    )
}
