//! Cases of records: quotes and related records, batches, definitions.

use std::collections::BTreeMap;

use calling_rest::{
    Endpoint, Error, Secret,
    associations::{Between, DeleteAssociation, LabelAssociation, ListAssociations},
    client::{Client, Transport},
    object_batch::{
        BatchArchive, BatchCreate, BatchObjects, BatchRead, BatchUpdate, BatchUpsert, CreateInput,
        Input, UpdateInput,
    },
    object_search::{
        Direction, Filter, FilterGroup, Operator, Search, SearchObjects, Sort, SortBy,
    },
    objects::{
        AssociateObjects, AssociationSpec, CreateObject, CrmObject, DeleteObject, ListObjects,
        NewAssociation, ObjectId, ObjectType, ReadObject, Selection, UpdateObject,
    },
    properties::{CreateProperty, NewProperty, PropertyOption, ReadProperties, ReadProperty},
};
use serde_json::{Value, json};

use super::World;

/// The calls of a case, with the token of the host page, which is good for every record.
struct Records<T> {
    client: Client<T>,
    token: Secret,
}

impl<T: Transport> Records<T> {
    async fn new(world: &World<T>) -> Self {
        Self {
            client: world.client(),
            token: world.host_token().await,
        }
    }

    async fn call<E: Endpoint>(&self, call: E) -> E::Answer {
        self.client.call(&call).await.unwrap()
    }

    async fn create(&self, object_type: ObjectType, properties: Value) -> String {
        let create = CreateObject {
            token: self.token.clone(),
            object_type,
            properties: fields(properties),
            associations: Vec::new(),
        };
        self.call(create).await.id
    }

    fn quote(&self, id: &str, properties: Value) -> UpdateObject {
        UpdateObject {
            token: self.token.clone(),
            object_type: ObjectType::QUOTES,
            id: id.to_owned(),
            id_property: None,
            properties: fields(properties),
        }
    }

    fn many<B>(&self, batch: B) -> BatchObjects<B> {
        BatchObjects {
            token: self.token.clone(),
            object_type: ObjectType::CONTACTS,
            batch,
        }
    }
}

fn fields(properties: Value) -> BTreeMap<String, Value> {
    serde_json::from_value(properties).unwrap()
}

fn value<'a>(record: &'a CrmObject, name: &str) -> Option<&'a str> {
    record.properties.get(name)?.as_deref()
}

/// The status of a refusal, and the codes of its details.
fn refusal(error: &Error) -> (u16, Vec<&str>) {
    let Error::Refused { status, object } = error else {
        panic!("{error}")
    };
    let codes = object.errors.iter().filter_map(|it| it.code.as_deref());
    (*status, codes.collect())
}

pub(crate) async fn a_quote_goes_from_nothing_to_published_and_back<T: Transport>(
    world: &World<T>,
) {
    let records = Records::new(world).await;
    let token = || records.token.clone();
    let deal = json!({ "dealname": "Phones", "deal_currency_code": "EUR" });
    let deal = records.create(ObjectType::DEALS, deal).await;
    let line = json!({ "name": "Desk phone", "price": 129.5, "quantity": 24 });
    let line = records.create(ObjectType::LINE_ITEMS, line).await;
    let to = |id: &str, association_type_id| NewAssociation {
        to: ObjectId { id: id.to_owned() },
        types: vec![AssociationSpec {
            association_category: "HUBSPOT_DEFINED".to_owned(),
            association_type_id,
        }],
    };

    let quote = CreateObject {
        token: token(),
        object_type: ObjectType::QUOTES,
        properties: fields(json!({ "hs_title": "Phones", "hs_expiration_date": "2099-12-31" })),
        associations: vec![to(&deal, 64), to(&line, 67)],
    };
    let id = records.call(quote).await.id;
    let publish = records.quote(&id, json!({ "hs_status": "APPROVAL_NOT_NEEDED" }));
    let early = records.client.call(&publish).await.unwrap_err();
    let templates = ListObjects {
        token: token(),
        object_type: ObjectType::QUOTE_TEMPLATES,
        selection: Selection::default(),
        limit: Some(1),
        after: None,
    };
    let templates = records.call(templates).await.results;
    let associate = AssociateObjects {
        token: token(),
        object_type: ObjectType::QUOTES,
        id: id.clone(),
        to_object_type: ObjectType::QUOTE_TEMPLATES,
        to_id: templates[0].id.clone(),
    };
    let outcome = records.call(associate).await;
    let published = records.call(publish).await;
    let draft = json!({ "hs_status": "DRAFT", "hs_title": "Other" });
    records.call(records.quote(&id, draft)).await;
    let read = ReadObject {
        token: token(),
        object_type: ObjectType::QUOTES,
        id: id.clone(),
        id_property: None,
        selection: Selection {
            properties: vec!["hs_title".to_owned(), "hs_locked".to_owned()],
            properties_with_history: vec!["hs_status".to_owned()],
            associations: vec![ObjectType::DEALS],
        },
    };
    let back = records.call(read.clone()).await;
    let delete = DeleteObject {
        token: token(),
        object_type: ObjectType::QUOTES,
        id,
    };
    records.call(delete).await;
    let gone = records.client.call(&read).await.unwrap_err();

    assert_eq!(refusal(&early), (400, vec!["MISSING_QUOTE_TEMPLATE"]));
    let spec = &outcome.results[0].association_spec;
    assert_eq!(
        (outcome.status.as_str(), spec.association_type_id),
        ("COMPLETE", 286)
    );
    assert_eq!(value(&published, "hs_quote_amount"), Some("3108"));
    assert_eq!(value(&published, "hs_locked"), Some("true"));
    assert_eq!(value(&back, "hs_title"), Some("Other"));
    assert_eq!(value(&back, "hs_locked"), Some("false"));
    let past = &back.properties_with_history.as_ref().unwrap()["hs_status"];
    let past: Vec<&str> = past.iter().map(|past| past.value.as_str()).collect();
    assert_eq!(past, ["DRAFT", "APPROVAL_NOT_NEEDED"]);
    let deals = &back.associations.as_ref().unwrap()["deals"].results;
    assert_eq!((deals.len(), deals[0].id.as_str()), (1, deal.as_str()));
    assert_eq!(gone.status(), Some(404));
}

pub(crate) async fn records_are_associated_by_label<T: Transport>(world: &World<T>) {
    let records = Records::new(world).await;
    let quote = json!({ "hs_title": "Signed", "hs_expiration_date": "2099-12-31", "hs_esign_enabled": true });
    let between = Between {
        object_type: ObjectType::QUOTES,
        id: records.create(ObjectType::QUOTES, quote).await,
        to_object_type: ObjectType::CONTACTS,
        to_id: "101".to_owned(),
    };
    let list = ListAssociations {
        token: records.token.clone(),
        object_type: ObjectType::QUOTES,
        id: between.id.clone(),
        to_object_type: ObjectType::CONTACTS,
        limit: Some(2),
        after: None,
    };

    let signer = LabelAssociation {
        token: records.token.clone(),
        between: between.clone(),
        labels: vec![AssociationSpec {
            association_category: "HUBSPOT_DEFINED".to_owned(),
            association_type_id: 702,
        }],
    };
    let labelled = records.call(signer).await;
    let listed = records.call(list.clone()).await;
    let delete = DeleteAssociation {
        token: records.token.clone(),
        between,
    };
    records.call(delete).await;

    assert_eq!(labelled.labels, ["Signer"]);
    let types: Vec<i64> = listed.results[0]
        .association_types
        .iter()
        .map(|one| one.type_id)
        .collect();
    assert_eq!(
        (listed.results[0].to_object_id.as_str(), types),
        ("101", vec![69, 702])
    );
    assert_eq!(records.call(list).await.results, []);
}

pub(crate) async fn records_are_made_read_changed_found_and_deleted_many_at_once<T: Transport>(
    world: &World<T>,
) {
    let records = Records::new(world).await;
    let mail = |name: &str| [name, "@batch.example"].concat();
    let input = |id: &str| Input { id: id.to_owned() };
    let change = |id: &str, id_property: Option<&str>| UpdateInput {
        id: id.to_owned(),
        id_property: id_property.map(str::to_owned),
        properties: fields(json!({ "lastname": "Batch" })),
        object_write_trace_id: None,
    };

    let inputs = ["ann", "ben"].map(|name| CreateInput {
        properties: fields(json!({ "email": mail(name), "firstname": name })),
        ..CreateInput::default()
    });
    let create = BatchCreate {
        inputs: inputs.to_vec(),
    };
    let made = records.call(records.many(create)).await;
    let ids: Vec<&str> = made.results.iter().map(|one| one.id.as_str()).collect();
    let read = BatchRead {
        inputs: ids.iter().chain(&["7"]).map(|id| input(id)).collect(),
        properties: vec!["firstname".to_owned()],
        ..BatchRead::default()
    };
    let read = records.call(records.many(read)).await;
    let update = BatchUpdate {
        inputs: ids.iter().map(|id| change(id, None)).collect(),
    };
    let changed = records.call(records.many(update)).await;
    let upsert = BatchUpsert {
        inputs: ["ben", "cleo"]
            .map(|name| change(&mail(name), Some("email")))
            .to_vec(),
    };
    let upserted = records.call(records.many(upsert)).await;
    let search = SearchObjects {
        token: records.token.clone(),
        object_type: ObjectType::CONTACTS,
        search: Search {
            filter_groups: vec![FilterGroup {
                filters: vec![Filter {
                    property_name: "email".to_owned(),
                    operator: Operator::In,
                    value: None,
                    high_value: None,
                    values: vec![mail("ann"), mail("cleo")],
                }],
            }],
            sorts: vec![Sort::By(SortBy {
                property_name: "email".to_owned(),
                direction: Direction::Descending,
            })],
            properties: vec!["email".to_owned()],
            ..Search::default()
        },
    };
    let found = records.call(search.clone()).await;
    let archive = BatchArchive {
        inputs: ids.iter().map(|id| input(id)).collect(),
    };
    records.call(records.many(archive)).await;

    assert_eq!((made.errors.len(), made.results.len()), (0, 2));
    assert_eq!(read.results.len(), 2);
    assert_eq!(read.errors[0].category, "OBJECT_NOT_FOUND");
    assert_eq!(read.errors[0].context["ids"], ["7"]);
    assert_eq!(changed.results.len(), 2);
    let mut new: Vec<bool> = upserted.results.iter().map(|one| one.new).collect();
    new.sort_unstable();
    assert_eq!(new, [false, true]);
    let mails: Vec<_> = found
        .results
        .iter()
        .map(|one| value(one, "email"))
        .collect();
    assert_eq!(
        mails,
        [Some("cleo@batch.example"), Some("ann@batch.example")]
    );
    assert_eq!(records.call(search).await.total, 1);
}

pub(crate) async fn the_properties_of_a_type_are_read_and_defined<T: Transport>(world: &World<T>) {
    let records = Records::new(world).await;
    let create = CreateProperty {
        token: records.token.clone(),
        object_type: ObjectType::CONTACTS,
        property: NewProperty {
            name: "mood".to_owned(),
            label: "Mood".to_owned(),
            kind: "enumeration".to_owned(),
            field_type: "select".to_owned(),
            group_name: "contactinformation".to_owned(),
            options: vec![PropertyOption {
                label: "Good".to_owned(),
                value: "good".to_owned(),
                ..PropertyOption::default()
            }],
            ..NewProperty::default()
        },
    };
    let read = |name: &str| ReadProperty {
        token: records.token.clone(),
        object_type: ObjectType::CONTACTS,
        name: name.to_owned(),
    };
    let list = ReadProperties {
        token: records.token.clone(),
        object_type: ObjectType::QUOTES,
    };

    let made = records.call(create).await;
    let listed = records.call(list).await.results;
    let unknown = records.client.call(&read("none")).await.unwrap_err();

    assert_eq!(made.options[0].value, "good");
    assert_eq!(records.call(read("mood")).await.label, "Mood");
    assert!(listed.iter().any(|one| one.name == "hs_quote_amount"));
    assert_eq!(unknown.status(), Some(404));
}
