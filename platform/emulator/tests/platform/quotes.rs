//! Quotes: their status, what follows from what belongs to them, and their payment.

use std::time::Duration;

use emulator::Profile;
use serde_json::{Value, json};

use crate::support::{BOTH, Fixture, Reply};

/// An account with what a quote can be made of.
struct Account {
    fixture: Fixture,
    token: String,
    /// The name of the property that has the owner.
    owner: &'static str,
}

const QUOTES: &str = "/crm/v3/objects/quotes";
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

impl Account {
    async fn new(profile: Profile) -> Self {
        let fixture = Fixture::new(profile);
        let token = fixture.host_token().await;
        let owner = match profile {
            Profile::Spec => "svc_owner_id",
            Profile::Vendor => "hubspot_owner_id",
        };
        Self {
            fixture,
            token,
            owner,
        }
    }

    async fn ask(&self, method: &str, target: &str, body: &Value) -> Reply {
        self.fixture.ask(&self.token, method, target, body).await
    }

    /// Makes a record, and gives its identifier.
    async fn make(&self, object_type: &str, properties: Value) -> String {
        let target = format!("/crm/v3/objects/{object_type}");
        let body = json!({ "properties": properties });
        let reply = self.ask("POST", &target, &body).await;
        assert!(reply.status < 300, "{}", reply.text);
        reply.json()["id"].as_str().unwrap().to_owned()
    }

    async fn quote(&self, properties: Value) -> String {
        let mut whole = json!({ "hs_title": "Phones", "hs_expiration_date": "2099-12-31" });
        for (name, value) in properties.as_object().unwrap() {
            whole[name] = value.clone();
        }
        self.make("quotes", whole).await
    }

    async fn associate(&self, quote: &str, object_type: &str, id: &str) -> Reply {
        let target =
            format!("/crm/v4/objects/quotes/{quote}/associations/default/{object_type}/{id}");
        self.ask("PUT", &target, &json!({})).await
    }

    async fn with(&self, quote: &str, object_type: &str, properties: Value) -> String {
        let id = self.make(object_type, properties).await;
        let reply = self.associate(quote, object_type, &id).await;
        assert_eq!(reply.status, 200, "{}", reply.text);
        id
    }

    async fn template(&self) -> String {
        self.make(
            "quote_templates",
            json!({ "hs_name": "Plain", "hs_template_type": "CUSTOMIZABLE_QUOTE_TEMPLATE",
                "hs_domain": "quotes.crm.example", "hs_locale": "en-us", "hs_language": "en" }),
        )
        .await
    }

    /// A quote that can be published.
    async fn whole(&self, properties: Value) -> String {
        let quote = self.quote(properties).await;
        let mut deal = json!({ "dealname": "Phones", "deal_currency_code": "EUR" });
        deal[self.owner] = json!("9");
        self.with(&quote, "deals", deal).await;
        let template = self.template().await;
        let reply = self.associate(&quote, "quote_template", &template).await;
        assert_eq!(reply.status, 200, "{}", reply.text);
        let line = json!({ "name": "Desk phone", "price": "100", "quantity": "2" });
        self.with(&quote, "line_items", line).await;
        quote
    }

    /// Makes a contact who is to sign a quote.
    async fn signer(&self, quote: &str, name: &str) -> String {
        let signer = self.make("contacts", json!({ "firstname": name })).await;
        let target = format!("/crm/v4/objects/quote/{quote}/associations/contact/{signer}");
        let label = json!([{ "associationCategory": "HUBSPOT_DEFINED", "associationTypeId": 702 }]);
        let reply = self.ask("PUT", &target, &label).await;
        assert!(reply.status < 300, "{}", reply.text);
        signer
    }

    /// A quote that can be published, with a template of these properties, a tax and a term.
    async fn styled(&self, template: Value, properties: Value) -> String {
        let quote = self.quote(json!({ "hs_terms": "Pay." })).await;
        let deal = json!({ "dealname": "Phones", "deal_currency_code": "EUR" });
        self.with(&quote, "deals", deal).await;
        let mut whole = json!({ "hs_template_type": "CUSTOMIZABLE_QUOTE_TEMPLATE" });
        for (name, value) in template.as_object().unwrap() {
            whole[name] = value.clone();
        }
        self.with(&quote, "quote_templates", whole).await;
        let line = json!({ "name": "Phone", "price": "1234.5",
            "recurringbillingfrequency": "annually", "hs_recurring_billing_period": "P1Y" });
        self.with(&quote, "line_items", line).await;
        let tax = json!({ "hs_label": "VAT", "hs_type": "PERCENT", "hs_value": "19" });
        self.with(&quote, "taxes", tax).await;
        let reply = self.set(&quote, properties).await;
        assert_eq!(reply.status, 200, "{}", reply.text);
        quote
    }

    async fn set(&self, quote: &str, properties: Value) -> Reply {
        let body = json!({ "properties": properties });
        self.ask("PATCH", &format!("{QUOTES}/{quote}"), &body).await
    }

    async fn publish(&self, quote: &str) -> Value {
        let reply = self
            .set(quote, json!({ "hs_status": "APPROVAL_NOT_NEEDED" }))
            .await;
        assert_eq!(reply.status, 200, "{}", reply.text);
        reply.json()["properties"].clone()
    }

    /// Every property of a quote.
    async fn properties(&self, quote: &str) -> Value {
        let listed = self
            .ask("GET", "/crm/v3/properties/quotes", &json!({}))
            .await;
        let listed = listed.json();
        let names: Vec<&str> = listed["results"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one["name"].as_str().unwrap())
            .collect();
        let target = format!("{QUOTES}/{quote}?properties={}", names.join(","));
        let reply = self.ask("GET", &target, &json!({})).await;
        assert_eq!(reply.status, 200, "{}", reply.text);
        reply.json()["properties"].clone()
    }
}

fn codes(reply: &Reply) -> Vec<String> {
    assert_eq!(reply.status, 400, "{}", reply.text);
    let error = reply.json();
    error["errors"]
        .as_array()
        .unwrap()
        .iter()
        .map(|detail| detail["code"].as_str().unwrap().to_owned())
        .collect()
}

/// Contract 2.8: `hs_title` and `hs_expiration_date` are required at creation.
#[tokio::test]
async fn a_quote_needs_a_title_and_an_expiration_date() {
    let account = Account::new(Profile::Spec).await;

    for (properties, missing) in [
        (json!({}), "hs_expiration_date, hs_title"),
        (json!({ "hs_title": "Phones" }), "hs_expiration_date"),
        (json!({ "hs_expiration_date": "2099-12-31" }), "hs_title"),
    ] {
        let body = json!({ "properties": properties });
        let reply = account.ask("POST", QUOTES, &body).await;
        assert_eq!(codes(&reply), ["MISSING_REQUIRED_PROPERTY"]);
        let message = reply.json()["message"].as_str().unwrap().to_owned();
        assert_eq!(message, format!("{missing} is missing: give it a value"));
    }
    let quote = account.quote(json!({})).await;
    let reply = account.set(&quote, json!({ "hs_title": "" })).await;
    assert_eq!(codes(&reply), ["MISSING_REQUIRED_PROPERTY"]);
}

/// Contract 2.8: slug and number are made where the caller names none.
#[tokio::test]
async fn a_quote_has_a_slug_and_a_number() {
    let account = Account::new(Profile::Spec).await;

    let made = account.properties(&account.quote(json!({})).await).await;
    let slug = made["hs_slug"].as_str().unwrap();
    assert_eq!(slug.len(), 32);
    let number = made["hs_quote_number"].as_str().unwrap();
    assert!(number.len() == 18 && number.contains('-'), "{number}");
    let own = json!({ "hs_slug": "phones-1", "hs_quote_number": "Q-7" });
    let own = account.properties(&account.quote(own).await).await;
    assert_eq!(own["hs_slug"], "phones-1");
    assert_eq!(own["hs_quote_number"], "Q-7");
    let body = json!({ "properties": { "hs_title": "Two", "hs_expiration_date": "2099-12-31",
        "hs_slug": "phones-1" } });
    assert_eq!(account.ask("POST", QUOTES, &body).await.status, 409);
    let body = json!({ "properties": { "hs_title": "Two", "hs_expiration_date": "2099-12-31",
        "hs_slug": "../x" } });
    assert_eq!(account.ask("POST", QUOTES, &body).await.status, 400);
}

/// Contract 4.6: creation with associations of the types 286, 64 and 67.
#[tokio::test]
async fn a_quote_is_created_with_its_associations_and_published_at_once() {
    for profile in BOTH {
        let account = Account::new(profile).await;
        let deal = account.make("deals", json!({ "dealname": "Phones" })).await;
        let template = account.template().await;
        let line = account
            .make(
                "line_items",
                json!({ "name": "Phone", "price": "99.5", "quantity": "2" }),
            )
            .await;
        let association = |id: &str, number: i64| {
            json!({ "to": { "id": id.parse::<i64>().unwrap() },
                "types": [{ "associationCategory": "HUBSPOT_DEFINED", "associationTypeId": number }] })
        };
        let body = json!({
            "properties": { "hs_title": "Phones", "hs_expiration_date": "2099-12-31",
                "hs_status": "APPROVAL_NOT_NEEDED" },
            "associations": [association(&template, 286), association(&deal, 64),
                association(&line, 67)],
        });

        let reply = account.ask("POST", QUOTES, &body).await;

        let expected = if profile == Profile::Spec { 200 } else { 201 };
        assert_eq!(reply.status, expected, "{}", reply.text);
        let made = reply.json();
        assert_eq!(made["properties"]["hs_quote_amount"], "199");
        assert_eq!(made["properties"]["hs_locked"], "true");
        let id = made["id"].as_str().unwrap();
        let target = format!("{QUOTES}/{id}?associations=deals,line_items,quote_template,taxes");
        let read = account.ask("GET", &target, &json!({})).await.json();
        assert_eq!(
            read["associations"],
            json!({
                "deals": { "results": [{ "id": deal, "type": "quote_to_deal" }] },
                "line_items": { "results": [{ "id": line, "type": "quote_to_line_item" }] },
                "quote_templates": { "results": [{ "id": template, "type": "quote_to_quote_template" }] },
            })
        );
        // What cannot be published is not made at all.
        let mut without = body.clone();
        without["associations"] = json!([association(&deal, 64)]);
        let reply = account.ask("POST", QUOTES, &without).await;
        assert_eq!(
            codes(&reply),
            ["MISSING_QUOTE_TEMPLATE", "MISSING_LINE_ITEM"]
        );
        // Two are there from the start.
        let list = account.ask("GET", QUOTES, &json!({})).await.json();
        assert_eq!(list["results"].as_array().unwrap().len(), 3);
    }
}

/// Contract 3.1: publishing needs a deal and a template; association rule 1: line items.
#[tokio::test]
async fn a_quote_that_lacks_something_is_not_published_and_does_not_change() {
    let account = Account::new(Profile::Spec).await;
    let quote = account.quote(json!({ "hs_status": "DRAFT" })).await;
    let before = account.properties(&quote).await;
    let publish = json!({ "hs_status": "APPROVED", "hs_title": "Other" });

    let reply = account.set(&quote, publish.clone()).await;

    assert_eq!(
        codes(&reply),
        [
            "MISSING_DEAL",
            "MISSING_QUOTE_TEMPLATE",
            "MISSING_LINE_ITEM"
        ]
    );
    assert_eq!(account.properties(&quote).await, before);
    let past = account
        .whole(json!({ "hs_expiration_date": "2020-01-01" }))
        .await;
    assert_eq!(codes(&account.set(&past, publish).await), ["EXPIRED"]);
}

/// Contract 3.1, 2.8: what publishing sets, and what taking a quote back does.
/// Five fees of ten thousand million times the sum.
#[tokio::test]
async fn a_quote_whose_total_no_decimal_holds_is_not_published() {
    let account = Account::new(Profile::Spec).await;
    let quote = account.whole(json!({})).await;
    for _ in 0..5 {
        let fee = json!({ "hs_label": "Fee", "hs_type": "PERCENT", "hs_value": "1000000000000" });
        account.with(&quote, "fees", fee).await;
    }

    let refused = account
        .set(&quote, json!({ "hs_status": "APPROVAL_NOT_NEEDED" }))
        .await;

    assert_eq!(refused.status, 400, "{}", refused.text);
    assert_eq!(codes(&refused), ["AMOUNT_TOO_LARGE"]);
    let message = refused.error()["message"].as_str().unwrap().to_owned();
    assert!(
        message.contains("(hs_value 1000000000000, hs_type PERCENT)"),
        "{message}"
    );
    assert!(
        message.ends_with("more than 28 digits: use smaller numbers"),
        "{message}"
    );
    let properties = account.properties(&quote).await;
    assert_eq!(properties["hs_quote_amount"], Value::Null);
    assert_ne!(properties["hs_status"], "APPROVAL_NOT_NEEDED");
}

#[tokio::test]
async fn publishing_sets_what_the_table_says_and_recalling_unlocks() {
    for status in ["APPROVAL_NOT_NEEDED", "APPROVED"] {
        let account = Account::new(Profile::Spec).await;
        let quote = account
            .whole(json!({ "hs_payment_enabled": true, "hs_slug": "phones",
                "hs_status": "DRAFT" }))
            .await;
        let draft = account.properties(&quote).await;
        assert_eq!(draft["hs_quote_link"], Value::Null);
        assert_eq!(draft["hs_locked"], Value::Null);
        assert_eq!(draft["hs_template_type"], "CUSTOMIZABLE_QUOTE_TEMPLATE");

        let reply = account.set(&quote, json!({ "hs_status": status })).await;

        assert_eq!(reply.status, 200, "{}", reply.text);
        let published = account.properties(&quote).await;
        for (name, value) in [
            ("hs_status", status),
            ("hs_locked", "true"),
            ("hs_quote_link", "http://localhost:8140/quotes/phones"),
            (
                "hs_pdf_download_link",
                "http://localhost:8140/quotes/phones.pdf",
            ),
            ("hs_payment_status", "PENDING"),
            ("hs_template_type", "CUSTOMIZABLE_QUOTE_TEMPLATE"),
            ("hs_quote_amount", "200"),
            ("hs_currency", "EUR"),
            ("hs_timezone", "UTC"),
            ("hs_domain", "quotes.crm.example"),
            ("hs_locale", "en-us"),
            ("hs_language", "en"),
            ("hs_quote_total_preference", "total_first_payment"),
            ("svc_owner_id", "9"),
            ("hs_associated_deal_owner_id", "9"),
        ] {
            assert_eq!(published[name], value, "{name}");
        }
        // A published quote is locked, but for taking it back and its other published name.
        let locked = account.set(&quote, json!({ "hs_title": "Other" })).await;
        assert_eq!(codes(&locked), ["LOCKED"]);
        let same = account.set(&quote, json!({ "hs_title": "Phones" })).await;
        assert_eq!(same.status, 200, "{}", same.text);
        for other in ["APPROVED", "APPROVAL_NOT_NEEDED"] {
            let reply = account.set(&quote, json!({ "hs_status": other })).await;
            assert_eq!(reply.status, 200, "{}", reply.text);
            let reply = account
                .set(&quote, json!({ "hs_status": other, "hs_title": "Other" }))
                .await;
            assert_eq!(codes(&reply), ["LOCKED"]);
        }
        for open in ["DRAFT", "PENDING_APPROVAL", "REJECTED"] {
            account.publish(&quote).await;
            let title = format!("Phones, {open}");
            let reply = account
                .set(&quote, json!({ "hs_status": open, "hs_title": title }))
                .await;
            assert_eq!(reply.status, 200, "{}", reply.text);
            let recalled = account.properties(&quote).await;
            assert_eq!(recalled["hs_locked"], "false");
            assert_eq!(recalled["hs_title"], title);
            assert_eq!(recalled["hs_quote_link"], Value::Null);
            assert_eq!(recalled["hs_payment_status"], Value::Null);
        }
        let reply = account.set(&quote, json!({ "hs_status": "" })).await;
        assert_eq!(codes(&reply), ["INVALID_OPTION"]);
    }
}

/// Contract 3.1 and 8: a published quote's parts and associations stay as they are.
#[tokio::test]
async fn what_belongs_to_a_published_quote_does_not_change() {
    let account = Account::new(Profile::Spec).await;
    let quote = account.whole(json!({})).await;
    let tax = account
        .with(
            &quote,
            "taxes",
            json!({ "hs_label": "VAT", "hs_type": "PERCENT", "hs_value": "20" }),
        )
        .await;
    account.publish(&quote).await;
    let spare = account
        .make("line_items", json!({ "name": "Cable", "price": "5" }))
        .await;

    let target = format!("/crm/v3/objects/taxes/{tax}");
    let change = json!({ "properties": { "hs_value": "10" } });
    assert_eq!(
        codes(&account.ask("PATCH", &target, &change).await),
        ["LOCKED"]
    );
    assert_eq!(
        codes(&account.ask("DELETE", &target, &json!({})).await),
        ["LOCKED"]
    );
    assert_eq!(
        codes(&account.associate(&quote, "line_items", &spare).await),
        ["LOCKED"]
    );
    let target = format!("/crm/v4/objects/quotes/{quote}/associations/taxes/{tax}");
    assert_eq!(
        codes(&account.ask("DELETE", &target, &json!({})).await),
        ["LOCKED"]
    );
    let target = format!("{QUOTES}/{quote}");
    let reply = account.ask("DELETE", &target, &json!({})).await;
    assert_eq!(codes(&reply), ["PUBLISHED_QUOTE_CANNOT_BE_DELETED"]);
    assert_eq!(account.properties(&quote).await["hs_quote_amount"], "240");
    account.set(&quote, json!({ "hs_status": "DRAFT" })).await;
    assert_eq!(account.ask("DELETE", &target, &json!({})).await.status, 200);
}

/// Contract 2.8: discounts, then fees, then taxes, each in `hs_sort_order`.
#[tokio::test]
async fn the_amount_follows_what_belongs_to_the_quote() {
    let account = Account::new(Profile::Spec).await;
    let quote = account.whole(json!({})).await;
    let amount = async || account.properties(&quote).await["hs_quote_amount"].clone();
    assert_eq!(amount().await, "200");

    account
        .with(
            &quote,
            "taxes",
            json!({ "hs_label": "VAT", "hs_type": "PERCENT", "hs_value": "20" }),
        )
        .await;
    account
        .with(
            &quote,
            "fees",
            json!({ "hs_label": "Freight", "hs_type": "FIXED", "hs_value": "10" }),
        )
        .await;
    let discount = account
        .with(
            &quote,
            "discounts",
            json!({ "hs_label": "Spring", "hs_type": "PERCENT", "hs_value": "10" }),
        )
        .await;
    assert_eq!(amount().await, "228");
    let target = format!("/crm/v3/objects/discounts/{discount}");
    let change = json!({ "properties": { "hs_value": "50" } });
    assert_eq!(account.ask("PATCH", &target, &change).await.status, 200);
    assert_eq!(amount().await, "132");
    assert_eq!(account.ask("DELETE", &target, &json!({})).await.status, 200);
    assert_eq!(amount().await, "252");
    let line = account
        .with(
            &quote,
            "line_items",
            json!({ "name": "Cable", "price": "5", "discount": "1" }),
        )
        .await;
    assert_eq!(amount().await, "256.8");
    let target = format!("/crm/v4/objects/line_items/{line}/associations/quotes/{quote}");
    assert_eq!(account.ask("DELETE", &target, &json!({})).await.status, 200);
    assert_eq!(amount().await, "252");
    let bad = json!({ "properties": { "name": "Odd", "price": "-1" } });
    let reply = account
        .ask("POST", "/crm/v3/objects/line_items", &bad)
        .await;
    assert_eq!(codes(&reply), ["INVALID_LONG"]);
}

/// Contract 2.8: what a line item itself comes to.
#[tokio::test]
async fn a_line_item_has_its_amounts() {
    let account = Account::new(Profile::Spec).await;
    let line = account
        .make(
            "line_items",
            json!({ "name": "Phone", "price": "234.56", "quantity": "10",
                "hs_discount_percentage": "20" }),
        )
        .await;

    let target = format!(
        "/crm/v3/objects/line_items/{line}?properties=amount,hs_pre_discount_amount,hs_total_discount"
    );
    let read = account.ask("GET", &target, &json!({})).await.json();

    let properties = &read["properties"];
    assert_eq!(properties["amount"], "1876.48");
    assert_eq!(properties["hs_pre_discount_amount"], "2345.6");
    assert_eq!(properties["hs_total_discount"], "469.12");
}

/// Contract 2.8: the owner of a quote follows its deal, and cannot be set.
#[tokio::test]
async fn the_owner_follows_the_deal_and_without_one_the_quote() {
    let account = Account::new(Profile::Spec).await;
    let quote = account
        .quote(json!({ "hs_quote_owner_id": "10", "svc_owner_id": "77" }))
        .await;
    assert_eq!(account.properties(&quote).await["svc_owner_id"], "10");

    let deal = account
        .with(
            &quote,
            "deals",
            json!({ "dealname": "Phones", "svc_owner_id": "9" }),
        )
        .await;
    assert_eq!(account.properties(&quote).await["svc_owner_id"], "9");
    account.set(&quote, json!({ "svc_owner_id": "77" })).await;
    assert_eq!(account.properties(&quote).await["svc_owner_id"], "9");
    let target = format!("/crm/v3/objects/deals/{deal}");
    let change = json!({ "properties": { "svc_owner_id": "11" } });
    account.ask("PATCH", &target, &change).await;
    assert_eq!(account.properties(&quote).await["svc_owner_id"], "11");
}

/// Contract 4.6, rules 2 to 4.
#[tokio::test]
async fn a_quote_has_one_deal_template_and_company_and_line_items_of_its_own() {
    let account = Account::new(Profile::Spec).await;
    let quote = account.whole(json!({})).await;
    account
        .with(&quote, "companies", json!({ "name": "Works" }))
        .await;

    for object_type in ["deals", "quote_templates", "companies"] {
        let name = match object_type {
            "deals" => json!({ "dealname": "Two" }),
            "companies" => json!({ "name": "Two" }),
            _ => json!({ "hs_template_type": "CUSTOMIZABLE_QUOTE_TEMPLATE" }),
        };
        let second = account.make(object_type, name).await;
        let there = account.associate(&quote, object_type, &second).await;
        assert_eq!(codes(&there), ["ALREADY_ASSOCIATED"], "{object_type}");
        let target =
            format!("/crm/v4/objects/{object_type}/{second}/associations/default/quotes/{quote}");
        let back = account.ask("PUT", &target, &json!({})).await;
        assert_eq!(codes(&back), ["ALREADY_ASSOCIATED"], "{object_type}");
    }
    let empty = account.quote(json!({})).await;
    for kind in ["QUOTE", "PROPOSAL"] {
        let legacy = account
            .make(
                "quote_templates",
                json!({ "hs_name": "Old", "hs_template_type": kind }),
            )
            .await;
        let reply = account.associate(&empty, "quote_template", &legacy).await;
        assert_eq!(codes(&reply), ["UNSUPPORTED_QUOTE_TEMPLATE"]);
    }
    let missing = account.associate(&empty, "quote_template", "999999").await;
    assert_eq!(missing.status, 404);
    // A line item of the deal, whichever comes first.
    let deal = account.make("deals", json!({ "dealname": "Three" })).await;
    let line = account
        .make("line_items", json!({ "name": "Phone", "price": "1" }))
        .await;
    let on_deal = format!("/crm/v4/objects/deals/{deal}/associations/default/line_items/{line}");
    assert_eq!(account.ask("PUT", &on_deal, &json!({})).await.status, 200);
    assert_eq!(account.associate(&empty, "deals", &deal).await.status, 200);
    let reply = account.associate(&empty, "line_items", &line).await;
    assert_eq!(codes(&reply), ["SHARED_LINE_ITEM"]);
    let own = account
        .with(
            &empty,
            "line_items",
            json!({ "name": "Copy", "price": "1" }),
        )
        .await;
    let target = format!("/crm/v4/objects/deals/{deal}/associations/default/line_items/{own}");
    let reply = account.ask("PUT", &target, &json!({})).await;
    assert_eq!(codes(&reply), ["SHARED_LINE_ITEM"]);
    let other = account.quote(json!({})).await;
    assert_eq!(
        account.associate(&other, "line_items", &line).await.status,
        200
    );
    let reply = account.associate(&other, "deals", &deal).await;
    assert_eq!(codes(&reply), ["SHARED_LINE_ITEM"]);
}

/// Contract 4.6, rule 6: signers are contacts with the label 702.
#[tokio::test]
async fn signers_are_contacts_with_the_signers_label() {
    for profile in BOTH {
        let account = Account::new(profile).await;
        let quote = account.quote(json!({ "hs_esign_enabled": true })).await;
        account
            .with(&quote, "contacts", json!({ "firstname": "Ada" }))
            .await;
        let signer = account
            .make("contacts", json!({ "firstname": "Ben" }))
            .await;
        assert_eq!(
            account.properties(&quote).await["hs_esign_num_signers_required"],
            "0"
        );

        let target = format!("/crm/v4/objects/quote/{quote}/associations/contact/{signer}");
        let label = |number: i64| json!([{ "associationCategory": "HUBSPOT_DEFINED", "associationTypeId": number }]);
        let reply = account.ask("PUT", &target, &label(702)).await;

        let expected = if profile == Profile::Spec { 200 } else { 201 };
        assert_eq!(reply.status, expected, "{}", reply.text);
        assert_eq!(
            reply.json(),
            json!({ "fromObjectTypeId": "0-14", "fromObjectId": quote, "toObjectTypeId": "0-1",
                "toObjectId": signer, "labels": ["Signer"] })
        );
        assert_eq!(
            account.properties(&quote).await["hs_esign_num_signers_required"],
            "1"
        );
        let list = format!("/crm/v4/objects/quotes/{quote}/associations/contacts?limit=1");
        let first = account.ask("GET", &list, &json!({})).await.json();
        assert_eq!(
            first["results"][0]["associationTypes"]
                .as_array()
                .unwrap()
                .len(),
            1
        );
        let after = first["paging"]["next"]["after"].as_str().unwrap();
        let list = format!("/crm/v4/objects/quotes/{quote}/associations/contacts?after={after}");
        let rest = account.ask("GET", &list, &json!({})).await.json();
        let types = &rest["results"][0]["associationTypes"];
        assert_eq!(
            (&types[1]["typeId"], &types[1]["label"]),
            (&json!(702), &json!("Signer"))
        );
        assert_eq!(rest["paging"], Value::Null);
        let back = format!("/crm/v4/objects/contacts/{signer}/associations/quotes");
        let back = account.ask("GET", &back, &json!({})).await.json();
        assert_eq!(back["results"][0]["associationTypes"][1]["typeId"], 703);
        let wrong = account.ask("PUT", &target, &label(64)).await;
        assert_eq!(codes(&wrong), ["INVALID_OPTION"]);
        let gone = account.ask("DELETE", &target, &json!({})).await;
        assert!(gone.status < 300, "{}", gone.text);
        assert_eq!(
            account.properties(&quote).await["hs_esign_num_signers_required"],
            "0"
        );
    }
}

/// Contract 3.1 and 7.4: the month's limit of electronic signatures.
#[tokio::test]
async fn publishing_with_e_signature_ends_at_the_months_limit() {
    let account = Account::new(Profile::Spec).await;
    let limit = json!({ "esignLimit": 1 });
    let set = account
        .fixture
        .control("PATCH", "/emulator/account", &limit)
        .await;
    assert_eq!(set.json()["esignLimit"], 1);
    let first = account.whole(json!({ "hs_esign_enabled": true })).await;
    let second = account.whole(json!({ "hs_esign_enabled": true })).await;
    for quote in [&first, &second] {
        account.signer(quote, "Ada").await;
    }
    account.publish(&first).await;
    let publish = json!({ "hs_status": "APPROVED" });

    let reply = account.set(&second, publish.clone()).await;

    assert_eq!(codes(&reply), ["ESIGN_LIMIT_EXCEEDED"]);
    assert_eq!(reply.json()["subCategory"], "ESIGN_LIMIT_EXCEEDED");
    // The same quote again does not count twice, and one without a signature not at all.
    account.set(&first, json!({ "hs_status": "DRAFT" })).await;
    account.publish(&first).await;
    let plain = account.whole(json!({})).await;
    account.publish(&plain).await;
    let used = account.fixture.order("GET", "/emulator/account").await;
    assert_eq!(used.json()["esignUsed"], 1);
    account.fixture.advance(31 * DAY).await;
    let token = account.fixture.host_token().await;
    let later = Account { token, ..account };
    assert_eq!(later.set(&second, publish).await.status, 200);
}

/// Contract 3.2.
#[tokio::test]
async fn a_payment_goes_its_way() {
    let account = Account::new(Profile::Spec).await;
    let quote = account
        .whole(json!({ "hs_payment_enabled": true,
            "hs_allowed_payment_methods": "CREDIT_OR_DEBIT_CARD;ACH" }))
        .await;
    let target = format!("/emulator/quotes/{quote}/payment");
    let pay = async |body: Value| account.fixture.control("POST", &target, &body).await;
    assert_eq!(
        codes(&pay(json!({ "status": "PAID" })).await),
        ["NO_PAYMENT"]
    );
    account.publish(&quote).await;

    let card = json!({ "status": "PROCESSING", "method": "CREDIT_OR_DEBIT_CARD" });
    assert_eq!(codes(&pay(card).await), ["NO_TRANSITION"]);
    let sepa = json!({ "status": "PAID", "method": "SEPA" });
    assert_eq!(codes(&pay(sepa).await), ["INVALID_OPTION"]);
    let ach = pay(json!({ "status": "PROCESSING", "method": "ACH" })).await;
    assert_eq!(
        ach.json(),
        json!({ "quoteId": quote, "status": "PROCESSING" })
    );
    assert_eq!(
        account.properties(&quote).await["hs_payment_date"],
        Value::Null
    );
    let paid = pay(json!({ "status": "PAID", "method": "ACH" }))
        .await
        .json();
    let properties = account.properties(&quote).await;
    assert_eq!(properties["hs_payment_status"], "PAID");
    assert!(
        properties["hs_payment_date"]
            .as_str()
            .unwrap()
            .ends_with('Z')
    );
    let target = format!("/crm/v4/objects/quotes/{quote}/associations/commerce_payments");
    let list = account.ask("GET", &target, &json!({})).await.json();
    assert_eq!(list["results"][0]["toObjectId"], paid["paymentId"]);
    assert_eq!(list["results"][0]["associationTypes"][0]["typeId"], 398);
    assert_eq!(
        codes(&pay(json!({ "status": "PAID" })).await),
        ["NO_TRANSITION"]
    );
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
    let quote = account.whole(json!({})).await;
    let publish = json!({ "properties": { "hs_status": "APPROVED" } });
    let target = format!("{QUOTES}/{quote}");

    for missing in scopes {
        let others: Vec<&str> = scopes.into_iter().filter(|one| *one != missing).collect();
        let token = account.fixture.token_of(&others).await;
        let reply = account
            .fixture
            .ask(&token, "PATCH", &target, &publish)
            .await;
        assert_eq!(reply.status, 403, "{missing} {}", reply.text);
        assert!(reply.text.contains(missing), "{missing} {}", reply.text);
        assert_eq!(reply.json()["category"], "MISSING_SCOPES");
    }
    let token = account.fixture.token_of(&scopes).await;
    let reply = account
        .fixture
        .ask(&token, "PATCH", &target, &publish)
        .await;
    assert_eq!(reply.status, 200, "{}", reply.text);
}

/// Contract 4.6: reading, with every form the paths take.
#[tokio::test]
async fn quotes_are_read_listed_searched_and_read_in_batches() {
    for profile in BOTH {
        let account = Account::new(profile).await;
        let quote = account.quote(json!({ "hs_title": "First" })).await;
        let other = account
            .quote(json!({ "hs_title": "Second", "hs_status": "DRAFT" }))
            .await;
        account.set(&quote, json!({ "hs_title": "Changed" })).await;

        for object_type in ["quote", "quotes", "0-14"] {
            let target = format!("/crm/v3/objects/{object_type}/{quote}");
            let read = account.ask("GET", &target, &json!({})).await.json();
            assert_eq!(read["properties"]["hs_title"], "Changed");
        }
        let target = format!("{QUOTES}/{quote}?propertiesWithHistory=hs_title");
        let read = account.ask("GET", &target, &json!({})).await.json();
        let history = read["propertiesWithHistory"]["hs_title"]
            .as_array()
            .unwrap();
        let values: Vec<&str> = history
            .iter()
            .map(|one| one["value"].as_str().unwrap())
            .collect();
        assert_eq!(values, ["Changed", "First"]);
        let page = account
            .ask(
                "GET",
                &format!("{QUOTES}?limit=1&after={quote}"),
                &json!({}),
            )
            .await
            .json();
        assert_eq!(page["results"][0]["id"], quote);
        let after = page["paging"]["next"]["after"].as_str().unwrap();
        let target = format!("{QUOTES}?limit=1&after={after}");
        let page = account.ask("GET", &target, &json!({})).await.json();
        assert_eq!(page["results"][0]["id"], other);
        let body =
            json!({ "inputs": [{ "id": quote }, { "id": "1" }], "properties": ["hs_title"] });
        let batch = account
            .ask("POST", &format!("{QUOTES}/batch/read"), &body)
            .await;
        assert_eq!(
            batch.status,
            if profile == Profile::Spec { 200 } else { 207 }
        );
        assert_eq!(batch.json()["results"].as_array().unwrap().len(), 1);
        let body = json!({ "filterGroups": [{ "filters": [
            { "propertyName": "hs_title", "operator": "EQ", "value": "Second" }] }] });
        let found = account
            .ask("POST", &format!("{QUOTES}/search"), &body)
            .await
            .json();
        assert_eq!(
            (&found["total"], &found["results"][0]["id"]),
            (&json!(1), &json!(other))
        );
    }
}

/// Contract 2.8, 3.1: a published quote has a page and a PDF at its addresses.
#[tokio::test]
async fn a_published_quote_has_a_page_and_a_pdf_until_it_is_taken_back() {
    let account = Account::new(Profile::Spec).await;
    let quote = account
        .whole(
            json!({ "hs_title": "<script>alert(1)</script>", "hs_slug": "phones",
            "hs_comments": "\"><img src=x onerror=alert(1)>", "hs_esign_enabled": true }),
        )
        .await;
    account.signer(&quote, "Ada").await;
    let page = account.fixture.get("/quotes/phones").await;
    assert_eq!(page.status, 404, "a draft");
    let published = account.publish(&quote).await;
    let link = published["hs_quote_link"].as_str().unwrap();
    let path = link.strip_prefix("http://localhost:8140").unwrap();

    let page = account.fixture.get(path).await;

    assert_eq!(
        (page.status, page.header("content-type")),
        (200, "text/html;charset=utf-8")
    );
    assert!(page.text.contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
    assert!(!page.text.contains("<script") && !page.text.contains("<img"));
    assert!(page.text.contains("EUR\u{a0}200.00"));
    assert!(page.text.contains("Valid until December 31, 2099"));
    let policy = page.header("content-security-policy");
    assert!(
        policy.starts_with("default-src 'none'; style-src 'sha256-"),
        "{policy}"
    );
    let document = published["hs_pdf_download_link"].as_str().unwrap();
    let path = document.strip_prefix("http://localhost:8140").unwrap();
    let pdf = account.fixture.bytes(path).await;
    assert!(pdf.starts_with(b"%PDF-"));
    account.set(&quote, json!({ "hs_status": "DRAFT" })).await;
    assert_eq!(account.fixture.get("/quotes/phones").await.status, 404);
    assert_eq!(account.fixture.get("/quotes/phones.pdf").await.status, 404);
}

/// The last day counts whole, in UTC; the status stays (observed).
#[tokio::test]
async fn a_text_that_is_written_from_the_right_changes_no_other() {
    let account = Account::new(Profile::Spec).await;
    let quote = account
        .whole(
            json!({ "hs_title": "\u{202e}Phones\u{2069}", "hs_quote_number": "\u{5d0}1",
            "hs_slug": "phones", "hs_terms": "\u{5d0} 12" }),
        )
        .await;
    account.publish(&quote).await;

    let page = account.fixture.get("/quotes/phones").await.text;

    assert!(page.contains("<h1><bdi>Phones</bdi></h1>"), "{page}");
    assert!(page.contains("Quote <bdi>\u{5d0}1</bdi>"), "{page}");
    assert!(page.contains("<p dir=\"auto\">\u{5d0} 12</p>"), "{page}");
    assert!(
        page.contains("<strong><bdi>Desk phone</bdi></strong>"),
        "{page}"
    );
    let title = "<title>\u{2068}Phones\u{2069} · Quote \u{2068}\u{5d0}1\u{2069}</title>";
    assert!(page.contains(title), "{page}");
    assert!(!page.contains('\u{202e}'), "{page}");
}

#[tokio::test]
async fn a_pdf_names_the_letters_that_no_font_has() {
    let account = Account::new(Profile::Spec).await;
    for (slug, title, warning) in [
        ("plain", "Größe", ""),
        // The last one of those for private use.
        (
            "odd",
            "Phones \u{10fffd}",
            "no font of this machine has U+10FFFD",
        ),
    ] {
        let quote = account
            .whole(json!({ "hs_title": title, "hs_slug": slug }))
            .await;
        account.publish(&quote).await;

        let document = account.fixture.get(&format!("/quotes/{slug}.pdf")).await;

        assert_eq!(document.status, 200);
        assert_eq!(document.header("x-emulator-warning"), warning);
    }
}

#[tokio::test]
async fn a_quote_with_too_much_text_has_a_page_and_no_pdf() {
    let account = Account::new(Profile::Spec).await;
    let quote = account.whole(json!({})).await;
    for _ in 0..8 {
        let line = json!({ "name": "Phone", "price": "1", "description": "word ".repeat(13_000) });
        account.with(&quote, "line_items", line).await;
    }
    let published = account.publish(&quote).await;
    let slug = published["hs_slug"].as_str().unwrap();

    let page = account.fixture.get(&format!("/quotes/{slug}")).await;
    let document = account.fixture.get(&format!("/quotes/{slug}.pdf")).await;

    assert_eq!(page.status, 200);
    assert_eq!(document.status, 400, "{}", document.text);
    assert!(
        document.text.contains("too much text for a PDF"),
        "{}",
        document.text
    );
}

#[tokio::test]
async fn a_quote_expires_with_the_clock_and_is_found_by_it() {
    for profile in BOTH {
        let account = Account::new(profile).await;
        let quote = account
            .whole(json!({ "hs_expiration_date": "2026-01-02", "hs_title": "Short" }))
            .await;
        account.publish(&quote).await;
        let expired = async || {
            let filter = json!({ "propertyName": "hs_expired", "operator": "EQ", "value": "true" });
            let search = json!({ "filterGroups": [{ "filters": [filter] }] });
            let token = account.fixture.host_token().await;
            let target = format!("{QUOTES}/search");
            let found = account.fixture.ask(&token, "POST", &target, &search).await;
            let target = format!("{QUOTES}/{quote}?properties=hs_expired,hs_status");
            let read = account
                .fixture
                .ask(&token, "GET", &target, &json!({}))
                .await;
            let properties = read.json()["properties"].clone();
            assert_eq!(properties["hs_status"], "APPROVAL_NOT_NEEDED");
            (
                properties["hs_expired"].as_str().unwrap().to_owned(),
                found.json()["total"].as_u64().unwrap(),
            )
        };

        // The clock of a test begins with 2026-01-01.
        assert_eq!(expired().await, ("false".to_owned(), 0));
        account
            .fixture
            .advance(2 * DAY - Duration::from_millis(1))
            .await;
        assert_eq!(expired().await, ("false".to_owned(), 0));
        account.fixture.advance(Duration::from_millis(1)).await;

        assert_eq!(expired().await, ("true".to_owned(), 1));
    }
}

/// The vendor's property has a value of its own for it, the contract none.
#[tokio::test]
async fn a_quote_without_payment_says_so_in_the_vendors_profile() {
    for (profile, none) in [
        (Profile::Spec, Value::Null),
        (Profile::Vendor, json!("PAYMENT_NOT_ENABLED")),
    ] {
        let account = Account::new(profile).await;
        let quote = account.whole(json!({})).await;
        let status = async || account.properties(&quote).await["hs_payment_status"].clone();
        let set = async |properties: Value| {
            let reply = account.set(&quote, properties).await;
            assert_eq!(reply.status, 200, "{}", reply.text);
        };

        assert_eq!(status().await, none);
        account.publish(&quote).await;
        assert_eq!(status().await, none);
        let target = format!("/emulator/quotes/{quote}/payment");
        let paid = json!({ "status": "PAID" });
        let refused = account.fixture.control("POST", &target, &paid).await;
        assert_eq!(codes(&refused), ["NO_PAYMENT"]);
        set(json!({ "hs_status": "DRAFT", "hs_payment_enabled": true })).await;
        assert_eq!(status().await, Value::Null);
        account.publish(&quote).await;
        assert_eq!(status().await, "PENDING");
        set(json!({ "hs_status": "DRAFT" })).await;
        assert_eq!(status().await, Value::Null);
        set(json!({ "hs_payment_enabled": false })).await;

        assert_eq!(status().await, none);
    }
}

/// Contract 2.8: every property that the caller sets is stored as it was set.
#[tokio::test]
async fn each_property_of_the_callers_is_stored() {
    let account = Account::new(Profile::Spec).await;
    let values = [
        ("hs_title", "Phones"),
        ("hs_expiration_date", "2099-12-31"),
        ("hs_status", "PENDING_APPROVAL"),
        ("hs_esign_enabled", "true"),
        ("hs_payment_enabled", "true"),
        ("hs_payment_type", "BYO_PROCESSOR"),
        ("hs_allowed_payment_methods", "CREDIT_OR_DEBIT_CARD;ACH"),
        ("hs_collect_billing_address", "true"),
        ("hs_collect_shipping_address", "false"),
        ("hs_slug", "phones-for-all"),
        ("hs_quote_number", "Q-1"),
        ("hs_template_type", "CUSTOMIZABLE_QUOTE_TEMPLATE"),
    ];
    let properties: serde_json::Map<String, Value> = values
        .iter()
        .map(|(name, value)| ((*name).to_owned(), json!(value)))
        .collect();

    let quote = account.quote(properties.into()).await;

    let read = account.properties(&quote).await;
    for (name, value) in values {
        assert_eq!(read[name], value, "{name}");
    }
    for (name, wrong) in [
        ("hs_expiration_date", "soon"),
        ("hs_status", "PUBLISHED"),
        ("hs_esign_enabled", "yes"),
        ("hs_payment_type", "CASH"),
        ("hs_allowed_payment_methods", "ACH;CASH"),
        ("hs_template_type", "PROPOSAL"),
    ] {
        let mut change = json!({});
        change[name] = json!(wrong);
        assert_eq!(account.set(&quote, change).await.status, 400, "{name}");
    }
}

/// Contract 2.8: none of the computed properties can be set. Contract 7.5: with the service's
/// own answers it is refused.
#[tokio::test]
async fn no_computed_property_can_be_set() {
    for (profile, status) in [(Profile::Spec, 200), (Profile::Vendor, 400)] {
        let account = Account::new(profile).await;
        let quote = account.whole(json!({})).await;
        let before = account.properties(&quote).await;
        for name in [
            "hs_associated_deal_owner_id",
            "hs_quote_amount",
            "hs_pdf_download_link",
            "hs_quote_link",
            "hs_locked",
            "hs_esign_num_signers_required",
            "hs_payment_status",
            "hs_payment_date",
            "hs_expired",
        ] {
            let mut change = json!({});
            change[name] = json!("7");

            let reply = account.set(&quote, change).await;

            assert_eq!(reply.status, status, "{name} {}", reply.text);
        }
        assert_eq!(account.properties(&quote).await, before);
    }
}

/// Contract 2.8: without a deal and a template the account's own values are there.
#[tokio::test]
async fn a_quote_by_itself_has_the_values_of_the_account() {
    let account = Account::new(Profile::Spec).await;
    let settings = json!({ "currency": "CHF", "timeZone": "Europe/Zurich",
        "quoteTotalPreference": "total_contract_value" });
    account
        .fixture
        .control("PATCH", "/emulator/account", &settings)
        .await;

    let read = account.properties(&account.quote(json!({})).await).await;

    assert_eq!(read["hs_currency"], "CHF");
    assert_eq!(read["hs_timezone"], "Europe/Zurich");
    assert_eq!(read["hs_quote_total_preference"], "total_contract_value");
    assert_eq!(read["hs_domain"], Value::Null);
    assert_eq!(read["hs_quote_amount"], "0");
}

/// `wire.md` has the rule: each line to its currency's digits, half up. By hand: 7 % of
/// 105 is 7.35, 10 % of 1.237 is 0.1237.
#[tokio::test]
async fn a_line_item_is_rounded_in_the_currency_of_its_quote() {
    for (currency, price, percent, amounts) in [
        ("JPY", "105", "7", ["105", "7", "98"]),
        ("KWD", "1.237", "10", ["1.237", "0.124", "1.113"]),
        ("EUR", "1.237", "10", ["1.24", "0.12", "1.12"]),
    ] {
        let account = Account::new(Profile::Spec).await;
        let quote = account.quote(json!({})).await;
        let line = json!({ "name": "Phone", "price": price, "hs_discount_percentage": percent });
        let line = account.with(&quote, "line_items", line).await;
        let target = format!(
            "/crm/v3/objects/line_items/{line}\
             ?properties=hs_pre_discount_amount,hs_total_discount,amount,.quote_currency"
        );
        let read = async || {
            let read = account.ask("GET", &target, &json!({})).await.json();
            let names = ["hs_pre_discount_amount", "hs_total_discount", "amount"];
            assert_eq!(read["properties"].as_object().unwrap().len(), 6, "{read}");
            names.map(|name| read["properties"][name].as_str().unwrap().to_owned())
        };

        let deal = json!({ "dealname": "Phones", "deal_currency_code": currency });
        let deal = account.with(&quote, "deals", deal).await;

        assert_eq!(read().await, amounts, "{currency}");
        let amount = account.properties(&quote).await["hs_quote_amount"].clone();
        assert_eq!(amount, amounts[2], "{currency}");
        // It follows the deal's currency, and belongs to no quote in the end.
        let deal = format!("/crm/v3/objects/deals/{deal}");
        let yen = json!({ "properties": { "deal_currency_code": "JPY" } });
        assert_eq!(account.ask("PATCH", &deal, &yen).await.status, 200);
        assert!(!read().await[2].contains('.'));
        let change = json!({ "properties": { "name": "Desk phone" } });
        let changed = account.ask("PATCH", &target, &change).await.json();
        assert!(
            !changed["properties"]["amount"]
                .as_str()
                .unwrap()
                .contains('.')
        );
        let quote = format!("{QUOTES}/{quote}");
        assert_eq!(account.ask("DELETE", &quote, &json!({})).await.status, 200);
        let alone = if currency == "JPY" { "97.65" } else { "1.12" };
        assert_eq!(read().await[2], alone, "{currency}");
    }
}

#[tokio::test]
async fn a_new_line_item_of_a_quote_has_its_amount_at_once() {
    let account = Account::new(Profile::Spec).await;
    let quote = account.quote(json!({})).await;
    let deal = json!({ "dealname": "Phones", "deal_currency_code": "JPY" });
    account.with(&quote, "deals", deal).await;
    let body = json!({
        "properties": { "name": "Phone", "price": "105", "hs_discount_percentage": "7" },
        "associations": [{ "to": { "id": quote },
            "types": [{ "associationCategory": "HUBSPOT_DEFINED", "associationTypeId": 68 }] }],
    });

    let made = account
        .ask("POST", "/crm/v3/objects/line_items", &body)
        .await;

    assert_eq!(made.json()["properties"]["amount"], "98", "{}", made.text);
}

#[tokio::test]
async fn a_line_item_in_another_currency_than_its_quote_is_refused_by_name() {
    let account = Account::new(Profile::Spec).await;
    // The deal of the whole quote is in EUR.
    let quote = account.whole(json!({})).await;
    let code = "hs_line_item_currency_code";
    let foreign = json!({ "name": "Phone", "price": "1", code: "USD" });
    let line = account.make("line_items", foreign.clone()).await;
    let message = format!(
        "the line item {line} is in USD, and the quote {quote} in EUR: give both the same, \
         or the line item no {code}"
    );
    let refused = |reply: Reply, message: &str| {
        assert_eq!(codes(&reply), ["LINE_ITEM_CURRENCY"]);
        assert!(reply.text.contains(message), "{}", reply.text);
    };

    refused(
        account.associate(&quote, "line_items", &line).await,
        &message,
    );
    // The same line item, once it is there.
    let target = format!("/crm/v3/objects/line_items/{line}");
    let set = async |currency: &str| {
        let change = json!({ "properties": { code: currency } });
        account.ask("PATCH", &target, &change).await
    };
    assert_eq!(set("EUR").await.status, 200);
    let there = account.associate(&quote, "line_items", &line).await;
    assert_eq!(there.status, 200, "{}", there.text);
    refused(set("USD").await, &message);
    let read = account
        .ask("GET", &[&target, "?properties=", code].concat(), &json!({}))
        .await;
    assert_eq!(read.json()["properties"][code], "EUR");
    // A deal in another currency.
    let early = account.quote(json!({})).await;
    let line = account.with(&early, "line_items", foreign).await;
    let deal = json!({ "dealname": "Phones", "deal_currency_code": "EUR" });
    let deal = account.make("deals", deal).await;
    let message = format!("the line item {line} is in USD, and the quote {early} in EUR");
    refused(account.associate(&early, "deals", &deal).await, &message);
    // A deal whose currency changes: both can be changed, one after the other.
    let read = account
        .ask(
            "GET",
            &format!("{QUOTES}/{quote}?associations=deals"),
            &json!({}),
        )
        .await;
    let deal = read.json()["associations"]["deals"]["results"][0]["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let yen = json!({ "properties": { "deal_currency_code": "JPY" } });
    let target = format!("/crm/v3/objects/deals/{deal}");
    assert_eq!(account.ask("PATCH", &target, &yen).await.status, 200);
    let publish = json!({ "hs_status": "APPROVAL_NOT_NEEDED" });
    let refusal = account.set(&quote, publish.clone()).await;
    refused(refusal, &format!("is in EUR, and the quote {quote} in JPY"));
    assert_eq!(set("").await.status, 200);
    assert_eq!(account.set(&quote, publish).await.status, 200);
}

/// The words of the template's language, the numbers of its locale, by glibc's
/// LC_NUMERIC and month names.
#[tokio::test]
async fn a_page_has_the_language_and_the_locale_of_its_template() {
    for (language, locale, texts) in [
        (
            "en",
            "en-us",
            [
                "lang=\"en\" dir=\"ltr\"",
                "Valid until December 31, 2099",
                "EUR\u{a0}1,234.50",
                "VAT\u{2069} 19\u{a0}%",
                "Term in months: 12",
                "Terms",
            ],
        ),
        (
            "de",
            "de-de",
            [
                "lang=\"de\" dir=\"ltr\"",
                "Gültig bis 31. Dezember 2099",
                "1.234,50\u{a0}EUR",
                "VAT\u{2069} 19\u{a0}%",
                "Laufzeit in Monaten: 12",
                "Bedingungen",
            ],
        ),
        (
            "ja",
            "ja-jp",
            [
                "lang=\"ja\" dir=\"ltr\"",
                "有効期限: 2099年12月31日",
                "EUR\u{a0}1,234.50",
                "VAT\u{2069} 19%",
                "契約期間(月): 12",
                "取引条件",
            ],
        ),
        (
            "ar",
            "ar-ae",
            [
                "lang=\"ar\" dir=\"rtl\"",
                "صالح حتى 31 ديسمبر 2099",
                "\u{2067}1,234.50\u{a0}EUR\u{2069}",
                "VAT\u{2069} \u{2067}19%\u{2069}",
                "المدة بالأشهر: 12",
                "الشروط",
            ],
        ),
        (
            "fr",
            "fr-fr",
            [
                "lang=\"fr\" dir=\"ltr\"",
                "Valable jusqu’au 31 décembre 2099",
                "1\u{202f}234,50\u{a0}EUR",
                "VAT\u{2069} 19\u{a0}%",
                "Durée en mois : 12",
                "Conditions",
            ],
        ),
        (
            "es",
            "es-es",
            [
                "lang=\"es\" dir=\"ltr\"",
                "Válido hasta el 31 de diciembre de 2099",
                "1.234,50\u{a0}EUR",
                "VAT\u{2069} 19\u{a0}%",
                "Duración en meses: 12",
                "Condiciones",
            ],
        ),
        // No words for it: English, with the numbers of the country.
        (
            "pl",
            "pl-pl",
            [
                "lang=\"en\" dir=\"ltr\"",
                "Valid until December 31, 2099",
                "EUR\u{a0}1\u{202f}234,50",
                "VAT\u{2069} 19\u{a0}%",
                "Term in months: 12",
                "Terms",
            ],
        ),
    ] {
        let account = Account::new(Profile::Spec).await;
        let quote = account
            .styled(
                json!({ "hs_language": language, "hs_locale": locale }),
                json!({}),
            )
            .await;
        let published = account.publish(&quote).await;
        let slug = published["hs_slug"].as_str().unwrap();

        let page = account.fixture.get(&format!("/quotes/{slug}")).await.text;

        for text in texts {
            assert!(page.contains(text), "{language}: {text} is not in {page}");
        }
        let document = account.fixture.bytes(&format!("/quotes/{slug}.pdf")).await;
        assert!(document.starts_with(b"%PDF-"), "{language}");
    }
}

/// The quote's own color and logo, else the template's, else the default.
#[tokio::test]
async fn a_page_has_the_color_and_the_logo_of_its_template() {
    let own = json!({ "hs_primary_color": "#ffcc00", "hs_logo_url": "https://own.example/a.png" });
    let of_template =
        json!({ "hs_primary_color": "#aa2211", "hs_logo_url": "https://logos.example:8443/l.svg" });
    let hostile = json!({ "hs_primary_color": "red}body{display:none",
        "hs_logo_url": "https://a.example;script-src/\"><script>alert(1)</script>" });
    for (template, quote, colors, logo) in [
        (
            &of_template,
            &json!({}),
            "--color:#aa2211;--on-color:#fff",
            Some((
                "https://logos.example:8443/l.svg",
                "https://logos.example:8443",
            )),
        ),
        (
            &of_template,
            &own,
            "--color:#ffcc00;--on-color:#1d2733",
            Some(("https://own.example/a.png", "https://own.example")),
        ),
        (
            &json!({}),
            &json!({}),
            "--color:#0b5cab;--on-color:#fff",
            None,
        ),
        (&hostile, &hostile, "--color:#0b5cab;--on-color:#fff", None),
    ] {
        let account = Account::new(Profile::Spec).await;
        let quote = account.styled(template.clone(), quote.clone()).await;
        let published = account.publish(&quote).await;
        let slug = published["hs_slug"].as_str().unwrap();

        let page = account.fixture.get(&format!("/quotes/{slug}")).await;

        let style = page.text.split_once("<style>").unwrap().1;
        assert!(
            style.starts_with(&format!(":root{{{colors}}}")),
            "{style:.80}"
        );
        let policy = page.header("content-security-policy");
        match logo {
            Some((url, source)) => {
                assert!(
                    page.text.contains(&format!("src=\"{url}\"")),
                    "{}",
                    page.text
                );
                assert!(
                    policy.contains(&format!("; img-src {source}; ")),
                    "{policy}"
                );
            }
            None => {
                assert!(
                    !page.text.contains("<img") && !policy.contains("img-src"),
                    "{policy}"
                );
                assert!(!policy.contains("script-src"), "{policy}");
            }
        }
    }
}

#[tokio::test]
async fn terms_are_text_with_their_paragraphs() {
    let account = Account::new(Profile::Spec).await;
    let terms = "<p>Payment:</p><ul><li>30&nbsp;days</li></ul><p>R&amp;D<script>x()</script></p>";
    let quote = account
        .styled(
            json!({}),
            json!({ "hs_terms": terms, "hs_comments": "One\ntwo\n\nThree" }),
        )
        .await;
    let published = account.publish(&quote).await;
    let slug = published["hs_slug"].as_str().unwrap();

    let page = account.fixture.get(&format!("/quotes/{slug}")).await.text;

    for paragraphs in [
        "<p dir=\"auto\">Payment:</p><p dir=\"auto\">• 30 days</p><p dir=\"auto\">R&amp;D</p>",
        "<p dir=\"auto\">One\ntwo</p><p dir=\"auto\">Three</p>",
    ] {
        assert!(page.contains(paragraphs), "{page}");
    }
}

/// A control path and a button of the page give the signatures that the quote waits for.
#[tokio::test]
async fn a_quote_is_signed_by_a_control_path_and_by_its_page() {
    let account = Account::new(Profile::Spec).await;
    let quote = account
        .whole(json!({ "hs_esign_enabled": true, "hs_slug": "phones" }))
        .await;
    let mut signers = Vec::new();
    for name in ["Ada", "Ben"] {
        signers.push(account.signer(&quote, name).await);
    }
    let [ada, ben] = [&signers[0], &signers[1]];
    let target = format!("/emulator/quotes/{quote}/signature");
    let sign = async |body: Value| account.fixture.control("POST", &target, &body).await;
    assert_eq!(codes(&sign(json!({})).await), ["NO_SIGNATURE"], "a draft");
    account.publish(&quote).await;
    let page = account.fixture.get("/quotes/phones").await.text;
    let form = "<form class=\"signers\" method=\"post\" action=\"phones/signature\">";
    assert!(page.contains(form), "{page}");
    let button = |id: &str, name: &str| {
        format!("name=\"contact\" value=\"{id}\">Sign as \u{2068}{name}\u{2069}</button>")
    };
    assert!(
        page.contains(&button(ada, "Ada")) && page.contains(&button(ben, "Ben")),
        "{page}"
    );

    let first = sign(json!({ "contactId": ada })).await;

    assert_eq!(
        first.json(),
        json!({ "quoteId": quote, "signed": [ada], "missing": [ben] })
    );
    assert_eq!(
        account.properties(&quote).await["hs_esign_date"],
        Value::Null
    );
    let again = sign(json!({ "contactId": ada })).await;
    assert_eq!(codes(&again), ["ALREADY_SIGNED"]);
    for other in ["1", "", "x", "-1"] {
        let other = sign(json!({ "contactId": other })).await;
        assert_eq!(codes(&other), ["NO_SIGNER"]);
        assert!(
            other.text.contains(&format!("use {ada} or {ben}")),
            "{}",
            other.text
        );
    }
    assert_eq!(sign(json!({ "contact": ada })).await.status, 400);
    let page = account.fixture.get("/quotes/phones").await.text;
    assert!(
        page.contains("\u{2068}Ada\u{2069} signed on January 1, 2026"),
        "{page}"
    );
    assert!(
        !page.contains(&button(ada, "Ada")) && page.contains(&button(ben, "Ben")),
        "{page}"
    );
    // The button of the page.
    let form = [("contact", ben.as_str())];
    let signed = account
        .fixture
        .form("/quotes/phones/signature", &form)
        .await;
    assert_eq!(signed.status, 303, "{}", signed.text);
    assert_eq!(
        signed.header("location"),
        "http://localhost:8140/quotes/phones"
    );
    let signed = account.properties(&quote).await;
    assert_eq!(signed["hs_esign_date"], "2026-01-01T00:00:00.000Z");
    assert_eq!(signed["hs_esign_num_signers_required"], "2");
    assert_eq!(signed[".signatures"], Value::Null);
    let again = account
        .fixture
        .form("/quotes/phones/signature", &form)
        .await;
    assert_eq!(again.status, 400);
    assert!(
        again.text.contains("has signed the quote"),
        "{}",
        again.text
    );
    // A quote that is taken back is signed anew.
    account.set(&quote, json!({ "hs_status": "DRAFT" })).await;
    assert_eq!(
        account.properties(&quote).await["hs_esign_date"],
        Value::Null
    );
    let gone = account
        .fixture
        .form("/quotes/phones/signature", &form)
        .await;
    assert_eq!(gone.status, 404);
    account.publish(&quote).await;
    let all = sign(json!({})).await.json();
    assert_eq!(all["signed"].as_array().unwrap().len(), 2, "{all}");
    assert_eq!(all["esignDate"], "2026-01-01T00:00:00.000Z");
    assert_eq!(
        account
            .fixture
            .control("POST", "/emulator/quotes/0/signature", &json!({}))
            .await
            .status,
        404
    );
}

#[tokio::test]
async fn a_quote_whose_day_has_passed_is_not_signed() {
    let account = Account::new(Profile::Spec).await;
    let properties = json!({ "hs_esign_enabled": true, "hs_slug": "phones",
        "hs_expiration_date": "2026-01-02" });
    let quote = account.whole(properties).await;
    let target = format!("/crm/v4/objects/quote/{quote}/associations/contact/101");
    let label = json!([{ "associationCategory": "HUBSPOT_DEFINED", "associationTypeId": 702 }]);
    assert_eq!(account.ask("PUT", &target, &label).await.status, 200);
    account.publish(&quote).await;
    account.fixture.advance(2 * DAY).await;

    let target = format!("/emulator/quotes/{quote}/signature");
    let refused = account.fixture.control("POST", &target, &json!({})).await;

    assert_eq!(codes(&refused), ["EXPIRED"]);
    let page = account.fixture.get("/quotes/phones").await.text;
    assert!(page.contains("Expired on January 2, 2026"), "{page}");
    assert!(
        page.contains("is to sign") && !page.contains("<button"),
        "{page}"
    );
}
