//! Quotes, where a table cannot say it: `data/exchanges/quotes.json` has the rest.

use emulator::Profile;
use serde_json::{Value, json};

use crate::support::Fixture;

/// A platform, and its host page's token.
struct Account {
    fixture: Fixture,
    token: String,
}

impl Account {
    async fn new() -> Self {
        let fixture = Fixture::new(Profile::Spec);
        let token = fixture.host_token().await;
        Self { fixture, token }
    }

    /// Makes a record, on a quote where there is one.
    async fn make(&self, object_type: &str, properties: Value, quote: Option<&str>) -> Value {
        let target = format!("/crm/v3/objects/{object_type}");
        let body = json!({ "properties": properties });
        let made = self.fixture.ask(&self.token, "POST", &target, &body).await;
        let made = made.json();
        if let Some(quote) = quote {
            let id = made["id"].as_str().unwrap();
            let target =
                format!("/crm/v4/objects/quotes/{quote}/associations/default/{object_type}/{id}");
            let linked = self
                .fixture
                .ask(&self.token, "PUT", &target, &json!({}))
                .await;
            assert_eq!(linked.status, 200, "{}", linked.text);
        }
        made
    }

    /// A quote that can be published.
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

/// Contract 2.8: slug and number are made where the caller names none.
#[tokio::test]
async fn a_quote_has_a_slug_and_a_number() {
    let account = Account::new().await;
    let properties = json!({ "hs_title": "Phones", "hs_expiration_date": "2099-12-31" });
    let made = account.make("quotes", properties, None).await;

    let target = format!(
        "/crm/v3/objects/quotes/{}?properties=hs_slug,hs_quote_number",
        made["id"].as_str().unwrap()
    );
    let read = account
        .fixture
        .ask(&account.token, "GET", &target, &json!({}))
        .await;

    let read = read.json()["properties"].clone();
    assert_eq!(read["hs_slug"].as_str().map(str::len), Some(32));
    let number = read["hs_quote_number"].as_str().unwrap();
    assert!(number.len() == 18 && number.contains('-'), "{number}");
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
    let account = Account::new().await;
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

#[tokio::test]
async fn a_quote_with_too_much_text_has_a_page_and_no_pdf() {
    let account = Account::new().await;
    let quote = account.quote().await;
    for _ in 0..8 {
        let line = json!({ "name": "Phone", "price": "1", "description": "word ".repeat(13_000) });
        account.make("line_items", line, Some(&quote)).await;
    }
    let target = format!("/crm/v3/objects/quotes/{quote}");
    let publish = json!({ "properties": { "hs_status": "APPROVED" } });
    account
        .fixture
        .ask(&account.token, "PATCH", &target, &publish)
        .await;

    let page = account.fixture.get("/quotes/phones").await;
    let document = account.fixture.get("/quotes/phones.pdf").await;

    assert_eq!(
        (page.status, document.status),
        (200, 400),
        "{}",
        document.text
    );
    assert!(
        document.text.contains("too much text for a PDF"),
        "{}",
        document.text
    );
}
