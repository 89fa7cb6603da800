//! The host's side without a CRM behind it: the handshake and a gate.

use alloc::string::String;
use alloc::vec::Vec;

use super::code::Code;
use super::facts::Facts;
use super::guard::{envelope, guard};
use super::host::{HostLink, LinkOutput};
use super::outputs::take_first;
use crate::protocol::limits::MAX_QUEUED;
use crate::protocol::{Kind, Millis, Payload};

/// A raw relay to a widget's frame, for hosts that bring their own rules.
///
/// It sends SYNC, takes the acknowledgement, and lets through what really comes
/// from the widget. It answers nothing.
#[derive(Clone, Debug)]
pub struct Relay<P> {
    link: HostLink<P>,
    /// What waits for the acknowledgement.
    waiting: Vec<P>,
    outputs: Vec<LinkOutput<P>>,
}

impl<P: Payload> Relay<P> {
    /// A relay to a widget of `widget_origin`; `instance` is a random id.
    #[must_use]
    pub fn new(own_origin: String, widget_origin: String, instance: String) -> Self {
        Self {
            link: HostLink::new(own_origin, widget_origin, P::empty(), instance),
            waiting: Vec::new(),
            outputs: Vec::new(),
        }
    }

    /// The frame loaded.
    pub fn handle_frame_loaded(&mut self, now: Millis) {
        self.link.handle_frame_loaded(now);
    }

    /// The frame reported an error.
    pub fn handle_frame_error(&mut self) {
        self.link.handle_frame_error();
    }

    /// A message event of the window; whether its message is one for the
    /// application.
    ///
    /// # Errors
    ///
    /// The [`Code`] it was refused with.
    pub fn handle_message(&mut self, facts: Facts<'_>, message: &P) -> Result<bool, Code> {
        self.link.admit(&facts)?;
        guard(message)?;
        let (wire, _) = envelope(message).ok_or(Code::Malformed)?;
        if Kind::parse(&wire) == Some(Kind::SyncAck) {
            return self.link.handle_ack(&facts, message).map(|()| false);
        }
        if self.link.is_connected() {
            Ok(true)
        } else {
            Err(Code::BeforeSync)
        }
    }

    /// Sends a message, which has an id already: at once when the widget is
    /// there, in order and as soon as it is when not.
    ///
    /// # Errors
    ///
    /// [`Code::QueueFull`].
    pub fn send(&mut self, message: P) -> Result<(), Code> {
        if self.link.is_connected() {
            self.outputs.push(LinkOutput::Post(message));
        } else if self.waiting.len() < MAX_QUEUED {
            self.waiting.push(message);
        } else {
            return Err(Code::QueueFull);
        }
        Ok(())
    }

    /// The time asked for by [`Relay::poll_timeout`] has come.
    pub fn handle_timeout(&mut self, now: Millis) {
        self.link.handle_timeout(now);
    }

    /// The next order.
    pub fn poll_output(&mut self) -> Option<LinkOutput<P>> {
        while let Some(output) = self.link.poll_output() {
            let is_connected = matches!(output, LinkOutput::Connected(_));
            self.outputs.push(output);
            if is_connected {
                let waiting = self.waiting.drain(..).map(LinkOutput::Post);
                self.outputs.extend(waiting);
            }
        }
        take_first(&mut self.outputs)
    }

    /// When to call [`Relay::handle_timeout`].
    #[must_use]
    pub fn poll_timeout(&self) -> Option<Millis> {
        self.link.poll_timeout()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{Code, Facts, LinkOutput, Millis, Relay};
    use crate::protocol::limits::{MAX_QUEUED, SYNC_INTERVAL};
    use crate::session::SourceId;

    const WIDGET: Facts<'_> = Facts {
        is_trusted: true,
        source: SourceId::PEER,
        origin: "https://phone.example",
    };

    fn relay() -> Relay<Value> {
        let own = "https://crm.example".to_owned();
        Relay::new(own, WIDGET.origin.to_owned(), "h1".to_owned())
    }

    #[test]
    fn messages_pass_once_the_widget_acknowledged() {
        let mut relay = relay();
        relay.handle_frame_loaded(Millis(0.0));
        let message = json!({ "type": "INITIALIZED", "messageId": "w_1" });

        let early = relay.handle_message(WIDGET, &message);
        let ack = relay.handle_message(WIDGET, &json!({ "type": "SYNC_ACK", "messageId": "h1_1" }));
        let late = relay.handle_message(WIDGET, &message);

        assert_eq!(
            (early, ack, late),
            (Err(Code::BeforeSync), Ok(false), Ok(true))
        );
    }

    #[test]
    fn what_is_sent_early_follows_the_acknowledgement_in_order() {
        let mut relay = relay();
        relay.send(json!({ "type": "A" })).expect("room");
        relay.send(json!({ "type": "B" })).expect("room");
        relay.handle_frame_loaded(Millis(0.0));
        let sync = relay.poll_output();
        let ack = json!({ "type": "SYNC_ACK", "messageId": "h1_1" });

        let taken = relay.handle_message(WIDGET, &ack);

        assert!(matches!(sync, Some(LinkOutput::Post(_))));
        assert_eq!(taken, Ok(false));
        assert_eq!(relay.poll_output(), Some(LinkOutput::Connected(ack)));
        assert_eq!(
            relay.poll_output(),
            Some(LinkOutput::Post(json!({ "type": "A" })))
        );
        assert_eq!(
            relay.poll_output(),
            Some(LinkOutput::Post(json!({ "type": "B" })))
        );
        assert_eq!(relay.poll_output(), None);
    }

    #[test]
    fn what_is_sent_early_is_bounded() {
        let mut relay = relay();
        for _ in 0..MAX_QUEUED {
            relay.send(json!({ "type": "A" })).expect("room");
        }

        assert_eq!(relay.send(json!({ "type": "B" })), Err(Code::QueueFull));
    }

    #[test]
    fn sync_is_repeated_until_the_widget_acknowledges() {
        let mut relay = relay();
        relay.handle_frame_loaded(Millis(0.0));
        let due = relay.poll_timeout();
        let ack = json!({ "type": "SYNC_ACK", "messageId": "h1_1" });

        let taken = relay.handle_message(WIDGET, &ack);

        assert_eq!(due, Some(SYNC_INTERVAL));
        assert_eq!(taken, Ok(false));
        assert_eq!(relay.poll_timeout(), None);
    }

    #[test]
    fn a_frame_that_reports_an_error_hears_no_more_of_it() {
        let mut relay = relay();
        relay.handle_frame_loaded(Millis(0.0));
        drop(relay.poll_output());

        relay.handle_frame_error();

        assert_eq!(relay.poll_output(), Some(LinkOutput::Failed));
        assert_eq!(relay.poll_timeout(), None);
    }

    #[test]
    fn what_is_not_the_widgets_is_refused() {
        let mut relay = relay();
        relay.handle_frame_loaded(Millis(0.0));
        let foreign = Facts {
            source: SourceId::FOREIGN,
            ..WIDGET
        };
        let ack = json!({ "type": "SYNC_ACK", "messageId": "h1_1" });

        assert_eq!(
            relay.handle_message(foreign, &ack),
            Err(Code::ForeignSource)
        );
        for message in [
            json!(null),
            json!("x"),
            json!({}),
            json!({ "type": "SYNC_ACK" }),
        ] {
            assert_eq!(
                relay.handle_message(WIDGET, &message),
                Err(Code::Malformed),
                "{message}"
            );
        }
    }
}
