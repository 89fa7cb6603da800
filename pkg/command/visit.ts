// Requests a page as a browser that frames it does.
import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";

/** The headers of an answer by their names in lower case; several of one name in a list. */
export type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** One answer. */
export type Visit = {
  /** The address that was asked. */
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  /** The text, up to {@link LONGEST}. */
  readonly body: string;
};

/** No answer, or one that cannot be read. */
export class Unreachable extends Error {
  /** @param change the fix if a server is there, whose answer is refused. */
  constructor(
    message: string,
    readonly change?: string,
  ) {
    super(message);
  }
}

/** A time limit for several steps together. */
export class Deadline {
  private readonly until: number;

  constructor(readonly ms: number) {
    this.until = performance.now() + ms;
  }

  /** The whole milliseconds left; 0 once it is over. */
  get leftMs(): number {
    return Math.max(0, Math.ceil(this.until - performance.now()));
  }
}

/**
 * Asks for a page. Redirects are not followed.
 *
 * @throws Unreachable when the whole answer does not come in time.
 */
export function visit(address: URL, { within }: { within: Deadline }): Promise<Visit> {
  const request = address.protocol === "https:" ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const clientRequest = request(address, { headers: PAGE }, (answer) => {
      const chunks: Buffer[] = [];
      let length = 0;
      const done = (): void => {
        clearTimeout(timer);
        const body = Buffer.concat(chunks).subarray(0, LONGEST).toString("utf8");
        resolve({ url: address.href, status: answer.statusCode ?? 0, headers: answer.headers, body });
      };
      // The text of a redirect is not needed.
      if (isRedirect(answer)) {
        done();
        answer.destroy();
        return;
      }
      answer.on("data", (chunk: Buffer) => {
        chunks.push(chunk);
        length += chunk.length;
        if (length > LONGEST) {
          done();
          answer.destroy();
        }
      });
      answer.on("end", done);
      answer.on("error", fail);
    });
    const fail = (error: Error): void => {
      clearTimeout(timer);
      reject(unreachable(error));
      clientRequest.destroy();
    };
    // Not the socket's own time-out, which every byte restarts.
    const timer = setTimeout(() => fail(new Unreachable(`no whole answer within ${within.ms / 1000} s`)), within.leftMs);
    clientRequest.on("error", fail);
    clientRequest.end();
  });
}

function isRedirect({ statusCode = 0, headers }: IncomingMessage): boolean {
  return statusCode >= 300 && statusCode < 400 && headers.location !== undefined;
}

/** A header's text; several of one name are one list, as in HTTP. */
export function header(headers: Headers, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(", ") : value;
}

function unreachable(error: unknown): Unreachable {
  if (error instanceof Unreachable) {
    return error;
  }
  const { code = "", message } = error as NodeJS.ErrnoException;
  return CERTIFICATE.test(code)
    ? new Unreachable(`its certificate is not trusted (${code})`, "use a certificate that browsers trust")
    : new Unreachable(SAID[code] ?? (code.startsWith("HPE_") ? `what answers there does not speak HTTP (${code})` : code === "" ? message : code));
}

const CERTIFICATE = /CERT|SIGNED|SIGNATURE|ALTNAME|^ERR_TLS/;

const SAID: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nobody listens there",
  ECONNRESET: "the connection was closed before the answer was whole",
  ENOTFOUND: "the name is unknown",
};

const PAGE = {
  "accept-encoding": "identity",
  "user-agent": "calling-widget-sdk",
  accept: "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8",
  "sec-fetch-dest": "iframe",
  "sec-fetch-mode": "navigate",
  "sec-fetch-site": "cross-site",
};

/** The largest part of a text that is read, in bytes. */
const LONGEST = 5_000_000;
