import { fill, h } from "../shared/dom";
import { icon } from "../shared/icons";
import type { Platform } from "./platform";
import type { DemoRecord } from "./records";

/** An app's event on a record's timeline, as the emulator shows it. */
export interface TimelineEvent {
  eventTypeId: number;
  eventTypeName: string;
  id: string;
  /** Its time, in milliseconds since 1970. */
  timestamp: number;
  /** HTML of one line. The emulator has rendered and cleaned it. */
  header: string;
  /** HTML, likewise; empty if there is nothing to open. */
  detail: string;
  /** A page of the app that the event opens, by https. */
  timelineIFrame?: { linkLabel: string; iframeLabel: string; iframeUri: string; width: number; height: number };
  /** The reason that a template shows nothing. */
  problem?: string;
}

/** The events of a record, from the emulator. */
export async function eventsOf(platform: Platform, { objectTypeId, objectId }: DemoRecord): Promise<TimelineEvent[]> {
  const answer = await platform.ask<{ results: TimelineEvent[] }>("GET", `/emulator/timeline/${objectTypeId}/${objectId}`);
  return answer.results;
}

/** Draws events; an unchanged one keeps its element, and so its open state. */
export class EventItems {
  private readonly drawn = new Map<string, { item: HTMLElement; form: string }>();
  private readonly frame = new EventFrame();

  constructor(private readonly timeOf: (at: number) => HTMLElement) {}

  /** The element of an event. */
  item(event: TimelineEvent): HTMLElement {
    const key = `${event.eventTypeId} ${event.id}`;
    const form = JSON.stringify(event);
    const known = this.drawn.get(key);
    if (known?.form === form) return known.item;
    const item = known?.item ?? h("li", { class: "entry event", "data-testid": "timeline-event", "data-event-id": event.id });
    const isOpen = item.querySelector("details")?.open ?? false;
    this.drawn.set(key, { item, form });
    fill(item, h("span", { class: "entry-mark" }, icon("note")), this.body(event, isOpen));
    return item;
  }

  private body(event: TimelineEvent, isOpen: boolean): HTMLElement {
    const { timelineIFrame: page } = event;
    const title = event.header === "" ? h("h3", {}, event.eventTypeName) : withHtml(h("h3", { dir: "auto" }), event.header);
    const detail = withHtml(h("div", { class: "event-detail", dir: "auto", "data-testid": "event-detail" }), event.detail);
    return h(
      "div",
      { class: "entry-body" },
      h("div", { class: "entry-head" }, title, this.timeOf(event.timestamp)),
      h("p", { class: "hint" }, event.eventTypeName),
      event.detail !== "" && h("details", { open: isOpen }, h("summary", {}, "Details"), detail),
      event.problem !== undefined && h("p", { class: "hint event-problem" }, event.problem),
      page !== undefined &&
        h("button", { type: "button", class: "event-link", "data-testid": "event-link", onclick: () => this.frame.show(page) }, page.linkLabel),
    );
  }
}

/** The window in which an event opens a page of its app. */
class EventFrame {
  private readonly title = h("h2", { id: "event-frame-title", dir: "auto" });
  private readonly place = h("div", { class: "event-frame-place" });
  private readonly dialog = h(
    "dialog",
    { class: "dialog event-frame", "aria-labelledby": "event-frame-title", "data-testid": "event-frame", onclose: () => this.place.replaceChildren() },
    h(
      "div",
      { class: "dialog-head" },
      this.title,
      h("button", { type: "button", class: "icon-button", "aria-label": "Close", "data-testid": "event-frame-close", onclick: () => this.dialog.close() }, icon("close")),
    ),
    this.place,
  );

  constructor() {
    document.body.append(this.dialog);
  }

  show({ iframeLabel, iframeUri, width, height }: NonNullable<TimelineEvent["timelineIFrame"]>): void {
    fill(this.title, iframeLabel);
    // It may do everything a separate page may, except navigate this one.
    const sandbox = "allow-forms allow-popups allow-same-origin allow-scripts";
    fill(this.place, h("iframe", { src: iframeUri, title: iframeLabel, width, height, sandbox, referrerpolicy: "no-referrer" }));
    this.dialog.showModal();
  }
}

/** Sets HTML that the emulator has sanitised; the page's policy runs no script of it. */
function withHtml<E extends HTMLElement>(element: E, html: string): E {
  element.innerHTML = html;
  return element;
}
