//! The world of a case: the emulator, in a namespace for this case, and a helper program
//! beside the client. It is built in `platform/emulator/tests/platform/rest_world.rs`.

use calling_rest::{
    Endpoint, Error, Method, Request, Response, Secret,
    client::{Client, Transport},
    oauth::Authorization,
    query::encode,
};
use serde_json::{Value, json};

/// The emulator's profile of answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Profile {
    Spec,
    Vendor,
}

/// The world of a case.
pub(crate) struct World<T> {
    transport: fn(&str) -> Result<T, Error>,
    /// The program that does what a page may not.
    helper: String,
    addresses: Value,
    pub(crate) profile: Profile,
    namespace: String,
}

/// An answer to a program other than our client.
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) location: String,
    pub(crate) text: String,
}

impl Reply {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|_| panic!("no JSON: {}", self.text))
    }
}

impl<T: Transport> World<T> {
    /// Creates the world of a case; `transport` makes transports by base address.
    pub(crate) async fn new(
        transport: fn(&str) -> Result<T, Error>,
        helper: &str,
        profile: Profile,
        case: &str,
    ) -> Self {
        let client = Client::new(transport(helper).unwrap());
        let addresses = client.call(&Plain::get("/addresses")).await.unwrap();
        // A namespace's name has up to 40 letters.
        let profile_name = match profile {
            Profile::Spec => "s-",
            Profile::Vendor => "v-",
        };
        let mut namespace = [profile_name, &case.replace('_', "-")].concat();
        namespace.truncate(40);
        Self {
            transport,
            helper: helper.to_owned(),
            addresses,
            profile,
            namespace: namespace.trim_end_matches('-').to_owned(),
        }
    }

    /// A client of the platform.
    pub(crate) fn client(&self) -> Client<T> {
        Client::new((self.transport)(&self.base_url()).unwrap())
    }

    /// The base address of platform calls.
    pub(crate) fn base_url(&self) -> String {
        let platform = self.address(match self.profile {
            Profile::Spec => "spec",
            Profile::Vendor => "vendor",
        });
        [platform, "/ns/", &self.namespace].concat()
    }

    /// A transport to a service that gives one of the prepared answers.
    pub(crate) fn prepared(&self, way: &str) -> T {
        let base = [
            self.helper.as_str(),
            "/prepared/",
            &self.namespace,
            "/",
            way,
        ]
        .concat();
        (self.transport)(&base).unwrap()
    }

    /// The number of requests to a prepared answer in this case.
    pub(crate) async fn requests_to(&self, way: &str) -> u64 {
        let path = ["/requests/", &self.namespace, "/", way].concat();
        let client = Client::new((self.transport)(&self.helper).unwrap());
        let answer = client.call(&Plain::get(&path)).await.unwrap();
        answer["count"].as_u64().unwrap()
    }

    /// A transport to an address where nobody listens.
    pub(crate) fn closed(&self) -> T {
        (self.transport)(self.address("closed")).unwrap()
    }

    pub(crate) fn transport(&self, base_url: &str) -> Result<T, Error> {
        (self.transport)(base_url)
    }

    pub(crate) async fn get(&self, target: &str) -> Reply {
        self.ask("GET", target, &[], "").await
    }

    pub(crate) async fn control(&self, method: &str, target: &str, body: &Value) -> Reply {
        let headers = [
            ("content-type", "application/json"),
            ("x-emulator-control", "1"),
        ];
        let reply = self.ask(method, target, &headers, &body.to_string()).await;
        assert_eq!(reply.status, 200, "{}", reply.text);
        reply
    }

    /// A token of the host page.
    pub(crate) async fn host_token(&self) -> Secret {
        let reply = self
            .control("POST", "/emulator/host-page", &json!({}))
            .await;
        Secret::new(reply.json()["accessToken"].as_str().unwrap())
    }

    /// Follows the builder's address as a user does.
    pub(crate) async fn code_of(&self, authorization: &Authorization) -> Secret {
        let page = self.get(&authorization.url("")).await;
        assert_eq!(page.status, 200, "{}", page.text);
        let request = between(&page.text, "name=\"request\" value=\"", "\"");
        let form = encode([("request", request), ("user", "9"), ("decision", "allow")]);
        let headers = [("content-type", "application/x-www-form-urlencoded")];
        let reply = self.ask("POST", "/oauth/authorize", &headers, &form).await;
        assert!(
            reply.location.ends_with("&state=st%26te"),
            "{}",
            reply.location
        );
        Secret::new(between(&reply.location, "code=", "&"))
    }

    async fn ask(&self, method: &str, target: &str, headers: &[(&str, &str)], body: &str) -> Reply {
        let profile = match self.profile {
            Profile::Spec => "/ask/spec",
            Profile::Vendor => "/ask/vendor",
        };
        let target = ["/ns/", &self.namespace, target].concat();
        let request =
            json!({ "method": method, "target": target, "headers": headers, "body": body });
        let client = Client::new((self.transport)(&self.helper).unwrap());
        let reply = client.call(&Plain::post(profile, request)).await.unwrap();
        let text = |name: &str| reply[name].as_str().unwrap().to_owned();
        Reply {
            status: reply["status"].as_u64().unwrap().try_into().unwrap(),
            location: text("location"),
            text: text("text"),
        }
    }

    fn address(&self, name: &str) -> &str {
        self.addresses[name].as_str().unwrap()
    }
}

/// A call of the helper: JSON, or nothing, for JSON.
struct Plain {
    method: Method,
    path: String,
    body: Option<Value>,
}

impl Plain {
    fn get(path: &str) -> Self {
        Self {
            method: Method::Get,
            path: path.to_owned(),
            body: None,
        }
    }

    fn post(path: &str, body: Value) -> Self {
        Self {
            method: Method::Post,
            path: path.to_owned(),
            body: Some(body),
        }
    }
}

impl Endpoint for Plain {
    type Answer = Value;

    fn request(&self) -> Result<Request, Error> {
        let request = Request {
            path: self.path.clone(),
            ..Request::new(self.method, "/helper")
        };
        match &self.body {
            Some(body) => request.with_json(body),
            None => Ok(request),
        }
    }

    fn answer(&self, response: &Response) -> Result<Value, Error> {
        Ok(serde_json::from_slice(&response.body).unwrap())
    }
}

fn between<'a>(text: &'a str, before: &str, after: &str) -> &'a str {
    let rest = text.split(before).nth(1).expect("the text before");
    rest.split(after).next().unwrap()
}
