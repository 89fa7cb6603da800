// A browser without WebAssembly: Chromium without its compilers.
import config from "./playwright.config.ts";
import { expect, test } from "./support/test.ts";

const launchOptions = config.use?.launchOptions;

test.use({ launchOptions: { ...launchOptions, args: [...(launchOptions?.args ?? []), "--js-flags=--jitless"] } });

test("without WebAssembly the code and the advice name the way out", async ({ page, site }) => {
  await page.goto(site.page("phone.test", { libraries: ["sdk"] }));

  const report = await page.evaluate(() => {
    const codes: string[] = [];
    window.addEventListener("error", ({ error }: ErrorEvent) => {
      codes.push((error as { code: string }).code);
    });
    const cti = new window.sdk.default({ eventHandlers: {} });
    const { state } = cti;
    return { codes, state, isSupported: window.sdk.isSupported(), advice: cti.diagnostics().advice };
  });

  expect(report).toMatchObject({ codes: ["WASM_UNAVAILABLE"], state: "failed", isSupported: false });
  expect(report.advice.join()).toContain("published package");
});
