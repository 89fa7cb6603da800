// Common to all clients: the options, one call, and the errors. The entries `./rest` and
// `./settings` share this file, so that there is one class of errors.
import { attempt } from "../shared/attempt.js";
import { CallingError, shown, type RestErrorCode } from "../shared/errors.js";
import { RestError, type Failure } from "./error.js";
import type { CallOptions, ClientOptions, Fetch, RetryOptions } from "./options.js";

export { CallingError, RestError };
export type { RestErrorCode };

/** A module of the crate `calling-rest`: `platform/rest/src/web/exports`. */
export type Core = {
  call(name: string, parameters: object, fetch?: Fetch, left?: Promise<void>): Promise<unknown>;
  compute(name: string, parameters: object): unknown;
};

/** An access token, or a function that returns one. */
type AccessToken = string | ((options: CallOptions) => string | Promise<string>);

type Connection = {
  readonly core: Core;
  /** The parameters of every call. */
  readonly shared: object;
  readonly accessToken: unknown;
  readonly fetch: Fetch | undefined;
  readonly timeoutMs: number | undefined;
};

/** Connections by client, where neither `JSON.stringify` nor an inspection finds a secret. */
const connections = /* @__PURE__ */ new WeakMap<object, Connection>();

/**
 * Sets up a client's connection, once its options are accepted.
 *
 * @param required options that must be set; @param optional those validated only if set;
 * @param further those that the client itself has validated.
 * @throws CallingError `INVALID_URL` or `INVALID_OPTION`, naming the option.
 */
export function connect(client: object, core: Core, options: ClientOptions, required: readonly string[], optional: readonly string[] = [], further: readonly string[] = []): void {
  checkNames(options, [...COMMON, ...required, ...optional, ...further]);
  const { baseUrl, fetch, retry, timeoutMs, accessToken, ...own } = Object(options) as ClientOptions & { accessToken?: AccessToken };
  if (typeof baseUrl !== "string") {
    throw new CallingError("INVALID_URL", "baseUrl is missing: add the address of the service");
  }
  const shared = { ...own, baseUrl, ...whole("timeoutMs", timeoutMs, 1), ...policy(retry) };
  const given = { ...shared, accessToken } as Record<string, unknown>;
  const names = [...required, ...optional.filter((name) => given[name] !== undefined && !required.includes(name))];
  check(core, given, ["baseUrl", ...names.filter((name) => typeof given[name] !== "function" || name !== "accessToken")]);
  if (fetch !== undefined && typeof fetch !== "function") {
    throw unfit("fetch", fetch, "a function");
  }
  connections.set(client, { core, shared, accessToken, fetch, timeoutMs });
}

const COMMON = ["baseUrl", "fetch", "retry", "timeoutMs"];

/**
 * Refuses an option with an unknown name.
 *
 * @param at the option that holds it, and a dot.
 */
export function checkNames(options: object, known: readonly string[], at = ""): void {
  const unknown = Object.entries(Object(options) as object).find(([name, value]) => value !== undefined && !known.includes(name));
  if (unknown !== undefined) {
    throw new CallingError("INVALID_OPTION", `${named(unknown[0], "an option", at)} is unknown: use ${[...new Set(known)].join(", ")}`);
  }
}

/** A name in an error; `otherwise` where it may be data. */
function named(name: string, otherwise: string, at = ""): string {
  return /^\w{1,40}$/u.test(name) ? `${at}${name}` : otherwise;
}

/** Validates the named options in the core. */
export function check(core: Core, options: Record<string, unknown>, names: readonly string[]): void {
  const given = names.map((name) => [name, typeof options[name] === "function" ? undefined : options[name]]);
  try {
    core.compute("check", { ...(Object.fromEntries(given) as object), names });
  } catch (thrown) {
    const error = asError(thrown);
    // The core does not start here, for example: no option's fault.
    if (!(error instanceof RestError)) {
      throw error;
    }
    const { message, problems } = error;
    throw new CallingError(problems[0]?.field === "baseUrl" ? "INVALID_URL" : "INVALID_OPTION", message);
  }
}

/** Calls an endpoint; the answer is returned unchanged. */
export async function ask<Answer>(client: object, name: string, parameters: object, options?: CallOptions, takesToken = true): Promise<Answer> {
  const { core, shared, accessToken, fetch, timeoutMs } = connections.get(client) as Connection;
  return unlessAborted(options, async (left) => {
    const token = takesToken ? { accessToken: typeof accessToken === "function" ? await made(accessToken as () => unknown, options, timeoutMs) : accessToken } : {};
    if (fetch === undefined && typeof globalThis.fetch !== "function") {
      throw new RestError({ code: "INVALID_OPTION", message: "there is no fetch here, which Node has from 18 on: give the option fetch" });
    }
    try {
      return (await core.call(name, { ...shared, ...token, ...parameters }, fetch, left)) as Answer;
    } catch (error) {
      throw asError(error);
    }
  });
}

/** Returns the core's answer to a call that sends no request. */
export function compute(core: Core, name: string, parameters: object): unknown {
  return withErrors(() => core.compute(name, parameters));
}

/** Lets the core work, and throws its failure as an error. */
export function withErrors<Outcome>(work: () => Outcome): Outcome {
  try {
    return work();
  } catch (error) {
    throw asError(error);
  }
}

/**
 * Waits for work, unless the signal aborts first.
 *
 * @param work gets a promise that resolves at an abort, and when the work is done.
 */
export async function unlessAborted<Outcome>(options: CallOptions | undefined, work: (left?: Promise<void>) => Promise<Outcome>): Promise<Outcome> {
  const signal = options?.signal ?? undefined;
  // Inherited names too, such as those of a signal in the options' place, but for what a library
  // added to all objects.
  for (const name in options) {
    if (name !== "signal" && !(name in Object.prototype) && (options as Record<string, unknown>)[name] !== undefined) {
      throw new RestError({ code: "INVALID_OPTION", message: `${named(name, "an option")} is unknown: the last parameter is { signal }` });
    }
  }
  if (signal === undefined) {
    return work();
  }
  let leave = (): void => undefined;
  const left = new Promise<void>((resolve) => (leave = resolve));
  const aborted = (): never => {
    throw new RestError({ code: "ABORTED", message: "the call was aborted" });
  };
  listen(signal, leave);
  try {
    return signal.aborted ? aborted() : await Promise.race([work(left), left.then(aborted)]);
  } finally {
    leave();
    signal.removeEventListener("abort", leave);
  }
}

/** Duck-typed, since the signal's class may be another realm's. */
function listen(signal: AbortSignal, leave: () => void): void {
  try {
    if (typeof signal.aborted === "boolean") {
      signal.addEventListener("abort", leave);
      return;
    }
  } catch {
    // Not a signal.
  }
  throw new RestError({ code: "INVALID_OPTION", message: `signal is ${readable(signal)}: use the signal of an AbortController` });
}

/** The result of the function `accessToken`; throws when it takes too long. */
async function made(accessToken: (options: CallOptions) => unknown, options: CallOptions = {}, timeoutMs = 60_000): Promise<unknown> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    const message = "the function accessToken took too long: have it return a token within timeoutMs";
    timer = setTimeout(() => reject(new RestError({ code: "TIMED_OUT", message })), timeoutMs);
  });
  try {
    return await Promise.race([accessToken(options), late]);
  } catch (error) {
    // A token store's error, for example.
    if (error instanceof RestError) {
      throw error;
    }
    throw new RestError({ code: "INVALID_OPTION", message: "the function accessToken failed, see cause: have it return a token" }, error);
  } finally {
    clearTimeout(timer);
  }
}

/** The error of what the core threw: a failure is plain data. */
function asError(thrown: unknown): Error {
  if (typeof thrown !== "object" || thrown === null || !("problems" in thrown) || thrown instanceof CallingError) {
    // A core that does not start throws its own copy of the class.
    const isCopy = !(thrown instanceof CallingError) && CallingError.is(thrown);
    return isCopy ? new CallingError(thrown.code, thrown.message) : (thrown as Error);
  }
  return new RestError(thrown as Failure);
}

function policy(retry: unknown): object {
  if (retry === undefined) {
    return {};
  }
  if (typeof retry !== "object" || retry === null || Array.isArray(retry)) {
    throw unfit("retry", retry, `an object with ${RETRY.join(", ")}`);
  }
  checkNames(retry, RETRY, "retry.");
  const { retries, longestWaitMs, nonIdempotent } = retry as Record<keyof RetryOptions, unknown>;
  if (nonIdempotent !== undefined && typeof nonIdempotent !== "boolean") {
    throw unfit("retry.nonIdempotent", nonIdempotent, "true or false");
  }
  return { ...whole("retry.retries", retries, 0), ...whole("retry.longestWaitMs", longestWaitMs, 0), nonIdempotent };
}

const RETRY = ["retries", "longestWaitMs", "nonIdempotent"];

/** Validates a whole number in a timer's range, if one is given. */
function whole(path: string, value: unknown, least: number): object {
  if (value === undefined) {
    return {};
  }
  if (!Number.isInteger(value) || (value as number) < least || (value as number) > LONGEST_TIMER_MS) {
    throw unfit(path, value, `a whole number from ${least} on`);
  }
  return { [path.replace("retry.", "")]: value };
}

/** A longer timer would fire at once. */
const LONGEST_TIMER_MS = 0x7fff_ffff;

/** The error for a refused option; its value must not be a secret. */
export function unfit(name: string, value: unknown, allowed: string): CallingError {
  return new CallingError("INVALID_OPTION", `${name} is ${readable(value)}: use ${allowed}`);
}

/** Formats a value for an error text; a proxy may throw. */
function readable(value: unknown): string {
  return attempt(() => shown(value)) ?? "an object";
}
