//! Inputs of a widget's session, by source.

#![expect(missing_docs, reason = "a field without a text is what its name says")]

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

groups! {
    /// Inputs of a widget's session: the application's commands and the edge's observations.
    ///
    /// The edge chooses the numbers of instances, receipts and waits, each once.
    #[derive(Clone, Debug)]
    pub enum Input {
        /// The page: the session's start, and the edge's own reports.
        Page(PageInput),
        /// A message event: its source, then its message.
        Message(MessageInput),
        /// The app: its objects, its messages, its handlers and its questions.
        App(AppInput),
        /// A receipt: the outcome of a message.
        Receipt(ReceiptInput),
        /// The journal: the record of the open calls, for a reload.
        Journal(JournalInput),
        /// The user's other windows, and this one's role among them.
        Window(WindowInput),
        /// The time.
        Time(TimeInput),
    }
}
