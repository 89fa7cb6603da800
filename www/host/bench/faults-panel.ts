import type { StoreMethod } from "calling-widget-sdk/host";

import { h, fill, setAttribute, setText } from "../../shared/dom";
import type { Store } from "../../shared/store";
import type { PageState } from "../state/page";
import type { Panel } from "./dock";
import { FATES, HOST_TYPES, WIDGET_TYPES, milliseconds, type Callers, type Faults } from "./faults";

/** The requests that can be refused once. */
const REFUSALS = [
  { testId: "fail-create", label: "Creation", method: "createEngagement", title: "Creating the engagement" },
  { testId: "fail-update", label: "Update", method: "completeEngagement", title: "Completing the engagement, with its properties" },
  { testId: "fail-publish", label: "Publishing", method: "publishEngagement", title: "Publishing an engagement that the app owns" },
  { testId: "fail-callerid", label: "Caller id", method: "matchCallerId", title: "Looking the caller up" },
] as const satisfies readonly { testId: string; label: string; method: StoreMethod; title: string }[];

const FATE_LABELS: Readonly<Record<(typeof FATES)[number], string>> = {
  dropped: "is lost",
  delayed: "is late",
  doubled: "comes twice",
  reordered: "comes after the next one",
};

const CALLER_LABELS: Readonly<Record<Callers, string>> = {
  records: "As the records say",
  none: "No match",
  one: "One match",
  several: "Several matches",
};

/** Switches for faults. */
export class FaultsPanel implements Panel {
  readonly id = "faults";
  readonly label = "Faults";
  readonly icon = "alert";
  readonly badge = h("span", { class: "badge", "data-testid": "fault-count", hidden: true });
  readonly element: HTMLElement;
  private readonly result = h("p", { class: "hint", role: "status", "data-testid": "fault-result" });

  /** @param setReady reopens the app with other settings; returns true if it succeeded. */
  constructor(
    private readonly faults: Faults,
    page: Store<PageState>,
    setReady: (isReady: boolean) => Promise<void>,
  ) {
    const notReady = this.toggle("Settings: not ready", "fault-not-ready", () => void setReady(!page.value.settings.isReady), "isReady: false, so the app is shown as in test; it is loaded anew");
    this.element = h(
      "div",
      { class: "faults-panel" },
      this.section("Messages", this.latency(), this.next(), this.armed()),
      this.section("Session", this.session(), h("div", { class: "row" }, notReady), this.result),
      this.section("Records", this.records(), this.callers(), h("div", { class: "row" }, h("button", { type: "button", "data-testid": "fault-clear", onclick: () => this.faults.clear() }, "Switch all faults off"))),
    );
    page.watch(({ settings }) => setAttribute(notReady, "aria-pressed", String(!settings.isReady)));
    faults.store.watch(() => {
      this.badge.hidden = faults.count === 0;
      fill(this.badge, String(faults.count), h("span", { class: "badge-unit" }, " on"));
    });
  }

  private section(title: string, ...parts: HTMLElement[]): HTMLElement {
    return h("section", { class: "faults-section" }, h("h3", {}, title), ...parts);
  }

  private latency(): HTMLElement {
    const field = (name: "toWidgetMs" | "toHostMs", label: string): HTMLElement => {
      const input = h("input", { type: "number", id: `latency-${name}`, min: "0", max: "60000", step: "50", "data-testid": `latency-${name}` });
      input.addEventListener("input", () => this.faults.set({ [name]: milliseconds(input.value) }));
      this.faults.store.watch((state) => {
        if (milliseconds(input.value) !== state[name] || input.value === "") input.value = String(state[name]);
      });
      return h("div", {}, h("label", { class: "label", for: `latency-${name}` }, label), input);
    };
    return h("div", { class: "row fields" }, field("toWidgetMs", "Latency to the widget (ms)"), field("toHostMs", "Latency to the host (ms)"));
  }

  private next(): HTMLElement {
    const type = h(
      "select",
      { id: "fault-type", "data-testid": "fault-type" },
      h("optgroup", { label: "From the widget" }, ...WIDGET_TYPES.map((name) => h("option", { value: name }, name))),
      h("optgroup", { label: "From the host" }, ...HOST_TYPES.map((name) => h("option", { value: name }, name))),
    );
    const fate = h("select", { id: "fault-fate", "data-testid": "fault-fate" }, ...FATES.map((name) => h("option", { value: name }, FATE_LABELS[name])));
    const ms = h("input", { type: "number", id: "fault-ms", min: "0", max: "60000", step: "100", value: "2000", "data-testid": "fault-ms" });
    const wait = h("div", { class: "fault-ms" }, h("label", { class: "label", for: "fault-ms" }, "By (ms)"), ms);
    const draw = (): void => void (wait.hidden = fate.value !== "delayed");
    fate.addEventListener("change", draw);
    draw();
    const form = h(
      "form",
      {
        class: "row fields",
        onsubmit: (event) => {
          event.preventDefault();
          const [wanted, chosen] = [[...WIDGET_TYPES, ...HOST_TYPES].find((name) => name === type.value), FATES.find((name) => name === fate.value)];
          if (wanted !== undefined && chosen !== undefined) this.faults.arm({ type: wanted, fate: chosen, ms: milliseconds(ms.value) });
        },
      },
      h("div", {}, h("label", { class: "label", for: "fault-type" }, "The next message"), type),
      h("div", {}, h("label", { class: "label", for: "fault-fate" }, "What happens to it"), fate),
      wait,
      h("button", { type: "submit", "data-testid": "fault-arm" }, "Set fault"),
    );
    return form;
  }

  private armed(): HTMLElement {
    const list = h("ul", { class: "armed", "aria-label": "Faults that wait for their message", "data-testid": "fault-armed" });
    this.faults.store.watch(({ armed }) => {
      list.hidden = armed.length === 0;
      fill(list, ...armed.map(({ type, fate, ms }) => h("li", {}, h("code", {}, type), ` ${FATE_LABELS[fate]}${fate === "delayed" ? ` by ${ms} ms` : ""}`)));
    });
    return list;
  }

  private session(): HTMLElement {
    const silent = this.toggle("Silence", "fault-silent", () => this.faults.set({ isSilent: !this.faults.store.value.isSilent }), "Messages wait in both directions, and arrive in order when it ends");
    const gone = this.toggle("Host gone", "fault-gone", () => this.faults.set({ isGone: !this.faults.store.value.isGone }), "Messages are lost in both directions");
    this.faults.store.watch(({ isSilent, isGone }) => {
      setAttribute(silent, "aria-pressed", String(isSilent));
      setAttribute(gone, "aria-pressed", String(isGone));
    });
    return h(
      "div",
      { class: "row" },
      silent,
      gone,
      this.deed("Second SYNC", "fault-sync", () => this.faults.syncAgain(), "The host's last SYNC comes once more"),
      this.deed("Log-out", "fault-logout", () => {
        this.faults.logOut();
        return "";
      }, "The host hears LOGGED_OUT, and the app knows nothing of it"),
    );
  }

  private records(): HTMLElement {
    const refusals = REFUSALS.map(({ testId, label, method, title }) => {
      const button = this.toggle(label, testId, () => {
        if (!this.faults.store.value.refused.includes(method)) this.faults.refuse(method);
      }, title);
      return { method, button };
    });
    const hang = this.toggle("Next creation hangs", "fault-hang", () => this.faults.hang(), "The engagement is not answered for until you let it");
    this.faults.store.watch((state) => {
      for (const { method, button } of refusals) setAttribute(button, "aria-pressed", String(state.refused.includes(method)));
      setAttribute(hang, "aria-pressed", String(state.hang !== "off"));
      setText(hang, state.hang === "hanging" ? "Let the creation answer" : "Next creation hangs");
    });
    return h(
      "div",
      {},
      h("p", { class: "label", id: "refusals-label" }, "Let the next one fail"),
      h("div", { class: "row refusals", role: "group", "aria-labelledby": "refusals-label" }, ...refusals.map(({ button }) => button), hang),
    );
  }

  private callers(): HTMLElement {
    const select = h(
      "select",
      { id: "fault-callers", "data-testid": "fault-callers" },
      ...Object.entries(CALLER_LABELS).map(([value, label]) => h("option", { value }, label)),
    );
    select.addEventListener("change", () => this.faults.set({ callers: select.value as Callers }));
    this.faults.store.watch(({ callers }) => void (select.value = callers));
    return h("div", { class: "fault-callers" }, h("label", { class: "label", for: "fault-callers" }, "A caller is found in"), select);
  }

  private toggle(label: string, testId: string, act: () => void, title: string): HTMLButtonElement {
    return h("button", { type: "button", "data-testid": testId, "aria-pressed": "false", title, onclick: act }, label);
  }

  private deed(label: string, testId: string, act: () => string, title: string): HTMLButtonElement {
    return h(
      "button",
      {
        type: "button",
        "data-testid": testId,
        title,
        onclick: () => {
          const problem = act();
          setText(this.result, problem === "" ? `${label}: done.` : `${label}: ${problem}.`);
        },
      },
      label,
    );
  }
}
