import type { Site } from "../test.ts";

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
  /** Says something to the widget's page. */
  tell(what: unknown): void;
  /** Opens a page that attacks, and resolves with how many messages it had heard then. */
  attacked(url: string, sandbox?: string): Promise<number>;
  /** Puts such a page in the widget's place, and has the host say something. */
  replaced(url: string): Promise<number>;
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
            window.postMessage({ type: "DIAL_NUMBER", messageId: "own", data: {} }, location.origin);
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
        window.startHost({ url });
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
          for (let tries = 0; tries < 1200; tries++) {
            if (holds()) {
              return true;
            }
            await new Promise((resolve) => setTimeout(resolve, 50));
          }
          return false;
        };
        const tell = (what: unknown): void => {
          const frame = document.querySelector<HTMLIFrameElement>("#phone iframe");
          frame?.contentWindow?.postMessage(what, new URL(frame.src).origin);
        };
        window.bench = {
          tell,
          report: async () => {
            const answer = heard(({ report }) => report as Awaited<ReturnType<Bench["report"]>> | undefined);
            tell("report");
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
          attacked: async (src, sandbox) => {
            const frame = document.createElement("iframe");
            if (sandbox !== undefined) {
              frame.setAttribute("sandbox", sandbox);
            }
            const done = heard(({ attacked }) => attacked as number | undefined);
            frame.src = src;
            document.body.append(frame);
            return done;
          },
          replaced: async (src) => {
            const attacked = heard(({ attacked }) => attacked as number | undefined);
            const frame = document.querySelector<HTMLIFrameElement>("#phone iframe");
            if (frame !== null) {
              frame.src = src;
            }
            await attacked;
            window.host.setVisibility({ isMinimized: true });
            const done = heard(({ attacked }) => attacked as number | undefined);
            tell("attack");
            return done;
          },
        };
      },
    },
    widget,
  );
}

/** A page that attacks the widget beside it, around it or above it: at once, and whenever it is told to. */
export function evilPage(site: Site, names: readonly string[]): string {
  return site.page(
    SITES.evil,
    {
      libraries: [],
      main: ({ hostOrigin, names }) => {
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
          flood: () => {
            for (let at = 0; at < 5000; at++) {
              say(forged("DIAL_NUMBER"));
            }
          },
        };
        const attack = (): void => {
          for (const name of names) {
            attacks[name]?.();
          }
          // Behind what was just posted.
          window.parent.postMessage({ attacked: heard }, "*");
        };
        window.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
          if (data === "attack") {
            attack();
          } else {
            heard += 1;
          }
        });
        attack();
      },
    },
    { hostOrigin: site.origin(SITES.crm), names },
  );
}
