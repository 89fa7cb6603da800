//! What a line item comes to over its term, and terms that no line item can have.

use emulator::Profile;
use serde_json::{Value, json};

use super::support::{BOTH, Fixture, Reply};

const LINES: &str = "/crm/v3/objects/line_items";

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

    async fn set(&self, line: &Value, properties: &Value) -> Reply {
        let target = format!("{LINES}/{}", line["id"].as_str().unwrap());
        self.ask("PATCH", &target, &json!({ "properties": properties }))
            .await
    }
}

/// Worked by hand. The first row is what an answer of the service has for a line that is billed
/// once, read 2026-11, without its padding.
#[tokio::test]
async fn a_line_item_says_what_it_comes_to() {
    let names = [
        "amount",
        "hs_margin",
        "hs_mrr",
        "hs_arr",
        "hs_acv",
        "hs_tcv",
    ];
    let monthly = json!({ "price": "50", "quantity": "3", "recurringbillingfrequency": "monthly",
        "hs_recurring_billing_period": "P6M", "hs_discount_percentage": "10" });
    let costly = json!({ "price": "10", "quantity": "3", "discount": "1",
        "hs_cost_of_goods_sold": "12.345" });
    let yen = json!({ "price": "100", "recurringbillingfrequency": "quarterly",
        "hs_line_item_currency_code": "JPY" });
    for profile in BOTH {
        let account = Account::new(profile).await;
        for (properties, expected) in [
            (
                &json!({ "price": "400", "quantity": "8" }),
                "3200 3200 0 0 3200 3200",
            ),
            (&monthly, "135 135 135 1620 810 810"),
            (&costly, "27 -10.04 0 0 27 27"),
            (&yen, "100 100 33 400 400 400"),
            (&json!({ "name": "Free" }), "null null null null null null"),
        ] {
            let made = account.make("line_items", properties).await;

            let values = names.map(|name| match &made["properties"][name] {
                Value::String(text) => text.clone(),
                other => other.to_string(),
            });
            assert_eq!(values.join(" "), expected, "{properties}");
        }
    }
}

/// Source of the code: other clients of the service, read 2026-11.
#[tokio::test]
async fn a_term_has_the_unit_that_it_is_billed_by() {
    for profile in BOTH {
        let account = Account::new(profile).await;
        let line = account.make("line_items", &json!({ "price": "9" })).await;
        for (frequency, term, is_good) in [
            ("weekly", "P7D", true),
            ("weekly", "P2W", true),
            ("weekly", "P12M", false),
            ("weekly", "P1M7D", false),
            ("biweekly", "P1Y", false),
            ("monthly", "P12M", true),
            ("monthly", "p3m", true),
            ("monthly", "P30D", false),
            ("annually", "P1Y", true),
            ("annually", "P18M", true),
            ("annually", "P52W", false),
            ("per_five_years", "P5Y1D", false),
            ("", "P1M1D", true),
        ] {
            let both = json!({ "recurringbillingfrequency": frequency,
                "hs_recurring_billing_period": term });
            let created = account
                .ask("POST", LINES, &json!({ "properties": &both }))
                .await;
            let changed = account.set(&line, &both).await;
            assert_eq!(created.status < 300, is_good, "{both} {}", created.text);
            assert_eq!(changed.status == 200, is_good, "{both} {}", changed.text);
            if is_good {
                continue;
            }
            for refused in [created, changed] {
                assert_eq!(refused.status, 400);
                let error = refused.error();
                let detail = &error["errors"][0];
                assert_eq!(error["category"], "VALIDATION_ERROR");
                assert_eq!(detail["code"], "BILLING_PERIOD_TO_FREQUENCY_FORM_MISMATCH");
                assert_eq!(
                    detail["context"]["propertyName"],
                    json!(["hs_recurring_billing_period"])
                );
                let said = detail["message"].as_str().unwrap();
                let start = format!("hs_recurring_billing_period is {term}, and ");
                assert!(said.starts_with(&start), "{said}");
            }
        }
    }
}

/// Each change is judged with what the line item has, and a batch with what each has.
#[tokio::test]
async fn half_of_a_mismatch_is_refused_and_changes_nothing() {
    let account = Account::new(Profile::Vendor).await;
    let weekly = json!({ "price": "9", "recurringbillingfrequency": "weekly" });
    let line = account.make("line_items", &weekly).await;
    let id = line["id"].as_str().unwrap();

    let by_months = json!({ "hs_recurring_billing_period": "P12M", "price": "10" });
    let refused = account.set(&line, &by_months).await;
    let inputs = json!({ "inputs": [{ "id": id, "properties": by_months }] });
    let batch = account
        .ask("POST", &format!("{LINES}/batch/update"), &inputs)
        .await;
    let read = account
        .ask("GET", &format!("{LINES}/{id}"), &json!({}))
        .await;
    let both = json!({ "hs_recurring_billing_period": "P12M",
        "recurringbillingfrequency": "monthly" });
    let together = account.set(&line, &both).await;
    let without = json!({ "hs_recurring_billing_period": "",
        "recurringbillingfrequency": "weekly" });
    let without = account.set(&line, &without).await;

    assert_eq!((refused.status, batch.status), (400, 400));
    assert_eq!(read.json()["properties"]["price"], "9");
    assert_eq!(together.status, 200, "{}", together.text);
    assert_eq!(without.status, 200, "{}", without.text);
    // What a product has is judged with the line item that is made of it.
    let product = json!({ "name": "Line", "price": "9", "hs_recurring_billing_period": "P12M" });
    let product = account.make("products", &product).await;
    let copy = json!({ "properties": { "hs_product_id": product["id"],
        "recurringbillingfrequency": "weekly" } });
    let copy = account.ask("POST", LINES, &copy).await;
    assert_eq!(copy.status, 400, "{}", copy.text);
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
