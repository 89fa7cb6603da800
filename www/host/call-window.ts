import { CallingHost } from "calling-widget-sdk/host";
import { FaultyFrame } from "calling-widget-sdk/testing";

import { h, fill, setText } from "../shared/dom";
import type { HostPlan } from "./state/connection";

/** The record page's interface for its call window, by `window.opener`. */
export interface CallWindowDesk {
  /**
   * The plan of the window's host: the record page's store, navigation and settings. `Frame`
   * is the window's own class: a message's sender is the window whose code posts it.
   */
  plan(container: HTMLElement, Frame: typeof FaultyFrame): HostPlan;
  /** The window has made its host, which the record page uses from now on. */
  adopt(host: CallingHost): void;
  /** The window could not make a host. */
  refuse(error: unknown): void;
  /** The window is closing. */
  release(host: CallingHost): void;
}

declare global {
  interface Window {
    callWindow?: CallWindowDesk;
    demoHost?: CallingHost;
  }
}

/** The record page's end: opens the one call window and brings it to the front. */
export class CallWindow {
  private popup: Window | null = null;

  /** Opens or raises the window; false if the browser blocks it. */
  open(width: number, height: number): boolean {
    if (this.popup !== null && !this.popup.closed) {
      this.popup.focus();
      return true;
    }
    this.popup = window.open("?view=window", "demo-call-window", `popup,width=${width + 24},height=${height + 84}`);
    return this.popup !== null;
  }

  /** Reloads the window, for other settings. */
  reload(): void {
    if (this.popup !== null && !this.popup.closed) this.popup.location.reload();
  }

  /** Closes the window. */
  close(): void {
    this.popup?.close();
    this.popup = null;
  }

  /** True while the window is open. */
  get isOpen(): boolean {
    return this.popup !== null && !this.popup.closed;
  }
}

/** Draws the call window itself: one frame, full height, with its own host. */
export function mountCallWindow(): void {
  const body = h("div", { class: "phone-body" });
  const container = h("div", { class: "phone-frame" });
  const badge = h("span", { class: "badge", "data-testid": "test-badge" }, "In test");
  const state = h("span", { class: "hint", "data-testid": "host-state" });
  const title = h("span", { class: "phone-title" });
  const show = h("button", { type: "button", class: "primary" }, "Show phone");
  const away = h("div", { class: "phone-away" }, h("p", {}, "The phone is hidden."), show);
  body.append(container, away);
  document.body.classList.add("call-window");
  fill(
    document.body,
    h("section", { class: "phone", "data-testid": "frame", "data-location": "window", "aria-label": "Calling app" },
      h("header", { class: "phone-head" }, title, badge, state),
      body,
    ),
  );
  document.title = "Call window · Demo CRM";
  badge.hidden = true;
  away.hidden = true;

  const opener = window.opener as Window | null;
  const desk = deskOf(opener);
  if (opener === null || desk === undefined) {
    fill(body, h("p", { class: "empty" }, "This window belongs to a record page. Open it there: place of the phone, Window."));
    return;
  }
  let host: CallingHost;
  try {
    const { options, place } = desk.plan(container, FaultyFrame);
    host = new CallingHost({ ...options, width: "100%", height: "100%" });
    place();
    setText(title, options.title ?? "");
  } catch (error) {
    desk.refuse(error);
    window.close();
    return;
  }
  window.demoHost = host;
  const draw = (): void => {
    setText(state, host.state);
    badge.hidden = !host.widget.isTest;
    away.hidden = !host.visibility.isHidden;
    container.classList.toggle("is-away", host.visibility.isHidden);
  };
  show.addEventListener("click", () => host.setVisibility({ isHidden: false, isMinimized: false }));
  host.on("stateChanged", draw);
  host.on("visibilityChanged", draw);
  draw();
  desk.adopt(host);
  window.addEventListener("beforeunload", (event) => {
    if (host.hasActiveCall) event.preventDefault();
  });
  window.addEventListener("pagehide", () => desk.release(host));
}

/** The opener may be gone or of another origin, where every access throws. */
function deskOf(opener: Window | null): CallWindowDesk | undefined {
  try {
    return opener?.callWindow;
  } catch {
    return undefined;
  }
}
