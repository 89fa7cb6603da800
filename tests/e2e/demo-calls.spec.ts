// Calls in the demo, across its two origins, as its user makes them.
import { openPanel } from "./support/accessible.ts";
import { Demo, NUMBERS } from "./support/demo.ts";
import { expect, test } from "./support/test.ts";

test("an outbound call goes from click-to-dial to a completed engagement on the timeline", async ({ page, demoUrl }) => {
  const demo = await Demo.start(page, demoUrl, { phone: { answerAfter: "200" } });

  const screens = await demo.screens();
  await demo.get(`dial-${NUMBERS.mariaMobile}`).click();
  await demo.expectPhone("connected");
  await expect(demo.latestCall()).toHaveAttribute("data-state", "open");
  expect(await screens()).toEqual(["dialing", "ringing", "connected"]);
  await demo.sp("hangup").click();
  await demo.expectPhone("ended");
  await demo.sp("title").fill("Spring check agreed");
  await demo.sp("notes").fill("Tuesday at nine.");
  await demo.sp("save").click();

  await demo.expectPhone("completed");
  const call = demo.latestCall();
  await expect(call).toHaveAttribute("data-state", "completed");
  await expect(call).toHaveAttribute("data-direction", "OUTBOUND");
  await expect(call).toHaveAttribute("data-status", "COMPLETED");
  await expect(call).toContainText("Spring check agreed");
  await expect(call).toContainText("Tuesday at nine.");
  await expect(call).toContainText("+1 (202) 555-0100 to +1 (202) 555-0143");
  await expect(demo.get("timeline-item")).toHaveCount(1);
  // Unless it is told otherwise, the host hides the phone.
  await expect(demo.get("frame")).toHaveAttribute("data-hidden", "");
  for (const type of ["DIAL_NUMBER", "OUTGOING_CALL_STARTED", "CREATE_ENGAGEMENT_SUCCEEDED", "CALL_ANSWERED", "CALL_ENDED", "CALL_COMPLETED", "UPDATE_ENGAGEMENT_SUCCEEDED"]) {
    await expect(demo.log(type)).toHaveCount(1);
  }
});

test("an inbound call is matched to its caller, opens the record and ends on its timeline", async ({ page, demoUrl }) => {
  const demo = await Demo.start(page, demoUrl, { query: { location: "remote" }, hash: "#/record/0-1/1002" });
  await expect(page.getByRole("heading", { level: 1, name: "Jonas Lindqvist" })).toBeVisible();

  await demo.sp("incoming").click();
  await demo.expectPhone("incoming");
  await expect(demo.sp("caller")).toHaveText("Maria Okafor");
  await demo.sp("answer").click();
  await demo.expectPhone("connected");
  await expect(page.getByRole("heading", { level: 1, name: "Maria Okafor" })).toBeVisible();
  await demo.sp("hangup").click();
  await demo.save("Called back.");

  const call = demo.latestCall();
  await expect(call).toHaveAttribute("data-state", "completed");
  await expect(call).toHaveAttribute("data-direction", "INBOUND");
  await expect(call).toContainText("Call from Maria Okafor");
  await expect(call).toContainText("Called back.");
});

test("a call from a number nobody has is taken without a match", async ({ page, demoUrl }) => {
  const demo = await Demo.start(page, demoUrl, { query: { location: "remote" } });

  await demo.sp("incoming-number").selectOption({ label: "Unknown number" });
  await demo.sp("incoming").click();

  await expect(demo.log("CALLER_ID_MATCH_SUCCEEDED")).toHaveCount(1);
  await expect(demo.sp("caller")).toHaveText("+1 (917) 555-0126");
  await demo.sp("answer").click();
  await demo.expectPhone("connected");
});

test("a missed call is logged as missed", async ({ page, demoUrl }) => {
  const demo = await Demo.start(page, demoUrl, { query: { location: "remote" }, phone: { ringFor: "300" } });
  const screens = await demo.screens();

  await demo.sp("incoming").click();
  await demo.save();

  expect(await screens()).toContain("incoming");
  await expect(demo.latestCall()).toHaveAttribute("data-status", "MISSED");
  await expect(demo.latestCall()).toHaveAttribute("data-state", "completed");
  await expect(demo.latestCall()).toHaveAttribute("data-direction", "INBOUND");
});

test("a rejected call is logged as rejected", async ({ page, demoUrl }) => {
  const demo = await Demo.start(page, demoUrl, { query: { location: "remote" } });

  await demo.sp("incoming").click();
  await demo.sp("decline").click();
  await demo.save();

  await expect(demo.latestCall()).toHaveAttribute("data-status", "REJECTED");
  await expect(demo.latestCall()).toHaveAttribute("data-state", "completed");
});

for (const [farEnd, status] of [
  ["busy", "BUSY"],
  ["silent", "NO_ANSWER"],
  ["fails", "FAILED"],
] as const) {
  test(`a call whose other side is ${farEnd} is logged as ${status}`, async ({ page, demoUrl }) => {
    const demo = await Demo.start(page, demoUrl, { phone: { farEnd } });

    await demo.get(`dial-${NUMBERS.mariaMobile}`).click();
    if (farEnd === "fails") {
      await demo.get("alert-close").click();
    }
    await demo.save();

    await expect(demo.latestCall()).toHaveAttribute("data-status", status);
    await expect(demo.latestCall()).toHaveAttribute("data-state", "completed");
  });
}

test("a transferred call leaves the phone and the page free", async ({ page, demoUrl }) => {
  const demo = await Demo.start(page, demoUrl);
  await demo.call(NUMBERS.mariaMobile);

  await demo.sp("transfer").click();

  await demo.expectPhone("idle");
  await expect(demo.log("CALL_TRANSFERRED")).toHaveCount(1);
  await expect(demo.log("CALL_ENDED")).toHaveCount(0);
  await demo.get("record-1002").click();
  await expect(page.getByRole("heading", { level: 1, name: "Jonas Lindqvist" })).toBeVisible();
  await demo.call(NUMBERS.jonasMobile);
});

test("the host can end a call", async ({ page, demoUrl }) => {
  const demo = await Demo.start(page, demoUrl);
  await expect(demo.get("end-call")).toBeDisabled();
  await demo.call(NUMBERS.mariaMobile);

  await demo.get("end-call").click();

  await expect(demo.log("END_CALL")).toHaveCount(1);
  await demo.save("Ended by the CRM.");
  await expect(demo.latestCall()).toHaveAttribute("data-status", "COMPLETED");
});

test("an engagement that cannot be created is told to the app, and the call goes on", async ({ page, demoUrl }) => {
  const demo = await Demo.start(page, demoUrl);
  await openPanel(page, "faults");
  await demo.get("fail-create").click();

  await demo.call(NUMBERS.mariaMobile);

  await expect(demo.log("CREATE_ENGAGEMENT_FAILED")).toHaveCount(1);
  await expect(demo.log("CREATE_ENGAGEMENT_SUCCEEDED")).toHaveCount(0);
  await expect(demo.sp("notice")).toContainText("refused by the demo's fault switch");
  await demo.sp("hangup").click();
  await demo.save();
  await demo.expectPhone("completed");
  await expect(demo.get("timeline-item")).toHaveCount(0);
});

test("an engagement that cannot be updated stays on the timeline as it was", async ({ page, demoUrl }) => {
  const demo = await Demo.start(page, demoUrl);
  await demo.call(NUMBERS.mariaMobile);
  await demo.sp("hangup").click();
  await openPanel(page, "faults");
  await demo.get("fail-update").click();

  await demo.save("Lost notes");

  await expect(demo.log("UPDATE_ENGAGEMENT_FAILED")).toHaveCount(1);
  await expect(demo.latestCall()).toHaveAttribute("data-state", "completed");
  await expect(demo.latestCall()).not.toContainText("Lost notes");
});

test("a caller that cannot be looked up still gets through", async ({ page, demoUrl }) => {
  const demo = await Demo.start(page, demoUrl, { query: { location: "remote" } });
  await openPanel(page, "faults");
  await demo.get("fail-callerid").click();

  await demo.sp("incoming").click();

  await expect(demo.log("CALLER_ID_MATCH_FAILED")).toHaveCount(1);
  await demo.expectPhone("incoming");
  await demo.sp("answer").click();
  await demo.expectPhone("connected");
});

test("a number that is dialled while logged out waits for the log-in", async ({ page, demoUrl }) => {
  const demo = await Demo.start(page, demoUrl, { phone: { login: "no" } });
  await demo.expectPhone("loggedOut");

  await demo.get(`dial-${NUMBERS.mariaMobile}`).click();
  await expect(demo.get("alert")).toBeVisible();
  await demo.get("alert-close").click();
  await expect(demo.log("DIAL_NUMBER")).toHaveCount(0);
  await demo.sp("login").click();

  await expect(demo.log("DIAL_NUMBER")).toHaveCount(1);
  await demo.expectPhone("connected");
});

test("a number that waits can be dropped", async ({ page, demoUrl }) => {
  const demo = await Demo.start(page, demoUrl, { phone: { login: "no" } });
  await demo.get(`dial-${NUMBERS.mariaMobile}`).click();
  await demo.get("alert-close").click();

  await demo.get("drop-dial").click();
  await demo.sp("login").click();

  await demo.expectPhone("idle");
  await expect(demo.log("USER_AVAILABLE")).toHaveCount(1);
  await expect(demo.log("DIAL_NUMBER")).toHaveCount(0);
});

test("leaving the record during a call asks first", async ({ page, demoUrl }) => {
  const demo = await Demo.start(page, demoUrl);
  await demo.call(NUMBERS.mariaMobile);
  const heading = page.getByRole("heading", { level: 1 });

  await demo.get("record-1002").click();
  await demo.get("leave-stay").click();
  await expect(demo.get("leave-dialog")).toBeHidden();
  await expect(heading).toHaveText("Maria Okafor");

  await demo.get("record-1002").click();
  await demo.get("leave-go").click();
  await expect(heading).toHaveText("Jonas Lindqvist");
  await demo.expectPhone("connected");
  await demo.sp("hangup").click();
  await demo.save();
  await demo.get("record-1001").click();
  await expect(heading).toHaveText("Maria Okafor");
  await expect(demo.latestCall()).toHaveAttribute("data-state", "completed");
});

test("closing the page during a call asks first", async ({ page, demoUrl }) => {
  const demo = await Demo.start(page, demoUrl);
  await demo.call(NUMBERS.mariaMobile);

  const asked = page.waitForEvent("dialog");
  await page.close({ runBeforeUnload: true });
  const dialog = await asked;

  expect(dialog.type()).toBe("beforeunload");
  await dialog.dismiss();
  await demo.expectPhone("connected");
});

test("a call can be made by the keyboard alone", async ({ page, demoUrl }) => {
  const demo = await Demo.start(page, demoUrl, { phone: { login: "no" } });
  const reach = async (testId: string): Promise<void> => {
    const target = testId.startsWith("sp-") ? demo.phone.getByTestId(testId) : demo.get(testId);
    await target.waitFor();
    for (let presses = 0; presses < 150; presses++) {
      const hasFocus = await target.evaluate((element) => element.ownerDocument.hasFocus() && element.ownerDocument.activeElement === element);
      if (hasFocus) {
        return;
      }
      await page.keyboard.press("Tab");
    }
    throw new Error(`${testId} is not reached by Tab`);
  };

  await reach("sp-login");
  await page.keyboard.press("Enter");
  await demo.expectPhone("idle");
  await reach(`dial-${NUMBERS.mariaMobile}`);
  await page.keyboard.press("Enter");
  await demo.expectPhone("connected");
  await reach("sp-hangup");
  await page.keyboard.press("Enter");
  await reach("sp-notes");
  await page.keyboard.type("By keyboard.");
  await reach("sp-save");
  await page.keyboard.press("Enter");

  await expect(demo.latestCall()).toHaveAttribute("data-state", "completed");
  await expect(demo.latestCall()).toContainText("By keyboard.");
});
