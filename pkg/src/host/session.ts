import { build, wasmText } from "../../build/host.js";
import { alarm } from "../shared/alarm.js";
import { VALUE_TABLES } from "../generated/door.js";
import { HOST_INPUTS, type HostInputs, type HostOutput } from "../generated/host-door.js";
import { isolated } from "../shared/isolated.js";
import { randomId } from "../shared/random-id.js";
import type { TraceOptions } from "../shared/types.js";
import { type Recorder, recorderOf } from "../trace/recorder.js";
import type { Draft } from "../wasm/crossing.js";
import { Door, find } from "../wasm/door.js";
import { instantiate } from "../wasm/load.js";
import { measure } from "../wasm/measure.js";
import { trapText } from "../wasm/trap.js";
import { Unheard } from "../wasm/unheard.js";
import type { WidgetMessage } from "./events.js";
import type { HostCallSnapshot, HostState, Visibility, WidgetInfo } from "./types.js";

/** What a session is told at its start. */
export type HostStart = HostInputs["start"];

type Tag = HostOutput[0];
type OutputOf<Name extends Tag> = Extract<HostOutput, readonly [Name, ...unknown[]]>;

/** What the page around a session does for it. */
export type HostPage = {
  /** Posts a message to the frame, at once. */
  post: (message: WidgetMessage, origin: string) => void;
  /** Carries out any other order, in turn: code of the page's may be under way. */
  carryOut: (order: HostOrder) => void;
};

/** An order to the page, its payloads as they are. */
export type HostOrder =
  | { does: "log"; direction: "toWidget" | "toHost"; message: WidgetMessage; call?: number }
  | { does: "notify"; name: string; data: unknown; message: WidgetMessage }
  | { does: "navigate"; data: unknown; done: (hasSucceeded: boolean) => void }
  | { does: "ask"; method: string; args: unknown[]; stored: (value: unknown) => void; failed: (text: string) => void }
  | { does: "calls" }
  | { does: "tell"; output: PlainOutput };

/** Orders that hold no payload. */
export type PlainOutput = OutputOf<"alert" | "diagnostic" | "failed" | "move" | "resize" | "state" | "visibility">;

/**
 * The engine of a host's session behind its door, and what it said last.
 *
 * Posts and what changed are carried out at once, all else in turn. An engine that
 * trapped is replaced by a fresh one that goes on with what this one said; where none
 * can be had the state is `failed`, and `frameLoading` tries again.
 */
export class HostSession {
  /** Where the session stands. */
  state: HostState = "loading";
  /** What the widget said of itself. */
  widget: Omit<WidgetInfo, "isTest"> = { isLoggedIn: false, isAvailable: false };
  /** How the frame is shown. */
  visibility: Visibility = { isMinimized: false, isHidden: false };
  /** Whether leaving the page would lose a call. */
  isActive = false;

  private readonly recorder: Recorder | undefined;
  private door: Door<{ inputs: HostInputs; output: HostOutput }>;
  private readonly knownCalls = new Map<number, HostCallSnapshot>();
  private callList: readonly HostCallSnapshot[] | undefined;
  private readonly turns: HostOrder[] = [];
  private isTakingTurns = false;
  private isLost = false;
  /** The origin that may speak without being asked again. */
  private admitted: string | undefined;
  private readonly unheard = new Unheard((code, times) => {
    this.enter("refuse", code, times);
  });
  private readonly wakeAt = alarm(() => {
    this.enter("timeout");
  });

  /**
   * @param start what the engine is told at its start; for a fresh one the instance's
   *   id is another.
   * @param page does what the engine orders.
   * @param trace whether the session is recorded.
   * @throws CallingError where the module cannot run.
   */
  constructor(
    private readonly start: (instance: string) => HostStart,
    private readonly page: HostPage,
    trace: boolean | TraceOptions | undefined,
  ) {
    this.recorder = recorderOf("host", build, trace);
    this.door = open(this.recorder);
  }

  /**
   * Begins the session.
   *
   * @returns the one of the allowed origins that cannot be read as an origin, if any.
   */
  begin(): string | undefined {
    return find(this.enter("start", ...this.start(randomId("h"))), "badOrigin")?.[1];
  }

  /** The calls, oldest first. */
  get calls(): readonly HostCallSnapshot[] {
    return (this.callList ??= [...this.knownCalls.values()]);
  }

  /** A message event of the frame's: who speaks is asked before anything is read. */
  hear(event: MessageEvent): void {
    const { isTrusted, origin } = event;
    if (!isTrusted || this.admitted !== origin) {
      if (!find(this.enter("hear", isTrusted, origin), "admitted")) {
        return;
      }
      this.admitted = origin;
    }
    const message: unknown = event.data;
    const refusal = measure(message);
    if (refusal === undefined) {
      this.enter("receive", origin, { value: message });
    } else {
      this.unheard.count(refusal);
    }
  }

  /** The recorded session; empty where it is not recorded. */
  trace(): string {
    return this.recorder?.text() ?? "";
  }

  /** How often each code was given. */
  counts(): Record<string, number> {
    this.unheard.settle();
    return Object.fromEntries(find(this.enter("count"), "counts")?.[1] ?? []);
  }

  /** Ends the session: nothing comes of it any more. */
  end(): void {
    this.state = "destroyed";
    this.widget = { isLoggedIn: false, isAvailable: false };
    this.visibility = { isMinimized: false, isHidden: false };
    this.isActive = false;
    this.knownCalls.clear();
    this.callList = undefined;
    this.turns.length = 0;
    this.wakeAt(null);
  }

  /**
   * Hands in an input and carries out what comes of it.
   *
   * @returns the outputs, for who waits for an answer: a command that the engine
   *   trapped at is refused.
   */
  enter<Name extends keyof HostInputs>(name: Name, ...fields: HostInputs[Name]): readonly HostOutput[] {
    if (this.state === "destroyed") {
      return [];
    }
    let outputs: readonly HostOutput[];
    try {
      outputs = this.isLost && !this.revive(name) ? [["refused", "CORE_LOST", ""]] : this.door.process(name, ...fields);
    } catch (error) {
      outputs = this.recover(error);
    }
    const first = this.turns.length;
    const changed = new Set<number>();
    for (const output of outputs) {
      const call = this.carryOut(output);
      if (call !== undefined) {
        changed.add(call);
      }
    }
    nameCall(
      this.turns.slice(first),
      [...changed].filter((key) => this.knownCalls.has(key)),
    );
    if (changed.size > 0) {
      this.callList = undefined;
      this.turns.push({ does: "calls" });
    }
    this.takeTurns();
    return outputs;
  }

  /** Has the page carry out what waits for its turn. */
  private takeTurns(): void {
    if (this.isTakingTurns) {
      return;
    }
    this.isTakingTurns = true;
    for (let order; (order = this.turns.shift()) !== undefined; ) {
      const next = order;
      isolated(() => {
        this.page.carryOut(next);
      });
    }
    this.isTakingTurns = false;
  }

  /** Carries out one output; returns the handle of the call that it changed, if any. */
  private carryOut(output: HostOutput): number | undefined {
    const { door, turns } = this;
    const message = (draft: Draft): WidgetMessage => door.resolve(draft) as WidgetMessage;
    switch (output[0]) {
      case "post": {
        const posted = message(output[1]);
        this.page.post(posted, output[2]);
        turns.push({ does: "log", direction: "toWidget", message: posted });
        return undefined;
      }
      case "received":
        turns.push({ does: "log", direction: "toHost", message: message(output[1]) });
        return undefined;
      case "notify": {
        const data = output[2] === null ? undefined : door.resolve(output[2]);
        turns.push({ does: "notify", name: output[1] ?? "unknownMessage", data, message: message(output[3]) });
        return undefined;
      }
      case "navigate": {
        const [, request, data] = output;
        turns.push({
          does: "navigate",
          data: door.resolve(data),
          done: this.answerTo((hasSucceeded: boolean) => {
            this.enter("navigated", request, hasSucceeded);
          }),
        });
        return undefined;
      }
      case "store": {
        const [, request, [method, ...args]] = output;
        turns.push({
          does: "ask",
          method,
          args: args.map((arg) => door.resolve(arg)),
          stored: this.answerTo((value: unknown) => {
            const matches = Array.isArray(value) ? value : undefined;
            this.enter("stored", request, { value: { record: value, matches }, table: VALUE_TABLES.StoreAnswer });
          }),
          failed: this.answerTo((text: string) => {
            this.enter("storeFailed", request, text);
          }),
        });
        return undefined;
      }
      case "state":
        this.state = output[1];
        turns.push({ does: "tell", output });
        return undefined;
      case "visibility": {
        const [isMinimized, isHidden] = output[1];
        this.visibility = { isMinimized, isHidden };
        turns.push({ does: "tell", output });
        return undefined;
      }
      case "move":
        this.admitted = undefined;
        turns.push({ does: "tell", output });
        return undefined;
      case "alert":
      case "diagnostic":
      case "failed":
      case "resize":
        turns.push({ does: "tell", output });
        return undefined;
      case "widget": {
        const [, isLoggedIn, isAvailable, version, sdkVersion, debugMode] = output;
        this.widget = {
          isLoggedIn,
          isAvailable,
          ...(version === null ? {} : { version }),
          ...(sdkVersion === null ? {} : { sdkVersion }),
          ...(debugMode === null ? {} : { debugMode }),
        };
        return undefined;
      }
      case "call":
        this.knownCalls.set(output[1], door.resolve(output[2]) as HostCallSnapshot);
        return output[1];
      case "gone":
        this.knownCalls.delete(output[1]);
        return output[1];
      case "active":
        this.isActive = output[1];
        return undefined;
      case "wake":
        this.wakeAt(output[1]);
        return undefined;
      case "release":
        door.release(output[1]);
        return undefined;
      default:
        // An answer, which whoever asked looks for.
        return undefined;
    }
  }

  /** An answer to a question of this engine's; one that took its place asked none such. */
  private answerTo<Value>(answer: (value: Value) => void): (value: Value) => void {
    const { door } = this;
    return (value) => {
      if (this.door === door) {
        answer(value);
      }
    };
  }

  /**
   * The engine trapped: a fresh one goes on from what this one said.
   *
   * @returns what comes of that; the input it trapped at is refused.
   */
  private recover(error: unknown): readonly HostOutput[] {
    const detail = trapText(error, build, this.door.panicText());
    this.wakeAt(null);
    this.admitted = undefined;
    const calls = [...this.knownCalls].map(([key, call]) => ({ key, ...call }));
    try {
      this.door = open(this.recorder);
      this.door.process("start", ...this.start(randomId("h")));
      const { isLoggedIn, isAvailable, version, sdkVersion, debugMode } = this.widget;
      const { isMinimized, isHidden } = this.visibility;
      return [
        ["refused", "RECOVERED", ""],
        ...this.door.process(
          "restore",
          this.state === "destroyed" ? "failed" : this.state,
          isLoggedIn,
          isAvailable,
          version,
          sdkVersion,
          debugMode,
          isMinimized,
          isHidden,
          { value: { calls }, table: VALUE_TABLES.Snapshot },
        ),
        ...this.door.process("note", "RECOVERED", detail),
      ];
    } catch {
      this.isLost = true;
      return [
        ["refused", "CORE_LOST", ""],
        ["state", "failed"],
        ["failed", "CORE_LOST"],
      ];
    }
  }

  /** Whether a fresh engine takes the place of the lost one, now that the frame is loaded anew. */
  private revive(name: keyof HostInputs): boolean {
    if (name !== "frameLoading") {
      return false;
    }
    try {
      this.door = open(this.recorder);
      this.isLost = false;
      this.begin();
      return true;
    } catch {
      this.isLost = true;
      return false;
    }
  }
}

/** Messages that change no call: what else one input came to may. */
const OF_SESSION: ReadonlySet<string> = new Set(["INITIALIZED", "LOGGED_IN", "VISIBILITY_CHANGED"]);

/** Says with a message which call it changed, where one input came to one of each. */
function nameCall(orders: readonly HostOrder[], changed: readonly number[]): void {
  const [call, otherCall] = changed;
  const [log, otherLog] = orders.filter(
    (order) => order.does === "log" && !OF_SESSION.has(order.message.type),
  );
  if (call !== undefined && otherCall === undefined && log?.does === "log" && otherLog === undefined) {
    log.call = call;
  }
}

function open(recorder: Recorder | undefined): Door<{ inputs: HostInputs; output: HostOutput }> {
  const door = new Door<{ inputs: HostInputs; output: HostOutput }>(instantiate(wasmText), HOST_INPUTS, recorder);
  // Whatever the widget sends is checked, so views tell all that a table knows.
  door.isFull = true;
  return door;
}
