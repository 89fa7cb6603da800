//! The record behind a number, by what DIAL_NUMBER says of it.

use alloc::string::String;

use crate::protocol::shapes::DialNumber;
use crate::protocol::{OBJECT_TYPES, Value};

/// The record a number belongs to.
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
}

impl Callee {
    /// The callee of a DIAL_NUMBER; `None` where it names no record.
    pub(crate) fn of(dial: &DialNumber) -> Option<Self> {
        let ids = [
            &dial.callee_info.callee_id,
            &dial.object_id,
            &dial.subject_id,
        ];
        let object_id = ids.into_iter().find(|id| id.is_record_id())?;
        let is_another =
            dial.object_id.is_record_id() && dial.object_id.id_text() != object_id.id_text();
        let of_object = type_of_object(dial).filter(|_| !is_another);
        Some(Self {
            object_id: object_id.clone(),
            object_type_id: type_of_info(dial).or(of_object).map(String::from),
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

    /// Numbers to dial; the callee's record and its type. A dash stands for none.
    const CALLEES: &str = r#"
        { "calleeInfo": { "calleeId": 51, "calleeObjectTypeId": "0-1" }, "objectId": 51, "objectType": "CONTACT", "subjectId": 9 } | 51 0-1
        { "calleeInfo": { "calleeId": 7, "calleeObjectTypeId": "2-1234567" } } | 7 2-1234567
        { "calleeInfo": { "calleeId": 51 }, "objectId": 52, "objectType": "COMPANY" } | 51 -
        { "calleeInfo": { "calleeId": 51, "calleeObjectTypeId": "0-1" }, "objectId": "51", "objectType": "COMPANY" } | 51 0-1
        { "calleeInfo": null, "objectId": 52, "objectType": "COMPANY" } | 52 0-2
        { "calleeInfo": {}, "objectId": 52, "objectType": "COMPANY" } | 52 0-2
        { "calleeInfo": { "calleeId": null }, "objectId": 52, "objectType": "COMPANY" } | 52 0-2
        { "calleeInfo": { "calleeId": 0 }, "objectId": 52, "objectType": "COMPANY" } | 52 0-2
        { "calleeInfo": { "calleeId": "" }, "objectId": 52, "objectType": "COMPANY" } | 52 0-2
        { "calleeInfo": "51", "objectId": 52, "objectType": "COMPANY" } | 52 0-2
        { "objectId": 52 } | 52 -
        { "objectId": 52, "objectType": "DEAL" } | 52 -
        { "objectId": 52, "objectType": 1 } | 52 -
        { "objectId": 52, "objectType": "contact" } | 52 -
        { "subjectId": 53, "objectType": "CONTACT" } | 53 0-1
        { "phoneNumber": "+15550100" } | - -
        { "objectId": -1, "subjectId": 0, "calleeInfo": { "calleeObjectTypeId": "0-1" } } | - -
        [51] | - -
        "51" | - -
        null | - -
    "#;

    #[test]
    fn a_dial_names_its_callee() {
        for row in CALLEES.trim().lines() {
            let (data, expected) = row.split_once(" | ").expect("a dial and a callee");
            let data: Value = serde_json::from_str(data).expect("JSON");

            let callee = Callee::of(&DialNumber::read(&data.into()));

            let id = callee
                .as_ref()
                .and_then(|callee| callee.object_id.id_text());
            let kind = callee.and_then(|callee| callee.object_type_id);
            let found = [id, kind].map(|text| text.unwrap_or_else(|| "-".to_owned()));
            assert_eq!(found.join(" "), expected, "{row}");
        }
    }
}
