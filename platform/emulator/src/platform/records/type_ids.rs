//! The ids of the types of records, also used in messages.

pub(crate) const CALL: &str = "0-48";
pub(crate) const COMPANY: &str = "0-2";
pub(crate) const CONTACT: &str = "0-1";
pub(crate) const DEAL: &str = "0-3";
pub(crate) const DISCOUNT: &str = "0-84";
pub(crate) const FEE: &str = "0-85";
pub(crate) const LINE_ITEM: &str = "0-8";
pub(crate) const PAYMENT: &str = "0-101";
pub(crate) const PRODUCT: &str = "0-7";
pub(crate) const QUOTE: &str = "0-14";
pub(crate) const TAX: &str = "0-86";
pub(crate) const TEMPLATE: &str = "0-64";
pub(crate) const TICKET: &str = "0-5";
