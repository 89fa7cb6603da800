// Attacks by the content of an allowed host's messages: names, addresses, bombs.
import { frameAt } from "../test.ts";
import type { Defence } from "./defences.ts";
import { type Attack, FORGED, type Scene, SYNC } from "./scene.ts";

const ENVELOPE = `type: "DIAL_NUMBER", messageId: "evil_2"`;

const WORDS: readonly Attack[] = [
  {
    name: "a host's page posts READY, which only the SDK raises",
    held: ["raisedHere"],
    run: async (scene) => speak(scene, `{ type: "READY", messageId: "evil_2", data: { portalId: 13 } }`),
    landed: async (scene) => (await scene.ran("onReady")) > 1,
  },
  {
    name: "a host's page repeats SYNC to have READY raised again and again",
    held: ["readyOnce"],
    harmless: ["SYNC_ACK", "INITIALIZED"],
    run: async (scene) => speak(scene, ...Array.from({ length: 50 }, () => JSON.stringify(SYNC))),
    landed: async (scene) => (await scene.ran("onReady")) > 1,
  },
  {
    name: "SET_WIDGET_URL of a host's page names an address to talk to",
    held: ["fixedHost"],
    harmless: ["defaultEventHandler", "USER_AVAILABLE"],
    run: async (scene) => {
      await speak(scene, `{ type: "SET_WIDGET_URL", messageId: "evil_2", iFrameUrl: ${JSON.stringify(scene.evil)} }`);
      await scene.target.evaluate(() => window.cti.userAvailable());
    },
    landed: saysIt,
  },
  {
    name: "SYNC of a host's page lies about its origin to have the answers sent elsewhere",
    held: ["attestedOrigin", "allowedOrigin"],
    run: async (scene) => {
      const tab = await scene.context.newPage();
      const widget = scene.app();
      await tab.goto(scene.around(widget, "crm.test"));
      scene.target = await frameAt(tab, widget);
      await scene.target.waitForFunction(() => (window.cti as unknown) !== undefined);
      await scene.say(tab, JSON.stringify({ ...SYNC, hostUrl: scene.evil }));
      // The session itself is the host's right.
      await scene.remember();
    },
    landed: saysIt,
  },
  {
    name: "SYNC carries a field __proto__ to change what READY inherits",
    held: ["plainFields"],
    run: async (scene) => {
      await scene.session(`JSON.parse('{ "__proto__": { "isAdmin": true } }')`);
      await scene.remember();
    },
    // The spread above keeps the name as an own field.
    landed: (scene) => scene.target.evaluate(() => (window.cti.getSnapshot().ready as { isAdmin?: boolean }).isAdmin === true),
  },
  {
    name: "a host's page posts what the widget does not know, to have it sent back",
    held: ["noEcho"],
    harmless: ["defaultEventHandler"],
    run: async (scene) => speak(scene, `{ type: "NEW_THING", messageId: "evil_2", data: { text: "x".repeat(1000) } }`),
    landed: (scene) => scene.target.evaluate(() => window.seen.posts.some(({ data }) => (data as { type?: string }).type === "ERROR")),
  },
  ...["toString", "valueOf", "hasOwnProperty", "constructor", "__defineGetter__"].map(
    (type): Attack => ({
      name: `the type of a message is ${type}, which every object has`,
      held: ["ownHandlers"],
      harmless: ["defaultEventHandler"],
      run: async (scene) => {
        const tab = await scene.session();
        await scene.target.evaluate((name) => {
          const prototype = Object.prototype as unknown as Record<string, (...args: unknown[]) => unknown>;
          const original = prototype[name];
          const record = window.recorded(name);
          prototype[name] = function (this: unknown, ...args: unknown[]) {
            if ((args[0] as { isForged?: boolean } | undefined)?.isForged === true) {
              record();
            }
            return original === undefined ? undefined : Reflect.apply(original, this, args);
          };
        }, type);
        await scene.remember();
        await scene.say(tab, `{ type: ${JSON.stringify(type)}, messageId: "evil_2", data: { isForged: true } }`);
      },
      landed: async (scene) => (await scene.ran(type)) > 0,
    }),
  ),
];

/** Values that are no messages. */
const SHAPES: readonly Attack[] = [
  shape("a message without an id", `{ type: "DIAL_NUMBER", data: ${JSON.stringify(FORGED.data)} }`, (scene) => scene.wasDialled()),
  shape("a message with an object for its id", `{ type: "DIAL_NUMBER", messageId: {}, data: ${JSON.stringify(FORGED.data)} }`, (scene) =>
    scene.wasDialled(),
  ),
  shape("a message of BigInts", `{ type: 10n, messageId: 10n ** 1000n }`),
  shape("a Map for a message", `new Map([["type", "DIAL_NUMBER"], ["messageId", "evil_2"]])`),
];

/** Oversized values. */
const BOMBS: readonly Attack[] = [
  bomb("a thousand levels", "depth", `Array.from({ length: 1_000 }).reduce((inner) => ({ inner }), {})`),
  bomb("a cycle", "walked", `(() => { const all = {}; all.all = all; return all; })()`),
  bomb("a million items", "keys", `Array(1_000_000).fill(0)`),
  bomb("a text of five million characters", "text", `"x".repeat(5_000_000)`),
  bomb("a Map of a hundred thousand entries", "keys", `new Map(Array.from({ length: 100_000 }, (_, at) => [at, at]))`),
  bomb("a buffer of sixty-four million bytes", "keys", `new ArrayBuffer(64_000_000)`),
  {
    name: "a host's page dials with a buffer of sixty-four million bytes, transferred and so detached",
    held: ["keys"],
    run: async (scene) => {
      const tab = await scene.session();
      await scene.remember();
      await tab.evaluate((message) => {
        const bomb = new ArrayBuffer(64_000_000);
        frames[0]?.postMessage({ ...message, data: { ...message.data, bomb } }, "*", [bomb]);
      }, FORGED);
      await scene.say(tab);
    },
  },
];

/** The attacks by the content of a message. */
export const IN_PAYLOADS: readonly Attack[] = [...WORDS, ...SHAPES, ...BOMBS];

function shape(name: string, expression: string, landed?: Attack["landed"]): Attack {
  return {
    name: `a host's page posts ${name}`,
    held: ["envelope"],
    run: async (scene) => speak(scene, expression),
    landed: landed ?? (async (scene) => (await scene.ran("defaultEventHandler")) > 0),
  };
}

function bomb(name: string, defence: Defence, expression: string): Attack {
  return {
    name: `a host's page dials with ${name}`,
    held: [defence],
    run: async (scene) => speak(scene, `{ ${ENVELOPE}, data: { ...${JSON.stringify(FORGED.data)}, bomb: ${expression} } }`),
  };
}

/** Opens a session as the host, and posts in it. */
async function speak(scene: Scene, ...expressions: readonly string[]): Promise<void> {
  const tab = await scene.session();
  await scene.remember();
  await scene.say(tab, ...expressions);
}

/** True if the widget posted to the address that a message named. */
async function saysIt(scene: Scene): Promise<boolean> {
  return scene.target.evaluate((evil) => window.seen.posts.some(({ targetOrigin }) => targetOrigin === evil), scene.evil);
}
