//! Every endpoint: each is declared beside its handler.

use super::{
    account, apps, cards, control, docs,
    endpoint::Endpoint,
    faults, health, host_page, inbound, log,
    oauth::{consent, grant, metadata},
    objects, quotes,
    settings::{calling, channel_connection, recording},
    timeline,
};

/// Every endpoint, in the order of the OpenAPI document.
pub(crate) fn all() -> impl Iterator<Item = &'static Endpoint> {
    LISTS.iter().copied().flatten()
}

const LISTS: &[&[Endpoint]] = &[
    calling::ENDPOINTS,
    recording::ENDPOINTS,
    channel_connection::ENDPOINTS,
    inbound::ENDPOINTS,
    cards::ENDPOINTS,
    objects::basic::ENDPOINTS,
    objects::search::ENDPOINTS,
    objects::batch::ENDPOINTS,
    objects::associations::ENDPOINTS,
    objects::association_batch::ENDPOINTS,
    objects::associations_v3::ENDPOINTS,
    objects::labels::ENDPOINTS,
    objects::properties::ENDPOINTS,
    objects::property_batch::ENDPOINTS,
    objects::property_groups::ENDPOINTS,
    objects::owners::ENDPOINTS,
    timeline::types::ENDPOINTS,
    timeline::properties::ENDPOINTS,
    timeline::events::ENDPOINTS,
    timeline::view::ENDPOINTS,
    consent::ENDPOINTS,
    grant::ENDPOINTS,
    metadata::ENDPOINTS,
    account::ENDPOINTS,
    health::ENDPOINTS,
    docs::ENDPOINTS,
    log::ENDPOINTS,
    host_page::ENDPOINTS,
    control::ENDPOINTS,
    quotes::page::ENDPOINTS,
    quotes::payment::ENDPOINTS,
    quotes::signature::ENDPOINTS,
    quotes::account::ENDPOINTS,
    faults::ENDPOINTS,
    apps::ENDPOINTS,
];
