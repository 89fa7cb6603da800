import type { CallingHost } from "../host/calling-host.js";
import type { MessageLogEntry } from "../host/events.js";
import type { HostContext } from "../host/types.js";
import { CALLEE } from "../testing/callee.js";
import type { StoryContext, WithHostOptions } from "./types.js";
import { publishArgs, storyUrl } from "./story-frame.js";

/** A host with its widget, and below them a panel with their messages. */
export class HostView {
  /** The element in the story's place. */
  readonly element: HTMLElement;

  private readonly host: CallingHost;
  private readonly list: HTMLOListElement;
  private readonly removal: MutationObserver;
  private args: StoryContext["args"];
  private wasShown = false;
  private isClosed = false;

  /** @param Host the host half: the entry hands it in, so that there is one class and one core. */
  constructor(
    Host: typeof CallingHost,
    readonly storyId: string,
    args: StoryContext["args"],
    { context, settings, store, url, phoneNumber = "+12025550123", width = 400, height = 640 }: WithHostOptions,
  ) {
    this.args = args;
    publishArgs(storyId, args);
    const frame = make("div");
    const state = make("output");
    const number = make("input", { type: "tel", value: phoneNumber, ariaLabel: "Number" });
    const dial = make("button", { type: "button", textContent: "Dial" });
    const hangUp = make("button", { type: "button", textContent: "Hang up" });
    this.list = make("ol", { ariaLabel: "Messages" });
    const bar = make("p");
    bar.append(number, " ", dial, " ", hangUp, " ", state);
    this.element = make("section", { ariaLabel: "Host" });
    this.element.append(frame, bar, this.list);
    Object.assign(this.element.style, { font: "13px/1.5 system-ui, sans-serif" });
    Object.assign(this.list.style, { maxHeight: "240px", overflow: "auto", padding: "0", listStyle: "none" });
    const whole: HostContext = { portalId: 1, userId: 2, ownerId: 3, iframeLocation: "remote", ...context };
    this.host = new Host({ url: url ?? storyUrl(storyId), container: frame, context: whole, settings, store, width, height });
    this.host.frame.style.border = "1px solid #ccc";
    const say = (text: string): void => {
      state.value = text;
    };
    say(this.host.state);
    this.host.on("stateChanged", say);
    this.host.on("failed", ({ code, message }) => {
      say(`${code}: ${message}`);
    });
    this.host.on("message", (entry) => {
      this.show(entry);
    });
    dial.addEventListener("click", () => {
      const outcome = this.host.dialNumber({ ...CALLEE, phoneNumber: number.value });
      say(outcome.sent ? this.host.state : outcome.message);
    });
    hangUp.addEventListener("click", () => {
      const outcome = this.host.endCall();
      say(outcome.sent ? this.host.state : outcome.message);
    });
    this.removal = new MutationObserver(() => {
      this.closeIfRemoved();
    });
    this.removal.observe(document, { childList: true, subtree: true });
  }

  /** True while this is the view of the story. */
  isOf(storyId: string): boolean {
    return !this.isClosed && this.storyId === storyId;
  }

  /** Updates the story's args; a change reloads the widget. */
  update(args: StoryContext["args"]): void {
    if (isSame(this.args, args)) {
      return;
    }
    this.args = args;
    publishArgs(this.storyId, args);
    this.host.reload();
  }

  /** Shows the view in an element that a framework made; the same one for each render. */
  readonly attach = (place: HTMLElement | null): void => {
    if (place !== null && this.element.parentNode !== place) {
      place.append(this.element);
    }
  };

  /** Storybook does not report that a story is gone. */
  private closeIfRemoved(): void {
    if (this.element.isConnected) {
      this.wasShown = true;
    } else if (this.wasShown) {
      this.isClosed = true;
      this.removal.disconnect();
      this.host.destroy();
    }
  }

  private show({ direction, type, message }: MessageLogEntry): void {
    const item = make("li");
    const details = make("details");
    details.append(
      make("summary", { textContent: `${direction === "toWidget" ? "host → widget" : "widget → host"} ${type}` }),
      make("pre", { textContent: JSON.stringify(message, undefined, 2) }),
    );
    item.append(details);
    this.list.append(item);
    if (this.list.childElementCount > MOST) {
      this.list.firstElementChild?.remove();
    }
    this.list.scrollTop = this.list.scrollHeight;
  }
}

function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]> = {},
): HTMLElementTagNameMap[Name] {
  return Object.assign(document.createElement(name), properties);
}

function isSame(one: StoryContext["args"], other: StoryContext["args"]): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => Object.is(one[name], other[name]));
}

/** Messages that the panel shows. */
const MOST = 200;
