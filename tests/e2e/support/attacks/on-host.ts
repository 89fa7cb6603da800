// Attacks on the host's page: by other windows, by pages that take the widget's place, and by
// a hostile widget.
import type { Frame } from "@playwright/test";

import { type Attack, FORGED_CALL, type Scene } from "./scene.ts";

const ALERT = { type: "ERROR", messageId: "forged_3", data: { message: "Call +13035550666" } };

/** Windows that are not the widget's. */
export const INTRUDERS_ON_HOST: readonly Attack[] = [
  impostor("a foreign frame on the host's page answers SYNC in the widget's place", ["frame", "widgetOrigin"], (scene) => scene.sibling("evil.test"), "parent"),
  impostor("a second frame of the widget's site answers SYNC in the widget's place", ["frame"], (scene) => scene.sibling("phone.test"), "parent"),
  impostor("a frame of the widget's site inside the widget answers SYNC in its place", ["frame"], (scene) => scene.child("phone.test"), "top"),
  impostor("a sandboxed frame of an opaque origin answers SYNC in the widget's place", ["frame", "widgetOrigin"], (scene) => scene.sibling("phone.test", "allow-scripts"), "parent"),
  {
    name: "a foreign popup of the host's page reports a call to its opener",
    held: ["frame", "widgetOrigin"],
    run: async (scene) => {
      const popup = scene.attacker(await scene.popup(scene.page, scene.blank("evil.test")));
      await scene.post(popup, "opener", [FORGED_CALL], scene.page);
    },
    landed: tellsOfTheCall,
  },
  {
    name: "a second frame of the widget's site reports a call",
    held: ["frame"],
    run: async (scene) => scene.post(await scene.sibling("phone.test"), "parent", [FORGED_CALL], scene.page),
    landed: tellsOfTheCall,
  },
  {
    name: "a script of the host's page dispatches an event as if from the widget",
    held: ["trusted"],
    run: async (scene) => {
      await scene.page.evaluate(
        ({ data, origin }) => {
          window.dispatchEvent(new MessageEvent("message", { data, origin, source: window.frames[0] ?? null }));
        },
        { data: FORGED_CALL, origin: scene.phone },
      );
    },
    landed: tellsOfTheCall,
  },
];

/** Pages that replace the widget's. */
export const SUCCESSORS: readonly Attack[] = [
  {
    name: "the widget's frame is led to a foreign page, which reports a call at once",
    held: ["widgetOrigin"],
    changes: true,
    restore: (scene) => scene.leadBack(),
    run: async (scene) =>
      lead(
        scene,
        scene.site.page(
          "evil.test",
          {
            libraries: [],
            main: (call) => {
              window.parent.postMessage(call, "*");
            },
          },
          FORGED_CALL,
        ),
      ),
    landed: tellsOfTheCall,
  },
  {
    name: "the widget's frame is led to a foreign page, which listens",
    held: ["namedTarget"],
    browser: "a post to another origin than the page's is dropped",
    changes: true,
    restore: (scene) => scene.leadBack(),
    run: async (scene) => {
      await lead(scene, scene.blank("evil.test"));
      await scene.page.evaluate(() => window.host.setVisibility({ isMinimized: true }));
      await scene.page.waitForTimeout(250);
    },
    landed: isOverheard,
  },
  {
    name: "the widget's address leads to a foreign page, which listens",
    held: ["namedTarget"],
    browser: "a post to another origin than the page's is dropped",
    changes: true,
    restore: (scene) => scene.leadBack(scene.app()),
    scene: { isLate: true, widget: (scene) => scene.site.redirect("phone.test", scene.blank("evil.test")) },
    run: async (scene) => {
      await scene.page.waitForFunction(() => window.host.state === "syncing");
      scene.attacker(scene.target);
      await scene.page.waitForTimeout(250);
    },
    landed: isOverheard,
  },
  {
    name: "the widget's frame is led to a foreign page, which answers the SYNC it hears",
    held: ["namedTarget", "widgetOrigin"],
    changes: true,
    restore: (scene) => scene.leadBack(),
    run: async (scene) => {
      await lead(
        scene,
        scene.site.page("evil.test", {
          libraries: [],
          main: () => {
            addEventListener("message", ({ data }: MessageEvent<{ messageId: string }>) => {
              window.parent.postMessage({ type: "SYNC_ACK", messageId: data.messageId }, "*");
            });
          },
        }),
      );
      await scene.page.waitForTimeout(250);
    },
    landed: isConnected,
  },
  {
    name: "the widget's former page shows an alert after its frame was loaded anew",
    held: ["afterHandshake"],
    changes: true,
    run: (scene) => lastWord(scene, ALERT),
    landed: async (scene) => (await scene.told("alert")) > 0,
  },
  {
    name: "the widget's former page reports a call after its frame was loaded anew",
    held: ["afterHandshake", "afterInitialized"],
    changes: true,
    run: (scene) => lastWord(scene, FORGED_CALL),
    landed: tellsOfTheCall,
  },
  {
    name: "the widget acknowledges a SYNC of another load",
    held: ["ownAcknowledgement"],
    scene: { isLate: true },
    run: async (scene) => {
      await scene.page.waitForFunction(() => window.host.state === "syncing");
      await scene.post(scene.target, "top", [{ type: "SYNC_ACK", messageId: "h_1" }], scene.page);
    },
    landed: isConnected,
  },
];

/** A hostile widget. */
const HOSTILE: readonly Attack[] = [
  {
    name: "a widget reports a call before INITIALIZED",
    held: ["afterInitialized"],
    scene: { isLate: true },
    changes: true,
    restore: (scene) => scene.reload(),
    run: async (scene) => {
      await acknowledge(scene, scene.target, "top");
      await scene.post(scene.target, "top", [FORGED_CALL], scene.page);
    },
    landed: tellsOfTheCall,
  },
  asks("for a size that is a style", "RESIZE_WIDGET", { width: "100%;position:fixed;z-index:9" }, "sizes", "position"),
  asks("for a size of a thousand million pixels", "RESIZE_WIDGET", { width: 1_000_000_000, height: 1_000_000_000 }, "sizes", "1000000000"),
  asks("to be moved to a script", "SET_WIDGET_URL", { iFrameUrl: "javascript:top.pwned=1" }, "webAddress", "javascript:"),
  asks("to be moved to a data: page", "SET_WIDGET_URL", { iFrameUrl: "data:text/html,<p>evil" }, "webAddress", "data:"),
  asks("to be moved to a blob", "SET_WIDGET_URL", { iFrameUrl: "blob:http://crm.test/1" }, "webAddress", "blob:"),
  asks("to be moved to another site behind user info", "SET_WIDGET_URL", { iFrameUrl: "http://phone.test@evil.test/" }, "webAddress", "evil.test"),
  asks("to be moved to another site", "SET_WIDGET_URL", { iFrameUrl: "http://evil.test/" }, "allowedMove", "evil.test"),
  asks("to be moved to a site of a name like its own", "SET_WIDGET_URL", { iFrameUrl: "http://phone.test.evil.test/" }, "allowedMove", "evil.test"),
  ...(
    [
      ["a thousand levels", "depth", `Array.from({ length: 1_000 }).reduce((inner) => ({ inner }), {})`],
      ["a million items", "keys", `Array(1_000_000).fill(0)`],
      ["a text of five million characters", "text", `"x".repeat(5_000_000)`],
      ["two million bytes", "keys", `new Uint8Array(2_000_000)`],
    ] as const
  ).map(
    ([what, defence, expression]): Attack => ({
      name: `a widget sends call data of ${what}`,
      held: [defence],
      run: async (scene) => {
        await scene.target.evaluate(`top.postMessage({ type: "CALL_DATA", messageId: "evil_1", data: ${expression} }, "*")`);
        await scene.post(scene.target, "top", [], scene.page);
      },
      landed: async (scene) => (await scene.told("callData")) > 0,
    }),
  ),
  {
    name: "a widget sends an alert without an id",
    held: ["envelope"],
    run: (scene) => scene.post(scene.target, "top", [{ type: ALERT.type, data: ALERT.data }], scene.page),
    landed: async (scene) => (await scene.told("alert")) > 0,
  },
  {
    name: "a widget completes a call with another call's engagement",
    held: ["ownEngagement"],
    changes: true,
    run: async (scene) => {
      const say = (...messages: { type: string; data: object }[]): Promise<void> =>
        scene.post(scene.target, "top", messages.map((message, at) => ({ ...message, messageId: `evil_${at}` })), scene.page);
      await say({ type: "OUTGOING_CALL_STARTED", data: { externalCallId: "a", toNumber: "1", createEngagement: true } });
      await scene.page.waitForFunction(() => window.store.engagements.length === 1);
      const [engagementId] = await scene.page.evaluate(() => window.store.engagements.map(({ id }) => id));
      await say(
        { type: "OUTGOING_CALL_STARTED", data: { externalCallId: "b", toNumber: "2" } },
        { type: "CALL_ENDED", data: { externalCallId: "b" } },
        { type: "CALL_COMPLETED", data: { externalCallId: "b", engagementId, engagementProperties: { hs_call_title: "taken" } } },
      );
    },
    landed: (scene) => scene.page.evaluate(() => window.store.engagements.some(({ onTimeline }) => onTimeline)),
    // The call with that engagement goes on.
    restore: (scene) => scene.post(scene.target, "top", [{ type: "CALL_ENDED", messageId: "evil_9", data: { externalCallId: "a" } }], scene.page),
  },
];

/** The attacks on the host's choice of senders, and on its actions. */
export const ON_HOST: readonly Attack[] = [...INTRUDERS_ON_HOST, ...SUCCESSORS, ...HOSTILE];

/** A message that asks the host to change the frame's element. */
function asks(what: string, type: string, data: object, held: Attack["held"][number], trace: string): Attack {
  return {
    name: `a widget asks ${what}`,
    held: [held],
    // The request is reported, and a refused move is answered.
    harmless: ["resizeWidget", "setWidgetUrl", "onSetWidgetUrlFailed", "onFailed", "FAILED"],
    run: (scene) => scene.post(scene.target, "top", [{ type, messageId: "evil_1", data }], scene.page),
    landed: (scene) => scene.page.evaluate((trace) => window.host.frame.outerHTML.includes(trace), trace),
  };
}

/** A window that answers SYNC in the widget's place, with its path to the host's page. */
function impostor(name: string, held: Attack["held"], from: (scene: Scene) => Promise<Frame>, path: string): Attack {
  return { name, held, scene: { isLate: true }, run: async (scene) => acknowledge(scene, await from(scene), path), landed: isConnected };
}

/** Answers a SYNC from any window, with an id it could not know. */
async function acknowledge(scene: Scene, from: Parameters<Scene["post"]>[0], path: string): Promise<void> {
  await scene.target.waitForFunction(() => window.seen.messages.some(({ data }) => (data as { type?: string }).type === "SYNC"));
  const messageId = await scene.target.evaluate(
    () => window.seen.messages.map(({ data }) => data as { type?: string; messageId: string }).find(({ type }) => type === "SYNC")?.messageId,
  );
  await scene.post(from, path, [{ type: "SYNC_ACK", messageId }], scene.page);
}

/** Navigates the widget's frame elsewhere. */
async function lead(scene: Scene, to: string): Promise<void> {
  await scene.target.evaluate((url) => {
    location.href = url;
  }, to);
  await scene.target.waitForURL(to);
  await scene.page.waitForFunction(() => window.host.state !== "initialized");
  scene.attacker(scene.target);
}

/** Reloads the frame; the leaving page posts a last message. */
async function lastWord(scene: Scene, message: object): Promise<void> {
  await scene.target.evaluate((message) => {
    addEventListener("beforeunload", () => {
      window.top?.postMessage(message, "*");
    });
  }, message);
  await scene.page.evaluate(() => window.host.reload());
  await scene.page.waitForFunction(() => window.host.state === "initialized");
}

async function isConnected(scene: Scene): Promise<boolean> {
  return scene.page.evaluate(() => window.host.state === "connected" || window.host.state === "initialized");
}

export async function tellsOfTheCall(scene: Scene): Promise<boolean> {
  return (await scene.told("outgoingCall")) > 0;
}

/** True if the page in the widget's place received anything. */
async function isOverheard(scene: Scene): Promise<boolean> {
  return scene.target.evaluate(() => window.seen.messages.length > 0);
}
