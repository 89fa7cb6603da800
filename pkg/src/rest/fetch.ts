import { aborted } from "./ask.js";
import { RestError } from "./error.js";

/** A request as the core gives it. */
export type Sent = {
  method: string;
  /** Path and query, which may hold secrets. */
  target: string;
  headers: [string, string][];
  body: string | null;
  timeoutMs: number;
  longestBodyBytes: number;
};

/** What came of one attempt: an answer of any status, or why there is none. */
export type Outcome =
  | { status: number; headers: string; body: Uint8Array }
  | { reason: string; isLate: boolean };

/**
 * Sends once. A redirect is not followed, since a request carries keys; no cookie
 * goes along, nothing is cached, and no address goes out as a referrer.
 *
 * @throws RestError `ABORTED`; `MALFORMED` for an answer that is too long;
 *   `REFUSED`, without a status, for a redirect in a browser.
 */
export async function attempt(send: typeof fetch, base: string, request: Sent, signal: AbortSignal | undefined): Promise<Outcome> {
  if (signal?.aborted === true) {
    throw aborted();
  }
  const controller = new AbortController();
  const late = { is: false };
  const end = (): void => controller.abort();
  const timer = setTimeout(() => {
    late.is = true;
    end();
  }, request.timeoutMs);
  signal?.addEventListener("abort", end, { once: true });
  try {
    const response = await send(base + request.target, {
      method: request.method,
      headers: request.headers,
      body: request.body,
      cache: "no-store",
      credentials: "omit",
      redirect: "manual",
      referrerPolicy: "no-referrer",
      signal: controller.signal,
    });
    if (response.type === "opaqueredirect") {
      // A browser keeps its status to itself. Asking again would bring the same.
      throw new RestError({ code: "REFUSED", message: "the service answered with a redirect, which is not followed" });
    }
    const body = await read(response, request.longestBodyBytes);
    return { status: response.status, headers: JSON.stringify([...response.headers]), body };
  } catch (error) {
    if (error instanceof RestError) {
      throw error;
    }
    if (isAborted(signal)) {
      throw aborted();
    }
    return { reason: late.is ? "it took too long" : reason(error), isLate: late.is };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", end);
  }
}

/** The body, up to a length. */
async function read(response: Response, longest: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = response.body?.getReader();
  while (reader !== undefined) {
    const { done, value } = await reader.read();
    if (done) {
      break;
    }
    length += value.length;
    if (length > longest) {
      void reader.cancel().catch(() => undefined);
      throw new RestError({
        code: "MALFORMED",
        message: `the body is not as expected: it is longer than ${longest} bytes`,
        status: response.status,
      });
    }
    chunks.push(value);
  }
  const body = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    body.set(chunk, at);
    at += chunk.length;
  }
  return body;
}

/** Why nothing came, without the error's text, which may hold the address. */
function reason(error: unknown): string {
  const cause = error instanceof Error ? (error as { cause?: unknown }).cause : undefined;
  const code = typeof cause === "object" && cause !== null ? (cause as { code?: unknown }).code : undefined;
  return typeof code === "string" && /^[A-Z_]{1,40}$/.test(code) ? code : "the connection was not made, or broke";
}

/** Asked anew each time: the compiler believes that it stays what it was. */
function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}
