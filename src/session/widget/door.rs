//! The one way in and out: [`Widget::process`].

use alloc::string::String;
use alloc::vec::Vec;

use super::input::Input;
use super::options::{Environment, InstanceOptions};
use super::output::{Level, Output};
use super::{Widget, WidgetState};
use crate::protocol::{Kind, Millis, Payload};
use crate::session::door::{Engine, Json, Lines, Term};
use crate::session::snapshot::call_snapshot;
use crate::session::stored::read_calls;
use crate::session::{Callee, Code, Count, Facts, HostPolicy, SourceId};

/// What the edge was told last, so that it is told only what changed.
#[derive(Clone, Debug, Default)]
pub(super) struct Shown {
    state: Option<WidgetState>,
    pinned: Option<(String, u32, String)>,
    is_silent: bool,
    wake: Option<Millis>,
    ready: Vec<u32>,
}

impl Engine for Widget<Term> {
    fn unstarted() -> Self {
        Self::new(Environment {
            own_origin: String::new(),
            instance_id: String::new(),
            is_embedded: false,
        })
    }

    fn enter(&mut self, now: Millis, lines: &mut Lines<'_>, json: &mut Json) {
        if let Some(input) = Input::read(lines) {
            for order in self.process(now, input) {
                json.item(&order);
            }
        }
    }
}

impl<P: Payload> Widget<P> {
    /// Takes one input; what is to be done, in this order: what goes to the host,
    /// what changed, what the application is to hear.
    ///
    /// A delivery is answered by [`Input::Delivered`] once the handlers returned; what
    /// they send meanwhile comes in between.
    pub fn process(&mut self, now: Millis, input: Input<P>) -> Vec<Output<P>> {
        let mut orders = Vec::new();
        self.take(now, input, &mut orders);
        orders.extend(self.outbox.take_posts());
        self.show_changes(now, &mut orders);
        orders.extend(self.outbox.take_events());
        if self.persistence.take_changed() {
            orders.push(Output::Persist {});
        }
        orders
    }

    fn take(&mut self, now: Millis, input: Input<P>, orders: &mut Vec<Output<P>>) {
        match input {
            Input::Start {
                own_origin,
                instance_id,
                is_embedded,
            } => {
                *self = Self::new(Environment {
                    own_origin,
                    instance_id,
                    is_embedded,
                });
            }
            Input::Restore {
                origin,
                source,
                id_prefix,
                ready,
                snapshot,
            } => self.restore(now, origin, source, id_prefix, ready, &snapshot),
            Input::Attach {
                instance,
                debug_mode,
                lifecycle,
                is_strict,
                origins,
                is_relay,
                mode,
                keeps_repeated_dials,
                resume,
                is_ready,
            } => {
                let policy =
                    origins.map(|list| HostPolicy::from_list(list.iter().map(String::as_str)));
                let policy = match policy.transpose() {
                    Ok(policy) => policy,
                    Err(error) => return orders.push(Output::BadOrigin { text: error.0 }),
                };
                self.attach(
                    instance,
                    InstanceOptions {
                        debug_mode,
                        lifecycle,
                        validate_strictly: is_strict,
                        policy,
                        is_relay,
                        keeps_repeated_dials,
                        mode,
                        resume,
                    },
                    is_ready,
                );
            }
            Input::Detach { instance } => self.detach(instance),
            Input::Hear {
                is_trusted,
                source,
                origin,
            } => {
                let facts = Facts {
                    is_trusted,
                    source: SourceId(source),
                    origin: &origin,
                };
                match self.link.admit(&facts, self.instances.policy()) {
                    Ok(()) => orders.push(Output::Admitted {}),
                    Err(Code::OriginRefused) if !self.link.has_refused_host() => {
                        orders.push(Output::Glance {});
                    }
                    Err(code) => self.outbox.count(code),
                }
            }
            Input::Glanced { origin, is_sync } => {
                self.link.refuse_origin(&origin, is_sync, &mut self.outbox);
            }
            Input::Receive {
                source,
                origin,
                message,
            } => {
                let facts = Facts {
                    is_trusted: true,
                    source: SourceId(source),
                    origin: &origin,
                };
                self.handle_message(now, facts, &message);
            }
            Input::Refuse { code, times } => self.outbox.refuse(code, times),
            Input::Inject {
                instance,
                origin,
                message,
            } => self.handle_injected(now, instance, &origin, &message),
            Input::AssumeReady { origin } => self.assume_ready(now, &origin),
            Input::Send {
                instance,
                message,
                message_id,
            } => {
                let outcome = self.send(now, instance, &message, message_id);
                orders.push(Output::Sent { outcome });
            }
            Input::Delivered { served } => {
                for entry in &served {
                    if let Some((instance, handler)) = entry.split_once(':') {
                        let instance = instance.parse().unwrap_or(0);
                        self.instances.routed(instance, handler, &mut self.outbox);
                    }
                }
                self.handle_delivered(now);
            }
            Input::Route { instance, message } => {
                let wire = message.text_field("type").unwrap_or_default();
                let plan = self
                    .instances
                    .plan(instance, &wire, message.field("data").as_ref());
                orders.push(Output::Route { plan });
            }
            Input::Routed { instance, handler } => {
                self.instances.routed(instance, &handler, &mut self.outbox);
            }
            Input::Track {
                instance,
                receipt,
                wire,
            } => {
                if let Some(kind) = Kind::parse(&wire) {
                    self.receipts
                        .track(instance, receipt, kind, &mut self.outbox);
                }
            }
            Input::TrackEnd { receipt } => self.receipts.track_end(receipt, &mut self.outbox),
            Input::Wait {
                wait,
                receipt,
                question,
                timeout,
            } => self
                .receipts
                .wait(now, wait, receipt, question, timeout, &mut self.outbox),
            Input::Abort { wait } => self.receipts.abort(wait, &mut self.outbox),
            Input::Note {
                code,
                level: Level::Count,
                times,
                ..
            } => self.outbox.count_times(code, Level::Count, times),
            Input::Note {
                code,
                level,
                detail,
                ..
            } => self.outbox.report(code, level, detail),
            Input::Timeout {} => {
                self.shown.wake = None;
                self.handle_timeout(now);
            }
            Input::Journal { frame } => {
                let host = self.link.host_mark();
                let record = self
                    .persistence
                    .journal(now, &frame, host, &self.calls, &self.queue);
                orders.push(Output::Journal { record });
            }
            Input::Resume { frame, record } => {
                let verdict = self.resume(now, &frame, &record);
                orders.push(Output::Resumable { verdict });
            }
            Input::LoseJournal {} => self.persistence.lose_journal(&mut self.outbox),
            Input::ForgetCall { key } => self.forget_call(key),
            Input::Callee { data } => orders.push(Output::Callee {
                callee: Callee::of(&data).map(Callee::snapshot),
            }),
            Input::Count {} => orders.push(Output::Counts {
                counts: self
                    .counts()
                    .iter()
                    .map(|(code, count)| Count(*code, *count))
                    .collect(),
            }),
        }
    }

    /// What the edge does not know yet.
    fn show_changes(&mut self, now: Millis, orders: &mut Vec<Output<P>>) {
        let pinned = self
            .link
            .host()
            .map(|host| (host.origin.clone(), host.source.0, host.id_prefix.clone()));
        if pinned != self.shown.pinned {
            let (origin, source, id_prefix) = match pinned.clone() {
                Some((origin, source, id_prefix)) => (Some(origin), source, id_prefix),
                None => (None, 0, String::new()),
            };
            self.shown.pinned = pinned;
            orders.push(Output::Pinned {
                origin,
                source,
                id_prefix,
                ready: self.link.host().map(|host| host.ready.clone()),
            });
        }
        let state = self.state();
        if self.shown.state != Some(state) {
            self.shown.state = Some(state);
            orders.push(Output::State { state });
        }
        if self.shown.is_silent != self.is_host_silent() {
            self.shown.is_silent = self.is_host_silent();
            orders.push(Output::Silent {
                is_silent: self.shown.is_silent,
            });
        }
        for (instance, is_ready) in self.instances.ready() {
            let at = self.shown.ready.iter().position(|id| *id == instance);
            match (at, is_ready) {
                (None, true) => self.shown.ready.push(instance),
                (Some(at), false) => drop(self.shown.ready.remove(at)),
                _ => continue,
            }
            orders.push(Output::Ready { instance, is_ready });
        }
        for key in self.calls.take_changed() {
            orders.push(match self.calls.get(key) {
                Some(call) => Output::Call {
                    key,
                    is_under_way: call.state.is_under_way(),
                    call: call_snapshot(call),
                },
                None => Output::Gone { key },
            });
        }
        let wake = self.due(now);
        if wake != self.shown.wake {
            self.shown.wake = wake;
            orders.push(Output::Wake { at: wake });
        }
    }

    /// Goes on where an engine that trapped stood.
    fn restore(
        &mut self,
        now: Millis,
        origin: Option<String>,
        source: u32,
        id_prefix: String,
        ready: P,
        snapshot: &P,
    ) {
        if let Some(calls) = read_calls(snapshot, "calls") {
            self.calls = calls;
        }
        if let Some(origin) = origin {
            self.link
                .restore(now, origin, SourceId(source), id_prefix, ready);
        }
    }
}
