//! What holds whatever the host and the app do, and in whatever order.

use calling_widget_sdk::protocol::limits::{MAX_CLOSED_CALLS, MAX_OPEN_CALLS};
use calling_widget_sdk::protocol::{MESSAGES, Millis};
use calling_widget_sdk::session::widget::{
    AppInput, AppOutput, ChangeOutput, Input, LifecycleMode, Mode, Output, PageOutput, Plan,
    Verdict,
};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::page::{HOST, OWN, Options, Page, Sent, sync};

/// One thing that happens to a session.
#[derive(Clone, Debug)]
enum Step {
    Attach(Options),
    Detach(u32),
    Event(bool, u32, &'static str, Value),
    Inject(u32, &'static str, Value),
    Send(u32, Value),
    /// The same command more often than the queue holds.
    Flood(u32, Value),
    /// From here on every instance answers every delivery so.
    Answer(Option<Value>),
    AssumeReady,
    Timeout,
    Wait(f64),
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_engine_keeps_its_bounds_and_its_host(steps in prop::collection::vec(step(), 0..100)) {
        let mut run = Run {
            page: Page::at(OWN, true),
            answer: None,
            greeted: Vec::new(),
        };
        for step in steps {
            run.take(step);
        }
        run.check_journal();
    }
}

#[test]
fn a_clock_that_is_no_number_breaks_nothing() {
    for now in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -1.0] {
        let mut page = Page::waiting();
        page.now = Millis(now);

        page.host(&sync("h_1"));
        let again = page.host(&sync("h_2"));
        let (sent, _) = page.send(&json!({ "type": "CALL_DATA" }));

        assert!(again.len() <= 2);
        assert!(matches!(sent, Sent::Posted(_)));
    }
}

/// A session and what was seen of it.
struct Run {
    page: Page,
    answer: Option<Value>,
    /// Who was given READY of this host session.
    greeted: Vec<u32>,
}

impl Run {
    fn take(&mut self, step: Step) {
        let pinned = self.page.widget.host_origin().map(str::to_owned);
        let page = &mut self.page;
        match step {
            Step::Attach(options) => {
                page.attach(options);
            }
            Step::Detach(instance) => {
                page.detach(instance);
            }
            Step::Event(is_trusted, source, origin, message) => {
                self.page.feed(is_trusted, source, origin, &message);
                let now_pinned = self.page.widget.host_origin();
                assert!(pinned.is_none() || now_pinned == pinned.as_deref(), "moved");
            }
            Step::Inject(instance, origin, message) => {
                page.enter(Input::App(AppInput::Inject {
                    instance,
                    origin: origin.to_owned(),
                    message,
                }));
            }
            Step::Send(instance, message) => {
                page.say(instance, &message);
            }
            Step::Flood(instance, message) => {
                page.widget.flood(page.now, instance, &message);
            }
            Step::Answer(answer) => self.answer = answer,
            Step::AssumeReady => page.assume_ready(HOST),
            Step::Timeout => {
                page.timeout();
                let (due, now) = (page.wake(), page.now);
                assert!(due.is_none_or(|due| due > now), "{due:?} at {now:?}");
            }
            Step::Wait(millis) => self.page.wait(millis),
        }
        self.drain();
        let calls = self.page.widget.calls();
        let open = calls.iter().filter(|call| call.state.is_open()).count();
        assert!(open <= MAX_OPEN_CALLS, "{open} open calls");
        assert!(
            calls.iter().count() - open <= MAX_CLOSED_CALLS,
            "closed calls"
        );
    }

    /// A page loaded in place of this one keeps what this one kept.
    fn check_journal(&mut self) {
        let Some(kept) = self.page.journal("frame") else {
            return;
        };
        let mut next = Page::waiting_with(Options {
            resume: true,
            ..Options::default()
        });
        next.now = self.page.now;
        let resumed = next.resume("frame", &kept);
        assert_eq!(resumed, Ok(Verdict::Taken), "{kept}");
        let again = next.journal("frame");
        assert_eq!(again, Some(kept));
    }

    fn drain(&mut self) {
        while let Some(order) = self.page.widget.poll() {
            match order {
                Output::Page(PageOutput::Post {
                    message, origin, ..
                }) => {
                    assert_eq!(Some(origin.as_str()), self.page.widget.host_origin());
                    assert!(message.get("messageId").is_some(), "{message}");
                }
                Output::Change(ChangeOutput::Pinned {
                    is_initialized: false,
                    ..
                }) => self.greeted.clear(),
                Output::App(AppOutput::Deliver { message, to, .. }) => {
                    if message.get("type") == Some(&json!("READY")) {
                        self.greet(&message, &to);
                    }
                    for instance in 0..4 {
                        if let Some(answer) = &self.answer {
                            self.page.say(instance, answer);
                        }
                    }
                    self.page.delivered();
                }
                Output::App(AppOutput::Report { detail, .. }) => {
                    assert!(detail.len() < 256, "{detail}")
                }
                Output::App(AppOutput::Resumed { .. }) => self.page.delivered(),
                Output::App(AppOutput::Acknowledge { instance, message }) => {
                    self.page.say(instance, &message);
                }
                _ => {}
            }
        }
    }

    /// A host's READY reaches an instance once.
    fn greet(&mut self, message: &Value, to: &[Plan]) {
        assert!(message.get("messageId").is_none(), "a host's READY");
        for plan in to {
            assert!(!self.greeted.contains(&plan.instance), "READY twice");
            self.greeted.push(plan.instance);
        }
    }
}

fn step() -> impl Strategy<Value = Step> {
    let instance = 0_u32..5;
    let answer = prop::option::of(message());
    let wait = prop::sample::select(vec![100.0, 600.0, 11_000.0, -5_000.0]);
    prop_oneof![
        2 => options().prop_map(Step::Attach),
        1 => instance.clone().prop_map(Step::Detach),
        8 => (prop::bool::weighted(0.95), 0_u32..3, origin(), message())
            .prop_map(|(trusted, source, origin, message)| Step::Event(trusted, source, origin, message)),
        1 => (instance.clone(), origin(), message())
            .prop_map(|(instance, origin, message)| Step::Inject(instance, origin, message)),
        8 => (instance.clone(), message())
            .prop_map(|(instance, message)| Step::Send(instance, message)),
        1 => (instance, message()).prop_map(|(instance, message)| Step::Flood(instance, message)),
        1 => answer.prop_map(Step::Answer),
        1 => Just(Step::AssumeReady),
        1 => Just(Step::Timeout),
        2 => wait.prop_map(Step::Wait),
    ]
}

fn options() -> impl Strategy<Value = Options> {
    let modes = vec![
        LifecycleMode::Warn,
        LifecycleMode::Strict,
        LifecycleMode::Off,
    ];
    let modes_of_use = vec![Mode::Normal, Mode::Published];
    let choices = (
        prop::sample::select(modes),
        prop::sample::select(modes_of_use),
    );
    (any::<[bool; 5]>(), choices).prop_map(
        |(
            [
                debug_mode,
                validate_strictly,
                is_relay,
                keeps_repeated_dials,
                resume,
            ],
            (lifecycle, mode),
        )| {
            Options {
                debug_mode,
                lifecycle,
                validate_strictly,
                origins: None,
                is_relay,
                keeps_repeated_dials,
                mode,
                resume,
            }
        },
    )
}

fn origin() -> impl Strategy<Value = &'static str> {
    prop_oneof![
        4 => Just(HOST),
        1 => prop::sample::select(vec!["", "null", "https://evil.example.com", OWN]),
    ]
}

fn message() -> impl Strategy<Value = Value> {
    let known = MESSAGES.iter().map(|message| message.wire);
    let more = [
        "NEW_THING",
        "NEW_THING_FAILED",
        "toString",
        "",
        "SYNC",
        "SYNC",
    ];
    let types: Vec<&str> = known.chain(more).collect();
    let ids = vec![
        json!("h_1"),
        json!("h_2"),
        json!("x_1"),
        json!(3),
        json!("w_1"),
    ];
    let shaped = (
        prop::sample::select(types),
        prop::option::weighted(0.8, prop::sample::select(ids)),
        prop::option::weighted(0.9, data()),
        0_u8..3,
    )
        .prop_map(|(wire, id, data, user)| {
            let mut message = json!({ "type": wire, "userId": user });
            set(&mut message, "messageId", id);
            set(&mut message, "data", data);
            message
        });
    prop_oneof![20 => shaped, 1 => any_value()]
}

fn data() -> impl Strategy<Value = Value> {
    let call = prop_oneof![
        6 => (0_u8..6).prop_map(|id| json!(id.to_string())),
        2 => any::<u16>().prop_map(|id| json!(id)),
        1 => any_value(),
    ];
    let engagement = prop_oneof![4 => (0_u8..4).prop_map(|id| json!(id)), 1 => any_value()];
    let fields = (
        prop::option::of(call),
        prop::option::of(engagement),
        prop::option::of(any::<bool>().prop_map(Value::from)),
        prop::option::of(any_value()),
    )
        .prop_map(|(call, engagement, asks, properties)| {
            let mut data = json!({});
            set(&mut data, "externalCallId", call);
            set(&mut data, "engagementId", engagement);
            set(&mut data, "createEngagement", asks);
            set(&mut data, "engagementProperties", properties);
            data
        });
    prop_oneof![9 => fields, 1 => any_value()]
}

fn any_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "[a-zA-Z0-9_ ]{0,8}".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec(("[a-zA-Z_]{1,12}", inner), 0..4)
                .prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

fn set(object: &mut Value, name: &str, value: Option<Value>) {
    if let (Some(fields), Some(value)) = (object.as_object_mut(), value) {
        fields.insert(name.to_owned(), value);
    }
}
