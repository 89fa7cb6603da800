//! The widget entry's exports: one session in each instance of the module.

use alloc::string::String;
use alloc::vec::Vec;

use wasm_bindgen::prelude::*;

use super::edge::{Slot, list, order, push, text_of};
use super::payload::gathered;
use crate::protocol::{Kind, Millis, Payload};
use crate::session::widget::{
    Environment, InstanceOptions, Level, LifecycleMode, Mode, Output, Question, ResumeFacts, Sent,
    Widget,
};
use crate::session::{Callee, Code, Facts, HostPolicy, SourceId, calls_snapshot};

static SESSION: Slot<Widget<JsValue>> = Slot::new();

/// Starts the session of a page: its origin, a random id, whether it is framed.
#[wasm_bindgen]
pub fn start(own_origin: &JsValue, instance_id: &JsValue, is_embedded: bool) {
    SESSION.fill(Widget::new(Environment {
        own_origin: text_of(own_origin),
        instance_id: text_of(instance_id),
        is_embedded,
    }));
}

/// Adds an instance and answers with its number. `origins`, unless undefined,
/// replaces the trusted host origins; where an entry is no origin, the answer is
/// -1 less its position.
///
/// `flags`: bit 0 debug mode; bits 1 and 2 the lifecycle (0 warn, 1 strict,
/// 2 off); bit 3 strict validation; bit 4 only relays; bit 5 the mode
/// (0 normal, 1 published); bit 7 resume; bit 8 keep repeated dials.
#[wasm_bindgen]
pub fn attach(flags: u32, origins: &JsValue) -> i32 {
    let mut policy = None;
    if !origins.is_undefined() {
        let texts: Vec<String> = gathered(origins).iter().filter_map(Payload::text).collect();
        match HostPolicy::from_list(texts.iter().map(String::as_str)) {
            Ok(list) => policy = Some(list),
            Err(error) => {
                let at = texts.iter().position(|text| *text == error.0);
                return (-1_i32).wrapping_sub(at.unwrap_or(0) as i32);
            }
        }
    }
    let bit = |at: u32| flags >> at & 1 != 0;
    let options = InstanceOptions {
        debug_mode: bit(0),
        lifecycle: match flags >> 1 & 3 {
            1 => LifecycleMode::Strict,
            2 => LifecycleMode::Off,
            _ => LifecycleMode::Warn,
        },
        validate_strictly: bit(3),
        policy,
        is_relay: bit(4),
        keeps_repeated_dials: bit(8),
        mode: if bit(5) {
            Mode::Published
        } else {
            Mode::Normal
        },
        resume: bit(7),
    };
    SESSION.with(|session| session.attach(options) as i32)
}

/// Removes an instance; returns how many are left.
#[wasm_bindgen]
pub fn detach(instance: u32) -> u32 {
    SESSION.with(|session| session.detach(instance) as u32)
}

/// A message event with what the browser attests of it.
#[wasm_bindgen]
pub fn receive(now: f64, is_trusted: bool, source: u32, origin: &JsValue, message: &JsValue) {
    let origin = text_of(origin);
    let facts = Facts {
        is_trusted,
        source: SourceId(source),
        origin: &origin,
    };
    SESSION.with(|session| session.handle_message(Millis(now), facts, message));
}

/// A message the app hands in itself.
#[wasm_bindgen]
pub fn inject(now: f64, instance: u32, origin: &JsValue, message: &JsValue) {
    let origin = text_of(origin);
    SESSION.with(|session| session.handle_injected(Millis(now), instance, &origin, message));
}

/// The app declares the session open.
#[wasm_bindgen]
pub fn assume_ready(now: f64, origin: &JsValue) {
    let origin = text_of(origin);
    SESSION.with(|session| session.assume_ready(Millis(now), &origin));
}

/// Sends a message under `id`, unless it carries an id itself: 0 posted,
/// 1 waits for READY, 2 another instance sent it, 3 refused.
#[wasm_bindgen]
pub fn send(now: f64, instance: u32, message: &JsValue, id: &JsValue) -> u32 {
    let id = text_of(id);
    let sent = SESSION.with(|session| session.send_as(Millis(now), instance, message, Some(id)));
    match sent {
        Sent::Posted(_) => 0,
        Sent::Queued => 1,
        Sent::Suppressed => 2,
        Sent::Refused(_) => 3,
    }
}

/// Opens a receipt for the next message of a type that an instance sends before
/// [`tracked_end`]; 0 where nothing can be asked about that type.
#[wasm_bindgen]
pub fn track(instance: u32, wire: &JsValue) -> u32 {
    let kind = Kind::parse(&text_of(wire));
    SESSION.with(|session| kind.map_or(0, |kind| session.track(instance, kind)))
}

/// Closes a receipt.
#[wasm_bindgen]
pub fn tracked_end(receipt: u32) {
    SESSION.with(|session| session.tracked_end(receipt));
}

/// Asks what came of a receipt's message, by the question's position in
/// [`Question::ALL`]; the order that answers carries the number this returns. A
/// time-out that is not a number stands for the default.
#[wasm_bindgen]
pub fn wait(now: f64, receipt: u32, question: u32, timeout_ms: f64) -> u32 {
    let question = Question::ALL.get(question as usize);
    SESSION.with(|session| {
        question.map_or(0, |question| {
            session.wait(Millis(now), receipt, *question, timeout_ms)
        })
    })
}

/// Ends a wait.
#[wasm_bindgen]
pub fn abort(wait: u32) {
    SESSION.with(|session| session.abort(wait));
}

/// Where an instance stands, in bits: 1 READY was delivered to it, 2 the host fell
/// silent, 4 a call dials, rings or runs; from 8 on the session's state.
#[wasm_bindgen]
pub fn standing(instance: u32) -> u32 {
    SESSION.with(|session| {
        u32::from(session.is_ready(instance))
            | u32::from(session.is_host_silent()) << 1
            | u32::from(session.has_call_under_way()) << 2
            | (session.state() as u32) << 3
    })
}

/// The names of the handlers to call for a message, in order, separated by
/// spaces.
#[wasm_bindgen]
pub fn route(instance: u32, wire: &JsValue, data: &JsValue, handlers: &JsValue) -> JsValue {
    let wire = text_of(wire);
    let has = |name: &str| {
        handlers
            .field(name)
            .is_some_and(|handler| handler.is_function())
    };
    let plan = SESSION.with(|session| session.route(instance, &wire, Some(data), has));
    let mut names = String::new();
    for name in plan {
        if !names.is_empty() {
            names.push(' ');
        }
        names.push_str(name);
    }
    JsValue::from_str(&names)
}

/// The edge saw something by itself. Counted, by so many times: 0 a handler
/// that threw, 2 a message of a foreign window, 3 one the browser did not make.
/// Told of, with a detail: 1 a message that cannot be cloned, 4 an instance of
/// the module that trapped, 5 a message that `beforeSend` dropped, 6 a result of
/// `beforeSend` that is no message, 7 what could not be kept for a reload.
#[wasm_bindgen]
pub fn note(what: u32, times: u32, detail: &JsValue) {
    let (code, level) = match what {
        0 => (Code::HandlerThrew, Level::Count),
        1 => (Code::NotCloneable, Level::Error),
        2 => (Code::ForeignSource, Level::Count),
        3 => (Code::UntrustedEvent, Level::Count),
        4 => (Code::Recovered, Level::Error),
        5 => (Code::DroppedByHook, Level::Note),
        6 => (Code::HookResultIgnored, Level::Error),
        _ => (Code::NotKept, Level::Warn),
    };
    let detail = text_of(detail);
    SESSION.with(|session| match level {
        Level::Count => session.note(code, times),
        level => session.report(code, level, detail),
    });
}

/// What a delivery carried was handed to the handlers.
#[wasm_bindgen]
pub fn delivered(now: f64) {
    SESSION.with(|session| session.handle_delivered(Millis(now)));
}

/// Time passed.
#[wasm_bindgen]
pub fn handle_timeout(now: f64) {
    SESSION.with(|session| session.handle_timeout(Millis(now)));
}

/// The next order: `[0, message, origin, "", source]` post, `[1, message, "",
/// "", instance or 0]` deliver, `[2, count, code, detail, level]` report, `[3]`
/// changed, `[4, value, code or "", "", wait]` settled, `[5, undefined, "", "",
/// 1 if urgent]` write the journal, `[6, account]` tell what was taken over. When
/// there is none left, the time [`handle_timeout`] is due
/// at, in ms since the epoch, or undefined.
#[wasm_bindgen]
pub fn poll() -> JsValue {
    match SESSION.with(Widget::poll_output) {
        None => SESSION
            .with(|session| session.poll_timeout(Millis(0.0)))
            .map_or(JsValue::UNDEFINED, |due| JsValue::from_f64(due.0)),
        Some(Output::Post {
            message,
            origin,
            to,
        }) => order(0, &message, &origin, "", to.0),
        Some(Output::Deliver { message, to }) => order(1, &message, "", "", to.unwrap_or(0)),
        Some(Output::Report(report)) => order(
            2,
            &JsValue::from_f64(f64::from(report.count)),
            report.code.as_str(),
            &report.detail,
            match report.level {
                Level::Note => 0,
                Level::Warn => 1,
                Level::Error => 2,
                Level::Count => 3,
            },
        ),
        Some(Output::Changed) => order(3, &JsValue::UNDEFINED, "", "", 0),
        Some(Output::Persist { is_urgent }) => {
            order(5, &JsValue::UNDEFINED, "", "", is_urgent.into())
        }
        Some(Output::Resumed { account }) => order(6, &account, "", "", 0),
        Some(Output::Settled {
            wait,
            outcome,
            value,
        }) => order(
            4,
            &value.unwrap_or(JsValue::UNDEFINED),
            outcome.as_str(),
            "",
            wait,
        ),
    }
}

/// What to keep for a page that is loaded in this one's place; undefined where
/// nobody asks for it.
#[wasm_bindgen]
pub fn journal(now: f64, frame: &JsValue, is_closed: bool) -> JsValue {
    let frame = text_of(frame);
    SESSION
        .with(|session| session.journal(Millis(now), &frame, is_closed))
        .unwrap_or(JsValue::UNDEFINED)
}

/// Hands in what an earlier page kept: 0 it is taken over, 1 it may be another
/// living page's and is to be left alone, 2 it is of no use.
///
/// `facts`: bit 0 the page was loaded again in its place; bit 1 there is no other
/// journal of this frame; bit 2 another page took it.
#[wasm_bindgen]
pub fn resume(now: f64, frame: &JsValue, facts: u32, journal: &JsValue) -> u32 {
    let frame = text_of(frame);
    let facts = ResumeFacts {
        frame: &frame,
        is_reload: facts & 1 != 0,
        is_only: facts & 2 != 0,
        is_claimed: facts & 4 != 0,
    };
    match SESSION.with(|session| session.resume(Millis(now), journal, facts)) {
        Ok(()) => 0,
        Err(Code::JournalInUse | Code::JournalForeign) => 1,
        Err(_) => 2,
    }
}

/// Gives up the call of a handle, and what waits about it; 0 gives up what is
/// owed. Where another page took the journal (`is_lost`), all it kept is given up.
#[wasm_bindgen]
pub fn forget(key: u32, is_lost: bool) {
    SESSION.with(|session| match key {
        _ if is_lost => session.lose_journal(),
        0 => session.forget_owed(),
        _ => session.forget_call(key),
    });
}

/// The host's origin, once the session is open; undefined before.
#[wasm_bindgen]
pub fn host_origin() -> JsValue {
    SESSION.with(|session| {
        session
            .host_origin()
            .map_or(JsValue::UNDEFINED, JsValue::from_str)
    })
}

/// The calls: a list of objects.
#[wasm_bindgen]
pub fn calls() -> JsValue {
    let all = list();
    SESSION.with(|session| {
        for call in calls_snapshot(session.calls()) {
            push(&all, &call);
        }
    });
    all
}

/// Who is called, by a DIAL_NUMBER's payload; undefined where it names nobody.
#[wasm_bindgen]
pub fn callee(data: &JsValue) -> JsValue {
    Callee::of(data).map_or(JsValue::UNDEFINED, Callee::snapshot)
}

/// How often each code was given: an object from code to number.
#[wasm_bindgen]
pub fn counts() -> JsValue {
    let mut counts = JsValue::empty();
    SESSION.with(|session| {
        for (code, count) in session.counts() {
            counts.put(code.as_str(), Some(JsValue::from_f64(f64::from(*count))));
        }
    });
    counts
}
