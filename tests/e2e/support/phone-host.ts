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

/** A page of another CRM, which only listens, and creates engagements. */
export const plainHostPage = {
  libraries: [] as string[],
  body: hostPage.body,
  main: (url: string) => {
    const [{ type: loaded } = { type: "" }] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    window.said = loaded === "reload" ? (JSON.parse(sessionStorage.getItem("said") ?? "[]") as string[]) : [];
    const frame = document.createElement("iframe");
    frame.allow = "microphone; autoplay";
    frame.src = url;
    const post = (type: string, data?: object): void => {
      const fields = type === "SYNC" ? { hostUrl: location.origin, portalId: 1, userId: 2, iframeLocation: "widget" } : {};
      frame.contentWindow?.postMessage({ type, messageId: `plain_${String(Math.random())}`, data, ...fields }, new URL(url).origin);
    };
    let timer = 0;
    frame.addEventListener("load", () => {
      host.state = "loading";
      host.widget.isAvailable = false;
      window.clearInterval(timer);
      timer = window.setInterval(() => {
        post("SYNC");
      }, 100);
    });
    const host = {
      state: "loading",
      widget: { isAvailable: false },
      reload: () => {
        host.state = "loading";
        frame.src = url;
      },
      dialNumber: (data: object) => {
        post("DIAL_NUMBER", data);
      },
      endCall: () => {
        post("END_CALL");
      },
    };
    window.host = host as unknown as Window["host"];
    window.addEventListener("message", ({ data: { type = "", data = {} } }: MessageEvent<{ type?: string; data?: { callEndStatus?: string; externalCallId?: string; isAvailable?: boolean } }>) => {
      const { callEndStatus, externalCallId, isAvailable = false } = data;
      if (type === "SYNC_ACK") {
        window.clearInterval(timer);
      } else if (type === "INITIALIZED") {
        host.state = "initialized";
        host.widget.isAvailable = isAvailable;
      } else if (/^USER_(?:UN)?AVAILABLE$/.test(type)) {
        host.widget.isAvailable = type === "USER_AVAILABLE";
      } else if (/^(?:OUTGOING|INCOMING|CALL_)/.test(type)) {
        window.said.push(callEndStatus === undefined ? type : `${type} ${callEndStatus}`);
        sessionStorage.setItem("said", JSON.stringify(window.said));
      }
      if (/^(?:OUTGOING|INCOMING)/.test(type)) {
        post("CREATE_ENGAGEMENT_SUCCEEDED", { externalCallId, engagementId: Date.now() });
      }
    });
    document.body.append(frame);
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
