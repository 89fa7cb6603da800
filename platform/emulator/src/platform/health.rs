//! `GET /emulator/health`

use calling_rest::Method;
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    answer::{Answer, Result},
    endpoint::{Endpoint, Handler},
    guard::Exposure,
    options::Profile,
    request::Request,
};

pub(crate) const ENDPOINTS: &[Endpoint] =
    &[
        Endpoint::new(Method::Get, "/emulator/health", Handler::Plain(read))
            .exposed(Exposure::Public)
            .summary("Tells that the emulator runs")
            .answers::<Health>(),
    ];

/// The state of the running emulator.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Health {
    /// `ok`.
    status: &'static str,
    /// The profile: `spec` or `vendor`.
    profile: &'static str,
}

/// Reports that the emulator runs.
fn read(_: &Request, profile: Profile) -> Result<Answer> {
    Answer::ok(&Health {
        status: "ok",
        profile: profile.as_str(),
    })
}
