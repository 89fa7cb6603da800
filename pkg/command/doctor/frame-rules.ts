// Rules about content that a browser refuses in a frame of another site.
import { FRAME_PERMISSIONS } from "../../src/shared/page.js";
import { frameAncestors, frameRefusal, policies } from "../framing.js";
import { header } from "../visit.js";
import { note, ok, pageOf, problem, type Rule } from "./finding.js";

/** Every host may frame the page. */
export const framing: Rule = (facts) => {
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
};

/** The page keeps its origin. */
export const sandbox: Rule = (facts) => {
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
};

/** WebAssembly may start. */
export const wasm: Rule = (facts) => {
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
};

/** The page does not take from itself what a phone needs. */
export const permissions: Rule = (facts) => {
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
};

/** Cookies that are sent to the frame. */
export const cookies: Rule = ({ visits }) =>
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
  });

function advice(hosts: readonly string[]): string {
  const sources = new Set(hosts.map((host) => (/^https:\/\/([\w-]+\.)*hubspot\.com$/.test(host) ? "https://*.hubspot.com" : host)));
  return `send "Content-Security-Policy: frame-ancestors 'self' ${[...sources].join(" ")}", and no X-Frame-Options`;
}

/** The policies that the page sets itself, by `<meta http-equiv>`; later additions of scripts are not seen. */
function metaPolicies(html: string): readonly string[] {
  const metas = html.replace(/<!--[\s\S]*?(?:-->|$)/g, "").match(/<meta\b[^<>]*>/gi) ?? [];
  return metas.flatMap((meta) => {
    const [, double, single = ""] = /\bcontent\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(meta) ?? [];
    return /\bhttp-equiv\s*=\s*["']?content-security-policy\b/i.test(meta) ? [(double ?? single).replace(/&#39;/g, "'")] : [];
  });
}
