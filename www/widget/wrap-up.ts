import { DISPOSITIONS } from "../shared/dispositions";
import { h } from "../shared/dom";
import { formatDuration } from "../shared/duration";
import { formatNumber } from "../shared/numbers";
import { elsewhereHint } from "./in-call";
import { WORDS, defaultWrapUp } from "./outcome";
import type { Phone } from "./phone";
import { farNumber, talkTimeMs, type PhoneCall } from "./state";
import type { View } from "./view";

/** Values of `hs_call_status` that a finished call may have. */
const STATUSES = ["COMPLETED", "BUSY", "NO_ANSWER", "CANCELED", "FAILED"] as const;

/** The form after a call: notes and outcome. */
export function wrapUpView(phone: Phone, call: PhoneCall): View {
  const start = defaultWrapUp(call);
  const elsewhere = elsewhereHint();
  const title = h("input", { id: "wrap-title", value: start.title, "data-testid": "sp-title", autocomplete: "off" });
  const notes = h("textarea", { id: "wrap-notes", rows: 4, "data-testid": "sp-notes", placeholder: "What was said" });
  const status = h(
    "select",
    { id: "wrap-status", "data-testid": "sp-outcome" },
    ...STATUSES.map((value) => h("option", { value, selected: value === start.status }, WORDS[value])),
  );
  const disposition = h(
    "select",
    { id: "wrap-disposition", "data-testid": "sp-disposition" },
    h("option", { value: "" }, "None"),
    ...[...DISPOSITIONS].map(([value, label]) => h("option", { value }, label)),
  );
  const keepOpen = h("input", { type: "checkbox", id: "wrap-keep", "data-testid": "sp-keep" });
  const publish = h("input", { type: "checkbox", id: "wrap-publish", "data-testid": "sp-publish" });
  const element = h(
    "form",
    {
      class: "screen wrap-up",
      onsubmit: (event) => {
        event.preventDefault();
        phone.save({
          title: title.value,
          notes: notes.value,
          status: status.value,
          disposition: disposition.value,
          keepOpen: keepOpen.checked,
          publish: publish.checked,
        });
      },
    },
    h("h1", {}, call.callers[0]?.name ?? formatNumber(farNumber(call))),
    h("p", { class: "hint" }, `${WORDS[call.endStatus ?? "COMPLETED"]} · ${formatDuration(talkTimeMs(call, Date.now()))}`),
    elsewhere.element,
    h("label", { class: "label", for: "wrap-title" }, "Title"),
    title,
    h("label", { class: "label", for: "wrap-notes" }, "Notes"),
    notes,
    h(
      "div",
      { class: "halves" },
      h("div", {}, h("label", { class: "label", for: "wrap-status" }, "Status"), status),
      h("div", {}, h("label", { class: "label", for: "wrap-disposition" }, "Outcome"), disposition),
    ),
    h(
      "div",
      { class: "halves" },
      h("label", { class: "check", for: "wrap-keep" }, keepOpen, "Keep open"),
      h("label", { class: "check", for: "wrap-publish", title: "Ask the CRM to publish the call (finalizeEngagement)" }, publish, "Publish"),
    ),
    h("button", { type: "submit", class: "primary wide", "data-testid": "sp-save" }, "Save call"),
  );
  return {
    element,
    update(state) {
      elsewhere.update(state);
    },
  };
}
