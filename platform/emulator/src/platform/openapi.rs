//! The OpenAPI document.

use std::{collections::BTreeMap, sync::LazyLock};

use calling_rest::{ErrorObject, Method};
use serde_json::{Value, json};
use utoipa::openapi::{
    Components, Content as Media, HttpMethod, Info, OpenApi, PathItem, Paths, RefOr, Required,
    Response, Server, Tag,
    path::{Operation, OperationBuilder, Parameter, ParameterBuilder, ParameterIn},
    request_body::RequestBodyBuilder,
    schema::{Array, KnownFormat, Object, Schema, SchemaFormat, SchemaType, Type},
    security::{
        ApiKey, ApiKeyValue, Http, HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme,
    },
};

use super::{
    endpoint::{Access, AnswerBody, Endpoint, RequestBody},
    endpoints,
    guard::{CONTROL_HEADER, Exposure},
    oauth::client::OF_NO_FORM,
    request::Fields,
    scopes,
    shape::{self, Shape, shape},
};
use crate::Profile;

/// The document of all endpoints in a profile; `base_url` is the server in it.
pub(crate) fn document(profile: Profile, base_url: &str) -> OpenApi {
    let mut paths = Paths::new();
    for endpoint in endpoints::all() {
        let item = PathItem::new(method(endpoint.method), operation(endpoint, profile));
        let known = paths.paths.entry(endpoint.route.to_owned());
        known.or_default().merge_operations(item);
    }
    let mut document = OpenApi::new(
        Info::new(
            "Emulator of the calling platform",
            env!("CARGO_PKG_VERSION"),
        ),
        paths,
    );
    document.servers = Some(vec![Server::new(base_url)]);
    document.tags = Some(TAGS.iter().map(|(name, _)| Tag::new(name)).collect());
    document.components = Some(components());
    document
}

fn components() -> Components {
    let requests = endpoints::all().filter_map(|one| match one.request {
        RequestBody::None => None,
        RequestBody::Form(shape) => Some(shape.without_null()),
        RequestBody::Body(shape) | RequestBody::List(shape) | RequestBody::OptionalBody(shape) => {
            Some(shape)
        }
    });
    let answers = endpoints::all().filter_map(|one| match one.answer {
        AnswerBody::Of(shape) | AnswerBody::ListOf(shape) => Some(shape),
        _ => None,
    });
    let mut components = Components::new();
    components.schemas = shape::components(requests, answers.chain([ERROR]));
    let header = |name: &str| ApiKey::Header(ApiKeyValue::new(name));
    for (name, scheme) in [
        (
            KEY,
            SecurityScheme::ApiKey(ApiKey::Query(ApiKeyValue::with_description(
                "hapikey",
                "The API key of the app's developer account",
            ))),
        ),
        (BEARER, SecurityScheme::Http(bearer())),
        (CONTROL, SecurityScheme::ApiKey(header(CONTROL_HEADER))),
    ] {
        components.add_security_scheme(name, scheme);
    }
    components
}

/// The bearer scheme with its scopes: of records by type, and the others.
fn bearer() -> Http {
    let scopes: Vec<String> = scopes::SCOPES
        .iter()
        .map(|(scope, meaning)| format!("`{scope}`: {meaning}"))
        .collect();
    HttpBuilder::new()
        .scheme(HttpAuthScheme::Bearer)
        .description(Some(format!(
            "An access token of the app. Its scopes open what an operation lists; {}",
            scopes.join("; ")
        )))
        .build()
}

const fn method(method: Method) -> HttpMethod {
    match method {
        Method::Delete => HttpMethod::Delete,
        Method::Get => HttpMethod::Get,
        Method::Patch => HttpMethod::Patch,
        Method::Post => HttpMethod::Post,
        // The list of endpoints has no other method.
        _ => HttpMethod::Put,
    }
}

fn operation(endpoint: &Endpoint, profile: Profile) -> Operation {
    let mut operation = OperationBuilder::new()
        .tag(tag(endpoint.route))
        .summary(Some(endpoint.summary));
    let example = endpoint.example;
    operation = operation
        .description((example.after).map(|before| format!("What it needs is made by `{before}`.")));
    let (path, query) = (example.target.unwrap_or_default().split_once('?'))
        .unwrap_or((example.target.unwrap_or_default(), ""));
    let mut parts = path.split('/');
    for part in endpoint.route.split('/') {
        let shown = parts.next();
        let name = part
            .strip_prefix('{')
            .and_then(|part| part.strip_suffix('}'));
        if let Some(name) = name {
            operation = operation.parameter(path_parameter(name, shown));
        }
    }
    for mut parameter in endpoint.query.iter().flat_map(|query| query()) {
        parameter.description = parameter.description.as_deref().map(shape::plain);
        let shown = query_example(query, &parameter);
        let parameter = ParameterBuilder::from(parameter).example(shown);
        operation = operation.parameter(parameter);
    }
    let body = match endpoint.request {
        RequestBody::None => None,
        RequestBody::Form(shape) => Some((FORM, shape, Required::True)),
        RequestBody::Body(shape) | RequestBody::List(shape) => Some((JSON, shape, Required::True)),
        RequestBody::OptionalBody(shape) => Some((JSON, shape, Required::False)),
    };
    if let Some((media, shape, required)) = body {
        let mut content = of(shape);
        // A test sends every example.
        content.example = (example.body).and_then(|body| serde_json::from_str(body).ok());
        match endpoint.request {
            RequestBody::List(_) => {
                content.schema = content.schema.map(|one| Array::new(one).into());
            }
            RequestBody::Form(shape) => {
                content.schema = Some(shape.form(content.example.as_ref()));
            }
            _ => {}
        }
        let body = RequestBodyBuilder::new()
            .content(media, content)
            .required(Some(required));
        operation = operation.request_body(Some(body.build()));
    }
    let schemes: &[&str] = match endpoint.access {
        Access::Key => &[KEY],
        Access::KeyOrToken => &[KEY, BEARER],
        Access::Token => &[BEARER],
        Access::Free if endpoint.exposure == Exposure::Control => &[CONTROL],
        Access::Free => &[],
    };
    for scheme in schemes {
        let scopes = if *scheme == BEARER {
            endpoint.scopes
        } else {
            &[]
        };
        let scopes = scopes.iter().copied();
        operation = operation.security(SecurityRequirement::new(*scheme, scopes));
    }
    for (status, response) in responses(endpoint, profile) {
        operation = operation.response(status, response);
    }
    operation.build()
}

/// The value of a parameter in an example's query.
fn query_example(query: &str, parameter: &Parameter) -> Option<Value> {
    let fields = Fields::parse(query.as_bytes());
    let text = fields.get(&parameter.name)?;
    let number = || {
        text.parse::<i64>()
            .map_or_else(|_| text.into(), Value::from)
    };
    Some(match &parameter.schema {
        Some(RefOr::T(Schema::Array(_))) => text.split(',').collect(),
        Some(RefOr::T(Schema::Object(object))) => match &object.schema_type {
            SchemaType::Type(Type::Integer) => number(),
            SchemaType::Array(types) if types.contains(&Type::Integer) => number(),
            SchemaType::Array(types) if types.contains(&Type::Array) => text.split(',').collect(),
            _ => text.into(),
        },
        _ => text.into(),
    })
}

/// The responses by their status.
fn responses(endpoint: &Endpoint, profile: Profile) -> Vec<(String, Response)> {
    let success = match profile {
        Profile::Spec => 200,
        Profile::Vendor => endpoint.vendor_status,
    };
    let is_empty = success == 204;
    let success = success.to_string();
    let done = |content: Option<(&str, Media)>| response("Done", content);
    let mut responses = match endpoint.answer {
        // The service's answer has no body.
        _ if is_empty => vec![(success, done(None))],
        AnswerBody::Empty => vec![(success, done(None))],
        AnswerBody::Of(shape) => {
            let mut responses = vec![(success, done(Some((JSON, of(shape)))))];
            if endpoint.is_in_part && profile == Profile::Vendor {
                let part = response("Done in part", Some((JSON, of(shape))));
                responses.push(("207".to_owned(), part));
            }
            responses
        }
        AnswerBody::ListOf(shape) => {
            let mut list = of(shape);
            list.schema = list.schema.map(|one| Array::new(one).into());
            vec![(success, done(Some((JSON, list))))]
        }
        AnswerBody::Document => {
            let any = Object::with_type(Type::Object);
            vec![(success, done(Some((JSON, Media::new(Some(any))))))]
        }
        AnswerBody::Page => vec![(success, done(Some(page())))],
        AnswerBody::File => {
            let file = ("*/*", Media::new(Some(Object::with_type(Type::String))));
            vec![(success, done(Some(file)))]
        }
        AnswerBody::Redirect => vec![
            ("200".to_owned(), response("After Cancel", Some(page()))),
            (
                "303".to_owned(),
                response("Back to the app, or to the page", None),
            ),
        ],
    };
    let is_for_people = matches!(endpoint.answer, AnswerBody::Page | AnswerBody::Redirect);
    for status in endpoint.refusals {
        let codes = if *status == 400 { endpoint.codes } else { &[] };
        let refused = if is_for_people && matches!(status, 400 | 404) {
            page()
        } else {
            let mut refused = of(ERROR);
            refused.example = codes.first().copied().map(refusal);
            (JSON, refused)
        };
        let description = match codes {
            [] => "Refused".to_owned(),
            _ => {
                let each = codes
                    .iter()
                    .map(|(code, error)| format!("`{code}` (`{error}`)"));
                format!(
                    "Refused, by `status` and in brackets `error`: {}. There is no `category`.",
                    each.collect::<Vec<_>>().join(", ")
                )
            }
        };
        responses.push((status.to_string(), response(&description, Some(refused))));
    }
    let refused = response("Refused", Some((JSON, of(ERROR))));
    responses.push(("default".to_owned(), refused));
    responses
}

/// An example of an OAuth refusal.
fn refusal((code, error): (&str, &str)) -> Value {
    json!({
        "status": code,
        "message": OF_NO_FORM,
        "correlationId": "aeb5f871-7f07-4993-9211-075dc63e7cbf",
        "error": error,
        "error_description": OF_NO_FORM,
    })
}

fn response(description: &str, content: Option<(&str, Media)>) -> Response {
    let mut response = Response::new(description);
    if let Some((media, content)) = content {
        response.content.insert(media.to_owned(), content.into());
    }
    response
}

/// JSON or a form of a type.
fn of(shape: Shape) -> Media {
    Media::new(Some(shape.reference()))
}

fn page() -> (&'static str, Media) {
    (
        "text/html",
        Media::new(Some(Object::with_type(Type::String))),
    )
}

fn path_parameter(name: &str, shown: Option<&str>) -> Parameter {
    let (meaning, usual) = PATH_PARAMETERS.get(name).cloned().unwrap_or_default();
    let mut schema = Object::with_type(Type::String);
    let mut value = shown.map_or_else(|| usual.clone(), Value::from);
    if usual.is_number() {
        schema = Object::with_type(Type::Integer);
        schema.format = Some(SchemaFormat::KnownFormat(KnownFormat::Int32));
        value = shown.map_or(usual, |text| text.parse::<i32>().ok().into());
    }
    ParameterBuilder::new()
        .name(name)
        .parameter_in(ParameterIn::Path)
        .required(Required::True)
        .description(Some(meaning))
        .schema(Some(schema))
        .example(Some(value))
        .build()
}

/// The group of an operation, by the prefix of its path.
fn tag(route: &str) -> &'static str {
    let is_below = |prefixes: &[&str]| prefixes.iter().any(|prefix| route.starts_with(prefix));
    let of_route = TAGS.iter().find(|(_, prefixes)| is_below(prefixes));
    of_route.map_or("Other", |(tag, _)| tag)
}

/// The first match counts.
const TAGS: [(&str, &[&str]); 8] = [
    ("Calling", &["/crm/v3/extensions/calling"]),
    ("Card migration", &["/crm/v3/extensions/cards-dev"]),
    ("Properties", &["/crm/v3/properties"]),
    ("Records", &["/crm/"]),
    (
        "OAuth",
        &[
            "/oauth/",
            "/account-info/",
            "/appinstalls/",
            "/integrations/v1/me",
        ],
    ),
    ("Timeline events", &["/integrations/"]),
    ("Pages of quotes", &["/quotes/"]),
    ("The emulator itself", &["/emulator/"]),
];

/// Path parameters: description, and a value in the built-in data.
static PATH_PARAMETERS: LazyLock<BTreeMap<String, (String, Value)>> = LazyLock::new(|| {
    // A test finds each of them in the document.
    serde_json::from_str(include_str!("path_parameters.json")).unwrap_or_default()
});

const ERROR: Shape = shape::<ErrorObject>();

const KEY: &str = "developerKey";
const BEARER: &str = "bearer";
const CONTROL: &str = "control";
const JSON: &str = "application/json";
const FORM: &str = "application/x-www-form-urlencoded";
