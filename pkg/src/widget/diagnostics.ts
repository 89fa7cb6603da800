import { FRAME_PERMISSIONS } from "../shared/page.js";
import type { Diagnostics } from "../shared/types.js";
import { environment } from "./environment.js";
import { openSessions } from "./registry.js";
import type { Slot } from "./slot.js";

/** The counts of codes as an instance sees them, the page's environment, and advice in words. */
export function diagnosticsOf(slot: Slot): Diagnostics {
  const { session, state } = slot;
  const { host, isHostSilent } = session.observed;
  const { link = "none", others = 0 } = session.windows ?? {};
  const facts: Omit<Diagnostics, "advice"> = {
    state,
    ...(host === undefined ? {} : { hostOrigin: host.origin }),
    isHostSilent,
    counts: session.counts(),
    instances: session.instances.size,
    sessions: openSessions(),
    windows: { role: slot.role, link, others },
    environment: { ...environment(), journal: session.snapshots?.place ?? "off" },
  };
  return { ...facts, advice: advice(facts, host?.isInitialized === false) };
}

/** The next steps that the facts suggest. */
function advice(facts: Omit<Diagnostics, "advice">, awaitsInitialized: boolean): string[] {
  const { state, isHostSilent, counts, instances, environment: page } = facts;
  if (counts.CORE_LOST) {
    return ["The core trapped: reload the page. With `resume` it finds its calls."];
  }
  const lines: string[] = [];
  if (state === "failed") {
    lines.push(
      page.allowsWebAssembly
        ? "This browser does not start the core at once, as Chromium before 115, or lacks memory: use a newer one, or import the published package."
        : page.hasWebAssembly
        ? "This page's policy forbids WebAssembly: add 'wasm-unsafe-eval' to script-src, or import the published package."
        : "There is no WebAssembly here: use another browser, or import the published package.",
    );
  }
  if (state === "notEmbedded") {
    lines.push("This page is not in a frame: open it in the host's page.");
  }
  if (state === "waiting" && counts.ORIGIN_REFUSED) {
    lines.push("A page around this one is not an allowed host: add its origin to `allowedHostOrigins`, or connect it by `hostWindow` where it is no http or https origin.");
  } else if (state === "waiting") {
    lines.push(
      "No host has sent SYNC yet: open this page in a host's frame, under the address the host was given. A host stops 30 s after the frame's load and goes on when it loads the frame again. One of your own has to give SYNC a `messageId`.",
    );
  }
  if (awaitsInitialized && counts.BEFORE_INITIALIZED) {
    lines.push("Messages wait until you call initialized().");
  }
  if (isHostSilent) {
    lines.push("An answer of the host is due and it says nothing: have the user reload the host's page.");
  }
  if (page.allowsMicrophone === false) {
    lines.push(`The frame may not use the microphone: the host has to set allow="${FRAME_PERMISSIONS}".`);
  }
  if (facts.windows.link === "denied") {
    lines.push("No call is shared: this page has no Web Locks or no BroadcastChannel. Serve it by https, and let the browser keep its storage.");
  }
  if (page.journal === "none") {
    lines.push("No call survives a reload: the browser blocks this page's storage, as it may in a private window.");
  }
  if (counts.DUPLICATE_INSTANCE && instances > 1) {
    lines.push("Several instances share this page: destroy() those you drop.");
  }
  return lines;
}
