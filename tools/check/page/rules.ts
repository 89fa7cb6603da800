import type { Requirement } from "../../conformance/report";
import { quoted } from "./match";
import { TABLES, type Holds, type MessageRow, type Shape } from "./vectors";

/** A rule's verdict: the fault with its messages, none if all is well, or nothing to check. */
export type Verdict = { status: "passed" } | { status: "failed" | "notSeen"; detail: string; messages?: readonly unknown[] };

/** The messages that the widget sent in one flow, in order. */
export type Sent = readonly unknown[];

/** The rules over all messages, by the names that requirements give. */
export const RULES: Readonly<Record<string, (flows: readonly Sent[]) => Verdict>> = {
  envelope: (flows) => each(flows.flat(), envelopeFault),
  uniqueIds: (flows) => {
    const named = flows.map((sent) => sent.filter(isObject).filter(({ type, messageId }) => type !== "SYNC_ACK" && messageId !== undefined));
    // A message without an id is another requirement's matter; a single message has nobody else's.
    return each(named.filter(({ length }) => length > 1), (sent) => {
      const seen = new Map<unknown, string>();
      for (const { type, messageId } of sent) {
        const other = seen.get(messageId);
        if (other !== undefined) return `${other} and ${String(type)} have the id ${quoted(messageId)}`;
        seen.set(messageId, String(type));
      }
      return undefined;
    }, "the widget sent no two messages that need an id of their own");
  },
  knownTypes: (flows) => each(flows.flat(), (message) => {
    const type = isObject(message) ? message["type"] : undefined;
    return typeof type !== "string" || rowOf(type) !== undefined ? undefined : `the type ${quoted(type)} is not in the protocol`;
  }),
  callOrder: (flows) => {
    const found = calls(flows).filter(({ length }) => length > 1);
    if (found.length === 0) return { status: "notSeen", detail: "the widget sent no two messages of a call" };
    const faults = found.flatMap(misplaced);
    const [{ detail } = { detail: "" }] = faults;
    return faults.length === 0 ? { status: "passed" } : { status: "failed", detail, messages: faults.flatMap(({ extra }) => extra) };
  },
  endedOnce: (flows) => once(flows, "CALL_ENDED", "the widget ended no call"),
  completedOnce: (flows) => once(flows, "CALL_COMPLETED", "the widget completed no call"),
};

/** Decides a requirement by its rule, from the messages of each flow. */
export function ruled({ id, rule }: Requirement, flows: readonly Sent[]): Verdict | undefined {
  if (rule === undefined) return undefined;
  if (rule === "payload") return payloadVerdict(id.slice("payload.".length), flows);
  const decide = RULES[rule];
  if (decide === undefined) throw new Error(`there is no rule ${rule}`);
  return decide(flows);
}

/** The fault of a message's type or id. */
function envelopeFault(message: unknown): string | undefined {
  if (!isObject(message)) return `a message is ${quoted(message)}`;
  const { type, messageId } = message;
  if (typeof type !== "string" || type === "") return `a message has the type ${quoted(type)}`;
  return (typeof messageId === "string" && messageId !== "") || typeof messageId === "number" ? undefined : `the messageId of a ${type} is ${quoted(messageId)}`;
}

/** Checks that the payloads of a type follow the protocol. */
export function payloadVerdict(type: string, flows: readonly Sent[]): Verdict {
  const row = rowOf(type);
  const messages = flows
    .flat()
    .filter(isObject)
    .filter((message) => message["type"] === type && !isAnswerToUnknown(message));
  if (row === undefined || messages.length === 0) return { status: "notSeen", detail: "the widget sent none" };
  return each(messages, (message) => fault(row.payload, row.atTopLevel ? message : message["data"], row.atTopLevel ? "" : "data"));
}

/** True for an ERROR that answers an unknown type: another requirement's matter. */
function isAnswerToUnknown({ type, data }: Record<string, unknown>): boolean {
  return type === "ERROR" && isObject(data) && data["type"] === "UNKNOWN_MESSAGE_TYPE";
}

/** The fault of a payload. */
function fault(name: string, payload: unknown, path: string): string | undefined {
  const shape = TABLES.shapes.find((known) => known.name === name);
  if (shape === undefined || shape.fields.length === 0) return undefined;
  if (!isObject(payload)) {
    const isNeeded = shape.fields.some(({ need }) => need === "required");
    return payload === undefined && !isNeeded ? undefined : `${path} is ${quoted(payload)} and no object`;
  }
  return first(shape.fields, ({ name: field, need, holds }: Shape["fields"][number]) => {
    const value = payload[field];
    const place = path === "" ? field : `${path}.${field}`;
    if (value === undefined || value === null) return need === "required" ? `${place} is ${quoted(value)}` : undefined;
    return wrong(holds, value, place);
  });
}

/** The fault of a field's value. */
function wrong({ kind, values = [], shapes = [] }: Holds, value: unknown, place: string): string | undefined {
  const isWrong = (expected: string): string => `${place} is ${quoted(value)} and not ${expected}`;
  switch (kind) {
    case "text":
    case "open":
      return typeof value === "string" ? undefined : isWrong("a text");
    case "number":
      return typeof value === "number" ? undefined : isWrong("a number");
    case "boolean":
      return typeof value === "boolean" ? undefined : isWrong("true or false");
    case "textOrNumber":
      return typeof value === "string" || typeof value === "number" ? undefined : isWrong("a text or a number");
    case "oneOf":
      return values.includes(value as string) ? undefined : isWrong(`one of ${values.join(", ")}`);
    case "object":
      return fault(shapes[0] ?? "", value, place);
    case "list":
      return Array.isArray(value) ? undefined : isWrong("a list");
    default:
      return undefined;
  }
}

/** A message about a call. */
interface CallMessage {
  type: string;
  id: unknown;
  message: unknown;
}

/** The messages of each call that the widget started, in order. A start with a used id begins another call. */
function calls(flows: readonly Sent[]): readonly (readonly CallMessage[])[] {
  return flows.flatMap((sent) => {
    const found: CallMessage[][] = [];
    const open = new Map<unknown, CallMessage[]>();
    for (const message of sent.filter(isObject)) {
      const { type, data } = message;
      const id = isObject(data) ? data["externalCallId"] : undefined;
      if (typeof type !== "string" || id === undefined || !ORDER.includes(type)) continue;
      const before = open.get(id);
      if (before !== undefined && !(isStart({ type }) && before.some(isStart))) before.push({ type, id, message });
      else {
        const call = [{ type, id, message }];
        open.set(id, call);
        found.push(call);
      }
    }
    // A message with another call's id is the matter of that message's requirement.
    return found.filter((call) => call.some(isStart));
  });
}

function isStart({ type }: { type: string }): boolean {
  return type === "OUTGOING_CALL_STARTED" || type === "INCOMING_CALL";
}

/**
 * The messages of a call before their required predecessors; `extra` are duplicates in their
 * place, which are another requirement's matter.
 */
function misplaced(call: readonly CallMessage[]): readonly { detail: string; extra: readonly unknown[] }[] {
  const first = call.filter(({ type }, at) => call.findIndex((other) => other.type === type) === at);
  return first.flatMap(({ type, id, message }, at) => {
    const place = type === "CALL_TRANSFERRED" ? ORDER.length : ORDER.indexOf(type);
    const next = first.slice(at + 1).find((other) => ORDER.indexOf(other.type) < place);
    if (next === undefined) return [];
    const comesAgain = call.slice(call.indexOf(next)).some((other) => other.type === type);
    return [{ detail: `${next.type} of ${quoted(id)} comes after ${type}`, extra: comesAgain ? [message] : [] }];
  });
}

function once(flows: readonly Sent[], type: string, none: string): Verdict {
  const having = calls(flows).filter((call) => call.some((one) => one.type === type));
  return each(having, (call) => {
    const times = call.filter((one) => one.type === type).length;
    return times > 1 ? `${type} of ${quoted(call[0]?.id)} came ${times} times` : undefined;
  }, none);
}

/** Checks each item; without items the result is not seen. */
function each<T>(items: readonly T[], fault: (item: T) => string | undefined, none = "the widget sent nothing"): Verdict {
  if (items.length === 0) return { status: "notSeen", detail: none };
  const detail = first(items, fault);
  return detail === undefined ? { status: "passed" } : { status: "failed", detail };
}

function first<T>(items: readonly T[], find: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The row of a type that widgets send. */
function rowOf(type: string): MessageRow | undefined {
  return TABLES.messages.find((row) => row.type === type && row.sentBy.includes("widget"));
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A call's messages in their order; the transfer ends it as the completion does. */
const ORDER = ["INCOMING_CALL", "OUTGOING_CALL_STARTED", "CALL_ANSWERED", "CALL_ENDED", "CALL_TRANSFERRED", "CALL_COMPLETED"];
