// An app's own end-to-end tests: with this package, and with the published SDK.
import { expect, test } from "calling-widget-sdk/playwright";

test("a dialled call ends", async ({ host, widget }) => {
  await host.dial("+12025550123");
  const started = await host.expect("OUTGOING_CALL_STARTED", { toNumber: "+12025550123" });
  await widget.getByRole("button", { name: "Hang up" }).click();
  await host.expect("CALL_ENDED", { externalCallId: started.data.externalCallId });

  const id: string | undefined = started.data.externalCallId;
  expect(host.store.engagements).toMatchObject([{ externalCallId: id, toNumber: "+12025550123" }]);
  expect(host.sent.map(({ type }) => type).slice(0, 2)).toEqual(["SYNC", "DIAL_NUMBER"]);
  expect(host.received.map(({ type }) => type)).toEqual(["SYNC_ACK", "INITIALIZED", "OUTGOING_CALL_STARTED", "CALL_ENDED"]);
  // @ts-expect-error -- the host's own message
  const wrong: Promise<unknown> = host.expect("DIAL_NUMBER", undefined, { withinMs: 1 });
  await expect(wrong).rejects.toThrow("expected the widget to send DIAL_NUMBER");
});

test("the host hangs up", async ({ host, widget }) => {
  await host.dial("+12025550123");
  await host.expect("OUTGOING_CALL_STARTED");
  expect(await host.endCall()).toMatchObject({ sent: true });

  await host.expect("CALL_ENDED");
  await expect(widget.getByRole("button")).toBeDisabled();
});

test("an engagement that fails is reported to the app", async ({ host, widget }) => {
  host.store.failNext("createEngagement", "the disk is full");

  await host.dial("+12025550123");

  await expect(widget.getByRole("status")).toHaveText("no engagement: the disk is full");
  expect(host.store.engagements).toEqual([]);
});

test("another user and reloads reopen the session", async ({ host, widget }) => {
  await expect(widget.getByRole("status")).toHaveText("user 2");

  await host.ready({ userId: 7 });
  await expect(widget.getByRole("status")).toHaveText("user 7");
  await host.reloadWidget();
  await expect(widget.getByRole("status")).toHaveText("user 7");
  await host.reload();
  await expect(widget.getByRole("status")).toHaveText("user 7");

  await expect.poll(() => host.received.filter(({ type }) => type === "INITIALIZED").length).toBe(4);
  await expect.poll(() => host.state()).toBe("initialized");
  await host.dial("+12025550123");
  await host.expect("OUTGOING_CALL_STARTED", { externalCallId: "call-1" });
});

test("a user's actions and any host's message reach the widget", async ({ host, widget }) => {
  expect(await host.setVisibility({ isMinimized: true })).toMatchObject({ sent: true });
  expect(await host.sendMessage({ type: "DIAL_NUMBER", data: { phoneNumber: "+12025550124" } })).toMatchObject({ sent: true });
  await host.expect("OUTGOING_CALL_STARTED", { toNumber: "+12025550124" });

  expect(await host.evaluate(({ calls }, state) => calls.filter((call) => call.state === state).length, "dialing")).toBe(1);
  expect(await widget.locator("html").evaluate(() => [window.origin, document.referrer])).toEqual([
    test.info().project.use.baseURL,
    "http://crm.localhost/",
  ]);
});

test.describe("with options", () => {
  test.use({
    widgetUrl: ({}, use, info) => use(`${String(info.project.use.baseURL)}/${info.project.name}.html?logged-out`),
    hostContext: { userId: 9, iframeLocation: "window" },
    hostOrigin: "http://other.localhost:8000",
    hostSettings: { name: "Phone" },
    widgetSandbox: "allow-scripts allow-same-origin",
  });

  test("the host's page is made of them", async ({ host, widget, page }) => {
    await expect(widget.getByRole("status")).toHaveText("user 9");
    const frame = page.getByTitle("Phone");

    await expect(frame).toHaveAttribute("sandbox", "allow-scripts allow-same-origin");
    expect(host.sent[0]).toMatchObject({ type: "SYNC", hostUrl: "http://other.localhost:8000", userId: 9, portalId: 1, iframeLocation: "window" });
    expect(await host.dial("+12025550123")).toMatchObject({ sent: false, code: "HELD_LOGGED_OUT" });
  });
});
