//! The record behind a number, by what DIAL_NUMBER says of it.

use alloc::string::String;

use crate::protocol::shapes::DialNumber;
use crate::protocol::{Name, OBJECT_TYPES, Object, Value};

/// The record a number belongs to, and the fields that say so.
///
/// DIAL_NUMBER names records in three places. The identifier comes from the first that has one:
/// `calleeInfo`, the callee with its object type; `objectId`, the record the number was found in;
/// `subjectId`, the record the user is on, the only one that old hosts name. The object type comes
/// from `calleeInfo`, else from `objectType` unless that is about another record.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Callee {
    /// The record's identifier, unchanged: a number, rarely a text.
    pub(crate) object_id: Value,
    /// Its object type: `0-1` a contact, `0-2` a company, others the account's custom objects.
    /// `None` if unknown.
    pub(crate) object_type_id: Option<String>,
    /// The field the identifier was taken from.
    pub(crate) id_from: &'static str,
    /// The field the object type was taken from.
    pub(crate) type_from: Option<&'static str>,
    /// A field that names another record. `subjectId` never counts: the record the user is on need
    /// not be the callee.
    pub(crate) conflict: Option<&'static str>,
}

impl Callee {
    /// The callee of a DIAL_NUMBER; `None` where it names no record.
    pub(crate) fn of(dial: &DialNumber) -> Option<Self> {
        let callee = Some(&dial.callee_info.callee_id).filter(|id| id.is_record_id());
        let object = Some(&dial.object_id).filter(|id| id.is_record_id());
        let (object_id, id_from) = if let Some(id) = callee {
            (id, "calleeInfo.calleeId")
        } else if let Some(id) = object {
            (id, "objectId")
        } else {
            let subject = Some(&dial.subject_id).filter(|id| id.is_record_id());
            (subject?, "subjectId")
        };

        let is_another = object.is_some_and(|id| id.id_text() != object_id.id_text());
        let of_info = type_of_info(dial);
        let of_object = type_of_object(dial).filter(|_| !is_another);
        let conflict = match (of_info, of_object) {
            _ if is_another => Some("objectId"),
            (Some(one), Some(other)) if one != other => Some("objectType"),
            _ => None,
        };
        let type_from = match (of_info, of_object) {
            (Some(_), _) => Some("calleeInfo.calleeObjectTypeId"),
            (None, Some(_)) => Some("objectType"),
            (None, None) => None,
        };
        Some(Self {
            object_id: object_id.clone(),
            object_type_id: of_info.or(of_object).map(String::from),
            id_from,
            type_from,
            conflict,
        })
    }

    /// The callee's object type, also where no record is named.
    pub(crate) fn object_type(dial: &DialNumber) -> Option<String> {
        match Self::of(dial) {
            Some(callee) => callee.object_type_id,
            None => type_of_info(dial)
                .or_else(|| type_of_object(dial))
                .map(String::from),
        }
    }

    /// The callee for applications: an object of the same fields in camelCase; unknown ones are
    /// left out.
    pub(crate) fn snapshot(self) -> Object {
        let mut snapshot = Object::new().with(Name::ObjectId, self.object_id);
        for (name, text) in [
            (Name::ObjectTypeId, self.object_type_id.as_deref()),
            (Name::IdFrom, Some(self.id_from)),
            (Name::TypeFrom, self.type_from),
            (Name::Conflict, self.conflict),
        ] {
            if let Some(text) = text {
                snapshot.set(name, text);
            }
        }
        snapshot
    }
}

fn type_of_info(dial: &DialNumber) -> Option<&str> {
    let id = dial.callee_info.callee_object_type_id.text();
    id.filter(|id| !id.is_empty())
}

/// The type of the record the number was found in.
fn type_of_object(dial: &DialNumber) -> Option<&'static str> {
    let name = dial.object_type.text()?;
    let known = OBJECT_TYPES.iter().zip(["0-1", "0-2"]);
    let (_, id) = known.into_iter().find(|(known, _)| **known == name)?;
    Some(id)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::Callee;
    use crate::protocol::Typed as _;
    use crate::protocol::shapes::DialNumber;

    fn callee(data: &Value) -> Value {
        let dial = DialNumber::read(&data.clone().into());
        Callee::of(&dial).map_or(Value::Null, |callee| {
            crate::protocol::Value::from(callee.snapshot()).json()
        })
    }

    #[test]
    fn the_callee_of_a_dial_and_its_sources() {
        let named = |id: i64, type_id: &str, id_from: &str, type_from: &str| {
            json!({
                "objectId": id, "objectTypeId": type_id, "idFrom": id_from, "typeFrom": type_from,
            })
        };
        let by_info = |id, type_id| {
            named(
                id,
                type_id,
                "calleeInfo.calleeId",
                "calleeInfo.calleeObjectTypeId",
            )
        };
        let untyped = json!({ "objectId": 52, "idFrom": "objectId" });
        let nobody = Value::Null;
        for (dial, expected) in [
            // The fields as the calling SDK reference lists them.
            (
                json!({
                    "phoneNumber": "+15550100", "ownerId": 3, "subjectId": 9, "objectId": 51,
                    "objectType": "CONTACT", "portalId": 1, "countryCode": "US",
                    "calleeInfo": { "calleeId": 51, "calleeObjectTypeId": "0-1" },
                    "startTimestamp": 1_700_000_000_000_i64, "toPhoneNumberSrc": "phone",
                }),
                by_info(51, "0-1"),
            ),
            // A record of the account's own kind.
            (
                json!({ "calleeInfo": { "calleeId": 7, "calleeObjectTypeId": "2-1234567" } }),
                by_info(7, "2-1234567"),
            ),
            (
                json!({ "subjectId": 53, "objectType": "CONTACT" }),
                named(53, "0-1", "subjectId", "objectType"),
            ),
            // An unknown type is left out.
            (json!({ "objectId": 52 }), untyped.clone()),
            (
                json!({ "objectId": 52, "objectType": "DEAL" }),
                untyped.clone(),
            ),
            (json!({ "objectId": 52, "objectType": 1 }), untyped.clone()),
            (json!({ "objectId": 52, "objectType": "contact" }), untyped),
            // Another object conflicts; its type is not used.
            (
                json!({
                    "calleeInfo": { "calleeId": 51 }, "objectId": 52, "objectType": "COMPANY",
                }),
                json!({
                    "objectId": 51, "idFrom": "calleeInfo.calleeId", "conflict": "objectId",
                }),
            ),
            (json!({ "phoneNumber": "+15550100" }), nobody.clone()),
            (
                json!({
                    "objectId": -1, "subjectId": 0, "calleeInfo": { "calleeObjectTypeId": "0-1" },
                }),
                nobody.clone(),
            ),
            (json!([51]), nobody.clone()),
            (json!("51"), nobody.clone()),
            (Value::Null, nobody),
        ] {
            assert_eq!(callee(&dial), expected, "{dial}");
        }
    }

    #[test]
    fn the_object_counts_where_callee_info_names_nobody() {
        for info in [
            Value::Null,
            json!({}),
            json!({ "calleeId": null }),
            json!({ "calleeId": 0 }),
            json!({ "calleeId": "" }),
            json!("51"),
        ] {
            let data = json!({ "calleeInfo": info, "objectId": 52, "objectType": "COMPANY" });

            assert_eq!(callee(&data)["idFrom"], json!("objectId"), "{info}");
            assert_eq!(callee(&data)["objectTypeId"], json!("0-2"), "{info}");
        }
    }

    #[test]
    fn one_record_under_two_types_conflicts() {
        let data = json!({
            "calleeInfo": { "calleeId": 51, "calleeObjectTypeId": "0-1" },
            "objectId": "51", "objectType": "COMPANY",
        });

        assert_eq!(callee(&data)["objectTypeId"], json!("0-1"));
        assert_eq!(callee(&data)["conflict"], json!("objectType"));
    }
}
