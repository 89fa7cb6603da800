//! The app's objects that share a session.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use super::options::{InstanceOptions, Mode, Rules};
use super::outbox::Outbox;
use super::output::{Level, Plan};
use super::routes::Routes;
use crate::protocol::{Envelope, Kind, Millis, around};
use crate::session::{Code, HostPolicy};

/// The instances of a session, the oldest first.
#[derive(Clone, Debug)]
pub(super) struct Instances {
    instances: Vec<Instance>,
    /// The trusted hosts where no instance names any.
    default_policy: HostPolicy,
    asked: Option<Asked>,
    /// The instance that moved a call last: its code holds the call.
    mover: Option<u32>,
}

/// A request of the host's to several instances, until one of them acts on it: one is asked, and
/// the next one if the first does nothing.
///
/// A framework's strict mode constructs twice, and keeps the first object (a state's initial value in
/// React 19) or the second (an effect). A route or a hot reload constructs during a call, which the
/// older instance's code holds, or passes on. Of two components that share a hook, one may only
/// listen.
#[derive(Clone, Debug)]
struct Asked {
    message: Envelope,
    /// The instances that did not get it yet.
    left: Vec<u32>,
    /// The time to ask the next one; `None` while a handler runs.
    due: Option<Millis>,
}

/// One object of the app's.
#[derive(Clone, Debug)]
struct Instance {
    id: u32,
    options: InstanceOptions,
    policy: Option<HostPolicy>,
    routes: Routes,
    ready: Ready,
    /// True once it began a call that the host did not ask for.
    has_called_unasked: bool,
}

/// The instances that have READY: how many, and whether one of them called unasked.
#[derive(Clone, Copy, Debug, Default)]
struct Room {
    ready: usize,
    has_called_unasked: bool,
}

/// The delivery of READY to an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ready {
    /// No session is open to it.
    No,
    /// The session was open before the instance was added.
    Pending,
    /// The same, and others that have READY were not destroyed.
    Withheld,
    /// It was delivered.
    Delivered,
}

impl Instance {
    /// True if it shares messages that ask the app to act.
    fn shares(&self) -> bool {
        !self.options.is_relay && self.options.mode == Mode::Normal
    }

    /// Reports that READY is withheld from it: once to all, and later only counted. The published
    /// SDK says nothing.
    fn report_withheld(&self, reason: &str, outbox: &mut Outbox) {
        if outbox.count_of(Code::ReadyWithheld) > 0 {
            return outbox.count(Code::ReadyWithheld);
        }
        let level = match self.options.mode {
            Mode::Published => Level::Note,
            Mode::Normal => Level::Warn,
        };
        outbox.report(Code::ReadyWithheld, level, reason.to_owned());
    }

    fn plan(&mut self, message: &Envelope) -> Plan {
        let stand_ins = self.options.mode != Mode::Published;
        self.routes.plan(self.id, message, stand_ins)
    }

    /// The reason to withhold READY from it if it came late; `None` where it gets it.
    ///
    /// A page may construct at each render, and call in its `onReady`. So an instance that is
    /// destroyed makes room for another, and otherwise only a few get READY, for strict modes and
    /// hot reload: none once one has called unasked.
    fn withholds(&self, room: Room) -> Option<&'static str> {
        let limit = match self.options.mode {
            Mode::Published => 1,
            Mode::Normal => MAX_READY,
        };
        if room.has_called_unasked {
            Some("an instance that was not destroyed has begun a call unasked")
        } else if room.ready >= limit {
            Some("earlier instances were not destroyed")
        } else {
            None
        }
    }
}

impl Instances {
    pub(super) const fn new(default_policy: HostPolicy) -> Self {
        Self {
            instances: Vec::new(),
            default_policy,
            asked: None,
            mover: None,
        }
    }

    /// Adds an instance; `is_open` if READY was delivered to others.
    pub(super) fn add(
        &mut self,
        options: InstanceOptions,
        policy: Option<HostPolicy>,
        is_open: bool,
        outbox: &mut Outbox,
    ) {
        if !options.is_relay && self.instances.iter().any(|other| !other.options.is_relay) {
            outbox.report(Code::DuplicateInstance, Level::Note, String::new());
        }
        self.instances.push(Instance {
            id: options.instance,
            policy,
            routes: Routes::default(),
            ready: if is_open { Ready::Pending } else { Ready::No },
            has_called_unasked: false,
            options,
        });
    }

    pub(super) fn remove(&mut self, id: u32) {
        self.instances.retain(|instance| instance.id != id);
        self.mover.take_if(|mover| *mover == id);
    }

    /// Notes that READY is delivered to an instance, or to all.
    pub(super) fn set_ready(&mut self, only: Option<u32>) {
        for instance in &mut self.instances {
            if only.is_none_or(|id| id == instance.id) {
                instance.ready = Ready::Delivered;
            }
        }
    }

    /// Takes the instances with a pending READY; it is delivered to them now. It is withheld from
    /// those that are one too many, which is reported.
    pub(super) fn take_pending(&mut self, outbox: &mut Outbox) -> Vec<u32> {
        let (mut pending, mut room) = (Vec::new(), self.room());
        for instance in &mut self.instances {
            match (instance.ready, instance.withholds(room)) {
                (Ready::Pending | Ready::Withheld, None) => {
                    instance.ready = Ready::Delivered;
                    room.ready = room.ready.saturating_add(1);
                    pending.push(instance.id);
                }
                (Ready::Pending, Some(reason)) => {
                    instance.ready = Ready::Withheld;
                    instance.report_withheld(reason, outbox);
                }
                _ => {}
            }
        }
        pending
    }

    /// Takes the instances in the published mode without READY; it is delivered to them now.
    pub(super) fn take_published(&mut self) -> Vec<u32> {
        let mut taken = Vec::new();
        for instance in &mut self.instances {
            if instance.options.mode == Mode::Published && instance.ready != Ready::Delivered {
                instance.ready = Ready::Delivered;
                taken.push(instance.id);
            }
        }
        taken
    }

    fn room(&self) -> Room {
        let mut room = Room::default();
        let ready = self.instances.iter();
        for instance in ready.filter(|instance| instance.ready == Ready::Delivered) {
            room.ready = room.ready.saturating_add(1);
            room.has_called_unasked |= instance.has_called_unasked;
        }
        room
    }

    /// Notes that an instance begins a call that the host did not ask for.
    pub(super) fn called_unasked(&mut self, id: u32) {
        if let Some(instance) = self.find_mut(id) {
            instance.has_called_unasked = true;
        }
    }

    /// Delivers a message to one instance, or to all; one that asks the app to act goes to one of
    /// them at a time: to the newest first, END_CALL to the one that moved a call last. Relays, and
    /// instances that do no more than the published SDK, get everything.
    pub(super) fn deliver(&mut self, message: &Envelope, to: Option<u32>, outbox: &mut Outbox) {
        let asks = to.is_none() && message.kind().is_some_and(Kind::asks_app);
        let mut one = Vec::new();
        let mut all = Vec::new();
        let is_end = message.kind() == Some(Kind::EndCall);
        let holder = self.mover.filter(|_| is_end);
        for instance in self.instances.iter_mut().rev() {
            if to.is_none_or(|id| id == instance.id) {
                let plan = instance.plan(message);
                if asks && instance.shares() {
                    let is_holder = holder == Some(instance.id);
                    one.insert(if is_holder { 0 } else { one.len() }, plan);
                } else {
                    all.push(plan);
                }
            }
        }
        let has_one = !one.is_empty();
        if has_one {
            self.asked = Some(Asked {
                message: message.clone(),
                left: one.iter().map(|plan| plan.instance).collect(),
                due: None,
            });
            outbox.deliver(message.value.clone(), one, true);
        }
        if !all.is_empty() || !has_one {
            outbox.deliver(message.value.clone(), all, false);
        }
    }

    /// Delivers a repeated dial to the instances that ask for repeats.
    pub(super) fn deliver_repeated_dial(&mut self, message: &Envelope, outbox: &mut Outbox) {
        for instance in &mut self.instances {
            if instance.options.keeps_repeated_dials || !instance.shares() {
                let plan = instance.plan(message);
                outbox.deliver(message.value.clone(), [plan].into(), false);
            }
        }
    }

    /// The handlers of an instance for a message; for one that was removed, whose app hands the
    /// message to it, as in the published SDK.
    pub(super) fn plan(&mut self, id: u32, message: &Envelope) -> Plan {
        if let Some(instance) = self.find_mut(id) {
            return instance.plan(message);
        }
        Routes::default().plan(id, message, false)
    }

    /// Notes the handlers that took delivered messages, each behind its instance and a colon.
    pub(super) fn served(&mut self, now: Millis, served: &[String], outbox: &mut Outbox) {
        let mut taker = 0;
        for (instance, handler) in served.iter().filter_map(|entry| around(entry, b':')) {
            taker = instance.parse().unwrap_or(0);
            self.routed(taker, handler, outbox);
        }
        let Some(mut asked) = self.asked.take_if(|asked| asked.due.is_none()) else {
            return;
        };
        let before = asked.left.len();
        asked.left.retain(|instance| *instance != taker);
        if (1..before).contains(&asked.left.len()) {
            asked.due = Some(now + NEXT_AFTER);
            self.asked = Some(asked);
        }
    }

    /// Notes that an instance moved a call: a request of the host's is acted on.
    pub(super) fn moved_call(&mut self, id: u32) {
        self.mover = Some(id);
        self.answered();
    }

    /// Notes that a request of the host's needs nobody else: it is acted on, or another window got it.
    pub(super) fn answered(&mut self) {
        self.asked = None;
    }

    /// Delivers a request that an instance did not act on to the next one, when it is due.
    pub(super) fn ask_next(&mut self, now: Millis, outbox: &mut Outbox) {
        let is_due = |asked: &mut Asked| asked.due.is_some_and(|due| due <= now);
        let Some(Asked { message, left, .. }) = self.asked.take_if(is_due) else {
            return;
        };
        let newest_first = self.instances.iter_mut().rev();
        let plans: Vec<_> = newest_first
            .filter(|instance| left.contains(&instance.id))
            .map(|instance| instance.plan(&message))
            .collect();
        if plans.is_empty() {
            return;
        }
        outbox.deliver(message.value.clone(), plans, true);
        self.asked = Some(Asked {
            message,
            left,
            due: None,
        });
    }

    /// The time to ask the next one.
    pub(super) fn next_due(&self) -> Option<Millis> {
        self.asked.as_ref().and_then(|asked| asked.due)
    }

    /// Notes the handler that took a message, or that none did.
    pub(super) fn routed(&mut self, id: u32, handler: &str, outbox: &mut Outbox) {
        let unhandled = self
            .find_mut(id)
            .and_then(|instance| instance.routes.took(handler));
        if let Some(wire) = unhandled {
            outbox.report(Code::Unhandled, Level::Note, wire.to_owned());
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.instances.is_empty()
    }

    /// True if READY is due for an instance.
    pub(super) fn has_pending(&self) -> bool {
        let room = self.room();
        self.instances.iter().any(|instance| match instance.ready {
            Ready::Pending => true,
            Ready::Withheld => instance.withholds(room).is_none(),
            Ready::No | Ready::Delivered => false,
        })
    }

    /// True if READY was delivered to an instance.
    pub(super) fn is_ready(&self, id: u32) -> bool {
        self.ready().any(|ready| ready == id)
    }

    /// The instances that READY was delivered to.
    pub(super) fn ready(&self) -> impl Iterator<Item = u32> {
        let instances = self.instances.iter();
        let ready = instances.filter(|instance| instance.ready == Ready::Delivered);
        ready.map(|instance| instance.id)
    }

    /// True if an instance is in debug mode.
    pub(super) fn debug_mode(&self) -> bool {
        self.instances
            .iter()
            .any(|instance| instance.options.debug_mode)
    }

    /// True for a known instance.
    pub(super) fn contains(&self, id: u32) -> bool {
        self.options(id).is_some()
    }

    /// The rules for an instance's messages; `None` for an unknown instance.
    pub(super) fn rules(&self, id: u32) -> Option<Rules> {
        self.options(id).map(InstanceOptions::rules)
    }

    /// The part of the engine an instance uses.
    pub(super) fn mode_of(&self, id: u32) -> Mode {
        self.options(id)
            .map_or(Mode::Normal, |options| options.mode)
    }

    /// True if an instance only relays.
    pub(super) fn is_relay(&self, id: u32) -> bool {
        self.options(id).is_some_and(|options| options.is_relay)
    }

    /// The newest instance that shares messages with others.
    pub(super) fn newest_sharing(&self) -> Option<u32> {
        let mut instances = self.instances.iter();
        let newest = instances.rfind(|instance| instance.shares());
        newest.map(|instance| instance.id)
    }

    /// True if there is one whose messages are checked: no relay, and not in the published mode.
    pub(super) fn any_shares(&self) -> bool {
        self.instances.iter().any(Instance::shares)
    }

    /// The trusted hosts: those of the latest instance that names any.
    pub(super) fn policy(&self) -> &HostPolicy {
        let mut instances = self.instances.iter().rev();
        let named = instances.find_map(|instance| instance.policy.as_ref());
        named.unwrap_or(&self.default_policy)
    }

    fn options(&self, id: u32) -> Option<&InstanceOptions> {
        let mut instances = self.instances.iter();
        instances
            .find(|instance| instance.id == id)
            .map(|instance| &instance.options)
    }

    fn find_mut(&mut self, id: u32) -> Option<&mut Instance> {
        self.instances.iter_mut().find(|instance| instance.id == id)
    }
}

/// Instances that have READY at a time, where later ones are to get it.
const MAX_READY: usize = 4;

/// The time that an instance has to act: a view that a handler changed is drawn by then.
const NEXT_AFTER: Millis = Millis(250.0);
