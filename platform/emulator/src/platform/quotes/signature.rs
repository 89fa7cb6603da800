//! The electronic signatures of a quote, on its page and by
//! `POST /emulator/quotes/{quoteId}/signature`.
//!
//! The signer is not authenticated: there are no users. The signatures are stored with the
//! quote, as no property; `hs_esign_date` is the moment of the last one.

use std::collections::BTreeMap;

use calling_rest::Method;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    lock::{find_published, is_locked, of_path},
    quote::Quote,
};
use crate::{
    Profile,
    platform::{
        answer::{Answer, Refusal, Result, quoted, refuse},
        clock::iso,
        endpoint::{AnswerBody, Endpoint},
        namespace::Namespace,
        records::{Author, Changes, Objects, store::Record, type_ids::QUOTE},
        request::{Fields, Request},
    },
};

pub(crate) const ENDPOINTS: &[Endpoint] = &[
    Endpoint::control(Method::Post, "/emulator/quotes/{quoteId}/signature", sign)
        .summary("Signs a published quote for a signer, or for all of them")
        .example(r#"{"contactId":"1001"}"#)
        .may_take::<SignatureOrder>()
        .answers::<SignedQuote>()
        .refuses(&[400, 404]),
    Endpoint::open(Method::Post, "/quotes/{slug}/signature", sign_on_page)
        .summary("Signs a published quote, by the button on its page")
        .takes_form::<SignatureForm>()
        .answers_as(AnswerBody::Redirect)
        .refuses(&[400, 404]),
];

/// The signer.
///
/// Shape: `{"contactId":"101"}`.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct SignatureOrder {
    /// A signer of the quote; without one, everyone who has not signed.
    contact_id: Option<String>,
}

/// The form behind the button.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct SignatureForm {
    /// A signer of the quote.
    #[schema(required, nullable = false)]
    contact: Option<String>,
}

/// The state of the signatures.
#[serde_with::skip_serializing_none]
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SignedQuote {
    /// The quote.
    quote_id: String,
    /// The contacts who have signed.
    signed: Vec<String>,
    /// The contacts who have not.
    missing: Vec<String>,
    /// When the last one signed (`hs_esign_date`).
    esign_date: Option<String>,
}

/// The moments at which contacts signed a quote.
#[derive(Debug, Default)]
pub(super) struct Signatures(BTreeMap<i64, i64>);

impl Signatures {
    /// The signatures of a quote.
    pub(super) fn of(record: &Record) -> Self {
        let stored = record.text(SIGNATURES);
        let stored = stored.and_then(|text| serde_json::from_str(text).ok());
        Self(stored.unwrap_or_default())
    }

    /// The moment when a contact signed.
    pub(super) fn at_ms(&self, contact: i64) -> Option<i64> {
        self.0.get(&contact).copied()
    }
}

/// Values that a recalled quote loses.
pub(super) const NAMES: [&str; 2] = [SIGNATURES, ESIGN_DATE];

fn sign(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let order: SignatureOrder = request.read_or_default(Profile::Spec)?;
    let record = of_path(request, namespace)?;
    let contact = order.contact_id.as_deref();
    Answer::ok(&put(namespace, record, contact)?)
}

fn sign_on_page(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let slug = request.part("slug");
    let form: SignatureForm = Fields::parse(&request.body).read()?;
    let record = find_published(namespace, slug)?;
    let contact = form.contact.unwrap_or_default();
    put(namespace, record, Some(&contact)).map_err(Refusal::on_page)?;
    Ok(Answer::redirect(
        [namespace.base_url, "/quotes/", slug].concat(),
    ))
}

/// Signs a quote for one contact, or for everyone who has not signed.
fn put(namespace: &Namespace<'_>, record: Record, contact: Option<&str>) -> Result<SignedQuote> {
    let is_published = is_locked(&record);
    let mut quote = Quote::load(namespace, record)?;
    let id = quote.record.id;
    if !is_published || !quote.is_signed_electronically() || quote.signers.is_empty() {
        return Err(refuse!(
            invalid("quoteId", "NO_SIGNATURE"),
            "the quote {id} cannot be signed: publish it with hs_esign_enabled and with a signer, \
             a contact by the association 702"
        ));
    }
    if quote.is_expired(namespace.now_ms) {
        return Err(refuse!(
            invalid("quoteId", "EXPIRED"),
            "the quote {id} cannot be signed: its hs_expiration_date has passed"
        ));
    }
    let mut signatures = Signatures::of(&quote.record);
    let signers: Vec<i64> = quote.signers.iter().map(|signer| signer.id).collect();
    let signing = match contact {
        None => signers.clone(),
        Some(text) => {
            let known = text.parse().ok().filter(|id| signers.contains(id));
            let Some(contact) = known else {
                let signers: Vec<String> = signers.iter().map(i64::to_string).collect();
                return Err(refuse!(
                    invalid("contactId", "NO_SIGNER"),
                    "the contact {} is no signer of the quote {id}: use {}",
                    quoted(text),
                    signers.join(" or ")
                ));
            };
            if signatures.at_ms(contact).is_some() {
                return Err(refuse!(
                    invalid("contactId", "ALREADY_SIGNED"),
                    "the contact {contact} has signed the quote {id} already"
                ));
            }
            vec![contact]
        }
    };
    for contact in signing {
        signatures.0.entry(contact).or_insert(namespace.now_ms);
    }
    let (signed, missing): (Vec<i64>, Vec<i64>) = signers
        .into_iter()
        .partition(|signer| signatures.at_ms(*signer).is_some());
    let mut changes = Changes::from([(
        SIGNATURES.to_owned(),
        Some(serde_json::to_string(&signatures.0)?),
    )]);
    if missing.is_empty() && !quote.record.properties.contains_key(ESIGN_DATE) {
        changes.insert(ESIGN_DATE.to_owned(), Some(iso(namespace.now_ms)));
    }
    let quotes = Objects::named(namespace, QUOTE)?;
    quotes.change(&mut quote.record, changes, &Author::calculated())?;
    let texts = |ids: Vec<i64>| ids.iter().map(i64::to_string).collect();
    Ok(SignedQuote {
        quote_id: id.to_string(),
        signed: texts(signed),
        missing: texts(missing),
        esign_date: quote.record.properties.get(ESIGN_DATE).cloned(),
    })
}

/// Internal names begin with a dot.
const SIGNATURES: &str = ".signatures";

const ESIGN_DATE: &str = "hs_esign_date";
