// A page's answer, asked for as a browser asks that frames it.
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";

/** The headers of an answer by their names in lower case; several of one name in a list. */
export type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** One answer. */
export type Visit = {
  /** The address that was asked. */
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  /** The text, up to a limit. */
  readonly body: string;
};

/** No answer, or one that cannot be read. */
export class Unreachable extends Error {
  /** @param isAnswered whether somebody is there, whose certificate is refused. */
  constructor(
    message: string,
    readonly isAnswered: boolean,
  ) {
    super(message);
  }
}

/**
 * Asks for a page or one of its files. Redirects are not followed.
 *
 * @throws Unreachable when no answer comes.
 */
export function visit(address: URL, { isFile = false, timeoutMs = 15_000 }: { isFile?: boolean; timeoutMs?: number } = {}): Promise<Visit> {
  const request = address.protocol === "https:" ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const asked = request(address, { headers: isFile ? FILE : PAGE, timeout: timeoutMs }, (answer) => {
      const chunks: Buffer[] = [];
      let length = 0;
      const done = (): void => resolve({ url: address.href, status: answer.statusCode ?? 0, headers: answer.headers, body: unpacked(Buffer.concat(chunks), answer.headers["content-encoding"]).toString("utf8") });
      answer.on("data", (chunk: Buffer) => {
        chunks.push(chunk);
        length += chunk.length;
        if (length > LONGEST) {
          done();
          answer.destroy();
        }
      });
      answer.on("end", done);
      answer.on("error", (error) => reject(unreachable(error)));
    });
    asked.on("timeout", () => asked.destroy(new Unreachable(`no answer within ${timeoutMs / 1000} s`, false)));
    asked.on("error", (error) => reject(unreachable(error)));
    asked.end();
  });
}

/** A header's text; several of one name are one list, as in HTTP. */
export function header(headers: Headers, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(", ") : value;
}

/** The body as it was before a server packed it, although it was asked not to. */
function unpacked(body: Buffer, encoding = "identity"): Buffer {
  try {
    return (UNPACKERS[encoding.trim().toLowerCase()] ?? ((same: Buffer) => same))(body);
  } catch {
    return body;
  }
}

const UNPACKERS: Readonly<Record<string, (body: Buffer) => Buffer>> = { br: brotliDecompressSync, deflate: inflateSync, gzip: gunzipSync };

function unreachable(error: NodeJS.ErrnoException): Unreachable {
  if (error instanceof Unreachable) {
    return error;
  }
  const code = error.code ?? "";
  return CERTIFICATE.test(code)
    ? new Unreachable(`its certificate is not trusted (${code})`, true)
    : new Unreachable(SAID[code] ?? (code === "" ? error.message : code), false);
}

const CERTIFICATE = /CERT|SIGNED|SIGNATURE|ALTNAME|^ERR_TLS/;

const SAID: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nobody listens there",
  ENOTFOUND: "the name is unknown",
};

const COMMON = { "accept-encoding": "identity", "user-agent": "calling-widget-sdk" };
const PAGE = {
  ...COMMON,
  accept: "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8",
  "sec-fetch-dest": "iframe",
  "sec-fetch-mode": "navigate",
  "sec-fetch-site": "cross-site",
};
const FILE = { ...COMMON, accept: "*/*" };

const LONGEST = 4 * 1024 * 1024;
