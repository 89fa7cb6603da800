//! The account of an access token: `GET /account-info/v3/details`, `GET /integrations/v1/me`,
//! `DELETE /appinstalls/v3/external-install`
//!
//! With the first two, apps test a connection and name it.
//!
//! Source: the service's guides to account information and to app uninstalls, read 2026-11.

use calling_rest::Method;
use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    answer::{Answer, Result},
    apps::{self, HUB_DOMAIN, HUB_ID},
    endpoint::Endpoint,
    namespace::Namespace,
    oauth::caller::use_access_token,
    quotes::account::Account,
    request::Request,
};

pub(crate) const ENDPOINTS: &[Endpoint] = &[
    Endpoint::with_token(Method::Get, "/account-info/v3/details", details)
        .summary("Tells what is known of the token's account")
        .scoped(&[SCOPE])
        .answers::<AccountDetails>()
        .refuses(&[401, 403]),
    Endpoint::with_token(Method::Get, "/integrations/v1/me", me)
        .summary("The same, in the first version")
        .scoped(&[SCOPE])
        .answers::<AccountInBrief>()
        .refuses(&[401, 403]),
    Endpoint::with_token(
        Method::Delete,
        "/appinstalls/v3/external-install",
        uninstall,
    )
    .summary("Takes the token's app out of the account; its tokens end")
    .scoped(&[SCOPE])
    .vendor(204)
    .refuses(&[401, 403]),
];

/// The scope of every app.
pub(crate) const SCOPE: &str = "oauth";

/// The account and its time.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct AccountTime {
    /// The account.
    portal_id: i64,
    /// Its time zone, by the name in the IANA data.
    time_zone: String,
    /// Its offset from UTC: `-05:00`.
    utc_offset: String,
    /// The same in milliseconds.
    utc_offset_milliseconds: i64,
}

/// An account.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AccountDetails {
    #[serde(flatten)]
    time: AccountTime,
    /// `DEVELOPER_TEST`.
    account_type: &'static str,
    /// Its default currency, by ISO 4217.
    company_currency: String,
    /// Further currencies.
    additional_currencies: Vec<String>,
    /// The domain of its pages.
    ui_domain: String,
    /// The place of its data.
    data_hosting_location: &'static str,
}

/// An account, in the first version.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AccountInBrief {
    #[serde(flatten)]
    time: AccountTime,
    /// Its default currency, by ISO 4217.
    currency: String,
}

fn details(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let (time, currency) = account(request, namespace)?;
    Answer::ok(&AccountDetails {
        time,
        account_type: "DEVELOPER_TEST",
        company_currency: currency,
        additional_currencies: Vec::new(),
        ui_domain: ["app.", HUB_DOMAIN].concat(),
        data_hosting_location: "na1",
    })
}

fn me(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let (time, currency) = account(request, namespace)?;
    Answer::ok(&AccountInBrief { time, currency })
}

fn uninstall(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let app = use_access_token(namespace, request.token()?, SCOPE)?;
    apps::uninstall(namespace, app)?;
    Ok(Answer::empty(namespace.status(204)))
}

/// The account's time, and its currency.
fn account(request: &Request, namespace: &Namespace<'_>) -> Result<(AccountTime, String)> {
    use_access_token(namespace, request.token()?, SCOPE)?;
    let account = Account::of(namespace)?;
    let now = Timestamp::from_millisecond(namespace.now_ms).unwrap_or_default();
    let now = now.to_zoned(account.zone());
    let time = AccountTime {
        portal_id: HUB_ID,
        time_zone: account.time_zone,
        utc_offset: now.strftime("%:z").to_string(),
        utc_offset_milliseconds: i64::from(now.offset().seconds()) * 1000,
    };
    Ok((time, account.currency))
}
