//! Two connected pages, and a clock.

use std::collections::VecDeque;
use std::rc::Rc;

use calling_widget_sdk::protocol::Millis;
use calling_widget_sdk::session::Code;
use calling_widget_sdk::session::host::{
    FrameInput, FrameOutput, HostOutput, StoreInput, StoreOutput, UserInput,
};
use calling_widget_sdk::session::widget::{AppOutput, Output, PageOutput};
use serde_json::{Value, json};

use crate::peer::{Order, Peer};
use crate::{HostEdge, Sent, WidgetEdge};

/// Two pages, the messages between them, and the time.
///
/// A pair of a host and a widget has the host first. The channel keeps the order and
/// loses nothing by itself. A driver takes each order by [`Pair::poll`], and carries it out, or
/// lets [`Pair::carry_out`] do so.
#[derive(Clone, Debug)]
pub struct Pair {
    /// The time.
    pub now: Millis,
    /// The pages.
    pub peers: [Peer; 2],
    /// The number of the page of each side: of the pages before.
    pub serials: [u32; 2],
    /// The delay of a message, in ms.
    pub delay: f64,
    /// The time until which each page is too busy to receive anything.
    pub busy_until: [Millis; 2],
    /// The pending messages.
    flights: VecDeque<Flight>,
    /// The widget whose handlers have an order.
    handling: Option<usize>,
    /// The side whose order comes next.
    turn: usize,
}

/// A pending message.
#[derive(Clone, Debug)]
pub struct Flight {
    /// The time of its arrival.
    at: Millis,
    /// The side of its arrival.
    pub to: usize,
    /// The number of the sending page.
    pub from: u32,
    /// The message.
    pub message: Rc<Value>,
}

/// The side of the host, in a pair with a widget.
pub const HOST: usize = 0;
/// The side of the widget.
pub const WIDGET: usize = 1;

impl Pair {
    /// Two pages; posts arrive after `delay` ms.
    #[must_use]
    pub fn new(now: f64, delay: f64, one: impl Into<Peer>, other: impl Into<Peer>) -> Self {
        Self {
            now: Millis(now),
            peers: [one.into(), other.into()],
            serials: [0; 2],
            delay,
            busy_until: [Millis(0.0); 2],
            flights: VecDeque::new(),
            handling: None,
            turn: HOST,
        }
    }

    /// The host.
    ///
    /// # Panics
    ///
    /// If the first page is none.
    #[must_use]
    pub fn host(&self) -> &Rc<HostEdge> {
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
            Peer::Host(host) => Rc::make_mut(host),
            Peer::Widget(_) => panic!("the first page is a widget's"),
        }
    }

    /// The widget.
    ///
    /// # Panics
    ///
    /// If the second page is none.
    #[must_use]
    pub fn widget(&self) -> &Rc<WidgetEdge> {
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
            Peer::Widget(widget) => Rc::make_mut(widget),
            Peer::Host(_) => panic!("the second page is a host's"),
        }
    }

    /// Replaces the page of a side.
    pub fn replace(&mut self, side: usize, page: impl Into<Peer>) {
        self.peers[side] = page.into();
        self.serials[side] += 1;
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
            Rc::make_mut(host).enter(now, FrameInput::FrameLoaded {});
        }
    }

    /// Sends a message of the app's.
    pub fn send(&mut self, instance: u32, message: &Value) -> Sent {
        let now = self.now;
        self.widget_mut().send(now, instance, message)
    }

    /// Carries out a command of the CRM's page.
    ///
    /// # Errors
    ///
    /// The reason for the host's refusal.
    pub fn command(&mut self, input: UserInput) -> Result<String, Code> {
        let now = self.now;
        self.host_mut().command(now, input)
    }

    /// Posts a message to a side.
    pub fn post(&mut self, to: usize, message: Value) {
        let flight = Flight {
            at: self.now + Millis(self.delay),
            to,
            from: self.serials[1 - to],
            message: Rc::new(message),
        };
        self.flights.push_back(flight);
    }

    /// Answers for the record store.
    pub fn stored(&mut self, side: usize, request: u32, result: Result<Value, String>) {
        let now = self.now;
        if let Peer::Host(host) = &mut self.peers[side] {
            Rc::make_mut(host).stored(now, request, result);
        }
    }

    /// The messages pending to a side, the oldest first.
    pub fn flights(&self, to: usize) -> impl Iterator<Item = &Flight> {
        self.flights.iter().filter(move |flight| flight.to == to)
    }

    /// Takes one of the messages pending to a side, by its place among them.
    pub fn take_flight(&mut self, to: usize, place: usize) -> Option<Flight> {
        let flights = self.flights.iter().enumerate();
        let (at, _) = flights.filter(|(_, flight)| flight.to == to).nth(place)?;
        self.flights.remove(at)
    }

    /// Loses the messages pending to a side.
    pub fn lose(&mut self, to: usize) {
        self.flights.retain(|flight| flight.to != to);
    }

    /// Sets the clock: waits last as long as before.
    pub fn set_clock(&mut self, by: Millis) {
        self.now = self.now + by;
        let arrivals = self.flights.iter_mut().map(|flight| &mut flight.at);
        for at in arrivals.chain(&mut self.busy_until) {
            *at = *at + by;
        }
        for peer in &mut self.peers {
            peer.set_clock(by);
        }
    }

    /// The time at which the next message arrives.
    #[must_use]
    pub fn next_arrival(&self) -> Option<Millis> {
        let arrivals = self.flights.iter().map(|flight| self.arrives(flight));
        arrivals.reduce(Millis::min)
    }

    /// The time at which a pending message is received: not while its page is busy.
    fn arrives(&self, flight: &Flight) -> Millis {
        let free = self.busy_until[flight.to];
        if flight.at < free { free } else { flight.at }
    }

    /// The time at which the next timer of either page fires.
    #[must_use]
    pub fn next_timer(&self) -> Option<Millis> {
        self.peers.iter().filter_map(Peer::wake).reduce(Millis::min)
    }

    /// Enters a message at its page.
    pub fn receive(&mut self, flight: &Flight) {
        let origin = self.peers[1 - flight.to].origin().to_owned();
        self.peers[flight.to].receive(self.now, &origin, &flight.message);
    }

    /// Delivers the next message to arrive, the oldest of several.
    pub fn deliver(&mut self) -> Option<Flight> {
        let first = self.next_arrival()?;
        let is_first = |flight: &Flight| self.arrives(flight) == first;
        let at = self.flights.iter().position(is_first)?;
        let flight = self.flights.remove(at)?;
        if self.now < first {
            self.now = first;
        }
        self.receive(&flight);
        Some(flight)
    }

    /// Delivers the messages due by now, those posted meanwhile excepted; orders are handled after
    /// each.
    pub fn deliver_due(&mut self, handle: &mut impl FnMut(&mut Self, usize, Order)) {
        let due = |flight: &&Flight| self.arrives(flight) <= self.now;
        for _ in 0..self.flights.iter().filter(due).count() {
            self.deliver();
            self.drain(handle);
        }
    }

    /// Fires the timers that are due.
    pub fn tick(&mut self) {
        for peer in &mut self.peers {
            peer.tick(self.now);
        }
    }

    /// Lets time pass until no message is pending and the first page waits for nothing.
    ///
    /// # Panics
    ///
    /// If the two keep each other busy.
    pub fn settle(&mut self, handle: &mut impl FnMut(&mut Self, usize, Order)) {
        for _ in 0..MANY {
            self.drain(handle);
            let due = [self.next_arrival(), self.peers[HOST].wake()];
            let Some(at) = Millis::earliest(&due) else {
                return;
            };
            self.now = if self.now < at { at } else { self.now };
            self.deliver_due(handle);
            self.tick();
        }
        panic!("the two keep each other busy");
    }

    /// Handles both pages' orders, until there are none.
    pub fn drain(&mut self, handle: &mut impl FnMut(&mut Self, usize, Order)) {
        while let Some((side, order)) = self.poll() {
            handle(self, side, order);
        }
    }

    /// The next order of either page, by turns, with its side. It was handled at the next call.
    pub fn poll(&mut self) -> Option<(usize, Order)> {
        self.handlers_return();
        for side in [self.turn, 1 - self.turn] {
            if let Some(order) = self.peers[side].poll() {
                let is_for_app = matches!(
                    order,
                    Order::Widget(Output::App(
                        AppOutput::Deliver { .. } | AppOutput::Resumed { .. }
                    ))
                );
                self.handling = is_for_app.then_some(side);
                self.turn = 1 - side;
                return Some((side, order));
            }
        }
        self.turn = HOST;
        None
    }

    /// Tells a widget whose handlers have an order that they have returned.
    pub fn handlers_return(&mut self) {
        let now = self.now;
        if let Some(side) = self.handling.take()
            && let Peer::Widget(widget) = &mut self.peers[side]
        {
            Rc::make_mut(widget).delivered(now);
        }
    }

    /// Carries out an order as most pages do: posts, answers for the record store with an empty
    /// list, and opens records. The app ignores messages.
    pub fn carry_out(&mut self, side: usize, order: &Order) {
        if let Some(message) = self.posted(side, order) {
            return self.post(1 - side, message);
        }
        match order {
            Order::Host(HostOutput::Store(StoreOutput::Store { request, .. })) => {
                self.stored(side, *request, Ok(json!([])));
            }
            Order::Host(HostOutput::Store(StoreOutput::Navigate { request, .. })) => {
                self.navigated(side, *request, true);
            }
            _ => {}
        }
    }

    /// Tells a host that a record was opened, or not.
    pub fn navigated(&mut self, side: usize, request: u32, has_succeeded: bool) {
        let now = self.now;
        if let Peer::Host(host) = &mut self.peers[side] {
            let answer = StoreInput::Navigated {
                request,
                has_succeeded,
            };
            Rc::make_mut(host).enter(now, answer);
        }
    }

    /// The message of an order to post it; a browser drops one that names another origin than the
    /// receiving page's.
    #[must_use]
    pub fn posted(&self, from: usize, order: &Order) -> Option<Value> {
        let (message, origin) = match order {
            Order::Host(HostOutput::Frame(FrameOutput::Post {
                message, origin, ..
            }))
            | Order::Widget(Output::Page(PageOutput::Post {
                message, origin, ..
            })) => (message, origin),
            _ => return None,
        };
        (origin == self.peers[1 - from].origin()).then(|| message.json())
    }
}

/// More steps than any flow takes.
const MANY: usize = 5_000;
