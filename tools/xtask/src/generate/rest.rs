//! `pkg/src/generated/rest.ts`: the REST client's parameters and answers, from the schemas of
//! the structs in `platform/rest/src`.

use std::collections::BTreeMap;

use calling_rest::{
    Secret,
    associations::{
        AssociatedRecord, AssociationList, AssociationType, LabelledAssociation, ListAssociations,
    },
    calling_settings::StoredSettings,
    card_migration::{CardMigration, CardMigrationProgress},
    channel_connection::{ChannelConnection, CreateChannelConnection},
    error::{ErrorDetail, ErrorObject},
    inbound_call::{CallNumber, FinalCallStatus, InboundCall, InboundCallAnswer},
    oauth::{
        AccessTokenMetadata, Authorization, ClientCredentials, ExchangeCode, Introspection,
        RefreshTokenMetadata, SignedAccessToken, TokenKind, Tokens,
    },
    object_batch::{
        BatchArchive, BatchCreate, BatchError, BatchOutcome, BatchRead, BatchUpdate, BatchUpsert,
        CreateInput, Input, UpdateInput, UpsertedObject,
    },
    object_search::{Direction, Filter, FilterGroup, Found, Operator, Search, SortBy},
    objects::{
        Associated, AssociatedObject, Association, AssociationOutcome, AssociationSpec,
        CreateObject, CrmObject, ListObjects, NewAssociation, NextPage, ObjectId, ObjectList,
        Paging, PastValue, ReadObject, Selection, UpdateObject,
    },
    problem::{Problem, ProblemCode},
    properties::{ModificationMetadata, NewProperty, Property, PropertyList, PropertyOption},
    recording::RecordingSettings,
    settings::CallingSettings,
    timeline::{
        EventObjectType,
        event_properties::{
            EventOption, EventProperty, EventPropertyChange, EventPropertyType, NewEventProperty,
        },
        event_types::{EventType, NewEventType},
        events::{EventBatch, TimelineEvent, TimelineIframe},
    },
};
use heck::ToLowerCamelCase as _;
use serde_json::Value;
use utoipa::{
    PartialSchema as _, ToSchema as _,
    openapi::{
        RefOr,
        schema::{Object, Schema},
    },
};

use super::text::{HEADER, tsdoc};

/// The declarations.
pub(super) fn text() -> String {
    let mut names = BTreeMap::new();
    let mut schemas = Vec::new();
    // A type of several structs has the fields of each, and the comment of the last.
    macro_rules! declared {
        ($($uses:ident { $($($part:ty)|+ $(as $name:literal)?),+ })+) => {
            [$($({
                let name = [$($name,)? $(stringify!($part)),+][0];
                $(
                    names.insert(<$part>::name().into_owned(), name);
                    <$part>::schemas(&mut schemas);
                )+
                Declared { name, uses: Use::$uses, parts: vec![$(<$part>::schema()),+] }
            }),+),+]
        };
    }
    let declared = declared! {
        Parameter {
            CallingSettings, CreateChannelConnection as "ChannelConnection", CallNumber,
            FinalCallStatus, InboundCall,
            ExchangeCode, ClientCredentials, TokenKind,
            Authorization as "AuthorizationParameters", Secret,
            Selection as "ObjectSelection", ListObjects as "ObjectPage",
            ReadObject as "ObjectReading", CreateObject as "NewObject", NewAssociation,
            ReadObject | UpdateObject as "ObjectChange",
            Search as "ObjectSearch", FilterGroup as "SearchFilterGroup",
            Filter as "SearchFilter", Operator as "SearchOperator",
            SortBy as "SearchOrder", Direction as "SearchDirection",
            BatchRead, Input as "BatchInput", BatchCreate,
            CreateInput as "BatchCreateInput", BatchUpdate, BatchUpsert,
            UpdateInput as "BatchUpdateInput", BatchArchive,
            ListAssociations as "AssociationPage", NewProperty,
            NewEventType, EventObjectType, NewEventProperty, EventPropertyType, EventOption,
            EventPropertyChange, TimelineEvent as "TimelineEventFields", TimelineIframe,
            CardMigration
        }
        Renamed {
            Tokens as "TokenAnswer", AccessTokenMetadata, Introspection, RefreshTokenMetadata
        }
        Nullable { SignedAccessToken }
        Answer {
            StoredSettings, RecordingSettings,
            ChannelConnection as "StoredChannelConnection", InboundCallAnswer,
            CrmObject, PastValue, Associated, AssociatedObject, ObjectList, Paging, NextPage,
            Found as "FoundObjects",
            BatchOutcome<CrmObject> as "BatchOutcome<T>", BatchError, UpsertedObject,
            AssociationOutcome, Association, ObjectId, AssociationSpec, LabelledAssociation,
            AssociationList, AssociatedRecord, AssociationType,
            PropertyList, Property, PropertyOption, ModificationMetadata,
            EventType, EventProperty, EventBatch as "TimelineEventBatch",
            CardMigrationProgress,
            ProblemCode, Problem as "RequestProblem", ErrorObject as "ErrorFields", ErrorDetail
        }
    };
    let schemas = schemas.into_iter().collect();
    let types = Types { names, schemas };
    let declarations: Vec<String> = declared.iter().map(|one| types.declaration(one)).collect();
    let header = HEADER.replace("src/protocol", "platform/rest/src");
    // A page without a charset reads a script as windows-1252.
    format!("// {header}\n\n{}", declarations.join("\n")).replace('…', "...")
}

/// A type of TypeScript.
struct Declared {
    name: &'static str,
    uses: Use,
    /// The schemas whose fields it has.
    parts: Vec<RefOr<Schema>>,
}

/// The use of a type.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    /// A caller writes it, and may leave a field undefined.
    Parameter,
    /// A caller reads it.
    Answer,
    /// The same, whose fields `OAuthClient` has in camel case.
    Renamed,
    /// The same, whose fields may be null where they may be absent.
    Nullable,
}

/// The schemas, and their names in TypeScript.
struct Types {
    /// The types of TypeScript, by the names of their schemas.
    names: BTreeMap<String, &'static str>,
    /// The schemas that others refer to.
    schemas: BTreeMap<String, RefOr<Schema>>,
}

impl Types {
    fn declaration(&self, declared: &Declared) -> String {
        let mut fields = String::new();
        for object in declared.parts.iter().flat_map(|it| self.objects(it)) {
            for (name, schema) in &object.properties {
                let is_required = object.required.contains(name);
                fields.push_str(&self.field(declared, name, &json(schema), is_required));
            }
        }
        let own = declared.parts.last().map(json).unwrap_or_default();
        let comment = comment(&own, "");
        let text = match fields.as_str() {
            "" => self.union(&own).join(" | "),
            fields => format!("{{\n{fields}}}"),
        };
        format!("{comment}export type {} = {text};\n", declared.name)
    }

    /// The objects that a schema combines.
    fn objects<'a>(&'a self, schema: &'a RefOr<Schema>) -> Vec<&'a Object> {
        match schema {
            RefOr::Ref(reference) => {
                let referred = self.schemas.get(name_of(&reference.ref_location));
                referred.map_or(Vec::new(), |schema| self.objects(schema))
            }
            RefOr::T(Schema::Object(object)) => vec![object],
            RefOr::T(Schema::AllOf(all)) => {
                let parts = all.items.iter();
                parts.flat_map(|part| self.objects(part)).collect()
            }
            RefOr::T(_) => Vec::new(),
        }
    }

    /// A field and its comment.
    ///
    /// An answer that lacks a field that cannot be null is read as having its default: the
    /// service sends it.
    fn field(&self, of: &Declared, name: &str, schema: &Value, is_required: bool) -> String {
        let mut types = self.union(schema);
        let may_be_none = types.iter().any(|it| it == "null" || it == "unknown");
        let is_optional = !is_required && (may_be_none || of.uses == Use::Parameter);
        if is_optional && of.uses != Use::Nullable {
            types.retain(|it| it != "null");
        }
        let name = match of.uses {
            Use::Renamed => name.to_lower_camel_case(),
            _ => name.to_owned(),
        };
        let field = format!("{}.{name}", of.name);
        let typed = match OWN.iter().find(|(own, _)| *own == field) {
            Some((_, typed)) => format!("{name}{typed}"),
            None if is_optional => format!("{name}?: {}", types.join(" | ")),
            None => format!("{name}: {}", types.join(" | ")),
        };
        let comment = comment(schema, "  ");
        match of.uses {
            Use::Parameter if typed.contains("?: ") => format!("{comment}  {typed} | undefined;\n"),
            Use::Parameter => format!("{comment}  {typed};\n"),
            _ => format!("{comment}  readonly {typed};\n"),
        }
    }

    /// The members of the union that a schema describes.
    fn union(&self, schema: &Value) -> Vec<String> {
        if let Some(location) = schema["$ref"].as_str() {
            let name = name_of(location);
            return match (self.names.get(name), self.schemas.get(name)) {
                (None, Some(schema)) => self.union(&json(schema)),
                (name, _) => name.map(|name| (*name).to_owned()).into_iter().collect(),
            };
        }
        if let Some(values) = schema["enum"].as_array() {
            return values.iter().map(Value::to_string).collect();
        }
        if let Some(schemas) = schema["oneOf"].as_array() {
            return schemas.iter().flat_map(|one| self.union(one)).collect();
        }
        let types = match &schema["type"] {
            Value::Array(types) => types.as_slice(),
            one => std::slice::from_ref(one),
        };
        let types = types.iter().map(|one| match one.as_str() {
            None => "unknown".to_owned(),
            Some("integer") => "number".to_owned(),
            Some("array") => match self.union(&schema["items"]).as_slice() {
                [one] => format!("readonly {one}[]"),
                many => format!("readonly ({})[]", many.join(" | ")),
            },
            Some("object") => {
                let values = self.union(&schema["additionalProperties"]).join(" | ");
                format!("Readonly<Record<string, {values}>>")
            }
            Some(plain) => plain.to_owned(),
        });
        types.collect()
    }
}

fn json(schema: &RefOr<Schema>) -> Value {
    serde_json::to_value(schema).unwrap_or_default()
}

/// The name in a reference.
fn name_of(location: &str) -> &str {
    location.rsplit('/').next().unwrap_or_default()
}

/// A schema's description; a nullable field has it beside its type.
fn comment(schema: &Value, indent: &str) -> String {
    let parts = schema["oneOf"].as_array().into_iter().flatten();
    let mut texts = [schema].into_iter().chain(parts);
    let text = texts.find_map(|it| it["description"].as_str());
    let paragraphs = text.unwrap_or_default().split("\n\n").map(str::to_owned);
    tsdoc(indent, &paragraphs.collect::<Vec<_>>())
}

/// Types of fields whose schema says less, or describes the emulator; each follows the name.
const OWN: [(&str, &str); 16] = [
    ("AssociationType.label", "?: string | null"),
    ("BatchCreateInput.properties", PROPERTIES),
    ("BatchOutcome<T>.results", ": readonly T[]"),
    ("BatchUpdateInput.properties", PROPERTIES),
    ("ErrorFields.correlationId", "?: string"),
    ("ErrorFields.message", "?: string"),
    ("ErrorFields.status", "?: string"),
    (
        "InboundCallAnswer.callerIdMatches",
        ": readonly Readonly<Record<string, unknown>>[]",
    ),
    ("NewEventType.applicationId", "?: number"),
    ("NewObject.properties", PROPERTIES),
    (
        "NewProperty.options",
        "?: readonly (Pick<PropertyOption, \"label\" | \"value\"> & Partial<PropertyOption>)[]",
    ),
    ("ObjectChange.properties", PROPERTIES),
    (
        "TimelineEventBatch.eventWrappers",
        ": readonly (TimelineEventFields & Readonly<Record<string, unknown>>)[]",
    ),
    (
        "TimelineEventFields.extraData",
        "?: Readonly<Record<string, unknown>> | readonly unknown[] | string | number | boolean",
    ),
    ("TimelineEventFields.objectId", "?: number"),
    ("TimelineEventFields.timestamp", "?: number"),
];

/// A date is sent as its text.
const PROPERTIES: &str = ": Readonly<Record<string, string | number | boolean | Date | null>>";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_exception_is_of_a_field_that_there_is() {
        let text = text();

        for (path, typed) in OWN {
            let (name, field) = path.split_once('.').unwrap();
            let (_, declared) = text.split_once(&format!("export type {name} = ")).unwrap();
            let (fields, _) = declared.split_once("\n};").unwrap();
            assert!(fields.contains(&format!(" {field}{typed}")), "{path}");
        }
    }
}
