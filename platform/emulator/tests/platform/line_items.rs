//! Line items and quotes where a table cannot say it: `data/exchanges/line_items.json` has the
//! rest.

use emulator::Profile;
use serde_json::{Value, json};

use super::support::{BOTH, Fixture, Reply};

struct Account {
    fixture: Fixture,
    token: String,
}

impl Account {
    async fn new(profile: Profile) -> Self {
        let fixture = Fixture::new(profile);
        let token = fixture.host_token().await;
        Self { fixture, token }
    }

    async fn ask(&self, method: &str, target: &str, body: &Value) -> Reply {
        self.fixture.ask(&self.token, method, target, body).await
    }

    async fn make(&self, object_type: &str, properties: &Value) -> Value {
        let target = format!("/crm/v3/objects/{object_type}");
        let body = json!({ "properties": properties });
        let made = self.ask("POST", &target, &body).await;
        assert!(matches!(made.status, 200 | 201), "{}", made.text);
        made.json()
    }
}

/// Numbers at their bounds: nothing overflows, and nothing is answered that is no number.
#[tokio::test]
async fn the_largest_line_comes_to_a_number_or_nothing() {
    let account = Account::new(Profile::Vendor).await;
    for frequency in ["weekly", "per_five_years"] {
        for (price, quantity) in [
            ("1000000000000", "1000000000"),
            ("1e12", "1e9"),
            ("0", "0.000000000001"),
            ("0.0000000000000000000000000001", "1"),
        ] {
            let term = if frequency == "weekly" {
                "P36600D"
            } else {
                "P100Y"
            };
            let line = json!({ "price": price, "quantity": quantity,
                "hs_cost_of_goods_sold": "1000000000000", "hs_recurring_billing_period": term,
                "recurringbillingfrequency": frequency });

            let made = account.make("line_items", &line).await;

            for name in ["hs_margin", "hs_mrr", "hs_arr", "hs_acv", "hs_tcv"] {
                let value = &made["properties"][name];
                let is_number = value
                    .as_str()
                    .is_some_and(|text| text.parse::<f64>().is_ok());
                assert!(is_number || value.is_null(), "{name} {value}");
            }
        }
    }
}

/// Source: the search guide's table of what a quote is answered with, read 2026-11.
#[tokio::test]
async fn a_quote_has_a_key_of_its_own_that_nobody_sets() {
    for profile in BOTH {
        let account = Account::new(profile).await;
        let quote = json!({ "hs_title": "Phones", "hs_expiration_date": "2099-12-31",
            "hs_test_mode": true });

        let made = account.make("quotes", &quote).await;
        let other = account.make("quotes", &quote).await;
        let target = format!("/crm/v3/objects/quotes/{}", made["id"].as_str().unwrap());
        let own = json!({ "properties": { "hs_public_url_key": "mine", "hs_title": "Other" } });
        let set = account.ask("PATCH", &target, &own).await;
        let read = account.ask("GET", &target, &json!({})).await.json();
        let from_start = account
            .ask("GET", "/crm/v3/objects/quotes/6001", &json!({}))
            .await
            .json();

        let key = |quote: &Value| {
            let key = quote["properties"]["hs_public_url_key"].as_str();
            key.unwrap().to_owned()
        };
        let is_key = |key: &str| key.len() == 32 && key.bytes().all(|b| b.is_ascii_hexdigit());
        assert!(is_key(&key(&made)) && is_key(&key(&from_start)), "{made}");
        assert_ne!(key(&made), key(&other));
        assert_eq!(key(&read), key(&made));
        assert_eq!(made["properties"]["hs_test_mode"], "true");
        // Contract 7.5: not applied; the service refuses it.
        let expected = if profile == Profile::Spec { 200 } else { 400 };
        assert_eq!(set.status, expected, "{}", set.text);
    }
}
