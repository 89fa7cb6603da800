// Rules about the page's answer: status, redirects, transport, type.
import { LONGEST, header } from "../visit.js";
import { clipped, note, ok, pageOf, problem, type Rule } from "./finding.js";
import { named, redirectOf } from "./gather.js";
import { tags } from "./page.js";

/** The page is there, and is a page. */
export const status: Rule = {
  name: "status",
  look: (facts) => {
    const page = pageOf(facts);
    const to = redirectOf(page);
    if (to !== undefined) {
      return problem(`the redirects do not end: ${clipped(page.url)} redirects to ${named(to)}`, "answer with the page after a few redirects at most");
    }
    if (REDIRECTS.includes(page.status)) {
      const location = header(page.headers, "location");
      return problem(`the page answers ${page.status}, ${location === undefined ? "and no Location" : `to ${clipped(location)}, which no frame shows`}`, "redirect to an address of https, or answer with the page");
    }
    if (page.status === 401 || page.status === 403) {
      return problem(`the page answers ${page.status}`, "let the page load without a log-in, and ask for it inside the frame: the browser may keep the cookies of a frame away");
    }
    if (page.status !== 200) {
      return problem(`the page answers ${page.status}`, "answer 200 at the address of the calling settings");
    }
    return ok("the page answers 200");
  },
};

const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

/** There is something to show. */
export const content: Rule = {
  name: "content",
  look: (facts) => {
    const { body, isCut = false, status: code } = pageOf(facts);
    if (body.trim() === "") {
      return code === 200 ? problem("the page is empty", "answer with the widget's HTML") : [];
    }
    return isCut ? note(`the page is longer than ${LONGEST / 1_000_000} MB, and only so much was looked at`, "load what is large by its own address") : [];
  },
};

/** A redirect to another origin loses the session: a host posts to the origin it knows. */
export const redirects: Rule = {
  name: "redirects",
  look: ({ visits }) =>
    visits.slice(1).flatMap((visit, at) => {
      const from = new URL(visits[at]?.url ?? visit.url);
      const to = new URL(visit.url);
      return from.origin === to.origin
        ? note(`the address redirects to ${clipped(to.pathname + to.search)}`, "put the last address into the calling settings: it saves a round trip")
        : problem(
            `the address redirects to another origin: ${named(to)}`,
            "put the last address into the calling settings: the host posts to the origin it was given, and the widget would not hear it",
          );
    }),
};

/** A CRM's page is served by https, and frames nothing else. */
export const https: Rule = {
  name: "https",
  look: (facts) => {
    const { protocol, hostname } = new URL(pageOf(facts).url);
    if (protocol === "https:") {
      return ok("the page is served by https");
    }
    return isLoopback(hostname)
      ? note("the page is served by http, which browsers allow on loopback only", "serve it by https where it is deployed")
      : problem("the page is served by http, and a page of https frames no such page", "serve it by https");
  },
};

/** The browser goes to https by itself. */
export const hsts: Rule = {
  name: "hsts",
  look: (facts) => {
    const { url, headers } = pageOf(facts);
    if (!url.startsWith("https:")) {
      return [];
    }
    return header(headers, "strict-transport-security") === undefined
      ? note("there is no Strict-Transport-Security", "send it, so that a browser asks by https from the first request on")
      : ok("Strict-Transport-Security is there");
  },
};

/** The answer is shown as a page. */
export const contentType: Rule = {
  name: "content-type",
  look: (facts) => {
    const { headers } = pageOf(facts);
    const type = header(headers, "content-type") ?? "";
    if (!/^\s*(text\/html|application\/xhtml\+xml)\b/i.test(type)) {
      return problem(`the page's Content-Type is "${type}"`, "send text/html");
    }
    if (/^\s*attachment\b/i.test(header(headers, "content-disposition") ?? "")) {
      return problem("Content-Disposition is attachment, so that browsers save the page", "leave it out");
    }
    return ok("the page is text/html");
  },
};

/** The page's own texts are read as they were written. */
export const charset: Rule = {
  name: "charset",
  look: (facts) => {
    const { headers, body } = pageOf(facts);
    const named =
      /charset\s*=\s*"?([\w-]+)/i.exec(header(headers, "content-type") ?? "")?.[1] ??
      tags(body.slice(0, 1024), ["meta"])
        .map(({ attributes }) => attributes["charset"] ?? /charset\s*=\s*([\w-]+)/i.exec(attributes["content"] ?? "")?.[1])
        .find((name) => name !== undefined);
    return named?.toLowerCase() === "utf-8" || named?.toLowerCase() === "utf8"
      ? ok("the page says that it is UTF-8")
      : note(
          named === undefined ? "the page does not say its charset" : `the page's charset is ${named}`,
          'begin it with <meta charset="utf-8">. The package\'s scripts are ASCII; names and numbers of your own may not be',
        );
  },
};

/** A page of https loads nothing by http. */
export const mixedContent: Rule = {
  name: "mixed-content",
  look: (facts) => {
    const { url, body } = pageOf(facts);
    if (!url.startsWith("https:")) {
      return [];
    }
    const insecure = tags(body, ["script", "link", "img", "iframe", "audio", "video", "source", "form"]).flatMap(({ name, attributes }) => {
      const isLoaded = name !== "link" || /\b(stylesheet|preload|modulepreload|icon)\b/i.test(attributes["rel"] ?? "");
      const address = attributes[name === "link" ? "href" : name === "form" ? "action" : "src"];
      return isLoaded && address !== undefined && /^http:\/\//i.test(address) ? [`${name} ${clipped(address)}`] : [];
    });
    return insecure.length === 0
      ? ok("the page's HTML names nothing by http")
      : problem(`the page loads by http what browsers block: ${insecure.slice(0, 3).join(", ")}`, "use https, or an address without a scheme");
  },
};

/** True for a name of this machine. */
export function isLoopback(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/i.test(hostname);
}
