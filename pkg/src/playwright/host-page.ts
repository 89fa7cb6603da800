import type { CallingHost } from "../host/calling-host.js";
import type { MessageLogEntry } from "../host/events.js";
import type { RecordStore } from "../host/records.js";
import type { HostContext, HostSettings, HostState } from "../host/types.js";

/** Options of the host's page. */
export type HostPageOptions = {
  readonly url: string;
  readonly context: HostContext;
  readonly settings: HostSettings;
  readonly sandbox: string | undefined;
};

/** Questions and reports of the host's page. */
export type Report =
  | { readonly kind: "message"; readonly entry: Pick<MessageLogEntry, "direction" | "message"> }
  | { readonly kind: "store"; readonly method: string; readonly args: readonly unknown[] }
  | { readonly kind: "trouble"; readonly text: string }
  /** About the widget's message that was reported last. */
  | { readonly kind: "reported"; readonly text: string }
  | { readonly kind: "flush" };

/** The host page's additions to its window. */
export type HostWindow = {
  callingHost?: CallingHost;
  callingHostState: () => HostState | "broken" | undefined;
  [REPORT]: (report: Report) => Promise<unknown>;
};

/** The document of the host's page; `/host.js` is the package's entry. */
export function hostPage(options: HostPageOptions): string {
  // A script in a document ends at the first `</`.
  const json = JSON.stringify({ ...options, report: REPORT }).replace(/</g, "\\u003c");
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Host</title><link rel="icon" href="data:,"></head>
<body><script type="module">
import { CallingHost } from "/host.js";
(${String(startHost)})(CallingHost, ${json});
</script></body>
</html>`;
}

/** Runs in the page, as text: it uses nothing but its parameters. */
function startHost(Host: typeof CallingHost, options: HostPageOptions & { report: typeof REPORT }): void {
  const view = window as unknown as HostWindow;
  const { report: name, url, context, settings, sandbox } = options;
  const report = view[name];
  let isBroken = false;
  view.callingHostState = () => (isBroken ? "broken" : view.callingHost?.state);
  // Every method of the store is a question to the test's process.
  const store = new Proxy({} as RecordStore, {
    get:
      (_, method) =>
      (...args: unknown[]) =>
        report({ kind: "store", method: String(method), args }),
  });
  try {
    const host = new Host({ url, container: document.body, context, settings, store, sandbox, width: 400, height: 640 });
    let isHeard = false;
    host.on("message", ({ direction, message }) => {
      void report({ kind: "message", entry: { direction, message } });
      if (direction === "toHost") {
        isHeard = true;
        queueMicrotask(() => {
          isHeard = false;
        });
      }
    });
    host.on("failed", ({ code, message }) => {
      void report({ kind: "trouble", text: `${code}: ${message}` });
    });
    host.on("diagnostic", ({ code, message }) => {
      void report({ kind: "trouble", text: `${code}: ${message}` });
      if (isHeard) {
        void report({ kind: "reported", text: `${code}: ${message}` });
      }
    });
    view.callingHost = host;
  } catch (error) {
    isBroken = true;
    void report({ kind: "trouble", text: String(error) });
  }
}

/** The function in the page that reports to the test's process. */
export const REPORT = "__callingWidgetSdkReport" as const;
