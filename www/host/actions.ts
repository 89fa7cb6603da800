import { h, fill, setText } from "../shared/dom";
import type { Store } from "../shared/store";
import type { Connection } from "./state/connection";
import type { PageState } from "./state/page";

/** Draws the card of a host's own actions; faults are in the workbench. */
export function mountActions(root: HTMLElement, store: Store<PageState>, connection: Connection): void {
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
  fill(
    root,
    h("header", { class: "card-head" }, h("h2", { id: "actions-title" }, "Host actions")),
    h("div", { class: "row" }, endCall, h("span", { class: "hint" }, "asks the app to hang up")),
    result,
  );
  store.watch((state) => {
    endCall.disabled = !state.hasActiveCall;
  });
}
