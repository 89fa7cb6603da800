// Attacks by windows around, beside, inside and behind the widget's.
import type { CDPSession, Frame, Page } from "@playwright/test";

import type { Defence } from "./defences.ts";
import { type Attack, FORGED, type Scene, SYNC } from "./scene.ts";

const WINDOW: readonly Defence[] = ["ancestor", "pinnedWindow"];
const WINDOW_AND_ORIGIN: readonly Defence[] = ["ancestor", "pinnedOrigin", "pinnedWindow"];

/** Windows that are not the host's, once a session is open. */
export const INTRUDERS_ON_WIDGET: readonly Attack[] = [
  intruder("a foreign frame beside the widget dials", WINDOW_AND_ORIGIN, (scene) => scene.sibling("evil.test"), "parent.frames[0]"),
  intruder("a frame of the host's site beside the widget dials", WINDOW, (scene) => scene.sibling("crm.test"), "parent.frames[0]"),
  intruder("a sandboxed frame of an opaque origin beside the widget dials", WINDOW_AND_ORIGIN, (scene) => scene.sibling("crm.test", "allow-scripts"), "parent.frames[0]"),
  intruder("a foreign frame inside the widget dials", WINDOW_AND_ORIGIN, (scene) => scene.child("evil.test"), "parent"),
  intruder("a frame of the host's site inside the widget dials", WINDOW, (scene) => scene.child("crm.test"), "parent"),
  intruder("a sandboxed frame of an opaque origin inside the widget dials", WINDOW_AND_ORIGIN, (scene) => scene.child("phone.test", "allow-scripts"), "parent"),
  intruder("a foreign popup the widget opened dials its opener", WINDOW_AND_ORIGIN, (scene) => popup(scene, "target", "evil.test"), "opener"),
  intruder("a popup of the host's site the widget opened dials its opener", WINDOW, (scene) => popup(scene, "target", "crm.test"), "opener"),
  intruder("a foreign popup the host's page opened dials its opener's frame", WINDOW_AND_ORIGIN, (scene) => popup(scene, "page", "evil.test"), "opener.frames[0]"),
  intruder("a popup of the host's site dials its opener's frame", WINDOW, (scene) => popup(scene, "page", "crm.test"), "opener.frames[0]"),
  {
    name: "a foreign page that opened the host's page dials the widget in it",
    held: WINDOW_AND_ORIGIN,
    run: async (scene) => {
      const tab = scene.attacker(await scene.context.newPage());
      await tab.goto(scene.blank("evil.test"));
      const [opened] = await Promise.all([
        scene.context.waitForEvent("page"),
        tab.evaluate(`window.victim = window.open(${JSON.stringify(scene.hostUrl)})`),
      ]);
      await opened.waitForFunction(() => (window.host as unknown) !== undefined && window.host.state === "initialized");
      scene.target = await waitForFrame(() => opened.frame({ url: scene.widgetUrl }));
      await scene.remember();
      await scene.forge(tab, "victim.frames[0]");
    },
  },
  {
    name: "a foreign page around the host's page dials the widget in it",
    held: ["pinnedOrigin", "pinnedWindow"],
    run: async (scene) => scene.forge(await aroundTheHost(scene, "evil.test"), "frames[0].frames[0]"),
  },
  {
    name: "a page of the host's site around the host's page dials the widget in it",
    held: ["pinnedWindow"],
    run: async (scene) => scene.forge(await aroundTheHost(scene, "crm.test"), "frames[0].frames[0]"),
  },
  {
    name: "a content script of an extension posts to the widget's window",
    held: WINDOW_AND_ORIGIN,
    run: async (scene) => {
      await inIsolatedWorld(scene, `window.postMessage(${JSON.stringify(FORGED)}, "*")`);
      await scene.post(scene.target, "window", []);
    },
  },
  {
    name: "a content script of an extension dispatches an event as if from the host",
    held: ["trusted"],
    run: async (scene) => inIsolatedWorld(scene, madeUp(scene)),
  },
  {
    name: "a script of the widget's page posts to its own window",
    held: WINDOW_AND_ORIGIN,
    run: (scene) => scene.forge(scene.target, "window"),
  },
  {
    name: "a script of the widget's page dispatches an event as if from the host",
    held: ["trusted"],
    run: async (scene) => {
      await scene.target.evaluate(madeUp(scene));
    },
  },
  {
    name: "a made-up event claims that the browser made it",
    held: ["trusted"],
    browser: "`isTrusted` cannot be redefined on an event",
    run: async (scene) => {
      await scene.target.evaluate(
        madeUp(scene, `try { Object.defineProperty(event, "isTrusted", { value: true }); } catch {}
          Object.setPrototypeOf(event, Object.create(MessageEvent.prototype, { isTrusted: { value: true } }));`),
      );
    },
  },
  {
    name: "a made-up event carries data that runs code when it is read",
    held: ["trusted"],
    run: async (scene) => {
      await scene.target.evaluate(
        madeUp(scene, `window.reads = 0; Object.defineProperty(event, "data", { get: () => { window.reads++; return {}; } });`),
      );
    },
    // The recorder of the tests reads it once.
    landed: (scene) => scene.target.evaluate("window.reads > 1"),
  },
];

/** Windows that pose as the host of a widget that waits for one. Which names are not the host's: `src/protocol/origin.rs`. */
const IMPOSTORS: readonly Attack[] = [
  ...[
    ["a foreign page frames the widget and opens a session", "evil.test"],
    ["a page whose host ends in the host's name frames the widget", "evilcrm.test"],
    ["a page of the host's name with a trailing dot frames the widget", "crm.test."],
  ].map(([name = "", host = ""]): Attack => impostor(name, (scene, widget) => scene.around(widget, host))),
  {
    ...impostor("a page with the host's name as its user info frames the widget", (scene, widget) =>
      scene.around(widget, "evil.test").replace("http://", "http://crm.test@"),
    ),
    browser: "the browser reports an origin without user info",
  },
  impostor("a foreign page says it is the host", (scene, widget) => scene.around(widget, "evil.test"), (scene) => ({ hostUrl: scene.host })),
  {
    ...impostor("a foreign page that is believed to be the host says so", (scene, widget) => scene.around(widget, "evil.test"), (scene) => ({
      hostUrl: scene.host,
    })),
    held: ["attestedOrigin"],
  },
  {
    name: "a page that a redirect of the host's address leads to frames the widget",
    held: ["allowedOrigin"],
    run: async (scene) =>
      open(scene, await scene.framedBy((widget) => scene.site.redirect("crm.test", scene.around(widget, "evil.test")))),
    landed: wasOpened,
  },
  {
    name: "a sandboxed page of an opaque origin frames the widget",
    held: ["allowedOrigin"],
    run: async (scene) => {
      const widget = scene.app();
      const inner = scene.around(widget, "crm.test");
      const tab = await scene.framedBy(() => scene.blank("evil.test", `<iframe sandbox="allow-scripts" src="${inner}"></iframe>`), widget);
      const frame = await waitForFrame(() => tab.frame({ url: inner }));
      await open(scene, scene.attacker(frame));
    },
    landed: wasOpened,
  },
  {
    name: "a data: page frames the widget",
    held: ["allowedOrigin"],
    run: async (scene) => {
      const widget = scene.app();
      const sync = `frames[0].postMessage(${JSON.stringify(SYNC)}, "*"); frames[0].postMessage({ mark: 0 }, "*")`;
      const inner = `data:text/html,${encodeURIComponent(`<iframe src="${widget}"></iframe><script>addEventListener("load", () => setTimeout(() => { ${sync} }, 500))</script>`)}`;
      await scene.framedBy(() => scene.blank("evil.test", `<iframe src="${inner}"></iframe>`), widget);
      await scene.remember();
      await scene.target.waitForFunction(() => window.seen.messages.some(({ data }) => (data as { mark?: number }).mark === 0));
    },
    landed: wasOpened,
  },
  {
    name: "a foreign page around the host's page opens a session before the host does",
    held: ["allowedOrigin"],
    run: async (scene) => {
      const widget = scene.app();
      const inner = scene.around(widget, "crm.test");
      await open(scene, await scene.framedBy(() => scene.blank("evil.test", `<iframe src="${inner}"></iframe>`), widget), "frames[0].frames[0]");
    },
    landed: wasOpened,
  },
  {
    name: "a foreign page between the host's page and the widget opens a session",
    held: ["allowedOrigin"],
    run: async (scene) => {
      const widget = scene.app();
      const middle = scene.around(widget, "evil.test");
      const tab = await scene.framedBy(() => scene.blank("crm.test", `<iframe src="${middle}"></iframe>`), widget);
      const frame = await waitForFrame(() => tab.frame({ url: middle }));
      await open(scene, scene.attacker(frame));
    },
    landed: wasOpened,
  },
  {
    name: "a foreign page opens the widget in a window and opens a session as its opener",
    held: ["ancestor", "allowedOrigin"],
    run: (scene) => asOpener(scene, "evil.test"),
    landed: wasOpened,
  },
  {
    name: "a page of the host's site opens the widget in a window and opens a session as its opener",
    held: ["ancestor"],
    run: (scene) => asOpener(scene, "crm.test"),
    landed: wasOpened,
  },
  {
    name: "a frame of the widget's own site inside the widget opens a session",
    held: ["ancestor"],
    run: async (scene) => {
      const tab = await scene.framedBy((widget) => scene.around(widget, "crm.test"), scene.app([scene.host, scene.phone]));
      const child = scene.blank("phone.test");
      await scene.target.evaluate((src) => {
        const frame = document.createElement("iframe");
        frame.src = src;
        document.body.append(frame);
      }, child);
      await tab.waitForFunction(() => frames[0]?.frames.length === 1);
      const frame = await waitForFrame(() => tab.frame({ url: child }));
      await frame.waitForLoadState();
      await open(scene, scene.attacker(frame), "parent");
    },
    landed: wasOpened,
  },
  {
    name: "a script of the widget's page opens a session with its own window",
    held: ["ancestor"],
    run: async (scene) => {
      await scene.framedBy((widget) => scene.around(widget, "crm.test"), scene.app([scene.host, scene.phone]));
      await open(scene, scene.target, "window");
    },
    landed: wasOpened,
  },
  {
    name: "an allowed host's page dials without a session",
    held: ["afterHandshake"],
    run: async (scene) => {
      const tab = await scene.framedBy((widget) => scene.around(widget, "crm.test"));
      await scene.remember();
      await scene.forge(tab, "frames[0]");
    },
  },
];

/** The attacks on the widget's choice of senders. */
export const ON_WIDGET: readonly Attack[] = [...INTRUDERS_ON_WIDGET, ...IMPOSTORS];

/** A window that dials in the host's place, with its path to the widget. */
function intruder(name: string, held: readonly Defence[], from: (scene: Scene) => Promise<Page | Frame>, path: string): Attack {
  return { name, held, run: async (scene) => scene.forge(await from(scene), path) };
}

/** A popup of the attacker's that one of the pages opened. */
async function popup(scene: Scene, opener: "page" | "target", host: string): Promise<Page> {
  return scene.attacker(await scene.popup(scene[opener], scene.blank(host)));
}

/** A page of any look that frames its own widget and sends SYNC. */
function impostor(
  name: string,
  url: (scene: Scene, widget: string) => string,
  fields: (scene: Scene) => object = () => ({}),
): Attack {
  return {
    name,
    held: ["allowedOrigin"],
    run: async (scene) => open(scene, await scene.framedBy((widget) => url(scene, widget)), "frames[0]", fields(scene)),
    landed: wasOpened,
  };
}

/** Sends SYNC, and messages that a session would accept. */
async function open(scene: Scene, from: Parameters<Scene["post"]>[0], window = "frames[0]", fields: object = {}): Promise<void> {
  await scene.remember();
  await scene.post(from, window, [{ ...SYNC, ...fields }, FORGED]);
}

async function wasOpened(scene: Scene): Promise<boolean> {
  return (await scene.ran("onReady")) > 0;
}

/** The host's page in a foreign page. */
async function aroundTheHost(scene: Scene, host: string): ReturnType<Scene["framedBy"]> {
  const tab = scene.attacker(await scene.context.newPage());
  await tab.goto(scene.blank(host, `<iframe src="${scene.hostUrl}"></iframe>`));
  const inner = await waitForFrame(() => tab.frame({ url: scene.hostUrl }));
  await inner.waitForFunction(() => (window.host as unknown) !== undefined && window.host.state === "initialized");
  scene.target = await waitForFrame(() => tab.frame({ url: scene.widgetUrl }));
  await scene.remember();
  return tab;
}

async function waitForFrame<F>(find: () => F | null): Promise<F> {
  for (;;) {
    const frame = find();
    if (frame !== null) {
      return frame;
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** A widget in a window whose opener sends SYNC. */
async function asOpener(scene: Scene, host: string): Promise<void> {
  const tab = scene.attacker(await scene.context.newPage());
  await tab.goto(scene.blank(host));
  const [opened] = await Promise.all([
    scene.context.waitForEvent("page"),
    tab.evaluate(`window.victim = window.open(${JSON.stringify(scene.app())})`),
  ]);
  await opened.waitForFunction(() => (window.cti as unknown) !== undefined);
  scene.target = opened.mainFrame();
  await open(scene, tab, "victim");
}

/** Source text that dispatches a forged event in the widget's window. */
function madeUp(scene: Scene, change = ""): string {
  return `(() => {
    const event = new MessageEvent("message", { data: ${JSON.stringify(FORGED)}, origin: ${JSON.stringify(scene.host)}, source: window.top });
    ${change}
    window.dispatchEvent(event);
  })()`;
}

/** Runs a script in the isolated world of an extension's content scripts. */
async function inIsolatedWorld(scene: Scene, expression: string): Promise<void> {
  const session: CDPSession = await scene.context.newCDPSession(scene.target);
  const { frameTree } = (await session.send("Page.getFrameTree")) as { frameTree: { frame: { id: string } } };
  const { executionContextId } = await session.send("Page.createIsolatedWorld", {
    frameId: frameTree.frame.id,
    worldName: "extension",
  });
  await session.send("Runtime.evaluate", { expression, contextId: executionContextId });
  await session.detach();
}
