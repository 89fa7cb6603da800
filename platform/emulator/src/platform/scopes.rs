//! The scopes, except those of records, and the names of all scopes of the service.

/// Reads data of the app.
///
/// Source of both: the published OpenAPI file, for callers with a token.
pub(crate) const READ: &str = "developers-read";

/// Changes data of the app.
pub(crate) const WRITE: &str = "developers-write";

/// Reads the owners of records.
pub(crate) const OWNERS: &str = "crm.objects.owners.read";

/// The scopes and their descriptions.
pub(crate) const SCOPES: [(&str, &str); 4] = [
    (OWNERS, "reads who may own records"),
    (READ, "reads what belongs to the app"),
    (WRITE, "changes what belongs to the app"),
    ("private-apps-read", "reads the cards of private apps"),
];

/// True if the service has a scope of this name.
///
/// Source: the service's guide to scopes, read 2026-11.
pub(crate) fn exists(scope: &str) -> bool {
    FURTHER.contains(&scope)
        || SCOPES.iter().any(|(known, _)| *known == scope)
        || is_of_records(scope)
}

/// True for the scope of a type of records: `crm.objects.contacts.read`, also with
/// `sensitive` or `highly_sensitive` before `read` or `write`, and `v2` at the end.
fn is_of_records(scope: &str) -> bool {
    let scope = scope.strip_suffix(".v2").unwrap_or(scope);
    let mut parts = scope.split('.');
    let (Some("crm"), Some(area), Some(records)) = (parts.next(), parts.next(), parts.next())
    else {
        return false;
    };
    let mut last = parts.next();
    if matches!(last, Some("sensitive" | "highly_sensitive")) {
        last = parts.next();
    }
    ["objects", "pipelines", "schemas"].contains(&area)
        && TYPES.contains(&records)
        && matches!(last, Some("read" | "write"))
        && parts.next().is_none()
}

/// Types of records in scopes.
const TYPES: [&str; 35] = [
    "appointments",
    "calls",
    "carts",
    "commercepayments",
    "companies",
    "contacts",
    "contracts",
    "courses",
    "custom",
    "deals",
    "emails",
    "feedback_submissions",
    "forecasts",
    "goals",
    "invoices",
    "leads",
    "line_items",
    "listings",
    "marketing_events",
    "meetings",
    "notes",
    "orders",
    "owners",
    "partner-clients",
    "partner-services",
    "postal_mail",
    "products",
    "projects",
    "quote",
    "quotes",
    "services",
    "subscriptions",
    "tasks",
    "tickets",
    "users",
];

/// The others.
const FURTHER: [&str; 85] = [
    "account-info.security.read",
    "accounting",
    "actions",
    "analytics.behavioral_events.send",
    "automation",
    "automation.sequences.enrollments.write",
    "automation.sequences.read",
    "behavioral_events.event_definitions.read_write",
    "business-intelligence",
    "business_units_view.read",
    "cms.domains.read",
    "cms.domains.write",
    "cms.functions.read",
    "cms.functions.write",
    "cms.knowledge_base.articles.publish",
    "cms.knowledge_base.articles.read",
    "cms.knowledge_base.articles.write",
    "cms.knowledge_base.settings.read",
    "cms.knowledge_base.settings.write",
    "cms.membership.access_groups.read",
    "cms.membership.access_groups.write",
    "cms.performance.read",
    "cms.source_code.read_write",
    "collector.graphql_query.execute",
    "collector.graphql_schema.read",
    "communication_preferences.read",
    "communication_preferences.read_write",
    "communication_preferences.statuses.batch.read",
    "communication_preferences.statuses.batch.write",
    "communication_preferences.write",
    "contacts",
    "content",
    "conversations.custom_channels.read",
    "conversations.custom_channels.write",
    "conversations.read",
    "conversations.visitor_identification.tokens.create",
    "conversations.write",
    "crm.dealsplits.read_write",
    "crm.export",
    "crm.extensions_calling_transcripts.read",
    "crm.extensions_calling_transcripts.write",
    "crm.import",
    "crm.lists.read",
    "crm.lists.write",
    "ctas.read",
    "data_integration.data_source.file.read",
    "data_integration.data_source.file.write",
    "e-commerce",
    "external_integrations.forms.access",
    "files",
    "files.ui_hidden.read",
    "forms",
    "forms-uploaded-files",
    "hubdb",
    "integration-sync",
    "integrations.zoom-app.playbooks.read",
    "marketing-email",
    "marketing.campaigns.read",
    "marketing.campaigns.revenue.read",
    "marketing.campaigns.write",
    "media_bridge.read",
    "media_bridge.write",
    "oauth",
    "record_images.signed_urls.read",
    "reports",
    "sales-email-read",
    "scheduler.meetings.meeting-link.read",
    "settings.billing.write",
    "settings.currencies.read",
    "settings.currencies.write",
    "settings.security.security_health.read",
    "settings.users.read",
    "settings.users.teams.read",
    "settings.users.teams.write",
    "settings.users.write",
    "social",
    "tax_rates.read",
    "tickets",
    "tickets.highly_sensitive",
    "tickets.highly_sensitive.v2",
    "tickets.sensitive",
    "tickets.sensitive.v2",
    "timeline",
    "transactional-email",
    "webhooks",
];

#[cfg(test)]
mod tests {
    use super::exists;

    #[test]
    fn a_scope_exists_as_the_service_writes_it() {
        for scope in [
            "oauth",
            "timeline",
            "e-commerce",
            "developers-read",
            "crm.objects.contacts.read",
            "crm.schemas.quote.write",
            "crm.objects.deals.sensitive.read.v2",
            "crm.pipelines.orders.write",
        ] {
            assert!(exists(scope), "{scope}");
        }
        for scope in [
            "",
            "OAuth",
            "crm.objects.contacts",
            "crm.objects.contacts.reads",
            "crm.objects.contact.read",
            "crm.objects..read",
            "crm.objects.contacts.read.write",
            "crm.objects.contacts.read ",
            "contacts.read",
        ] {
            assert!(!exists(scope), "{scope}");
        }
    }
}
