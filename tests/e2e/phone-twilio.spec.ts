// A widget with Twilio's SDK from its npm package. Its gateway is ours
// (`support/twilio-gateway.ts`), with the customer's sound behind it: no account was used.
import type { BrowserContext, Frame, Page } from "@playwright/test";

import { heard } from "./support/heard.ts";
import { EXAMPLE, hostPage, IN, OUT, talked, unanswered } from "./support/phone-host.ts";
import { BY_CLOCK, expect, frameAt, type Site, test } from "./support/test.ts";
import { TwilioGateway } from "./support/twilio-gateway.ts";

type Line = { host: Page; widget: Frame; customer: Page; gateway: TwilioGateway };

function widgetPage(site: Site): string {
  return site.page("localhost", {
    libraries: ["twilio-phone"],
    main: () => {
      window.openTwilioWidget();
    },
  });
}

/** A registered widget in a host. */
async function open(context: BrowserContext, site: Site, url = widgetPage(site), hostName = "crm.localhost"): Promise<Line> {
  const customer = await context.newPage();
  await customer.goto(site.page("localhost", { libraries: ["twilio-phone"] }));
  const gateway = await TwilioGateway.open(context, customer);
  const host = await context.newPage();
  await host.goto(site.page(hostName, hostPage, url));
  await host.waitForFunction(() => window.host.widget.isAvailable, undefined, BY_CLOCK);
  const widget = host.frames()[1];
  if (widget === undefined) {
    throw new Error("the widget has no frame");
  }
  return { host, widget, customer, gateway };
}

/** Dials in the CRM, until the customer's phone rings. */
async function dial({ host, widget, gateway }: Line): Promise<void> {
  await host.evaluate(() => window.host.dialNumber({ phoneNumber: "+1 (202) 555-0123" }));
  await expect.poll(() => gateway.heard).toContain("invite");
  await state(widget, "dialing");
}

/** Rings with an incoming call. */
async function ring({ widget, gateway }: Line): Promise<void> {
  await gateway.ring("+12025550123");
  await state(widget, "ringing");
}

async function state(widget: Frame, expected: string): Promise<void> {
  await widget.waitForFunction((expected) => window.binding.calls.at(-1)?.state === expected, expected, BY_CLOCK);
}

/** Waits until both sides talk, and hear each other. */
async function talk({ widget, customer }: Line): Promise<void> {
  await state(widget, "connected");
  for (const end of [widget, customer]) {
    await expect.poll(() => heard(end), { message: "sound arrives" }).toBeGreaterThan(0.0001);
  }
}

/** Clears the recorded calls. */
async function again({ host, widget, gateway }: Line): Promise<void> {
  gateway.heard.length = 0;
  await host.evaluate(() => {
    window.said = [];
  });
  await widget.evaluate(() => {
    window.phoneCodes.length = 0;
  });
}

/** The host's messages, and the reported codes. */
async function outcome({ host, widget }: Line): Promise<[string[], string[]]> {
  await state(widget, "closed");
  return [await host.evaluate(() => window.said), await widget.evaluate(() => window.phoneCodes)];
}

test("a call has sound, and the example takes one", async ({ context, site }) => {
  const line = await open(context, site);
  await dial(line);
  await line.gateway.answer();
  await talk(line);
  await line.widget.evaluate(() => {
    window.binding.sendDigits("12#");
    window.binding.mute(true);
  });
  line.gateway.say("hangup", { callsid: line.gateway.sid });
  expect(await outcome(line)).toEqual([talked(OUT), []]);
  expect(line.gateway.heard).toEqual(["invite"]);
  await line.host.close();

  const { host, gateway } = await open(context, site, `${site.page("localhost", { libraries: ["phone-twilio"], body: EXAMPLE })}?token=token`);
  await gateway.ring("+12025550123");
  const frame = host.frameLocator("iframe");
  await expect(frame.getByRole("listitem")).toHaveText(/ ringing$/);
  await frame.getByRole("button", { name: "Answer" }).click();
  await expect(frame.getByRole("listitem")).toHaveText(/ connected$/);
  await frame.getByRole("button", { name: "Hang up" }).click();
  await expect.poll(() => host.evaluate(() => window.said)).toEqual(talked(IN));
  expect(gateway.heard).toEqual(["answer", "hangup"]);
});

test("a call goes on after its connection broke off", async ({ context, site }) => {
  const line = await open(context, site);
  await dial(line);
  await line.gateway.answer({ reconnect: "token" });
  await talk(line);
  await line.gateway.close();
  await line.host.waitForFunction(() => !window.host.widget.isAvailable, undefined, BY_CLOCK);
  await line.host.waitForFunction(() => window.host.widget.isAvailable, undefined, BY_CLOCK);
  await line.widget.evaluate(() => {
    window.binding.hangUp();
  });
  expect(await outcome(line)).toEqual([talked(OUT), []]);
});

test("a page reloaded in a call ends it once", async ({ context, site }) => {
  // A frame on another site gets no storage here.
  const line = await open(context, site, widgetPage(site), "localhost");
  for (const isHost of [false, true]) {
    await again(line);
    await dial(line);
    await line.gateway.answer();
    await talk(line);

    await (isHost ? line.host.reload() : line.widget.evaluate(() => location.reload()));

    await expect.poll(() => line.host.evaluate(() => window.said)).toEqual(talked(OUT));
    await line.host.waitForFunction(() => window.host.state === "initialized" && window.host.widget.isAvailable, undefined, BY_CLOCK);
    expect(await line.host.evaluate(() => window.said)).toEqual(talked(OUT));
  }
});

test("a closed window leaves its ringing call to the other", async ({ context, site }) => {
  const main = (): void => {
    window.openTwilioWidget(true);
  };
  const widget = site.page("localhost", { libraries: ["twilio-phone"], main });
  const leading = await open(context, site, widget, "localhost");
  await leading.widget.waitForFunction(() => window.cti.role === "leader", undefined, BY_CLOCK);
  const host = await context.newPage();
  await host.goto(site.page("localhost", hostPage, widget));
  const left = { ...leading, host, widget: await frameAt(host, widget) };
  await left.widget.waitForFunction(() => window.cti.role === "follower", undefined, BY_CLOCK);
  await host.waitForFunction(() => window.host.widget.isAvailable, undefined, BY_CLOCK);
  await left.gateway.ring("+12025550123");
  for (const { widget } of [leading, left]) {
    await widget.waitForFunction(() => window.binding.calls[0]?.state === "ringing" && window.cti.calls[0]?.state === "ringing", undefined, BY_CLOCK);
  }

  // Twilio's SDK rejects the call as the page goes.
  await leading.host.goto("about:blank");
  await left.widget.waitForFunction(() => window.cti.role === "leader" && window.cti.diagnostics().windows.others === 0, undefined, BY_CLOCK);
  await left.widget.evaluate(() => window.binding.answer());
  await talk(left);
  left.gateway.say("hangup", { callsid: left.gateway.sid });

  expect(await outcome(left)).toEqual([talked(IN), []]);
});

test("calls fail, are missed and are declined as Twilio says", async ({ context, site }) => {
  const line = await open(context, site);
  await dial(line);
  line.gateway.say("hangup", { callsid: line.gateway.sid, error: { code: 31_486, message: "no" } });
  expect(await outcome(line)).toEqual([unanswered(OUT, "BUSY"), []]);

  await again(line);
  await ring(line);
  line.gateway.say("cancel", { callsid: line.gateway.sid });
  await state(line.widget, "closed");
  await ring(line);
  await line.widget.evaluate(() => {
    window.binding.decline();
  });
  expect(await outcome(line)).toEqual([[...unanswered(IN, "MISSED"), ...unanswered(IN, "REJECTED")], []]);

  await again(line);
  line.gateway.refusal = 31_205;
  await dial(line);
  expect(await outcome(line)).toEqual([unanswered(OUT, "FAILED"), ["PHONE_UNAUTHORIZED"]]);

  // A refused device recovers by itself, and nothing shows when.
  await line.host.close();
  const other = await open(context, site);
  await other.widget.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("no", "NotAllowedError"));
  });
  await other.host.evaluate(() => window.host.dialNumber({ phoneNumber: "+12025550123" }));
  expect(await outcome(other)).toEqual([unanswered(OUT, "FAILED"), ["PHONE_MICROPHONE_DENIED"]]);
});
