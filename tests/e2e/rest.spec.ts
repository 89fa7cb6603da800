// The REST entry in a browser, on a page of another origin than the service's: the
// same cases as in Node.
import { consent, FROM_NPM, hostToken, setFaults, startEmulator } from "../../platform/tests/clients/support/emulator.ts";
import { CASES } from "../../platform/tests/clients/support/rest-cases.ts";
import { unless } from "./support/all.ts";
import { expect, test } from "./support/test.ts";

for (const [profile, program, isInEachRun] of [
  ["spec", undefined, true],
  ["vendor", FROM_NPM, true],
  // In Node each run has the cases with all.
  ["vendor", undefined, false],
  ["spec", FROM_NPM, false],
] as const) {
  test(`every case holds with the profile ${profile}${program === undefined ? "" : ", from npm"}`, unless(isInEachRun), async ({ page, site }) => {
    const names = Object.keys(CASES);
    const emulator = await startEmulator(profile, [site.origin("app.test")], undefined, program);
    try {
      // A page cannot follow the redirect that carries the code.
      await page.exposeFunction("agree", async (base: string, url: string) => (await consent(base, url)).href);
      await page.exposeFunction("hostToken", hostToken);
      await page.exposeFunction("setFaults", (base: string, faults: object) => setFaults(base, faults));
      await page.goto(site.page("app.test", { libraries: ["rest"] }));

      for (const [index, name] of names.entries()) {
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
      // A page of another origin is told that no answer came.
      await page.goto(site.page("other.test", { libraries: ["rest"] }));
      const code = await page.evaluate(async (baseUrl) => {
        const client = new window.restSdk.SettingsClient({ baseUrl, appId: 123, key: "emulator-developer-key-123", retry: { retries: 0 } });
        return client.read().catch((error: unknown) => (error as { code: string }).code);
      }, emulator.address);
      expect(code).toBe("UNREACHABLE");
    } finally {
      await emulator.stop(names.map((_, index) => `browser-${String(index)}`));
    }
  });
}
