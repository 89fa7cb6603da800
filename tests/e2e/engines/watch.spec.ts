// In each engine, the watch over every test here reports what it should.
import { CANARIES } from "../support/canaries.ts";
import { expect, test } from "../support/engines/test.ts";

test("posts to any origin and personal data are seen", async ({ page, site, engine, watch }) => {
  const inner = site.page("phone.test", { libraries: [] });
  await page.goto(site.page("crm.test", { libraries: ["host"], body: `<iframe src="${inner}"></iframe>` }));

  await page.evaluate((origin) => {
    const target = document.querySelector("iframe")?.contentWindow;
    target?.postMessage("fine", origin);
    target?.postMessage("to anyone", "*");
    target?.postMessage("to whom a message names", "https://named-in-a-message.test");
  }, site.origin("phone.test"));
  await watch.settled();

  // Each is reported by a separate request: their order is up to the network.
  expect(watch.wrongPosts().map(({ targetOrigin }) => targetOrigin).sort()).toEqual(["*", "https://named-in-a-message.test"]);
  watch.forgive();

  await page.goto(site.page("crm.test", { libraries: ["sdk"] }));

  await page.evaluate(({ phoneNumber, name, email, recordingUrl, text }) => {
    console.debug("calling", { to: [phoneNumber] });
    // An event of the page: a driver hides its scripts' errors.
    const script = document.createElement("script");
    script.textContent = `Promise.reject(new Error(${JSON.stringify(text)})); throw new Error(${JSON.stringify(`no such contact: ${name}`)})`;
    document.body.append(script);
    sessionStorage.setItem("last", email);
    localStorage.setItem("last", recordingUrl);
    history.replaceState({ name }, "");
    window.cti = { diagnostics: () => ({ advice: [email] }) } as unknown as typeof window.cti;
  }, CANARIES);
  await page.waitForFunction(() => window.seen.errors.length === 2);
  await engine.look();
  await watch.settled();
  const seen = await watch.leaked();

  await page.evaluate(() => {
    sessionStorage.clear();
    localStorage.clear();
    history.replaceState(null, "");
    Reflect.deleteProperty(window, "cti");
  });
  watch.forgive();
  const places = seen.map(({ where }) => where.replace(/ of http.*/, "")).sort();
  expect(places).toEqual([
    "a rejection",
    "an error",
    "console.debug",
    "history.state",
    "localStorage",
    "sessionStorage",
    "the widget's diagnostics()",
  ]);
});
