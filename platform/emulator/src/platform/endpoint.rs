//! The description of an endpoint, for the router and the OpenAPI document.
//!
//! Each is declared beside its handler. A type describes the fields of a request or an answer,
//! most often one shared with the client.

use calling_rest::Method;
use utoipa::ToSchema;

use super::{
    answer::{Answer, Result},
    guard::Exposure,
    namespace::Namespace,
    request::Request,
    scopes,
    shape::{Params, Shape, shape},
};
use crate::Profile;

/// One endpoint.
#[derive(Debug)]
pub(crate) struct Endpoint {
    pub(crate) method: Method,
    pub(crate) route: &'static str,
    pub(crate) summary: &'static str,
    pub(crate) exposure: Exposure,
    pub(crate) access: Access,
    /// Scopes of which a token needs one, unless the path decides.
    pub(crate) scopes: &'static [&'static str],
    pub(crate) request: RequestBody,
    /// Parameters of the query.
    pub(crate) query: &'static [Params],
    /// True if a part of it may fail, which the service answers with 207.
    pub(crate) is_in_part: bool,
    /// The service's own status of success; 200 by default.
    pub(crate) vendor_status: u16,
    pub(crate) answer: AnswerBody,
    pub(crate) refusals: &'static [u16],
    /// The codes of refusals with 400, if few: the service's and the standard's.
    pub(crate) codes: Codes,
    pub(crate) handler: Handler,
    /// A request that works on a fresh emulator.
    pub(crate) example: Example,
}

/// The request in the document, prefilled on the page of endpoints.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Example {
    /// Path and query, if not the usual ones.
    pub(crate) target: Option<&'static str>,
    /// The body as JSON, even for a form.
    pub(crate) body: Option<&'static str>,
    /// The endpoint whose example is sent first: method and route.
    pub(crate) after: Option<&'static str>,
}

/// Codes of refusals, each with its code of RFC 6749, section 5.2.
pub(crate) type Codes = &'static [(&'static str, &'static str)];

/// The credentials of a caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    /// Nothing.
    Free,
    /// A developer's key.
    Key,
    /// A developer's key, or an access token of the app.
    KeyOrToken,
    /// An access token.
    Token,
}

/// The body of a request.
#[derive(Clone, Copy, Debug)]
pub(crate) enum RequestBody {
    /// Nothing.
    None,
    /// A form with the fields of this type.
    Form(Shape),
    /// A JSON object of this type.
    Body(Shape),
    /// A JSON list of objects of this type.
    List(Shape),
    /// The same; no body counts as an empty object.
    OptionalBody(Shape),
}

/// The body of an answer.
#[derive(Clone, Copy, Debug)]
pub(crate) enum AnswerBody {
    /// Nothing.
    Empty,
    /// A JSON object of this type.
    Of(Shape),
    /// A list of such objects.
    ListOf(Shape),
    /// An OpenAPI document.
    Document,
    /// A page.
    Page,
    /// A file of a page; its name gives the media type.
    File,
    /// The redirect to an app.
    Redirect,
}

/// Answers a request from the data of its namespace.
pub(crate) type DataHandler = fn(&Request, &Namespace<'_>) -> Result<Answer>;

/// Answers a request without data.
pub(crate) type PlainHandler = fn(&Request, Profile) -> Result<Answer>;

/// The handler of a request.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Handler {
    /// A function of the request.
    Plain(PlainHandler),
    /// A function of the request and the data.
    Data(DataHandler),
    /// The server itself.
    Own(Own),
}

/// An endpoint that needs the server's own state.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Own {
    Document,
    Faults,
    Log,
    RemoveNamespace,
    Reset,
}

impl Endpoint {
    /// An endpoint for everyone, except pages of other origins.
    pub(crate) const fn new(method: Method, route: &'static str, handler: Handler) -> Self {
        Self {
            method,
            route,
            summary: "",
            exposure: Exposure::Guarded,
            access: Access::Free,
            scopes: &[],
            request: RequestBody::None,
            query: &[],
            is_in_part: false,
            vendor_status: 200,
            answer: AnswerBody::Empty,
            refusals: &[],
            codes: &[],
            handler,
            example: Example {
                target: None,
                body: None,
                after: None,
            },
        }
    }

    /// For a developer's key, or an access token of the app.
    pub(crate) const fn keyed(method: Method, route: &'static str, handler: DataHandler) -> Self {
        let mut endpoint = Self::new(method, route, Handler::Data(handler));
        endpoint.access = Access::KeyOrToken;
        endpoint.scopes = match method {
            Method::Get => &[scopes::READ],
            _ => &[scopes::WRITE],
        };
        endpoint.refusals = &[400, 401, 403, 404];
        endpoint
    }

    /// For a developer's key.
    pub(crate) const fn of_developer(
        method: Method,
        route: &'static str,
        handler: DataHandler,
    ) -> Self {
        let mut endpoint = Self::keyed(method, route, handler);
        endpoint.access = Access::Key;
        endpoint
    }

    /// For an access token.
    pub(crate) const fn with_token(
        method: Method,
        route: &'static str,
        handler: DataHandler,
    ) -> Self {
        let mut endpoint = Self::keyed(method, route, handler);
        endpoint.access = Access::Token;
        endpoint.scopes = &[];
        endpoint
    }

    /// An endpoint of the platform without credentials.
    pub(crate) const fn open(method: Method, route: &'static str, handler: DataHandler) -> Self {
        Self::new(method, route, Handler::Data(handler))
    }

    /// A control path.
    pub(crate) const fn control(method: Method, route: &'static str, handler: DataHandler) -> Self {
        let mut endpoint =
            Self::new(method, route, Handler::Data(handler)).exposed(Exposure::Control);
        endpoint.refusals = &[400];
        endpoint
    }

    /// A control path of the server itself.
    pub(crate) const fn own_control(method: Method, route: &'static str, own: Own) -> Self {
        let mut endpoint = Self::new(method, route, Handler::Own(own)).exposed(Exposure::Control);
        endpoint.refusals = &[400];
        endpoint
    }

    /// The pages that may send requests.
    pub(crate) const fn exposed(mut self, exposure: Exposure) -> Self {
        self.exposure = exposure;
        self
    }

    /// A summary in a few words.
    pub(crate) const fn summary(mut self, summary: &'static str) -> Self {
        self.summary = summary;
        self
    }

    /// Path and query of its example.
    pub(crate) const fn at(mut self, target: &'static str) -> Self {
        self.example.target = Some(target);
        self
    }

    /// The body of its example, as JSON.
    pub(crate) const fn example(mut self, body: &'static str) -> Self {
        self.example.body = Some(body);
        self
    }

    /// The endpoint whose example is sent first.
    pub(crate) const fn after(mut self, endpoint: &'static str) -> Self {
        self.example.after = Some(endpoint);
        self
    }

    /// Scopes of which a token needs one.
    pub(crate) const fn scoped(mut self, scopes: &'static [&'static str]) -> Self {
        self.scopes = scopes;
        self
    }

    /// The JSON object of a request.
    pub(crate) const fn takes<T: ToSchema>(self) -> Self {
        self.requests(RequestBody::Body(shape::<T>()))
    }

    /// The same; its reader refuses null.
    pub(crate) const fn takes_without_null<T: ToSchema>(self) -> Self {
        self.requests(RequestBody::Body(shape::<T>().without_null()))
    }

    /// The same; no body counts as an empty object.
    pub(crate) const fn may_take<T: ToSchema>(self) -> Self {
        self.requests(RequestBody::OptionalBody(shape::<T>()))
    }

    /// A JSON list of such objects.
    pub(crate) const fn takes_list<T: ToSchema>(self) -> Self {
        self.requests(RequestBody::List(shape::<T>()))
    }

    /// A form with the fields of a type.
    pub(crate) const fn takes_form<T: ToSchema>(self) -> Self {
        self.requests(RequestBody::Form(shape::<T>()))
    }

    const fn requests(mut self, request: RequestBody) -> Self {
        self.request = request;
        self
    }

    /// Parameters of the query.
    pub(crate) const fn with_query(mut self, parameters: &'static [Params]) -> Self {
        self.query = parameters;
        self
    }

    /// Lets a part of it fail.
    pub(crate) const fn in_part(mut self) -> Self {
        self.is_in_part = true;
        self
    }

    /// The JSON object of an answer.
    pub(crate) const fn answers<T: ToSchema>(self) -> Self {
        self.answers_as(AnswerBody::Of(shape::<T>()))
    }

    /// A JSON list of such objects.
    pub(crate) const fn lists<T: ToSchema>(self) -> Self {
        self.answers_as(AnswerBody::ListOf(shape::<T>()))
    }

    /// An answer of another kind.
    pub(crate) const fn answers_as(mut self, answer: AnswerBody) -> Self {
        self.answer = answer;
        self
    }

    /// The service's own status of success.
    pub(crate) const fn vendor(mut self, status: u16) -> Self {
        self.vendor_status = status;
        self
    }

    /// The codes of its refusals with 400.
    pub(crate) const fn refuses_with(mut self, codes: Codes) -> Self {
        self.codes = codes;
        self.refusals = &[400];
        self
    }

    /// The statuses of refusals.
    pub(crate) const fn refuses(mut self, statuses: &'static [u16]) -> Self {
        self.refusals = statuses;
        self
    }

    /// True if faults apply to it.
    pub(crate) fn has_faults(&self) -> bool {
        matches!(self.exposure, Exposure::Guarded | Exposure::Linked)
            && matches!(self.handler, Handler::Data(_))
    }
}
