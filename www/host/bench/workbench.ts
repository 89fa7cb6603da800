import type { CallingHost } from "calling-widget-sdk/host";

import type { Store } from "../../shared/store";
import { hashOf, placeOf } from "../address";
import { demoSettings, isDemo, scripted } from "../demo";
import { findRecord, type DemoRecord } from "../records";
import type { LogEntry } from "../state/log-entry";
import type { FrameLocation, PageSettings, PageState } from "../state/page";
import { copyButton } from "./copy";
import { Dock } from "./dock";
import { Faults } from "./faults";
import { FaultsPanel } from "./faults-panel";
import { Messages } from "./messages";
import { MessagesPanel } from "./messages-panel";
import type { Scenario } from "./scenarios";
import { ScenariosPanel } from "./scenarios-panel";
import { SecondTab, TabReport } from "./second-tab";
import { Shortcuts } from "./shortcuts";
import { StatesPanel } from "./states";
import { TracePanel } from "./trace-panel";

/** What the workbench asks of the page around it. */
export interface BenchPage {
  host: () => CallingHost | undefined;
  /** Opens the calling app; the page shows what is wrong with the settings. */
  open: (settings: PageSettings, place: FrameLocation) => void;
  /** Asks the user before a call is cut off; true when none is, or the user goes on. */
  mayInterrupt: (title: string, text: string, go: string) => Promise<boolean>;
  /** Unloads the calling app. */
  unload: () => void;
  showRecord: (record: DemoRecord) => void;
  showPhone: () => void;
  /** Clicks the first number of the record; answers why not, or nothing. */
  dial: () => string;
  beginTask: () => void;
  endTask: () => void;
}

/** The workbench for people who build a calling app: messages, states, faults, scenarios. */
export class Workbench {
  readonly faults = new Faults((entry) => this.take(entry));
  private readonly query = new URLSearchParams(location.search);
  private readonly messages = new Messages();
  private readonly secondTab = new SecondTab();
  private readonly report = new TabReport(this.query.get("tab") ?? "");
  private scenario: Scenario | undefined;
  private loading: ReturnType<typeof setTimeout> | undefined;
  private panels: { dock: Dock; messages: MessagesPanel; scenarios: ScenariosPanel } | undefined;

  constructor(private readonly store: Store<PageState>) {}

  /** Another host begins a session. */
  begin(): void {
    this.messages.begin();
  }

  /** A message was posted or accepted, or lost on its way. */
  take(entry: LogEntry): void {
    const number = this.messages.add(entry);
    this.report.take(entry);
    this.panels?.scenarios.take(entry, number);
  }

  /** Adds a note of the host's. */
  note(text: string): void {
    this.messages.note(text);
  }

  /** Draws the drawer, with the faults that the address names switched on. */
  mount(root: HTMLElement, page: BenchPage): void {
    const { store, query, messages, faults } = this;
    const messagesPanel = new MessagesPanel(messages, ({ number }) => new URL(hashOf(store.value.record, number), location.href).href, lookOf(query.get("view")));
    const scenarios = new ScenariosPanel({
      get isDemo() {
        return isDemo(store.value.settings.url);
      },
      state: () => store.value,
      prepare: (scenario) => this.prepare(scenario, page),
      clear: () => {
        page.endTask();
        clearTimeout(this.loading);
        this.secondTab.close();
        // A scenario that was stopped may not have come to load it.
        const { settings, location: place, hostState } = store.value;
        if (hostState === "closed" && place !== "window") page.open(settings, place);
      },
      dial: page.dial,
      reload: () => {
        page.host()?.reload();
        return "";
      },
      beginTask: () => {
        page.beginTask();
        return "";
      },
      openTab: () => {
        if (!this.secondTab.open(this.secondAddress(), (type) => scenarios.takeThere(type))) {
          return "The browser blocked the tab. Allow pop-ups for this page, and run the scenario again.";
        }
        page.unload();
        return "";
      },
      openPhone: () => {
        this.loading = setTimeout(() => this.load(page), LEADS_AFTER_MS);
        return "";
      },
      closeTab: () => {
        this.secondTab.close();
        return "";
      },
      showMessage: (number) => this.showMessage(number),
    });
    store.watch((state) => scenarios.look(state));
    const faultsPanel = new FaultsPanel(faults, store, async (isReady) => {
      const go = await page.mayInterrupt("A call is active. Load the app with other settings?", "The app is loaded anew, and the call is cut off.", "Load app");
      if (go) page.open({ ...store.value.settings, isReady }, store.value.location);
    });
    const link = copyButton("Copy link", () => this.link(), { "data-testid": "bench-link", title: "An address that restores widget, place, faults and scenario" });
    const panels = [messagesPanel, new StatesPanel(store, page.host), faultsPanel, scenarios, new TracePanel(page.host)] as const;
    const dock = new Dock(root, panels, [link, this.shortcuts(link)], query.get("panel") ?? "");
    this.panels = { dock, messages: messagesPanel, scenarios };
    faults.read(query.get("faults") ?? "");
    window.addEventListener("hashchange", () => this.followAddress());
    this.followAddress();
  }

  /** Runs the scenario that the address names. */
  async start(): Promise<void> {
    await this.panels?.scenarios.startById(this.query.get("scenario") ?? "");
  }

  /** Folds the drawer, or opens the panel that is in front. */
  toggle(): void {
    const dock = this.panels?.dock;
    if (dock?.isOpen === true) dock.setOpen(false);
    else dock?.show(dock.panel);
  }

  private async prepare(scenario: Scenario, page: BenchPage): Promise<boolean> {
    const go = await page.mayInterrupt("A call is active. Run the scenario?", "The app is loaded anew, and the call is cut off.", "Run scenario");
    const record = findRecord(...scenario.record);
    if (!go || record === undefined) return false;
    page.showRecord(record);
    this.scenario = scenario;
    if (scenario.secondPhone === undefined) this.load(page);
    return true;
  }

  /** Loads the scenario's phone in its place. */
  private load(page: BenchPage): void {
    const { store, scenario } = this;
    const { settings, location: current, hostState } = store.value;
    if (scenario === undefined) return;
    // A window of its own would load the page without the script.
    const place = scenario.place ?? (current === "window" ? "remote" : current);
    if (isDemo(settings.url)) {
      page.open({ ...settings, url: scripted(settings.url, scenario.phone) }, place);
      // The address of one run is nobody's setting.
      store.set({ settings });
    } else if (place !== current || hostState === "closed") {
      page.open(settings, place);
    }
    page.showPhone();
  }

  /** The page as a second tab has it: the record, and the phone that the scenario wants there. */
  private secondAddress(): URL {
    const { settings, record } = this.store.value;
    const address = new URL(location.href);
    const phone = this.scenario?.secondPhone ?? {};
    for (const name of ["faults", "scenario", "view"]) address.searchParams.delete(name);
    address.searchParams.set("widget", isDemo(settings.url) ? scripted(settings.url, phone) : settings.url);
    address.searchParams.set("location", this.scenario?.place ?? "remote");
    address.searchParams.set("panel", "messages");
    address.hash = hashOf(record);
    return address;
  }

  private showMessage(number: number): void {
    this.panels?.dock.show("messages");
    this.panels?.messages.select(number);
  }

  private followAddress(): void {
    const { message } = placeOf(location.hash);
    if (message !== undefined) this.showMessage(message);
  }

  /** The address of the page as it is set up now, for somebody else to open. */
  private link(): string {
    const { settings, location: place, record } = this.store.value;
    const { panels } = this;
    const address = new URL(location.href);
    const parts = {
      widget: settings.url === demoSettings().url ? "" : settings.url,
      location: place === "widget" ? "" : place,
      ready: settings.isReady ? "" : "no",
      faults: this.faults.text,
      scenario: panels?.scenarios.current ?? "",
      tab: "",
      panel: panels?.dock.isOpen === true ? panels.dock.panel : "",
      view: panels?.messages.look === "diagram" ? "diagram" : "",
    };
    for (const [name, value] of Object.entries(parts)) {
      if (value === "") address.searchParams.delete(name);
      else address.searchParams.set(name, value);
    }
    address.hash = hashOf(record);
    return address.href;
  }

  private shortcuts(link: HTMLElement): HTMLElement {
    const show = (id: string) => (): void => this.panels?.dock.show(id);
    const inMessages = (act: (panel: MessagesPanel) => void) => (): void => {
      if (this.panels === undefined) return;
      this.panels.dock.show("messages");
      act(this.panels.messages);
    };
    return new Shortcuts([
      { key: "b", does: "Fold or unfold the workbench", act: () => this.toggle() },
      { key: "m", does: "Messages", act: show("messages") },
      { key: "s", does: "States", act: show("states") },
      { key: "f", does: "Faults", act: show("faults") },
      { key: "c", does: "Scenarios", act: show("scenarios") },
      { key: "t", does: "Trace", act: show("trace") },
      { key: "d", does: "Messages as a diagram, or as a list", act: inMessages((panel) => panel.show(panel.look === "list" ? "diagram" : "list")) },
      { key: "/", does: "Filter the messages", act: inMessages((panel) => panel.focusFilter()) },
      { key: "p", does: "Pause the messages, or go on", act: () => void (this.messages.paused = !this.messages.paused) },
      { key: "l", does: "Copy the link to this set-up", act: () => link.click() },
    ]).button;
  }
}

/** The windows agree on a leader 0.3 s after the session is open; no message says so. */
const LEADS_AFTER_MS = 1500;

function lookOf(value: string | null): "list" | "diagram" | undefined {
  return value === "list" || value === "diagram" ? value : undefined;
}
