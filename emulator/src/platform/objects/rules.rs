//! What no file of a type says: how calculated properties come about.

use super::kept::Properties;
use crate::platform::quotes::{
    amounts,
    quote::{digits, is_expired, line},
};

/// The value of a calculated property at a moment, where the others give one.
pub(super) fn calculated(
    type_id: &str,
    name: &str,
    properties: &Properties,
    now_ms: i64,
) -> Option<String> {
    let value = |name: &str| properties.get(name).map(String::as_str);
    match (type_id, name) {
        ("0-1", "hs_email_domain") => {
            let (_, domain) = value("email")?.rsplit_once('@')?;
            Some(domain.to_owned())
        }
        ("0-1", "hs_full_name_or_email") => {
            let names: Vec<&str> = ["firstname", "lastname"]
                .into_iter()
                .filter_map(value)
                .collect();
            if names.is_empty() {
                return value("email").map(str::to_owned);
            }
            Some(names.join(" "))
        }
        ("0-8", "hs_pre_discount_amount" | "hs_total_discount" | "amount") => {
            let currency = value("hs_line_item_currency_code").unwrap_or_default();
            let amount = line(properties).amount(digits(currency))?;
            value("price")?;
            Some(amounts::text(match name {
                "hs_pre_discount_amount" => amount.before,
                "hs_total_discount" => amount.off,
                _ => amount.amount,
            }))
        }
        ("0-14", "hs_expired") => {
            value("hs_expiration_date")?;
            Some(is_expired(properties, now_ms).to_string())
        }
        ("0-48", "hs_body_preview") => value("hs_call_body").map(preview),
        _ => None,
    }
}

/// The beginning of a text of HTML, without its markup.
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
    use super::{super::types::RecordType, *};

    fn properties(pairs: &[(&str, &str)]) -> Properties {
        let owned = |&(name, value): &(&str, &str)| (name.to_owned(), value.to_owned());
        pairs.iter().map(owned).collect()
    }

    #[test]
    fn what_is_calculated_follows_the_other_properties() {
        let email = properties(&[("email", "ada@people.example")]);
        let named = properties(&[("email", "ada@people.example"), ("lastname", "Example")]);
        let call = properties(&[("hs_call_body", "<p>Call <b>Ada</b> back</p>")]);
        for (type_id, name, properties, value) in [
            ("0-1", "hs_email_domain", &email, Some("people.example")),
            (
                "0-1",
                "hs_full_name_or_email",
                &email,
                Some("ada@people.example"),
            ),
            ("0-1", "hs_full_name_or_email", &named, Some("Example")),
            ("0-1", "hs_full_name_or_email", &properties(&[]), None),
            ("0-48", "hs_body_preview", &call, Some("Call Ada back")),
        ] {
            assert_eq!(
                calculated(type_id, name, properties, 0).as_deref(),
                value,
                "{name}"
            );
        }
    }

    /// A property that is listed as calculated and has no rule would never have a value.
    #[test]
    fn every_calculated_property_has_its_rule() {
        let all = ["email", "firstname", "lastname", "hs_call_body"].map(|name| (name, "a@b"));
        let further = [("price", "2.5"), ("hs_expiration_date", "2099-12-31")];
        let all = [&all[..], &further].concat();
        for one in RecordType::all() {
            for (name, defined) in one.properties() {
                let value = calculated(&one.type_id, name, &properties(&all), 0);
                assert_eq!(
                    value.is_some(),
                    defined.property.calculated == Some(true),
                    "{name}"
                );
            }
        }
    }
}
