// The demo's softphone on its real line: two pages that call each other over WebRTC, found by
// way of the demo's server, with the sound measured at both ends.
import { randomUUID } from "node:crypto";

import type { BrowserContext, Frame, Page } from "@playwright/test";

import { expectAccessible } from "./support/accessible.ts";
import { Demo, type DemoOptions, NUMBERS, softphone } from "./support/demo.ts";
import { heard, noteConnections } from "./support/heard.ts";
import { expect, frameAt, test } from "./support/test.ts";

/** Where a CRM takes calls that come in. */
const REMOTE = { location: "remote" };

test.beforeEach(({ context }) => noteConnections(context));

async function hears(page: Page | Frame): Promise<void> {
  const before = await heard(page);
  await expect.poll(() => heard(page), { message: "sound arrives" }).toBeGreaterThan(before);
}

/** The test's microphone beeps each second. */
async function hearsNothing(page: Page | Frame): Promise<void> {
  let last = -1;
  const growth = async (): Promise<number> => {
    const now = await heard(page);
    const grown = now - last;
    last = now;
    return grown;
  };
  await expect.poll(growth, { message: "silence", intervals: [1500] }).toBe(0);
}

/** The demo with its real line, and the phones at the other end. */
class Scene {
  private constructor(
    readonly demo: Demo,
    readonly room: string,
    readonly customer: Page,
    private readonly demoUrl: string,
  ) {}

  static async open(page: Page, context: BrowserContext, demoUrl: string, { phone = {}, query = {} }: DemoOptions = {}): Promise<Scene> {
    const room = `t-${randomUUID().slice(0, 13)}`;
    const demo = await Demo.start(page, demoUrl, { query, phone: { line: "customer", room, ...phone } });
    const scene = new Scene(demo, room, await context.newPage(), demoUrl);
    await scene.customer.goto(scene.address("customer"));
    await expect(scene.at("state")).toHaveText("idle");
    return scene;
  }

  address(line: "customer" | "colleague"): string {
    return `${softphone(this.demoUrl)}customer.html?room=${this.room}${line === "customer" ? "" : "&line=colleague"}`;
  }

  at(id: string, page = this.customer): ReturnType<Page["getByTestId"]> {
    return page.getByTestId(`cp-${id}`);
  }

  frame(): Promise<Frame> {
    return frameAt(this.demo.page, softphone(this.demoUrl));
  }

  /** Shows the phone again, which the host has hidden after a call. */
  async show(): Promise<void> {
    await this.demo.page.getByRole("button", { name: "Show phone" }).click();
  }

  /** The user calls, and the customer answers. */
  async talk(): Promise<void> {
    await this.demo.get(`dial-${NUMBERS.mariaMobile}`).click();
    await expect(this.at("state")).toHaveText("ringing");
    await this.demo.expectPhone("ringing");
    await this.at("answer").click();
    await this.demo.expectPhone("connected");
    await expect(this.at("state")).toHaveText("talking");
  }
}

test("a number is clicked, the customer answers, and both hear each other until the user hangs up", async ({ page, context, demoUrl }) => {
  const scene = await Scene.open(page, context, demoUrl);
  const { demo, customer } = scene;
  await scene.talk();
  const frame = await scene.frame();
  await hears(customer);
  await hears(frame);
  await expect(demo.sp("quality")).toHaveText(/^jitter \d+\.\d ms · loss \d+\.\d % · round trip \d+ ms$/);

  // A slow finger: what the phone shows is drawn anew meanwhile.
  await demo.sp("mute").click({ delay: 1500 });
  await hearsNothing(customer);
  await hears(frame);
  await demo.sp("mute").click({ delay: 1500 });
  await hears(customer);

  await demo.sp("hold").click();
  await expect(scene.at("facts")).toHaveText("You are on hold.");
  await hearsNothing(customer);
  await hearsNothing(frame);
  await demo.sp("hold").click();
  await hears(customer);
  await hears(frame);

  await demo.sp("keypad").click();
  for (const key of ["1", "2", "#"]) await demo.sp(`key-${key}`).click();
  await expect(scene.at("facts")).toHaveText("Digits: 12#");

  await demo.sp("hangup").click();
  await expect(scene.at("state")).toHaveText("idle");
  await demo.save("Heard each other.");
  const call = demo.latestCall();
  await expect(call).toHaveAttribute("data-status", "COMPLETED");
  await expect(call).toContainText("Heard each other.");
  for (const type of ["OUTGOING_CALL_STARTED", "CALL_ANSWERED", "CALL_ENDED", "CALL_COMPLETED"]) await expect(demo.log(type)).toHaveCount(1);
});

test("a recording that the user asks for is told to the customer, and plays on the timeline with the call's true duration", async ({ page, context, demoUrl }) => {
  const scene = await Scene.open(page, context, demoUrl);
  const { demo, customer } = scene;
  const dialledAt = Date.now();
  await scene.talk();
  const answeredAt = Date.now();

  await demo.sp("record").click();
  await expect(scene.at("facts")).toHaveText("This call is being recorded.");
  await hears(customer);
  const recordedFrom = Date.now();
  await expect.poll(() => Date.now() - recordedFrom, { message: "some seconds of sound" }).toBeGreaterThan(5000);
  const talkedMs = Date.now() - answeredAt;
  await scene.at("hangup").click();
  await demo.expectPhone("ended");
  const lastedMs = Date.now() - dialledAt;
  await expect(demo.sp("recorded")).toContainText("Recorded");
  await demo.save("With a recording.");

  const player = demo.latestCall().getByTestId("recording").locator("audio");
  await expect(player).toBeVisible();
  await expect.poll(() => player.evaluate((audio: HTMLAudioElement) => audio.duration)).toBeGreaterThan(2);
  await player.evaluate((audio: HTMLAudioElement) => audio.play());
  await expect.poll(() => player.evaluate((audio: HTMLAudioElement) => audio.currentTime)).toBeGreaterThan(0.3);
  await player.evaluate((audio: HTMLAudioElement) => (audio.currentTime = 2));
  await expect.poll(() => player.evaluate((audio: HTMLAudioElement) => audio.currentTime)).toBeGreaterThanOrEqual(2);
  // The page asks for the record's events again, and draws what has changed.
  await player.focus();
  const asked = page.waitForResponse((response) => response.url().includes("/emulator/timeline/"));
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await asked;
  await expect(player).toBeFocused();
  const text = (await demo.latestCall().locator(".entry-facts").textContent()) ?? "";
  const [, minutes = "", seconds = ""] = /(\d+):(\d\d)/.exec(text) ?? [];
  const durationMs = (Number(minutes) * 60 + Number(seconds)) * 1000;
  expect(durationMs, text).toBeGreaterThan(talkedMs - 1000);
  expect(durationMs, text).toBeLessThan(lastedMs + 1000);
});

test("the customer calls, the softphone is loaded anew in mid-call, and the call goes on until the customer closes the page", async ({ page, context, demoUrl }) => {
  const scene = await Scene.open(page, context, demoUrl, { query: REMOTE });
  const { demo, customer } = scene;
  await scene.at("call").click();
  await demo.expectPhone("incoming");
  await expect(demo.sp("caller")).toHaveText("Maria Okafor");
  await demo.sp("answer").click();
  await demo.expectPhone("connected");
  await hears(customer);
  await demo.sp("mute").click();
  await hearsNothing(customer);

  const frame = await scene.frame();
  await frame.evaluate(() => {
    location.reload();
  });
  await expect(demo.sp("timer")).toBeVisible();
  await demo.expectPhone("connected");
  await expect(demo.sp("caller")).toHaveText("Maria Okafor");
  await hears(await scene.frame());
  await expect(demo.sp("mute")).toHaveAttribute("aria-pressed", "true");
  await hearsNothing(customer);
  await demo.sp("mute").click();
  await hears(customer);

  await customer.close();
  await demo.save("Cut off.");
  await expect(demo.latestCall()).toHaveAttribute("data-status", "COMPLETED");
  await expect(demo.latestCall()).toHaveAttribute("data-direction", "INBOUND");
  await expect(demo.log("INCOMING_CALL")).toHaveCount(1);
});

test("a call ends as each side ends it before an answer", async ({ page, context, demoUrl }) => {
  const scene = await Scene.open(page, context, demoUrl, { phone: { save: "auto" }, query: REMOTE });
  const { demo } = scene;
  const ended = async (status: string): Promise<void> => {
    await expect(scene.at("state")).toHaveText("idle");
    await expect(demo.latestCall()).toHaveAttribute("data-status", status);
  };

  await demo.get(`dial-${NUMBERS.mariaMobile}`).click();
  await scene.at("decline").click();
  await ended("REJECTED");
  await scene.show();
  await demo.get(`dial-${NUMBERS.mariaMobile}`).click();
  await expect(scene.at("state")).toHaveText("ringing");
  await demo.sp("hangup").click();
  await ended("CANCELED");
  await scene.show();
  await scene.at("call").click();
  await demo.sp("decline").click();
  await expect(scene.at("notice")).toHaveText("The softphone declined the call.");
  await ended("REJECTED");
  await scene.show();
  await scene.at("call").click();
  await demo.expectPhone("incoming");
  await scene.at("hangup").click();
  await ended("MISSED");
});

test("a call is transferred to the colleague's phone, or comes back where nobody has it open", async ({ page, context, demoUrl }) => {
  const scene = await Scene.open(page, context, demoUrl);
  const { demo, customer } = scene;
  await scene.talk();

  await demo.sp("transfer").click();
  await expect(demo.sp("notice")).toContainText("The colleague did not take the call.");
  await demo.expectPhone("connected");
  const colleague = await context.newPage();
  await colleague.goto(scene.address("colleague"));
  await expect(scene.at("state", colleague)).toHaveText("idle");
  await demo.sp("transfer").click();
  await scene.at("answer", colleague).click();

  await expect(demo.sp("notice")).toContainText("transferred");
  await demo.expectPhone("idle");
  await expect(demo.log("CALL_TRANSFERRED")).toHaveCount(1);
  await hears(customer);
  await hears(colleague);
  await scene.at("hangup", colleague).click();
  await expect(scene.at("state")).toHaveText("idle");
});

test("a customer who leaves while it rings does not answer, nor does one who is not there", async ({ page, context, demoUrl }) => {
  const scene = await Scene.open(page, context, demoUrl);
  const { demo } = scene;
  const dial = demo.get(`dial-${NUMBERS.mariaMobile}`);
  const expectNoAnswer = async (): Promise<void> => {
    await demo.expectPhone("ended");
    await expect(demo.sp("notice")).toContainText("did not answer");
    await demo.save("");
    await expect(demo.latestCall()).toHaveAttribute("data-status", "NO_ANSWER");
  };

  await dial.click();
  await expect(scene.at("state")).toHaveText("ringing");
  await scene.customer.close();
  await expectNoAnswer();

  await scene.show();
  await dial.click();
  await expectNoAnswer();
});

test("without a microphone the softphone says so, and works as before", async ({ page, context, demoUrl }) => {
  await context.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("none", "NotFoundError"));
  });
  const demo = await Demo.start(page, demoUrl);

  await demo.sp("live").click();

  await expect(demo.sp("notice")).toContainText("There is no microphone. The calls stay simulated.");
  await demo.call(NUMBERS.mariaMobile);
  await demo.sp("hangup").click();
  await demo.save("As before.");
  await expect(demo.latestCall()).toHaveAttribute("data-status", "COMPLETED");
});

test("a microphone that is taken away fails the call, not the phone", async ({ page, context, demoUrl }) => {
  const scene = await Scene.open(page, context, demoUrl, { phone: { save: "auto" }, query: REMOTE });
  const frame = await scene.frame();
  await frame.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("none", "NotAllowedError"));
  });

  await scene.demo.get(`dial-${NUMBERS.mariaMobile}`).click();

  await expect(scene.demo.latestCall()).toHaveAttribute("data-status", "FAILED");
  await expect(scene.at("state")).toHaveText("idle");
});

test("the user chooses the real line and goes back, and what strangers say in the room changes nothing", async ({ page, context, demoUrl }) => {
  const room = `t-${randomUUID().slice(0, 13)}`;
  const demo = await Demo.start(page, demoUrl, { phone: { room } });
  await demo.sp("live").click();
  await expect(demo.sp("line")).toContainText("over WebRTC");
  const opening = context.waitForEvent("page");
  await demo.sp("customer").click();
  const customer = await opening;
  await expect(customer.getByTestId("cp-state")).toHaveText("idle");

  await customer.evaluate(async (room) => {
    const say = (data: string): Promise<Response> =>
      fetch(`/emulator/signals/${room}`, { method: "POST", headers: { "content-type": "application/json", "x-emulator-control": "1" }, body: JSON.stringify({ from: "stranger", data }) });
    for (const data of ["", "null", "[]", "7", "{", '{"type":"here"}', '{"type":"left"}', '{"type":"constructor"}', '{"type":"end"}', '{"type":"end","callId":"x"}', '{"type":"accept","callId":"x","sdp":"v=0"}', '{"type":"offer","callId":"x","sdp":7}', '{"type":"confirm","callId":{}}', '{"type":"invite"}']) {
      await say(data);
    }
  }, room);
  await customer.getByTestId("cp-decline").or(customer.getByTestId("cp-call")).first().waitFor();
  await customer.reload();
  await expect(customer.getByTestId("cp-state")).toHaveText("idle");
  await demo.get(`dial-${NUMBERS.mariaMobile}`).click();
  await customer.getByTestId("cp-answer").click();
  await demo.expectPhone("connected");
  await demo.sp("hangup").click();
  await demo.save("");
  await page.getByRole("button", { name: "Show phone" }).click();
  await demo.sp("simulate").click();
  await expect(demo.sp("incoming")).toBeVisible();
});

test("both phones are accessible, narrow and wide, light and dark", async ({ page, context, demoUrl }) => {
  const room = `t-${randomUUID().slice(0, 13)}`;
  const customer = await context.newPage();
  await page.goto(`${softphone(demoUrl)}?login=auto&line=customer&room=${room}`);
  await customer.goto(`${softphone(demoUrl)}customer.html?room=${room}`);
  await expect(page.getByTestId("sp-line")).toContainText("over WebRTC");
  await expect(customer.getByTestId("cp-state")).toHaveText("idle");
  const both = async (): Promise<void> => {
    for (const each of [page, customer]) await expectAccessible(each, "#phone", () => Promise.resolve());
  };

  await both();
  await customer.getByTestId("cp-call").press("Enter");
  await expect(page.getByTestId("sp-state")).toHaveText("incoming");
  await both();
  await page.getByTestId("sp-answer").press("Enter");
  await expect(page.getByTestId("sp-state")).toHaveText("connected");
  await expect(page.getByTestId("sp-quality")).toContainText("jitter");
  await both();
});
