//! Recordings of calls that the demo's softphone made: what a vendor's own server would store
//! and give to the CRM.
//!
//! They live in memory, the last few of them. An address has an identifier that nobody guesses.

use std::{
    collections::VecDeque,
    sync::{Mutex, PoisonError},
};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use calling_rest::Method;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    answer::{Answer, Body, Refusal, Result},
    endpoint::{AnswerBody, Endpoint, Handler, Own, RequestBody},
    guard::Exposure,
    options::Profile,
    request::Request,
    shape::shape,
};

/// The endpoints of this module.
pub(crate) const ENDPOINTS: &[Endpoint] = &[
    Endpoint::control(
        Method::Post,
        "/emulator/recordings",
        Handler::Own(Own::AddRecording),
    )
    .summary("Stores the recording of a call, in memory")
    .takes(RequestBody::Body(shape::<NewRecording>()))
    .answers(AnswerBody::Of(shape::<StoredRecording>())),
    Endpoint::new(
        Method::Get,
        "/emulator/recordings/{recording}",
        Exposure::Own,
        Handler::Own(Own::ReadRecording),
    )
    .summary("Gives a recording, to a page of this origin")
    .answers(AnswerBody::File)
    .refuses(&[403, 404]),
];

/// A recording of a call.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct NewRecording {
    /// A WAV file in base64.
    wav: String,
}

/// A recording was stored.
///
/// Shape: `{"recording":"6f3…","url":"http://localhost:8141/emulator/recordings/6f3…"}`.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct StoredRecording {
    /// Its identifier.
    recording: String,
    /// Its address, for the property `hs_call_recording_url`.
    url: String,
}

/// The last recordings, each with its namespace and its identifier.
#[derive(Debug, Default)]
pub(crate) struct Recordings(Mutex<VecDeque<(String, String, Vec<u8>)>>);

impl Recordings {
    /// Stores one, under an identifier.
    pub(crate) fn add(&self, request: &Request, namespace: &str, id: String) -> Result<Answer> {
        let NewRecording { wav } = request.read(Profile::Spec)?;
        let bytes = STANDARD.decode(wav).ok().filter(|bytes| is_wav(bytes));
        let Some(bytes) = bytes else {
            return Err(Refusal::invalid(
                "wav",
                "INVALID_OPTION",
                "wav is no WAV file in base64: send one that begins with RIFF",
            ));
        };
        let stored = StoredRecording {
            url: [&request.base_url, "/emulator/recordings/", &id].concat(),
            recording: id.clone(),
        };
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        while all.len() >= MOST {
            all.pop_front();
        }
        all.push_back((namespace.to_owned(), id, bytes));
        drop(all);
        Answer::json(200, &stored)
    }

    /// Gives one.
    pub(crate) fn read(&self, request: &Request, namespace: &str) -> Result<Answer> {
        let id = request.part("recording");
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let found = all
            .iter()
            .find(|(of, known, _)| of == namespace && known == id);
        let Some((_, _, bytes)) = found else {
            return Err(Refusal::not_found(
                "NO_RECORDING",
                format!("there is no such recording: the last {MOST} are in memory"),
            ));
        };
        Ok(Answer {
            status: 200,
            body: Body::File {
                media: "audio/wav",
                bytes: bytes.clone(),
                is_gzip: false,
            },
        })
    }

    /// Forgets those of a namespace.
    pub(crate) fn forget(&self, namespace: &str) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|(of, _, _)| of != namespace);
    }
}

/// Source: RIFF, "Multimedia Programming Interface and Data Specifications 1.0", 1991.
fn is_wav(bytes: &[u8]) -> bool {
    bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WAVE")
}

/// With the limit of a body, 24 MiB at most.
const MOST: usize = 16;
