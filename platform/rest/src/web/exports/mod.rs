//! The REST entry: [`crate::client`] as classes of JavaScript.
//!
//! | module | holds |
//! |---|---|
//! | [`connection`] | what every client has: where it asks, and how |
//! | [`options`] | the options of the clients, which their constructors check |
//! | [`parameters`] | the parameters of a call |
//! | [`failure`] | an error as it is thrown |
//! | [`settings_client`] | `SettingsClient` |
//! | [`objects_client`] | `ObjectsClient` |
//! | [`timeline_client`] | `TimelineClient` |
//! | [`cards_client`] | `CardsClient` |
//! | [`oauth_client`] | `OAuthClient`, `authorizationUrl`, `createPkce` |
//! | [`token_store`] | `TokenStore` |
//!
//! A method reads its parameters with [`Reader`](crate::reader::Reader), makes an
//! endpoint of them and has the connection ask. Values cross as JSON text: the
//! platform's own writer reports a cycle, and its own reader takes numbers that no
//! integer of Rust holds. The types in TypeScript are those of the structs:
//! `cargo xtask generate` writes them.

pub mod cards_client;
pub mod connection;
pub mod failure;
pub mod oauth_client;
pub mod objects_client;
pub mod options;
pub mod parameters;
pub mod settings_client;
pub mod timeline_client;
pub mod token_store;

use wasm_bindgen::prelude::*;

/// The types of parameters and answers, and those of the options.
#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
import type {
  AccessTokenMetadata, AssociationList, AssociationOutcome, AssociationPage, AssociationSpec, BatchArchive,
  BatchCreate, BatchOutcome, BatchRead, BatchUpdate, BatchUpsert, CallingSettings, CardMigration,
  CardMigrationProgress, ChannelConnection,
  ClientCredentials, CrmObject, EventProperty, EventPropertyChange, EventType, ExchangeCode, FoundObjects, InboundCall, InboundCallAnswer, Introspection,
  LabelledAssociation, NewEventProperty, NewEventType, NewObject, NewProperty, ObjectChange, ObjectList, ObjectPage, ObjectReading, ObjectSearch,
  ObjectSelection, Property, PropertyList, RecordingSettings, RefreshTokenMetadata, StoredChannelConnection,
  StoredSettings, TimelineEventBatch, TokenKind, UpsertedObject,
} from "../src/generated/rest.js";
import type {
  Authorization, CallOptions, CardsClientOptions, OAuthClientOptions, ObjectsClientOptions, Pkce, SettingsClientOptions,
  TimelineClientOptions, TimelineEvent, TokenStoreOptions, Tokens,
} from "../src/rest/options.js";
"#;
