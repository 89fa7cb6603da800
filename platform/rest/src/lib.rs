//! The platform's endpoints: requests and responses as data.
//!
//! | module | holds |
//! |---|---|
//! | `parameters` | a call's parameters as JSON, and the first fault with its path |
//! | [`request`] | a request, whatever the endpoint |
//! | [`response`] | a response, and how its body is read |
//! | [`query`] | parameters: percent-encoding of queries and forms |
//! | [`secret`] | keys and tokens, a type that prints nothing |
//! | [`mask`] | which fields hold secrets, and what stands in their place |
//! | [`error`] | the error object, and why a call failed |
//! | [`problem`] | what is wrong with a request |
//! | [`retry`] | whether to ask again, and when |
//! | [`settings`] | the calling settings and their override in one browser |
//! | [`access`] | the key or the token by which an app's calling is asked about |
//! | [`calling_settings`] | create, read, update and delete of the calling settings |
//! | [`recording`] | where recordings are fetched |
//! | [`channel_connection`] | where a calling app's numbers are asked for |
//! | [`inbound_call`] | an incoming call that is reported to the platform |
//! | [`association_batch`] | many associations at once |
//! | [`association_labels`] | as what records may be associated |
//! | [`associations`] | which records belong together, and as what |
//! | [`card_migration`] | an app card in the place of a legacy CRM card |
//! | [`objects`] | records of the CRM, call engagements among them |
//! | [`object_search`] | records by the values of their properties |
//! | [`object_batch`] | many records at once |
//! | [`owners`] | who may own records |
//! | [`properties`] | which properties records have |
//! | [`property_batch`] | many definitions of properties at once |
//! | [`property_groups`] | the groups that properties are shown in |
//! | [`timeline`] | events on the timelines of records, and their types |
//! | [`oauth`] | authorization, tokens and what is known of them |
//! | [`identifier`] | an identifier, which some clients send as a number |
//! | [`pkce`] | ties an authorization's code to who asked for it |
//! | [`exchange`] | one call from its request to its outcome |
//! | [`client`] | asks, over any [`client::Transport`] |
//!
//! An endpoint is a type with [`Endpoint::request`], which builds the request,
//! and [`Endpoint::answer`], which reads the response. Neither does I/O. `association_batch`,
//! `association_labels`, `owners`, `property_batch` and `property_groups` have the bodies and
//! paths alone, for the emulator. `web` is of wasm32 alone: the transport by `fetch`, and the
//! exports of the npm package.

// Whatever comes from outside is answered: a panic would end the program or the page's
// module. What the compiler cannot see to be safe is written so that it is.
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

/// An endpoint in one declaration: its type, what a success holds, and the request that is
/// made of it.
///
/// The answer is read as JSON; `()` reads nothing, `Option` nothing where the body is empty,
/// and `by` names a function that reads it.
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
    /// What a successful response holds.
    type Answer;

    /// The request.
    ///
    /// # Errors
    ///
    /// [`Error::Invalid`], with every fault, when it would be refused anyway.
    fn request(&self) -> Result<Request, Error>;

    /// The answer in a response of the success class.
    ///
    /// # Errors
    ///
    /// [`Error::Malformed`] when the body is not what the endpoint answers.
    fn answer(&self, response: &Response) -> Result<Self::Answer, Error>;

    /// Why a response outside the success class was refused.
    fn refusal(&self, response: &Response) -> Error {
        Error::refused(response)
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
