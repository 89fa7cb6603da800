import { CALL_TRANSITIONS, HOST_TRANSITIONS, type CallingHost } from "calling-widget-sdk/host";

import { h, fill, setText } from "../../shared/dom";
import type { Store } from "../../shared/store";
import type { PageState } from "../state/page";
import type { Panel } from "./dock";
import { Machine } from "./machine";

type Call = CallingHost["calls"][number];

/** The states of the session and of each open call, with the host's data of its calls. */
export class StatesPanel implements Panel {
  readonly id = "states";
  readonly label = "States";
  readonly icon = "states";
  readonly element: HTMLElement;
  private readonly session = new Machine(SESSION_PLACES, HOST_TRANSITIONS, "The session");
  private readonly machines = h("div", { class: "state-calls" });
  private readonly rows = h("tbody");
  private readonly none = h("p", { class: "empty" }, "No calls yet.");
  private readonly table: HTMLElement;
  private readonly counts = h("dl", { class: "counts", "data-testid": "host-counts" });
  private drawn: { call: Machine; title: HTMLElement; element: HTMLElement }[] = [];
  private isShown = false;

  constructor(
    private readonly store: Store<PageState>,
    private readonly hostOf: () => CallingHost | undefined,
  ) {
    this.table = h(
      "div",
      { class: "table-scroller", tabindex: "0", role: "group", "aria-label": "Calls" },
      h(
        "table",
        { class: "calls", "data-testid": "calls" },
        h("thead", {}, h("tr", {}, ...COLUMNS.map((name) => h("th", { scope: "col" }, name)))),
        this.rows,
      ),
    );
    this.element = h(
      "div",
      { class: "states" },
      h("section", { "aria-labelledby": "states-session" }, h("h3", { id: "states-session" }, "Session"), this.session.element),
      h("section", { "aria-labelledby": "states-calls" }, h("h3", { id: "states-calls" }, "Open calls"), this.machines),
      h("section", { "aria-labelledby": "states-list" }, h("h3", { id: "states-list" }, "Calls as the host sees them"), this.none, this.table),
      h("section", { "aria-labelledby": "states-counts" }, h("h3", { id: "states-counts" }, "What the host refused or noted"), this.counts),
    );
    store.watch((state) => {
      if (this.isShown) this.draw(state);
    });
  }

  visibilityChanged(isShown: boolean): void {
    this.isShown = isShown;
    if (isShown) this.draw(this.store.value);
  }

  private draw({ hostState, calls }: PageState): void {
    this.session.light(hostState);
    const open = calls.filter(({ state }) => state !== "completed" && state !== "transferred");
    // Without a call the picture still shows the states of calls.
    const pictured: (Call | undefined)[] = open.length === 0 ? [undefined] : open;
    while (this.drawn.length < pictured.length) {
      const call = new Machine(CALL_PLACES, CALL_TRANSITIONS, "The call");
      const title = h("p", { class: "hint" });
      this.drawn.push({ call, title, element: h("div", { "data-testid": "call-machine" }, title, call.element) });
    }
    this.drawn.length = pictured.length;
    for (const [at, { call, title }] of this.drawn.entries()) {
      const snapshot = pictured[at];
      setText(title, snapshot === undefined ? "None is open." : `${nameOf(snapshot)}, ${snapshot.direction}${snapshot.isCutOff ? ", cut off by a reload" : ""}`);
      call.light(snapshot?.state);
    }
    fill(this.machines, ...this.drawn.map(({ element }) => element));
    this.none.hidden = calls.length > 0;
    this.table.hidden = calls.length === 0;
    fill(
      this.rows,
      ...[...calls].reverse().map((call) =>
        h(
          "tr",
          { "data-state": call.state },
          ...[nameOf(call), call.direction, call.isCutOff ? `${call.state}, cut off` : call.state, call.callEndStatus ?? "", String(call.engagementId ?? ""), call.engagement].map((text) => h("td", {}, text)),
        ),
      ),
    );
    this.drawCounts();
  }

  private drawCounts(): void {
    const counts = Object.entries(this.hostOf()?.diagnostics().counts ?? {});
    const look = JSON.stringify(counts);
    if (this.counts.dataset["look"] === look) return;
    this.counts.dataset["look"] = look;
    if (counts.length === 0) fill(this.counts, h("div", {}, h("dt", {}, "Nothing"), h("dd", {}, "0")));
    else fill(this.counts, ...counts.map(([code, count]) => h("div", {}, h("dt", {}, code), h("dd", { class: "digits" }, String(count)))));
  }
}

function nameOf({ externalCallId }: Call): string {
  return externalCallId ?? "no id yet";
}

const COLUMNS = ["externalCallId", "Direction", "State", "How it ended", "Engagement", "Its state"];

/** The positions of the states in the picture, in columns and rows. */
const SESSION_PLACES = {
  loading: [0, 0],
  syncing: [1, 0],
  connected: [2, 0],
  initialized: [3, 0],
  failed: [1, 1],
} as const;

const CALL_PLACES = {
  requested: [0, 0],
  dialing: [1, 0],
  ringing: [1, 1],
  connected: [2, 0],
  ended: [3, 0],
  transferred: [3, 1],
  completed: [4, 0],
} as const;
