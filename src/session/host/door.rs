//! The one way in and out: [`Host::process`].

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use super::input::HostInput;
use super::output::{HostOutput, HostState, Visibility};
use super::{Host, HostConfig, Lifecycle, WidgetState};
use crate::lifecycle::{Call, Engagement};
use crate::protocol::{Field, FieldKind, Kind, Millis, OriginPattern, Payload, Shape, shapes};
use crate::session::door::{Engine, Json, Lines, Term};
use crate::session::snapshot::call_snapshot;
use crate::session::stored::read_calls;
use crate::session::{Code, Count, Facts, SourceId};

/// What a record store answers: a record, or a list of matches.
pub const STORE_ANSWER: Shape = Shape::new(
    "StoreAnswer",
    "What a record store answers.",
    &[
        Field::optional("record", FieldKind::Object(&STORED_RECORD)),
        Field::optional(
            "matches",
            FieldKind::List(&[&shapes::CONTACT_ID_MATCH, &shapes::COMPANY_ID_MATCH]),
        ),
    ],
);

const STORED_RECORD: Shape = Shape::new(
    "StoredRecord",
    "A record, of which a session reads the id.",
    &[Field::required("id", FieldKind::TextOrNumber)],
);

/// What the edge was told last, so that it is told only what changed.
#[derive(Clone, Debug, Default)]
pub(super) struct Shown {
    widget: WidgetState,
    is_active: bool,
    wake: Option<Millis>,
}

impl Engine for Host<Term> {
    fn unstarted() -> Self {
        let none = String::new;
        Self::new(HostConfig::new(none(), none(), none(), Term::Undefined))
    }

    fn enter(&mut self, now: Millis, lines: &mut Lines<'_>, json: &mut Json) {
        if let Some(input) = HostInput::read(lines) {
            for output in self.process(now, input) {
                json.item(&output);
            }
        }
    }
}

impl<P: Payload> Host<P> {
    /// Takes one input; what is to be done, in this order.
    pub fn process(&mut self, now: Millis, input: HostInput<P>) -> Vec<HostOutput<P>> {
        let answer = self.take(now, input);
        let mut outputs: Vec<HostOutput<P>> = core::mem::take(&mut self.outputs);
        outputs.extend(answer);
        self.show_changes(&mut outputs);
        outputs
    }

    fn take(&mut self, now: Millis, input: HostInput<P>) -> Option<HostOutput<P>> {
        match input {
            HostInput::Start {
                own_origin,
                widget_origin,
                instance,
                context,
                allowed_widget_origins,
                supports_custom_objects,
                supports_inbound_calling,
                in_call_task,
                is_strict,
            } => {
                let bad = allowed_widget_origins
                    .iter()
                    .find(|text| OriginPattern::parse(text).is_none());
                if let Some(text) = bad {
                    return Some(HostOutput::BadOrigin { text: text.clone() });
                }
                *self = Self::new(HostConfig {
                    allowed_widget_origins,
                    supports_custom_objects,
                    supports_inbound_calling,
                    in_call_task,
                    lifecycle: if is_strict {
                        Lifecycle::Strict
                    } else {
                        Lifecycle::Warn
                    },
                    ..HostConfig::new(own_origin, widget_origin, instance, context)
                });
            }
            HostInput::Restore {
                state,
                is_logged_in,
                is_available,
                version,
                sdk_version,
                debug_mode,
                is_minimized,
                is_hidden,
                snapshot,
            } => {
                let widget = WidgetState {
                    is_initialized: state == HostState::Initialized,
                    is_logged_in,
                    is_available,
                    version,
                    sdk_version,
                    debug_mode,
                };
                let visibility = Visibility {
                    is_minimized,
                    is_hidden,
                };
                self.restore(now, state, widget, visibility, &snapshot);
            }
            HostInput::FrameLoading {} => self.handle_frame_loading(now),
            HostInput::FrameLoaded {} => self.handle_frame_loaded(now),
            HostInput::FrameFailed {} => self.handle_frame_error(),
            HostInput::Hear { is_trusted, origin } => {
                match self.link.admit(&of_frame(is_trusted, &origin)) {
                    Ok(()) => return Some(HostOutput::Admitted {}),
                    Err(code) => self.refuse(code, "", 1),
                }
            }
            HostInput::Receive { origin, message } => {
                self.handle_message(now, &of_frame(true, &origin), &message);
            }
            HostInput::Refuse { code, times } => self.refuse(code, "", times),
            HostInput::Stored { request, answer } => {
                let answer = ["matches", "record"]
                    .iter()
                    .find_map(|name| answer.field(name))
                    .unwrap_or_else(P::empty);
                self.handle_store_result(now, request, Ok(answer));
            }
            HostInput::StoreFailed { request, text } => {
                self.handle_store_result(now, request, Err(text));
            }
            HostInput::Navigated {
                request,
                has_succeeded,
            } => self.handle_navigation_result(request, has_succeeded),
            HostInput::Dial { data } => {
                return Some(outcome(self.dial_number(now, &data), "phoneNumber"));
            }
            HostInput::CancelDial {} => {
                return Some(HostOutput::Answer {
                    is_so: self.cancel_dial(),
                });
            }
            HostInput::EndCall {} => return Some(outcome(self.end_call(), "")),
            HostInput::SetVisibility {
                is_minimized,
                is_hidden,
            } => {
                let result = self.set_visibility(is_minimized, is_hidden);
                return Some(outcome(result, ""));
            }
            HostInput::Send { message } => {
                let wire = message.text_field("type").unwrap_or_default();
                let result = match Kind::parse(&wire) {
                    Some(kind) => self.send(kind, message.field("data")),
                    None => Err(Code::UnknownType),
                };
                return Some(outcome(result, ""));
            }
            HostInput::SendRaw { message } => {
                return Some(outcome(self.send_raw(&message), "type"));
            }
            HostInput::SetInCallTask { in_call_task } => self.set_in_call_task(in_call_task),
            HostInput::CanDial { object_type_id } => {
                return Some(HostOutput::Answer {
                    is_so: self.can_dial(&object_type_id),
                });
            }
            HostInput::Timeout {} => {
                self.shown.wake = None;
                self.handle_timeout(now);
            }
            HostInput::Note {
                code,
                detail,
                is_error,
            } => self.report(code, detail, is_error),
            HostInput::Count {} => {
                let counts = self.counts.iter();
                return Some(HostOutput::Counts {
                    counts: counts.map(|(code, count)| Count(*code, *count)).collect(),
                });
            }
        }
        None
    }

    /// What the edge does not know yet.
    fn show_changes(&mut self, outputs: &mut Vec<HostOutput<P>>) {
        if self.shown.widget != self.widget {
            self.shown.widget = self.widget.clone();
            let widget = self.widget.clone();
            outputs.push(HostOutput::WidgetChanged {
                is_logged_in: widget.is_logged_in,
                is_available: widget.is_available,
                version: widget.version,
                sdk_version: widget.sdk_version,
                debug_mode: widget.debug_mode,
            });
        }
        for key in self.calls.take_changed() {
            outputs.push(match self.calls.get(key) {
                Some(call) => {
                    let mut shown: P = call_snapshot(call);
                    if self.records.is_cut_off(call) {
                        shown.put("isCutOff", Some(P::from_boolean(true)));
                    }
                    HostOutput::Call { key, call: shown }
                }
                None => HostOutput::Gone { key },
            });
        }
        let is_active = self.has_active_call();
        if self.shown.is_active != is_active {
            self.shown.is_active = is_active;
            outputs.push(HostOutput::Active { is_active });
        }
        let wake = self.due();
        if self.shown.wake != wake {
            self.shown.wake = wake;
            outputs.push(HostOutput::Wake { at: wake });
        }
    }

    /// Goes on where an engine that trapped stood. What the record store was asked
    /// is lost with it, so each call hears that what it waits for failed.
    fn restore(
        &mut self,
        now: Millis,
        state: HostState,
        widget: WidgetState,
        visibility: Visibility,
        snapshot: &P,
    ) {
        self.widget = widget;
        self.visibility = visibility;
        self.told = visibility;
        self.link.restore(now, state);
        self.state = state;
        if let Some(calls) = read_calls(snapshot, "calls") {
            self.calls = calls;
        }
        let open: Vec<(u32, Engagement)> = self
            .calls
            .iter()
            .map(|call: &Call| (call.key(), call.engagement.clone()))
            .collect();
        for (key, engagement) in open {
            let record = self.records.of(key);
            record.is_adopted = matches!(engagement, Engagement::Supplied(_));
            record.is_service_owned = engagement.id().is_some() && !record.is_adopted;
            match engagement {
                Engagement::Pending => self.engagement_failed(key, LOST),
                Engagement::Updating(_) => self.update_failed(key, LOST),
                Engagement::Finalizing(_) => {
                    self.published(key, Kind::FinalizeEngagement, Err(LOST.to_owned()));
                }
                _ => {}
            }
        }
        self.after_link();
    }
}

/// What the browser attests of a message of the frame's.
const fn of_frame(is_trusted: bool, origin: &str) -> Facts<'_> {
    Facts {
        is_trusted,
        source: SourceId::PEER,
        origin,
    }
}

/// `required` is the field the command cannot do without.
fn outcome<P>(result: Result<String, Code>, required: &str) -> HostOutput<P> {
    match result {
        Ok(message_id) => HostOutput::Sent { message_id },
        Err(code) => HostOutput::Refused {
            code,
            detail: match code {
                Code::MissingField => required.to_owned(),
                _ => String::new(),
            },
        },
    }
}

const LOST: &str = "the host failed while it worked on this";
