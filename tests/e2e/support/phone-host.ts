/** The CRM's page, with the reports of calls that it received. */
export const hostPage = {
  libraries: ["host"],
  body: '<div id="phone"></div>',
  main: (url: string) => {
    window.startHost({ url });
    const [{ type: loaded } = { type: "" }] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    window.said = loaded === "reload" ? (JSON.parse(sessionStorage.getItem("said") ?? "[]") as string[]) : [];
    window.host.on("message", ({ direction, type, data }) => {
      const { callEndStatus } = (data ?? {}) as { callEndStatus?: string };
      if (direction === "toHost" && /^(?:OUTGOING|INCOMING|CALL_)/.test(type)) {
        window.said.push(callEndStatus === undefined ? type : `${type} ${callEndStatus}`);
        sessionStorage.setItem("said", JSON.stringify(window.said));
      }
    });
  },
};

/** The page of an example. */
export const EXAMPLE = '<ul></ul><button id="answer">Answer</button><button id="hang-up">Hang up</button><div id="panel"></div>';

export const OUT = "OUTGOING_CALL_STARTED";
export const IN = "INCOMING_CALL";

/** The messages of a call that both sides talked in. */
export const talked = (start: string): string[] => [start, "CALL_ANSWERED", "CALL_ENDED COMPLETED", "CALL_COMPLETED"];

/** The same, of one that nobody answered. */
export const unanswered = (start: string, status: string): string[] => [start, `CALL_ENDED ${status}`, "CALL_COMPLETED"];

declare global {
  interface Window {
    /** The reports of calls that the host received. */
    said: string[];
  }
}
