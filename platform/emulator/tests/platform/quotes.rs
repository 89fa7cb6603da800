//! Quotes and line items beyond the tables of `data/exchanges/quotes.json` and
//! `line_items.json`.

use emulator::Profile;
use serde_json::{Value, json};

use crate::support::{Fixture, Reply};

/// A platform, and its host page's token.
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

    /// Creates a record, on a quote if given.
    async fn make(&self, object_type: &str, properties: Value, quote: Option<&str>) -> Value {
        let target = format!("/crm/v3/objects/{object_type}");
        let body = json!({ "properties": properties });
        let made = self.ask("POST", &target, &body).await;
        assert!(matches!(made.status, 200 | 201), "{}", made.text);
        let made = made.json();
        if let Some(quote) = quote {
            let id = made["id"].as_str().unwrap();
            let target =
                format!("/crm/v4/objects/quotes/{quote}/associations/default/{object_type}/{id}");
            let linked = self.ask("PUT", &target, &json!({})).await;
            assert_eq!(linked.status, 200, "{}", linked.text);
        }
        made
    }

    /// A publishable quote.
    async fn quote(&self) -> String {
        let properties = json!({ "hs_title": "Phones", "hs_expiration_date": "2099-12-31",
            "hs_slug": "phones" });
        let quote = self.make("quotes", properties, None).await;
        let quote = quote["id"].as_str().unwrap().to_owned();
        let template = json!({ "hs_template_type": "CUSTOMIZABLE_QUOTE_TEMPLATE" });
        for (object_type, properties) in [
            ("deals", json!({ "dealname": "Phones" })),
            ("quote_templates", template),
            ("line_items", json!({ "name": "Phone", "price": "100" })),
        ] {
            self.make(object_type, properties, Some(&quote)).await;
        }
        quote
    }
}

/// Contract 5: the sixteen scopes of a publishable quote.
#[tokio::test]
async fn publishing_needs_each_of_the_sixteen_scopes() {
    let scopes = [
        "crm.objects.quotes.write",
        "crm.objects.quotes.read",
        "crm.objects.line_items.write",
        "crm.objects.line_items.read",
        "crm.objects.owners.read",
        "crm.objects.contacts.write",
        "crm.objects.contacts.read",
        "crm.objects.deals.write",
        "crm.objects.deals.read",
        "crm.objects.companies.write",
        "crm.objects.companies.read",
        "crm.schemas.quote.read",
        "crm.schemas.line_items.read",
        "crm.schemas.contacts.read",
        "crm.schemas.deals.read",
        "crm.schemas.companies.read",
    ];
    let account = Account::new(Profile::Spec).await;
    let target = format!("/crm/v3/objects/quotes/{}", account.quote().await);
    let publish = json!({ "properties": { "hs_status": "APPROVED" } });
    let publish = async |scopes: &[&str]| {
        let token = account.fixture.token_of(scopes).await;
        account
            .fixture
            .ask(&token, "PATCH", &target, &publish)
            .await
    };

    for missing in scopes {
        let others: Vec<&str> = scopes.into_iter().filter(|one| *one != missing).collect();
        let reply = publish(&others).await;
        assert_eq!(reply.status, 403, "{missing} {}", reply.text);
        assert!(reply.text.contains(missing), "{missing} {}", reply.text);
        assert_eq!(reply.json()["category"], "MISSING_SCOPES");
    }
    let reply = publish(&scopes).await;
    assert_eq!(reply.status, 200, "{}", reply.text);
}

/// Numbers at their limits: nothing overflows, and no answer has an invalid number.
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

            let made = account.make("line_items", line, None).await;

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
