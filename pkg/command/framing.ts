// Decides whether a browser shows a page in another page's frame.
import { header, type Headers } from "./visit.js";

/** The reason that a page is not shown in a frame, and the fix. */
export type Refusal = { readonly why: string; readonly change: string };

/**
 * The reason that a browser would not show a page in a host's frame, if any.
 * `frame-ancestors` overrides `X-Frame-Options`, as in browsers.
 *
 * @param own the page's origin.
 * @param host the origin of the page around it.
 */
export function frameRefusal(headers: Headers, own: string, host: string): Refusal | undefined {
  const lists = frameAncestors(headers);
  if (lists.length > 0) {
    const refusing = lists.find((list) => !allowsAncestor(list, own, host));
    return refusing === undefined
      ? undefined
      : {
          why: `Content-Security-Policy has "frame-ancestors ${refusing.join(" ")}", which leaves ${host} out`,
          change: `add ${host} to frame-ancestors`,
        };
  }
  const option = header(headers, "x-frame-options")?.trim();
  const values = (option ?? "").toUpperCase().split(/\s*,\s*/);
  if (values.includes("DENY") || (values.includes("SAMEORIGIN") && own !== host)) {
    return {
      why: `X-Frame-Options is ${option ?? ""}`,
      change: `leave X-Frame-Options out, and send "Content-Security-Policy: frame-ancestors 'self' ${host}"`,
    };
  }
  return undefined;
}

/** The lists of `frame-ancestors`, one for each policy that has it. */
export function frameAncestors(headers: Headers): readonly (readonly string[])[] {
  return policies(header(headers, "content-security-policy") ?? "").flatMap((policy) => {
    const list = policy.get("frame-ancestors");
    return list === undefined ? [] : [list];
  });
}

/** The directives of each policy in a header: the name, and its sources. The first of a name wins. */
export function policies(text: string): readonly ReadonlyMap<string, readonly string[]>[] {
  return text
    .split(",")
    .map((policy) => {
      const directives = new Map<string, readonly string[]>();
      for (const directive of policy.split(";")) {
        const [name, ...sources] = directive.trim().split(/\s+/);
        const key = name?.toLowerCase() ?? "";
        if (key !== "" && !directives.has(key)) {
          directives.set(key, sources);
        }
      }
      return directives;
    })
    .filter(({ size }) => size > 0);
}

/** True if one list of `frame-ancestors` allows an origin. */
export function allowsAncestor(list: readonly string[], own: string, origin: string): boolean {
  return list.some((source) => matches(source, own, origin));
}

/** CSP 3, "Does url match expression in origin": the part that concerns origins. */
function matches(source: string, own: string, origin: string): boolean {
  const text = source.toLowerCase();
  if (text === "'self'") {
    return origin === own;
  }
  const { protocol, hostname, port } = new URL(origin);
  if (text === "*") {
    return protocol === "http:" || protocol === "https:";
  }
  const scheme = /^([a-z][a-z0-9+.-]*:)$/.exec(text)?.[1];
  if (scheme !== undefined) {
    return scheme === protocol || (scheme === "http:" && protocol === "https:");
  }
  const parts = /^(?:([a-z][a-z0-9+.-]*:)\/\/)?(\*\.)?([^/:]+|\[[^\]]+\])(?::(\d+|\*))?(?:\/.*)?$/.exec(text);
  if (parts === null) {
    return false;
  }
  const [, wanted = new URL(own).protocol, star, host = "", listed] = parts;
  const isScheme = wanted === protocol || (wanted === "http:" && protocol === "https:");
  const isHost = star === undefined ? hostname === host || host === "*" : hostname.endsWith(`.${host}`);
  const isDefault = port === "" && (listed === undefined || listed === "80" || listed === "443");
  return isScheme && isHost && (listed === "*" || isDefault || listed === port);
}
