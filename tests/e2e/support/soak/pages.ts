import type { Site } from "../test.ts";

/** The CRM's page: our host, or the published package's with a CRM's work around it. */
export const HOSTS = ["host", "published-0.9.7"] as const;
export type HostLibrary = (typeof HOSTS)[number];

/** One of the two pages of a tab. */
export type Side = "widget" | "host";

/** The trigger of a page's own reload: after so many sends or messages, or so many ms. */
export type Plan = { at: "send" | "message" | "time" | "never"; count: number };

/** A report of a page to the test, sent at once so that no reload loses it. */
export type Note =
  | { what: "said" | "heard"; id: string; type: string; isAgain: boolean; engagementId?: number | string | undefined }
  | { what: "code"; id: string; code: string }
  | { what: "over"; id: string }
  /** The calls that a widget has as its session begins, and the last that it or an earlier page completed. */
  | { what: "ready"; ids: string[]; completed: string };

declare global {
  interface Window {
    /** Called by each page once it is loaded. */
    plan(side: Side): Promise<Plan>;
    note(note: Note): Promise<void>;
    /** The next call for this side to begin. */
    next(side: Side): Promise<string>;
    /** The record store. */
    request(method: string, args: unknown[]): Promise<unknown>;
    /** Begins a page, which reloads itself by its plan; returns a function that notes; false once it leaves. */
    begin(side: Side): Promise<(note: Note) => boolean>;
    memories: WebAssembly.Memory[];
  }
}

/** The customer's number. */
export function numberOf(id: string): string {
  return `+1202555${id.slice(2)}`;
}

/** Runs before all else in each page and frame. */
export function inEachPage(): void {
  window.memories = [];
  WebAssembly.Instance = new Proxy(WebAssembly.Instance, {
    construct: (target, args: ConstructorParameters<typeof WebAssembly.Instance>) => {
      const instance = new target(...args);
      window.memories.push(instance.exports["memory"] as WebAssembly.Memory);
      return instance;
    },
  });
  window.begin = async (side) => {
    // The tests' records would grow, and the browser's inspector retains the console.
    window.seen.messages.push = () => 0;
    console.debug = () => undefined;
    const plan = await window.plan(side);
    let left = plan.at === "time" ? 1 : plan.count;
    let isLeaving = false;
    const count = (at: Plan["at"]): void => {
      if (plan.at === at && --left === 0) {
        isLeaving = true;
        location.reload();
      }
    };
    addEventListener("message", () => {
      count("message");
    });
    setTimeout(count, plan.count, "time");
    return (note) => {
      if (isLeaving) {
        return false;
      }
      void window.note(note);
      // Once it has been posted.
      queueMicrotask(() => {
        count("send");
      });
      return true;
    };
  };
}

/** A CRM's page that dials one number after the other, with a widget. */
export function hostPage(site: Site, library: HostLibrary, place = ""): string {
  const host = `crm${place}.test`;
  return site.page(
    host,
    {
      libraries: [library],
      body: `<div id="phone"></div>`,
      main: ({ url, isOurs }) => {
        const run = async (): Promise<void> => {
          const report = await window.begin("host");
          type Data = { externalCallId?: string; isAgain?: boolean; engagementId?: number; engagementProperties?: object };
          const heard = (type: string, { externalCallId: id, isAgain = false, engagementId }: Data): void => {
            if (id !== undefined) {
              report({ what: "heard", id, type, isAgain, engagementId });
            }
          };
          let isDriving = false;
          const drive = async (dial: (phoneNumber: string) => boolean): Promise<void> => {
            // Each page of the widget sends INITIALIZED.
            if (isDriving) {
              return;
            }
            isDriving = true;
            for (;;) {
              const number = `+1202555${(await window.next("host")).slice(2)}`;
              while (!dial(number)) {
                await new Promise((resolve) => setTimeout(resolve, 2));
              }
            }
          };

          const ours = (): void => {
            const methods = ["createEngagement", "completeEngagement", "publishEngagement", "matchCallerId"];
            const store = Object.fromEntries(methods.map((name) => [name, (...args: unknown[]) => window.request(name, args)]));
            const host = new window.hostSdk.CallingHost({ url, container: "#phone", context: { portalId: 1, userId: 2, iframeLocation: "remote" }, store: store as never });
            host.on("message", ({ direction, type, data }) => {
              if (direction === "toHost") {
                heard(type, Object(data) as Data);
              }
            });
            host.on("stateChanged", (state) => {
              if (state === "initialized") {
                // It refuses in a call.
                void drive((phoneNumber) => {
                  const outcome = host.dialNumber({ phoneNumber });
                  // A held number was dialled as soon as the widget was ready.
                  return outcome.sent || outcome.code === "REPEATED_DIAL";
                });
              }
            });
          };

          // It names no call in its answers, and saves properties by the engagement's id alone.
          const published = (): void => {
            const made = new Map<string, Promise<unknown>>();
            const post = (type: string, data: object): void => {
              relay.sendMessage({ type, data });
            };
            const take = async (type: string, data: Data): Promise<void> => {
              const { externalCallId = "", engagementId, engagementProperties } = data;
              if (type === "OUTGOING_CALL_STARTED" || type === "INCOMING_CALL") {
                const input = { ...data, direction: type === "INCOMING_CALL" ? "INBOUND" : "OUTBOUND" };
                const request = made.get(externalCallId) ?? window.request("createEngagement", [input]);
                made.set(externalCallId, request);
                post("CREATE_ENGAGEMENT_SUCCEEDED", { engagementId: ((await request) as { id: number }).id });
              } else if (type === "CALL_COMPLETED") {
                const own = engagementId ?? ((await made.get(externalCallId)) as { id: number } | undefined)?.id;
                made.delete(externalCallId);
                const properties = engagementId === undefined ? {} : engagementProperties;
                if (own !== undefined) {
                  await window.request("completeEngagement", [own, { properties }]);
                }
                if (engagementId === undefined) {
                  post("UPDATE_ENGAGEMENT_FAILED", { error: "no engagement" });
                } else {
                  post("UPDATE_ENGAGEMENT_SUCCEEDED", { engagementId });
                }
              }
            };
            const relay = new window.sdk.IFrameManager({
              iFrameOptions: { src: url, width: "400px", height: "600px", hostElementSelector: "#phone" },
              debugMode: false,
              onMessageHandler: ({ type, data }: { type: string; data?: unknown }) => {
                heard(type, Object(data) as Data);
                void take(type, Object(data) as Data);
                if (type === "INITIALIZED") {
                  void drive((phoneNumber) => {
                    // It drops messages while its widget loads.
                    const { isReady } = relay;
                    if (isReady) {
                      post("DIAL_NUMBER", { phoneNumber });
                    }
                    return isReady;
                  });
                }
              },
            });
          };
          (isOurs ? ours : published)();
        };
        void run();
      },
    },
    { url: widgetPage(site, site.origin(host), place), isOurs: library === "host" },
  );
}

/** A calling app that takes each call to its end, one step per task, and continues resumed ones. */
function widgetPage(site: Site, hostOrigin: string, place: string): string {
  return site.page(
    `phone${place}.test`,
    {
      libraries: ["sdk"],
      main: (hostOrigin) => {
        const run = async (): Promise<void> => {
          const report = await window.begin("widget");
          const followed = new Set<string>();
          const failed = (id: string) => async (error: unknown) => {
            report({ what: "code", id, code: String((error as { code?: unknown }).code) });
            // The answers to all calls that were mixed up come before the next call.
            await new Promise((resolve) => setTimeout(resolve, 100));
          };
          const start = (id: string, isInbound: boolean, isAgain: boolean): Promise<unknown> => {
            const [theirs, own] = [`+1202555${id.slice(2)}`, "+12025550100"];
            const numbers = isInbound ? { fromNumber: theirs, toNumber: own } : { fromNumber: own, toNumber: theirs };
            const data = { externalCallId: id, ...numbers, createEngagement: true, isAgain };
            if (!report({ what: "said", id, type: "OUTGOING_CALL_STARTED", isAgain })) {
              return new Promise(() => undefined);
            }
            const receipt = isInbound ? cti.tracked.incomingCall(data) : cti.tracked.outgoingCall(data);
            return receipt.engagement().catch(failed(id));
          };
          /** Continues a call after so many steps. */
          const follow = async (id: string, isInbound: boolean, from = 0, isPending = true): Promise<void> => {
            if (followed.has(id)) {
              return;
            }
            followed.add(id);
            // Another start of an ended call would begin a new one.
            const engaged = isPending && from < 3 ? start(id, isInbound, from > 0) : undefined;
            for (const type of ["CALL_ANSWERED", "CALL_ENDED", "CALL_COMPLETED"].slice(Math.max(0, from - 1))) {
              await new Promise((resolve) => setTimeout(resolve, 1));
              if (type === "CALL_COMPLETED") {
                await engaged;
              }
              const engagementId = cti.calls.find(({ externalCallId }) => externalCallId === id)?.engagementId;
              if (!report({ what: "said", id, type, isAgain: false, engagementId })) {
                return;
              }
              if (type === "CALL_COMPLETED") {
                // A frame's reports while its host goes may not arrive.
                sessionStorage.setItem("completed", `${id} ${sessionStorage.getItem("completed") ?? ""}`.slice(0, 80));
              }
              const ids = { externalCallId: id, ...(engagementId === undefined ? {} : { engagementId }) };
              if (type === "CALL_ANSWERED") {
                cti.callAnswered({ externalCallId: id });
              } else if (type === "CALL_ENDED") {
                cti.sendMessage({ type, data: { ...ids, callEndStatus: "COMPLETED" } });
              } else {
                const engagementProperties = { hs_timestamp: "1", hs_call_title: `Title of ${id}` };
                const receipt = cti.tracked.callCompleted({ ...ids, hideWidget: false, engagementProperties });
                await receipt.saved({ timeoutMs: 3_000 }).catch(failed(id));
                followed.delete(id);
                report({ what: "over", id });
              }
            }
          };
          const cti = new window.sdk.default({
            allowedHostOrigins: [hostOrigin],
            resume: true,
            logger: null,
            eventHandlers: {
              onReady: () => {
                const ids = cti.calls.map(({ externalCallId }) => externalCallId ?? "");
                report({ what: "ready", ids, completed: sessionStorage.getItem("completed") ?? "" });
                cti.initialized({ isLoggedIn: true, isAvailable: true });
                void take();
              },
              onDialNumber: ({ phoneNumber }) => {
                void follow(`c-${phoneNumber.slice(8)}`, false);
              },
              defaultEventHandler: () => undefined,
            },
          });
          cti.on("resumed", ({ calls }) => {
            for (const { externalCallId = "", direction, state, engagement } of calls) {
              const from = state === "ended" ? 3 : state === "connected" ? 2 : 1;
              void follow(externalCallId, direction === "inbound", from, engagement === "pending");
            }
          });
          const take = async (): Promise<void> => {
            for (;;) {
              void follow(await window.next("widget"), true);
            }
          };
        };
        void run();
      },
    },
    hostOrigin,
  );
}
