//! `POST /crm/v3/extensions/cards-dev/{appId}/views/migrate`
//!
//! A migration takes a minute of the namespace's clock for each account with access to the
//! legacy card. It needs no task: its progress is computed from its start. An app's cards are
//! registered with it, since the endpoints that create them are not imitated.

use calling_rest::{
    Method,
    card_migration::{self, CardMigration, CardMigrationProgress},
};

use super::{
    answer::{Answer, Refusal, Result, refuse},
    apps::{App, LegacyCard},
    credentials::authenticated,
    endpoint::Endpoint,
    namespace::Namespace,
    request::Request,
    scopes::WRITE,
};
use crate::store::Json;

pub(crate) const ENDPOINTS: &[Endpoint] = &[Endpoint::keyed(
    Method::Post,
    card_migration::ROUTE,
    migrate,
)
.example(r#"{"allowDuplicateAppCardIds":false,"appCardId":5001,"legacyCrmCardId":1001}"#)
.summary("Replaces a legacy CRM card by an app card; the same request again reports how far it is")
.takes::<CardMigration>()
.answers::<CardMigrationProgress>()
.refuses(&[400, 401, 403, 404, 409])];

/// A started migration.
struct Started {
    migration: CardMigration,
    at_ms: i64,
}

fn migrate(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let app = authenticated(request, namespace, WRITE)?;
    let wanted: CardMigration = request.read(namespace.profile)?;
    let legacy = legacy_card(&app, wanted.legacy_crm_card_id)?;
    for (field, id) in [
        ("appCardId", Some(wanted.app_card_id)),
        ("helpdeskAppCardId", wanted.helpdesk_app_card_id),
    ] {
        if let Some(id) = id
            && !app.registration.app_cards.contains(&id)
        {
            return Err(no_card(&app, field, id, "app card"));
        }
    }
    let started = match find(namespace, &app, legacy.id)? {
        Some(started) => {
            check_same(&started.migration, &wanted)?;
            started
        }
        None => {
            check_new(namespace, &app, legacy, &wanted)?;
            start(namespace, &app, wanted)?
        }
    };
    Answer::ok(&progress(legacy, &started, namespace.now_ms))
}

/// The progress of a migration.
fn progress(legacy: &LegacyCard, started: &Started, now_ms: i64) -> CardMigrationProgress {
    let accounts = i64::from(legacy.accounts);
    let switched = (now_ms - started.at_ms) / ACCOUNT_MS;
    let remaining = (accounts - switched).clamp(0, accounts);
    let is_done = remaining == 0;
    let message = if is_done {
        "The legacy card was replaced in every account.".to_owned()
    } else {
        format!(
            "The migration is running: {remaining} of {accounts} accounts are still to be switched. \
             Send the same request again to see how far it is."
        )
    };
    CardMigrationProgress {
        message,
        started_at: Some(started.at_ms),
        ended_at: is_done.then_some(started.at_ms + accounts * ACCOUNT_MS),
        total_portal_count: Some(accounts),
        remaining_portal_count: Some(remaining),
    }
}

fn legacy_card(app: &App, id: i64) -> Result<&LegacyCard> {
    let cards = &app.registration.legacy_cards;
    cards
        .iter()
        .find(|card| card.id == id)
        .ok_or_else(|| no_card(app, "legacyCrmCardId", id, "legacy CRM card"))
}

/// Refuses another target: a card is migrated once.
fn check_same(started: &CardMigration, wanted: &CardMigration) -> Result<()> {
    if targets(started) == targets(wanted) {
        return Ok(());
    }
    let helpdesk = started
        .helpdesk_app_card_id
        .map(|id| format!(" and in help-desk views to {id}"))
        .unwrap_or_default();
    Err(refuse!(
        new(409, "CONFLICT", "MIGRATION_STARTED"),
        "the legacy card {} is migrated to the app card {}{helpdesk} already: name the same \
         cards to see how far it is",
        started.legacy_crm_card_id,
        started.app_card_id
    ))
}

fn check_new(
    namespace: &Namespace<'_>,
    app: &App,
    legacy: &LegacyCard,
    wanted: &CardMigration,
) -> Result<()> {
    if legacy.supports_tickets && wanted.helpdesk_app_card_id.is_none() {
        return Err(refuse!(
            invalid("helpdeskAppCardId", "MISSING_FIELD"),
            "helpdeskAppCardId is missing: the legacy card {} supports tickets, so name the \
             app card that replaces it in help-desk views",
            legacy.id
        ));
    }
    if wanted.allow_duplicate_app_card_ids {
        return Ok(());
    }
    for other in all(namespace, app)? {
        let shared = targets(wanted)
            .into_iter()
            .flatten()
            .find(|id| targets(&other).contains(&Some(*id)));
        if let Some(id) = shared {
            let field = if id == wanted.app_card_id {
                "appCardId"
            } else {
                "helpdeskAppCardId"
            };
            return Err(refuse!(
                invalid(field, "DUPLICATE_APP_CARD_ID"),
                "the legacy card {} is migrated to the app card {id} already: name another \
                 app card, or merge both cards with allowDuplicateAppCardIds true",
                other.legacy_crm_card_id
            ));
        }
    }
    Ok(())
}

const fn targets(migration: &CardMigration) -> [Option<i64>; 2] {
    [Some(migration.app_card_id), migration.helpdesk_app_card_id]
}

fn no_card(app: &App, field: &str, id: i64, kind: &str) -> Refusal {
    let refusal = refuse!(
        not_found("NO_SUCH_CARD"),
        "{field} is {id}, and the app {} has no such {kind}",
        app.id
    );
    refusal.about(&[(field, &id.to_string())])
}

fn start(namespace: &Namespace<'_>, app: &App, migration: CardMigration) -> Result<Started> {
    let (kind, at_ms) = (kind(migration.legacy_crm_card_id), namespace.now_ms);
    namespace.run(
        "INSERT INTO setting (ns, app, kind, body, created_ms, updated_ms)
         VALUES (?1, ?2, ?3, ?4, ?5, ?5)",
        &[&app.id, &kind, &Json(&migration), &at_ms],
    )?;
    Ok(Started { migration, at_ms })
}

fn find(namespace: &Namespace<'_>, app: &App, legacy: i64) -> Result<Option<Started>> {
    namespace.one(
        "SELECT body, created_ms FROM setting WHERE ns = ?1 AND app = ?2 AND kind = ?3",
        &[&app.id, &kind(legacy)],
        |row| {
            Ok(Started {
                migration: row.get::<_, Json<_>>(0)?.0,
                at_ms: row.get(1)?,
            })
        },
    )
}

/// Every migration of an app.
fn all(namespace: &Namespace<'_>, app: &App) -> Result<Vec<CardMigration>> {
    namespace.all(
        "SELECT body FROM setting WHERE ns = ?1 AND app = ?2 AND substr(kind, 1, length(?3)) = ?3",
        &[&app.id, &KIND],
        |row| Ok(row.get::<_, Json<_>>(0)?.0),
    )
}

/// A migration is stored as one of the app's settings.
fn kind(legacy: i64) -> String {
    format!("{KIND}{legacy}")
}

const KIND: &str = "card-migration/";

/// The duration of a migration for each account.
const ACCOUNT_MS: i64 = 60_000;
