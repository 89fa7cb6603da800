//! Endpoints of the entry `./rest`, and its functions without I/O.

use serde::{Serialize, de::DeserializeOwned};
use wasm_bindgen::JsValue;

use super::{
    answer::{Answer, Call, calls},
    failure::value,
};
use crate::{
    Endpoint, Error, Secret,
    associations::{Between, DeleteAssociation, LabelAssociation, ListAssociations},
    card_migration::MigrateCard,
    oauth::{
        Authorization, ClientCredentials, Credentials, DeleteRefreshToken, ExchangeCode,
        Introspect, OAuthVersion, ReadAccessToken, ReadRefreshToken, RefreshTokens, RevokeToken,
    },
    object_batch::{
        Batch, BatchArchive, BatchCreate, BatchObjects, BatchRead, BatchUpdate, BatchUpsert,
    },
    object_search::SearchObjects,
    objects::{
        AssociateObjects, CreateObject, DeleteObject, ListObjects, ObjectType, ReadObject,
        Selection, UpdateObject,
    },
    parameters::{Fault, Parameters},
    pkce::{CodeChallenge, CodeVerifier},
    problem::{Problem, ProblemCode},
    properties::{CreateProperty, ReadProperties, ReadProperty},
    timeline::{
        Developer,
        event_properties::{
            CreateEventProperty, DeleteEventProperty, EventPropertyChange, ListEventProperties,
            UpdateEventProperty,
        },
        event_types::{
            CreateEventType, DeleteEventType, ListEventTypes, ReadEventType, UpdateEventType,
        },
        events::{CreateEvent, Installation, PutEvent, PutEvents, ReadEvent},
    },
};

/// Builds the call of an endpoint, by name.
pub(super) fn call(name: &str, p: &Parameters) -> Result<Option<Result<Call, Error>>, Fault> {
    calls! { name;
        "cards.migrate" => Json MigrateCard {
            token: p.token()?,
            app_id: p.field("appId")?,
            migration: p.field("migration")?,
        };

        "oauth.exchangeCode" => Tokens ExchangeCode {
            credentials: p.credentials()?,
            code_verifier: match p.inside("grant").optional::<Option<String>>("codeVerifier")? {
                Some(text) => match CodeVerifier::parse(&text) {
                    Ok(verifier) => Some(verifier),
                    Err(error) => return Ok(Some(Err(error))),
                },
                None => None,
            },
            ..p.object("grant", &[])?
        };
        "oauth.refresh" => Tokens RefreshTokens {
            credentials: p.credentials()?,
            refresh_token: p.field("refreshToken")?,
        };
        "oauth.clientCredentials" => Tokens ClientCredentials {
            credentials: p.credentials()?,
            ..p.object("grant", &[])?
        };
        "oauth.introspect" => Json Introspect {
            credentials: p.credentials()?,
            token: p.field("token")?,
            hint: p.optional("hint")?,
        };
        "oauth.revokeToken" => Nothing RevokeToken {
            credentials: p.credentials()?,
            token: p.field("token")?,
        };
        "oauth.readAccessToken" => Json ReadAccessToken { token: p.field("token")? };
        "oauth.readRefreshToken" => Json ReadRefreshToken { token: p.field("token")? };
        "oauth.deleteRefreshToken" => Nothing DeleteRefreshToken { token: p.field("token")? };

        "objects.list" => Json ListObjects {
            token: p.token()?,
            object_type: p.object_type("objectType")?,
            selection: p.part_of("selection")?,
            ..p.shared("selection", &Selection::FIELDS)?
        };
        "objects.read" => Json ReadObject {
            token: p.token()?,
            object_type: p.object_type("objectType")?,
            id: p.part("id")?,
            selection: p.part_of("selection")?,
            ..p.shared("selection", &Selection::FIELDS)?
        };
        "objects.create" => Json CreateObject {
            token: p.token()?,
            object_type: p.object_type("objectType")?,
            ..p.field("object")?
        };
        "objects.update" => Json UpdateObject {
            token: p.token()?,
            object_type: p.object_type("objectType")?,
            id: p.part("id")?,
            ..p.field("change")?
        };
        "objects.archive" => Nothing DeleteObject {
            token: p.token()?,
            object_type: p.object_type("objectType")?,
            id: p.part("id")?,
        };
        "objects.search" => Json SearchObjects {
            token: p.token()?,
            object_type: p.object_type("objectType")?,
            search: p.field("search")?,
        };
        "objects.batchRead" => IfAny p.batch::<BatchRead>()?;
        "objects.batchCreate" => IfAny p.batch::<BatchCreate>()?;
        "objects.batchUpdate" => IfAny p.batch::<BatchUpdate>()?;
        "objects.batchUpsert" => IfAny p.batch::<BatchUpsert>()?;
        "objects.batchArchive" => Nothing p.batch::<BatchArchive>()?;
        "objects.associate" => Json AssociateObjects {
            token: p.token()?,
            object_type: p.object_type("objectType")?,
            id: p.part("id")?,
            to_object_type: p.object_type("toObjectType")?,
            to_id: p.part("toId")?,
        };
        "objects.label" => Json LabelAssociation {
            token: p.token()?,
            between: p.between()?,
            labels: p.field("labels")?,
        };
        "objects.dissociate" => Nothing DeleteAssociation {
            token: p.token()?,
            between: p.between()?,
        };
        "objects.listAssociations" => Json ListAssociations {
            token: p.token()?,
            object_type: p.object_type("objectType")?,
            id: p.part("id")?,
            to_object_type: p.object_type("toObjectType")?,
            ..p.optional("page")?
        };
        "objects.properties" => Json ReadProperties {
            token: p.token()?,
            object_type: p.object_type("objectType")?,
        };
        "objects.property" => Json ReadProperty {
            token: p.token()?,
            object_type: p.object_type("objectType")?,
            name: p.part("name")?,
        };
        "objects.defineProperty" => Json CreateProperty {
            token: p.token()?,
            object_type: p.object_type("objectType")?,
            property: p.field("property")?,
        };

        "timeline.listEventTypes" => Json ListEventTypes { developer: p.developer()? };
        "timeline.readEventType" => Json ReadEventType {
            developer: p.developer()?,
            id: p.field("id")?,
        };
        "timeline.createEventType" => Json CreateEventType {
            developer: p.developer()?,
            event_type: p.field("eventType")?,
        };
        "timeline.updateEventType" => IfAny UpdateEventType {
            developer: p.developer()?,
            id: p.field("id")?,
            event_type: p.field("eventType")?,
        };
        "timeline.deleteEventType" => Nothing DeleteEventType {
            developer: p.developer()?,
            id: p.field("id")?,
        };
        "timeline.listProperties" => Json ListEventProperties {
            developer: p.developer()?,
            event_type_id: p.field("eventTypeId")?,
        };
        "timeline.createProperty" => Json CreateEventProperty {
            developer: p.developer()?,
            event_type_id: p.field("eventTypeId")?,
            property: p.field("property")?,
        };
        "timeline.updateProperty" => IfAny UpdateEventProperty {
            developer: p.developer()?,
            event_type_id: p.field("eventTypeId")?,
            change: EventPropertyChange {
                id: p.inside("change").field("id")?,
                property: p.shared("change", &["id"])?,
            },
        };
        "timeline.deleteProperty" => Nothing DeleteEventProperty {
            developer: p.developer()?,
            event_type_id: p.field("eventTypeId")?,
            id: p.field("id")?,
        };
        "timeline.createEvent" => IfAny CreateEvent {
            installation: p.installation()?,
            event: p.field("event")?,
        };
        "timeline.putEvent" => IfAny PutEvent {
            installation: p.installation()?,
            event: p.field("event")?,
        };
        "timeline.putEvents" => IfAny PutEvents {
            installation: p.installation()?,
            events: p.field("events")?,
        };
        "timeline.readEvent" => Json ReadEvent {
            installation: p.installation()?,
            event_type_id: p.field("eventTypeId")?,
            id: p.part("id")?,
        };
    }
}

/// The address a user is sent to, to install the app.
pub(super) fn authorization_url(p: &Parameters) -> Result<JsValue, Error> {
    let fields = p.inside("authorization");
    let auth_url: String = fields.field("authUrl")?;
    let challenge: Option<String> = fields.optional("codeChallenge")?;
    let challenge = challenge.map(|text| CodeChallenge::parse(&text));
    let authorization = Authorization {
        code_challenge: challenge.transpose()?,
        ..p.object("authorization", &["authUrl"])?
    };
    authorization.check(&auth_url)?;
    Ok(authorization.url(&auth_url).into())
}

/// A verifier from the given bytes, and its challenge.
pub(super) fn create_pkce(p: &Parameters) -> Result<JsValue, Error> {
    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    struct Pkce<'a> {
        code_verifier: &'a str,
        code_challenge: &'a str,
    }

    let bytes: Vec<u8> = p.field("bytes")?;
    let Ok(bytes) = <&[u8; 32]>::try_from(bytes.as_slice()) else {
        let why = "bytes are not 32: give 32 bytes of the system's randomness";
        let problem = Problem::new(ProblemCode::InvalidPkce, Some("bytes"), why);
        return Err(Error::Invalid(vec![problem]));
    };
    let verifier = CodeVerifier::from_bytes(bytes);
    Ok(value(&Pkce {
        code_verifier: verifier.secret().expose(),
        code_challenge: verifier.challenge().as_str(),
    }))
}

/// Parameters that several endpoints share.
impl Parameters {
    fn token(&self) -> Result<Secret, Fault> {
        self.field("accessToken")
    }

    fn credentials(&self) -> Result<Credentials, Fault> {
        Ok(Credentials {
            client_id: self.field("clientId")?,
            client_secret: self.field("clientSecret")?,
            version: match self.optional::<String>("version")?.as_str() {
                "v3" => OAuthVersion::V3,
                _ => OAuthVersion::V1,
            },
        })
    }

    fn developer(&self) -> Result<Developer, Fault> {
        Ok(Developer {
            app_id: self.field("appId")?,
            key: self.field("key")?,
            user_id: self.optional("userId")?,
        })
    }

    fn installation(&self) -> Result<Installation, Fault> {
        Ok(Installation {
            app_id: self.field("appId")?,
            token: self.token()?,
        })
    }

    /// The type of records that a path names.
    fn object_type(&self, name: &'static str) -> Result<ObjectType, Fault> {
        self.part(name).map(ObjectType::new)
    }

    fn between(&self) -> Result<Between, Fault> {
        Ok(Between {
            object_type: self.object_type("objectType")?,
            id: self.part("id")?,
            to_object_type: self.object_type("toObjectType")?,
            to_id: self.part("toId")?,
        })
    }

    fn batch<B: Batch + DeserializeOwned>(&self) -> Result<BatchObjects<B>, Fault> {
        Ok(BatchObjects {
            token: self.token()?,
            object_type: self.object_type("objectType")?,
            batch: self.field("batch")?,
        })
    }
}
