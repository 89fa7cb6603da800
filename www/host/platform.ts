/** The emulator's data for the page it serves. */
interface Told {
  appId: number;
  hasSettings: boolean;
  accessToken: string;
}

/** A refusal of the platform. */
export class PlatformError extends Error {
  override readonly name = "PlatformError";

  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** The emulator's endpoints, for the page it serves; `?ns=NAME` chooses a namespace. */
export class Platform {
  private constructor(
    private readonly base: string,
    private greeting: Told,
  ) {}

  /**
   * The emulator that served the page.
   *
   * @throws PlatformError when none answers.
   */
  static async open(): Promise<Platform> {
    const namespace = new URLSearchParams(location.search).get("ns") ?? "";
    // The page may be in a folder of its server.
    const folder = new URL(".", location.href).pathname.slice(0, -1);
    const base = /^[a-z0-9-]{1,40}$/.test(namespace) ? `${folder}/ns/${namespace}` : folder;
    return new Platform(base, await greet(base));
  }

  /** True if the app had calling settings when the page was opened. */
  get hasSettings(): boolean {
    return this.greeting.hasSettings;
  }

  /** The path of the app's calling settings. */
  get settingsPath(): string {
    return `/crm/v3/extensions/calling/${this.greeting.appId}/settings`;
  }

  /** Sends a request, and repeats it with a new token if the old one has expired. */
  async ask<T>(method: "GET" | "PATCH" | "POST" | "PUT", path: string, body?: unknown): Promise<T> {
    let response = await this.send(method, path, body);
    if (response.status === 401) {
      this.greeting = await greet(this.base);
      response = await this.send(method, path, body);
    }
    const answer: unknown = await response.json().catch(() => undefined);
    if (!response.ok) throw new PlatformError(response.status, reasonOf(answer) ?? `the emulator answered ${response.status}`);
    return answer as T;
  }

  private send(method: string, path: string, body: unknown): Promise<Response> {
    return fetch(this.base + path, {
      method,
      headers: { authorization: `Bearer ${this.greeting.accessToken}`, "content-type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body),
    });
  }
}

async function greet(base: string): Promise<Told> {
  const path = `${base}/emulator/host-page`;
  const init = { method: "POST", headers: { "x-emulator-control": "1" }, signal: AbortSignal.timeout(PATIENCE_MS) };
  const response = await fetch(path, init).catch((error: unknown) => Promise.reject(new PlatformError(0, `the emulator does not answer: ${String(error)}`)));
  const answer: unknown = await response.json().catch(() => undefined);
  if (!response.ok || !isTold(answer)) throw new PlatformError(response.status, reasonOf(answer) ?? `this server is no emulator: it answered ${response.status} to ${path}`);
  return answer;
}

function isTold(answer: unknown): answer is Told {
  return typeof answer === "object" && answer !== null && "accessToken" in answer;
}

function reasonOf(answer: unknown): string | undefined {
  return typeof answer === "object" && answer !== null && "message" in answer ? String(answer.message) : undefined;
}

/** Time-out of a request: the page does not stay empty for a server that never answers. */
const PATIENCE_MS = 5000;
