// Our widget in a host's page: the choice of the host's window, two copies on one page, and a policy against wasm.
import { embed } from "./support/phone-call.ts";
import { expect, frameAt, test } from "./support/test.ts";

type Message = { type: string };

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
  const frame = await embed(page, site, widget);
  await page.evaluate(() => window.host.dialNumber({ phoneNumber: "+1" }));
  await page.waitForFunction(() => window.store.engagements.length > 0);
  await page.evaluate(() => window.settled());

  // An informing message reaches both; one that asks the app to act, only the newest.
  expect(await frame.evaluate(() => window.seen.calls.map(({ handler }) => handler))).toEqual([
    "onReady 0",
    "onReady 1",
    "onDialNumber 1",
    "onCreateEngagementSucceeded 0",
    "onCreateEngagementSucceeded 1",
  ]);
  expect(await page.evaluate(() => window.seen.messages.map(({ data }) => (data as Message).type))).toEqual(["SYNC_ACK", "INITIALIZED", "OUTGOING_CALL_STARTED"]);
  expect(await frame.evaluate(() => window.cti.diagnostics())).toMatchObject({
    instances: 2,
    counts: { DUPLICATE_INSTANCE: 1 },
  });
});

test("a policy without wasm-unsafe-eval is named", async ({ page, site }) => {
  await page.goto(site.page("phone.test", { libraries: ["sdk"], headers: { "content-security-policy": "default-src 'none'; script-src 'self'" } }));

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
    errors: [{ name: "CallingError", code: "WASM_BLOCKED_BY_CSP" }],
    states: ["failed", "destroyed"],
    receipt: "NOT_SENT",
    allows: false,
  });
  expect((reports.errors[0] as { message: string }).message).toContain("wasm-unsafe-eval");
  for (const remedy of ["wasm-unsafe-eval", "published package"]) {
    expect(reports.advice).toContain(remedy);
  }
});
