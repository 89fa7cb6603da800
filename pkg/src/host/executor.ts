import type { DiagnosticCode } from "../generated/codes.js";
import { EXPLANATIONS } from "../generated/explanations.js";
import { MAX_READ_TEXT } from "../generated/limits.js";
import type { HostOrders } from "../../build/host.js";
import { attempt } from "../shared/attempt.js";
import type { Emitter } from "../shared/emitter.js";
import { entryOf } from "../shared/entry.js";
import { frozenCopy, post, unpostable } from "../shared/plain.js";
import { ownZone } from "../shared/zone.js";
import { measure } from "../wasm/measure.js";
import { type Engagements, isPromise } from "./engagements.js";
import type { HostEvents, WidgetMessage } from "./events.js";
import type { HostFrame } from "./frame.js";
import type { HostSession } from "./session.js";
import type { HostOptions, NavigateRequest } from "./types.js";

/** The orders that answer an input: its caller reads them. */
type Answer = "threw" | "sent" | "refused" | "answer" | "badOrigin" | "admitted" | "counts";

type Args<Name extends keyof HostOrders> = Parameters<HostOrders[Name]>;

/** What the orders of a host's engine are about. */
export type HostPage = {
  /** The origin of the frame's address. */
  widgetOrigin: string;
  /** Returns the frame, which is made after the session. */
  readonly frame: () => HostFrame;
  readonly listeners: Emitter<HostEvents>;
  readonly engagements: Engagements;
  readonly options: HostOptions;
};

/** Carries out the orders of a host's engine: posts and changes at once; in turn, all that calls code of the page. */
export class HostExecutor implements Omit<HostOrders, Answer> {
  private readonly inZone = ownZone();

  constructor(
    private readonly session: HostSession,
    private readonly page: HostPage,
  ) {}

  post(...[message, origin, call]: Args<"post">): void {
    const window = this.page.frame().element.contentWindow;
    if (window) {
      post(window, message, origin);
    }
    this.log("toWidget", message, call);
  }

  received(...[message, call]: Args<"received">): void {
    this.log("toHost", message, call);
  }

  notify(...[name = "unknownMessage", data, message]: Args<"notify">): void {
    this.later(({ listeners }) => {
      // Each name's payload is the table's; nothing can check it here.
      if (name !== "") {
        (listeners.emit as (name: string, data: unknown, message: WidgetMessage) => void).call(listeners, name, data, message);
      }
    });
  }

  alert(...[message, source]: Args<"alert">): void {
    this.emit("alert", { message, source });
  }

  failed(...[code]: Args<"failed">): void {
    this.emit("failed", { code, message: explained(code, "") });
  }

  diagnostic(...[code, detail, isError]: Args<"diagnostic">): void {
    const message = explained(code, detail);
    this.later(({ listeners }) => {
      listeners.emit("diagnostic", { code, message, level: isError ? "error" : "warn" });
      if (isError) {
        console.error(`[calling-widget-sdk] ${code}: ${message} ${entryOf(code)}`);
      }
    });
  }

  resize(...sides: Args<"resize">): void {
    this.later(({ listeners, frame }) => {
      listeners.emit("resized", frame().resize(...sides));
    });
  }

  navigate(...[request, data]: Args<"navigate">): void {
    const { session } = this;
    const done = session.answerTo((hasSucceeded: boolean) => {
      session.enter("navigated", request, hasSucceeded);
    });
    this.later(({ options }) => {
      settle(
        () => options.navigate?.(data as NavigateRequest),
        (result) => {
          done(result !== false);
        },
        () => {
          done(false);
        },
      );
    });
  }

  store(...[request, method, args]: Args<"store">): void {
    const { session } = this;
    const stored = session.answerTo((record: unknown) => {
      session.enter("stored", request, { record, matches: Array.isArray(record) ? record : undefined });
    });
    const failed = session.answerTo((error: unknown) => {
      session.enter("storeFailed", request, textOf(error));
    });
    // A page may destroy the host as it hears of the message: its record is completed all the same.
    const outlives = true;
    this.later(({ engagements }) => {
      settle(
        () => engagements.ask(method, args),
        (value) => {
          settle(() => answerOf(value), stored, failed);
        },
        failed,
      );
    }, outlives);
  }

  state(...[state]: Args<"state">): void {
    this.session.state = state;
    this.emit("stateChanged", state);
  }

  visibility(...[isMinimized, isHidden]: Args<"visibility">): void {
    const visibility = { isMinimized, isHidden };
    this.session.visibility = visibility;
    this.later(({ listeners, frame }) => {
      frame().show(!isHidden);
      listeners.emit("visibilityChanged", visibility);
    });
  }

  move(...[url]: Args<"move">): void {
    this.session.move();
    this.later((page) => {
      const { href, origin } = new URL(url);
      page.widgetOrigin = origin;
      page.frame().open(href);
    });
  }

  widget(...[isLoggedIn, isAvailable, version, sdkVersion, debugMode]: Args<"widget">): void {
    this.session.widget = {
      isLoggedIn,
      isAvailable,
      ...(version === undefined ? {} : { version }),
      ...(sdkVersion === undefined ? {} : { sdkVersion }),
      ...(debugMode === undefined ? {} : { debugMode }),
    };
  }

  call(...args: Args<"call">): void {
    this.session.setCall(...args);
  }

  gone(...[key]: Args<"gone">): void {
    this.session.setCall(key, undefined);
  }

  active(...[isActive]: Args<"active">): void {
    this.session.isActive = isActive;
  }

  wake(...[at]: Args<"wake">): void {
    this.session.wakeAt(at);
  }

  /** Emits an event, in turn. */
  emit<Name extends keyof HostEvents>(name: Name, ...args: HostEvents[Name]): void {
    this.later(({ listeners }) => {
      listeners.emit(name, ...args);
    });
  }

  /** A message was posted or admitted; `call` is the one that it changed. */
  private log(direction: "toWidget" | "toHost", message: WidgetMessage, call: number | undefined): void {
    const { type, data } = message;
    this.later(({ listeners }) => {
      const entry = { direction, type, data, message, at: Date.now() };
      listeners.emit("message", call === undefined ? entry : { ...entry, call });
    });
  }

  /** Runs what calls code of the page, in turn: other code of it may be under way. It goes with the session, unless it `outlives` that. */
  private later(turn: (page: HostPage) => void, outlives = false): void {
    this.session.inTurn(() => {
      this.inZone(() => {
        turn(this.page);
      });
    }, outlives);
  }
}

/** Calls the page's code, which may answer at once, later, or by throwing. */
function settle(
  call: () => unknown,
  done: (value: unknown) => void,
  failed: (error: unknown) => void,
): void {
  let answer: unknown;
  try {
    answer = call();
    if (isPromise(answer)) {
      // A mere thenable may throw, or settle twice.
      Promise.resolve(answer).then(done, failed);
      return;
    }
  } catch (error) {
    failed(error);
    return;
  }
  done(answer);
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
  const text = attempt(() => {
    const { message } = Object(error) as { message?: unknown };
    const said: unknown = message ?? error ?? UNKNOWN_FAILURE;
    return String(said);
  });
  return text ?? UNKNOWN_FAILURE;
}

/** A code's cause, its detail and the fix. */
export function explained(code: DiagnosticCode, detail: string): string {
  const [cause, fix] = EXPLANATIONS[code];
  return detail === "" ? `${cause} ${fix}` : `${cause} (${detail}) ${fix}`;
}

const UNKNOWN_FAILURE = "the record store failed";

/** The longest message id: the session's own has 17 characters and a number. */
export const LONGEST_ID = "-".repeat(32);
