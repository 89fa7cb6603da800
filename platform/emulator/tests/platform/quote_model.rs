//! Random sequences of requests about quotes, against a model of them that shares no code
//! with the emulator: which are refused and with what code, and what a quote is after each.
//!
//! The amounts of the model are whole cents. `PROPTEST_CASES` sets how many sequences;
//! without it a run with the long repeats (`TEST_ALL=1`) takes at least 100,000 steps.

use emulator::Profile;
use proptest::{
    collection::vec,
    prelude::*,
    test_runner::{Config, TestRunner},
};
use serde_json::{Value, json};

use crate::support::{Fixture, Reply};

/// One request, about the quote of this number.
#[derive(Clone, Debug)]
enum Step {
    Status(usize, usize),
    Title(usize, u8),
    StatusAndTitle(usize, usize, u8),
    AddDeal(usize, usize),
    RemoveDeal(usize),
    AddTemplate(usize, bool),
    RemoveTemplate(usize),
    AddLine(usize, i64, i64, i64),
    ChangeLine(usize, i64),
    RemoveLine(usize),
    Adjust(usize, usize, bool, i64, i64),
    Delete(usize),
}

#[derive(Clone, Debug)]
struct Line {
    id: String,
    price: i64,
    quantity: i64,
    percent: i64,
}

#[derive(Clone, Debug, Default)]
struct Quote {
    id: String,
    title: String,
    status: Option<usize>,
    deal: Option<usize>,
    template: Option<String>,
    lines: Vec<Line>,
    /// Discounts, fees and taxes: whether it is a percentage, how much, its place.
    adjustments: [Vec<(bool, i64, i64)>; 3],
    was_published: bool,
}

impl Quote {
    fn is_published(&self) -> bool {
        self.status.is_some_and(|status| status >= 3)
    }

    /// In cents.
    fn amount(&self) -> i64 {
        let part = |of: i64, percent: i64| (of * percent + 50) / 100;
        let mut sum: i64 = self
            .lines
            .iter()
            .map(|line| {
                let before = line.price * line.quantity;
                before - part(before, line.percent).min(before)
            })
            .sum();
        for (kind, adjustments) in self.adjustments.iter().enumerate() {
            let mut ordered = adjustments.clone();
            ordered.sort_by_key(|(_, _, place)| *place);
            for (is_percent, value, _) in ordered {
                let amount = if is_percent {
                    part(sum, value)
                } else {
                    value * 100
                };
                sum = if kind == 0 {
                    sum - amount.min(sum)
                } else {
                    sum + amount
                };
            }
        }
        sum
    }

    /// Why it cannot be published, the first of the codes.
    fn lacks(&self) -> Option<&'static str> {
        if self.deal.is_none() {
            Some("MISSING_DEAL")
        } else if self.template.is_none() {
            Some("MISSING_QUOTE_TEMPLATE")
        } else if self.lines.is_empty() {
            Some("MISSING_LINE_ITEM")
        } else {
            None
        }
    }

    /// What a PATCH comes to by the table: nothing, or the code it is refused with.
    fn patch(&self, status: Option<usize>, changes_title: bool) -> Result<(), &'static str> {
        match (self.is_published(), status) {
            (false, Some(to)) if to >= 3 => self.lacks().map_or(Ok(()), Err),
            (true, None | Some(3 | 4)) if changes_title => Err("LOCKED"),
            _ => Ok(()),
        }
    }
}

const STATUSES: [&str; 5] = [
    "DRAFT",
    "PENDING_APPROVAL",
    "REJECTED",
    "APPROVED",
    "APPROVAL_NOT_NEEDED",
];
const QUOTES: usize = 2;
const KINDS: [&str; 3] = ["discounts", "fees", "taxes"];

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let quote = 0..QUOTES;
    let step = prop_oneof![
        4 => (quote.clone(), 0..5_usize).prop_map(|(quote, status)| Step::Status(quote, status)),
        2 => (quote.clone(), 0..9_u8).prop_map(|(quote, title)| Step::Title(quote, title)),
        2 => (quote.clone(), 0..5_usize, 0..9_u8)
            .prop_map(|(quote, status, title)| Step::StatusAndTitle(quote, status, title)),
        2 => (quote.clone(), 0..2_usize).prop_map(|(quote, deal)| Step::AddDeal(quote, deal)),
        1 => quote.clone().prop_map(Step::RemoveDeal),
        2 => (quote.clone(), any::<bool>())
            .prop_map(|(quote, is_legacy)| Step::AddTemplate(quote, is_legacy)),
        1 => quote.clone().prop_map(Step::RemoveTemplate),
        3 => (quote.clone(), 0..100_000_i64, 1..20_i64, 0..=100_i64).prop_map(
            |(quote, price, quantity, percent)| Step::AddLine(quote, price, quantity, percent)
        ),
        2 => (quote.clone(), 0..100_000_i64)
            .prop_map(|(quote, price)| Step::ChangeLine(quote, price)),
        1 => quote.clone().prop_map(Step::RemoveLine),
        2 => (quote.clone(), 0..3_usize, any::<bool>(), 0..=120_i64, 0..5_i64).prop_map(
            |(quote, kind, is_percent, value, place)| {
                Step::Adjust(quote, kind, is_percent, value, place)
            }
        ),
        1 => quote.prop_map(Step::Delete),
    ];
    vec(step, 20..80)
}

struct World {
    fixture: Fixture,
    token: String,
    deals: Vec<String>,
    /// One that quotes take, and one that they do not.
    templates: [String; 2],
    quotes: Vec<Quote>,
    steps: u64,
}

impl World {
    async fn new() -> Self {
        let fixture = Fixture::new(Profile::Spec);
        let token = fixture.host_token().await;
        let mut world = Self {
            fixture,
            token,
            deals: Vec::new(),
            templates: ["4001".to_owned(), "4002".to_owned()],
            quotes: Vec::new(),
            steps: 0,
        };
        for _ in 0..2 {
            let deal = world.make("deals", json!({ "dealname": "Deal" })).await;
            world.deals.push(deal);
        }
        for _ in 0..QUOTES {
            let quote = world.new_quote().await;
            world.quotes.push(quote);
        }
        world
    }

    async fn new_quote(&self) -> Quote {
        let properties = json!({ "hs_title": "0", "hs_expiration_date": "2099-12-31" });
        Quote {
            id: self.make("quotes", properties).await,
            title: "0".to_owned(),
            ..Quote::default()
        }
    }

    async fn ask(&self, method: &str, target: &str, body: &Value) -> Reply {
        self.fixture.ask(&self.token, method, target, body).await
    }

    async fn make(&self, object_type: &str, properties: Value) -> String {
        let body = json!({ "properties": properties });
        let target = format!("/crm/v3/objects/{object_type}");
        let reply = self.ask("POST", &target, &body).await;
        assert_eq!(reply.status, 200, "{}", reply.text);
        reply.json()["id"].as_str().unwrap().to_owned()
    }

    async fn patch(&self, object_type: &str, id: &str, properties: Value) -> Reply {
        let body = json!({ "properties": properties });
        self.ask(
            "PATCH",
            &format!("/crm/v3/objects/{object_type}/{id}"),
            &body,
        )
        .await
    }

    async fn associate(&self, quote: &str, object_type: &str, id: &str) -> Reply {
        let target =
            format!("/crm/v4/objects/quotes/{quote}/associations/default/{object_type}/{id}");
        self.ask("PUT", &target, &json!({})).await
    }

    async fn dissociate(&self, quote: &str, object_type: &str, id: &str) -> Reply {
        let target = format!("/crm/v4/objects/quotes/{quote}/associations/{object_type}/{id}");
        self.ask("DELETE", &target, &json!({})).await
    }

    async fn take(&mut self, step: &Step) {
        self.steps += 1;
        let place = format!("{step:?}");
        match *step {
            Step::Status(quote, status) => self.change(&place, quote, Some(status), None).await,
            Step::Title(quote, title) => self.change(&place, quote, None, Some(title)).await,
            Step::StatusAndTitle(quote, status, title) => {
                self.change(&place, quote, Some(status), Some(title)).await;
            }
            Step::AddDeal(quote, deal) => {
                let reply = self
                    .associate(&self.quotes[quote].id, "deals", &self.deals[deal])
                    .await;
                let known = &mut self.quotes[quote];
                let expected = match known.deal {
                    _ if known.is_published() => Err("LOCKED"),
                    Some(other) if other != deal => Err("ALREADY_ASSOCIATED"),
                    _ => Ok(()),
                };
                check(&reply, expected, &place);
                if expected.is_ok() {
                    known.deal = Some(deal);
                }
            }
            Step::RemoveDeal(quote) => {
                let deal = self.quotes[quote].deal.unwrap_or_default();
                let reply = self
                    .dissociate(&self.quotes[quote].id, "deals", &self.deals[deal])
                    .await;
                let known = &mut self.quotes[quote];
                let expected = unlocked(known);
                check(&reply, expected, &place);
                if expected.is_ok() {
                    known.deal = None;
                }
            }
            Step::AddTemplate(quote, is_legacy) => {
                let template = self.templates[usize::from(is_legacy)].clone();
                let reply = self
                    .associate(&self.quotes[quote].id, "quote_template", &template)
                    .await;
                let known = &mut self.quotes[quote];
                let expected = if known.is_published() {
                    Err("LOCKED")
                } else if known
                    .template
                    .as_ref()
                    .is_some_and(|known| *known != template)
                {
                    Err("ALREADY_ASSOCIATED")
                } else if is_legacy {
                    Err("UNSUPPORTED_QUOTE_TEMPLATE")
                } else {
                    Ok(())
                };
                check(&reply, expected, &place);
                if expected.is_ok() {
                    known.template = Some(template);
                }
            }
            Step::RemoveTemplate(quote) => {
                let reply = self
                    .dissociate(&self.quotes[quote].id, "quote_template", "4001")
                    .await;
                let known = &mut self.quotes[quote];
                let expected = unlocked(known);
                check(&reply, expected, &place);
                if expected.is_ok() {
                    known.template = None;
                }
            }
            Step::AddLine(quote, price, quantity, percent) => {
                let properties = json!({ "name": "Line", "price": cents(price),
                    "quantity": quantity, "hs_discount_percentage": percent });
                let id = self.make("line_items", properties).await;
                let reply = self
                    .associate(&self.quotes[quote].id, "line_items", &id)
                    .await;
                let known = &mut self.quotes[quote];
                let expected = unlocked(known);
                check(&reply, expected, &place);
                if expected.is_ok() {
                    known.lines.push(Line {
                        id,
                        price,
                        quantity,
                        percent,
                    });
                }
            }
            Step::ChangeLine(quote, price) => {
                let Some(line) = self.quotes[quote].lines.first().cloned() else {
                    return;
                };
                let reply = self
                    .patch("line_items", &line.id, json!({ "price": cents(price) }))
                    .await;
                let known = &mut self.quotes[quote];
                let expected = unlocked(known);
                check(&reply, expected, &place);
                if expected.is_ok() {
                    known.lines[0].price = price;
                }
            }
            Step::RemoveLine(quote) => {
                let Some(line) = self.quotes[quote].lines.first().cloned() else {
                    return;
                };
                let reply = self
                    .dissociate(&self.quotes[quote].id, "line_items", &line.id)
                    .await;
                let known = &mut self.quotes[quote];
                let expected = unlocked(known);
                check(&reply, expected, &place);
                if expected.is_ok() {
                    known.lines.remove(0);
                }
            }
            Step::Adjust(quote, kind, is_percent, value, order) => {
                let properties = json!({ "hs_label": "Adjustment", "hs_value": value,
                    "hs_type": if is_percent { "PERCENT" } else { "FIXED" },
                    "hs_sort_order": order });
                let id = self.make(KINDS[kind], properties).await;
                let reply = self
                    .associate(&self.quotes[quote].id, KINDS[kind], &id)
                    .await;
                let known = &mut self.quotes[quote];
                let expected = unlocked(known);
                check(&reply, expected, &place);
                if expected.is_ok() {
                    known.adjustments[kind].push((is_percent, value, order));
                }
            }
            Step::Delete(quote) => {
                let target = format!("/crm/v3/objects/quotes/{}", self.quotes[quote].id);
                let reply = self.ask("DELETE", &target, &json!({})).await;
                let expected = if self.quotes[quote].is_published() {
                    Err("PUBLISHED_QUOTE_CANNOT_BE_DELETED")
                } else {
                    Ok(())
                };
                check(&reply, expected, &place);
                if expected.is_ok() {
                    self.quotes[quote] = self.new_quote().await;
                }
            }
        }
    }

    async fn change(&mut self, place: &str, quote: usize, to: Option<usize>, title: Option<u8>) {
        let mut properties = json!({});
        if let Some(to) = to {
            properties["hs_status"] = STATUSES[to].into();
        }
        if let Some(title) = title {
            properties["hs_title"] = title.to_string().into();
        }
        let known = &self.quotes[quote];
        let title = title.map(|title| title.to_string());
        let changes_title = title.as_ref().is_some_and(|title| *title != known.title);
        let expected = known.patch(to, changes_title);
        let reply = self.patch("quotes", &known.id, properties).await;
        check(&reply, expected, place);
        if expected.is_ok() {
            let known = &mut self.quotes[quote];
            known.status = to.or(known.status);
            known.title = title.unwrap_or_else(|| known.title.clone());
            known.was_published |= known.is_published();
        }
    }

    /// What each quote is, as the emulator answers it and as the model has it.
    async fn compare(&self, step: &Step) {
        for known in &self.quotes {
            let target = format!(
                "/crm/v3/objects/quotes/{}?properties=hs_title,hs_status,hs_locked,\
                 hs_quote_amount,hs_quote_link,hs_currency",
                known.id
            );
            let read = self.ask("GET", &target, &json!({})).await.json();
            let properties = &read["properties"];
            let locked = match (known.is_published(), known.was_published) {
                (true, _) => json!("true"),
                (false, true) => json!("false"),
                (false, false) => Value::Null,
            };
            let status = known.status.map(|status| STATUSES[status]);
            assert_eq!(properties["hs_title"], known.title, "{step:?}");
            assert_eq!(properties["hs_status"], json!(status), "{step:?}");
            assert_eq!(properties["hs_locked"], locked, "{step:?}");
            assert_eq!(
                properties["hs_quote_link"].is_string(),
                known.is_published(),
                "{step:?}"
            );
            let amount = properties["hs_quote_amount"].as_str().unwrap_or("0");
            assert_eq!(amount, cents(known.amount()), "{step:?} {known:?}");
        }
    }
}

fn unlocked(quote: &Quote) -> Result<(), &'static str> {
    if quote.is_published() {
        Err("LOCKED")
    } else {
        Ok(())
    }
}

/// Cents as a decimal without padding.
fn cents(cents: i64) -> String {
    let text = format!("{}.{:02}", cents / 100, cents % 100);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn check(reply: &Reply, expected: Result<(), &str>, place: &str) {
    match expected {
        Ok(()) => assert_eq!(reply.status, 200, "{place} {}", reply.text),
        Err(code) => {
            assert_eq!(reply.status, 400, "{place} {}", reply.text);
            let error = reply.json();
            assert_eq!(error["errors"][0]["code"], code, "{place} {}", reply.text);
        }
    }
}

#[test]
fn random_sequences_do_what_the_model_does() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    let variable = std::env::var("PROPTEST_CASES").ok();
    let chosen: Option<u32> = variable.and_then(|cases| cases.parse().ok());
    let is_long = chosen.is_none() && std::env::var("TEST_ALL").is_ok_and(|all| all == "1");
    let cases = chosen.unwrap_or(if is_long { MANY_CASES } else { CASES });
    let mut runner = TestRunner::new(Config {
        cases,
        failure_persistence: None,
        ..Config::default()
    });
    let counted = std::cell::Cell::new(0_u64);
    let outcome = runner.run(&steps(), |steps| {
        runtime.block_on(async {
            let mut world = World::new().await;
            for step in &steps {
                world.take(step).await;
                world.compare(step).await;
            }
            counted.set(counted.get() + world.steps);
        });
        Ok(())
    });
    let taken = counted.get();

    if let Err(error) = outcome {
        panic!("{error}");
    }
    assert!(taken >= u64::from(cases) * 20, "{taken}");
    assert!(!is_long || taken >= 100_000, "{taken}");
    println!("{taken} steps");
}

const CASES: u32 = 20;

/// A sequence has 50 steps on average: of so many, the sum is above 100,000 by far more
/// than chance takes away.
const MANY_CASES: u32 = 2200;
