//! The platform's endpoints: requests and responses as data.
//!
//! | module | holds |
//! |---|---|
//! | `parameters` | a call's parameters and answer as JSON, and the first fault with its path |
//! | [`request`] | a request to any endpoint |
//! | [`response`] | a response, and the parsing of its body |
//! | [`query`] | parameters, percent-encoded in queries and forms |
//! | [`secret`] | keys and tokens, a type that prints nothing |
//! | [`mask`] | masks secrets by field name and by text |
//! | [`error`] | the error object, and the errors of calls |
//! | [`problem`] | a fault in a request |
//! | [`retry`] | the decision to retry, and the delay |
//! | [`settings`] | the calling settings and their override in one browser |
//! | [`access`] | the key or the token of a call about an app's calling |
//! | [`calling_settings`] | create, read, update and delete of the calling settings |
//! | [`recording`] | the address of an app's recordings |
//! | [`channel_connection`] | the endpoint that lists a user's phone numbers |
//! | [`inbound_call`] | reports an incoming call to the platform |
//! | [`association_batch`] | many associations at once |
//! | [`association_labels`] | kinds of associations, and their labels |
//! | [`associations`] | labelled associations between records |
//! | [`card_migration`] | replaces a legacy CRM card by an app card |
//! | [`objects`] | records of the CRM, call engagements among them |
//! | [`object_search`] | search by the values of properties |
//! | [`object_batch`] | many records at once |
//! | [`owners`] | owners of records |
//! | [`properties`] | definitions of properties |
//! | [`property_batch`] | many definitions of properties at once |
//! | [`property_groups`] | groups of properties |
//! | [`timeline`] | events on the timelines of records, and their types |
//! | [`oauth`] | authorization, tokens and their metadata |
//! | [`identifier`] | identifiers, which some clients send as numbers, and the reverse |
//! | [`pkce`] | ties an authorization's code to the client that asked for it |
//! | [`exchange`] | one call from request to outcome |
//! | [`client`] | calls endpoints, over any [`client::Transport`] |
//!
//! An endpoint is a type with [`Endpoint::request`], which builds the request,
//! and [`Endpoint::answer`], which reads the response. Neither does I/O. `association_batch`,
//! `association_labels`, `owners`, `property_batch` and `property_groups` hold only bodies and
//! paths, for the emulator. `web` exists on wasm32 only: the transport by `fetch`, and the
//! exports of the npm package.

// No input may panic: that would end the program or the page's module. These lints deny
// all that the compiler cannot prove safe.
#![cfg_attr(
    not(test),
    deny(
        clippy::arithmetic_side_effects,
        clippy::expect_used,
        clippy::get_unwrap,
        clippy::indexing_slicing,
        clippy::panic,
        clippy::string_slice,
        clippy::todo,
        clippy::unimplemented,
        clippy::unreachable,
        clippy::unwrap_used,
    )
)]

/// Declares an endpoint: its type, its answer, and its request.
///
/// The answer is read as JSON; `()` reads nothing, `Option` accepts an empty body, and `by`
/// names a function that reads it.
macro_rules! endpoint {
    (|$it:ident: $endpoint:ty| -> () $request:block) => {
        endpoint! { @ $it, $endpoint, (), $request, _response => Ok(()) }
    };
    (|$it:ident: $endpoint:ty| -> Option<$answer:ty> $request:block) => {
        endpoint! { @ $it, $endpoint, Option<$answer>, $request, response => response.json_if_any() }
    };
    (|$it:ident: $endpoint:ty| -> $answer:ident by $read:ident $request:block) => {
        endpoint! { @ $it, $endpoint, $answer, $request, response => $read(response) }
    };
    (|$it:ident: $endpoint:ty| -> $answer:ty $request:block) => {
        endpoint! { @ $it, $endpoint, $answer, $request, response => response.json() }
    };
    (@ $it:ident, $endpoint:ty, $answer:ty, $request:block, $response:ident => $read:expr) => {
        impl $crate::Endpoint for $endpoint {
            type Answer = $answer;

            fn request(&self) -> Result<$crate::Request, $crate::Error> {
                let $it = self;
                $request
            }

            fn answer(&self, $response: &$crate::Response) -> Result<$answer, $crate::Error> {
                $read
            }
        }
    };
}

pub mod access;
pub mod association_batch;
pub mod association_labels;
pub mod associations;
pub mod calling_settings;
pub mod card_migration;
pub mod channel_connection;
pub(crate) mod checks;
pub mod client;
pub mod error;
pub mod exchange;
pub mod identifier;
pub mod inbound_call;
pub mod mask;
pub mod oauth;
pub mod object_batch;
pub mod object_search;
pub mod objects;
pub mod owners;
pub(crate) mod parameters;
pub mod pkce;
pub mod problem;
pub mod properties;
pub mod property_batch;
pub mod property_groups;
pub mod query;
pub mod recording;
pub mod request;
pub mod response;
pub mod retry;
pub mod secret;
pub mod settings;
pub mod timeline;
#[cfg(target_arch = "wasm32")]
pub mod web;

pub use self::{
    error::{Error, ErrorObject},
    request::{Method, Request},
    response::Response,
    secret::Secret,
};

/// One call of one endpoint, as data.
pub trait Endpoint {
    /// The content of a successful response.
    type Answer;

    /// Builds the request.
    ///
    /// # Errors
    ///
    /// [`Error::Invalid`], with every fault, if the service would refuse it anyway.
    fn request(&self) -> Result<Request, Error>;

    /// Reads the answer from a response of the success class.
    ///
    /// # Errors
    ///
    /// [`Error::Malformed`] when the body has another shape.
    fn answer(&self, response: &Response) -> Result<Self::Answer, Error>;

    /// The error of a response outside the success class.
    fn refusal(&self, response: &Response) -> Error {
        response.refusal()
    }

    /// Reads a response: any 2xx is success.
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] for every other status, and as [`Endpoint::answer`].
    fn parse(&self, response: &Response) -> Result<Self::Answer, Error> {
        if response.is_success() {
            self.answer(response)
        } else {
            Err(self.refusal(response))
        }
    }
}

impl<E: Endpoint + ?Sized> Endpoint for &E {
    type Answer = E::Answer;

    fn request(&self) -> Result<Request, Error> {
        (**self).request()
    }

    fn answer(&self, response: &Response) -> Result<Self::Answer, Error> {
        (**self).answer(response)
    }

    fn refusal(&self, response: &Response) -> Error {
        (**self).refusal(response)
    }
}
