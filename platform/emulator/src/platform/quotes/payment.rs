//! `POST /emulator/quotes/{quoteId}/payment`: moves a quote's payment on. The service itself
//! has no such request.

use calling_rest::Method;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    account::Account,
    lock::{is_locked, of_path},
    quote::Quote,
    status::Payment,
};
use crate::{
    Profile,
    platform::{
        answer::{Answer, Result, quoted, refuse},
        clock::iso,
        endpoint::Endpoint,
        namespace::Namespace,
        records::{
            Author, Changes, Objects,
            store::Record,
            type_ids::{PAYMENT, QUOTE},
        },
        request::Request,
    },
};

pub(crate) const ENDPOINTS: &[Endpoint] =
    &[
        Endpoint::control(Method::Post, "/emulator/quotes/{quoteId}/payment", proceed)
            .example(r#"{"method":"ACH","status":"PROCESSING"}"#)
            .summary("Moves the payment of a published quote on")
            .takes::<PaymentMove>()
            .answers::<MovedPayment>()
            .refuses(&[400, 404]),
    ];

/// A change of the payment.
///
/// Shape: `{"status":"PROCESSING","method":"ACH"}`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct PaymentMove {
    /// `PROCESSING` or `PAID`.
    status: String,
    /// The payment method; one of the quote's `hs_allowed_payment_methods`.
    method: Option<String>,
}

/// The payment after the change.
#[serde_with::skip_serializing_none]
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MovedPayment {
    /// The quote.
    quote_id: String,
    /// `PROCESSING` or `PAID`.
    status: &'static str,
    /// The payment's own record, once paid.
    payment_id: Option<String>,
}

fn proceed(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let change: PaymentMove = request.read(Profile::Spec)?;
    let quotes = Objects::named(namespace, QUOTE)?;
    let mut record = of_path(request, namespace)?;
    let now = record.text("hs_payment_status");
    let (Some(from), true) = (now.and_then(Payment::parse), is_locked(&record)) else {
        return Err(refuse!(
            invalid("quoteId", "NO_PAYMENT"),
            "the quote {} cannot be paid: publish it with hs_payment_enabled",
            record.id
        ));
    };
    let Some(to) = Payment::parse(&change.status) else {
        return Err(refuse!(
            invalid("status", "INVALID_OPTION"),
            "{} is no status of a payment: use PROCESSING or PAID",
            quoted(&change.status)
        ));
    };
    let allowed = record.text("hs_allowed_payment_methods").into_iter();
    let allowed: Vec<&str> = allowed.flat_map(|methods| methods.split(';')).collect();
    let method = change.method.as_deref();
    if let Some(method) = method.filter(|method| !allowed.contains(method)) {
        return Err(refuse!(
            invalid("method", "INVALID_OPTION"),
            "{} is no payment method of the quote: use one of {}",
            quoted(method),
            quoted(&allowed.join(", "))
        ));
    }
    if !from.may_become(to, method == Some("ACH")) {
        return Err(refuse!(
            invalid("status", "NO_TRANSITION"),
            "a payment that is {} does not become {}: PENDING becomes PROCESSING with the \
             method ACH, and both become PAID",
            from.as_str(),
            to.as_str()
        ));
    }
    let mut changes =
        Changes::from([("hs_payment_status".to_owned(), Some(to.as_str().to_owned()))]);
    if to == Payment::Paid {
        changes.insert("hs_payment_date".to_owned(), Some(iso(namespace.now_ms)));
    }
    quotes.change(&mut record, changes, &Author::calculated())?;
    let payment = match to {
        Payment::Paid => Some(note(namespace, &quotes, record, method)?.to_string()),
        Payment::Pending | Payment::Processing => None,
    };
    Answer::ok(&MovedPayment {
        quote_id: request.part("quoteId").to_owned(),
        status: to.as_str(),
        payment_id: payment,
    })
}

/// Writes the payment's own record, and associates the quote with it.
fn note(
    namespace: &Namespace<'_>,
    quotes: &Objects<'_>,
    quote: Record,
    method: Option<&str>,
) -> Result<i64> {
    let payments = Objects::named(namespace, PAYMENT)?;
    let quote = Quote::load(namespace, quote)?;
    let account = Account::of(namespace)?;
    let properties = [
        ("hs_latest_status", Some("succeeded")),
        ("hs_payment_method_type", method),
        ("hs_initial_amount", quote.record.text("hs_quote_amount")),
        ("hs_currency_code", Some(quote.currency(&account))),
        ("hs_initiated_date", Some(&iso(namespace.now_ms))),
    ];
    let properties = properties
        .into_iter()
        .filter_map(|(name, value)| Some((name.to_owned(), value?.to_owned())))
        .collect();
    let payment = Record::new(namespace, properties, Author::calculated())?;
    payments.put(&payment)?;
    quotes.associate(quote.record.id, (PAYMENT, payment.id), None)?;
    Ok(payment.id)
}
