import type { StoreMethod } from "calling-widget-sdk/host";

import { h, fill, setAttribute, setText } from "../shared/dom";
import type { DemoRecords } from "./kept-records";
import type { Connection } from "./state/connection";
import type { PageState } from "./state/page";
import type { Store } from "../shared/store";

/** The faults to arm: what fails, and the message that shows it has. */
const FAULTS = [
  {
    testId: "fail-create",
    label: "Creation",
    method: "createEngagement",
    title: "Creating the engagement",
    type: "CREATE_ENGAGEMENT_FAILED",
  },
  {
    testId: "fail-update",
    label: "Update",
    method: "updateEngagement",
    title: "Applying the engagement's properties",
    type: "UPDATE_ENGAGEMENT_FAILED",
  },
  {
    testId: "fail-publish",
    label: "Publishing",
    method: "publishEngagement",
    title: "Publishing an engagement that the app owns",
    type: "PUBLISH_TO_CHANNEL_FAILED",
  },
  {
    testId: "fail-callerid",
    label: "Caller id",
    method: "matchCallerId",
    title: "Looking the caller up",
    type: "CALLER_ID_MATCH_FAILED",
  },
] as const satisfies readonly { testId: string; label: string; method: StoreMethod; title: string; type: string }[];

/** Draws the card of things a host may do on its own. */
export class HostActions {
  private readonly faults: { type: string; button: HTMLButtonElement }[];

  constructor(root: HTMLElement, store: Store<PageState>, connection: Connection, records: DemoRecords) {
    const result = h("p", { class: "hint", "aria-live": "polite", "data-testid": "action-result" });
    const endCall = h(
      "button",
      {
        type: "button",
        class: "danger",
        "data-testid": "end-call",
        onclick: () => {
          const outcome = connection.host?.endCall();
          setText(result, outcome === undefined || outcome.sent ? "" : `Not sent: ${outcome.message}`);
        },
      },
      "End call",
    );
    this.faults = FAULTS.map(({ testId, label, method, title, type }) => {
      const button = h("button", { type: "button", "data-testid": testId, "aria-pressed": "false", title }, label);
      button.addEventListener("click", () => {
        records.failNext(method, `${label}: refused by the demo's fault switch`);
        setAttribute(button, "aria-pressed", "true");
      });
      return { type, button };
    });
    fill(
      root,
      h("header", { class: "card-head" }, h("h2", { id: "actions-title" }, "Host actions")),
      h("div", { class: "row" }, endCall, h("span", { class: "hint" }, "asks the app to hang up")),
      result,
      h("p", { class: "label", id: "faults-label" }, "Let the next one fail"),
      h("div", { class: "row faults", role: "group", "aria-labelledby": "faults-label" }, ...this.faults.map(({ button }) => button)),
    );
    store.watch((state) => {
      endCall.disabled = !state.hasActiveCall;
    });
  }

  /** Releases a fault's button once its message has gone out. */
  sent(type: string): void {
    const finalize = type === "FINALIZE_ENGAGEMENT_FAILED" ? "PUBLISH_TO_CHANNEL_FAILED" : type;
    for (const fault of this.faults) if (fault.type === finalize) setAttribute(fault.button, "aria-pressed", "false");
  }
}
