//! Two connected pages, and a clock.

use std::collections::VecDeque;

use calling_widget_sdk::protocol::Millis;
use calling_widget_sdk::session::host::{self, HostInput, HostOutput};
use calling_widget_sdk::session::widget::{self, Output};
use serde_json::Value;

use crate::pages::Pages;
use crate::peer::Peer;
use crate::{HostEdge, WidgetEdge};

/// Two pages, the messages between them, and the time.
///
/// A pair of a host and a widget has the host first. The channel keeps the order and
/// loses nothing by itself: [`Pair::lose`] does that.
#[derive(Clone, Debug)]
pub struct Pair {
    /// The time.
    pub now: Millis,
    /// The pages.
    pub peers: [Peer; 2],
    /// The delay of a message, in ms.
    pub delay: f64,
    /// The time until which each page is too busy to receive anything.
    pub busy_until: [Millis; 2],
    /// The pending messages: the time and the side of their arrival.
    coming: VecDeque<(Millis, usize, Value)>,
}

/// The side of the host, in a pair with a widget.
pub const HOST: usize = 0;
/// The side of the widget.
pub const WIDGET: usize = 1;

impl Pair {
    /// A host and a widget; posts arrive after `delay` ms.
    #[must_use]
    pub fn new(now: f64, delay: f64, host: HostEdge, widget: WidgetEdge) -> Self {
        let peers = [Peer::Host(Box::new(host)), Peer::Widget(Box::new(widget))];
        Self::of(now, delay, peers)
    }

    /// Any two pages.
    #[must_use]
    pub const fn of(now: f64, delay: f64, peers: [Peer; 2]) -> Self {
        Self {
            now: Millis(now),
            peers,
            delay,
            busy_until: [Millis(0.0); 2],
            coming: VecDeque::new(),
        }
    }

    /// The host.
    ///
    /// # Panics
    ///
    /// If the first page is none.
    #[must_use]
    pub fn host(&self) -> &HostEdge {
        match &self.peers[HOST] {
            Peer::Host(host) => host,
            Peer::Widget(_) => panic!("the first page is a widget's"),
        }
    }

    /// The host, mutable.
    ///
    /// # Panics
    ///
    /// If the first page is none.
    pub fn host_mut(&mut self) -> &mut HostEdge {
        match &mut self.peers[HOST] {
            Peer::Host(host) => host,
            Peer::Widget(_) => panic!("the first page is a widget's"),
        }
    }

    /// The widget.
    ///
    /// # Panics
    ///
    /// If the second page is none.
    #[must_use]
    pub fn widget(&self) -> &WidgetEdge {
        match &self.peers[WIDGET] {
            Peer::Widget(widget) => widget,
            Peer::Host(_) => panic!("the second page is a host's"),
        }
    }

    /// The widget, mutable.
    ///
    /// # Panics
    ///
    /// If the second page is none.
    pub fn widget_mut(&mut self) -> &mut WidgetEdge {
        match &mut self.peers[WIDGET] {
            Peer::Widget(widget) => widget,
            Peer::Host(_) => panic!("the second page is a host's"),
        }
    }

    /// Loads the frame, on the side that has one.
    pub fn load(&mut self) {
        for side in [HOST, WIDGET] {
            self.load_frame(side);
        }
    }

    /// Loads the frame of this side, if it has one.
    pub fn load_frame(&mut self, side: usize) {
        let now = self.now;
        if let Peer::Host(host) = &mut self.peers[side] {
            host.enter(now, host::FrameInput::FrameLoaded {});
        }
    }

    /// Replaces the widget's document: messages posted to the one before go with it.
    pub fn reload(&mut self, widget: WidgetEdge) {
        self.peers[WIDGET] = Peer::Widget(Box::new(widget));
        self.lose(|to, _| to == WIDGET);
        self.load();
    }

    /// Sends a message of the app's.
    pub fn send(&mut self, instance: u32, message: &Value) -> crate::Sent {
        let now = self.now;
        self.widget_mut().send(now, instance, message)
    }

    /// Carries out a command of the CRM's page.
    ///
    /// # Errors
    ///
    /// The reason for the host's refusal.
    pub fn command(
        &mut self,
        input: host::UserInput,
    ) -> Result<String, calling_widget_sdk::session::Code> {
        let now = self.now;
        self.host_mut().command(now, HostInput::User(input))
    }

    /// Posts a message to a side.
    pub fn post(&mut self, to: usize, message: Value) {
        let at = self.now + Millis(self.delay);
        self.coming.push_back((at, to, message));
    }

    /// Answers for the record store at once.
    pub fn stored(&mut self, side: usize, request: u32, result: Result<Value, String>) {
        let now = self.now;
        if let Peer::Host(host) = &mut self.peers[side] {
            host.stored(now, request, result);
        }
    }

    /// Loses pending messages, chosen by the receiving side.
    pub fn lose(&mut self, mut is_lost: impl FnMut(usize, &Value) -> bool) {
        self.coming
            .retain(|(_, to, message)| !is_lost(*to, message));
    }

    /// Sets the clock: waits last as long as before.
    pub fn set_clock(&mut self, by: Millis) {
        self.now = self.now + by;
        let arrivals = self.coming.iter_mut().map(|(at, ..)| at);
        for at in arrivals.chain(&mut self.busy_until) {
            *at = *at + by;
        }
        for peer in &mut self.peers {
            peer.set_clock(by);
        }
    }

    /// The pending messages, the oldest first, with the receiving side.
    pub fn under_way(&self) -> impl Iterator<Item = (usize, &Value)> {
        self.coming.iter().map(|(_, to, message)| (*to, message))
    }

    /// The time at which the next message arrives.
    #[must_use]
    pub fn next_arrival(&self) -> Option<Millis> {
        let arrivals = self.coming.iter().map(|message| self.arrives(message));
        arrivals.reduce(Millis::min)
    }

    /// The time at which a pending message is received: not while its page is busy.
    fn arrives(&self, (at, to, _): &(Millis, usize, Value)) -> Millis {
        let free = self.busy_until[*to];
        if *at < free { free } else { *at }
    }

    /// The time at which the next timer of either page fires.
    #[must_use]
    pub fn next_timer(&self) -> Option<Millis> {
        self.peers.iter().filter_map(Peer::wake).reduce(Millis::min)
    }

    /// Delivers the next message to arrive, the oldest of several, if it is due; returns the side
    /// and the message.
    pub fn deliver(&mut self, pages: &mut impl Pages) -> Option<(usize, Value)> {
        let first = self.next_arrival()?;
        let is_first = |message: &_| self.arrives(message) == first;
        let at = self.coming.iter().position(is_first)?;
        let (_, to, message) = self.coming.remove(at)?;
        if self.now < first {
            self.now = first;
        }
        let origin = self.peers[1 - to].origin().to_owned();
        self.peers[to].receive(self.now, &origin, &message);
        self.drain(pages);
        Some((to, message))
    }

    /// Lets time pass until no message is pending and the first page waits for nothing.
    ///
    /// # Panics
    ///
    /// If the two keep each other busy.
    pub fn settle(&mut self, pages: &mut impl Pages) {
        for _ in 0..MANY {
            self.drain(pages);
            let due = [self.next_arrival(), self.peers[HOST].wake()];
            let Some(at) = Millis::earliest(&due) else {
                return;
            };
            self.now = if self.now < at { at } else { self.now };
            self.deliver_due(pages);
            self.tick(pages);
        }
        panic!("the two keep each other busy");
    }

    /// Delivers the messages due by now; those posted meanwhile arrive later.
    pub fn deliver_due(&mut self, pages: &mut impl Pages) {
        let due = self
            .coming
            .iter()
            .filter(|message| self.arrives(message) <= self.now);
        for _ in 0..due.count() {
            self.deliver(pages);
        }
    }

    /// Fires the timers that are due.
    pub fn tick(&mut self, pages: &mut impl Pages) {
        for peer in &mut self.peers {
            peer.tick(self.now);
        }
        self.drain(pages);
    }

    /// Carries out both pages' orders, until there are none.
    pub fn drain(&mut self, pages: &mut impl Pages) {
        loop {
            let mut has_any = false;
            for side in [HOST, WIDGET] {
                has_any |= self.carry_out(side, pages);
            }
            if !has_any {
                return;
            }
        }
    }

    /// Carries out the next order of a page; true if there was one.
    fn carry_out(&mut self, side: usize, pages: &mut impl Pages) -> bool {
        let output = match &mut self.peers[side] {
            Peer::Host(host) => host.poll().map(Ok),
            Peer::Widget(widget) => widget.poll().map(Err),
        };
        match output {
            None => return false,
            Some(Ok(output)) => self.host_orders(side, output, pages),
            Some(Err(output)) => self.widget_orders(side, output, pages),
        }
        true
    }

    fn host_orders(&mut self, side: usize, output: HostOutput, pages: &mut impl Pages) {
        match output {
            HostOutput::Frame(host::FrameOutput::Post { message, origin }) => {
                self.posts(side, &origin, message.json(), pages);
            }
            HostOutput::Store(host::StoreOutput::Store { request, ask }) => {
                pages.handle_request(self, side, request, ask);
            }
            HostOutput::Store(host::StoreOutput::Navigate { request, .. }) => {
                let has_succeeded = pages.opens_record();
                let now = self.now;
                let answer = host::StoreInput::Navigated {
                    request,
                    has_succeeded,
                };
                if let Peer::Host(host) = &mut self.peers[side] {
                    host.enter(now, HostInput::Store(answer));
                }
            }
            HostOutput::Frame(host::FrameOutput::MoveFrame { .. }) => pages.moved(self, side),
            output => pages.at_host(output),
        }
    }

    fn widget_orders(&mut self, side: usize, output: Output, pages: &mut impl Pages) {
        match output {
            Output::Page(widget::PageOutput::Post {
                message, origin, ..
            }) => self.posts(side, &origin, message.json(), pages),
            Output::App(widget::AppOutput::Deliver { message, .. }) => {
                pages.heard(self, side, &message.json());
                self.delivered(side);
            }
            Output::App(widget::AppOutput::Resumed { account }) => {
                pages.resumed(self, &account.json());
                self.delivered(side);
            }
            output => pages.at_widget(output),
        }
    }

    fn delivered(&mut self, side: usize) {
        let now = self.now;
        if let Peer::Widget(widget) = &mut self.peers[side] {
            widget.delivered(now);
        }
    }

    /// Posts a message; a browser drops it if it names another origin than the receiving page's.
    fn posts(&mut self, from: usize, origin: &str, message: Value, pages: &mut impl Pages) {
        pages.posted(from, &message);
        if origin == self.peers[1 - from].origin() {
            for message in pages.on_wire(from, message) {
                self.post(1 - from, message);
            }
        }
    }
}

/// More steps than any flow takes.
const MANY: usize = 5_000;
