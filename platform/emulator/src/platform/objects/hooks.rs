//! The hooks of each type of records, beyond its properties.

use calling_widget_sdk::protocol::PhoneNumber;

use crate::platform::{
    answer::Result,
    namespace::Namespace,
    quotes,
    records::{
        Changes,
        hooks::{Hooks, Side},
        store::Properties,
        type_ids::{CALL, CONTACT, PRODUCT, TICKET},
    },
};

/// The hooks of a type.
pub(super) fn hooks(type_id: &str) -> &'static dyn Hooks {
    match type_id {
        CALL => &Call,
        CONTACT => &Contact,
        PRODUCT => &Beginning("hs_status", "active"),
        // The default pipeline of every account.
        TICKET => &Beginning("hs_pipeline", "0"),
        other => quotes::hooks(other).unwrap_or(&Plain),
    }
}

/// Refuses an association that one of the two cannot have.
pub(super) fn check_association(
    namespace: &Namespace<'_>,
    from: Side<'_>,
    to: Side<'_>,
) -> Result<()> {
    for ((schema, id), other) in [(from, to), (to, from)] {
        hooks(&schema.type_id).check_association(namespace, id, other)?;
    }
    Ok(())
}

/// Refuses to remove a required association.
pub(super) fn check_dissociation(
    namespace: &Namespace<'_>,
    from: Side<'_>,
    to: Side<'_>,
) -> Result<()> {
    for ((schema, id), (other, _)) in [(from, to), (to, from)] {
        hooks(&schema.type_id).check_dissociation(namespace, id, other)?;
    }
    Ok(())
}

/// Runs the hooks after a change of associations.
pub(super) fn associated(namespace: &Namespace<'_>, from: Side<'_>, to: Side<'_>) -> Result<()> {
    for (schema, id) in [from, to] {
        hooks(&schema.type_id).associated(namespace, id)?;
    }
    Ok(())
}

/// A type without hooks.
#[derive(Debug)]
struct Plain;

impl Hooks for Plain {}

/// The engagement of a call.
#[derive(Debug)]
struct Call;

impl Hooks for Call {
    fn calculated(&self, name: &str, properties: &Properties, _: i64) -> Option<String> {
        match name {
            "hs_body_preview" => properties.get("hs_call_body").map(|html| preview(html)),
            _ => None,
        }
    }
}

/// A contact.
#[derive(Debug)]
struct Contact;

impl Hooks for Contact {
    fn calculated(&self, name: &str, properties: &Properties, _: i64) -> Option<String> {
        let value = |name: &str| properties.get(name).map(String::as_str);
        match name {
            "hs_email_domain" => {
                let (_, domain) = value("email")?.rsplit_once('@')?;
                Some(domain.to_owned())
            }
            "hs_searchable_calculated_phone_number" => national(value("phone")?),
            "hs_searchable_calculated_mobile_number" => national(value("mobilephone")?),
            "hs_full_name_or_email" => {
                let names: Vec<&str> = ["firstname", "lastname"]
                    .into_iter()
                    .filter_map(value)
                    .collect();
                if names.is_empty() {
                    return value("email").map(str::to_owned);
                }
                Some(names.join(" "))
            }
            _ => None,
        }
    }
}

/// The digits of a phone number behind its country's code.
///
/// Source: answers of the service in public programs, read 2026-11.
fn national(number: &str) -> Option<String> {
    let number = PhoneNumber::read(number)?;
    number.national().map(str::to_owned)
}

/// A type of which a property has a value from the start.
#[derive(Debug)]
struct Beginning(&'static str, &'static str);

impl Hooks for Beginning {
    fn complete(&self, _: &Namespace<'_>, changes: &mut Changes) -> Result<Changes> {
        let value = changes.entry(self.0.to_owned()).or_default();
        value.get_or_insert_with(|| self.1.to_owned());
        Ok(Changes::new())
    }
}

/// The beginning of a text in HTML, without its markup.
fn preview(html: &str) -> String {
    let mut is_markup = false;
    html.chars()
        .filter(|letter| {
            let is_text = !is_markup && *letter != '<';
            is_markup = *letter == '<' || (is_markup && *letter != '>');
            is_text
        })
        .take(LONGEST_PREVIEW)
        .collect()
}

const LONGEST_PREVIEW: usize = 255;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::records::types::RecordType;

    fn properties(pairs: &[(&str, &str)]) -> Properties {
        let owned = |&(name, value): &(&str, &str)| (name.to_owned(), value.to_owned());
        pairs.iter().map(owned).collect()
    }

    /// A calculated property without a hook would never have a value.
    #[test]
    fn every_calculated_property_has_its_hook() {
        let all = ["email", "firstname", "lastname", "hs_call_body"].map(|name| (name, "a@b"));
        let further = [
            ("price", "2.5"),
            ("hs_expiration_date", "2099-12-31"),
            ("phone", "+15550100"),
            ("mobilephone", "+15550100"),
        ];
        let all = [&all[..], &further].concat();
        for one in RecordType::all() {
            for (name, defined) in one.properties() {
                let value = hooks(&one.type_id).calculated(name, &properties(&all), 0);
                assert_eq!(
                    value.is_some(),
                    defined.property.calculated == Some(true),
                    "{name}"
                );
            }
        }
    }
}
