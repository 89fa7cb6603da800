const { createEmulator } = require("calling-widget-sdk-emulator");

let emulator;
beforeAll(async () => {
  emulator = await createEmulator();
});
afterAll(() => emulator.close());
afterEach(() => emulator.reset());

test("nobody asks without a token", async () => {
  expect((await emulator.fetch("/crm/v3/objects/contacts")).status).toBe(401);
});
