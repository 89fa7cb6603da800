import { h, fill, setAttribute } from "../../shared/dom";
import { icon, type IconName } from "../../shared/icons";
import { Memory } from "./memory";

/** One of the workbench's panels. */
export interface Panel {
  /** Its id in the address and in local storage. */
  readonly id: string;
  readonly label: string;
  readonly icon: IconName;
  readonly element: HTMLElement;
  /** Beside the label, such as a count. */
  readonly badge?: HTMLElement;
  /** The panel became visible, or hidden. */
  visibilityChanged?(isVisible: boolean): void;
}

/**
 * The workbench: a drawer at the bottom of the page with a tab for each panel. It can be
 * folded to its tabs and made higher; the browser remembers both.
 */
export class Dock {
  private readonly memory = new Memory("demo-host:workbench", { isOpen: undefined as boolean | undefined, height: 0, panel: "" });
  private readonly tabs: { panel: Panel; tab: HTMLButtonElement; body: HTMLElement }[];
  private readonly fold = h("button", { type: "button", class: "icon-button", "data-testid": "bench-fold", onclick: () => this.setOpen(!this.isOpen) });
  private readonly edge = h("div", {
    class: "dock-edge",
    role: "separator",
    tabindex: "0",
    "aria-orientation": "horizontal",
    "aria-label": "Height of the workbench",
    "aria-valuemin": String(LEAST_PX),
    "data-testid": "bench-edge",
  });
  private isOpenNow = false;
  private current: Panel;

  constructor(
    private readonly root: HTMLElement,
    panels: readonly [Panel, ...Panel[]],
    tools: readonly HTMLElement[] = [],
    wanted = "",
  ) {
    const { isOpen, panel: stored } = this.memory.value;
    this.current = panels.find(({ id }) => id === (wanted === "" ? stored : wanted)) ?? panels[0];
    this.tabs = panels.map((panel) => ({
      panel,
      tab: h(
        "button",
        {
          type: "button",
          role: "tab",
          id: `tab-${panel.id}`,
          class: "dock-tab",
          "aria-controls": `panel-${panel.id}`,
          "data-testid": `bench-${panel.id}`,
          onclick: () => this.choose(panel),
        },
        icon(panel.icon),
        h("span", {}, panel.label),
        panel.badge ?? null,
      ),
      body: h("div", { class: "dock-panel", role: "tabpanel", id: `panel-${panel.id}`, "aria-labelledby": `tab-${panel.id}` }, panel.element),
    }));
    const list = h("div", { class: "dock-tabs", role: "tablist", "aria-label": "Workbench" }, ...this.tabs.map(({ tab }) => tab));
    list.addEventListener("keydown", (event) => this.key(event));
    fill(root, this.edge, h("div", { class: "dock-bar" }, list, h("div", { class: "dock-tools" }, ...tools, this.fold)), ...this.tabs.map(({ body }) => body));
    this.edge.addEventListener("pointerdown", (event) => this.pull(event));
    this.edge.addEventListener("keydown", (event) => this.edgeKey(event));
    window.addEventListener("resize", () => this.setHeight(this.memory.value.height));
    this.setHeight(this.memory.value.height);
    // Open by itself only where the record and the phone fit above it.
    this.setOpen(wanted !== "" || (isOpen ?? (window.innerHeight >= ROOMY_PX && !isSmall())), false);
  }

  /** True if more than the tabs is visible. */
  get isOpen(): boolean {
    return this.isOpenNow;
  }

  /** The panel in front. */
  get panel(): string {
    return this.current.id;
  }

  /** Opens a panel and puts the keyboard on its tab. */
  show(id: string): void {
    const found = this.tabs.find(({ panel }) => panel.id === id);
    if (found === undefined) return;
    this.choose(found.panel);
    found.tab.focus({ preventScroll: true });
  }

  /** Collapses or expands the drawer. */
  setOpen(isOpen: boolean, isRemembered = true): void {
    this.isOpenNow = isOpen;
    if (isRemembered) this.memory.set({ isOpen });
    setAttribute(this.root, "data-open", isOpen);
    setAttribute(document.documentElement, "data-bench", isOpen ? "open" : "folded");
    this.edge.hidden = !isOpen;
    const label = isOpen ? "Fold the workbench" : "Unfold the workbench";
    setAttribute(this.fold, "aria-label", label);
    setAttribute(this.fold, "title", label);
    setAttribute(this.fold, "aria-expanded", String(isOpen));
    fill(this.fold, icon("chevron"));
    this.draw();
  }

  private choose(panel: Panel): void {
    this.current = panel;
    this.memory.set({ panel: panel.id });
    this.setOpen(true);
  }

  private draw(): void {
    for (const { panel, tab, body } of this.tabs) {
      const isCurrent = panel === this.current;
      setAttribute(tab, "aria-selected", String(isCurrent));
      tab.tabIndex = isCurrent ? 0 : -1;
      body.hidden = !isCurrent || !this.isOpenNow;
      panel.visibilityChanged?.(isCurrent && this.isOpenNow);
    }
  }

  private key(event: KeyboardEvent): void {
    const at = this.tabs.findIndex(({ panel }) => panel === this.current);
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: this.tabs.length - 1 }[event.key];
    const target = next === undefined ? undefined : this.tabs.at(next % this.tabs.length);
    if (target === undefined) return;
    event.preventDefault();
    this.choose(target.panel);
    target.tab.focus();
  }

  private edgeKey(event: KeyboardEvent): void {
    const step = { ArrowUp: STEP_PX, ArrowDown: -STEP_PX, Home: LEAST_PX - this.height, End: window.innerHeight }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    this.setHeight(this.height + step, true);
  }

  private pull(down: PointerEvent): void {
    const from = this.height;
    const follow = (event: PointerEvent): void => this.setHeight(from + down.clientY - event.clientY, true);
    this.edge.setPointerCapture(down.pointerId);
    this.edge.addEventListener("pointermove", follow);
    const stop = (): void => this.edge.removeEventListener("pointermove", follow);
    this.edge.addEventListener("pointerup", stop, { once: true });
    this.edge.addEventListener("pointercancel", stop, { once: true });
    down.preventDefault();
  }

  private get height(): number {
    return Number(this.edge.getAttribute("aria-valuenow"));
  }

  /** Sets the height, within the window's room; 0 is the default. */
  private setHeight(wanted: number, isRemembered = false): void {
    const most = Math.max(LEAST_PX, window.innerHeight - KEPT_FREE_PX);
    const height = Math.round(Math.max(LEAST_PX, Math.min(wanted === 0 ? DEFAULT_PX : wanted, most)));
    setAttribute(this.edge, "aria-valuemax", String(most));
    setAttribute(this.edge, "aria-valuenow", String(height));
    document.documentElement.style.setProperty("--bench-height", `${height}px`);
    if (isRemembered) this.memory.set({ height });
  }
}

/** True if the workbench covers the page instead of standing below it. */
export function isSmall(): boolean {
  return matchMedia("(max-width: 720px)").matches;
}

const DEFAULT_PX = 300;
const LEAST_PX = 160;
const STEP_PX = 24;
/** Keeps the page's bars and part of the record visible. */
const KEPT_FREE_PX = 200;
/** The bars, the phone and the workbench below each other. */
const ROOMY_PX = 1000;
