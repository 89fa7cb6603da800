//! Inputs of a host's session, by source.

mod frame;
mod message;
mod page;
mod store;
mod time;
mod user;

pub use frame::FrameInput;
pub use message::MessageInput;
pub use page::PageInput;
pub use store::{FoundRecord, StoreAnswer, StoreInput, StoredRecord};
pub use time::TimeInput;
pub use user::UserInput;

groups! {
    /// Inputs of a host's session: the page's commands and the edge's observations.
    #[derive(Clone, Debug)]
    pub enum HostInput {
        /// The page: the session's start, and the edge's own reports.
        Page(PageInput),
        /// The user of the page, whose commands are answered by `sent` or `refused`.
        User(UserInput),
        /// The frame's events.
        Frame(FrameInput),
        /// A message event: its source, then its message.
        Message(MessageInput),
        /// The record store's answers, and the page's to `navigate`.
        Store(StoreInput),
        /// The time.
        Time(TimeInput),
    }
}
