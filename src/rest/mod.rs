//! The platform's endpoints: requests and responses as data.

pub mod settings;
