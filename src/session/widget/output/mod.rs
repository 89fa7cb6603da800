//! What a widget session orders the edge to do.

mod answer;
mod app;
mod change;
mod page;
mod window;

use alloc::vec::Vec;

use crate::session::door::{Json, Write};

pub use crate::session::Level;
pub use answer::AnswerOutput;
pub use app::AppOutput;
pub use change::ChangeOutput;
pub use page::PageOutput;
pub use window::WindowOutput;

output_groups! {
    /// An order to the edge. What is posted comes first, then what changed, then what
    /// the app is given.
    Output {
        /// The answer to the input.
        Answer(AnswerOutput<P>),
        /// What changed.
        Change(ChangeOutput<P>),
        /// What the app is given.
        App(AppOutput<P>),
        /// What the user's other windows are given.
        Window(WindowOutput<P>),
        /// What the page does: posts, storage, timers.
        Page(PageOutput<P>),
    }
}

/// Where a session stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WidgetState {
    /// No page frames this one.
    NotEmbedded,
    /// No host has opened a session yet.
    Waiting,
    /// The session is open.
    Ready,
}

named!(WidgetState {
    NotEmbedded = "notEmbedded",
    Waiting = "waiting",
    Ready = "ready",
});

impl WidgetState {
    /// The state's name, as applications see it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::NotEmbedded => "notEmbedded",
            Self::Waiting => "waiting",
            Self::Ready => "ready",
        }
    }
}

/// Which handlers of an instance take a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The instance.
    pub instance: u32,
    /// Handlers to call, of those it has.
    pub all: Vec<&'static str>,
    /// Of these the first that it has; `defaultEventHandler` where it has none.
    pub first_of: Vec<&'static str>,
}

impl Plan {
    /// No handlers of an instance.
    pub(super) const fn none(instance: u32) -> Self {
        Self {
            instance,
            all: Vec::new(),
            first_of: Vec::new(),
        }
    }
}

impl Write for Plan {
    const TYPE: &'static str = "Plan";

    fn write(&self, json: &mut Json) {
        json.open('[');
        json.item(&self.instance);
        json.item(&self.all);
        json.item(&self.first_of);
        json.close(']');
    }
}

/// The verdict on the record of an earlier page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is taken over with the next READY of the same host and user.
    Taken,
    /// It is another frame's: leave it where it is.
    LeftAlone,
    /// It is of no use: remove it.
    Useless,
}

named!(Verdict { Taken = "taken", LeftAlone = "leftAlone", Useless = "useless", });

/// What became of a send.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SendOutcome {
    /// It was posted.
    Posted,
    /// It is queued until INITIALIZED goes out.
    Queued,
    /// Another instance posted the same; the host got it once.
    Suppressed,
    /// Another window has the call, and posts it.
    Forwarded,
    /// It was neither posted nor queued.
    Refused,
}

named!(SendOutcome {
    Posted = "posted",
    Queued = "queued",
    Suppressed = "suppressed",
    Forwarded = "forwarded",
    Refused = "refused",
});
