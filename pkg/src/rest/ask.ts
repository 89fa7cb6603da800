import { CallingError, shown } from "../errors.js";
import { core } from "./core.js";
import { RestError, type Failure } from "./error.js";
import { attempt, type Sent } from "./fetch.js";

/** How often to attempt a request, and how long to wait at most. */
export type RetryOptions = {
  /** Attempts after the first; 2 by default. */
  retries?: number | undefined;
  /** The longest wait, in ms; a longer one ends the attempts. 30,000 by default. */
  longestWaitMs?: number | undefined;
  /**
   * Whether a `POST` or `PATCH` is attempted again too; false by default. The service
   * has no idempotency keys, so it may then carry it out twice.
   */
  nonIdempotent?: boolean | undefined;
};

/** Options of every client. */
export type ClientOptions = {
  /** The address of the service, such as `https://api.example`; https, on loopback also http. */
  baseUrl: string;
  /** Sends in place of the platform's `fetch`. */
  fetch?: typeof fetch | undefined;
  /** When to attempt again. */
  retry?: RetryOptions | undefined;
  /** How long one attempt may take, in ms; 60,000 by default. */
  timeoutMs?: number | undefined;
};

/** Options of one call. */
export type CallOptions = {
  /** Ends the call with `ABORTED`. */
  signal?: AbortSignal | undefined;
};

/** Asks one endpoint. */
export type Ask = (call: string, parameters: object, options?: CallOptions) => Promise<unknown>;

/**
 * What asks the endpoints. Whatever it was made of is in its closure, where neither
 * `JSON.stringify` nor an inspection of a client finds a secret.
 *
 * @throws CallingError `INVALID_URL` or `INVALID_OPTION`, naming the option.
 */
export function asker(options: ClientOptions): Ask {
  const { baseUrl, timeoutMs } = options;
  const fault = typeof baseUrl === "string" ? core().base_url_problem(baseUrl) : "baseUrl is missing: add the address of the service";
  if (fault !== undefined) {
    throw new CallingError("INVALID_URL", fault);
  }
  checkNumber("timeoutMs", timeoutMs, 1);
  checkNumber("retry.retries", options.retry?.retries, 0);
  checkNumber("retry.longestWaitMs", options.retry?.longestWaitMs, 0);
  const base = baseUrl.replace(/\/+$/, "");
  const policy = JSON.stringify(options.retry ?? {});
  return async (call, parameters, { signal } = {}) => {
    const send = options.fetch ?? (globalThis as { fetch?: typeof fetch }).fetch;
    if (send === undefined) {
      throw new CallingError("INVALID_OPTION", "there is no fetch here, which Node has from 18 on: give the option fetch");
    }
    const exchange = begin(call, parameters, policy);
    try {
      const request = JSON.parse(exchange.request()) as Sent;
      for (;;) {
        const outcome = await attempt(send, base, timeoutMs === undefined ? request : { ...request, timeoutMs }, signal);
        const text =
          "reason" in outcome ? exchange.failed(outcome.reason) : exchange.answered(outcome.status, outcome.headers, outcome.body);
        const step = JSON.parse(text) as Step;
        if ("answer" in step) {
          return step.answer;
        }
        if ("error" in step) {
          const isLate = "reason" in outcome && outcome.isLate;
          throw new RestError(isLate ? { ...step.error, code: "TIMED_OUT" } : step.error);
        }
        await wait(step.afterMs, signal);
      }
    } finally {
      exchange.free();
    }
  };
}

/** The error that the core gives as text. */
export function thrown(error: unknown): unknown {
  return typeof error === "string" ? new RestError(JSON.parse(error) as Failure) : error;
}

/** The text of plain data. */
export function text(parameters: object): string {
  try {
    return JSON.stringify(parameters);
  } catch {
    // The reason may quote the data.
    throw new RestError({ code: "INVALID_REQUEST", message: "the parameters have no JSON form: use plain data without cycles" });
  }
}

/** What to do after an attempt. */
type Step = { afterMs: number } | { answer: unknown } | { error: Failure };

function begin(call: string, parameters: object, policy: string) {
  const given = text(parameters);
  try {
    return new (core().RestCall)(call, given, policy);
  } catch (error) {
    throw thrown(error);
  }
}

/** Waits, unless it is cut short. */
function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer);
      reject(aborted());
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    }, ms);
    if (signal?.aborted === true) {
      abort();
    }
    signal?.addEventListener("abort", abort, { once: true });
  });
}

/** The application ended the call. */
export function aborted(): RestError {
  return new RestError({ code: "ABORTED", message: "the call was aborted" });
}

function checkNumber(name: string, value: unknown, least: number): void {
  if (value !== undefined && !(Number.isInteger(value) && (value as number) >= least && (value as number) <= LONGEST_TIMER_MS)) {
    throw new CallingError("INVALID_OPTION", `${name} is ${shown(value)}: use a whole number from ${least} on`);
  }
}

/** A timer takes no more: 2^31 - 1. */
const LONGEST_TIMER_MS = 2_147_483_647;
