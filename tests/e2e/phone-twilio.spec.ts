// A widget with Twilio's SDK from its npm package. Its gateway is ours
// (`support/twilio-gateway.ts`), with the customer's sound behind it: no account was used.
import type { BrowserContext, Frame, Page } from "@playwright/test";

import { heard } from "./support/heard.ts";
import { EXAMPLE, hostPage, IN, OUT, type PhoneCase, runCases, talked, unanswered } from "./support/phone-host.ts";
import { BY_CLOCK, expect, frameAt, type Site, test } from "./support/test.ts";
import { TwilioGateway } from "./support/twilio-gateway.ts";

/** A registered widget in a host; `again` clears the recorded calls. */
type Line = { host: Page; widget: Frame; customer: Page; gateway: TwilioGateway; again: () => Promise<void> };

function widgetPage(site: Site): string {
  return site.page("localhost", {
    libraries: ["twilio-phone"],
    main: () => {
      window.openTwilioWidget();
    },
  });
}

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
  const again = async (): Promise<void> => {
    gateway.heard.length = 0;
    await host.evaluate(() => {
      window.said = [];
    });
    await widget.evaluate(() => {
      window.phoneCodes.length = 0;
    });
  };
  return { host, widget, customer, gateway, again };
}

/** Dials in the CRM, until the customer's phone rings. */
async function dial({ host, widget, gateway }: Line): Promise<void> {
  await host.evaluate(() => window.host.dialNumber({ phoneNumber: "+1 (202) 555-0123" }));
  await expect.poll(() => gateway.heard).toContain("invite");
  await state(widget, "dialing");
}

/** Rings with an incoming call. */
async function ring({ widget, gateway }: Line, from = "+12025550123"): Promise<void> {
  await gateway.ring(from);
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

/** Dials beside the CRM, and returns once Twilio is asked for the call. */
async function place({ widget, gateway }: Line, act: () => unknown): Promise<void> {
  await widget.evaluate(act);
  await expect.poll(() => gateway.heard).toContain("invite");
}

type Case = PhoneCase<Line>;

/** Calls, with what the host is told and the reported codes. */
const CALLS: readonly Case[] = [
  // Twilio's code of a SIP status is 31000 plus the status.
  ...([[31_486, "BUSY"], [31_480, "NO_ANSWER"], [31_603, "REJECTED"], [31_404, "FAILED"], [31_005, "FAILED"]] as const).map(
    ([code, status]): Case => [`a dialled call ends with ${String(code)}`, async (line) => {
      await dial(line);
      line.gateway.say("hangup", { callsid: line.gateway.sid, error: { code, message: "no" } });
    }, unanswered(OUT, status)],
  ),
  ["the caller gives up", async (line) => {
    await ring(line);
    line.gateway.say("cancel", { callsid: line.gateway.sid });
  }, unanswered(IN, "MISSED")],
  ["the user declines", async (line) => {
    await ring(line);
    await line.widget.evaluate(() => {
      window.binding.decline();
    });
  }, unanswered(IN, "REJECTED")],
  ["a dial is hung up at once", (line) => line.widget.evaluate(() => {
    window.binding.dial("+12025550123");
    window.binding.hangUp();
  }), unanswered(OUT, "CANCELED")],
  // Twilio ignores the call, without an event (twilio/twilio-voice.js#92). Its number is that of a caller who has none.
  ["a call rings as the user dials", async (line) => {
    await ring(line, "+266696687");
    expect(await line.widget.evaluate(() => window.binding.calls.at(-1)?.number)).toBe("");
    await place(line, () => window.binding.dial("+12025550123"));
    await line.widget.waitForFunction(() => window.binding.calls.filter(({ state }) => state !== "closed").length === 1, undefined, BY_CLOCK);
    await line.widget.evaluate(() => {
      window.binding.hangUp();
    });
  }, [IN, OUT, ...unanswered(IN, "MISSED").slice(1), ...unanswered(OUT, "CANCELED").slice(1)]],
  ["a call is placed beside the binding", async (line) => {
    await place(line, () => void window.device.connect({ params: { To: "+12025550177" } }));
    await line.gateway.answer();
    await state(line.widget, "connected");
    line.gateway.say("hangup", { callsid: line.gateway.sid });
  }, talked(OUT)],
  ["the app's server transfers, and holds if it can", async (line) => {
    await dial(line);
    await line.gateway.answer();
    await state(line.widget, "connected");
    await line.widget.evaluate(() => {
      window.binding.hold(true);
      window.binding.transfer("+12025550177");
    });
    expect(await line.widget.evaluate(() => window.transfer.asked)).toEqual([line.gateway.sid, "+12025550177"]);
    // The server takes the user's leg away before it answers.
    line.gateway.say("hangup", { callsid: line.gateway.sid });
    await line.widget.waitForFunction(() => window.device.calls.length === 0, undefined, BY_CLOCK);
    await line.widget.evaluate(() => {
      window.transfer.done();
    });
  }, [OUT, "CALL_ANSWERED", "CALL_TRANSFERRED"], "PHONE_THREW"],
];

test("each call ends as Twilio says", async ({ context, site }) => {
  await runCases(CALLS, await open(context, site));
});

// A refused device recovers by itself, and nothing shows when.
for (const [refusal, code] of [[31_205, "PHONE_UNAUTHORIZED"], [31_005, "PHONE_OFFLINE"]] as const) {
  test(`a device that is refused with ${String(refusal)} fails each dial`, async ({ context, site }) => {
    const line = await open(context, site);
    line.gateway.refusal = refusal;
    const dials = ["first", "second"].map((which): Case => [`the ${which} dial`, async ({ host }) => {
      await host.evaluate(() => window.host.dialNumber({ phoneNumber: "+12025550123" }));
    }, unanswered(OUT, "FAILED"), code]);

    await runCases(dials, line);
  });
}

test("a dial without a microphone fails", async ({ context, site }) => {
  const line = await open(context, site);
  await line.widget.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("no", "NotAllowedError"));
  });

  await line.host.evaluate(() => window.host.dialNumber({ phoneNumber: "+12025550123" }));

  expect(await outcome(line)).toEqual([unanswered(OUT, "FAILED"), ["PHONE_MICROPHONE_DENIED"]]);
});
