// A browser without WebAssembly: Chromium without its compilers.
import config from "./playwright.config.ts";
import { CALL } from "./support/phone-call.ts";
import { expect, frameAt, test } from "./support/test.ts";

const launchOptions = config.use?.launchOptions;

test.use({ launchOptions: { ...launchOptions, args: [...(launchOptions?.args ?? []), "--js-flags=--jitless"] } });

test("without WebAssembly the main entry says so, and the compatible one places a call between its own two sides", async ({ page, site }) => {
  await page.goto(site.page("phone.test", { libraries: ["sdk"] }));
  const report = await page.evaluate(() => {
    let code = "";
    window.addEventListener("error", ({ error }: ErrorEvent) => {
      ({ code } = error as { code: string });
    });
    const { state } = new window.sdk.default({ eventHandlers: {} });
    return { code, state, isSupported: window.sdk.isSupported() };
  });
  expect(report).toEqual({ code: "WASM_UNAVAILABLE", state: "failed", isSupported: false });

  const widget = site.page("phone.test", {
    libraries: ["compat", "phone"],
    main: () => {
      window.startPhone((options) => new window.compat.default(options));
    },
  });
  const host = site.page(
    "crm.test",
    {
      libraries: ["compat"],
      body: `<div id="phone"></div>`,
      main: (src) => {
        const relay = new window.compat.IFrameManager({
          iFrameOptions: { src, width: "400px", height: "600px", hostElementSelector: "#phone" },
          onMessageHandler: ({ type }) => {
            if (type === "INITIALIZED") {
              relay.sendMessage({ type: "DIAL_NUMBER", data: { phoneNumber: "+12025550143" } });
            } else if (type === "OUTGOING_CALL_STARTED") {
              relay.sendMessage({ type: "CREATE_ENGAGEMENT_SUCCEEDED", data: { engagementId: 7 } });
            }
          },
        });
      },
    },
    widget,
  );
  await page.goto(host);
  await page.waitForFunction(() =>
    window.seen.messages.some(({ data }) => (data as { type: string }).type === "CALL_COMPLETED"),
  );
  const types = await page.evaluate(() => window.seen.messages.map(({ data }) => (data as { type: string }).type));
  const frame = await frameAt(page, widget);

  expect(types).toEqual(CALL);
  expect(await frame.evaluate(() => typeof WebAssembly)).toBe("undefined");
  expect(await frame.evaluate(() => window.cti.calls)).toMatchObject([{ engagementId: 7, state: "completed" }]);
});
