// Rules about content that a browser refuses in a frame of another site.
import { FRAME_PERMISSIONS } from "../../src/shared/page.js";
import { frameAncestors, frameRefusal, policies } from "../framing.js";
import { header } from "../visit.js";
import { clipped, note, ok, pageOf, problem, type Rule } from "./finding.js";
import { metaPolicies, withoutComments } from "./page.js";

/** Every host may frame the page. */
export const framing: Rule = {
  name: "framing",
  look: (facts) => {
    const { url, headers, body } = pageOf(facts);
    const own = new URL(url).origin;
    const refused = facts.hosts.flatMap((host) => {
      const refusal = frameRefusal(headers, own, host);
      return refusal === undefined ? [] : [{ host, ...refusal }];
    });
    const [first] = refused;
    if (first !== undefined) {
      const hosts = refused.map(({ host }) => host).join(", ");
      return problem(`browsers do not show the page in a frame of ${hosts}: ${first.why}`, advice(facts.hosts));
    }
    if (metaPolicies(body).some((text) => policies(text).some((policy) => policy.has("frame-ancestors")))) {
      return note("the page has frame-ancestors in a <meta>, where browsers ignore it", advice(facts.hosts));
    }
    if (frameAncestors(headers).length === 0) {
      return note("any page may frame the widget", advice(facts.hosts));
    }
    return ok(`the page may be framed by ${facts.hosts.join(", ")}`);
  },
};

/** A header that no browser reads any more looks like a rule and is none. */
export const oldFraming: Rule = {
  name: "x-frame-options",
  look: (facts) => {
    const { headers } = pageOf(facts);
    const option = header(headers, "x-frame-options");
    if (option === undefined) {
      return [];
    }
    if (/^\s*ALLOW-FROM/i.test(option)) {
      return note("X-Frame-Options has ALLOW-FROM, which browsers ignore", advice(facts.hosts));
    }
    return frameAncestors(headers).length > 0
      ? note(`X-Frame-Options is ${option}; browsers go by frame-ancestors instead`, "leave X-Frame-Options out: some proxies and scanners go by it")
      : [];
  },
};

/** The page keeps its origin. */
export const sandbox: Rule = {
  name: "sandbox",
  look: (facts) => {
    const lists = policies(header(pageOf(facts).headers, "content-security-policy") ?? "").flatMap((policy) => {
      const list = policy.get("sandbox");
      return list === undefined ? [] : [list.map((token) => token.toLowerCase())];
    });
    const missing = ["allow-scripts", "allow-same-origin"].filter((token) => lists.some((list) => !list.includes(token)));
    return lists.length === 0
      ? []
      : missing.length === 0
        ? ok("the page's sandbox leaves it its scripts and its origin")
        : problem(`Content-Security-Policy has a sandbox without ${missing.join(" and ")}`, "add them: without its origin the widget cannot be posted to");
  },
};

/** WebAssembly may start. */
export const wasm: Rule = {
  name: "script-src",
  look: (facts) => {
    const { headers, body } = pageOf(facts);
    const all = [header(headers, "content-security-policy") ?? "", ...metaPolicies(body)].flatMap(policies);
    const lists = all.flatMap((policy) => {
      const list = policy.get("script-src") ?? policy.get("default-src");
      return list === undefined ? [] : [list.map((source) => source.toLowerCase())];
    });
    if (lists.length === 0) {
      return ok("no policy restricts scripts or WebAssembly");
    }
    return lists.every((list) => list.includes("'wasm-unsafe-eval'") || list.includes("'unsafe-eval'"))
      ? ok("the page's policy allows WebAssembly")
      : problem(
          "the page's policy forbids WebAssembly: script-src lacks 'wasm-unsafe-eval'",
          "add 'wasm-unsafe-eval' to script-src, which allows nothing but WebAssembly; or import the published package, which needs none",
        );
  },
};

/** A module that is a file is served as one. */
export const modules: Rule = {
  name: "wasm-files",
  look: (facts) => {
    const own = new URL(pageOf(facts).url).origin;
    return facts.modules.flatMap(({ url: address, status: code, headers }) => {
      const url = clipped(address);
      if (code !== 200) {
        return problem(`${url} answers ${code}`, "serve the file beside the script that loads it");
      }
      const type = header(headers, "content-type") ?? "";
      if (!/^\s*application\/wasm\s*(;|$)/i.test(type)) {
        return problem(`the Content-Type of ${url} is "${type}"`, "send application/wasm, so that the browser compiles it while it loads");
      }
      const isElsewhere = new URL(address).origin !== own;
      return isElsewhere && header(headers, "access-control-allow-origin") === undefined
        ? problem(`${url} is of another origin, and has no Access-Control-Allow-Origin`, `send "Access-Control-Allow-Origin: ${own}"`)
        : ok(`${url} is application/wasm`);
    });
  },
};

/** The page does not take from itself what a phone needs. */
export const permissions: Rule = {
  name: "permissions-policy",
  look: (facts) => {
    const { headers, url } = pageOf(facts);
    const own = new URL(url).origin;
    const delegation = `The host has to delegate it too, by allow="${FRAME_PERMISSIONS}" on its frame`;
    const isOpen = (text: string): boolean => /\*|\bself\b/i.test(text) || text.includes(own);
    const taken = FRAME_PERMISSIONS.split("; ").flatMap((feature) => {
      const list = new RegExp(`(?:^|,)\\s*${feature}\\s*=\\s*(\\([^)]*\\)|\\*|self)`, "i").exec(header(headers, "permissions-policy") ?? "")?.[1];
      const old = new RegExp(`(?:^|;)\\s*${feature}\\s+([^;]*)`, "i").exec(header(headers, "feature-policy") ?? "")?.[1];
      // Without the others a phone calls all the same.
      const report = feature === "microphone" ? problem : note;
      if (list !== undefined) {
        return isOpen(list) ? [] : report(`Permissions-Policy has ${feature}=${list}, which takes it from the page`, `send ${feature}=(self), or leave it out. ${delegation}`);
      }
      return old === undefined || isOpen(old) ? [] : report(`Feature-Policy has ${feature} ${old.trim()}, which takes it from the page`, `leave it out. ${delegation}`);
    });
    return taken.length > 0 ? taken : ok(`the page may ask for the microphone. ${delegation}; a host on this package does`);
  },
};

/** Cookies that are sent to the frame. */
export const cookies: Rule = {
  name: "cookies",
  look: ({ visits }) =>
    visits.flatMap(({ headers }) => {
      const set = headers["set-cookie"] ?? [];
      return (Array.isArray(set) ? set : [set]).flatMap((cookie) => {
        const name = (/^\s*([^=;]*)/.exec(cookie)?.[1] ?? "").trim();
        const has = (attribute: RegExp): boolean => cookie.split(";").slice(1).some((part) => attribute.test(part.trim()));
        const missing = [
          ...(has(/^samesite\s*=\s*none$/i) ? [] : ["SameSite=None"]),
          ...(has(/^secure$/i) ? [] : ["Secure"]),
        ];
        if (missing.length > 0) {
          return problem(
            `the cookie ${name} lacks ${missing.join(" and ")}: a browser does not send it in a frame of another site`,
            'set it with "SameSite=None; Secure; Partitioned", or do without it in the frame',
          );
        }
        return has(/^partitioned$/i)
          ? ok(`the cookie ${name} is sent in a frame`)
          : note(`the cookie ${name} lacks Partitioned: browsers that block cookies of third parties drop it`, "add Partitioned, or use the Storage Access API");
      });
    }),
};

/** Headers of isolation, which have unexpected effects. */
export const isolation: Rule = {
  name: "isolation",
  look: (facts) => {
    const { headers } = pageOf(facts);
    const [opener, embedder, resource] = ["cross-origin-opener-policy", "cross-origin-embedder-policy", "cross-origin-resource-policy"].map(
      (name) => header(headers, name)?.split(";")[0]?.trim().toLowerCase(),
    );
    return [
      ...(opener === "same-origin" || opener === "noopener-allow-popups"
        ? note(
            `Cross-Origin-Opener-Policy is ${opener}: it does nothing in a frame, and cuts the page off from its opener where it is a pop-up (log-in, call window)`,
            "send same-origin-allow-popups, or none, on pages that are opened as pop-ups",
          )
        : []),
      ...(embedder === "require-corp" || embedder === "credentialless"
        ? note(
            `Cross-Origin-Embedder-Policy is ${embedder}: files of other origins need Cross-Origin-Resource-Policy or CORS`,
            "leave it out, unless the page uses SharedArrayBuffer",
          )
        : []),
      ...(resource === "same-origin" || resource === "same-site"
        ? note(
            `Cross-Origin-Resource-Policy is ${resource}: a host with Cross-Origin-Embedder-Policy does not show the page`,
            "send cross-origin on the page itself",
          )
        : []),
    ];
  },
};

/** Scripts that leave a frame. */
export const frameBusting: Rule = {
  name: "frame-busting",
  look: (facts) => {
    const inline = withoutComments(pageOf(facts).body);
    return /\btop\.location(\.href)?\s*=[^=]|\btop\.location\.replace\s*\(/.test(inline)
      ? note("the page has a script that moves the page around it (top.location)", "leave that script out in the widget: a browser may leave the CRM's page")
      : [];
  },
};

function advice(hosts: readonly string[]): string {
  const sources = new Set(hosts.map((host) => (/^https:\/\/([\w-]+\.)*hubspot\.com$/.test(host) ? "https://*.hubspot.com" : host)));
  return `send "Content-Security-Policy: frame-ancestors 'self' ${[...sources].join(" ")}", and no X-Frame-Options`;
}
