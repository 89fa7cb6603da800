//! The widget engine by transcript: literal JSON in, literal JSON out, the time
//! by hand. What a sentence of `docs/` promises has a test of its name here.

mod calls;
mod desk;
mod dial;
mod gate;
mod handshake;
mod instances;
mod journal;
mod leaving;
mod listed;
mod page;
mod payloads;
mod queue;
mod receipts;
mod replies;
mod ringing;
mod unframed;
mod watchdog;
mod windows;
