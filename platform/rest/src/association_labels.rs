//! `GET`, `POST`, `PUT /crm/v4/associations/{fromObjectType}/{toObjectType}/labels` and
//! `DELETE …/labels/{associationTypeId}`
//!
//! As what records of two types may be associated: the kinds that every account has, and
//! the labels of this one.
//!
//! Source: the service's published OpenAPI file for the schema of associations, v4, read
//! 2026-11.

use serde::{Deserialize, Serialize};

use super::{
    Method, Request, Secret, associations::AssociationType, objects::ObjectType, query::escape,
};

/// Two types of records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BetweenTypes {
    /// The type that the association leads from.
    pub from: ObjectType,
    /// The type that it leads to.
    pub to: ObjectType,
}

impl BetweenTypes {
    fn path(&self) -> String {
        ROUTE
            .replace("{fromObjectType}", &escape(self.from.as_str()))
            .replace("{toObjectType}", &escape(self.to.as_str()))
    }
}

/// Lists the kinds of associations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListLabels {
    /// A token with the first type's scope for reading.
    pub token: Secret,
    /// The two types.
    pub between: BetweenTypes,
}

/// Defines a label. Where it reads otherwise from the other side, it is a pair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CreateLabel {
    /// A token with the first type's scope for writing.
    pub token: Secret,
    /// The two types.
    pub between: BetweenTypes,
    /// The label.
    pub label: NewLabel,
}

/// Changes the words of a label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UpdateLabel {
    /// A token with the first type's scope for writing.
    pub token: Secret,
    /// The two types.
    pub between: BetweenTypes,
    /// The label.
    pub label: ChangedLabel,
}

/// Takes a label away; records that have it stay associated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeleteLabel {
    /// A token with the first type's scope for writing.
    pub token: Secret,
    /// The two types.
    pub between: BetweenTypes,
    /// The label's number.
    pub type_id: i64,
}

endpoint! { |it: ListLabels| -> LabelList {
    Ok(Request::to(Method::Get, ROUTE, it.between.path()).with_bearer(&it.token))
} }

endpoint! { |it: CreateLabel| -> LabelList {
    Request::to(Method::Post, ROUTE, it.between.path())
        .with_bearer(&it.token)
        .with_json(&it.label)
} }

endpoint! { |it: UpdateLabel| -> () {
    Request::to(Method::Put, ROUTE, it.between.path())
        .with_bearer(&it.token)
        .with_json(&it.label)
} }

endpoint! { |it: DeleteLabel| -> () {
    let path = [&it.between.path(), "/", &it.type_id.to_string()].concat();
    Ok(Request::to(Method::Delete, LABEL_ROUTE, path).with_bearer(&it.token))
} }

/// A label that is to be defined.
///
/// Shape: `{"name":"manager_of","label":"Manager of","inverseLabel":"Works under"}`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct NewLabel {
    /// Its internal name.
    pub name: String,
    /// As people read it from a record of the first type.
    pub label: String,
    /// As they read it from the other; `label` when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inverse_label: Option<String>,
}

/// New words of a label.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct ChangedLabel {
    /// The label's number.
    pub association_type_id: i64,
    /// As people read it from a record of the first type.
    pub label: String,
    /// As they read it from the other; unchanged when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inverse_label: Option<String>,
}

/// Kinds of associations.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct LabelList {
    /// The default association first. A label that was just defined has an entry for each
    /// direction.
    #[serde(default)]
    pub results: Vec<AssociationType>,
}

/// The path of the kinds of two types.
pub const ROUTE: &str = "/crm/v4/associations/{fromObjectType}/{toObjectType}/labels";

/// The path of one label.
pub const LABEL_ROUTE: &str =
    "/crm/v4/associations/{fromObjectType}/{toObjectType}/labels/{associationTypeId}";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Endpoint as _;

    #[test]
    fn the_requests_are_as_published() {
        let token = || Secret::new("canary");
        let between = || BetweenTypes {
            from: ObjectType::CONTACTS,
            to: ObjectType::COMPANIES,
        };
        let requests = [
            ListLabels {
                token: token(),
                between: between(),
            }
            .request(),
            CreateLabel {
                token: token(),
                between: between(),
                label: NewLabel {
                    name: "boss".to_owned(),
                    label: "Boss".to_owned(),
                    inverse_label: None,
                },
            }
            .request(),
            UpdateLabel {
                token: token(),
                between: between(),
                label: ChangedLabel {
                    association_type_id: 5,
                    label: "Head".to_owned(),
                    inverse_label: Some("Team".to_owned()),
                },
            }
            .request(),
            DeleteLabel {
                token: token(),
                between: between(),
                type_id: 5,
            }
            .request(),
        ]
        .map(Result::unwrap);

        let lines = requests.each_ref().map(|request| {
            let body = String::from_utf8_lossy(&request.body);
            let line = format!("{} {} {body}", request.method.as_str(), request.target());
            line.trim_end().to_owned()
        });
        assert_eq!(
            lines,
            [
                "GET /crm/v4/associations/contacts/companies/labels",
                r#"POST /crm/v4/associations/contacts/companies/labels {"name":"boss","label":"Boss"}"#,
                r#"PUT /crm/v4/associations/contacts/companies/labels {"associationTypeId":5,"label":"Head","inverseLabel":"Team"}"#,
                "DELETE /crm/v4/associations/contacts/companies/labels/5",
            ]
        );
        for request in &requests {
            assert_eq!(request.secrets, [token()]);
        }
    }
}
