import type { CallingHost } from "calling-widget-sdk/host";

import { h, fill, setAttribute, setText } from "../../shared/dom";
import { icon } from "../../shared/icons";
import { copyButton } from "./copy";
import { MessageDetails } from "./details";
import { Diagram } from "./diagram";
import type { Panel } from "./dock";
import { MessageList } from "./list";
import { Memory } from "./memory";
import type { Messages } from "./messages";
import { clock, compact, payloadOf } from "./payload";

/** The view of the messages. */
export type MessagesLook = "list" | "diagram";

/** The messages, as a list or as a sequence diagram, with a filter and a pause. */
export class MessagesPanel implements Panel {
  readonly id = "messages";
  readonly label = "Messages";
  readonly icon = "note";
  readonly badge = h("span", { class: "hint digits", "data-testid": "message-count" });
  readonly element: HTMLElement;
  private readonly memory = new Memory<{ look: MessagesLook }>("demo-host:messages", { look: "list" });
  private readonly list: MessageList;
  private readonly diagram: Diagram;
  private readonly looks: { look: MessagesLook; button: HTMLButtonElement }[];
  private readonly filter = h("input", { type: "search", placeholder: "Filter by type or text", "aria-label": "Filter messages", "data-testid": "message-filter" });
  private isShown = false;
  private currentLook: MessagesLook;

  constructor(
    private readonly messages: Messages,
    private readonly hostOf: () => CallingHost | undefined,
    wanted: MessagesLook | undefined,
  ) {
    this.currentLook = wanted ?? this.memory.value.look;
    this.list = new MessageList(messages);
    this.diagram = new Diagram(messages, new MessageDetails(() => this.diagram.dismiss()));
    this.looks = LOOKS.map(([look, label]) => ({
      look,
      button: h("button", { type: "button", "data-testid": `look-${look}`, onclick: () => this.show(look) }, label),
    }));
    const pause = h("button", { type: "button", class: "quiet", "data-testid": "message-pause", onclick: () => (messages.paused = !messages.paused) });
    this.filter.addEventListener("input", () => (messages.filter = this.filter.value));
    this.element = h(
      "div",
      { class: "bench-fill" },
      h(
        "div",
        { class: "log-tools" },
        h("div", { class: "segments look", role: "group", "aria-label": "Show the messages as" }, ...this.looks.map(({ button }) => button)),
        this.filter,
        pause,
        h("button", { type: "button", class: "quiet", onclick: () => messages.clear() }, icon("trash"), "Clear log"),
        copyButton("Copy", () => this.asText()),
        h("button", { type: "button", class: "quiet", "data-testid": "trace-save", title: "The host's side of the session as a trace, with personal data masked: for a bug report", onclick: () => this.saveTrace() }, "Save trace"),
      ),
      this.list.element,
      this.diagram.element,
    );
    messages.attach(this.list);
    messages.attach(this.diagram);
    messages.watch(() => {
      const { total, visible, missed } = messages.counts;
      const unseen = missed > 0 ? `, ${missed} not shown while paused` : "";
      setText(this.badge, (visible === total ? `${total}` : `${visible} of ${total}`) + unseen);
      const label = messages.paused ? "Resume" : "Pause";
      if (pause.textContent !== label) fill(pause, icon(messages.paused ? "play" : "pause"), label);
    });
    this.draw();
  }

  /** The current view. */
  get look(): MessagesLook {
    return this.currentLook;
  }

  visibilityChanged(isShown: boolean): void {
    this.isShown = isShown;
    this.draw();
  }

  /** Shows the messages as a list or as a diagram. */
  show(look: MessagesLook): void {
    this.currentLook = look;
    this.memory.set({ look });
    this.draw();
  }

  private draw(): void {
    for (const { look, button } of this.looks) setAttribute(button, "aria-pressed", String(look === this.currentLook));
    this.list.element.hidden = this.currentLook !== "list";
    this.diagram.show(this.isShown && this.currentLook === "diagram");
  }

  private saveTrace(): void {
    const address = URL.createObjectURL(new Blob([this.hostOf()?.exportTrace() ?? ""], { type: "application/jsonl" }));
    h("a", { href: address, download: `trace-${new Date().toISOString().replace(/[:.]/g, "-")}.jsonl` }).click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  }

  private asText(): string {
    return this.messages.visible.map((entry) => `${clock(entry.at)} ${entry.direction} ${entry.type} ${compact(payloadOf(entry))}`).reverse().join("\n");
  }
}

const LOOKS = [["list", "List"], ["diagram", "Diagram"]] as const;
