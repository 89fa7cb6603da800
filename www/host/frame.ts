import { h, fill, setAttribute, setText } from "../shared/dom";
import { icon } from "../shared/icons";
import { Drag } from "./drag";
import type { PageState } from "./state/page";
import type { Store } from "../shared/store";

/** The actions of the panel's buttons. */
export interface FrameActions {
  minimise(isMinimized: boolean): void;
  show(): void;
  close(): void;
  openWindow(): void;
}

/** The calling frame: a draggable panel on the record, or a panel that hangs from the navigation bar. */
export class FramePanel {
  private readonly body = h("div", { class: "phone-body" });
  private readonly title = h("span", { class: "phone-title" });
  private readonly badge = h("span", { class: "badge", "data-testid": "test-badge" }, "In test");
  private readonly grip = h(
    "button",
    { type: "button", class: "grip icon-button", "aria-label": "Move the phone: arrow keys move it, Home puts it back" },
    icon("grip"),
  );
  private readonly minimise: HTMLButtonElement;
  private readonly panel: HTMLElement;
  private readonly away = h("div", { class: "phone-away" });
  private readonly drag: Drag;

  constructor(
    private readonly root: HTMLElement,
    private readonly store: Store<PageState>,
    private readonly actions: FrameActions,
  ) {
    this.minimise = h(
      "button",
      {
        type: "button",
        class: "icon-button",
        "data-testid": "minimise",
        onclick: () => actions.minimise(!store.value.isMinimized),
      },
      icon("minimise"),
    );
    const close = h(
      "button",
      { type: "button", class: "icon-button", "data-testid": "close", "aria-label": "Close the phone", title: "Close", onclick: () => actions.close() },
      icon("close"),
    );
    const head = h("header", { class: "phone-head" }, this.grip, this.title, this.badge, this.minimise, close);
    this.panel = h("section", { class: "phone", "data-testid": "frame" }, head, this.body);
    this.drag = new Drag(this.panel, head, this.grip, () => this.isDraggable());
    fill(root, this.away, this.panel);
    store.watch((state) => this.draw(state));
  }

  /** Makes a fresh container for a frame, beside the present one until `commit` or `discard`. */
  stage(): HTMLElement {
    const container = h("div", { class: "phone-frame" });
    this.body.append(container);
    return container;
  }

  /** Keeps the staged container and removes every other. */
  commit(container: HTMLElement): void {
    fill(this.body, container);
    this.drag.reset();
  }

  /** Removes all frames. */
  clear(): void {
    fill(this.body);
    this.drag.reset();
  }

  /** Follows the frame's size, to make room for it in the lane. */
  resize(width: number | string, height: number | string): void {
    this.root.style.setProperty("--phone-width", cssLength(width));
    this.root.style.setProperty("--phone-height", cssLength(height));
  }

  private isDraggable(): boolean {
    return this.store.value.location === "widget" && !matchMedia("(max-width: 720px)").matches;
  }

  private draw(state: PageState): void {
    const inWindow = state.location === "window";
    setText(this.title, state.settings.name);
    this.badge.hidden = !state.isTest;
    this.grip.hidden = state.location !== "widget";
    setAttribute(this.panel, "data-location", state.location);
    setAttribute(this.panel, "data-minimised", state.isMinimized);
    setAttribute(this.panel, "data-hidden", state.isHidden || inWindow || state.hostState === "closed");
    const label = state.isMinimized ? "Restore the phone" : "Minimise the phone";
    setAttribute(this.minimise, "aria-label", label);
    setAttribute(this.minimise, "title", state.isMinimized ? "Restore" : "Minimise");
    setAttribute(this.minimise, "aria-expanded", state.isMinimized ? "false" : "true");
    if (this.minimise.dataset["look"] !== label) {
      this.minimise.dataset["look"] = label;
      fill(this.minimise, icon(state.isMinimized ? "expand" : "minimise"));
    }
    setAttribute(this.panel, "aria-label", state.settings.name);
    const look = `${state.location} ${state.hostState === "closed"} ${state.isHidden} ${state.isHiddenByCall}`;
    if (this.away.dataset["look"] !== look) {
      this.away.dataset["look"] = look;
      this.drawAway(state);
    }
  }

  /** A placeholder while the frame is elsewhere or hidden. */
  private drawAway(state: PageState): void {
    const inWindow = state.location === "window";
    const isOpen = state.hostState !== "closed";
    this.away.hidden = !inWindow && !state.isHidden && isOpen;
    if (inWindow) {
      const text = isOpen ? "The phone is in its own window." : "The call window is not open.";
      const button = h(
        "button",
        { type: "button", "data-testid": "open-window", onclick: () => this.actions.openWindow() },
        icon("window"),
        isOpen ? "Bring to front" : "Open call window",
      );
      fill(this.away, icon("window"), h("p", {}, text), button);
    } else {
      const hidden = state.isHiddenByCall ? "The call is completed, so the phone is hidden." : "The phone is hidden.";
      const text = isOpen ? hidden : "No calling app is open.";
      const hint = isOpen && state.isHiddenByCall && h("span", { class: "hint phone-hint" }, " An app that wants to stay sends hideWidget: false.");
      const show = isOpen && h("button", { type: "button", onclick: () => this.actions.show() }, "Show phone");
      fill(this.away, icon("phone"), h("p", { role: "status" }, text, hint), show);
    }
  }
}

function cssLength(size: number | string): string {
  return typeof size === "number" || /^\d+$/.test(size) ? `${size}px` : size;
}
