import { CallingHost } from "calling-widget-sdk/host";
import { readSettingsOverride } from "calling-widget-sdk/settings";

import { byId, h } from "../shared/dom";
import { openAccount } from "./account";
import { mountActions } from "./actions";
import { hashOf, placeOf } from "./address";
import { Alerts } from "./alert";
import { Dock, isSmall } from "./bench/dock";
import { Faults } from "./bench/faults";
import { FaultsPanel } from "./bench/faults-panel";
import { Messages } from "./bench/messages";
import { MessagesPanel } from "./bench/messages-panel";
import { ScenariosPanel } from "./bench/scenarios-panel";
import { StatesPanel } from "./bench/states";
import { CallWindow } from "./call-window";
import { mountDeals } from "./deals";
import { dial, whyNotDial } from "./dial";
import { FramePanel } from "./frame";
import { LeaveDialog } from "./leave";
import { mountNav } from "./nav";
import { mountOverride, mountOverrideBanner, withOverride } from "./override";
import { mountRecord } from "./record-view";
import { findRecord } from "./records";
import { SettingsForm } from "./settings";
import { Connection } from "./state/connection";
import { DEFAULT_SIZE, createPageStore, type FrameLocation, type PageSettings } from "./state/page";
import { mountStatus } from "./status";
import { Switcher } from "./switcher";
import { mountTasks } from "./tasks";
import { mountTimeline } from "./timeline";

/** Builds the record page and opens the calling app. */
export async function mountRecordPage(): Promise<void> {
  const query = new URLSearchParams(location.search);
  const demo = demoSettings();
  const override = readSettingsOverride();
  const account = await openAccount(demo);
  const { records, settings: kept } = account;
  const wanted = withOverride({ ...kept, url: query.get("widget") ?? kept.url }, override);
  const store = createPageStore(wanted, locationOf(query.get("location")));
  const alerts = new Alerts();
  const leave = new LeaveDialog();
  const callWindow = new CallWindow();
  const messages = new Messages();
  const messagesPanel = new MessagesPanel(messages, ({ number }) => new URL(hashOf(store.value.record, number), location.href).href, lookOf(query.get("view")));

  const faults = new Faults((entry) => scenarios.take(entry, messages.add(entry)));
  const connection = new Connection(store, records, ({ objectCoordinates, openIn }) => {
    const record = findRecord(objectCoordinates.objectTypeId, objectCoordinates.objectId);
    if (record === undefined) return false;
    if (openIn === "NEW_TAB") return window.open(`#/record/${record.objectTypeId}/${record.objectId}`) !== null;
    switcher.show(record);
    return true;
  }, faults, {
    opened: () => messages.begin(),
    log: (entry) => {
      scenarios.take(entry, messages.add(entry));
    },
    alert: (message, source) => alerts.show(message, source),
    resized: (width, height) => panel.resize(width, height),
    ready: () => {
      // On a small screen the sheet would cover the record before anyone asked for it.
      if (isSmall() && store.value.location !== "window" && !store.value.hasActiveCall) connection.host?.setVisibility({ isMinimized: true });
    },
    note: (text) => messages.note(text),
  });

  const mayInterrupt = async (title: string, text: string, go: string): Promise<boolean> =>
    !store.value.hasActiveCall || leave.ask({ title, text, go });
  const show = (): void => void connection.host?.setVisibility({ isHidden: false, isMinimized: false });
  const hide = (): void => connection.hide();

  /** Opens the calling app; answers what is wrong with the settings, or nothing. */
  const open = (settings: PageSettings, place: FrameLocation): string => {
    if (place === "window") {
      connection.close();
      panel.clear();
      store.set({ settings, location: place });
      if (callWindow.isOpen) callWindow.reload();
      else if (!callWindow.open(settings.width, settings.height)) messages.note("The browser keeps the call window from opening.");
      return "";
    }
    const container = panel.stage();
    try {
      const plan = connection.plan(container, settings, place);
      const host = new CallingHost(plan.options);
      plan.place();
      callWindow.close();
      connection.adopt(host, settings, place);
      window.demoHost = host;
      panel.commit(container);
      panel.resize(settings.width, settings.height);
      return "";
    } catch (error) {
      container.remove();
      return messageOf(error);
    }
  };

  const panel = new FramePanel(byId("lane"), store, {
    minimise: (isMinimized) => void connection.host?.setVisibility({ isMinimized }),
    show,
    close: () => {
      void mayInterrupt("A call is active. Close the phone?", "The call goes on unseen. Hang up first to end it.", "Close phone").then((go) => go && hide());
    },
    openWindow: () => {
      if (!callWindow.open(store.value.settings.width, store.value.settings.height)) {
        alerts.show("The browser keeps the call window from opening. Allow pop-ups for this page.", "host");
      }
    },
  });
  const switcher = new Switcher(byId("switcher"), store, () =>
    leave.ask({
      title: "A call is active. Leave this record?",
      text: `The phone stays open and the call goes on, but you leave ${store.value.record.name}.`,
      go: "Leave record",
    }),
  );
  mountNav(byId("nav"), store, {
    togglePhone: () => {
      if (store.value.location === "window") callWindow.open(store.value.settings.width, store.value.settings.height);
      else if (store.value.isHidden) show();
      else hide();
    },
    showBench: () => (dock.isOpen ? dock.setOpen(false) : dock.show(dock.panel)),
  });
  mountRecord(byId("record"), store, connection);
  mountTimeline(byId("timeline"), store, account);
  mountDeals(byId("deals"), store, account);
  const tasks = mountTasks(byId("tasks"), store, connection, (record) => switcher.ask(record));

  const scenarios = new ScenariosPanel({
    get isDemo() {
      return isDemo(store.value.settings.url);
    },
    state: () => store.value,
    prepare: async (scenario) => {
      const { settings, location: current } = store.value;
      const go = await mayInterrupt("A call is active. Run the scenario?", "The app is loaded anew, and the call is cut off.", "Run scenario");
      const record = findRecord(...scenario.record);
      if (!go || record === undefined) return false;
      switcher.show(record);
      // A window of its own would load the page without the script.
      const place = scenario.place ?? (current === "window" ? "remote" : current);
      if (isDemo(settings.url)) {
        form.fail(open({ ...settings, url: scripted(settings.url, scenario.phone) }, place));
        // The address of one run is nobody's setting.
        store.set({ settings });
      } else if (place !== current) {
        form.fail(open(settings, place));
      }
      show();
      return true;
    },
    clear: () => tasks.end(),
    dial: () => {
      const { record } = store.value;
      const [entry] = record.numbers;
      return entry === undefined ? "The record has no number." : whyNotDial(store.value, connection, record) || dial(store, connection, record, entry);
    },
    endCall: () => {
      const outcome = connection.host?.endCall();
      return outcome === undefined || outcome.sent ? "" : outcome.message;
    },
    reload: () => {
      connection.host?.reload();
      return "";
    },
    beginTask: () => {
      void tasks.begin();
      return "";
    },
    showMessage: (number) => {
      dock.show("messages");
      messagesPanel.select(number);
    },
  });
  store.watch((state) => scenarios.look(state));
  const faultsPanel = new FaultsPanel(faults, store, async (isReady) => {
    const go = await mayInterrupt("A call is active. Load the app with other settings?", "The app is loaded anew, and the call is cut off.", "Load app");
    if (go) form.fail(open({ ...store.value.settings, isReady }, store.value.location));
  });
  const dock = new Dock(byId("bench-dock"), [messagesPanel, new StatesPanel(store, () => connection.host), faultsPanel, scenarios]);

  const bench = byId("bench");
  const card = (label: string): HTMLElement => bench.appendChild(h("section", { class: "card", "aria-labelledby": label }));
  mountStatus(card("status-title"), store, {
    moveTo: (place) => {
      const { settings, location: current } = store.value;
      if (place === current) return;
      void mayInterrupt("A call is active. Move the phone?", "The app is loaded anew in its new place, and the call is cut off.", "Move phone").then(
        (go) => go && form.fail(open(settings, place)),
      );
    },
    show,
    hide,
    retry: () => connection.host?.reload(),
    reload: () => {
      void mayInterrupt("A call is active. Reload the widget?", "The app is loaded anew, and the call is cut off unless the app resumes it.", "Reload widget").then(
        (go) => go && connection.host?.reload(),
      );
    },
    dropDial: () => connection.cancelDial(),
  });
  mountActions(card("actions-title"), store, connection);
  const form = new SettingsForm(card("settings-title"), store, demo, async (settings) => {
    const go = await mayInterrupt("A call is active. Load another app?", "The present app is unloaded, and the call is cut off.", "Load app");
    const problem = go ? open(settings, store.value.location) : "";
    if (go && problem === "") {
      writeAddress(settings.url === demo.url ? undefined : settings.url);
      const refusal = await account.keep(settings);
      if (refusal !== "") messages.note(`The emulator does not keep these settings: ${refusal}`);
    }
    return problem;
  });
  mountOverride(card("override-title"), override, () => form.read());
  mountOverrideBanner(byId("banners"), override);

  window.callWindow = {
    plan: (container) => connection.plan(container, store.value.settings, "window"),
    adopt: (host) => {
      connection.adopt(host, store.value.settings, "window");
      window.demoHost = host;
    },
    refuse: (error) => form.fail(messageOf(error)),
    release: (host) => {
      if (connection.host === host) connection.close();
    },
  };
  window.addEventListener("beforeunload", (event) => {
    if (store.value.hasActiveCall) event.preventDefault();
  });
  window.addEventListener("pagehide", () => callWindow.close());

  const followAddress = (): void => {
    const { message } = placeOf(location.hash);
    if (message === undefined) return;
    dock.show("messages");
    messagesPanel.select(message);
  };
  window.addEventListener("hashchange", followAddress);
  followAddress();

  if (account.trouble !== "") messages.note(account.trouble);
  form.fail(open(store.value.settings, store.value.location));
}

/** Whether an address is the demo softphone's, whatever its query says. */
function isDemo(address: string): boolean {
  return URL.canParse(address) && new URL(address).origin === new URL(demoSettings().url).origin;
}

/** The softphone's address with what it does by itself, once. */
function scripted(address: string, phone: Readonly<Record<string, string>>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries({ login: "auto", ...phone, run: String(Date.now()) })) url.searchParams.set(name, value);
  return url.href;
}

/** The demo softphone stands one port above this page. */
function demoSettings(): PageSettings {
  const port = Number(location.port === "" ? "80" : location.port) + 1;
  return {
    name: "Demo softphone",
    url: `${location.protocol}//${location.hostname}:${port}/`,
    ...DEFAULT_SIZE,
    isReady: true,
    supportsCustomObjects: true,
  };
}

/** Has the page's address restore the choice of widget. */
function writeAddress(widget: string | undefined): void {
  const address = new URL(location.href);
  if (widget === undefined) address.searchParams.delete("widget");
  else address.searchParams.set("widget", widget);
  history.replaceState(history.state, "", address);
}

function locationOf(value: string | null): FrameLocation {
  return value === "remote" || value === "window" ? value : "widget";
}

function lookOf(value: string | null): "list" | "diagram" | undefined {
  return value === "list" || value === "diagram" ? value : undefined;
}

function messageOf(error: unknown): string {
  return error instanceof Error || (typeof error === "object" && error !== null && "message" in error) ? String(error.message) : String(error);
}
