import type { Site } from "../../e2e/support/test.ts";

/** What the widget's page tells of itself. */
export type Report = {
  state: string;
  /** The handlers that ran, in order. */
  handlers: string[];
  counts: Record<string, number>;
  errors: string[];
};

/** What the host's page offers the tests. */
export type Bench = {
  report(): Promise<Report>;
  /** Dials, and resolves once that call is on the timeline. */
  dial(): Promise<boolean>;
  /** Resolves once an inbound call is on the timeline. */
  inbound(): Promise<boolean>;
  /** Opens an attacker's page and resolves once it runs. */
  attacker(url: string, sandbox?: string): Promise<HTMLIFrameElement>;
  /** Has an attacker attack, and resolves with how many messages it heard. */
  attack(frame: HTMLIFrameElement, name: string): Promise<number>;
};

declare global {
  interface Window {
    bench: Bench;
  }
}

/** Hosts that are different sites in every engine, all on this machine. */
export const SITES = { crm: "localhost", phone: "127.0.0.1", evil: "evil.localhost" } as const;

/** The calling app. */
export function widgetPage(site: Site): string {
  return site.page(
    SITES.phone,
    {
      libraries: ["sdk", "app"],
      main: (hostOrigin) => {
        window.startApp({ hostOrigin });
        window.addEventListener("message", ({ data, source, origin }: MessageEvent<unknown>) => {
          if (data === "attack the own window") {
            window.postMessage({ type: "DIAL_NUMBER", messageId: "own", data: {} }, "*");
            window.dispatchEvent(
              new MessageEvent("message", {
                data: { type: "DIAL_NUMBER", messageId: "synthetic", data: {} },
                origin: hostOrigin,
                // The watcher's stand-in for the parent is no window to an event.
                source: window.top,
              }),
            );
          }
          if (typeof data === "object" && data !== null && "nested" in data) {
            const frame = document.createElement("iframe");
            frame.src = String(data.nested);
            document.body.append(frame);
          }
          if (data === "ring") {
            window.ring("+12025550177");
          }
          if (data === "report") {
            const report = {
              state: window.cti.state,
              handlers: window.seen.calls.map(({ handler }) => handler),
              counts: window.cti.diagnostics().counts,
              errors: window.seen.errors,
            };
            (source as Window).postMessage({ report }, origin);
          }
        });
      },
    },
    site.origin(SITES.crm),
  );
}

/** The host's page with a widget in it; `window.bench` runs the tests. */
export function hostPage(site: Site, widget: string, host: string = SITES.crm): string {
  return site.page(
    host,
    {
      libraries: ["host"],
      body: `<div id="phone"></div>`,
      main: (url) => {
        window.store = new window.hostSdk.InMemoryRecordStore();
        window.host = new window.hostSdk.CallingHost({
          url,
          container: "#phone",
          context: { portalId: 1, userId: 2, iframeLocation: "remote" },
          store: window.store,
        });
        const heard = <Value>(read: (data: Record<string, unknown>) => Value | undefined): Promise<Value> =>
          new Promise((resolve) => {
            const listener = ({ data }: MessageEvent<unknown>): void => {
              const value = typeof data === "object" && data !== null ? read(data as Record<string, unknown>) : undefined;
              if (value !== undefined) {
                window.removeEventListener("message", listener);
                resolve(value);
              }
            };
            window.addEventListener("message", listener);
          });
        const until = async (holds: () => boolean): Promise<boolean> => {
          for (let tries = 0; tries < 200; tries++) {
            if (holds()) {
              return true;
            }
            await new Promise((resolve) => setTimeout(resolve, 50));
          }
          return false;
        };
        window.bench = {
          report: async () => {
            const { origin } = new URL(url);
            const frame = document.querySelector<HTMLIFrameElement>("#phone iframe");
            const answer = heard(({ report }) => report as Awaited<ReturnType<Bench["report"]>> | undefined);
            frame?.contentWindow?.postMessage("report", origin);
            return answer;
          },
          dial: async () => {
            if (!(await until(() => window.host.state === "initialized"))) {
              return false;
            }
            const before = window.store.engagements.length;
            window.host.dialNumber({ phoneNumber: `+1202555${String(1000 + before)}` });
            return until(() => window.store.engagements[before]?.onTimeline === true);
          },
          inbound: () =>
            until(() => window.store.engagements.some((one) => one.direction === "INBOUND" && one.onTimeline)),
          attacker: async (src, sandbox) => {
            const frame = document.createElement("iframe");
            if (sandbox !== undefined) {
              frame.setAttribute("sandbox", sandbox);
            }
            const ready = heard(({ attacker }) => attacker);
            frame.src = src;
            document.body.append(frame);
            await ready;
            return frame;
          },
          attack: async (frame, name) => {
            const done = heard(({ attacked }) => attacked as number | undefined);
            frame.contentWindow?.postMessage({ attack: name }, "*");
            return done;
          },
        };
      },
    },
    widget,
  );
}

/** A page that attacks the widget beside it, around it or above it. */
export function evilPage(site: Site): string {
  return site.page(
    SITES.evil,
    {
      libraries: [],
      main: (hostOrigin) => {
        let heard = 0;
        const say = (message: unknown): void => {
          window.parent.postMessage(message, "*");
          for (let at = 0; at < window.parent.length; at++) {
            if (window.parent[at] !== window) {
              window.parent[at]?.postMessage(message, "*");
            }
          }
        };
        const forged = (type: string): object => ({
          type,
          messageId: `forged_${type}`,
          hostUrl: hostOrigin,
          portalId: 666,
          data: { phoneNumber: "+12025550666", engagementId: 666 },
        });
        const attacks: Record<string, () => void> = {
          dial: () => {
            say(forged("DIAL_NUMBER"));
          },
          sync: () => {
            say(forged("SYNC"));
          },
          created: () => {
            say(forged("CREATE_ENGAGEMENT_SUCCEEDED"));
          },
          end: () => {
            say(forged("END_CALL"));
          },
          acknowledge: () => {
            say({ ...forged("SYNC_ACK"), iFrameUrl: hostOrigin });
          },
          complete: () => {
            say(forged("CALL_COMPLETED"));
          },
          prototypes: () => {
            for (const type of ["__proto__", "constructor", "toString", "hasOwnProperty"]) {
              say({ ...forged(type), __proto__: { isReady: true } });
            }
          },
          flood: () => {
            for (let at = 0; at < 5000; at++) {
              say(forged("DIAL_NUMBER"));
            }
          },
          bomb: () => {
            let deep: unknown = 1;
            for (let at = 0; at < 500; at++) {
              deep = [deep];
            }
            say({ ...forged("DIAL_NUMBER"), data: { deep, wide: Array.from({ length: 100_000 }, () => 0) } });
          },
        };
        window.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
          if (typeof data === "object" && data !== null && "attack" in data) {
            attacks[String(data.attack)]?.();
            // Behind what was just posted.
            window.parent.postMessage({ attacked: heard }, "*");
          } else {
            heard += 1;
          }
        });
        window.parent.postMessage({ attacker: true }, "*");
        if (window.parent !== window.top) {
          // Nested in the widget: nobody tells it to.
          for (const attack of Object.values(attacks)) {
            attack();
          }
        }
      },
    },
    site.origin(SITES.crm),
  );
}
