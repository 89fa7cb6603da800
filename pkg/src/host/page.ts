import type { DiagnosticCode } from "../generated/codes.js";
import { EXPLANATIONS } from "../generated/explanations.js";
import { MAX_READ_TEXT } from "../generated/limits.js";
import type { HostOrders } from "../../build/host.js";
import type { Emitter } from "../shared/emitter.js";
import { entryOf } from "../shared/entry.js";
import { frozenCopy, post, unpostable } from "../shared/plain.js";
import { ownZone } from "../shared/zone.js";
import { measure } from "../wasm/measure.js";
import { type Engagements, isPromise } from "./engagements.js";
import type { HostEvents, WidgetMessage } from "./events.js";
import type { HostFrame } from "./frame.js";
import type { StoreMethod } from "./records.js";
import type { HostCallSnapshot, HostOptions, NavigateRequest } from "./types.js";

type Args<Name extends keyof HostOrders> = Parameters<HostOrders[Name]>;

/** A host's page: posts to the frame and moves it, calls the listeners, asks the store. */
export class Page {
  readonly inZone = ownZone();

  /**
   * @param widgetOrigin the origin of the frame's address.
   * @param frame returns the frame, which is made after the session.
   */
  constructor(
    public widgetOrigin: string,
    private readonly frame: () => HostFrame,
    private readonly listeners: Emitter<HostEvents>,
    private readonly engagements: Engagements,
    private readonly options: HostOptions,
  ) {}

  post(message: WidgetMessage, origin: string): void {
    const window = this.frame().element.contentWindow;
    if (window) {
      post(window, message, origin);
    }
  }

  /** A message was posted or admitted; `call` is the one that it changed. */
  logged(direction: "toWidget" | "toHost", message: WidgetMessage, call: number | undefined): void {
    const { type, data } = message;
    const entry = { direction, type, data, message, at: Date.now() };
    this.listeners.emit("message", call === undefined ? entry : { ...entry, call });
  }

  notify(...[name = "unknownMessage", data, message]: Args<"notify">): void {
    // Each name's payload is the table's; nothing can check it here.
    if (name !== "") {
      (this.listeners.emit as (name: string, data: unknown, message: WidgetMessage) => void).call(this.listeners, name, data, message);
    }
  }

  callsChanged(calls: readonly HostCallSnapshot[]): void {
    this.listeners.emit("callsChanged", calls);
  }

  state(...[state]: Args<"state">): void {
    this.listeners.emit("stateChanged", state);
  }

  failed(...[code]: Args<"failed">): void {
    this.listeners.emit("failed", { code, message: explained(code, "") });
  }

  alert(...[message, source]: Args<"alert">): void {
    this.listeners.emit("alert", { message, source });
  }

  diagnostic(...[code, detail, isError]: Args<"diagnostic">): void {
    const message = explained(code, detail);
    this.listeners.emit("diagnostic", { code, message, level: isError ? "error" : "warn" });
    if (isError) {
      console.error(`[calling-widget-sdk] ${code}: ${message} ${entryOf(code)}`);
    }
  }

  visibility(...[isMinimized, isHidden]: Args<"visibility">): void {
    this.frame().show(!isHidden);
    this.listeners.emit("visibilityChanged", { isMinimized, isHidden });
  }

  resize(...sides: Args<"resize">): void {
    this.listeners.emit("resized", this.frame().resize(...sides));
  }

  move(...[url]: Args<"move">): void {
    const { href, origin } = new URL(url);
    this.widgetOrigin = origin;
    this.frame().open(href);
  }

  navigate(data: unknown, done: (hasSucceeded: boolean) => void): void {
    settle(
      () => this.options.navigate?.(data as NavigateRequest),
      (result) => {
        done(result !== false);
      },
      () => {
        done(false);
      },
    );
  }

  ask(method: StoreMethod, args: unknown[], stored: (answer: unknown) => void, failed: (text: string) => void): void {
    const refuse = (error: unknown): void => {
      failed(textOf(error));
    };
    settle(
      () => this.engagements.ask(method, args),
      (value) => {
        let answer: unknown;
        try {
          answer = answerOf(value);
        } catch (error) {
          refuse(error);
          return;
        }
        stored(answer);
      },
      refuse,
    );
  }
}

/** Calls the page's code, which may answer at once, later, or by throwing. */
function settle(
  call: () => unknown,
  done: (value: unknown) => void,
  failed: (error: unknown) => void,
): void {
  let answer: unknown;
  let isLater: boolean;
  try {
    answer = call();
    isLater = isPromise(answer);
  } catch (error) {
    failed(error);
    return;
  }
  if (isLater) {
    // A mere thenable may throw, or settle twice.
    Promise.resolve(answer).then(done, failed);
  } else {
    done(answer);
  }
}

/**
 * A copy of the record store's answer.
 *
 * @throws a getter's error; an Error with a code for matches that no widget would take.
 */
function answerOf(value: unknown): unknown {
  const answer = frozenCopy(value);
  // Only a record's id is posted.
  if (Array.isArray(answer)) {
    const data = { callerIdMatches: answer, callId: 1, externalCallId: LONGEST_ID.repeat(MAX_READ_TEXT / LONGEST_ID.length) };
    const limit =
      unpostable(answer) === undefined
        ? measure({ type: "CALLER_ID_MATCH_SUCCEEDED", messageId: LONGEST_ID, data })
        : "NOT_CLONEABLE";
    if (limit !== undefined) {
      throw new Error(`${limit}: the record store's answer cannot be posted`);
    }
  }
  return answer;
}

/** The text of a record store's error, which may be any value. */
function textOf(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message : error);
  } catch {
    return "the record store failed";
  }
}

/** A code's cause, its detail and the fix. */
export function explained(code: DiagnosticCode, detail: string): string {
  const [cause, fix] = EXPLANATIONS[code];
  return detail === "" ? `${cause} ${fix}` : `${cause} (${detail}) ${fix}`;
}

/** The longest message id: the session's own has 17 characters and a number. */
export const LONGEST_ID = "-".repeat(32);
