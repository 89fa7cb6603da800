//! A window: a tab of the CRM with the widget in it, and the app there, which follows a phone by
//! the table of `src/phone`, as `pkg/src/phone` does.

use std::collections::{BTreeMap, BTreeSet};

use calling_widget_sdk::lifecycle::Call;
use calling_widget_sdk::phone::PhoneCallState as Is;
use calling_widget_sdk::protocol::{EndStatus, Millis, Value as Payload};
use calling_widget_sdk::session::call_snapshot;
use calling_widget_sdk::session::host::{HostOutput, StoreOutput};
use calling_widget_sdk::session::widget::{AppOutput, Output, Question, WindowInput};
use serde_json::{Value, json};
use simulation::{CRM, HOST, HostEdge, Options, Order, PHONE, Pair, WIDGET, WidgetEdge, trusting};

use crate::ledger::{Id, call_of, name};
use crate::{Planted, Shift};

/// A tab's two pages.
#[derive(Clone, Debug)]
pub(crate) struct Window {
    pub(crate) agent: usize,
    /// True once it has its own lock in the browser.
    pub(crate) is_met: bool,
    /// The calls that its phone has.
    pub(crate) sessions: BTreeSet<Id>,
    pub(crate) pair: Pair,
    pub(crate) wire: Wire,
    /// The app's page.
    pub(crate) app: App,
    /// Session storage: the time at which each call was answered.
    pub(crate) answered: BTreeMap<Id, u64>,
    /// The record that the page before left.
    pub(crate) journal: Option<Value>,
    /// The clock's error, in ms.
    pub(crate) offset: f64,
    /// The time until which the laptop sleeps.
    pub(crate) asleep_until: u64,
    /// The time at which the last fault was over.
    pub(crate) well_since: u64,
    /// The time at which the page was left; none while the app's page is there.
    pub(crate) away_since: Option<u64>,
    /// The numbers of the app's page and of the host's.
    pub(crate) page: u32,
    pub(crate) host: u32,
    pub(crate) account: u32,
}

/// The state of the app's page.
#[derive(Clone, Debug, Default)]
pub(crate) struct App {
    pub(crate) calls: BTreeMap<Id, Bound>,
    pub(crate) waits: BTreeMap<u32, (Id, Question)>,
    /// Calls with messages queued until the host knows the app.
    pub(crate) queued: Vec<Id>,
    /// True if the user logs in late, after the app has sent much.
    pub(crate) is_slow: bool,
    /// True once the app is initialized, and its phone registered.
    pub(crate) is_registered: bool,
}

/// A call of the phone's, as `pkg/src/phone` has it.
#[derive(Clone, Debug)]
pub(crate) struct Bound {
    pub(crate) state: Is,
    pub(crate) is_inbound: bool,
    pub(crate) number: Option<String>,
    pub(crate) receipt: Option<u32>,
    /// The number of its latest timer.
    pub(crate) timer: u32,
    pub(crate) status: Option<EndStatus>,
    pub(crate) answered: Option<u64>,
    pub(crate) ended: Option<u64>,
    /// The time at which its page was left.
    pub(crate) lost_at: Option<u64>,
}

impl Window {
    pub(crate) fn new(agent: usize, shift: &Shift) -> Self {
        let account = 100 * u32::try_from(agent).unwrap_or_default();
        let wire = Wire {
            is_published: shift.is_published,
            lost: if shift.planted == Some(Planted::EndsLost) {
                &["CALL_ENDED", "CALL_COMPLETED"]
            } else if shift.planted == Some(Planted::EndCallLost) {
                &["END_CALL"]
            } else {
                &[]
            },
            ..Wire::default()
        };
        Self {
            agent,
            is_met: false,
            sessions: BTreeSet::new(),
            pair: Pair::new(EPOCH, 3.0, host(0, account), widget(0)),
            wire,
            app: App::default(),
            answered: BTreeMap::new(),
            journal: None,
            offset: 0.0,
            asleep_until: 0,
            well_since: 0,
            away_since: None,
            page: 0,
            host: 0,
            account,
        }
    }

    /// Sets the clock of the computer.
    pub(crate) fn set_time(&mut self, now: u64) {
        self.pair.now = Millis(EPOCH + now as f64 + self.offset);
    }

    /// The time of the pages' next timer, in true time.
    pub(crate) fn due(&self) -> Option<u64> {
        let due = Millis::earliest(&[self.pair.next_arrival(), self.pair.next_timer()])?;
        let due = (due.0 - EPOCH - self.offset).ceil().max(0.0) as u64;
        Some(due.max(self.asleep_until))
    }

    /// The calls with messages that go with the page: queued ones, and starts that no other window
    /// has carried out.
    pub(crate) fn unsent(&self) -> Vec<Id> {
        let is_pending = self.pair.widget().awaits_windows();
        let is_unsaid = |id: &&Id| is_pending && self.said(**id).is_none();
        let unsaid = self.app.calls.keys().filter(is_unsaid);
        unsaid.chain(&self.app.queued).copied().collect()
    }

    /// The chosen calls of the SDK's.
    pub(crate) fn calls(&self, chosen: impl Fn(&Call) -> bool) -> impl Iterator<Item = Id> {
        let calls = self.pair.widget().calls().iter();
        let names = calls.filter(move |call| chosen(call));
        let names = names.filter_map(|call| call.external_call_id.as_ref());
        names.filter_map(|id| call_of(&json!(id.as_str())))
    }

    /// The calls of the record for the next page.
    pub(crate) fn recorded(&self) -> BTreeSet<Id> {
        // A copy is asked: the page itself goes on as if it were not.
        let mut widget = WidgetEdge::clone(self.pair.widget());
        let journal = widget.journal(self.pair.now, FRAME);
        let journal = journal.as_ref().or(self.journal.as_ref());
        journal.into_iter().flat_map(calls_of).collect()
    }

    /// Leaves the app's page for another one without the app, which accepts no host.
    pub(crate) fn leave(&mut self, now: u64, is_stored: bool) {
        let at = self.pair.now;
        let journal = self.pair.widget_mut().journal(at, FRAME);
        self.journal = journal.filter(|_| is_stored);
        if !is_stored {
            self.answered.clear();
        }
        self.app = App::default();
        self.page += 1;
        self.away_since = Some(now);
        self.pair
            .replace(WIDGET, WidgetEdge::new(PHONE, "blank", true));
        self.pair.lose(WIDGET);
    }

    /// Replaces the host's page.
    pub(crate) fn replace_host(&mut self, is_other_user: bool) {
        self.host += 1;
        self.account += u32::from(is_other_user);
        self.pair.replace(HOST, host(self.host, self.account));
        self.pair.lose(HOST);
        self.pair.lose(WIDGET);
    }

    /// Loads the app's page, which takes the record of the page before.
    pub(crate) fn arrive(&mut self) {
        self.away_since = None;
        self.wire.ready = None;
        let now = self.pair.now;
        let mut next = widget(self.page);
        if let Some(journal) = self.journal.take() {
            // The resumed calls show if it was refused.
            let _ = next.resume(now, FRAME, &journal);
        }
        self.pair.replace(WIDGET, next);
        self.pair.lose(WIDGET);
        self.pair.load();
    }

    /// The SDK's view of a call.
    pub(crate) fn said(&self, id: Id) -> Option<Value> {
        let name = name(id);
        let mut calls = self.pair.widget().calls().iter();
        let is_named = |call: &&Call| {
            let id = call.external_call_id.as_ref();
            id.is_some_and(|id| id.as_str() == name)
        };
        calls
            .find(is_named)
            .map(|call| Payload::from(call_snapshot(call)).json())
    }

    /// The size of both engines' state: the length of their `Debug` texts.
    pub(crate) fn weight(&self) -> usize {
        format!("{:?}{:?}", ***self.pair.widget(), ***self.pair.host()).len()
    }
}

/// The changes of messages on the wire, and the pages' other orders.
#[derive(Clone, Debug, Default)]
pub(crate) struct Wire {
    is_published: bool,
    /// The types of messages that do not arrive.
    lost: &'static [&'static str],
    /// The page's name among the user's windows, until the host has named the user.
    pub(crate) name: Option<String>,
    /// The orders to handle once the pages have no more.
    pub(crate) orders: Vec<Order>,
    /// The next message of each side arrives twice.
    pub(crate) doubles: [bool; 2],
    ready: Option<Value>,
}

impl Wire {
    /// Posts and opens records at once, and leaves any other order to the team.
    pub(crate) fn handle(&mut self, pair: &mut Pair, side: usize, order: Order) {
        if let Some(message) = pair.posted(side, &order) {
            // A published host raises READY for each acknowledgement.
            if message["type"] == "SYNC_ACK"
                && let Some(ready) = &self.ready
            {
                pair.post(WIDGET, ready.clone());
            }
            for message in self.on_wire(side, message) {
                pair.post(1 - side, message);
            }
        } else if let Order::Host(HostOutput::Store(StoreOutput::Navigate { .. })) = &order {
            pair.carry_out(side, &order);
        } else {
            if let Order::Widget(Output::App(AppOutput::Deliver { message, .. })) = &order
                && message.field("type") == json!("READY")
                && let Some(window) = self.name.clone()
            {
                // Before the app has the calls of the page before.
                let now = pair.now;
                pair.widget_mut().enter(now, WindowInput::Join { window });
            }
            self.orders.push(order);
        }
    }

    fn on_wire(&mut self, from: usize, mut message: Value) -> Vec<Value> {
        let wire = message["type"].as_str().unwrap_or_default().to_owned();
        if self.is_published && from == HOST {
            if wire == "READY" {
                self.ready = Some(message.clone());
            }
            if let (Some(fields), Some(data)) = (published(&wire), message["data"].as_object_mut())
            {
                data.retain(|field, _| fields.contains(&field.as_str()));
            }
        }
        if self.lost.contains(&wire.as_str()) {
            return Vec::new();
        }
        if std::mem::take(&mut self.doubles[from]) {
            return vec![message.clone(), message];
        }
        vec![message]
    }
}

/// The fields that the published host gives a message, where ours gives more.
fn published(wire: &str) -> Option<&'static [&'static str]> {
    Some(match wire {
        "CREATE_ENGAGEMENT_SUCCEEDED" | "ENGAGEMENT_CREATED" | "UPDATE_ENGAGEMENT_SUCCEEDED" => {
            &["engagementId"]
        }
        "CREATE_ENGAGEMENT_FAILED" | "UPDATE_ENGAGEMENT_FAILED" | "CALLER_ID_MATCH_FAILED" => {
            &["error"]
        }
        "CALLER_ID_MATCH_SUCCEEDED" => &["callerIdMatches"],
        _ => return None,
    })
}

/// The calls of a record for the next page.
fn calls_of(journal: &Value) -> impl Iterator<Item = Id> {
    let calls = journal["calls"].as_array().into_iter().flatten();
    calls.filter_map(|call| call_of(&call["externalCallId"]))
}

fn host(serial: u32, account: u32) -> HostEdge {
    let context =
        json!({ "portalId": 1, "userId": account, "ownerId": account, "iframeLocation": "remote" });
    HostEdge::new(HostEdge::config(CRM, PHONE, &format!("h{serial}"), context))
}

fn widget(page: u32) -> WidgetEdge {
    let mut widget = WidgetEdge::new(PHONE, &format!("w{page}"), true);
    widget.attach(Millis(0.0), options());
    widget
}

/// The options of the app's instances.
pub(crate) fn options() -> Options {
    Options {
        resume: true,
        ..trusting(CRM)
    }
}

const FRAME: &str = "frame";
const EPOCH: f64 = 1_700_000_000_000.0;
