//! `ObjectsClient`: records of the CRM, their associations and their properties.

use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::*;

use super::{
    connection::{CallOptions, TokenConnection, shows_nothing},
    options::OwnOptions,
    parameters::Parameters,
};
use crate::{
    associations::{Between, DeleteAssociation, LabelAssociation, ListAssociations},
    object_batch::{
        Batch, BatchArchive, BatchCreate, BatchObjects, BatchRead, BatchUpdate, BatchUpsert,
    },
    object_search::SearchObjects,
    objects::{
        AssociateObjects, CreateObject, DeleteObject, ListObjects, ReadObject, UpdateObject,
    },
    properties::{CreateProperty, ReadProperties, ReadProperty},
};

/// Records of the CRM: contacts, deals, quotes, call engagements, custom objects.
///
/// The type of records is the first argument: `"contacts"`, `"quotes"`, `"2-123"`. Every
/// method's promise rejects with a `RestError`. A request with faults is not sent:
/// `INVALID_REQUEST` has every fault with the parameter and the path. Neither an error
/// nor an inspection of the client shows the token.
///
/// @example
/// const objects = new ObjectsClient({ baseUrl: "https://api.example", accessToken: (options) => store.accessToken(options) });
/// const quote = await objects.create("quotes", { properties: { hs_title: "Phones", hs_expiration_date: "2099-12-31" } });
/// await objects.associate("quotes", quote.id, "deals", dealId);
#[wasm_bindgen]
pub struct ObjectsClient {
    connection: TokenConnection,
}

#[wasm_bindgen]
impl ObjectsClient {
    /// @throws CallingError `INVALID_URL` or `INVALID_OPTION`, naming the option.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "ObjectsClientOptions")] options: &JsValue,
    ) -> Result<Self, JsValue> {
        let mut own = OwnOptions::of(options);
        let access_token = own.access_token();
        own.accept()?;
        Ok(Self {
            connection: TokenConnection::new(options, access_token)?,
        })
    }

    /// Lists records of a type, those with the smallest identifiers first: 10, or as many
    /// as `limit` says. `paging.next.after` of the answer is the `after` of the next part.
    #[wasm_bindgen(unchecked_return_type = "ObjectList")]
    pub async fn list(
        &self,
        #[wasm_bindgen(js_name = objectType, unchecked_param_type = "string")] object_type: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "ObjectSelection & ObjectPage")]
        selection: Option<JsValue>,
        #[wasm_bindgen(unchecked_optional_param_type = "CallOptions")] options: Option<CallOptions>,
    ) -> Result<JsValue, JsValue> {
        let call = |token, parameters: &mut Parameters| ListObjects {
            token,
            object_type: parameters.object_type("objectType", &object_type),
            selection: parameters.optional("selection", selection.as_ref()),
            ..parameters.optional("selection", selection.as_ref())
        };
        self.connection.ask(options, call).await
    }

    /// Reads a record, by its identifier or by the value of `idProperty`. Refused with 404
    /// when there is none.
    #[wasm_bindgen(unchecked_return_type = "CrmObject")]
    pub async fn read(
        &self,
        #[wasm_bindgen(js_name = objectType, unchecked_param_type = "string")] object_type: JsValue,
        #[wasm_bindgen(unchecked_param_type = "string")] id: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "ObjectSelection & ObjectReading")]
        selection: Option<JsValue>,
        #[wasm_bindgen(unchecked_optional_param_type = "CallOptions")] options: Option<CallOptions>,
    ) -> Result<JsValue, JsValue> {
        let call = |token, parameters: &mut Parameters| ReadObject {
            token,
            object_type: parameters.object_type("objectType", &object_type),
            id: parameters.part("id", &id),
            selection: parameters.optional("selection", selection.as_ref()),
            ..parameters.optional("selection", selection.as_ref())
        };
        self.connection.ask(options, call).await
    }

    /// Creates a record, with what it is associated with.
    #[wasm_bindgen(unchecked_return_type = "CrmObject")]
    pub async fn create(
        &self,
        #[wasm_bindgen(js_name = objectType, unchecked_param_type = "string")] object_type: JsValue,
        #[wasm_bindgen(unchecked_param_type = "NewObject")] object: JsValue,
        options: Option<CallOptions>,
    ) -> Result<JsValue, JsValue> {
        let call = |token, parameters: &mut Parameters| CreateObject {
            token,
            object_type: parameters.object_type("objectType", &object_type),
            ..parameters.field("object", &object)
        };
        self.connection.ask(options, call).await
    }

    /// Sets the properties that are given; an empty text or null takes a property's value
    /// away.
    #[wasm_bindgen(unchecked_return_type = "CrmObject")]
    pub async fn update(
        &self,
        #[wasm_bindgen(js_name = objectType, unchecked_param_type = "string")] object_type: JsValue,
        #[wasm_bindgen(unchecked_param_type = "string")] id: JsValue,
        #[wasm_bindgen(unchecked_param_type = "ObjectChange")] change: JsValue,
        options: Option<CallOptions>,
    ) -> Result<JsValue, JsValue> {
        let call = |token, parameters: &mut Parameters| UpdateObject {
            token,
            object_type: parameters.object_type("objectType", &object_type),
            id: parameters.part("id", &id),
            ..parameters.field("change", &change)
        };
        self.connection.ask(options, call).await
    }

    /// Deletes a record; one that is not there counts as deleted.
    pub async fn archive(
        &self,
        #[wasm_bindgen(js_name = objectType, unchecked_param_type = "string")] object_type: JsValue,
        #[wasm_bindgen(unchecked_param_type = "string")] id: JsValue,
        options: Option<CallOptions>,
    ) -> Result<(), JsValue> {
        let call = |token, parameters: &mut Parameters| DeleteObject {
            token,
            object_type: parameters.object_type("objectType", &object_type),
            id: parameters.part("id", &id),
        };
        self.connection.ask(options, call).await.map(drop)
    }

    /// Searches records: those that meet every filter of any group, and have all words of
    /// `query`.
    #[wasm_bindgen(unchecked_return_type = "FoundObjects")]
    pub async fn search(
        &self,
        #[wasm_bindgen(js_name = objectType, unchecked_param_type = "string")] object_type: JsValue,
        #[wasm_bindgen(unchecked_param_type = "ObjectSearch")] search: JsValue,
        options: Option<CallOptions>,
    ) -> Result<JsValue, JsValue> {
        let call = |token, parameters: &mut Parameters| SearchObjects {
            token,
            object_type: parameters.object_type("objectType", &object_type),
            search: parameters.field("search", &search),
        };
        self.connection.ask(options, call).await
    }

    /// Reads up to a hundred records. Those that are not there are in `errors` of the
    /// answer.
    #[wasm_bindgen(js_name = batchRead, unchecked_return_type = "BatchOutcome<CrmObject>")]
    pub async fn batch_read(
        &self,
        #[wasm_bindgen(js_name = objectType, unchecked_param_type = "string")] object_type: JsValue,
        #[wasm_bindgen(unchecked_param_type = "BatchRead")] batch: JsValue,
        options: Option<CallOptions>,
    ) -> Result<JsValue, JsValue> {
        self.batch::<BatchRead>(&object_type, &batch, options).await
    }

    /// Creates up to a hundred records.
    #[wasm_bindgen(js_name = batchCreate, unchecked_return_type = "BatchOutcome<CrmObject>")]
    pub async fn batch_create(
        &self,
        #[wasm_bindgen(js_name = objectType, unchecked_param_type = "string")] object_type: JsValue,
        #[wasm_bindgen(unchecked_param_type = "BatchCreate")] batch: JsValue,
        options: Option<CallOptions>,
    ) -> Result<JsValue, JsValue> {
        self.batch::<BatchCreate>(&object_type, &batch, options)
            .await
    }

    /// Sets properties of up to a hundred records.
    #[wasm_bindgen(js_name = batchUpdate, unchecked_return_type = "BatchOutcome<CrmObject>")]
    pub async fn batch_update(
        &self,
        #[wasm_bindgen(js_name = objectType, unchecked_param_type = "string")] object_type: JsValue,
        #[wasm_bindgen(unchecked_param_type = "BatchUpdate")] batch: JsValue,
        options: Option<CallOptions>,
    ) -> Result<JsValue, JsValue> {
        self.batch::<BatchUpdate>(&object_type, &batch, options)
            .await
    }

    /// Sets properties of up to a hundred records, and creates those that are not there.
    #[wasm_bindgen(js_name = batchUpsert, unchecked_return_type = "BatchOutcome<UpsertedObject>")]
    pub async fn batch_upsert(
        &self,
        #[wasm_bindgen(js_name = objectType, unchecked_param_type = "string")] object_type: JsValue,
        #[wasm_bindgen(unchecked_param_type = "BatchUpsert")] batch: JsValue,
        options: Option<CallOptions>,
    ) -> Result<JsValue, JsValue> {
        self.batch::<BatchUpsert>(&object_type, &batch, options)
            .await
    }

    /// Deletes up to a hundred records; those that are not there count as deleted.
    #[wasm_bindgen(js_name = batchArchive)]
    pub async fn batch_archive(
        &self,
        #[wasm_bindgen(js_name = objectType, unchecked_param_type = "string")] object_type: JsValue,
        #[wasm_bindgen(unchecked_param_type = "BatchArchive")] batch: JsValue,
        options: Option<CallOptions>,
    ) -> Result<(), JsValue> {
        self.batch::<BatchArchive>(&object_type, &batch, options)
            .await
            .map(drop)
    }

    /// Associates two records, in both directions, as their types are by default.
    #[wasm_bindgen(unchecked_return_type = "AssociationOutcome")]
    pub async fn associate(
        &self,
        #[wasm_bindgen(js_name = objectType, unchecked_param_type = "string")] object_type: JsValue,
        #[wasm_bindgen(unchecked_param_type = "string")] id: JsValue,
        #[wasm_bindgen(js_name = toObjectType, unchecked_param_type = "string")]
        to_object_type: JsValue,
        #[wasm_bindgen(js_name = toId, unchecked_param_type = "string")] to_id: JsValue,
        options: Option<CallOptions>,
    ) -> Result<JsValue, JsValue> {
        let call = |token, parameters: &mut Parameters| AssociateObjects {
            token,
            object_type: parameters.object_type("objectType", &object_type),
            id: parameters.part("id", &id),
            to_object_type: parameters.object_type("toObjectType", &to_object_type),
            to_id: parameters.part("toId", &to_id),
        };
        self.connection.ask(options, call).await
    }

    /// Associates two records by labels, such as a quote with a contact who is to sign it.
    /// The default association comes with it.
    #[wasm_bindgen(unchecked_return_type = "LabelledAssociation")]
    pub async fn label(
        &self,
        #[wasm_bindgen(js_name = objectType, unchecked_param_type = "string")] object_type: JsValue,
        #[wasm_bindgen(unchecked_param_type = "string")] id: JsValue,
        #[wasm_bindgen(js_name = toObjectType, unchecked_param_type = "string")]
        to_object_type: JsValue,
        #[wasm_bindgen(js_name = toId, unchecked_param_type = "string")] to_id: JsValue,
        #[wasm_bindgen(unchecked_param_type = "readonly AssociationSpec[]")] labels: JsValue,
        options: Option<CallOptions>,
    ) -> Result<JsValue, JsValue> {
        let call = |token, parameters: &mut Parameters| LabelAssociation {
            token,
            between: between(parameters, [&object_type, &id, &to_object_type, &to_id]),
            labels: parameters.field("labels", &labels),
        };
        self.connection.ask(options, call).await
    }

    /// Takes every association of two records away; where there is none, nothing happens.
    pub async fn dissociate(
        &self,
        #[wasm_bindgen(js_name = objectType, unchecked_param_type = "string")] object_type: JsValue,
        #[wasm_bindgen(unchecked_param_type = "string")] id: JsValue,
        #[wasm_bindgen(js_name = toObjectType, unchecked_param_type = "string")]
        to_object_type: JsValue,
        #[wasm_bindgen(js_name = toId, unchecked_param_type = "string")] to_id: JsValue,
        options: Option<CallOptions>,
    ) -> Result<(), JsValue> {
        let call = |token, parameters: &mut Parameters| DeleteAssociation {
            token,
            between: between(parameters, [&object_type, &id, &to_object_type, &to_id]),
        };
        self.connection.ask(options, call).await.map(drop)
    }

    /// Lists the records of a type that a record is associated with, and as what.
    #[wasm_bindgen(js_name = listAssociations, unchecked_return_type = "AssociationList")]
    pub async fn list_associations(
        &self,
        #[wasm_bindgen(js_name = objectType, unchecked_param_type = "string")] object_type: JsValue,
        #[wasm_bindgen(unchecked_param_type = "string")] id: JsValue,
        #[wasm_bindgen(js_name = toObjectType, unchecked_param_type = "string")]
        to_object_type: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "AssociationPage")] page: Option<JsValue>,
        #[wasm_bindgen(unchecked_optional_param_type = "CallOptions")] options: Option<CallOptions>,
    ) -> Result<JsValue, JsValue> {
        let call = |token, parameters: &mut Parameters| ListAssociations {
            token,
            object_type: parameters.object_type("objectType", &object_type),
            id: parameters.part("id", &id),
            to_object_type: parameters.object_type("toObjectType", &to_object_type),
            ..parameters.optional("page", page.as_ref())
        };
        self.connection.ask(options, call).await
    }

    /// Reads which properties the records of a type have.
    #[wasm_bindgen(unchecked_return_type = "PropertyList")]
    pub async fn properties(
        &self,
        #[wasm_bindgen(js_name = objectType, unchecked_param_type = "string")] object_type: JsValue,
        options: Option<CallOptions>,
    ) -> Result<JsValue, JsValue> {
        let call = |token, parameters: &mut Parameters| ReadProperties {
            token,
            object_type: parameters.object_type("objectType", &object_type),
        };
        self.connection.ask(options, call).await
    }

    /// Reads the definition of one property.
    #[wasm_bindgen(unchecked_return_type = "Property")]
    pub async fn property(
        &self,
        #[wasm_bindgen(js_name = objectType, unchecked_param_type = "string")] object_type: JsValue,
        #[wasm_bindgen(unchecked_param_type = "string")] name: JsValue,
        options: Option<CallOptions>,
    ) -> Result<JsValue, JsValue> {
        let call = |token, parameters: &mut Parameters| ReadProperty {
            token,
            object_type: parameters.object_type("objectType", &object_type),
            name: parameters.part("name", &name),
        };
        self.connection.ask(options, call).await
    }

    /// Defines a property of a type.
    #[wasm_bindgen(js_name = defineProperty, unchecked_return_type = "Property")]
    pub async fn define_property(
        &self,
        #[wasm_bindgen(js_name = objectType, unchecked_param_type = "string")] object_type: JsValue,
        #[wasm_bindgen(unchecked_param_type = "NewProperty")] property: JsValue,
        options: Option<CallOptions>,
    ) -> Result<JsValue, JsValue> {
        let call = |token, parameters: &mut Parameters| CreateProperty {
            token,
            object_type: parameters.object_type("objectType", &object_type),
            property: parameters.field("property", &property),
        };
        self.connection.ask(options, call).await
    }
}

impl ObjectsClient {
    /// Does one batch.
    async fn batch<B>(
        &self,
        object_type: &JsValue,
        batch: &JsValue,
        options: Option<CallOptions>,
    ) -> Result<JsValue, JsValue>
    where
        B: Batch + DeserializeOwned + Default + 'static,
    {
        let call = |token, parameters: &mut Parameters| BatchObjects::<B> {
            token,
            object_type: parameters.object_type("objectType", object_type),
            batch: parameters.field("batch", batch),
        };
        self.connection.ask(options, call).await
    }
}

/// The two records of an association: a type and an identifier, twice.
fn between(
    parameters: &mut Parameters,
    [object_type, id, to_object_type, to_id]: [&JsValue; 4],
) -> Between {
    Between {
        object_type: parameters.object_type("objectType", object_type),
        id: parameters.part("id", id),
        to_object_type: parameters.object_type("toObjectType", to_object_type),
        to_id: parameters.part("toId", to_id),
    }
}

shows_nothing! { ObjectsClient }
