//! The world of a case: a server of prepared answers, which
//! `platform/emulator/tests/platform/rest_world.rs` has.

use calling_rest::{
    Endpoint, Error, Method, Request, Response,
    client::{Client, Transport},
};
use serde_json::Value;

/// The world of a case.
pub(crate) struct World<T> {
    transport: fn(&str) -> Result<T, Error>,
    server: String,
    case: String,
}

impl<T: Transport> World<T> {
    /// The world of a case of this name; `transport` makes transports by base address.
    pub(crate) fn new(transport: fn(&str) -> Result<T, Error>, server: &str, case: &str) -> Self {
        Self {
            transport,
            server: server.to_owned(),
            case: case.to_owned(),
        }
    }

    /// The base address of a service that gives one of the prepared answers.
    pub(crate) fn address(&self, way: &str) -> String {
        [&self.server, "/prepared/", &self.case, "/", way].concat()
    }

    /// A transport to this service.
    pub(crate) fn prepared(&self, way: &str) -> T {
        self.transport(&self.address(way)).unwrap()
    }

    /// The number of requests to a prepared answer in this case.
    pub(crate) async fn requests_to(&self, way: &str) -> u64 {
        let request = Request {
            path: ["/requests/", &self.case, "/", way].concat(),
            ..Request::new(Method::Get, "/requests")
        };
        let client = Client::new(self.transport(&self.server).unwrap());
        client.call(&Plain(request)).await.unwrap()["count"]
            .as_u64()
            .unwrap()
    }

    /// A transport to a port where nobody listens; browsers refuse it themselves.
    pub(crate) fn closed(&self) -> T {
        self.transport("http://localhost:9").unwrap()
    }

    pub(crate) fn transport(&self, base_url: &str) -> Result<T, Error> {
        (self.transport)(base_url)
    }
}

/// A request that is answered with JSON.
pub(crate) struct Plain(pub(crate) Request);

impl Endpoint for Plain {
    type Answer = Value;

    fn request(&self) -> Result<Request, Error> {
        Ok(self.0.clone())
    }

    fn answer(&self, response: &Response) -> Result<Value, Error> {
        Ok(serde_json::from_slice(&response.body).unwrap())
    }
}
