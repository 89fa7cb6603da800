import type { Trace, TraceMessage } from "./replay.js";

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
 * had sent. Numbers and texts are made up where the trace is masked.
 *
 * @param trace of either side.
 * @returns the source of an ES module.
 */
export function testOf(trace: Trace, { runner = "vitest", app = "./app.js" }: TestOptions = {}): string {
  const steps = [...trace.steps()];
  const script = new Script();
  for (const { at, messages } of steps) {
    for (const message of messages) {
      script.take(message, at);
    }
  }
  const date = new Date(steps[0]?.at ?? 0).toISOString();
  const personal = trace.header.isMasked
    ? "Numbers and texts are made up: the trace is masked."
    : "The trace is not masked: this file has personal data.";
  return `// A recorded session of ${date} as a test. ${personal}
${RUNNERS[runner]}
import { createHost } from "calling-widget-sdk/testing";

const host = createHost();

afterEach(() => {
  host.uninstall();
});

test("the session of ${date}", async () => {
  host.install();
  await import(${JSON.stringify(app)});
${script.lines.map((line) => (line === "" ? "" : `  ${line}`)).join("\n")}
});
`;
}

/** The body of a test, as it is written message by message. */
class Script {
  readonly lines: string[] = [];
  /** When the last message crossed. */
  private at: number | undefined;
  /** The names of the app's calls in the test, by the ids they had. */
  private readonly calls = new Map<string, string>();
  private dialled: string | undefined;
  /** The host said something that the app has not answered. */
  private isAnswering = false;

  take({ from, message }: TraceMessage, at: number): void {
    const { type } = message;
    const data = (typeof message.data === "object" && message.data !== null ? message.data : {}) as Fields;
    if (from === "host") {
      const act = this.act(type, data, message);
      if (act !== undefined) {
        this.pass(at);
        this.lines.push("", act);
        this.isAnswering = true;
      }
    } else if (type !== "SYNC_ACK") {
      const isByItself = !this.isAnswering || this.passed(at) > PATIENCE_MS;
      this.pass(at);
      if (isByItself) {
        this.lines.push("", `// The app sends ${code(type)} by itself here: do what the user did in it, if anything.`);
      }
      this.expect(type, data);
    }
    this.at = at;
  }

  /** What the host does that makes it send a message; nothing for one that it sends by itself. */
  private act(type: string, data: Fields, message: TraceMessage["message"]): string | undefined {
    switch (type) {
      case "SYNC": {
        return `await host.ready(${code(without(message, "type", "messageId", "hostUrl"))});`;
      }
      case "DIAL_NUMBER": {
        const { phoneNumber } = data;
        // What the host fills in itself is not the session's.
        const rest = without(data, "phoneNumber", "portalId", "ownerId", "startTimestamp");
        this.dialled = typeof phoneNumber === "string" ? phoneNumber : undefined;
        return `host.dial(${code(phoneNumber ?? "")}${Object.keys(rest).length === 0 ? "" : `, ${code(rest)}`});`;
      }
      case "END_CALL":
        return "host.endCall();";
      case "VISIBILITY_CHANGED":
        return `host.page.setVisibility(${code(data)});`;
      case "CREATE_ENGAGEMENT_FAILED":
        // The store refuses before the app asks.
        this.before(STARTS, "host.faults.refuseEngagement();");
        return undefined;
      default:
        return BY_ITSELF.test(type) ? undefined : `host.page.sendMessage(${code({ type, ...("data" in message ? { data: message.data } : {}) })});`;
    }
  }

  private expect(type: string, data: Fields): void {
    const match: string[] = [];
    const { externalCallId: id } = data;
    const key = typeof id === "string" || typeof id === "number" ? String(id) : undefined;
    const known = key === undefined ? undefined : this.calls.get(key);
    if (known !== undefined) {
      match.push(`externalCallId: ${known}`);
    }
    if (data["toNumber"] !== undefined && data["toNumber"] === this.dialled) {
      match.push(`toNumber: ${code(this.dialled)}`);
    }
    for (const name of STABLE) {
      if (data[name] !== undefined) {
        match.push(`${name}: ${code(data[name])}`);
      }
    }
    const awaited = `await host.expect(${code(type)}${match.length === 0 ? "" : `, { ${match.join(", ")} }`})`;
    if (STARTS.test(type) && key !== undefined && known === undefined) {
      const name = `call${this.calls.size + 1}`;
      this.calls.set(key, name);
      this.lines.push(`const ${name} = (${awaited}).data.externalCallId;`);
    } else {
      this.lines.push(`${awaited};`);
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

  /** Puts a line before what made the app send its last message of these types. */
  private before(types: RegExp, line: string): void {
    const found = this.lines.map((text) => types.test(text)).lastIndexOf(true);
    const act = this.lines.slice(0, found + 1).lastIndexOf("");
    this.lines.splice(Math.max(act, 0) + 1, 0, line);
  }
}

/** A value as source text, with the masks replaced by what a number or a text may be. */
function code(value: unknown): string {
  if (Array.isArray(value)) {
    return `[${value.map(code).join(", ")}]`;
  }
  if (typeof value === "object" && value !== null) {
    const fields = Object.entries(value).map(([name, item]) => `${/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name)}: ${code(item)}`);
    return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`;
  }
  return typeof value === "string" ? quoted(unmasked(value)) : String(value);
}

function without(fields: Fields, ...names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}

/** A text as source, also behind a comment's slashes: a trace may be a stranger's. */
function quoted(text: string): string {
  return JSON.stringify(text).replace(/[\u2028\u2029]/g, (end) => `\\u${end.charCodeAt(0).toString(16)}`);
}

function unmasked(text: string): string {
  const [, masked = text, again] = /^([^#]*\*[^#]*)#(\d+)$/.exec(text) ?? [];
  if (masked === "***") {
    return `text ${again ?? "1"}`;
  }
  const digit = again === undefined ? "5" : String((Number(again) + 4) % 10);
  return masked.replace(/\*/g, digit);
}

/** A message that starts a call. */
const STARTS = /OUTGOING_CALL_STARTED|INCOMING_CALL/;

/** What a host sends because the widget asked, or by itself. */
const BY_ITSELF = /_(?:SUCCEEDED|FAILED)$|^ENGAGEMENT_CREATED$|^FAILED$/;

/** Fields that are the same in every run of an app. */
const STABLE = ["isLoggedIn", "isAvailable", "createEngagement", "callEndStatus", "hideWidget"] as const;

/** After how long without a word of the host's a message is the user's doing, in ms. */
const PATIENCE_MS = 1000;
