import { CallingHost } from "calling-widget-sdk/host";
import { readSettingsOverride } from "calling-widget-sdk/settings";

import { byId, h } from "../shared/dom";
import { openAccount } from "./account";
import { mountActions } from "./actions";
import { Alerts } from "./alert";
import { isSmall } from "./bench/dock";
import { Workbench } from "./bench/workbench";
import { CallWindow } from "./call-window";
import { chosenApp, rememberApp } from "./chosen";
import { mountDeals } from "./deals";
import { demoSettings } from "./demo";
import { FramePanel } from "./frame";
import { LeaveDialog } from "./leave";
import { mountNav } from "./nav";
import { mountOutage } from "./outage";
import { mountOverride, mountOverrideBanner, withOverride } from "./override";
import { mountRecord } from "./record-view";
import { findRecord } from "./records";
import { SettingsForm } from "./settings";
import { Connection } from "./state/connection";
import { createPageStore, type FrameLocation, type PageSettings } from "./state/page";
import { mountStatus } from "./status";
import { Switcher } from "./switcher";
import { mountTasks } from "./tasks";
import { mountTimeline } from "./timeline";

/** Builds the record page and opens the calling app; shows the reason if it has no platform. */
export async function mountRecordPage(): Promise<void> {
  const query = new URLSearchParams(location.search);
  const demo = demoSettings();
  const override = readSettingsOverride();
  const account = await openAccount(demo).catch((error: unknown) => mountOutage(byId("banners"), messageOf(error)));
  if (account === undefined) return;
  const { records, settings: kept } = account;
  const isReady = query.get("ready") === "no" ? false : kept.isReady;
  const alerts = new Alerts();
  const leave = new LeaveDialog();
  const app = await chosenApp(query, leave);
  const name = app === undefined ? undefined : query.get("name");
  const wanted = withOverride({ ...kept, url: app ?? kept.url, name: name ?? kept.name, isReady }, override);
  const store = createPageStore(wanted, locationOf(query.get("location")));
  const callWindow = new CallWindow();
  const workbench = new Workbench(store);

  const connection = new Connection(store, records, ({ objectCoordinates, openIn }) => {
    const record = findRecord(objectCoordinates.objectTypeId, objectCoordinates.objectId);
    if (record === undefined) return false;
    if (openIn === "NEW_TAB") return window.open(`#/record/${record.objectTypeId}/${record.objectId}`) !== null;
    switcher.show(record);
    return true;
  }, workbench.faults, {
    opened: () => workbench.begin(),
    log: (entry) => workbench.take(entry),
    alert: (message, source) => alerts.show(message, source),
    resized: (width, height) => panel.resize(width, height),
    ready: () => {
      // On a small screen the sheet would cover the record before anyone asked for it.
      if (isSmall() && store.value.location !== "window" && !store.value.hasActiveCall) connection.host?.setVisibility({ isMinimized: true });
    },
    note: (text) => workbench.note(text),
  });

  const mayInterrupt = async (title: string, text: string, go: string): Promise<boolean> =>
    !store.value.hasActiveCall || leave.ask({ title, text, go });
  const show = (): void => void connection.host?.setVisibility({ isHidden: false, isMinimized: false });
  const hide = (): void => connection.hide();

  /** Opens the calling app; returns the fault of the settings, if any. */
  const open = (settings: PageSettings, place: FrameLocation): string => {
    if (place === "window") {
      connection.close();
      panel.clear();
      store.set({ settings, location: place });
      if (callWindow.isOpen) callWindow.reload();
      else if (!callWindow.open(settings.width, settings.height)) workbench.note("The browser keeps the call window from opening.");
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
    showBench: () => workbench.toggle(),
  });
  mountRecord(byId("record"), store, connection);
  mountTimeline(byId("timeline"), store, account);
  mountDeals(byId("deals"), store, account);
  mountTasks(byId("tasks"), store, connection, (record) => switcher.ask(record));

  workbench.mount(byId("bench-dock"), {
    host: () => connection.host,
    open: (settings, place) => form.fail(open(settings, place)),
    mayInterrupt,
  });

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
      if (settings.url !== demo.url) rememberApp(settings.url);
      const refusal = await account.saveSettings(settings);
      if (refusal !== "") workbench.note(`The emulator does not keep these settings: ${refusal}`);
    }
    return problem;
  });
  mountOverride(card("override-title"), override, () => form.read());
  mountOverrideBanner(byId("banners"), override);

  window.callWindow = {
    plan: (container, Frame) => connection.plan(container, store.value.settings, "window", Frame),
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

  form.fail(open(store.value.settings, store.value.location));
}

/** Stores the choice of widget in the page's address. */
function writeAddress(widget: string | undefined): void {
  const address = new URL(location.href);
  // The form's name is another app's now.
  address.searchParams.delete("name");
  if (widget === undefined) address.searchParams.delete("widget");
  else address.searchParams.set("widget", widget);
  history.replaceState(history.state, "", address);
}

function locationOf(value: string | null): FrameLocation {
  return value === "remote" || value === "window" ? value : "widget";
}

function messageOf(error: unknown): string {
  return error instanceof Error || (typeof error === "object" && error !== null && "message" in error) ? String(error.message) : String(error);
}
