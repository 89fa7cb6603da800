//! What comes into a widget session, by who speaks.

mod app;
mod journal;
mod message;
mod page;
mod receipt;
mod time;
mod window;

pub use app::AppInput;
pub use journal::JournalInput;
pub use message::MessageInput;
pub use page::PageInput;
pub use receipt::ReceiptInput;
pub use time::TimeInput;
pub use window::WindowInput;

input_groups! {
    /// What comes into a widget session: the application's commands, and what the
    /// edge saw of the world.
    ///
    /// Numbers of instances, receipts and waits are the edge's to choose, each once.
    Input {
        /// The page: how a session begins, and what the edge noticed by itself.
        Page(PageInput<P>),
        /// A message event: who speaks, and then what.
        Message(MessageInput<P>),
        /// The app: its objects, its messages, its handlers and its questions.
        App(AppInput<P>),
        /// A receipt: what became of a message.
        Receipt(ReceiptInput),
        /// The journal: the record of the open calls, for a reload.
        Journal(JournalInput<P>),
        /// Another window of the user's, or what this one is among them.
        Window(WindowInput<P>),
        /// The time.
        Time(TimeInput),
    }
}
