//! Every call by its name, its parameters and its answer as plain data: for
//! clients in other languages.

use serde_json::{Map, Value, json};

use super::{
    Endpoint, Error, Request, Response, Secret,
    access::Access,
    calling_settings::{App, CreateSettings, DeleteSettings, ReadSettings, UpdateSettings},
    channel_connection::{
        CreateChannelConnection, DeleteChannelConnection, ReadChannelConnection,
        UpdateChannelConnection,
    },
    fields::{Fields, address_fault},
    inbound_call::{CallNumber, FinalCallStatus, InboundCall},
    oauth::{
        AccessTokenMetadata, Authorization, ClientCredentials, Credentials, DeleteRefreshToken,
        ExchangeCode, Introspect, Introspection, OAuthVersion, ReadAccessToken, ReadRefreshToken,
        RefreshTokenMetadata, RefreshTokens, RevokeToken, TokenKind, Tokens,
    },
    pkce::{CodeChallenge, CodeVerifier},
    reader::{FromFields, Reader, list_of, map_of, text, texts},
    recording::{Recording, RecordingAction, RecordingReady},
    settings::{CallingSettings, Problem, ProblemCode, SettingsPatch},
};

/// A call of any endpoint, whose answer is plain data.
///
/// An answer is what came, once it is known to be what the endpoint answers: fields
/// nobody knows yet are in it too. Those that the service spells with underscores
/// are in camel case; a call without an answer gives null.
#[derive(Debug)]
pub struct AnyCall {
    request: Result<Request, Error>,
    answer: fn(&Response) -> Result<Value, Error>,
}

impl Endpoint for AnyCall {
    type Answer = Value;

    fn request(&self) -> Result<Request, Error> {
        self.request.clone()
    }

    fn answer(&self, response: &Response) -> Result<Value, Error> {
        (self.answer)(response)
    }
}

/// Reads a call: its name, and its parameters.
///
/// # Errors
///
/// Every [`Problem`] of the parameters; none quotes a value.
pub fn read(name: &str, parameters: &Value) -> Result<AnyCall, Vec<Problem>> {
    let none = Map::new();
    let mut fields = Fields::new(parameters.as_object().unwrap_or(&none));
    let call: AnyCall = match name {
        "createSettings" => {
            let app = app(&mut fields);
            let settings = fields
                .part("settings", "the app's settings")
                .map(CallingSettings::from_value);
            let settings = fields.take(settings);
            return both(fields, settings, |settings| {
                plain(CreateSettings { app, settings })
            });
        }
        "readSettings" => plain(ReadSettings {
            app: app(&mut fields),
        }),
        "updateSettings" => {
            let app = app(&mut fields);
            let patch = fields
                .part("patch", "what changes")
                .map(SettingsPatch::from_value);
            let patch = fields.take(patch);
            return both(fields, patch, |patch| plain(UpdateSettings { app, patch }));
        }
        "deleteSettings" => without_answer(DeleteSettings {
            app: app(&mut fields),
        }),
        "createRecording" => plain(Recording {
            app: app(&mut fields),
            action: RecordingAction::Create(recording_url(&mut fields)),
        }),
        "readRecording" => plain(Recording {
            app: app(&mut fields),
            action: RecordingAction::Read,
        }),
        "updateRecording" => plain(Recording {
            app: app(&mut fields),
            action: RecordingAction::Update(recording_url(&mut fields)),
        }),
        "recordingReady" => without_answer(RecordingReady {
            access: access(&mut fields),
            engagement_id: fields.id("engagementId", "the call's engagement"),
        }),
        "createChannelConnection" => plain(CreateChannelConnection {
            app: app(&mut fields),
            url: fields.address("url", "the app's address for it"),
            is_ready: fields.given_flag("isReady"),
        }),
        "readChannelConnection" => plain(ReadChannelConnection {
            app: app(&mut fields),
        }),
        "updateChannelConnection" => plain(UpdateChannelConnection {
            app: app(&mut fields),
            url: fields
                .has("url")
                .then(|| fields.address("url", "the app's address for it")),
            is_ready: fields.flag("isReady"),
        }),
        "deleteChannelConnection" => without_answer(DeleteChannelConnection {
            app: app(&mut fields),
        }),
        "inboundCall" => {
            let access = access(&mut fields);
            let told = inbound_call(&mut fields, access);
            return both(fields, told, plain);
        }
        "exchangeCode" => with_camel_case(ExchangeCode {
            credentials: credentials(&mut fields),
            code: fields.secret("code", "the code that came back with the user"),
            redirect_uri: fields.address("redirectUri", "the address of the authorization"),
            code_verifier: fields.formed("codeVerifier", CodeVerifier::parse),
        }),
        "refreshTokens" => with_camel_case(RefreshTokens {
            credentials: credentials(&mut fields),
            refresh_token: fields.secret("refreshToken", "the refresh token"),
        }),
        "clientCredentials" => with_camel_case(ClientCredentials {
            credentials: credentials(&mut fields),
            scopes: fields
                .given("scopes", "a list of the scopes the token is for", texts)
                .unwrap_or_default(),
        }),
        "introspect" => with_camel_case(Introspect {
            credentials: credentials(&mut fields),
            token: fields.secret("token", "the token"),
            hint: fields.typed(
                "hint",
                "\"access_token\" or \"refresh_token\"",
                TokenKind::read,
            ),
        }),
        "revokeToken" => without_answer(RevokeToken {
            credentials: credentials(&mut fields),
            token: fields.secret("token", "the refresh token"),
        }),
        "readAccessToken" => with_camel_case(ReadAccessToken {
            token: fields.secret("token", "the access token"),
        }),
        "readRefreshToken" => with_camel_case(ReadRefreshToken {
            token: fields.secret("token", "the refresh token"),
        }),
        "deleteRefreshToken" => without_answer(DeleteRefreshToken {
            token: fields.secret("token", "the refresh token"),
        }),
        _ => {
            return Err(vec![Problem::new(
                ProblemCode::UnknownCall,
                None,
                "there is no such call",
            )]);
        }
    };
    fields.finish(call)
}

/// The address a user is sent to, of plain data: `authUrl`, `clientId`,
/// `redirectUri`, `scopes`, and where wished `optionalScopes`, `state` and
/// `codeChallenge`.
///
/// # Errors
///
/// Every [`Problem`] of the data.
pub fn authorization_url(parameters: &Value) -> Result<String, Vec<Problem>> {
    let none = Map::new();
    let mut fields = Fields::new(parameters.as_object().unwrap_or(&none));
    let auth_url = fields.address("authUrl", "the address of the service's pages");
    let authorization = Authorization {
        client_id: client_id(&mut fields),
        redirect_uri: fields.address("redirectUri", "where the user comes back"),
        scopes: fields
            .given("scopes", "a list of the scopes the app needs", texts)
            .unwrap_or_default(),
        optional_scopes: fields
            .typed("optionalScopes", "a list of scopes", texts)
            .unwrap_or_default(),
        state: fields
            .typed("state", "a text nobody can guess", text)
            .map(Secret::new),
        code_challenge: fields.formed("codeChallenge", CodeChallenge::parse),
    };
    fields
        .finish(authorization)
        .map(|authorization| authorization.url(&auth_url))
}

/// A verifier of PKCE and its challenge, of 32 bytes that nobody can guess:
/// `codeVerifier` and `codeChallenge`.
///
/// # Errors
///
/// The [`Problem`] of bytes that are not 32.
pub fn pkce(bytes: &[u8]) -> Result<Value, Problem> {
    let Ok(bytes) = bytes.try_into() else {
        return Err(Problem::new(
            ProblemCode::InvalidPkce,
            Some("bytes"),
            "bytes are not 32: give 32 bytes of the system's randomness",
        ));
    };
    let verifier = CodeVerifier::from_bytes(bytes);
    Ok(json!({
        "codeVerifier": verifier.secret().expose(),
        "codeChallenge": verifier.challenge().as_str(),
    }))
}

/// What is wrong with the address that calls go below; `field` names it.
#[must_use]
pub fn base_url_problem(field: &'static str, url: &str) -> Option<Problem> {
    let why = address_fault(url).or_else(|| {
        url.contains(['?', '#'])
            .then_some("has a query or a fragment: leave it out")
    })?;
    Some(Problem::new(
        ProblemCode::InvalidUrl,
        Some(field),
        &[field, " ", why].concat(),
    ))
}

fn app(fields: &mut Fields<'_>) -> App {
    App {
        id: fields.id("appId", "the app's identifier"),
        access: access(fields),
    }
}

fn access(fields: &mut Fields<'_>) -> Access {
    if fields.has("accessToken") {
        Access::Token(fields.secret("accessToken", "an access token of the app"))
    } else {
        Access::Key(fields.secret("key", "the developer account's API key"))
    }
}

fn credentials(fields: &mut Fields<'_>) -> Credentials {
    Credentials {
        client_id: client_id(fields),
        client_secret: fields.secret("clientSecret", "the app's client secret"),
        version: if fields.flag("isV3") == Some(true) {
            OAuthVersion::V3
        } else {
            OAuthVersion::V1
        },
    }
}

fn client_id(fields: &mut Fields<'_>) -> String {
    fields.filled(
        "clientId",
        "the app's client id",
        "give the app's client id",
    )
}

fn recording_url(fields: &mut Fields<'_>) -> String {
    fields.address(
        "urlToRetrieveAuthedRecording",
        "the address that recordings are fetched from",
    )
}

fn inbound_call(fields: &mut Fields<'_>, access: Access) -> Option<InboundCall> {
    const NUMBER: &str = r#"{"e164Number":"+15550100","phoneNumberType":"MOBILE"}"#;
    Some(InboundCall {
        access,
        external_call_id: fields.filled(
            "externalCallId",
            "the app's identifier of the call",
            "give the call an identifier",
        ),
        create_engagement: fields.given_flag("createEngagement"),
        engagement_properties: fields
            .given("engagementProperties", "an object of texts", |value| {
                map_of(value, text)
            })
            .unwrap_or_default(),
        potential_recipient_user_ids: fields
            .given(
                "potentialRecipientUserIds",
                "a list of users' identifiers",
                |value| list_of(value, Value::as_i64),
            )
            .unwrap_or_default(),
        call_started_timestamp: fields.typed("callStartedTimestamp", "an ISO date-time", text),
        duration_seconds: fields.typed("durationSeconds", "whole seconds", Value::as_i64),
        user_id: fields
            .has("userId")
            .then(|| fields.id("userId", "the user")),
        final_call_status: fields.given(
            "finalCallStatus",
            "a status of the service such as \"COMPLETED\"",
            FinalCallStatus::read,
        )?,
        from_number: fields.given("fromNumber", NUMBER, number)?,
        to_number: fields.given("toNumber", NUMBER, number)?,
    })
}

fn number(value: &Value) -> Option<CallNumber> {
    Reader::read(value).ok()
}

/// The call, when neither the fields nor the part they need has a problem.
fn both<T>(
    fields: Fields<'_>,
    part: Option<T>,
    call: impl FnOnce(T) -> AnyCall,
) -> Result<AnyCall, Vec<Problem>> {
    let part = fields.finish(part)?;
    // What is not there is among the problems.
    part.map(call).ok_or_else(Vec::new)
}

fn plain<E>(endpoint: E) -> AnyCall
where
    E: Endpoint<Answer: FromFields>,
{
    AnyCall {
        request: endpoint.request(),
        answer: |response| checked::<E::Answer>(response).map(|(value, _)| value),
    }
}

fn with_camel_case<E>(endpoint: E) -> AnyCall
where
    E: Endpoint<Answer: SnakeCase>,
{
    AnyCall {
        request: endpoint.request(),
        answer: |response| {
            let (value, answer) = checked::<E::Answer>(response)?;
            Ok(in_camel_case(value, answer.fresh_for_ms()))
        },
    }
}

fn without_answer(endpoint: impl Endpoint<Answer = ()>) -> AnyCall {
    AnyCall {
        request: endpoint.request(),
        answer: |_| Ok(Value::Null),
    }
}

/// The body as it came, fields nobody knows yet included, and what is read of it.
fn checked<A: FromFields>(response: &Response) -> Result<(Value, A), Error> {
    let value = response.json()?;
    let answer = response.read_of(&value)?;
    Ok((value, answer))
}

/// An answer of the OAuth endpoints, which the service spells with underscores.
trait SnakeCase: FromFields {
    /// For how long what it holds can be given out.
    fn fresh_for_ms(&self) -> Option<u64> {
        None
    }
}

impl SnakeCase for Tokens {
    fn fresh_for_ms(&self) -> Option<u64> {
        Some(Tokens::fresh_for_ms(self))
    }
}

impl SnakeCase for AccessTokenMetadata {}

impl SnakeCase for RefreshTokenMetadata {}

impl SnakeCase for Introspection {}

fn in_camel_case(value: Value, fresh_for_ms: Option<u64>) -> Value {
    let mut renamed = Map::new();
    if let Value::Object(fields) = value {
        for (name, value) in fields {
            renamed.insert(camel_case(&name), value);
        }
    }
    if let Some(ms) = fresh_for_ms {
        renamed.insert("freshForMs".to_owned(), ms.into());
    }
    Value::Object(renamed)
}

fn camel_case(name: &str) -> String {
    let mut words = name.split('_');
    let mut joined = words.next().unwrap_or_default().to_owned();
    for word in words {
        let mut letters = word.chars();
        joined.extend(letters.next().map(|letter| letter.to_ascii_uppercase()));
        joined.push_str(letters.as_str());
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(name: &str, parameters: &Value) -> Vec<(ProblemCode, Option<&'static str>)> {
        read(name, parameters)
            .err()
            .unwrap_or_default()
            .iter()
            .map(|problem| (problem.code, problem.field))
            .collect()
    }

    /// The request as it goes out.
    fn sent(name: &str, parameters: &Value) -> String {
        let request = match read(name, parameters) {
            Ok(call) => call.request().unwrap(),
            Err(problems) => panic!("{name}: {problems:?}"),
        };
        format!(
            "{} {} {}",
            request.method.as_str(),
            request.target(),
            String::from_utf8(request.body).unwrap()
        )
        .trim_end()
        .to_owned()
    }

    #[test]
    fn every_call_can_be_read() {
        let settings = json!({ "name": "Phone", "url": "https://phone.example/" });
        let number = json!({ "e164Number": "+15550100", "phoneNumberType": "MOBILE" });
        let parameters = json!({
            "appId": 7, "key": "k", "settings": settings, "patch": { "isReady": true },
            "urlToRetrieveAuthedRecording": "https://r.example/", "engagementId": 5,
            "url": "https://c.example/", "isReady": false,
            "externalCallId": "c-1", "createEngagement": false, "engagementProperties": {},
            "finalCallStatus": "MISSED", "fromNumber": number, "toNumber": number,
            "potentialRecipientUserIds": [9], "userId": 9,
            "clientId": "id", "clientSecret": "s", "code": "c",
            "redirectUri": "https://app.example/back", "refreshToken": "r", "token": "t",
            "scopes": ["a", "b"], "hint": "refresh_token",
        });
        let base = "/crm/v3/extensions/calling/7/settings";

        for (name, expected) in [
            ("createSettings", format!(r#"POST {base}?hapikey=k {{"name":"Phone","url":"https://phone.example/"}}"#)),
            ("readSettings", format!("GET {base}?hapikey=k")),
            ("updateSettings", format!(r#"PATCH {base}?hapikey=k {{"isReady":true}}"#)),
            ("deleteSettings", format!("DELETE {base}?hapikey=k")),
            ("createRecording", format!(r#"POST {base}/recording?hapikey=k {{"urlToRetrieveAuthedRecording":"https://r.example/"}}"#)),
            ("readRecording", format!("GET {base}/recording?hapikey=k")),
            ("updateRecording", format!(r#"PATCH {base}/recording?hapikey=k {{"urlToRetrieveAuthedRecording":"https://r.example/"}}"#)),
            ("recordingReady", r#"POST /crm/v3/extensions/calling/recordings/ready?hapikey=k {"engagementId":5}"#.to_owned()),
            ("createChannelConnection", format!(r#"POST {base}/channel-connection?hapikey=k {{"url":"https://c.example/","isReady":false}}"#)),
            ("readChannelConnection", format!("GET {base}/channel-connection?hapikey=k")),
            ("updateChannelConnection", format!(r#"PATCH {base}/channel-connection?hapikey=k {{"url":"https://c.example/","isReady":false}}"#)),
            ("deleteChannelConnection", format!("DELETE {base}/channel-connection?hapikey=k")),
            ("inboundCall", r#"POST /crm/v3/extensions/calling/inbound-call?hapikey=k {"externalCallId":"c-1","createEngagement":false,"engagementProperties":{},"finalCallStatus":"MISSED","fromNumber":{"e164Number":"+15550100","phoneNumberType":"MOBILE"},"toNumber":{"e164Number":"+15550100","phoneNumberType":"MOBILE"},"potentialRecipientUserIds":[9],"userId":9}"#.to_owned()),
            ("exchangeCode", "POST /oauth/v1/token grant_type=authorization_code&code=c&redirect_uri=https%3A%2F%2Fapp.example%2Fback&client_id=id&client_secret=s".to_owned()),
            ("refreshTokens", "POST /oauth/v1/token grant_type=refresh_token&refresh_token=r&client_id=id&client_secret=s".to_owned()),
            ("clientCredentials", "POST /oauth/v1/token grant_type=client_credentials&scope=a%20b&client_id=id&client_secret=s".to_owned()),
            ("introspect", "POST /oauth/v3/token/introspect token=t&token_type_hint=refresh_token&client_id=id&client_secret=s".to_owned()),
            ("revokeToken", "POST /oauth/v3/token/revoke token=t&token_type_hint=refresh_token&client_id=id&client_secret=s".to_owned()),
            ("readAccessToken", "GET /oauth/v1/access-tokens/t".to_owned()),
            ("readRefreshToken", "GET /oauth/v1/refresh-tokens/t".to_owned()),
            ("deleteRefreshToken", "DELETE /oauth/v1/refresh-tokens/t".to_owned()),
        ] {
            assert_eq!(sent(name, &parameters), expected, "{name}");
            assert!(!faults(name, &json!({})).is_empty(), "{name}");
        }
        let v3 =
            json!({ "clientId": "id", "clientSecret": "s", "refreshToken": "r", "isV3": true });
        assert!(sent("refreshTokens", &v3).starts_with("POST /oauth/v3/token grant_type="));
        let token = json!({ "appId": 7, "accessToken": "t" });
        let request = read("readSettings", &token).unwrap().request().unwrap();
        assert_eq!(request.target(), base);
        assert_eq!(request.bearer, Some(Secret::new("t")));
        assert_eq!(
            faults("dial", &parameters),
            [(ProblemCode::UnknownCall, None)]
        );
    }

    #[test]
    fn every_fault_is_named_with_its_field() {
        use ProblemCode as C;

        for (name, parameters, expected) in [
            (
                "createSettings",
                json!({ "appId": 0, "key": " ", "settings": { "name": "", "url": "http://a.example" } }),
                vec![
                    (C::InvalidId, Some("appId")),
                    (C::Empty, Some("key")),
                    (C::Empty, Some("name")),
                    (C::InvalidUrl, Some("url")),
                ],
            ),
            (
                "readSettings",
                json!({ "appId": 3_000_000_000_u32, "key": 5 }),
                vec![(C::InvalidId, Some("appId")), (C::WrongType, Some("key"))],
            ),
            (
                "readSettings",
                json!({ "appId": 1, "accessToken": "" }),
                vec![(C::Empty, Some("accessToken"))],
            ),
            (
                "readSettings",
                json!({ "appId": "123" }),
                vec![
                    (C::WrongType, Some("appId")),
                    (C::MissingField, Some("key")),
                ],
            ),
            (
                "updateSettings",
                json!({ "appId": 1, "key": "k", "patch": { "width": 0.5 } }),
                vec![(C::InvalidSize, Some("width"))],
            ),
            (
                "updateChannelConnection",
                json!({ "appId": 1, "key": "k", "url": "ftp://a.example" }),
                vec![(C::InvalidUrl, Some("url"))],
            ),
            (
                "inboundCall",
                json!({ "key": "k", "externalCallId": "", "createEngagement": 1,
                    "engagementProperties": { "a": 1 }, "potentialRecipientUserIds": ["9"],
                    "finalCallStatus": "GONE", "userId": 1.5 }),
                vec![
                    (C::Empty, Some("externalCallId")),
                    (C::WrongType, Some("createEngagement")),
                    (C::WrongType, Some("engagementProperties")),
                    (C::WrongType, Some("potentialRecipientUserIds")),
                    (C::InvalidId, Some("userId")),
                    (C::WrongType, Some("finalCallStatus")),
                ],
            ),
            (
                "readAccessToken",
                json!({ "token": "" }),
                vec![(C::Empty, Some("token"))],
            ),
            (
                "exchangeCode",
                json!({ "clientId": "i", "clientSecret": "s", "code": "c",
                    "redirectUri": "https://a.example/", "codeVerifier": "short" }),
                vec![(C::InvalidPkce, Some("codeVerifier"))],
            ),
            (
                "readAccessToken",
                json!("text"),
                vec![(C::MissingField, Some("token"))],
            ),
        ] {
            assert_eq!(faults(name, &parameters), expected, "{name} {parameters}");
        }
    }

    #[test]
    fn no_problem_quotes_a_value() {
        let canary = json!(["canary"]);
        let parameters = json!({
            "appId": "canary", "key": canary, "settings": "canary", "clientId": canary,
            "clientSecret": canary, "code": canary, "redirectUri": "canary://", "refreshToken": canary,
            "codeVerifier": "canary",
            "finalCallStatus": "canary", "url": "canary", "isReady": "canary",
        });

        for name in [
            "createSettings",
            "createChannelConnection",
            "inboundCall",
            "exchangeCode",
            "refreshTokens",
        ] {
            let problems = read(name, &parameters).err().unwrap_or_default();
            assert!(!problems.is_empty(), "{name}");
            assert!(!format!("{problems:?}").contains("canary"), "{problems:?}");
        }
    }

    #[test]
    fn answers_are_spelt_in_camel_case_and_say_how_long_a_token_is_fresh() {
        let refresh = read(
            "refreshTokens",
            &json!({ "clientId": "id", "clientSecret": "s", "refreshToken": "r" }),
        );
        let response = |body: &str| Response {
            status: 200,
            headers: Vec::new(),
            body: body.into(),
        };
        let answer = |expires_in: u32| {
            let body = format!(
                r#"{{"token_type":"bearer","access_token":"a","expires_in":{expires_in}}}"#
            );
            refresh
                .as_ref()
                .ok()
                .unwrap()
                .answer(&response(&body))
                .unwrap()
        };

        assert_eq!(
            answer(1800),
            json!({ "tokenType": "bearer", "accessToken": "a", "expiresIn": 1800, "freshForMs": 1_740_000 })
        );
        assert_eq!(answer(60)["freshForMs"], 30_000);
        assert_eq!(answer(0)["freshForMs"], 0);
    }

    #[test]
    fn an_answer_goes_on_as_it_came_once_it_is_known_to_be_one() {
        let parameters = json!({ "appId": 7, "key": "k", "token": "t" });
        let answer = |name: &str, body: &str| {
            let response = Response {
                status: 200,
                headers: Vec::new(),
                body: body.into(),
            };
            read(name, &parameters).unwrap().parse(&response)
        };

        assert_eq!(
            answer(
                "readSettings",
                r#"{"name":"Phone","new":[1.5],"width":400}"#
            ),
            Ok(json!({ "name": "Phone", "new": [1.5], "width": 400 }))
        );
        assert_eq!(answer("deleteSettings", "anything"), Ok(Value::Null));
        for (name, body) in [
            ("readSettings", r#"{"name":["canary"]}"#),
            ("readAccessToken", r#"{"token":"canary"}"#),
            ("readAccessToken", "canary"),
            ("readRefreshToken", r#""canary""#),
        ] {
            let error = answer(name, body).unwrap_err();
            assert!(
                matches!(
                    error,
                    Error::Malformed {
                        status: Some(200),
                        ..
                    }
                ),
                "{error:?}"
            );
            assert!(!format!("{error} {error:?}").contains("canary"), "{error}");
        }
    }

    #[test]
    fn the_authorization_address_is_made_of_plain_data() {
        let mut parameters = json!({
            "authUrl": "https://auth.example", "clientId": "id",
            "redirectUri": "https://app.example/back", "scopes": ["a", "b"], "state": "s",
        });

        assert_eq!(
            authorization_url(&parameters).as_deref(),
            Ok(
                "https://auth.example/oauth/authorize?client_id=id&redirect_uri=https%3A%2F%2Fapp.example%2Fback&scope=a%20b&state=s"
            )
        );
        let pair = pkce(&[0; 32]).unwrap();
        parameters["codeChallenge"] = pair["codeChallenge"].clone();
        assert!(authorization_url(&parameters).unwrap().ends_with(
            "&code_challenge=DwBzhbb51LfusnSGBa_hqYSgo7-j8BTQnip4TOnlzRo&code_challenge_method=S256"
        ));
        parameters["scopes"] = json!("a b");
        parameters["redirectUri"] = json!("javascript:alert(1)");
        parameters["codeChallenge"] = pair["codeVerifier"]
            .as_str()
            .map(|text| [text, "="].concat())
            .into();
        let fields: Vec<_> = authorization_url(&parameters)
            .unwrap_err()
            .iter()
            .map(|problem| problem.field)
            .collect();
        assert_eq!(
            fields,
            [Some("redirectUri"), Some("scopes"), Some("codeChallenge")]
        );
        for bytes in [&[][..], &[1; 31], &[1; 33]] {
            let problem = pkce(bytes).unwrap_err();
            assert_eq!(
                (problem.code, problem.field),
                (ProblemCode::InvalidPkce, Some("bytes"))
            );
        }
    }

    #[test]
    fn calls_go_below_an_address_without_query() {
        let code = |url| base_url_problem("baseUrl", url).map(|problem| problem.code);

        for url in ["https://api.example", "http://localhost:8140/ns/a"] {
            assert_eq!(code(url), None, "{url}");
        }
        for url in [
            "",
            "http://api.example",
            "https://api.example?x",
            "https://api.example/#x",
        ] {
            assert_eq!(code(url), Some(ProblemCode::InvalidUrl), "{url}");
        }
    }
}
