//! What is there from the start of a namespace.

use super::{
    answer::Result,
    apps::{self, DEMO_APP, LegacyCard, NOT_GRANTABLE, Registration},
    namespace::Namespace,
    objects, quotes, timeline, users,
};

/// Fills a namespace with what is there from the start.
pub(crate) fn fill(namespace: &Namespace<'_>) -> Result<()> {
    for app in &APPS {
        let texts = |list: &[&str]| list.iter().map(|text| (*text).to_owned()).collect();
        let registration = Registration {
            name: app.name.to_owned(),
            client_id: app.client_id.to_owned(),
            redirect_uris: app
                .redirect_uris
                .iter()
                .map(|uri| (*uri).to_owned())
                .collect(),
            scopes: texts(app.scopes),
            optional_scopes: texts(app.optional_scopes),
            has_timeline_events: app.id == DEMO_APP,
            legacy_cards: app.legacy_cards.to_vec(),
            app_cards: app.app_cards.to_vec(),
        };
        apps::insert(
            namespace,
            app.id,
            &registration,
            app.client_secret,
            app.developer_key,
        )?;
    }
    users::fill(namespace)?;
    objects::fill(namespace)?;
    quotes::fill(namespace)?;
    timeline::fill(namespace)?;
    Ok(())
}

struct SeededApp {
    id: i32,
    name: &'static str,
    client_id: &'static str,
    client_secret: &'static str,
    developer_key: &'static str,
    redirect_uris: &'static [&'static str],
    scopes: &'static [&'static str],
    optional_scopes: &'static [&'static str],
    legacy_cards: &'static [LegacyCard],
    app_cards: &'static [i64],
}

const fn legacy_card(id: i64, accounts: i64, supports_tickets: bool) -> LegacyCard {
    LegacyCard {
        id,
        accounts,
        supports_tickets,
    }
}

/// The key of the developer of the demo's app.
pub(crate) const KEY: &str = "emulator-developer-key-123";

/// Two apps of two developers. Their secrets are public: they open nothing else.
const APPS: [SeededApp; 2] = [
    SeededApp {
        id: DEMO_APP,
        name: "Demo phone",
        client_id: "00000000-0000-4000-8000-000000000123",
        client_secret: "emulator-client-secret-123",
        developer_key: KEY,
        redirect_uris: &[
            "http://localhost:3000/oauth/callback",
            "http://localhost:8141/oauth/callback",
            "https://phone.example/oauth/callback?from=crm",
        ],
        scopes: &["crm.objects.contacts.read", "oauth", "timeline"],
        optional_scopes: &[
            NOT_GRANTABLE,
            "crm.objects.companies.read",
            "crm.objects.companies.write",
            "crm.objects.contacts.write",
            "crm.objects.deals.read",
            "crm.objects.deals.write",
            "crm.objects.line_items.read",
            "crm.objects.line_items.write",
            "crm.objects.owners.read",
            "crm.objects.products.read",
            "crm.objects.products.write",
            "crm.objects.quotes.read",
            "crm.objects.quotes.write",
            "crm.schemas.companies.read",
            "crm.schemas.contacts.read",
            "crm.schemas.deals.read",
            "crm.schemas.line_items.read",
            "crm.schemas.quote.read",
            "developers-read",
            "developers-write",
            "e-commerce",
            "private-apps-read",
            "tickets",
        ],
        legacy_cards: &[legacy_card(1001, 4, false), legacy_card(1002, 12, true)],
        app_cards: &[5001, 5002, 5003],
    },
    SeededApp {
        id: 456,
        name: "Another phone",
        client_id: "00000000-0000-4000-8000-000000000456",
        client_secret: "emulator-client-secret-456",
        developer_key: "emulator-developer-key-456",
        redirect_uris: &["https://other.example/oauth/callback"],
        scopes: &["oauth"],
        optional_scopes: &[],
        legacy_cards: &[legacy_card(1003, 1, false)],
        app_cards: &[5004],
    },
];
