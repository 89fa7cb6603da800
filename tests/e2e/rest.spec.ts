// The REST entry in a browser, on a page of another origin than the service's: one case of
// each mechanism. `platform/tests/clients/rest.test.ts` has them all, in Node.
import { consent, hostToken, setFaults, startEmulator } from "../../platform/tests/clients/support/emulator.ts";
import { SMOKE } from "../../platform/tests/clients/support/rest-cases.ts";
import { expect, test } from "./support/test.ts";

test("calls, errors, retries, signals and tokens work in a page", async ({ page, site }) => {
  const emulator = await startEmulator("spec", [site.origin("app.test")]);
  try {
    // A page cannot follow the redirect that carries the code.
    await page.exposeFunction("agree", async (base: string, url: string) => (await consent(base, url)).href);
    await page.exposeFunction("hostToken", hostToken);
    await page.exposeFunction("setFaults", (base: string, faults: object) => setFaults(base, faults));
    await page.goto(site.page("app.test", { libraries: ["rest"] }));

    for (const [index, name] of SMOKE.entries()) {
      await test.step(name, async () => {
        await page.evaluate(
          async ([name, baseUrl]) => {
            const run = window.restCases[name];
            if (run === undefined) {
              throw new Error(`there is no case ${name}`);
            }
            await run(window.restSdk, {
              baseUrl,
              consent: (url) => window.agree(baseUrl, url),
              hostToken: () => window.hostToken(baseUrl),
              setFaults: (faults) => window.setFaults(baseUrl, faults),
            });
          },
          [name, `${emulator.address}/ns/browser-${String(index)}`] as const,
        );
      });
    }
  } finally {
    await emulator.stop(SMOKE.map((_, index) => `browser-${String(index)}`));
  }
});

test("a page of an unlisted origin is told that no answer came", async ({ page, site }) => {
  const emulator = await startEmulator("spec", [site.origin("app.test")]);
  await page.goto(site.page("other.test", { libraries: ["rest"] }));

  const code = await page.evaluate(async (baseUrl) => {
    const client = new window.restSdk.SettingsClient({ baseUrl, appId: 123, key: "emulator-developer-key-123", retry: { retries: 0 } });
    return client.read().catch((error: unknown) => (error as { code: string }).code);
  }, emulator.address);

  await emulator.stop();
  expect(code).toBe("UNREACHABLE");
});
