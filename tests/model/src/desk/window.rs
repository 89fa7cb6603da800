//! A window on a desk: a widget, and the host around it.

use std::cell::OnceCell;
use std::fmt::{self, Write};
use std::rc::Rc;

use crate::fingerprint::{Canon, Digest};
use calling_widget_sdk::lifecycle::Engagement;
use calling_widget_sdk::protocol::Millis;
use calling_widget_sdk::session::host::{HostOutput, StoreOutput, StoreRequest};
use calling_widget_sdk::session::widget::{AppOutput, Output, PageOutput, Role, WindowOutput};
use serde_json::{Value, json};
use simulation::{CRM, HostEdge, INSTANCE, Order, PHONE, Pair, WidgetEdge, initialized, trusting};

/// One of the user's windows.
#[derive(Clone, Debug)]
pub(super) struct Window {
    pub(super) name: String,
    pub(super) pair: Pair,
    /// The number of the call's steps that its app said or knows from others.
    pub(super) steps: usize,
    /// The steps that its app said.
    pub(super) said: [bool; super::STEPS.len()],
    /// The number of times that it took the call over and told its host so.
    pub(super) announced: u8,
    /// True if its host exists.
    pub(super) has_host: bool,
    /// True while it receives nothing, and no timer fires.
    pub(super) hangs: bool,
    /// The digest of its state, until a step changes it.
    digest: OnceCell<Rc<Digest>>,
}

impl Window {
    /// A window whose session is open, or one without a host, which `pretends` to have one or not.
    pub(super) fn new(now: Millis, name: String, has_host: bool, pretends: bool) -> Self {
        let is_framed = has_host || pretends;
        let (session, edge) = (format!("~w{name}"), format!("~e{name}"));
        let mut widget = WidgetEdge::with_ids(PHONE, &session, &edge, is_framed);
        widget.attach(now, trusting(CRM));
        let mut config = HostEdge::usual(&format!("~h{name}"));
        config.supports_inbound_calling = true;
        let host = HostEdge::new(config);
        let mut pair = Pair::new(now.0, 0.0, host, widget);
        if is_framed {
            pair.load();
            let mut effects = Effects::default();
            pair.settle(&mut |pair, side, order| effects.handle(pair, side, order));
        }
        Self {
            name,
            pair,
            steps: 0,
            said: [false; super::STEPS.len()],
            announced: 0,
            has_host,
            hangs: false,
            digest: OnceCell::new(),
        }
    }

    /// Its role among the others.
    pub(super) fn role(&self) -> Role {
        self.pair.widget().role()
    }

    /// True if it is shown the call.
    pub(super) fn knows_call(&self) -> bool {
        self.pair.widget().calls().iter().next().is_some()
    }

    /// True if its host knows the calls that it has under way, and their engagements.
    pub(super) fn host_knows_calls(&self) -> bool {
        let mut own = self
            .pair
            .widget()
            .calls()
            .iter()
            .filter(|call| call.is_own());
        own.all(|call| {
            let is_settled = call.engagement != Engagement::Pending;
            let mut known = self.pair.host().calls().iter();
            let is_known = known.any(|known| known.external_call_id == call.external_call_id);
            !call.state.is_under_way() || is_settled && is_known
        })
    }

    /// Drops the digest before a change.
    pub(super) fn forget_digest(&mut self) {
        self.digest = OnceCell::new();
    }

    /// The digest of its state.
    pub(super) fn digest(&self, canon: &mut Canon) -> Rc<Digest> {
        let write = || Rc::new(canon.digest(|out| self.write_state(out)));
        Rc::clone(self.digest.get_or_init(write))
    }

    fn write_state(&self, out: &mut dyn Write) -> fmt::Result {
        let (widget, host) = (&***self.pair.widget(), &***self.pair.host());
        write!(out, "{} {} {:?}", self.name, self.steps, self.said)?;
        write!(out, "{} {}", self.announced, self.hangs)?;
        write!(out, "{widget:?} {host:?}")
    }
}

/// The effects of an input: orders to the browser, and posts to the host.
#[derive(Debug, Default)]
pub(super) struct Effects {
    pub(super) orders: Vec<WindowOutput>,
    pub(super) posted: Vec<Value>,
    engagements: u32,
}

impl Effects {
    /// Handles an order of a window's page: its app logs in, and its store creates engagements.
    pub(super) fn handle(&mut self, pair: &mut Pair, side: usize, order: Order) {
        match &order {
            Order::Widget(Output::App(AppOutput::Deliver { message, .. })) => {
                if message.json()["type"] == "READY" {
                    pair.send(INSTANCE, &initialized());
                }
            }
            Order::Widget(Output::Window(order)) => self.orders.push(order.clone()),
            Order::Widget(Output::Page(PageOutput::Post { message, .. })) => {
                self.posted.push(message.json());
                pair.carry_out(side, &order);
            }
            Order::Host(HostOutput::Store(StoreOutput::Store {
                request,
                ask: StoreRequest::Create { .. },
            })) => {
                self.engagements += 1;
                pair.stored(side, *request, Ok(json!({ "id": self.engagements })));
            }
            _ => pair.carry_out(side, &order),
        }
    }
}
