// Our widget in a host's page: what an app can rely on.
/* oxlint-disable typescript/no-deprecated -- the older names are tested as well */
import type { Frame, Page } from "@playwright/test";

import { expect, frameAt, test, type PageSource, type Site } from "./support/test.ts";

type Message = { type: string; messageId: string; data?: unknown; [field: string]: unknown };

test("a host that is not allowed opens no session, and one warning names the option", async ({ page, site }) => {
  const widget = site.page("phone.test", {
    libraries: ["sdk"],
    main: () => {
      window.cti = new window.sdk.default({
        eventHandlers: { onReady: window.recorded("onReady"), defaultEventHandler: window.recorded("default") },
      });
    },
  });
  await page.goto(hostPage(site, widget));
  const frame = await frameAt(page, widget);

  await frame.waitForFunction(() => window.seen.messages.length >= 3);

  expect(await frame.evaluate(() => window.seen.calls)).toEqual([]);
  expect(await frame.evaluate(() => window.cti.state)).toBe("waiting");
  const refused = await frame.evaluate(() => window.cti.diagnostics());
  expect(refused.counts["ORIGIN_REFUSED"]).toBeGreaterThanOrEqual(3);
  expect(refused.advice.join()).toContain("allowedHostOrigins");
  const warnings = await frame.evaluate(() => window.seen.console);
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toMatchObject({ level: "warn" });
  expect(warnings[0]?.text).toContain("allowedHostOrigins");
  expect(warnings[0]?.text).toContain(site.origin("crm.test"));
  expect(await page.evaluate(() => window.seen.messages)).toEqual([]);
});

test("loopback hosts are allowed by default while the widget is on loopback", async ({ page, site }) => {
  const widget = site.page("127.0.0.1", { libraries: ["sdk", "app"], main: () => window.startApp({}) });

  await page.goto(hostPage(site, widget, "localhost"));

  await page.waitForFunction(() => window.host.state === "initialized");
});

test("a host two levels up opens the session", async ({ page, site }) => {
  const widget = site.page("phone.test", { libraries: ["sdk", "app"], main: (hostOrigin) => window.startApp({ hostOrigin }) }, site.origin("crm.test"));
  const mid = site.page("mid.test", { libraries: [], body: `<iframe src="${widget}"></iframe>` });
  const host = site.page(
    "crm.test",
    {
      libraries: [],
      body: `<iframe src="${mid}"></iframe>`,
      main: (origin) => {
        const widgetWindow = (): Window | undefined => window.frames[0]?.frames[0];
        addEventListener("load", () => {
          widgetWindow()?.postMessage({ type: "SYNC", messageId: "h_1", portalId: 1, userId: 2 }, origin);
        });
        addEventListener("message", (event: MessageEvent<{ type?: string }>) => {
          if (event.source === widgetWindow() && event.data.type === "INITIALIZED") {
            widgetWindow()?.postMessage({ type: "DIAL_NUMBER", messageId: "h_2", data: { phoneNumber: "+1" } }, origin);
          }
        });
      },
    },
    site.origin("phone.test"),
  );

  await page.goto(host);

  await page.waitForFunction(() => window.seen.messages.some(({ data }) => (data as Message).type === "OUTGOING_CALL_STARTED"));
  const types = await page.evaluate(() => window.seen.messages.map(({ data }) => (data as Message).type));
  expect(types.slice(0, 2)).toEqual(["SYNC_ACK", "INITIALIZED"]);
  const frame = await frameAt(page, widget);
  expect(await frame.evaluate(() => window.cti.diagnostics().environment.depth)).toBe(2);
  const midFrame = await frameAt(page, mid);
  expect(await midFrame.evaluate(() => window.seen.messages)).toEqual([]);
});

test("a host page that is framed itself is the host, not the page around it", async ({ page, site }) => {
  const origins = [site.origin("mid.test"), site.origin("crm.test")];
  const widget = site.page(
    "phone.test",
    {
      libraries: ["sdk"],
      main: (allowedHostOrigins) => {
        window.cti = new window.sdk.default({
          allowedHostOrigins,
          eventHandlers: {
            onReady: () => window.cti.initialized({ isLoggedIn: true }),
            onDialNumber: window.recorded("onDialNumber"),
          },
        });
      },
    },
    origins,
  );
  const mid = hostPage(site, widget, "mid.test");
  const outer = site.page("crm.test", { libraries: [], body: `<iframe src="${mid}"></iframe>` });

  await page.goto(outer);
  const midFrame = await frameAt(page, mid);
  await midFrame.waitForFunction(() => window.host.state === "initialized");
  await page.evaluate((origin) => {
    window.frames[0]?.frames[0]?.postMessage({ type: "DIAL_NUMBER", messageId: "o_1", data: { phoneNumber: "outer" } }, origin);
  }, site.origin("phone.test"));
  const frame = await frameAt(page, widget);
  await frame.waitForFunction(() => window.seen.messages.some(({ isFromParent }) => !isFromParent));
  await midFrame.evaluate(() => window.host.dialNumber({ phoneNumber: "mid" }));
  await frame.waitForFunction(() => window.seen.calls.length > 0);

  const dialled = await frame.evaluate(() => window.seen.calls.map(({ args }) => args[0]));
  expect(dialled).toMatchObject([{ phoneNumber: "mid" }]);
});

test("instances of two copies of the package share one session", async ({ page, site }) => {
  const widget = site.page(
    "phone.test",
    {
      libraries: ["sdk", "sdk-again"],
      main: (hostOrigin) => {
        for (const [index, sdk] of [window.sdk, window.sdkAgain].entries()) {
          const cti = new sdk.default({
            allowedHostOrigins: [hostOrigin],
            eventHandlers: {
              onReady: () => {
                window.recorded(`onReady ${index}`)();
                cti.initialized({ isLoggedIn: true });
              },
              onDialNumber: () => {
                window.recorded(`onDialNumber ${index}`)();
                cti.outgoingCall({ externalCallId: "c-1", toNumber: "+1", createEngagement: true });
              },
              onCreateEngagementSucceeded: window.recorded(`onCreateEngagementSucceeded ${index}`),
            },
          });
          window.cti = cti;
        }
      },
    },
    site.origin("crm.test"),
  );
  await page.goto(hostPage(site, widget));
  await page.waitForFunction(() => window.host.state === "initialized");
  await page.evaluate(() => window.host.dialNumber({ phoneNumber: "+1" }));
  await page.waitForFunction(() => window.store.engagements.length > 0);
  await page.evaluate(() => window.settled());

  const frame = await frameAt(page, widget);
  // A message that informs reaches both; one that asks the app to act, the newest.
  expect(await frame.evaluate(() => window.seen.calls.map(({ handler }) => handler))).toEqual([
    "onReady 0",
    "onReady 1",
    "onDialNumber 1",
    "onCreateEngagementSucceeded 0",
    "onCreateEngagementSucceeded 1",
  ]);
  expect(await toHost(page)).toEqual(["SYNC_ACK", "INITIALIZED", "OUTGOING_CALL_STARTED"]);
  expect(await frame.evaluate(() => window.cti.diagnostics())).toMatchObject({
    instances: 2,
    counts: { DUPLICATE_INSTANCE: 1 },
  });
});

test("outside a frame the state is notEmbedded and nothing is thrown", async ({ page, site }) => {
  await page.goto(
    site.page("phone.test", {
      libraries: ["sdk"],
      main: () => {
        window.cti = new window.sdk.default({ eventHandlers: { onReady: window.recorded("onReady") } });
        window.cti.initialized({ isLoggedIn: true });
        window.cti.callEnded({ externalCallId: "c-1" });
        window.cti.logDebugMessage({ message: "here" });
      },
    }),
  );

  expect(await page.evaluate(() => window.cti.state)).toBe("notEmbedded");
  const reports = await page.evaluate(() => window.cti.diagnostics());
  expect(reports).toMatchObject({ state: "notEmbedded", environment: { isFramed: false, depth: 0 } });
  expect(reports.advice.join()).toContain("not in a frame");
  expect(await page.evaluate(() => window.seen)).toMatchObject({ messages: [], calls: [], errors: [] });
});

test("a handler that throws stops nothing else and is reported", async ({ page, site }) => {
  const { frame } = await embed(page, site, {
    libraries: ["sdk"],
    main: (hostOrigin) => {
      const handlers = {
        onReady: () => {
          cti.initialized({ isLoggedIn: true });
          throw new Error("thrown by onReady");
        },
        onDialNumber: () => {
          throw new Error("thrown by onDialNumber");
        },
        onVisibilityChanged: window.recorded("onVisibilityChanged"),
        FAILED: () => {
          throw new Error("thrown by FAILED");
        },
        onCreateEngagementFailed: window.recorded("onCreateEngagementFailed"),
      };
      const cti = new window.sdk.default({ allowedHostOrigins: [hostOrigin], eventHandlers: handlers });
      window.cti = cti;
    },
  });

  await page.evaluate(() => {
    window.host.dialNumber({ phoneNumber: "+1" });
    window.host.sendMessage({ type: "CREATE_ENGAGEMENT_FAILED", data: { error: { message: "no" } } });
    window.host.setVisibility({ isMinimized: true });
  });
  await page.evaluate(() => window.settled());

  expect(await frame.evaluate(() => window.seen.calls.map(({ handler }) => handler))).toEqual([
    "onCreateEngagementFailed",
    "onVisibilityChanged",
  ]);
  expect((await frame.evaluate(() => window.seen.errors)).map((error) => error.replace("Uncaught ", ""))).toEqual([
    "Error: thrown by onReady",
    "Error: thrown by onDialNumber",
    "Error: thrown by FAILED",
  ]);
  expect(await frame.evaluate(() => window.cti.diagnostics().counts)).toMatchObject({ HANDLER_THREW: 3 });
});

test("a payload with a function is refused with its path; a proxy goes out as plain data", async ({ page, site }) => {
  const { frame } = await embed(page, site, { libraries: ["sdk", "app"] }, { startsApp: true });

  const diagnostics = await frame.evaluate(() => {
    const reports: { code: string; detail: string }[] = [];
    window.cti.on("diagnostic", (diagnostic) => reports.push(diagnostic));
    window.cti.callData({ nested: { list: [1, { callback: () => 1 }] } });
    window.cti.callData(new Proxy({ plain: new Proxy([1, { a: 2 }], {}) }, {}));
    return reports;
  });
  await page.evaluate(() => window.settled());

  expect(diagnostics).toMatchObject([{ code: "NOT_CLONEABLE" }]);
  expect(diagnostics[0]?.detail).toContain("data.***.***.1.***");
  const sent = await page.evaluate(() => window.seen.messages.map(({ data }) => data as Message));
  expect(sent.filter(({ type }) => type === "CALL_DATA")).toMatchObject([{ data: { plain: [1, { a: 2 }] } }]);
});

test("what cannot be posted is refused by itself, and the rest goes out in order", async ({ page, site }) => {
  const { frame } = await embed(page, site, {
    libraries: ["sdk"],
    main: (hostOrigin) => {
      const reports: string[] = [];
      const cti = new window.sdk.default({
        allowedHostOrigins: [hostOrigin],
        eventHandlers: { onReady: () => cti.initialized({ isLoggedIn: true }) },
        onDiagnostic: ({ code, level, detail }) => {
          if (level === "error") {
            reports.push(`${code} ${detail.split(" ")[0] ?? ""}`);
          }
        },
      });
      Object.assign(window, { cti, reports });
      const raw = { type: "CALL_DATA", data: 0, extra: () => 1 };
      cti.sendMessage(raw);
      cti.callData({ at: 1 });
      cti.callData({ late: Promise.resolve() });
      cti.callData(new Map([["a", () => 1]]));
      cti.callData(document.body);
      cti.callData({
        get odd() {
          throw new Error("unreadable");
        },
      });
      cti.callData(new Proxy({ at: 2 }, {}));
      cti.callData(new Map([["a", 3]]));
    },
  });
  await page.evaluate(() => window.settled());

  const sent = await page.evaluate(() =>
    window.seen.messages
      .map(({ data }) => data as Message)
      .filter(({ type }) => type === "CALL_DATA")
      .map(({ data }) => (data instanceof Map ? [...(data as Map<string, number>)] : data)),
  );
  expect(sent).toEqual([{ at: 1 }, { at: 2 }, [["a", 3]]]);
  expect(await frame.evaluate(() => (window as unknown as { reports: string[] }).reports)).toEqual([
    "NOT_CLONEABLE ***",
    "NOT_CLONEABLE data.***",
    "NOT_CLONEABLE data",
    "NOT_CLONEABLE data",
    "NOT_CLONEABLE the",
  ]);
  expect(await frame.evaluate(() => window.seen.errors)).toEqual([]);
});

test("a logger that throws is reported and stops nothing", async ({ page, site }) => {
  const { frame } = await embed(page, site, {
    libraries: ["sdk"],
    main: (hostOrigin) => {
      const log = (): never => {
        throw new Error("thrown by the logger");
      };
      const cti = new window.sdk.default({
        allowedHostOrigins: [hostOrigin],
        debugMode: true,
        logger: { log, debug: log, warn: log, error: log },
        eventHandlers: { onReady: () => cti.initialized({ isLoggedIn: true }) },
      });
      window.cti = cti;
      cti.userAvailable();
    },
  });
  await page.evaluate(() => window.settled());

  expect(await toHost(page)).toEqual(["SYNC_ACK", "INITIALIZED", "USER_AVAILABLE"]);
  const errors = await frame.evaluate(() => window.seen.errors);
  expect(errors.length).toBeGreaterThan(0);
  expect(errors.filter((error) => !error.includes("by the logger"))).toEqual([]);
});

test("a wrapped sendMessage sees every message as one argument, a wrapped onMessageHandler every one that comes", async ({ page, site }) => {
  const { frame } = await embed(page, site, {
    libraries: ["sdk"],
    main: (hostOrigin) => {
      const cti = new window.sdk.default({
        allowedHostOrigins: [hostOrigin],
        eventHandlers: {
          onReady: () => {
            cti.initialized({ isLoggedIn: true });
            cti.userAvailable();
          },
          onDialNumber: () => cti.outgoingCall({ externalCallId: "c-1", toNumber: "+1" }),
        },
      });
      window.cti = cti;
      for (const name of ["sendMessage", "onMessageHandler"] as const) {
        const original = cti[name].bind(cti) as (...args: unknown[]) => void;
        const recorded = window.recorded(name);
        cti[name] = (...args: unknown[]) => {
          recorded(...args);
          original(...args);
        };
      }
    },
  });
  await page.evaluate(() => window.host.dialNumber({ phoneNumber: "+1", startTimestamp: 5 }));
  await page.evaluate(() => window.settled());

  const calls = await frame.evaluate(() => window.seen.calls);
  expect(calls.filter(({ handler }) => handler === "sendMessage").map(({ args }) => args)).toEqual([
    [{ type: "INITIALIZED", data: { isLoggedIn: true } }],
    [{ type: "USER_AVAILABLE" }],
    [{ type: "OUTGOING_CALL_STARTED", data: { externalCallId: "c-1", toNumber: "+1" } }],
  ]);
  const incoming = calls.filter(({ handler }) => handler === "onMessageHandler").map(({ args }) => args);
  expect(incoming.every((args) => args.length === 1)).toBe(true);
  expect(incoming.map(([message]) => (message as Message).type)).toEqual(["READY", "DIAL_NUMBER"]);
});

test("a stubbed sendMessage keeps everything off the wire", async ({ page, site }) => {
  const { frame } = await embed(page, site, { libraries: ["sdk", "app"] }, { startsApp: true });
  const before = await toHost(page);

  await frame.evaluate(() => {
    window.cti.sendMessage = window.recorded("stub");
    window.cti.userUnavailable();
    window.cti.outgoingCall({ externalCallId: "c-9", toNumber: "+1" });
  });
  await page.evaluate(() => window.settled());

  expect(await toHost(page)).toEqual(before);
  expect((await frame.evaluate(() => window.seen.calls)).filter(({ handler }) => handler === "stub")).toHaveLength(2);
});

test("aliases stand in for absent handlers, once per engagement", async ({ page, site }) => {
  const { frame } = await embed(page, site, {
    libraries: ["sdk"],
    main: (hostOrigin) => {
      const cti = new window.sdk.default({
        allowedHostOrigins: [hostOrigin],
        eventHandlers: {
          onReady: () => cti.initialized({ isLoggedIn: true }),
          onEngagementCreated: window.recorded("onEngagementCreated"),
          onEngagementCreatedFailed: window.recorded("onEngagementCreatedFailed"),
          onPublishToChannelSucceeded: window.recorded("onPublishToChannelSucceeded"),
          onFinalizeEngagementFailed: window.recorded("onFinalizeEngagementFailed"),
          onCreateEngagementSucceeded: null,
        },
      });
      window.cti = cti;
    },
  });

  await page.evaluate(() => {
    for (const [type, data] of [
      ["CREATE_ENGAGEMENT_SUCCEEDED", { engagementId: 1 }],
      ["ENGAGEMENT_CREATED", { engagementId: 1 }],
      ["CREATE_ENGAGEMENT_SUCCEEDED", { engagementId: 2 }],
      ["CREATE_ENGAGEMENT_FAILED", {}],
      ["FINALIZE_ENGAGEMENT_SUCCEEDED", {}],
      ["PUBLISH_TO_CHANNEL_FAILED", {}],
    ] as const) {
      window.host.sendMessage({ type, data });
    }
  });
  await page.evaluate(() => window.settled());

  expect((await frame.evaluate(() => window.seen.calls)).map(({ handler, args }) => [handler, args[0]])).toEqual([
    ["onEngagementCreated", { engagementId: 1 }],
    ["onEngagementCreated", { engagementId: 2 }],
    ["onEngagementCreatedFailed", {}],
    ["onPublishToChannelSucceeded", {}],
    ["onFinalizeEngagementFailed", {}],
  ]);
});

for (const { browser, code, policy, remedies } of [
  { browser: "a policy without wasm-unsafe-eval", code: "WASM_BLOCKED_BY_CSP", policy: "script-src 'self'", remedies: ["wasm-unsafe-eval", "calling-widget-sdk/compat"] },
  { browser: "a Chromium that compiles 4 kB at once", code: "WASM_REFUSED", policy: "script-src 'self' 'wasm-unsafe-eval'", remedies: ["Chromium before 115", "calling-widget-sdk/compat"] },
]) {
  test(`${browser} is named, and the page's other parts go on`, async ({ page, site }) => {
    if (code === "WASM_REFUSED") {
      await page.addInitScript(() => {
        WebAssembly.Module = new Proxy(WebAssembly.Module, {
          construct: (target, [bytes]: [Uint8Array<ArrayBuffer>]) => {
            if (bytes.byteLength > 4096) {
              throw new RangeError("WebAssembly.Compile is disallowed on the main thread, if the buffer size is larger than 4KB.");
            }
            return new target(bytes);
          },
        });
      });
    }
    await page.goto(
      site.page("phone.test", {
        libraries: ["sdk"],
        headers: { "content-security-policy": `default-src 'none'; ${policy}` },
      }),
    );

    const reports = await page.evaluate(async () => {
      const errors: unknown[] = [];
      window.addEventListener("error", ({ error }: ErrorEvent) => {
        errors.push({ name: (error as Error).name, code: (error as { code: string }).code, message: (error as Error).message });
      });
      const cti = new window.sdk.default({ eventHandlers: {} });
      const failed = cti.state;
      cti.userAvailable();
      const started = cti.tracked.outgoingCall({ createEngagement: true });
      const receipt = await started.engagement().catch((error: unknown) => (error as { code: string }).code);
      const { advice, environment } = cti.diagnostics();
      cti.destroy();
      return { errors, states: [failed, cti.state], receipt, advice: advice.join(), allows: environment.allowsWebAssembly };
    });

    expect(reports).toMatchObject({
      errors: [{ name: "CallingError", code }],
      states: ["failed", "destroyed"],
      receipt: "NOT_SENT",
      allows: code === "WASM_REFUSED",
    });
    for (const remedy of remedies) {
      expect((reports.errors[0] as { message: string }).message).toContain(remedy);
      expect(reports.advice).toContain(remedy);
    }
  });
}

test("works where storage is blocked", async ({ page, site }) => {
  await page.addInitScript(() => {
    for (const name of ["sessionStorage", "localStorage"]) {
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException("Access is denied for this document.", "SecurityError");
        },
      });
    }
  });

  const { frame } = await embed(page, site, { libraries: ["sdk", "app"] }, { startsApp: true });

  expect(await frame.evaluate(() => window.cti.diagnostics())).toMatchObject({
    state: "ready",
    environment: { hasSessionStorage: false },
  });
});

test("a widget that constructs two seconds after its load is still connected, once", async ({ page, site }) => {
  const widget = site.page(
    "phone.test",
    {
      libraries: ["sdk", "app"],
      main: (hostOrigin) => {
        // The stall itself.
        setTimeout(() => window.startApp({ hostOrigin }), 2000);
      },
    },
    site.origin("crm.test"),
  );
  await page.goto(hostPage(site, widget));

  await page.waitForFunction(() => window.host.state === "initialized");

  await page.evaluate(() => window.settled());
  const frame = await frameAt(page, widget);
  const syncs = await frame.evaluate(() => window.seen.messages.filter(({ data }) => (data as Message).type === "SYNC").length);
  expect(syncs).toBeGreaterThan(1);
  expect((await frame.evaluate(() => window.seen.calls)).map(({ handler }) => handler)).toEqual(["onReady"]);
  expect(await toHost(page)).toEqual(["SYNC_ACK", "INITIALIZED", "USER_AVAILABLE"]);
});

test("a callback may send, dial and destroy while a message is being handed out", async ({ page, site }) => {
  const { frame } = await embed(page, site, {
    libraries: ["sdk"],
    main: (hostOrigin) => {
      const cti = new window.sdk.default({
        allowedHostOrigins: [hostOrigin],
        eventHandlers: {
          onReady: () => cti.initialized({ isLoggedIn: true }),
          onDialNumber: () => {
            cti.outgoingCall({ externalCallId: "c-1", toNumber: "+1" });
            new window.sdk.default({ allowedHostOrigins: [hostOrigin], eventHandlers: { onReady: window.recorded("late onReady") } });
            cti.callEnded({ externalCallId: "c-1" });
            cti.destroy();
          },
          onVisibilityChanged: window.recorded("onVisibilityChanged"),
        },
      });
      window.cti = cti;
    },
  });

  await page.evaluate(() => {
    window.host.dialNumber({ phoneNumber: "+1" });
    window.host.setVisibility({ isMinimized: true });
  });
  await page.evaluate(() => window.settled());

  expect(await toHost(page)).toEqual(["SYNC_ACK", "INITIALIZED", "OUTGOING_CALL_STARTED", "CALL_ENDED"]);
  await frame.waitForFunction(() => window.seen.calls.length > 0);
  expect(await frame.evaluate(() => window.seen.calls.map(({ handler }) => handler))).toEqual(["late onReady"]);
  expect(await frame.evaluate(() => window.seen.errors)).toEqual([]);
});

/** A host page with our CallingHost and this widget in it. */
function hostPage(site: Site, widget: string, host = "crm.test"): string {
  return site.page(
    host,
    {
      libraries: ["host"],
      body: `<div id="phone"></div>`,
      main: (url) => {
        window.startHost({ url });
      },
    },
    widget,
  );
}

type Embedding = { startsApp?: boolean };

/** Opens a host page with a widget and waits until it is initialized. */
async function embed(
  page: Page,
  site: Site,
  source: Omit<PageSource, "main"> & { main?: (hostOrigin: string) => void },
  { startsApp = false }: Embedding = {},
): Promise<{ frame: Frame }> {
  const start = (hostOrigin: string): void => window.startApp({ hostOrigin });
  const main = source.main ?? (startsApp ? start : () => undefined);
  const widget = site.page("phone.test", { ...source, main }, site.origin("crm.test"));
  await page.goto(hostPage(site, widget));
  await page.waitForFunction(() => window.host.state === "initialized");
  return { frame: await frameAt(page, widget) };
}

/** The types the host page has received. */
function toHost(page: Page): Promise<string[]> {
  return page.evaluate(() => window.seen.messages.map(({ data }) => (data as Message).type));
}
