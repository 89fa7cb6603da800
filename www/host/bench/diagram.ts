import { h, setAttribute } from "../../shared/dom";
import type { CallGroup } from "./call-groups";
import type { MessageDetails } from "./details";
import { LIMIT, type Entry, type Messages, type MessagesView } from "./messages";
import { clock, fieldOf } from "./payload";
import { g, line, path, rect, svg, text } from "./svg";

/** A drawn message: its part of the picture, and its end. */
interface Drawn {
  readonly entry: Entry;
  readonly part: SVGGElement;
  readonly top: number;
  readonly bottom: number;
}

/**
 * The messages as a sequence diagram, oldest first: the host's line, the widget's, and an
 * arrow for each message.
 *
 * The picture only grows at its end: dropping its beginning moves the view, so a message
 * costs the same with 5 or 500 there. The list has the same content for those who cannot see
 * the picture; the arrow keys select a message in both.
 */
export class Diagram implements MessagesView {
  readonly element: HTMLElement;
  private readonly scroller: HTMLElement;
  private readonly picture = svg("svg", { class: "diagram", "aria-hidden": "true", focusable: "false" });
  private readonly lifelines = g("lifelines");
  private readonly rows = g("rows");
  private drawn: Drawn[] = [];
  private waiting: Entry[] = [];
  private isStale = true;
  private isShown = false;
  private frame = 0;
  private width = 0;
  private bottom = 0;
  private group: CallGroup | undefined;
  private lastAt = 0;
  private chosen: Entry | undefined;

  constructor(
    private readonly messages: Messages,
    private readonly details: MessageDetails,
  ) {
    this.picture.append(this.lifelines, this.rows);
    this.scroller = h(
      "div",
      {
        class: "diagram-scroller",
        tabindex: "0",
        role: "group",
        "aria-label": "Sequence diagram, oldest message first. Up and Down choose a message; the list has the same messages as text.",
        "data-testid": "diagram",
      },
      h("div", { class: "diagram-heads", "aria-hidden": "true" }, h("span", {}, "host"), h("span", {}, "widget")),
    );
    this.scroller.append(this.picture);
    this.element = h("div", { class: "diagram-pane" }, this.scroller, details.element);
    this.scroller.addEventListener("keydown", (event) => this.key(event));
    this.picture.addEventListener("click", (event) => {
      const part = event.target instanceof Element ? event.target.closest("[data-number]") : null;
      if (part !== null) this.choose(this.messages.find(Number(part.getAttribute("data-number"))));
    });
    new ResizeObserver(() => {
      if (this.isShown && this.scroller.clientWidth !== this.width) this.reset();
    }).observe(this.scroller);
  }

  /** Starts or stops drawing. */
  show(isShown: boolean): void {
    this.isShown = isShown;
    this.element.hidden = !isShown;
    if (isShown) this.draw();
  }

  added(entry: Entry): void {
    if (!this.messages.passes(entry)) return;
    this.waiting.push(entry);
    if (this.waiting.length > LIMIT) this.waiting.shift();
    this.later();
  }

  repeated(entry: Entry): void {
    const part = this.drawn.find((other) => other.entry === entry)?.part.querySelector(".times");
    if (part) part.textContent = ` ×${entry.times}`;
  }

  reset(): void {
    this.isStale = true;
    this.later();
  }

  /** Selects a message and shows its details; undefined closes them. */
  choose(entry: Entry | undefined): void {
    this.chosen = entry;
    this.details.show(entry);
    for (const { entry: other, part } of this.drawn) setAttribute(part, "data-chosen", other === entry);
    if (entry !== undefined) this.reveal(entry);
  }

  /** Closes the details and returns the focus to the picture. */
  dismiss(): void {
    this.choose(undefined);
    this.scroller.focus({ preventScroll: true });
  }

  private later(): void {
    if (this.isShown && this.frame === 0) {
      this.frame = requestAnimationFrame(() => {
        this.frame = 0;
        this.draw();
      });
    }
  }

  /** Draws pending messages, or everything if needed. */
  private draw(): void {
    if (!this.isShown || this.scroller.clientWidth === 0) return;
    const { scroller } = this;
    const isAtEnd = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < 24;
    if (this.isStale) {
      this.isStale = false;
      this.width = scroller.clientWidth;
      this.waiting = [...this.messages.visible];
      this.drawn = [];
      this.rows.replaceChildren();
      this.bottom = 8;
      this.group = undefined;
      this.lastAt = 0;
    }
    for (const entry of this.waiting) this.append(entry);
    this.waiting = [];
    for (const { part } of this.drawn.splice(0, Math.max(0, this.drawn.length - LIMIT))) part.remove();
    const top = (this.drawn[0]?.top ?? 8) - 8;
    const height = Math.max(this.bottom - top + 8, 40);
    setAttribute(this.picture, "width", String(this.width));
    setAttribute(this.picture, "height", String(height));
    setAttribute(this.picture, "viewBox", `0 ${top} ${this.width} ${height}`);
    const { host, widget } = this.lines();
    scroller.style.setProperty("--host-x", `${host}px`);
    scroller.style.setProperty("--widget-x", `${widget}px`);
    this.lifelines.replaceChildren(...[host, widget].map((x) => line(x, top, x, top + height, "lifeline")));
    if (isAtEnd && this.chosen === undefined) scroller.scrollTop = scroller.scrollHeight;
  }

  private append(entry: Entry): void {
    const top = this.bottom;
    const part = g("step", { "data-number": String(entry.number), "data-direction": entry.direction, "data-type": entry.type, "data-testid": "arrow" });
    setAttribute(part, "data-fate", entry.fate);
    setAttribute(part, "data-chosen", entry === this.chosen);
    if (this.lastAt !== 0 && entry.at - this.lastAt >= GAP_MS) this.appendGap(part, entry, entry.at - this.lastAt);
    this.lastAt = entry.at;
    const { call } = entry;
    if (call !== undefined && call !== this.group) {
      this.group = call;
      this.appendCall(part, call);
    }
    const height = entry.direction === "note" ? NOTE_HEIGHT : ROW_HEIGHT;
    part.append(rect(0, this.bottom, this.width, height, "hit"));
    if (call !== undefined) part.append(rect(0, this.bottom, 4, height, `band ${hue(call)}`));
    part.append(text(10, this.bottom + height / 2 + 4, "time", this.isNarrow ? clock(entry.at).slice(3) : clock(entry.at)));
    if (entry.direction === "note") this.appendNote(part, entry);
    else this.appendArrow(part, entry);
    this.bottom += height;
    this.rows.append(part);
    this.drawn.push({ entry, part, top, bottom: this.bottom });
  }

  private appendGap(part: SVGGElement, { call }: Entry, gapMs: number): void {
    const { host, widget } = this.lines();
    const y = this.bottom + GAP_HEIGHT / 2;
    if (call !== undefined && call === this.group) part.append(rect(0, this.bottom, 4, GAP_HEIGHT, `band ${hue(call)}`));
    // Hides the lines behind it: a gap in time.
    for (const x of [host, widget]) part.append(rect(x - 2, y - 9, 4, 18, "gap-hole"), line(x, y - 9, x, y + 9, "gap-line"));
    part.append(text((host + widget) / 2, y + 4, "gap", gapText(gapMs), "middle"));
    this.bottom += GAP_HEIGHT;
  }

  private appendCall(part: SVGGElement, call: CallGroup): void {
    part.append(rect(0, this.bottom + 2, this.width, CALL_HEIGHT - 4, `call-ground ${hue(call)}`));
    part.append(text(12, this.bottom + CALL_HEIGHT / 2 + 4, `call-name ${hue(call)}`, `Call ${call.number}${call.name === "" ? "" : ` · ${call.name}`}`));
    this.bottom += CALL_HEIGHT;
  }

  private appendArrow(part: SVGGElement, entry: Entry): void {
    const { host, widget } = this.lines();
    const y = this.bottom + ROW_HEIGHT - 8;
    const [from, to] = entry.direction === "toWidget" ? [host, widget] : [widget, host];
    const towards = from < to ? 1 : -1;
    const isLost = entry.fate?.startsWith("dropped") ?? false;
    const end = isLost ? (from + to) / 2 : to - towards * 2;
    part.append(line(from + towards * 3, y, end, y, "arrow"));
    part.append(
      isLost
        ? path(`M${end - 4} ${y - 4}l8 8M${end + 4} ${y - 4}l-8 8`, "cross")
        : path(`M${end} ${y}l${-towards * 8} -4.5v9z`, "head"),
    );
    const label = text((host + widget) / 2, y - 6, "label", entry.type, "middle");
    label.append(svg("tspan", { class: "times" }, entry.times > 1 ? ` ×${entry.times}` : ""));
    const more = [entry.fate ?? "", this.isNarrow ? "" : idsOf(entry)].filter((item) => item !== "").join(" · ");
    if (more !== "") label.append(svg("tspan", { class: "ids" }, `  ${more}`));
    part.append(label);
  }

  private appendNote(part: SVGGElement, entry: Entry): void {
    const { host, widget } = this.lines();
    const room = widget - host + 20;
    const words = String(entry.data);
    const fits = Math.floor((room - 16) / 6.2);
    part.append(rect(host - 10, this.bottom + 3, room, NOTE_HEIGHT - 6, "note-ground"));
    part.append(text(host, this.bottom + NOTE_HEIGHT / 2 + 4, "note-text", words.length > fits ? `${words.slice(0, fits - 1)}…` : words));
  }

  private lines(): { host: number; widget: number } {
    return this.isNarrow ? { host: 82, widget: this.width - 30 } : { host: 150, widget: Math.max(480, Math.min(this.width - 60, 900)) };
  }

  private get isNarrow(): boolean {
    return this.width < NARROW_PX;
  }

  private reveal(entry: Entry): void {
    const drawn = this.drawn.find((other) => other.entry === entry);
    const first = this.drawn[0];
    if (drawn === undefined || first === undefined) return;
    const { scroller } = this;
    const head = HEADS_HEIGHT;
    const top = drawn.top - first.top;
    const bottom = drawn.bottom - first.top + head + 16;
    if (top < scroller.scrollTop) scroller.scrollTop = top;
    else if (bottom > scroller.scrollTop + scroller.clientHeight) scroller.scrollTop = bottom - scroller.clientHeight;
  }

  private key(event: KeyboardEvent): void {
    const step = STEPS[event.key];
    if (event.key === "Escape") this.choose(undefined);
    else if (step === undefined || this.drawn.length === 0) return;
    else {
      const at = this.drawn.findIndex(({ entry }) => entry === this.chosen);
      const next = at < 0 ? (step > 0 ? 0 : this.drawn.length - 1) : Math.max(0, Math.min(this.drawn.length - 1, at + step));
      this.choose(this.drawn[next]?.entry);
    }
    event.preventDefault();
  }
}

/** The short ids that a message has beside the call's own. */
function idsOf({ data }: Entry): string {
  const names = [["engagementId", "engagement"], ["phoneNumber", ""], ["callEndStatus", ""]] as const;
  return names.flatMap(([field, label]) => {
    const value = fieldOf(data, field);
    return value === undefined ? [] : [`${label} ${value}`.trim()];
  }).join(" · ");
}

function gapText(gapMs: number): string {
  const seconds = gapMs / 1000;
  return seconds < 60 ? `${seconds.toFixed(1)} s` : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

function hue({ number }: CallGroup): string {
  return `hue-${(number - 1) % 6}`;
}

const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1, Home: -LIMIT, End: LIMIT };

/** A pause of at least this is marked. */
const GAP_MS = 1000;
const ROW_HEIGHT = 34;
const NOTE_HEIGHT = 28;
const GAP_HEIGHT = 26;
const CALL_HEIGHT = 26;
const HEADS_HEIGHT = 28;
const NARROW_PX = 620;
