//! Receipts of an app's messages.

use calling_widget_sdk::protocol::{Kind, Millis};
use calling_widget_sdk::session::widget::{Question, ReceiptInput};

use super::WidgetEdge;

impl WidgetEdge {
    /// Opens a receipt; returns its number.
    pub fn track(&mut self, now: Millis, instance: u32, kind: Kind) -> u32 {
        self.last_receipt += 1;
        self.enter(
            now,
            ReceiptInput::Track {
                instance,
                receipt: self.last_receipt,
                wire: kind.as_str().to_owned(),
            },
        );
        self.last_receipt
    }

    /// Closes a receipt.
    pub fn track_end(&mut self, now: Millis, receipt: u32) {
        self.enter(now, ReceiptInput::TrackEnd { receipt });
    }

    /// Waits for the outcome of a receipt's message; returns the number of the wait.
    pub fn wait(
        &mut self,
        now: Millis,
        receipt: u32,
        question: Question,
        timeout: Option<Millis>,
    ) -> u32 {
        self.last_wait += 1;
        self.enter(
            now,
            ReceiptInput::Wait {
                wait: self.last_wait,
                receipt,
                question,
                timeout,
            },
        );
        self.last_wait
    }
}
