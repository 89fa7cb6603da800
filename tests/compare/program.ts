// Programs: what an app, its peer, the page and the time do, as data.
import { SPECIAL } from "./values.ts";

/** A value of a program: JSON, and `{ $: … }` for what JSON has no form of. */
export type Value = null | boolean | number | string | readonly Value[] | { readonly [name: string]: Value };

/** A handler: a function that does further steps, or any other value. */
export type Handler = { readonly is: (typeof HANDLERS)[number]; readonly then?: readonly Step[]; readonly value?: Value };

/** Handlers by name; `$` is one that every name has. */
export type Handlers = Readonly<Record<string, Handler>>;

/** One step. `of` and `as` number the app's instances. */
export type Step =
  | { readonly do: "construct"; readonly as: number; readonly class?: "IFrameManager"; readonly options: Value; readonly handlers?: Handlers; readonly inherited?: boolean }
  | { readonly do: "handlers"; readonly of: number; readonly set: Handlers; readonly whole: boolean }
  | { readonly do: "call"; readonly of: number; readonly method: string; readonly args: readonly Value[] }
  | { readonly do: "manager"; readonly of: number; readonly method: string; readonly args: readonly Value[] }
  | { readonly do: "set"; readonly of: number; readonly field: string; readonly value: Value }
  | { readonly do: "override"; readonly of: number; readonly on: "instance" | "manager"; readonly method: string; readonly calls: boolean }
  | { readonly do: "read"; readonly of: number }
  | { readonly do: "peer"; readonly message: Value; readonly from?: "stranger"; readonly origin?: "other" | "null" }
  | { readonly do: "reply"; readonly to: number; readonly message: Value }
  | { readonly do: "frame"; readonly event: "load" | "error" }
  | { readonly do: "page"; readonly event: "hidden" | "shown" | "pagehide" | "pageshow" }
  | { readonly do: "wait"; readonly ms: number }
  | { readonly do: "jump"; readonly ms: number };

/** A program: the app's side, the way in which ours runs it, and the steps. */
export type Program = { readonly side: (typeof SIDES)[number]; readonly steps: readonly Step[] };

/**
 * A widget in the default mode and in the mode `published`; a host by IFrameManager, and by
 * CallingHost on our side.
 */
export const SIDES = ["widget", "published", "host", "callingHost"] as const;
export const HANDLERS = ["plain", "async", "throws", "rejects", "value"] as const;

/** The type of the message that a method sends. */
export function typeOfMethod(method: string): string {
  return TYPES[method] ?? method.replace(/[A-Z]/g, "_$&").toUpperCase();
}

const TYPES: Readonly<Record<string, string>> = { outgoingCall: "OUTGOING_CALL_STARTED", sendError: "ERROR", userLoggedIn: "LOGGED_IN", userLoggedOut: "LOGGED_OUT" };

/** The objects that a program's values name; undefined for one that JSON writes itself. */
export function special(value: Value): string | undefined {
  return typeof value === "object" && value !== null && "$" in value ? ((value as { $: string }).$) : undefined;
}

/** A program's file: the side, then one step on each line. */
export function written({ side, steps }: Program): string {
  return [{ side }, ...steps].map((line) => `${JSON.stringify(line)}\n`).join("");
}

/** The program as a test's TypeScript. */
export function typescript({ side, steps }: Program): string {
  return `same({\n  side: "${side}",\n  steps: [\n${steps.map((step) => `    ${literal(step as Value)},\n`).join("")}  ],\n});\n`;
}

function literal(value: Value): string {
  if (typeof value !== "object" || value === null) {
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) {
    return `[${value.map((item) => literal(item as Value)).join(", ")}]`;
  }
  const fields = Object.entries(value).map(([name, item]) => `${/^[a-z$]\w*$/i.test(name) ? name : JSON.stringify(name)}: ${literal(item)}`);
  return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`;
}

/** A fault of a program's file; names line and field. */
export class ProgramError extends Error {}

/** Reads a program's file. @throws {ProgramError} */
export function parsed(text: string, file: string): Program {
  const lines = text.replace(/\n$/, "").split("\n");
  const at = (line: number, field: string, why: string): never => {
    throw new ProgramError(`${file}:${line + 1}: ${field}: ${why}`);
  };
  const read = (line: number): Record<string, unknown> => {
    let value: unknown;
    try {
      value = JSON.parse(lines[line] ?? "");
    } catch (error) {
      return at(line, "line", (error as Error).message);
    }
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : at(line, "line", "is no object");
  };
  const { side } = read(0);
  if (!SIDES.includes(side as never)) {
    at(0, "side", `is ${JSON.stringify(side)}; one of ${SIDES.join(", ")}`);
  }
  const steps = lines.slice(1).map((_, index) => {
    const unknown = [...(lines[index + 1] ?? "").matchAll(/"\$":"([^"]*)"/g)].find(([, name = ""]) => !OF_RUN.includes(name) && !(name in SPECIAL));
    if (unknown !== undefined) {
      at(index + 1, "$", `is "${unknown[1]}"; one of ${[...OF_RUN, ...Object.keys(SPECIAL)].join(", ")}`);
    }
    checkStep(read(index + 1), "", (field, why) => at(index + 1, field, why));
    return read(index + 1) as Step;
  });
  return { side: side as Program["side"], steps };
}

/** The values that a run makes. */
const OF_RUN = ["undefined", "dial", "callback", "cycle", "shared"];

type Fault = (field: string, why: string) => never;

/** Checks a step against {@link FIELDS}. */
function checkStep(step: Record<string, unknown>, path: string, fault: Fault): void {
  const fields = FIELDS[String(step["do"])];
  if (fields === undefined) {
    return fault(`${path}do`, `is ${JSON.stringify(step["do"])}; one of ${Object.keys(FIELDS).join(", ")}`);
  }
  for (const name of Object.keys(step)) {
    if (name !== "do" && !(name in fields) && !(`${name}?` in fields)) {
      fault(`${path}${name}`, "is unknown");
    }
  }
  for (const [key, kind] of Object.entries(fields)) {
    const name = key.replace("?", "");
    const value = step[name];
    if (value === undefined) {
      if (key === name) {
        fault(`${path}${name}`, "is missing");
      }
    } else if (kind === "handlers") {
      checkHandlers(value, `${path}${name}.`, fault);
    } else if (kind.includes("|") ? !kind.split("|").includes(value as string) : kind === "list" ? !Array.isArray(value) : kind !== "any" && typeof value !== kind) {
      fault(`${path}${name}`, `is ${JSON.stringify(value)}; expected ${kind}`);
    }
  }
}

function checkHandlers(handlers: unknown, path: string, fault: Fault): void {
  for (const [name, handler] of Object.entries(Object(handlers) as Record<string, unknown>)) {
    const { is, then = [] } = Object(handler) as { is?: unknown; then?: unknown };
    if (!HANDLERS.includes(is as never)) {
      fault(`${path}${name}.is`, `is ${JSON.stringify(is)}; one of ${HANDLERS.join(", ")}`);
    }
    if (!Array.isArray(then)) {
      return fault(`${path}${name}.then`, `is ${JSON.stringify(then)}; expected list`);
    }
    then.forEach((step, index) => {
      checkStep(Object(step) as Record<string, unknown>, `${path}${name}.then.${index}.`, fault);
    });
  }
}

/** The fields of each step with their kinds; `?` marks those that may be absent. */
const FIELDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  construct: { as: "number", "class?": "IFrameManager|", options: "any", "handlers?": "handlers", "inherited?": "boolean" },
  handlers: { of: "number", set: "handlers", whole: "boolean" },
  call: { of: "number", method: "string", args: "list" },
  manager: { of: "number", method: "string", args: "list" },
  set: { of: "number", field: "string", value: "any" },
  override: { of: "number", on: "instance|manager", method: "string", calls: "boolean" },
  read: { of: "number" },
  peer: { message: "any", "from?": "stranger|", "origin?": "other|null" },
  reply: { to: "number", message: "any" },
  frame: { event: "load|error" },
  page: { event: "hidden|shown|pagehide|pageshow" },
  wait: { ms: "number" },
  jump: { ms: "number" },
};
