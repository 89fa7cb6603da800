import { h, fill, setAttribute, setText } from "../shared/dom";
import { formatNumber } from "../shared/numbers";
import type { FrameLocation, PageState } from "./state/page";
import type { Store } from "../shared/store";

/** The actions of the card's buttons. */
export interface StatusActions {
  moveTo(location: FrameLocation): void;
  show: () => void;
  hide: () => void;
  retry: () => void;
  reload: () => void;
  dropDial: () => void;
}

/** Draws the connection: its state in words, the phone's place and visibility. */
export function mountStatus(root: HTMLElement, store: Store<PageState>, actions: StatusActions): void {
  const state = h("span", { class: "state", "data-testid": "host-state" });
  const hint = h("p", { class: "hint", "data-testid": "host-hint" });
  const retry = h("button", { type: "button", "data-testid": "retry", onclick: actions.retry }, "Try again");
  const heldText = h("span");
  const held = h("p", { class: "held" }, heldText, h("button", { type: "button", class: "quiet", "data-testid": "drop-dial", onclick: actions.dropDial }, "Drop"));
  const places = PLACES.map(({ place, label, hint: title }) => ({
    place,
    button: h("button", { type: "button", "data-testid": `location-${place}`, title, onclick: () => actions.moveTo(place) }, label),
  }));
  const show = h("button", { type: "button", "data-testid": "show", onclick: actions.show }, "Show");
  const hide = h("button", { type: "button", "data-testid": "hide", onclick: actions.hide }, "Hide");
  const reload = h("button", { type: "button", "data-testid": "reload", onclick: actions.reload }, "Reload widget");
  fill(
    root,
    h("header", { class: "card-head" }, h("h2", { id: "status-title" }, "Calling app"), state),
    h("div", { "aria-live": "polite", class: "live" }, hint, held),
    retry,
    h("p", { class: "label", id: "place-label" }, "Place of the phone"),
    h("div", { class: "segments", role: "group", "aria-labelledby": "place-label" }, ...places.map(({ button }) => button)),
    h("div", { class: "row" }, show, hide, reload),
  );

  store.watch((page) => {
    setText(state, page.hostState);
    setAttribute(state, "data-state", page.hostState);
    setText(hint, explain(page));
    hint.hidden = page.heldNumber !== "" && page.hostState !== "failed";
    retry.hidden = page.hostState !== "failed";
    held.hidden = page.heldNumber === "";
    setText(heldText, `${formatNumber(page.heldNumber)} waits to be dialled.`);
    show.disabled = page.hostState === "closed" || !(page.isHidden || page.isMinimized);
    reload.disabled = page.hostState === "closed" || page.hostState === "failed";
    hide.disabled = page.hostState === "closed" || page.isHidden;
    for (const { place, button } of places) setAttribute(button, "aria-pressed", place === page.location ? "true" : "false");
  });
}

const PLACES = [
  { place: "widget", label: "Record", hint: "A panel on the record. It takes no incoming calls." },
  { place: "remote", label: "Nav bar", hint: "A frame in the navigation bar. It takes incoming calls." },
  { place: "window", label: "Window", hint: "A call window of its own. It takes incoming calls." },
] as const;

function explain(page: PageState): string {
  switch (page.hostState) {
    case "closed":
      return page.location === "window" ? "The call window is not open." : "No calling app is open.";
    case "loading":
      return "The frame is loading.";
    case "syncing":
      return "The frame has loaded; offering it the connection.";
    case "connected":
      return "The app answered. It still has to send initialized.";
    case "initialized":
      return page.isLoggedIn ? "Ready. The user is logged in to the app." : "Ready, but the user is not logged in to the app.";
    case "failed":
      return `${page.failure} Address: ${page.settings.url}`;
    case "destroyed":
      return "The connection has ended.";
  }
}
