// The demo's softphone on its real line: two pages of one browser call each other over
// WebRTC, with the sound measured at both ends.
import { randomUUID } from "node:crypto";

import type { BrowserContext, Frame, Page } from "@playwright/test";

import { expectAccessible } from "./support/accessible.ts";
import { Demo, type DemoOptions, NUMBERS, softphone } from "./support/demo.ts";
import { heard, noteConnections } from "./support/heard.ts";
import { expect, frameAt, test } from "./support/test.ts";

/** The CRM's place for incoming calls. */
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
    await scene.customer.goto(scene.address());
    await expect(scene.at("state")).toHaveText("idle");
    return scene;
  }

  address(): string {
    return `${softphone(this.demoUrl)}customer.html?room=${this.room}`;
  }

  at(id: string): ReturnType<Page["getByTestId"]> {
    return this.customer.getByTestId(`cp-${id}`);
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

  // A slow click: the phone is redrawn meanwhile.
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

test("the user chooses the real line, which needs a microphone, and goes back", async ({ page, context, demoUrl }) => {
  const room = `t-${randomUUID().slice(0, 13)}`;
  const demo = await Demo.start(page, demoUrl, { phone: { room } });
  const frame = await frameAt(page, softphone(demoUrl));
  await frame.evaluate(() => {
    const devices = navigator.mediaDevices;
    const ask = devices.getUserMedia.bind(devices);
    devices.getUserMedia = () => {
      devices.getUserMedia = ask;
      return Promise.reject(new DOMException("none", "NotFoundError"));
    };
  });
  await demo.sp("live").click();
  await expect(demo.sp("notice")).toContainText("There is no microphone. The calls stay simulated.");
  await demo.sp("live").click();
  await expect(demo.sp("line")).toContainText("over WebRTC");
  const opening = context.waitForEvent("page");
  await demo.sp("customer").click();
  const customer = await opening;
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
