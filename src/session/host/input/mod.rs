//! What comes into a host session, by who speaks.

mod frame;
mod message;
mod page;
mod store;
mod time;
mod user;

pub use frame::FrameInput;
pub use message::MessageInput;
pub use page::PageInput;
pub use store::StoreInput;
pub use time::TimeInput;
pub use user::UserInput;

input_groups! {
    /// What comes into a host session: the page's commands, and what the edge saw of
    /// the world.
    HostInput {
        /// The page: how a session begins, and what the edge noticed by itself.
        Page(PageInput<P>),
        /// The user of the page, whose commands are answered by `sent` or `refused`.
        User(UserInput<P>),
        /// The frame: what happened to it.
        Frame(FrameInput),
        /// A message event: who speaks, and then what.
        Message(MessageInput<P>),
        /// The record store's answers, and the page's to `navigate`.
        Store(StoreInput<P>),
        /// The time.
        Time(TimeInput),
    }
}
