// Our CallingExtensions as the widget of the published IFrameManager, beside the
// published CallingExtensions in the same host and the same run.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";

import type { Page } from "@playwright/test";

import type { SeenCall } from "./support/globals.ts";
import { fixturesOf, HANDLERS, METHODS, type Fixture } from "./support/fixtures.ts";
import { ROOT } from "./support/places.ts";
import { expect, frameAt, test, type Site } from "./support/test.ts";

/** The effects of one step, on both sides. */
type Outcome = {
  toHost: unknown[];
  toWidget: unknown[];
  handlers: SeenCall[];
  hostHandler: SeenCall[];
  console: unknown[];
};

type Step = { name: string } & (
  | { method: string; payload: unknown; hasPayload: boolean }
  | { widgetSends: Fixture }
  | { hostSends: Fixture }
  | { hostPosts: unknown }
);

/**
 * The complete list of our differences. Each is a row of docs/migration.md under
 * "What differs", by its subject. A path names the step, the side and the entry;
 * handlers are listed by name.
 */
const DIFFERENCES: readonly { subject: string; paths: readonly string[] }[] = [
  // The published package's files have a beta's name; ours says which release it is.
  { subject: "`SYNC_ACK`", paths: ["handshake.toHost.0.version", "handshake.toHost.0.sdkVersion"] },
  {
    subject: "`onFailed`",
    paths: ["unknown type that failed.handlers.onFailed", "unknown type that failed.handlers.defaultEventHandler"],
  },
  {
    subject: "unknown types",
    paths: [
      "unknown type.toHost.0",
      "unknown type.hostHandler.0",
      "unknown type that failed.toHost.0",
      "unknown type that failed.hostHandler.0",
      "error of the host's.toHost.0",
      "error of the host's.hostHandler.0",
      "unloading.toHost.0",
      "unloading.hostHandler.0",
    ],
  },
  {
    subject: "`onUpdateAssociationsFailed`",
    paths: [
      "UPDATE_ASSOCIATIONS_FAILED 0.handlers.defaultEventHandler",
      "UPDATE_ASSOCIATIONS_FAILED 0.handlers.onUpdateAssociationsFailed",
      "UPDATE_ASSOCIATIONS_FAILED 0.hostHandler.0",
      "UPDATE_ASSOCIATIONS_FAILED 0.toHost.0",
    ],
  },
  {
    subject: "`READY` and `SYNC_ACK_FAILED` as messages",
    paths: [
      "READY 0.handlers.onReady",
      "time-out of the handshake.toHost.0",
      "time-out of the handshake.handlers.FAILED",
      "time-out of the handshake.handlers.defaultEventHandler",
      "time-out of the handshake.hostHandler.0",
    ],
  },
  {
    subject: "`SET_WIDGET_URL` from the host",
    paths: ["another widget address.handlers.onReady", "another widget address.handlers.defaultEventHandler"],
  },
];

test("the published SDK and ours do the same in the same host, but for the listed differences", async ({ page, site }) => {
  const published = await transcript(page, site, "published-0.9.7");
  const ours = await transcript(page, site, "sdk");

  const found = differences(published, ours).sort();
  expect(found).toEqual(DIFFERENCES.flatMap(({ paths }) => paths).sort());
  expect(published.get("handshake")?.toHost).toMatchObject([{ version: "0.9.7-beta.0" }]);
  expect(ours.get("handshake")?.toHost).toMatchObject([{ version: "0.9.7", sdkVersion: packageVersion() }]);

  // The published host treats a SET_WIDGET_URL as a new session.
  const all = [...ours].filter(([step]) => step !== "setWidgetUrl() 0").map(([, outcome]) => outcome);
  const ready = (side: "handlers" | "hostHandler"): number =>
    all.flatMap((outcome) => outcome[side]).filter((call) => isReady(call)).length;
  expect(ready("handlers")).toBe(1);
  expect(ready("hostHandler")).toBe(1);
  const handled = new Set(all.flatMap(({ handlers }) => handlers.map(({ handler }) => handler)));
  expect([...handled].sort()).toEqual([...Object.keys(HANDLERS), "FAILED", "defaultEventHandler"].sort());
  const posted = new Set(all.flatMap(({ toHost }) => toHost.map((message) => (message as Fixture).type)));
  expect([...posted]).toEqual(expect.arrayContaining(Object.values(METHODS).filter((type) => type !== "SET_WIDGET_URL")));

  // The list is the one that users read.
  const migration = readFileSync(join(ROOT, "docs/migration.md"), "utf8");
  for (const { subject } of DIFFERENCES) {
    expect(migration).toContain(`\n| ${subject} | `);
  }
});

/** Takes all steps in a fresh host with this widget. */
async function transcript(page: Page, site: Site, library: string): Promise<Map<string, Outcome>> {
  const widget = site.page(
    "phone.test",
    {
      libraries: [library],
      main: ({ handlers, hostOrigin }) => {
        window.cti = new window.sdk.default({
          debugMode: false,
          allowedHostOrigins: [hostOrigin],
          eventHandlers: Object.fromEntries(handlers.map((name) => [name, window.recorded(name)])),
        });
      },
    },
    { handlers: [...Object.keys(HANDLERS), "FAILED", "defaultEventHandler"], hostOrigin: site.origin("crm.test") },
  );
  const host = site.page(
    "crm.test",
    {
      libraries: ["published-0.9.7"],
      body: `<div id="phone"></div>`,
      main: (src) => {
        // It repeats SYNC after 100 ms without an answer: the number depends on timing.
        const later = window.setTimeout.bind(window);
        Object.assign(window, { setTimeout: (run: () => void, ms?: number) => (ms === 100 ? 0 : later(run, ms)) });
        window.relay = new window.sdk.IFrameManager({
          iFrameOptions: { src, width: "400px", height: "600px", hostElementSelector: "#phone" },
          debugMode: false,
          onMessageHandler: window.recorded("host"),
        });
      },
    },
    widget,
  );
  await page.goto(host);
  await page.waitForFunction(() => window.seen.calls.length > 0);
  const frame = await frameAt(page, widget);

  const outcomes = new Map<string, Outcome>();
  const take = async (name: string): Promise<void> => {
    await page.evaluate(() => window.settled());
    const [hostSeen, widgetSeen] = await Promise.all(
      [page.mainFrame(), frame].map((side) =>
        side.evaluate(() => ({
          messages: window.seen.messages.splice(0).map(({ data }) => data),
          calls: window.seen.calls.splice(0),
          console: window.seen.console.splice(0),
        })),
      ),
    );
    outcomes.set(
      name,
      labelled({
        toHost: hostSeen?.messages ?? [],
        toWidget: widgetSeen?.messages ?? [],
        handlers: widgetSeen?.calls ?? [],
        hostHandler: hostSeen?.calls ?? [],
        console: widgetSeen?.console ?? [],
      }),
    );
  };

  await take("handshake");
  for (const step of steps()) {
    if ("method" in step) {
      await frame.evaluate(({ method, payload, hasPayload }) => {
        const methods = window.cti as unknown as Record<string, (...args: unknown[]) => void>;
        methods[method]?.(...(hasPayload ? [payload] : []));
      }, step);
    } else if ("widgetSends" in step) {
      await frame.evaluate((message) => window.cti.sendMessage(message), step.widgetSends);
    } else if ("hostSends" in step) {
      await page.evaluate((message) => window.relay.sendMessage(message), step.hostSends);
    } else {
      await page.evaluate((message) => {
        const frameElement = document.querySelector("iframe");
        frameElement?.contentWindow?.postMessage(message, new URL(frameElement.src).origin);
      }, step.hostPosts);
    }
    await take(step.name);
  }
  return outcomes;
}

/** Every message sent, in order. */
function steps(): Step[] {
  const methods = Object.entries(METHODS).flatMap(([method, type]) =>
    fixturesOf(type)
      .filter((fixture) => type !== "SET_WIDGET_URL" || "data" in fixture)
      .map((fixture, index): Step => ({
        name: `${method}() ${String(index)}`,
        method,
        payload: fixture.data,
        hasPayload: "data" in fixture,
      })),
  );
  const handlers = Object.values(HANDLERS).flatMap((type) =>
    fixturesOf(type).map(({ data }, index): Step => ({
      name: `${type} ${String(index)}`,
      hostSends: data === undefined ? { type } : { type, data },
    })),
  );
  return [
    ...methods,
    ...handlers,
    ...ODD_PAYLOADS.map(([name, payload]): Step => ({
      name: `callCompleted(${name})`,
      method: "callCompleted",
      payload,
      hasPayload: true,
    })),
    ...ODD_PAYLOADS.map(([name, data]): Step => ({
      name: `DIAL_NUMBER of ${name}`,
      hostSends: { type: "DIAL_NUMBER", data },
    })),
    { name: "raw message", widgetSends: { type: "APP_MESSAGE", data: { a: 1 } } },
    { name: "raw message with an id", widgetSends: { type: "APP_MESSAGE", messageId: "app-1" } },
    { name: "raw message with further fields", widgetSends: { type: "APP_MESSAGE", iFrameUrl: "x", extra: [1] } },
    { name: "host message with its own id", hostSends: { type: "DIAL_NUMBER", messageId: "host-1", data: {} } },
    { name: "host message with the same id again", hostSends: { type: "DIAL_NUMBER", messageId: "host-1", data: {} } },
    { name: "host message with a number as id", hostSends: { type: "DIAL_NUMBER", messageId: 7, data: {} } },
    { name: "host message with further fields", hostSends: { type: "DIAL_NUMBER", data: {}, extra: { deep: [1] } } },
    { name: "host message without data", hostSends: { type: "DIAL_NUMBER" } },
    { name: "unknown type", hostSends: { type: "TOMORROWS_MESSAGE", data: { a: 1 } } },
    { name: "unknown type that failed", hostSends: { type: "TOMORROWS_MESSAGE_FAILED", data: { a: 1 } } },
    { name: "type that every object has", hostSends: { type: "toString" } },
    { name: "error of the host's", hostSends: { type: "ERROR", data: { message: "from the host" } } },
    { name: "time-out of the handshake", hostSends: { type: "SYNC_ACK_FAILED" } },
    { name: "unloading", hostSends: { type: "UNLOADING" } },
    { name: "another widget address", hostSends: { type: "SET_WIDGET_URL", iFrameUrl: "" } },
    { name: "post without an id", hostPosts: { type: "DIAL_NUMBER", data: {} } },
    { name: "post without a type", hostPosts: { messageId: "host-2", data: {} } },
    { name: "post of a text", hostPosts: "text" },
    { name: "post of a number", hostPosts: 7 },
    { name: "a message after all of that", method: "userAvailable", payload: undefined, hasPayload: false },
  ];
}

const ODD_PAYLOADS: readonly (readonly [string, unknown])[] = [
  ["null", null],
  ["a text", "text"],
  ["a number", 0],
  ["a list", [1, "two", null]],
  ["false", false],
  ["nothing but unknown fields", { "further field": { deep: [{ er: null }] } }],
  ["fields of wrong types", { externalCallId: 12, engagementId: "12", hideWidget: "yes", phoneNumber: null }],
];

/** Identifiers and times, replaced by their relations to each other. */
function labelled(outcome: Outcome): Outcome {
  const labels = new Map<unknown, string>();
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) {
      return value.map(walk);
    }
    if (typeof value !== "object" || value === null) {
      return value;
    }
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => {
        if (name !== "messageId") {
          return [name, walk(item)];
        }
        const label = labels.get(item) ?? `id ${String(labels.size + 1)} (${typeof item})`;
        labels.set(item, label);
        return [name, label];
      }),
    );
  };
  return walk(outcome) as Outcome;
}

/** Every path at which two transcripts differ. */
function differences(published: Map<string, Outcome>, ours: Map<string, Outcome>): string[] {
  const found: string[] = [];
  const compare = (at: string, one: unknown, two: unknown): void => {
    if (isBranch(one) && isBranch(two) && Array.isArray(one) === Array.isArray(two)) {
      for (const name of new Set([...Object.keys(one), ...Object.keys(two)])) {
        compare(`${at}.${name}`, one[name], two[name]);
      }
    } else if (!isDeepStrictEqual(one, two)) {
      found.push(at);
    }
  };
  for (const name of new Set([...published.keys(), ...ours.keys()])) {
    compare(name, byHandler(published.get(name)), byHandler(ours.get(name)));
  }
  return found;
}

/** Handlers by name: one more call is one difference, not a shift of all later ones. */
function byHandler(outcome: Outcome | undefined): unknown {
  const handlers: Record<string, SeenCall[]> = {};
  for (const call of outcome?.handlers ?? []) {
    (handlers[call.handler] ??= []).push(call);
  }
  return { ...outcome, handlers };
}

function isReady({ handler, args }: SeenCall): boolean {
  return handler === "onReady" || (handler === "host" && (args[0] as Fixture).type === "READY");
}

function packageVersion(): string {
  return (JSON.parse(readFileSync(join(ROOT, "pkg/package.json"), "utf8")) as { version: string }).version;
}

function isBranch(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
