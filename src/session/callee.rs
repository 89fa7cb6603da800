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
            (Name::ObjectTypeId, self.object_type_id.map(Value::from)),
            (Name::IdFrom, Some(self.id_from.into())),
            (Name::TypeFrom, self.type_from.map(Value::from)),
            (Name::Conflict, self.conflict.map(Value::from)),
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
    use serde_json::Value;

    use super::Callee;
    use crate::protocol::Typed as _;
    use crate::protocol::shapes::DialNumber;

    /// Numbers to dial; the callee's record and its type, the field of each, and the field in
    /// conflict. A dash stands for none.
    const CALLEES: &str = r#"
        { "calleeInfo": { "calleeId": 51, "calleeObjectTypeId": "0-1" }, "objectId": 51, "objectType": "CONTACT", "subjectId": 9 } | 51 0-1 calleeInfo.calleeId calleeInfo.calleeObjectTypeId -
        { "calleeInfo": { "calleeId": 7, "calleeObjectTypeId": "2-1234567" } } | 7 2-1234567 calleeInfo.calleeId calleeInfo.calleeObjectTypeId -
        { "calleeInfo": { "calleeId": 51 }, "objectId": 52, "objectType": "COMPANY" } | 51 - calleeInfo.calleeId - objectId
        { "calleeInfo": { "calleeId": 51, "calleeObjectTypeId": "0-1" }, "objectId": "51", "objectType": "COMPANY" } | 51 0-1 calleeInfo.calleeId calleeInfo.calleeObjectTypeId objectType
        { "calleeInfo": null, "objectId": 52, "objectType": "COMPANY" } | 52 0-2 objectId objectType -
        { "calleeInfo": {}, "objectId": 52, "objectType": "COMPANY" } | 52 0-2 objectId objectType -
        { "calleeInfo": { "calleeId": null }, "objectId": 52, "objectType": "COMPANY" } | 52 0-2 objectId objectType -
        { "calleeInfo": { "calleeId": 0 }, "objectId": 52, "objectType": "COMPANY" } | 52 0-2 objectId objectType -
        { "calleeInfo": { "calleeId": "" }, "objectId": 52, "objectType": "COMPANY" } | 52 0-2 objectId objectType -
        { "calleeInfo": "51", "objectId": 52, "objectType": "COMPANY" } | 52 0-2 objectId objectType -
        { "objectId": 52 } | 52 - objectId - -
        { "objectId": 52, "objectType": "DEAL" } | 52 - objectId - -
        { "objectId": 52, "objectType": 1 } | 52 - objectId - -
        { "objectId": 52, "objectType": "contact" } | 52 - objectId - -
        { "subjectId": 53, "objectType": "CONTACT" } | 53 0-1 subjectId objectType -
        { "phoneNumber": "+15550100" } | - - - - -
        { "objectId": -1, "subjectId": 0, "calleeInfo": { "calleeObjectTypeId": "0-1" } } | - - - - -
        [51] | - - - - -
        "51" | - - - - -
        null | - - - - -
    "#;

    const FIELDS: [&str; 5] = ["objectId", "objectTypeId", "idFrom", "typeFrom", "conflict"];

    #[test]
    fn the_callee_of_a_dial_and_its_sources() {
        for row in CALLEES.trim().lines() {
            let (data, expected) = row.split_once(" | ").expect("a dial and a callee");
            let data: Value = serde_json::from_str(data).expect("JSON");

            let callee = Callee::of(&DialNumber::read(&data.into()));

            let found = callee.map_or(Value::Null, |callee| {
                crate::protocol::Value::from(callee.snapshot()).json()
            });
            let fields = FIELDS.map(|name| match &found[name] {
                Value::Null => "-".to_owned(),
                Value::String(text) => text.clone(),
                other => other.to_string(),
            });
            assert_eq!(fields.join(" "), expected, "{row}");
        }
    }
}
