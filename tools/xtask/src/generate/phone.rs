//! `pkg/src/generated/phone.ts` and `docs/phone.md`: the rules of `calling-widget-sdk/phone`.

use calling_widget_sdk::phone::{
    CallEvent, END_CAUSES, LineEvent, LineState, LineStep, PhoneCallState, PhoneCode, Step, TAKEN,
    TAKEN_ELSEWHERE, after, line_after, timeline_status,
};
use calling_widget_sdk::protocol::EndStatus;

use super::text::HEADER;

/// The rules as data, for TypeScript.
pub(super) fn text() -> String {
    let header = HEADER.replace("src/protocol", "src/phone");
    let rules: String = PhoneCallState::ALL.iter().map(rules_of).collect();
    let lines: String = LineState::ALL.iter().map(lines_of).collect();
    let statuses: String = EndStatus::NAMES
        .iter()
        .filter_map(|name| Some((name, EndStatus::parse(name)?)))
        .map(|(name, status)| format!("  {name}: {:?},\n", timeline_status(status)))
        .collect();
    format!(
        "// {header}\n\n\
         import type {{ CallSnapshot }} from \"../shared/types.js\";\n\
         import type {{ EndStatus }} from \"./messages.js\";\n\n\
         /** A call's state, from the phone's point of view. */\n\
         export type PhoneCallState =\n{};\n\n\
         /** An event of a call. */\n\
         export type CallEvent =\n{};\n\n\
         /** The reason why a binding ignored or corrected something: a closed list. */\n\
         export type PhoneCode =\n{};\n\n\
         /** The end of a call that nobody answered, in a word; a SIP status is equivalent. */\n\
         export type EndCause =\n{};\n\n\
         /** The state of the user's line. */\n\
         export type LineState =\n{};\n\n\
         /** An event of the line. */\n\
         export type LineEvent =\n{};\n\n\
         /** An order that follows from an event of the line. */\n\
         export type LineStep =\n{};\n\n\
         /** The effects of an event: the next state, the steps, and the code reported. */\n\
         export type Rule = readonly [to: PhoneCallState, steps: readonly (string | number)[], code?: PhoneCode];\n\n\
         /** The rules of a state, by event; a code alone changes nothing. `otherwise` is for all other events. */\n\
         export type Rules = Readonly<Partial<Record<CallEvent, Rule | PhoneCode>> & {{ otherwise: PhoneCode }}>;\n\n\
         /** By state. */\n\
         export const CALL_RULES: Readonly<Record<PhoneCallState, Rules>> = {{\n{rules}}};\n\n\
         /** The states of a call that may go on. */\n\
         export const OPEN_STATES: ReadonlySet<PhoneCallState> = new Set<PhoneCallState>([{}]);\n\n\
         /** The states of a call that was answered, and is this phone's. */\n\
         export const ANSWERED_STATES: ReadonlySet<PhoneCallState> = new Set<PhoneCallState>([{}]);\n\n\
         /** The states in which another window has reported the end that the phone reports. */\n\
         export const TAKEN: ReadonlySet<CallSnapshot[\"state\"]> = new Set<CallSnapshot[\"state\"]>([{}]);\n\n\
         /** The same, where another device took the call. */\n\
         export const TAKEN_ELSEWHERE: ReadonlySet<CallSnapshot[\"state\"]> = new Set<CallSnapshot[\"state\"]>([{}]);\n\n\
         /** By state and event; none where nothing follows. */\n\
         export const LINE_RULES: Readonly<Record<LineState, Readonly<Partial<Record<LineEvent, readonly [to: LineState, ...steps: LineStep[]]>>>>> = {{\n{lines}}};\n\n\
         /** The end of a call that nobody answered, by a number or the letters of a name. */\n\
         export const END_CAUSES: ReadonlyMap<unknown, End> = new Map<unknown, End>(\n  ([\n{}  ] as const).flatMap(([end, ...keys]) => keys.map((key) => [key, end])),\n);\n\n\
         /** An end: its cause, the status sent to the host, and the code reported with it. */\n\
         export type End = readonly [cause: EndCause, status: EndStatus, code?: PhoneCode];\n\n\
         /** The property `hs_call_status`, by end status. */\n\
         export const TIMELINE_STATUS: Readonly<Record<EndStatus, string>> = {{\n{statuses}}};\n",
        union(PhoneCallState::ALL.iter().map(|each| each.as_str())),
        union(CallEvent::ALL.iter().map(|each| each.as_str())),
        codes(),
        union(END_CAUSES.iter().map(|each| each.word)),
        union(LineState::ALL.iter().map(|each| each.as_str())),
        union(LineEvent::ALL.iter().map(|each| each.as_str())),
        union(LineStep::ALL.iter().map(|each| each.as_str())),
        names(
            PhoneCallState::ALL
                .iter()
                .filter(|state| state.is_open())
                .map(|state| state.as_str())
        ),
        names(
            PhoneCallState::ALL
                .iter()
                .filter(|state| state.is_answered())
                .map(|state| state.as_str())
        ),
        names(TAKEN.iter().copied()),
        names(TAKEN_ELSEWHERE.iter().copied()),
        causes(),
    )
}

/// The page: a template with the tables inserted.
pub(super) fn page() -> String {
    let causes: String = END_CAUSES
        .iter()
        .map(|row| {
            let numbers = row.q850.iter().map(ToString::to_string);
            let names = row.names.iter().map(|name| format!("`{name}`"));
            format!(
                "| `\"{}\"` | `{}` | {} | {} |\n",
                row.word,
                row.status.as_str(),
                row.source,
                numbers.chain(names).collect::<Vec<_>>().join(", "),
            )
        })
        .collect();
    TEMPLATE
        .replace("{{header}}", &HEADER.replace("src/protocol", "src/phone"))
        .replace("{{rules}}", rows_of_page().trim_end())
        .replace("{{causes}}", causes.trim_end())
}

/// Effects of the phone's and the host's events: a line for each outcome, with its states and
/// events. Faults have a code, and events that leave a call's state unchanged have no line.
fn rows_of_page() -> String {
    let mut rows: Vec<(Vec<&str>, Vec<&str>, String)> = Vec::new();
    for &state in PhoneCallState::ALL {
        let mut own: Vec<(Vec<&str>, String)> = Vec::new();
        for &event in CallEvent::ALL {
            let rule = after(state, event);
            let steps: Vec<String> = rule
                .steps
                .iter()
                .filter(|step| !matches!(step, Step::Await(_) | Step::SoundLost | Step::UntilSound))
                .map(|step| step.name())
                .collect();
            if rule.code.is_some()
                || matches!(
                    event,
                    CallEvent::Left | CallEvent::Taken | CallEvent::Lost | CallEvent::Completed
                )
                || rule.to == state
            {
                continue;
            }
            let colon = if steps.is_empty() { "" } else { ": " };
            let outcome = format!("`{}`{colon}{}", rule.to.as_str(), steps.join(", "))
                .replace(", complete", "");
            match own.iter_mut().find(|(_, other)| *other == outcome) {
                Some((events, _)) => events.push(event.as_str()),
                None => own.push((vec![event.as_str()], outcome)),
            }
        }
        for (events, outcome) in own {
            match rows
                .iter_mut()
                .find(|(_, of, other)| *of == events && *other == outcome)
            {
                Some((states, ..)) => states.push(state.as_str()),
                None => rows.push((vec![state.as_str()], events, outcome)),
            }
        }
    }
    rows.into_iter()
        .map(|(states, events, outcome)| {
            format!(
                "- `{}`: {} → {outcome}\n",
                states.join("`, `"),
                events.join(", ")
            )
        })
        .collect()
}

fn rules_of(state: &PhoneCallState) -> String {
    let rules: Vec<_> = CallEvent::ALL
        .iter()
        .map(|event| (event.as_str(), rule_of(*state, *event)))
        .collect();
    let codes = || rules.iter().filter(|(_, rule)| rule.starts_with('"'));
    let count = |code: &str| codes().filter(|(_, other)| other == code).count();
    let otherwise = codes()
        .map(|(_, code)| code.as_str())
        .max_by_key(|code| (count(code), *code))
        .unwrap_or_default();
    let rows: String = rules
        .iter()
        .filter(|(_, rule)| rule != otherwise)
        .map(|(event, rule)| format!("    {event}: {rule},\n"))
        .collect();
    let name = state.as_str();
    format!("  {name}: {{\n{rows}    otherwise: {otherwise},\n  }},\n")
}

/// A rule in TypeScript: its code, where it changes nothing.
fn rule_of(state: PhoneCallState, event: CallEvent) -> String {
    let rule = after(state, event);
    let code = rule.code.map(|code| format!("{:?}", code.as_str()));
    if rule.to == state
        && rule.steps.is_empty()
        && let Some(code) = code
    {
        return code;
    }
    let steps: Vec<String> = rule.steps.iter().map(step).collect();
    let code = code.map_or(String::new(), |code| format!(", {code}"));
    format!("[{:?}, [{}]{code}]", rule.to.as_str(), steps.join(", "))
}

fn step(step: &Step) -> String {
    match step {
        Step::Await(ms) => ms.to_string(),
        step => format!("{:?}", step.name()),
    }
}

fn lines_of(state: &LineState) -> String {
    let rows: String = LineEvent::ALL
        .iter()
        .map(|event| (event, line_after(*state, *event)))
        .filter(|(_, (to, steps))| to != state || !steps.is_empty())
        .map(|(event, (to, steps))| {
            let words: Vec<String> = [to.as_str()]
                .into_iter()
                .chain(steps.iter().map(|step| step.as_str()))
                .map(|word| format!("{word:?}"))
                .collect();
            format!("    {}: [{}],\n", event.as_str(), words.join(", "))
        })
        .collect();
    format!("  {}: {{\n{rows}  }},\n", state.as_str())
}

fn causes() -> String {
    let letters = |name: &str| {
        let letters = name.chars().filter(char::is_ascii_alphabetic);
        format!("{:?}", letters.collect::<String>().to_lowercase())
    };
    END_CAUSES
        .iter()
        .map(|row| {
            let code = row
                .code
                .map_or(String::new(), |code| format!(", {:?}", code.as_str()));
            let numbers = row.sip.iter().chain(row.q850).map(ToString::to_string);
            let names = [row.word].into_iter().chain(row.names.iter().copied());
            let keys: Vec<_> = numbers.chain(names.map(letters)).collect();
            let status = row.status.as_str();
            format!(
                "    [[{:?}, {status:?}{code}], {}],\n",
                row.word,
                keys.join(", ")
            )
        })
        .collect()
}

/// Each code with its meaning, for the hover.
fn codes() -> String {
    PhoneCode::ALL
        .iter()
        .map(|code| format!("  /** {} */\n  | {:?}", code.doc().trim(), code.as_str()))
        .collect::<Vec<_>>()
        .join("\n")
}

fn names<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names
        .map(|name| format!("{name:?}"))
        .collect::<Vec<_>>()
        .join(", ")
}

fn union<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names
        .map(|name| format!("  | {name:?}"))
        .collect::<Vec<_>>()
        .join("\n")
}

const TEMPLATE: &str = include_str!("phone.template.md");
