// Programs: what an app, its peer, the page and the time do, as data.
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

/** Reads a program's file. */
export function parsed(text: string): Program {
  const [{ side }, ...steps] = text.trimEnd().split("\n").map((line) => JSON.parse(line) as unknown) as [Pick<Program, "side">, ...Step[]];
  return { side, steps };
}
