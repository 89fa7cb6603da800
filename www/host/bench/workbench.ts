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
import { StatesPanel } from "./states";

/** The workbench's requests to the page around it. */
export interface BenchPage {
  host: () => CallingHost | undefined;
  /** Opens the calling app; the page shows faults of the settings. */
  open: (settings: PageSettings, place: FrameLocation) => void;
  /** Asks the user before a call is cut off; true without a call, or if the user continues. */
  mayInterrupt: (title: string, text: string, go: string) => Promise<boolean>;
  showRecord: (record: DemoRecord) => void;
  showPhone: () => void;
  /** Clicks the first number of the record; returns the reason if it cannot. */
  dial: () => string;
  beginTask: () => void;
  endTask: () => void;
}

/** The workbench for people who build a calling app: messages, states, faults, scenarios. */
export class Workbench {
  readonly faults = new Faults((entry) => this.take(entry));
  private readonly query = new URLSearchParams(location.search);
  private readonly messages = new Messages();
  private panels: { dock: Dock; messages: MessagesPanel; scenarios: ScenariosPanel } | undefined;

  constructor(private readonly store: Store<PageState>) {}

  /** Begins a session with another host. */
  begin(): void {
    this.messages.begin();
  }

  /** Handles a message that was posted, accepted or lost. */
  take(entry: LogEntry): void {
    const number = this.messages.add(entry);
    this.panels?.scenarios.take(entry, number);
  }

  /** Adds a note of the host. */
  note(text: string): void {
    this.messages.note(text);
  }

  /** Draws the drawer, with the faults that the address names switched on. */
  mount(root: HTMLElement, page: BenchPage): void {
    const { store, query, messages, faults } = this;
    const messagesPanel = new MessagesPanel(messages, page.host, ({ number }) => new URL(hashOf(store.value.record, number), location.href).href, lookOf(query.get("view")));
    const scenarios = new ScenariosPanel({
      get isDemo() {
        return isDemo(store.value.settings.url);
      },
      state: () => store.value,
      prepare: (scenario) => this.prepare(scenario, page),
      clear: () => {
        page.endTask();
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
      showMessage: (number) => this.showMessage(number),
    });
    store.watch((state) => scenarios.look(state));
    const faultsPanel = new FaultsPanel(faults, store, async (isReady) => {
      const go = await page.mayInterrupt("A call is active. Load the app with other settings?", "The app is loaded anew, and the call is cut off.", "Load app");
      if (go) page.open({ ...store.value.settings, isReady }, store.value.location);
    });
    const link = copyButton("Copy link", () => this.link(), { "data-testid": "bench-link", title: "An address that restores widget, place, faults and scenario" });
    const panels = [messagesPanel, new StatesPanel(store, page.host), faultsPanel, scenarios] as const;
    const dock = new Dock(root, panels, [link], query.get("panel") ?? "");
    this.panels = { dock, messages: messagesPanel, scenarios };
    faults.read(query.get("faults") ?? "");
    window.addEventListener("hashchange", () => this.followAddress());
    this.followAddress();
  }

  /** Runs the scenario that the address names. */
  async start(): Promise<void> {
    await this.panels?.scenarios.startById(this.query.get("scenario") ?? "");
  }

  /** Collapses the drawer, or opens the current panel. */
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
    this.load(scenario, page);
    return true;
  }

  /** Loads the scenario's phone in its place. */
  private load(scenario: Scenario, page: BenchPage): void {
    const { store } = this;
    const { settings, location: current, hostState } = store.value;
    // A separate window would load the page without the script.
    const place = scenario.place ?? (current === "window" ? "remote" : current);
    if (isDemo(settings.url)) {
      page.open({ ...settings, url: scripted(settings.url, scenario.phone) }, place);
      // The address of one run is not stored as a setting.
      store.set({ settings });
    } else if (place !== current || hostState === "closed") {
      page.open(settings, place);
    }
    page.showPhone();
  }

  private showMessage(number: number): void {
    this.panels?.dock.show("messages");
    this.panels?.messages.select(number);
  }

  private followAddress(): void {
    const { message } = placeOf(location.hash);
    if (message !== undefined) this.showMessage(message);
  }

  /** The address of the page as set up now, for sharing. */
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
}

function lookOf(value: string | null): "list" | "diagram" | undefined {
  return value === "list" || value === "diagram" ? value : undefined;
}
