import type { Trace, TraceMessage, TraceStep } from "./replay.js";
import { quoted, Source } from "./source.js";

/** A test runner. */
export type TestRunner = "vitest" | "jest" | "node";

/** How a test gets its functions. */
const RUNNERS: Readonly<Record<TestRunner, string>> = {
  vitest: 'import { afterEach, test } from "vitest";',
  jest: 'import { afterEach, test } from "@jest/globals";',
  node: 'import { afterEach, test } from "node:test";',
};

/** What {@link testOf} writes a test for. */
export type TestOptions = {
  /** Whose functions it imports; `"vitest"` when absent. */
  readonly runner?: TestRunner | undefined;
  /** The module that it imports as the app; `"./app.js"` when absent. */
  readonly app?: string | undefined;
};

type Fields = Readonly<Record<string, unknown>>;

/**
 * The text of a test that has the session again with an app: a host of
 * `calling-widget-sdk/testing` sends what the host had sent, and expects what the widget
 * had answered. What the app sent without being asked, the user may have done: where the app
 * does not send it by itself, the test ends there. Numbers and texts are made up.
 *
 * @param trace of either side.
 * @returns the source of an ES module.
 */
export function testOf(trace: Trace, { runner = "vitest", app = "./app.js" }: TestOptions = {}): string {
  const script = new Script();
  const handlers = new Handlers(trace.header.side);
  let start = 0;
  for (const step of trace.steps()) {
    start ||= step.at;
    const isAnswer = handlers.take(step);
    for (const message of step.messages) {
      script.take(message, step.at, isAnswer);
    }
  }
  const date = new Date(start).toISOString();
  return `// A recorded session of ${date} as a test. Numbers and texts are made up.
${RUNNERS[runner]}
import { createHost } from "calling-widget-sdk/testing";

const host = createHost();
${script.asks ? SENDS : ""}
afterEach(() => {
  host.uninstall();
});

test("the session of ${date}", async () => {
  host.install();
  await import(${quoted(app)});
${script.lines.map((line) => (line === "" ? "" : `  ${line}`)).join("\n")}
});
`;
}

/** Says what an app sent while its handlers ran: that is an answer, however fast the user is. */
class Handlers {
  /** How many messages are being handled. */
  private running = 0;
  /** When the host spoke last. */
  private heardAt = -Infinity;

  constructor(private readonly side: Trace["header"]["side"]) {}

  /** Whether what the widget sends in this step is an answer. */
  take({ at, input, replayed, messages }: TraceStep): boolean {
    if (this.side === "host") {
      // The widget's handlers are not in its trace; nobody's hand is this fast.
      const isAnswer = at >= this.heardAt && at - this.heardAt < FASTEST_MS;
      this.heardAt = messages.some(({ from }) => from === "host") ? at : this.heardAt;
      return isAnswer;
    }
    if (input === "start") {
      this.running = 0;
    }
    const outputs = replayed === "trap" ? [] : (JSON.parse(replayed) as readonly (readonly unknown[])[]);
    const isAnswer = this.running > 0;
    this.running += outputs.filter(([tag]) => tag === "deliver" || tag === "resumed").length - (input === "delivered" ? 1 : 0);
    return isAnswer;
  }
}

/** The body of a test, as it is written message by message. */
class Script {
  readonly lines: string[] = [];
  /** Whether a line asks whether the app sends something. */
  asks = false;
  private readonly source = new Source();
  /** When the last message crossed. */
  private at: number | undefined;
  /** The names of the app's calls in the test, by the ids they had. */
  private readonly calls = new Map<unknown, string>();
  private dialled: unknown;
  /** The line behind the last start of a call. */
  private started = 0;
  /** The host repeats SYNC until the widget answers. */
  private isSyncing = false;

  take({ from, message }: TraceMessage, at: number, isAnswer: boolean): void {
    const { type } = message;
    const data = (typeof message.data === "object" && message.data !== null ? message.data : {}) as Fields;
    if (from === "host") {
      const act = this.act(type, data, message);
      if (act !== undefined) {
        this.pass(at);
        this.lines.push("", act);
      }
    } else if (type === "SYNC_ACK") {
      this.isSyncing = false;
    } else {
      this.pass(at);
      this.expect(type, data, isAnswer);
    }
    this.at = at;
  }

  /** What the host does that makes it send a message; nothing for one that it sends by itself. */
  private act(type: string, data: Fields, message: TraceMessage["message"]): string | undefined {
    const { source } = this;
    switch (type) {
      case "SYNC": {
        if (this.isSyncing) {
          return undefined;
        }
        this.isSyncing = true;
        return `await host.ready(${source.code(without(message, "type", "messageId", "hostUrl"))});`;
      }
      case "DIAL_NUMBER": {
        const { phoneNumber } = data;
        // What the host fills in itself is not the session's.
        const rest = without(data, "phoneNumber", "portalId", "ownerId", "startTimestamp");
        this.dialled = phoneNumber;
        const number = source.code(typeof phoneNumber === "string" && phoneNumber !== "" ? phoneNumber : "***", "phoneNumber");
        return `host.dial(${number}${Object.keys(rest).length === 0 ? "" : `, ${source.code(rest)}`});`;
      }
      case "END_CALL":
        return "host.endCall();";
      case "VISIBILITY_CHANGED":
        return `host.page.setVisibility(${source.code(data)});`;
      case "CREATE_ENGAGEMENT_FAILED":
        // The store refuses before the app asks.
        this.beforeStart("host.faults.refuseEngagement();");
        return undefined;
      default:
        return BY_ITSELF.test(type) ? undefined : `host.page.sendMessage(${source.code({ type, ...("data" in message ? { data: message.data } : {}) })});`;
    }
  }

  private expect(type: string, data: Fields, isAnswer: boolean): void {
    const { source } = this;
    const { externalCallId: id } = data;
    const known = this.calls.get(id);
    const match = known === undefined ? [] : [`externalCallId: ${known}`];
    if (isAnswer) {
      if (typeof this.dialled === "string" && data["toNumber"] === this.dialled) {
        match.push(`toNumber: ${source.code(this.dialled, "toNumber")}`);
      }
      match.push(...STABLE.filter((name) => data[name] !== undefined).map((name) => `${name}: ${source.code(data[name], name)}`));
    }
    const what = `${source.code(type, "type")}${match.length === 0 ? "" : `, { ${match.join(", ")} }`}`;
    const isStart = STARTS.test(type) && id !== undefined && known === undefined;
    if (!isAnswer) {
      this.lines.push("", "// The app sent the next message by itself: do what its user did here, if anything. Without it the test ends.");
    }
    if (isStart) {
      const name = `call${this.calls.size + 1}`;
      this.calls.set(id, name);
      const sent = isAnswer ? `(await host.expect(${what}))` : `(await host.expect(${what}).catch(() => undefined))`;
      this.lines.push(`const ${name} = ${sent}${isAnswer ? "" : "?"}.data.externalCallId;`, ...(isAnswer ? [] : [`if (${name} === undefined) return;`]));
    } else {
      this.asks ||= !isAnswer;
      this.lines.push(isAnswer ? `await host.expect(${what});` : `if (!(await sends(${what}))) return;`);
    }
    if (STARTS.test(type)) {
      this.started = this.lines.length;
    }
  }

  /** Lets the time pass that passed in the session. */
  private pass(at: number): void {
    const ms = this.passed(at);
    if (ms > 0) {
      this.lines.push(`await host.clock.advance(${ms});`);
    }
  }

  private passed(at: number): number {
    return this.at === undefined ? 0 : Math.round(at - this.at);
  }

  /** Puts a line before what made the app start its last call. */
  private beforeStart(line: string): void {
    const act = this.lines.slice(0, this.started).lastIndexOf("");
    this.lines.splice(Math.max(act, 0) + 1, 0, line);
  }
}

function without(fields: Fields, ...names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}

/** A message that starts a call. */
const STARTS = /^(?:OUTGOING_CALL_STARTED|INCOMING_CALL)$/;

/** What a host sends because the widget asked, or by itself. */
const BY_ITSELF = /_(?:SUCCEEDED|FAILED)$|^ENGAGEMENT_CREATED$|^FAILED$/;

/** What a test asks about what the app sent by itself. */
const SENDS = `
/** Whether the app sends a message by itself. */
const sends = (type, match) => host.expect(type, match).then(() => true, () => false);
`;

/** Fields that are the same in every run of an app. */
const STABLE = ["isLoggedIn", "isAvailable", "createEngagement", "callEndStatus", "hideWidget"] as const;

/** Within this time of a host's message no user has seen it and done something, in ms. */
const FASTEST_MS = 100;
