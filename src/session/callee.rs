//! The record behind a number, by what DIAL_NUMBER says of it.

use alloc::string::String;

use crate::protocol::{Name, OBJECT_TYPES, Payload};

/// The record a number belongs to, and the fields that say so.
///
/// DIAL_NUMBER names records in three places. The identifier comes from the first that has one:
/// `calleeInfo`, the callee with its object type; `objectId`, the record the number was found in;
/// `subjectId`, the record the user is on, the only one that old hosts name. The object type comes
/// from `calleeInfo`, else from `objectType` unless that is about another record.
#[derive(Clone, Debug, PartialEq)]
pub struct Callee<P> {
    /// The record's identifier, unchanged: a number, rarely a text.
    pub object_id: P,
    /// Its object type: `0-1` a contact, `0-2` a company, others the account's custom objects.
    /// `None` if unknown.
    pub object_type_id: Option<String>,
    /// The field the identifier was taken from.
    pub id_from: &'static str,
    /// The field the object type was taken from.
    pub type_from: Option<&'static str>,
    /// A field that names another record. `subjectId` never counts: the record the user is on need
    /// not be the callee.
    pub conflict: Option<&'static str>,
}

impl<P: Payload> Callee<P> {
    /// The callee of a DIAL_NUMBER's payload; `None` where it names no record.
    #[must_use]
    pub fn of(data: &P) -> Option<Self> {
        let callee = data
            .field(Name::CalleeInfo)
            .and_then(|info| record_id(&info, Name::CalleeId));
        let object = record_id(data, Name::ObjectId);
        let (object_id, id_from) = if let Some(id) = callee {
            (id, "calleeInfo.calleeId")
        } else if let Some(id) = object.clone() {
            (id, "objectId")
        } else {
            (record_id(data, Name::SubjectId)?, "subjectId")
        };

        let is_another = object.is_some_and(|id| id.id_text() != object_id.id_text());
        let of_info = type_of_info(data);
        let of_object = type_of_object(data).filter(|_| !is_another);
        let conflict = match (&of_info, of_object) {
            _ if is_another => Some("objectId"),
            (Some(one), Some(other)) if one != other => Some("objectType"),
            _ => None,
        };
        let type_from = match (&of_info, of_object) {
            (Some(_), _) => Some("calleeInfo.calleeObjectTypeId"),
            (None, Some(_)) => Some("objectType"),
            (None, None) => None,
        };
        Some(Self {
            object_id,
            object_type_id: of_info.or_else(|| of_object.map(String::from)),
            id_from,
            type_from,
            conflict,
        })
    }

    /// The callee's object type, also where no record is named.
    pub(crate) fn object_type(data: &P) -> Option<String> {
        match Self::of(data) {
            Some(callee) => callee.object_type_id,
            None => type_of_info(data).or_else(|| type_of_object(data).map(String::from)),
        }
    }

    /// The callee for applications: an object of the same fields in camelCase; unknown ones are
    /// left out.
    #[must_use]
    pub fn snapshot(self) -> P {
        let mut snapshot = P::empty();
        snapshot.put(Name::ObjectId, Some(self.object_id));
        for (name, text) in [
            (Name::ObjectTypeId, self.object_type_id.as_deref()),
            (Name::IdFrom, Some(self.id_from)),
            (Name::TypeFrom, self.type_from),
            (Name::Conflict, self.conflict),
        ] {
            if let Some(text) = text {
                snapshot.put(name, Some(P::from_text(text)));
            }
        }
        snapshot
    }
}

fn type_of_info<P: Payload>(data: &P) -> Option<String> {
    data.field(Name::CalleeInfo)?
        .text_field(Name::CalleeObjectTypeId)
        .filter(|id| !id.is_empty())
}

/// The type of the record the number was found in.
fn type_of_object<P: Payload>(data: &P) -> Option<&'static str> {
    let name = data.text_field(Name::ObjectType)?;
    let known = OBJECT_TYPES.iter().zip(["0-1", "0-2"]);
    let (_, id) = known.into_iter().find(|(known, _)| **known == name)?;
    Some(id)
}

/// A field that can name a record.
fn record_id<P: Payload>(owner: &P, name: Name) -> Option<P> {
    owner.field(name).filter(Payload::is_record_id)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::Callee;

    fn callee(data: &Value) -> Value {
        Callee::of(data).map_or(Value::Null, Callee::snapshot)
    }

    #[test]
    fn the_callee_of_callee_info_wins_and_brings_its_type() {
        // The fields as the calling SDK reference lists them.
        let data = json!({
            "phoneNumber": "+15550100", "ownerId": 3, "subjectId": 9, "objectId": 51,
            "objectType": "CONTACT", "portalId": 1, "countryCode": "US",
            "calleeInfo": { "calleeId": 51, "calleeObjectTypeId": "0-1" },
            "startTimestamp": 1_700_000_000_000_i64, "toPhoneNumberSrc": "phone",
        });

        assert_eq!(
            callee(&data),
            json!({
                "objectId": 51, "objectTypeId": "0-1",
                "idFrom": "calleeInfo.calleeId", "typeFrom": "calleeInfo.calleeObjectTypeId",
            })
        );
    }

    #[test]
    fn a_record_of_the_accounts_own_kind_keeps_its_type() {
        let data = json!({ "calleeInfo": { "calleeId": 7, "calleeObjectTypeId": "2-1234567" } });

        assert_eq!(callee(&data)["objectTypeId"], json!("2-1234567"));
    }

    #[test]
    fn where_callee_info_is_absent_or_names_nobody_the_object_does() {
        for info in [
            Value::Null,
            json!({}),
            json!({ "calleeId": null }),
            json!({ "calleeId": 0 }),
            json!({ "calleeId": "" }),
            json!("51"),
        ] {
            let data = json!({ "calleeInfo": info, "objectId": 52, "objectType": "COMPANY" });

            assert_eq!(
                callee(&data),
                json!({
                    "objectId": 52, "objectTypeId": "0-2",
                    "idFrom": "objectId", "typeFrom": "objectType",
                }),
                "{info}"
            );
        }
    }

    #[test]
    fn the_record_the_user_is_on_counts_where_nothing_else_names_one() {
        let data = json!({ "subjectId": 53, "objectType": "CONTACT" });

        assert_eq!(
            callee(&data),
            json!({
                "objectId": 53, "objectTypeId": "0-1",
                "idFrom": "subjectId", "typeFrom": "objectType",
            })
        );
    }

    #[test]
    fn a_type_that_nothing_tells_is_left_out() {
        for object_type in [Value::Null, json!("DEAL"), json!(1), json!("contact")] {
            let data = json!({ "objectId": 52, "objectType": object_type });

            assert_eq!(
                callee(&data),
                json!({ "objectId": 52, "idFrom": "objectId" }),
                "{object_type}"
            );
        }
    }

    #[test]
    fn another_object_conflicts_and_its_type_does_not_rub_off() {
        let data = json!({
            "calleeInfo": { "calleeId": 51 }, "objectId": 52, "objectType": "COMPANY",
        });

        assert_eq!(
            callee(&data),
            json!({
                "objectId": 51, "idFrom": "calleeInfo.calleeId", "conflict": "objectId",
            })
        );
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

    #[test]
    fn a_payload_that_names_no_record_has_no_callee() {
        for data in [
            json!({ "phoneNumber": "+15550100" }),
            json!({ "objectId": -1, "subjectId": 0, "calleeInfo": { "calleeObjectTypeId": "0-1" } }),
            json!([51]),
            json!("51"),
            Value::Null,
        ] {
            assert_eq!(callee(&data), Value::Null, "{data}");
        }
    }
}
