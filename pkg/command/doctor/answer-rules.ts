// Rules about the page's answer: status, redirects, transport, type.
import { header } from "../visit.js";
import { clipped, note, ok, pageOf, problem, type Rule } from "./finding.js";
import { named, redirectOf } from "./gather.js";

/** The page is there, and is a page. */
export const status: Rule = (facts) => {
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
};

const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

/** There is something to show. */
export const content: Rule = (facts) => {
  const { body, status: code } = pageOf(facts);
  return body.trim() === "" && code === 200 ? problem("the page is empty", "answer with the widget's HTML") : [];
};

/** A redirect to another origin loses the session: a host posts to the origin it knows. */
export const redirects: Rule = ({ visits }) =>
  visits.slice(1).flatMap((visit, at) => {
    const from = new URL(visits[at]?.url ?? visit.url);
    const to = new URL(visit.url);
    return from.origin === to.origin
      ? note(`the address redirects to ${clipped(to.pathname + to.search)}`, "put the last address into the calling settings: it saves a round trip")
      : problem(
          `the address redirects to another origin: ${named(to)}`,
          "put the last address into the calling settings: the host posts to the origin it was given, and the widget would not hear it",
        );
  });

/** A CRM's page is served by https, and frames nothing else. */
export const https: Rule = (facts) => {
  const { protocol, hostname } = new URL(pageOf(facts).url);
  if (protocol === "https:") {
    return ok("the page is served by https");
  }
  return isLoopback(hostname)
    ? note("the page is served by http, which browsers allow on loopback only", "serve it by https where it is deployed")
    : problem("the page is served by http, and a page of https frames no such page", "serve it by https");
};

/** The answer is shown as a page. */
export const contentType: Rule = (facts) => {
  const { headers } = pageOf(facts);
  const type = header(headers, "content-type") ?? "";
  if (!/^\s*(text\/html|application\/xhtml\+xml)\b/i.test(type)) {
    return problem(`the page's Content-Type is "${type}"`, "send text/html");
  }
  if (/^\s*attachment\b/i.test(header(headers, "content-disposition") ?? "")) {
    return problem("Content-Disposition is attachment, so that browsers save the page", "leave it out");
  }
  return ok("the page is text/html");
};

/** True for a name of this machine. */
export function isLoopback(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/i.test(hostname);
}
