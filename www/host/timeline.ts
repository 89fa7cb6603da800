import type { EngagementRecord } from "calling-widget-sdk/host";

import { h, fill, setAttribute } from "../shared/dom";
import { DISPOSITIONS } from "../shared/dispositions";
import { formatDuration } from "../shared/duration";
import { icon } from "../shared/icons";
import { formatNumber } from "../shared/numbers";
import type { Account } from "./account";
import { EventItems, type TimelineEvent } from "./events";
import type { DemoRecords } from "./emulator-records";
import { poll } from "./poll";
import { coordinatesOf, type Activity, type DemoRecord } from "./records";
import type { PageState } from "./state/page";
import type { Store } from "../shared/store";

/** Draws the record's timeline, newest first: its calls, events of apps, and the demo's earlier activities. */
export function mountTimeline(root: HTMLElement, store: Store<PageState>, { records, eventsOf }: Account): void {
  const list = h("ol", { class: "timeline", "data-testid": "timeline" });
  const empty = h("p", { class: "empty" }, "No calls yet. Pick a number of the record to make one.");
  const all = h("input", { type: "checkbox", id: "timeline-all", "data-testid": "timeline-all" });
  const drawn = new Map<number, { item: HTMLElement; key: string }>();
  const eventItems = new EventItems(timeOf);
  let events: { record: DemoRecord; list: readonly TimelineEvent[] } | undefined;
  const head = h(
    "header",
    { class: "card-head" },
    h(
      "div",
      {},
      h("h2", { id: "timeline-title" }, "Timeline"),
      h("p", { class: "hint", "data-testid": "storage", title: "A reload shows the same calls again." }, "Stored in the emulator"),
    ),
    h("label", { class: "check", for: "timeline-all" }, all, "All records"),
  );
  fill(root, head, empty, list);

  const draw = (state: PageState): void => {
    const engagements = all.checked ? [...records.engagements] : engagementsOn(state.record, records);
    engagements.sort((a, b) => b.startedAt - a.startedAt || b.id - a.id);
    const calls = engagements.map((engagement) => ({ at: engagement.startedAt, item: reuse(drawn, engagement, callStateOf(state, engagement)) }));
    const listed = all.checked || events?.record !== state.record ? [] : events.list;
    const others = [
      ...listed.map((event) => ({ at: event.timestamp, item: eventItems.item(event) })),
      ...(all.checked ? [] : state.record.activities).map((activity) => ({ at: activity.at, item: activityItem(activity) })),
    ];
    empty.hidden = engagements.length > 0;
    fill(list, ...[...calls, ...others].sort((a, b) => b.at - a.at).map(({ item }) => item));
  };
  /** Requests the record's events; failed requests are repeated. */
  const ask = async (): Promise<void> => {
    const { record } = store.value;
    try {
      const list = await eventsOf(record);
      if (store.value.record !== record) return;
      events = { record, list };
      draw(store.value);
    } catch {
      // The emulator is away for a moment, or for good: the view stays.
    }
  };
  poll(ask);
  all.addEventListener("change", () => draw(store.value));
  let seen: readonly [DemoRecord, number] | undefined;
  store.watch((state) => {
    if (seen?.[0] === state.record && seen[1] === state.revision) return;
    if (seen?.[0] !== state.record) void ask();
    seen = [state.record, state.revision];
    draw(state);
  });
}

/**
 * The engagements of a record. A call gets its associations on completion, so an open one is
 * shown on the records with one of its numbers.
 */
function engagementsOn(record: DemoRecord, records: DemoRecords): EngagementRecord[] {
  const own = records.engagementsOf(coordinatesOf(record));
  const numbers = record.numbers.map((entry) => entry.number);
  const open = records.engagements.filter(
    (engagement) =>
      engagement.associations.length === 0 &&
      !own.some((other) => other.id === engagement.id) &&
      numbers.includes(farNumber(engagement)),
  );
  return [...own, ...open];
}

/** Keeps the element of an unchanged engagement, so that focus and selection survive. */
function reuse(
  drawn: Map<number, { item: HTMLElement; key: string }>,
  engagement: EngagementRecord,
  callState: string,
): HTMLElement {
  const key = callState + JSON.stringify(engagement);
  const known = drawn.get(engagement.id);
  if (known?.key === key) return known.item;
  const item = known?.item ?? h("li", { class: "entry call", "data-testid": "timeline-item" });
  drawn.set(engagement.id, { item, key });
  drawEngagement(item, engagement, callState);
  return item;
}

function drawEngagement(item: HTMLElement, engagement: EngagementRecord, callState: string): void {
  const { properties } = engagement;
  const status = engagement.callEndStatus ?? properties["hs_call_status"] ?? "";
  const inbound = engagement.direction === "INBOUND";
  const durationMs = Number(properties["hs_call_duration"]);
  const disposition = properties["hs_call_disposition"];
  const notes = properties["hs_call_body"];
  setAttribute(item, "data-engagement-id", String(engagement.id));
  setAttribute(item, "data-state", engagement.onTimeline ? "completed" : callState === CUT_OFF ? "cut-off" : "open");
  setAttribute(item, "data-direction", engagement.direction);
  setAttribute(item, "data-status", status);
  fill(
    item,
    h("span", { class: "entry-mark" }, icon(inbound ? "arrowIn" : "arrowOut")),
    h(
      "div",
      { class: "entry-body" },
      h(
        "div",
        { class: "entry-head" },
        h("h3", {}, properties["hs_call_title"] ?? `${inbound ? "Inbound" : "Outbound"} call`),
        timeOf(engagement.startedAt),
      ),
      engagement.onTimeline ? null : h("p", { class: "entry-open" }, callState),
      h(
        "p",
        { class: "entry-facts" },
        h("span", {}, inbound ? "Inbound" : "Outbound"),
        status === "" ? null : h("span", { class: "tag", "data-status": status }, words(status)),
        Number.isFinite(durationMs) ? h("span", { class: "digits" }, formatDuration(durationMs)) : null,
        disposition === undefined ? null : h("span", {}, DISPOSITIONS.get(disposition) ?? disposition),
      ),
      notes === undefined || notes === "" ? null : h("p", { class: "entry-notes" }, notes),
      h(
        "p",
        { class: "hint digits entry-numbers" },
        h("span", {}, readable(engagement.fromNumber)),
        " to ",
        h("span", {}, readable(engagement.toNumber)),
        ` · no. ${engagement.id}`,
        engagement.owner === "app" ? " · kept by the app" : "",
        engagement.published ? " · published to the channel" : "",
      ),
    ),
  );
}

/** The host's state of the call of an engagement that is not on the timeline. */
function callStateOf({ calls }: PageState, engagement: EngagementRecord): string {
  if (engagement.onTimeline) return "";
  const call = calls.find((other) => Number(other.engagementId) === engagement.id);
  if (call === undefined || call.isCutOff) return CUT_OFF;
  return `${words(CALL_STATES[call.state] ?? call.state)}, not on the timeline until it is completed`;
}

/** The page or the widget was reloaded, and no message about the call has come since. */
const CUT_OFF = "Cut off by a reload; not on the timeline";

const CALL_STATES: Readonly<Record<string, string>> = { dialing: "dialling", connected: "in progress" };

function activityItem(activity: Activity): HTMLElement {
  return h(
    "li",
    { class: "entry" },
    h("span", { class: "entry-mark" }, icon("note")),
    h(
      "div",
      { class: "entry-body" },
      h("div", { class: "entry-head" }, h("h3", {}, activity.title), timeOf(activity.at)),
      h("p", { class: "hint" }, activity.text),
    ),
  );
}

function timeOf(at: number): HTMLElement {
  const date = new Date(at);
  const today = new Date().toDateString() === date.toDateString();
  const time = date.toLocaleTimeString("en", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  const text = today ? `Today ${time}` : `${date.toLocaleDateString("en", { day: "numeric", month: "short" })}, ${time}`;
  return h("time", { class: "hint digits", datetime: date.toISOString() }, text);
}

function farNumber(engagement: EngagementRecord): string {
  return (engagement.direction === "INBOUND" ? engagement.fromNumber : engagement.toNumber) ?? "";
}

function readable(number: string | undefined): string {
  return number === undefined || number === "" ? "unknown" : formatNumber(number);
}

/** `NO_ANSWER` becomes `No answer`. */
function words(constant: string): string {
  const lower = constant.toLowerCase().replaceAll("_", " ");
  return lower.charAt(0).toUpperCase() + lower.slice(1);
}
