// Tests that fail; `failures.spec.ts` runs them and reads their output.
import { expect, mergeTests, test as base } from "@playwright/test";
import { test as hosted, type BrowserHost } from "calling-widget-sdk/playwright";

const test = mergeTests(base, hosted);

test.describe("a widget", () => {
  test.use({ widgetUrl: "/phone.js?refresh=0%3Burl%3D%2Fserve.js", withinMs: 1500 });

  test("does not answer", ({ host }) => {
    void host;
  });
});

for (const [name, widgetUrl] of [
  ["with nobody", "http://localhost:4/phone?name=Ada"],
  ["without a page", "/none.html?name=Ada"],
  ["in another's frame", "/ours.html?content-security-policy=frame-ancestors%20https%3A%2F%2Fcrm.example"],
  ["without wasm", "/ours.html?content-security-policy=script-src%20%27self%27"],
] as const) {
  test.describe(`a widget ${name}`, () => {
    test.use({ widgetUrl, withinMs: 1500 });

    test("is not loaded", ({ host }) => {
      void host;
    });
  });
}

test.describe("an option", () => {
  test.use({ hostSettings: { isReady: "no" as unknown as boolean } });

  test("cannot be used", ({ host }) => {
    void host;
  });
});

test.describe("the host's origin", () => {
  test.use({ hostOrigin: ({ baseURL }, use) => use(String(baseURL)) });

  test("is the widget's own", ({ host }) => {
    void host;
  });
});

test("a missing message", async ({ host }) => {
  await missing(host);
  expect("the test").toBe("at its end");
});

const missing = (host: BrowserHost): Promise<unknown> => host.expect("CALL_ENDED", {}, { withinMs: 100 });
