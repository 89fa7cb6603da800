// The REST entry in a browser, on a page of another origin than the service's: what a page sees
// of an answer. `platform/tests/clients/rest.test.ts` has the cases, in Node.
import { setFaults, startEmulator } from "../../platform/tests/clients/support/emulator.ts";
import { expect, test } from "./support/test.ts";

test("calls, errors, retries and signals work in a page", async ({ page, site }) => {
  const emulator = await startEmulator("spec", [site.origin("app.test")]);
  const baseUrl = `${emulator.address}/ns/browser`;
  try {
    await page.goto(site.page("app.test", { libraries: ["rest"] }));

    const settings = await page.evaluate(async (baseUrl) => {
      const client = new window.restSdk.SettingsClient({ baseUrl, appId: 123, key: "emulator-developer-key-123" });
      const given = { name: "Phone", url: "https://phone.example/", width: 400, height: 600, isReady: false };
      const made = await client.create(given);
      const again = await client.create(given).then(
        () => undefined,
        (error: unknown) => error as { status: number; correlationId?: string },
      );
      const aborted = await client.read({ signal: AbortSignal.abort() }).catch((error: unknown) => (error as { code: string }).code);
      return { isReady: (await client.update({ ...made, isReady: true })).isReady, again: [again?.status, typeof again?.correlationId], aborted };
    }, baseUrl);
    await setFaults(baseUrl, { status: 429, times: 2, retryAfterS: 0 });
    const further = await page.evaluate(async (baseUrl) => {
      const settings = new window.restSdk.SettingsClient({ baseUrl, appId: 123, key: "emulator-developer-key-123" });
      const oauth = new window.restSdk.OAuthClient({ baseUrl, clientId: "00000000-0000-4000-8000-000000000123", clientSecret: "emulator-client-secret-123" });
      return [(await settings.read()).name, await oauth.introspect("canary"), window.restSdk.createPkce().codeVerifier.length];
    }, baseUrl);

    expect(settings).toEqual({ isReady: true, again: [409, "string"], aborted: "ABORTED" });
    expect(further).toEqual(["Phone", { active: false }, 43]);
  } finally {
    await emulator.stop(["browser"]);
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
