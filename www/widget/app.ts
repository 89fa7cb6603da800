import { h, fill, setAttribute, setText } from "../shared/dom";
import { icon } from "../shared/icons";
import { idleView } from "./idle";
import { inCallView, incomingView } from "./in-call";
import { loginView } from "./login";
import type { Phone } from "./phone";
import { isBusy, type PhoneState } from "./state";
import type { View } from "./view";
import { wrapUpView } from "./wrap-up";

/** Draws the phone: a head line, remarks, and one screen at a time. */
export function mountApp(root: HTMLElement, phone: Phone): void {
  const head = headView(phone);
  const noticeText = h("span");
  const notice = h(
    "div",
    { class: "notice", role: "status", "data-testid": "sp-notice" },
    noticeText,
    h("button", { type: "button", class: "icon-button", "aria-label": "Dismiss", onclick: () => phone.notify("") }, icon("close")),
  );
  const place = h("div", { class: "stage" });
  fill(root, head.element, notice, place);

  let viewKey = "";
  let view: View | undefined;
  phone.store.watch((state) => {
    const wanted = screenKey(state);
    if (wanted !== viewKey) {
      viewKey = wanted;
      view = screenOf(state, phone);
      const hadFocus = place.contains(document.activeElement);
      fill(place, view.element);
      // The focused element is gone; the keyboard continues here.
      if (hadFocus) {
        view.element.tabIndex = -1;
        view.element.focus();
      }
    }
    head.update(state);
    view?.update(state);
    const text = state.notice !== "" || state.embedded ? state.notice : state.role === "" ? NOT_EMBEDDED : POPOUT;
    notice.hidden = text === "";
    setText(noticeText, text);
  });
}

const NOT_EMBEDDED =
  "This page is not inside a CRM page, so calls reach nobody. Open the demo's host page, one port lower, with the phone in it.";

const POPOUT = "A window without a CRM page: the phone in a tab sends what it does.";

/** Screens that share an element share a key. */
function screenKey({ screen, call }: PhoneState): string {
  switch (screen) {
    case "dialing":
    case "ringing":
    case "connected":
      return `call ${call?.externalCallId ?? ""}`;
    case "idle":
    case "completed":
      return "idle";
    default:
      return `${screen} ${call?.externalCallId ?? ""}`;
  }
}

function screenOf({ screen, call }: PhoneState, phone: Phone): View {
  if (screen === "loggedOut") return loginView(phone);
  if (screen === "incoming") return incomingView(phone);
  if (screen === "ended" && call !== undefined) return wrapUpView(phone, call);
  return isBusy(screen) ? inCallView(phone) : idleView(phone);
}

const ROLES = {
  "": undefined,
  leader: "This window takes the calls that come in",
  follower: "Another window takes the calls that come in",
  alone: "This window has found no session to share calls in",
} as const;

function headView(phone: Phone): View {
  const state = h("span", { class: "pill", role: "status", "data-testid": "sp-state" });
  const name = h("span", { class: "user" });
  const availability = h("span");
  const visibility = h("span", { "data-testid": "sp-visibility" });
  const role = h("span", { "data-testid": "sp-role" });
  const sub = h("span", { class: "sub" }, availability, role, visibility);
  const available = h("input", {
    type: "checkbox",
    role: "switch",
    "aria-label": "Available for calls",
    class: "switch",
    id: "available",
    "data-testid": "sp-available",
    onchange: () => phone.setAvailable(available.checked),
  });
  const logOut = h(
    "button",
    { type: "button", class: "icon-button", "data-testid": "sp-logout", "aria-label": "Log out", title: "Log out", onclick: () => phone.logOut() },
    icon("exit"),
  );
  const popOut = h(
    "button",
    { type: "button", class: "icon-button", "data-testid": "sp-popout", "aria-label": "Open the phone in its own window", title: "Open in its own window", onclick: () => phone.popOut() },
    icon("window"),
  );
  const controls = h("div", { class: "head-controls" }, popOut, available, logOut);
  return {
    element: h("header", { class: "head" }, h("div", { class: "head-who" }, name, sub), state, controls),
    update(phoneState) {
      const busy = isBusy(phoneState.screen);
      setText(state, phoneState.screen);
      setAttribute(state, "data-state", phoneState.screen);
      setText(name, phoneState.screen === "loggedOut" ? "Not logged in" : phoneState.name);
      controls.hidden = phoneState.screen === "loggedOut";
      available.checked = phoneState.available;
      available.disabled = busy;
      logOut.disabled = busy || phoneState.screen === "ended";
      sub.hidden = phoneState.screen === "loggedOut";
      // No room beside the role: the switch shows it too.
      availability.hidden = phoneState.role !== "";
      setText(availability, phoneState.available ? "Available" : "Away");
      setText(visibility, phoneState.visibility);
      setText(role, phoneState.role);
      setAttribute(role, "title", ROLES[phoneState.role]);
      popOut.hidden = phoneState.role === "" || !phoneState.embedded;
    },
  };
}
