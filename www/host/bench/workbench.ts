import type { CallingHost } from "calling-widget-sdk/host";

import type { Store } from "../../shared/store";
import { hashOf } from "../address";
import { demoSettings } from "../demo";
import type { LogEntry } from "../state/log-entry";
import type { FrameLocation, PageSettings, PageState } from "../state/page";
import { copyButton } from "./copy";
import { Dock } from "./dock";
import { Faults } from "./faults";
import { FaultsPanel } from "./faults-panel";
import { Messages } from "./messages";
import { MessagesPanel } from "./messages-panel";

/** The workbench's requests to the page around it. */
export interface BenchPage {
  host: () => CallingHost | undefined;
  /** Opens the calling app; the page shows faults of the settings. */
  open: (settings: PageSettings, place: FrameLocation) => void;
  /** Asks the user before a call is cut off; true without a call, or if the user continues. */
  mayInterrupt: (title: string, text: string, go: string) => Promise<boolean>;
}

/** The workbench for people who build a calling app: messages and faults. */
export class Workbench {
  readonly faults = new Faults((entry) => this.take(entry));
  private readonly query = new URLSearchParams(location.search);
  private readonly messages = new Messages();
  private panels: { dock: Dock; messages: MessagesPanel } | undefined;

  constructor(private readonly store: Store<PageState>) {}

  /** Begins a session with another host. */
  begin(): void {
    this.messages.begin();
  }

  /** Handles a message that was posted, accepted or lost. */
  take(entry: LogEntry): void {
    this.messages.add(entry);
  }

  /** Adds a note of the host. */
  note(text: string): void {
    this.messages.note(text);
  }

  /** Draws the drawer, with the faults that the address names switched on. */
  mount(root: HTMLElement, page: BenchPage): void {
    const { store, query, messages, faults } = this;
    const messagesPanel = new MessagesPanel(messages, page.host, lookOf(query.get("view")));
    const faultsPanel = new FaultsPanel(faults, store, async (isReady) => {
      const go = await page.mayInterrupt("A call is active. Load the app with other settings?", "The app is loaded anew, and the call is cut off.", "Load app");
      if (go) page.open({ ...store.value.settings, isReady }, store.value.location);
    });
    const link = copyButton("Copy link", () => this.link(), { "data-testid": "bench-link", title: "An address that restores widget, place and faults" });
    const dock = new Dock(root, [messagesPanel, faultsPanel], [link], query.get("panel") ?? "");
    this.panels = { dock, messages: messagesPanel };
    faults.read(query.get("faults") ?? "");
  }

  /** Collapses the drawer, or opens the current panel. */
  toggle(): void {
    const dock = this.panels?.dock;
    if (dock?.isOpen === true) dock.setOpen(false);
    else dock?.show(dock.panel);
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
