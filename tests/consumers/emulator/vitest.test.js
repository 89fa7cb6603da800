import { createEmulator } from "calling-widget-sdk-emulator";
import { expect, onTestFinished, test } from "vitest";

test("a client asks again", async () => {
  const emulator = await createEmulator({ port: 0 });
  onTestFinished(() => emulator.close());
  await emulator.faults.set({ status: 503, times: 1, retryAfterS: 1 });
  const ask = async () => (await fetch(`${emulator.url}/crm/v3/objects/contacts`)).status;

  expect([await ask(), await ask()]).toEqual([503, 401]);
});
