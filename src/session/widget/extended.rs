//! Extended mode, the widget's side.
//!
//! ```text
//!          the host's announcement of the load that READY was raised for
//!  plain -----------------------------------------------------------------> on
//!    \                                                                      /
//!     \-- of another load: answered by a challenge --> confirmed ---------/
//! ```
//!
//! Another page of the host's is another session, and READY is raised anew. The
//! same page, when it loaded the frame anew, is told INITIALIZED again.
//!
//! Whatever is posted is kept until the host has confirmed it, numbered, and
//! repeated. What an earlier session of this page left unconfirmed follows the
//! next INITIALIZED, under new numbers and the ids it had.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use super::Widget;
use super::output::Output;
use crate::protocol::limits::{ANNOUNCE_WITHIN, MAX_UNCONFIRMED};
use crate::protocol::{Kind, Millis, Payload};
use crate::session::extended::{Extension, Inbox, Kept, Outbox};
use crate::session::message_id::{count, prefix, push_decimal};
use crate::session::{AwakeClock, Code, Facts, SourceId};

/// What a widget knows of extended mode.
#[derive(Clone, Debug)]
pub(crate) struct Extended<P> {
    /// This widget takes no part in it.
    pub(crate) is_off: bool,
    /// The load of the frame that the running session belongs to; empty for
    /// none.
    pub(crate) load: String,
    /// The id of the SYNC that opened the running session.
    opened_by: String,
    /// A plain SYNC told of another page, or of an earlier one that is late:
    /// whoever is the host has to answer a challenge.
    is_doubtful: bool,
    /// How many sessions this document has opened.
    pub(crate) opened: u32,
    /// Whether the host of the running session announced itself.
    pub(crate) is_on: bool,
    pub(crate) inbox: Inbox,
    pub(crate) outbox: Outbox<P>,
    /// Unconfirmed posts of earlier sessions, which wait for INITIALIZED.
    pub(crate) carried: Vec<Kept<P>>,
    /// Until when posts are kept for an announcement, by the time awake.
    pub(crate) keep_until: Millis,
    owes_ack: bool,
}

impl<P: Payload> Extended<P> {
    pub(super) const fn new() -> Self {
        Self {
            is_off: false,
            load: String::new(),
            opened_by: String::new(),
            is_doubtful: false,
            opened: 0,
            is_on: false,
            inbox: Inbox { last_seq: 0 },
            outbox: Outbox::new(),
            carried: Vec::new(),
            keep_until: Millis(0.0),
            owes_ack: false,
        }
    }

    /// What a message's field says, for a widget that takes part.
    pub(super) fn read(&self, message: &P) -> Option<Extension> {
        if self.is_off {
            return None;
        }
        Extension::read(message)
    }

    /// When to look after what is not confirmed.
    pub(super) fn due(&self, clock: &AwakeClock) -> Option<Millis> {
        let due = self.outbox.due().filter(|_| self.is_on)?;
        Some(clock.due(due))
    }

    /// The posts the host has not confirmed, oldest first, without those that
    /// tell of the page itself. A host that has not said that it confirms any is
    /// taken for one that does not: nothing is kept for longer than it is owed. What
    /// an earlier session left has not been posted to it.
    pub(super) fn unconfirmed(&self) -> impl Iterator<Item = &Kept<P>> {
        let posted = self.outbox.kept.iter();
        let posted = posted.filter(|kept| self.is_on || kept.is_left);
        let kept = self.carried.iter().chain(posted);
        kept.filter(|kept| !is_of_state(&kept.message))
    }

    /// Takes over posts that an earlier document left unconfirmed.
    pub(super) fn carry(&mut self, posts: impl IntoIterator<Item = Kept<P>>) {
        let room = MAX_UNCONFIRMED.saturating_sub(self.carried.len());
        // The size is the new page's own to tell.
        let posts = posts
            .into_iter()
            .filter(|kept| kind_of(&kept.message) != Some(Kind::ResizeWidget));
        self.carried.extend(posts.take(room));
    }
}

impl<P: Payload> Widget<P> {
    /// Has the widget stay as plain as the published one: it does not say what
    /// it is. To be called before its first SYNC.
    pub const fn stay_plain(&mut self) {
        self.extended.is_off = true;
    }

    /// Whether what is posted is also kept.
    pub(super) fn keeps(&self) -> bool {
        self.extended.is_on || self.clock.awake() < self.extended.keep_until
    }

    /// Reads the clock; drops what was kept for an announcement that did not
    /// come.
    pub(super) fn tick(&mut self, now: Millis) {
        if self.extended.is_off {
            return;
        }
        let awake = self.clock.advance(now);
        if self.extended.is_on || awake < self.extended.keep_until {
            return;
        }
        self.extended.keep_until = Millis(0.0);
        let kept = self.extended.outbox.take();
        let left = kept.iter().filter(|kept| kept.is_left).count();
        if self.link.is_ready() {
            let lost = core::mem::take(&mut self.extended.carried).len();
            self.lose(left.saturating_add(lost));
        }
    }

    /// Another session opens, plainly at first.
    pub(super) fn begin_session(&mut self, now: Millis, sync_id: &str) {
        self.extended.load = String::new();
        sync_id.clone_into(&mut self.extended.opened_by);
        self.extended.opened = self.extended.opened.saturating_add(1);
        self.extended.is_doubtful = false;
        self.extended.inbox = Inbox::default();
        self.extended.owes_ack = false;
        // What INITIALIZED will say anew is no longer owed.
        let left = self.extended.outbox.take();
        let left = left.into_iter().filter(|kept| !is_of_state(&kept.message));
        self.extended.carried.extend(left);
        let over = self.extended.carried.len().saturating_sub(MAX_UNCONFIRMED);
        self.extended.carried.drain(..over);
        self.lose(over);
        self.await_announcement(now);
    }

    /// Another account's session opens: what was posted to this one's host does
    /// not follow there.
    pub(super) fn forget_unconfirmed(&mut self) {
        let carried = core::mem::take(&mut self.extended.carried).len();
        let posted = self.extended.outbox.take();
        let posted = posted.iter().filter(|kept| !is_of_state(&kept.message));
        let posted = if self.extended.is_on {
            posted.count()
        } else {
            0
        };
        self.lose(carried.saturating_add(posted));
    }

    /// A plain SYNC of another page in the same session: nothing with the field
    /// counts until it is known whose it is.
    pub(super) fn doubt_host(&mut self, now: Millis) {
        self.extended.load = String::new();
        self.extended.is_doubtful = true;
        self.await_announcement(now);
    }

    /// Whether the host speaks extended mode is open.
    fn await_announcement(&mut self, now: Millis) {
        if self.extended.is_off {
            return;
        }
        self.extended.is_on = false;
        self.extended.keep_until = self.clock.advance(now) + ANNOUNCE_WITHIN;
    }

    /// A SYNC with the field, from the pinned host or from an allowed one.
    pub(super) fn handle_announcement(
        &mut self,
        now: Millis,
        facts: Facts<'_>,
        id: &str,
        message: &P,
        extension: &Extension,
    ) {
        let opened_by = &self.extended.opened_by;
        let is_same_page = prefix(opened_by) == prefix(&extension.load);
        if self.extended.load.is_empty()
            && !self.extended.is_doubtful
            && is_same_page
            && count(opened_by) >= count(&extension.load)
        {
            self.extended.load.clone_from(&extension.load);
        }
        if self.extended.load == extension.load {
            let is_mine = extension.peer == self.peer(0);
            if is_mine || extension.peer.is_empty() {
                let was_on = self.extended.is_on;
                self.turn_on();
                if is_mine {
                    let awake = self.clock.awake();
                    self.extended.outbox.confirm(awake, extension.ack);
                    self.keeping.is_due = true;
                }
                if is_mine && was_on {
                    return;
                }
            } else {
                self.count(Code::OldLoad);
            }
        } else if extension.peer == self.peer(1) {
            if is_same_page {
                // The same page of the host's begins anew, and this one does not.
                self.begin_session(now, id);
            } else {
                self.open_session(now, facts.origin, facts.source, id, message, None);
            }
            self.extended.load.clone_from(&extension.load);
            self.turn_on();
            if is_same_page {
                self.repeat_initialized();
            }
        }
        self.post_status(&extension.load, facts.origin, facts.source);
    }

    /// Whether a host's message counts now. One with the field does in its turn
    /// and in its own session only.
    pub(super) fn admits(&mut self, extension: &Extension) -> bool {
        let Some(host) = self.link.host() else {
            return false;
        };
        let is_own = self.extended.load == extension.load && extension.peer == self.peer(0);
        if extension.seq == 0 || !is_own {
            let (origin, source) = (host.origin.clone(), host.source);
            self.count(Code::OldLoad);
            self.post_status(&extension.load, &origin, source);
            return false;
        }
        self.turn_on();
        let awake = self.clock.awake();
        self.extended.outbox.confirm(awake, extension.ack);
        self.keeping.is_due = true;
        let is_next = self.extended.inbox.takes(extension);
        self.extended.owes_ack = true;
        if !is_next {
            self.count(Code::Repeated);
            self.confirm();
        }
        is_next
    }

    /// Tells the host what has come, unless something posted meanwhile did.
    pub(super) fn confirm(&mut self) {
        if self.extended.owes_ack
            && let Some(host) = self.link.host()
        {
            let (load, origin) = (self.extended.load.clone(), host.origin.clone());
            let source = host.source;
            self.post_status(&load, &origin, source);
        }
    }

    /// Keeps what is posted, numbers it where the host knows numbers, and lets
    /// follow it what an earlier session left. `id` is the message's own, unless
    /// the app chose it.
    pub(super) fn keep(&mut self, kind: Option<Kind>, id: Option<String>, message: P) -> Vec<P> {
        // The handshake has no place in the stream.
        let is_handshake = matches!(kind, Some(Kind::Sync | Kind::SyncAck));
        if is_handshake || !self.keeps() {
            return [message].into();
        }
        let mut kept = Vec::new();
        kept.push((id.unwrap_or_else(|| self.ids.next()), message));
        if kind == Some(Kind::Initialized) {
            let carried = core::mem::take(&mut self.extended.carried);
            kept.extend(carried.into_iter().map(|kept| (kept.id, kept.message)));
        }
        let mut posts = Vec::new();
        for (at, (id, message)) in kept.into_iter().enumerate() {
            let awake = self.clock.awake();
            if self.extended.outbox.push(awake, id, message.clone()) {
                self.lose(usize::from(self.extended.is_on));
            }
            if let Some(kept) = self.extended.outbox.kept.last_mut() {
                kept.is_left = at > 0;
            }
            if let (true, Some(kept)) = (self.extended.is_on, self.extended.outbox.kept.last()) {
                posts.push(self.numbered(kept));
            } else if at == 0 {
                // An earlier session's may have arrived: never without a number.
                posts.push(message);
            }
        }
        if self.extended.is_on {
            self.extended.owes_ack = false;
        }
        self.note_not_kept(kind);
        posts
    }

    /// Repeats what is not confirmed.
    pub(super) fn repeat_unconfirmed(&mut self) {
        let awake = self.clock.awake();
        if self.extended.is_on && self.extended.outbox.is_due(awake) {
            self.post_kept();
            let given_up = self.extended.outbox.give_up();
            self.lose(given_up);
        }
    }

    fn turn_on(&mut self) {
        if self.extended.is_on {
            return;
        }
        let has_kept = self.keeps();
        self.extended.is_on = true;
        self.post_kept();
        if !has_kept {
            // It went out plainly, too long ago to be still kept.
            self.repeat_initialized();
        }
    }

    fn post_kept(&mut self) {
        let Some(host) = self.link.host() else {
            return;
        };
        let posts: Vec<_> = self
            .extended
            .outbox
            .kept
            .iter()
            .map(|kept| Output::Post {
                message: self.numbered(kept),
                origin: host.origin.clone(),
                to: host.source,
            })
            .collect();
        self.outputs.extend(posts);
    }

    fn numbered(&self, kept: &Kept<P>) -> P {
        Extension {
            load: self.extended.load.clone(),
            peer: self.peer(0),
            is_open: Some(true),
            seq: kept.seq,
            base: self.extended.outbox.base(),
            ack: self.extended.inbox.last_seq,
            id: kept.id.clone(),
        }
        .put_on(&kept.message)
    }

    /// Answers an announcement, or confirms: what this side of the load is, and
    /// what has come.
    fn post_status(&mut self, load: &str, origin: &str, source: SourceId) {
        let is_open = self.extended.load == load && self.extended.is_on;
        let status = Extension {
            load: load.to_owned(),
            peer: self.peer(u32::from(!is_open)),
            is_open: Some(is_open),
            ack: if is_open {
                self.extended.inbox.last_seq
            } else {
                0
            },
            ..Extension::default()
        };
        self.extended.owes_ack = false;
        let mut message = P::empty();
        message.put("type", Some(P::from_text(Kind::SyncAck.as_str())));
        message.put("messageId", Some(P::from_text(&self.ids.next())));
        self.outputs.push(Output::Post {
            message: status.put_on(&message),
            origin: origin.to_owned(),
            to: source,
        });
    }

    /// What the widget calls its running session, or with `ahead` 1 the one it
    /// would open next.
    fn peer(&self, ahead: u32) -> String {
        let mut peer = self.environment.instance_id.clone();
        peer.push('.');
        push_decimal(&mut peer, self.extended.opened.saturating_add(ahead));
        peer
    }

    /// Some posts are not repeated any more, whether or not they arrived.
    fn lose(&mut self, posts: usize) {
        if posts > 0 {
            self.note(Code::Unconfirmed, posts as u32);
        }
    }
}

/// Whether a message tells of what INITIALIZED tells too.
fn is_of_state<P: Payload>(message: &P) -> bool {
    matches!(
        kind_of(message),
        Some(
            Kind::Initialized
                | Kind::LoggedIn
                | Kind::LoggedOut
                | Kind::UserAvailable
                | Kind::UserUnavailable
        )
    )
}

fn kind_of<P: Payload>(message: &P) -> Option<Kind> {
    Kind::parse(&message.text_field("type")?)
}
