// A widget with Twilio's SDK as its npm package has it. Its gateway is ours
// (`support/twilio-gateway.ts`), with the customer's sound behind it: no account was used.
import type { BrowserContext, Frame, Page } from "@playwright/test";

import { heard } from "./support/heard.ts";
import { EXAMPLE, hostPage, IN, OUT, talked, unanswered } from "./support/phone-host.ts";
import { BY_CLOCK, expect, type Site, test } from "./support/test.ts";
import { TwilioGateway } from "./support/twilio-gateway.ts";

type Line = { host: Page; widget: Frame; customer: Page; gateway: TwilioGateway };

function widgetPage(site: Site, main = (): void => {
  window.openTwilioWidget();
}): string {
  return site.page("localhost", { libraries: ["twilio-phone"], main });
}

/** A widget that is registered, in a host. */
async function open(context: BrowserContext, site: Site, url = widgetPage(site)): Promise<Line> {
  const customer = await context.newPage();
  await customer.goto(site.page("localhost", { libraries: ["twilio-phone"] }));
  const gateway = await TwilioGateway.open(context, customer);
  const host = await context.newPage();
  await host.goto(site.page("crm.localhost", hostPage, url));
  await host.waitForFunction(() => window.host.widget.isAvailable, undefined, BY_CLOCK);
  const widget = host.frames()[1];
  if (widget === undefined) {
    throw new Error("the widget has no frame");
  }
  return { host, widget, customer, gateway };
}

/** Dials in the CRM, until it rings at the customer's. */
async function dial({ host, widget, gateway }: Line): Promise<void> {
  await host.evaluate(() => window.host.dialNumber({ phoneNumber: "+1 (202) 555-0123" }));
  await expect.poll(() => gateway.heard).toContain("invite");
  await state(widget, "dialing");
}

/** A call comes in. */
async function ring({ widget, gateway }: Line): Promise<void> {
  await gateway.ring("+12025550123");
  await state(widget, "ringing");
}

async function state(widget: Frame, expected: string): Promise<void> {
  await widget.waitForFunction((expected) => window.binding.calls.at(-1)?.state === expected, expected, BY_CLOCK);
}

/** Both sides talk, and hear each other. */
async function talk({ widget, customer }: Line): Promise<void> {
  await state(widget, "connected");
  for (const end of [widget, customer]) {
    await expect.poll(() => heard(end), { message: "sound arrives" }).toBeGreaterThan(0.0001);
  }
}

/** What the host got, and the codes that were reported. */
async function outcome({ host, widget }: Line): Promise<[string[], string[]]> {
  await state(widget, "closed");
  return [await host.evaluate(() => window.said), await widget.evaluate(() => window.phoneCodes)];
}

test("an outgoing call with sound, hung up by the customer", async ({ context, site }) => {
  const line = await open(context, site);
  await dial(line);
  await line.gateway.answer();
  await talk(line);

  line.gateway.say("hangup", { callsid: line.gateway.sid });

  expect(await outcome(line)).toEqual([talked(OUT), []]);
  expect(line.gateway.heard).toEqual(["invite"]);
});

test("an incoming call with sound, digits and mute, hung up in the CRM", async ({ context, site }) => {
  const line = await open(context, site);
  await ring(line);
  await line.widget.evaluate(() => {
    window.binding.answer();
  });
  await talk(line);
  await line.widget.evaluate(() => {
    window.binding.mute(true);
    window.binding.sendDigits("12#");
  });

  await line.host.evaluate(() => window.host.endCall());

  expect(await outcome(line)).toEqual([talked(IN), []]);
  expect(line.gateway.heard).toEqual(["answer", "hangup"]);
});

test("an outgoing call that is not answered ends as the gateway says, or as the user does", async ({ context, site }) => {
  const line = await open(context, site);
  for (const [code, status] of [
    [31_486, "BUSY"],
    [31_480, "NO_ANSWER"],
    [31_603, "REJECTED"],
    [31_404, "FAILED"],
    [31_005, "FAILED"],
    [undefined, "CANCELED"],
  ] as const) {
    await test.step(`${String(code)} is ${status}`, async () => {
      await dial(line);

      if (code === undefined) {
        await line.host.evaluate(() => window.host.endCall());
      } else {
        line.gateway.say("hangup", { callsid: line.gateway.sid, error: { code, message: "no" } });
      }

      expect(await outcome(line)).toEqual([unanswered(OUT, status), []]);
      expect(line.gateway.heard.splice(0)).toEqual(code === undefined ? ["invite", "hangup"] : ["invite"]);
      await line.host.evaluate(() => {
        window.said = [];
      });
    });
  }
});

test("a call that is hung up before Twilio has made it never rings", async ({ context, site }) => {
  const line = await open(context, site);

  await line.widget.evaluate(() => {
    window.binding.dial("+12025550123");
    window.binding.hangUp();
  });

  expect(await outcome(line)).toEqual([unanswered(OUT, "CANCELED"), []]);
  await line.widget.evaluate(() => window.binding.dial("+12025550123"));
  await expect.poll(() => line.gateway.heard.at(-1)).toBe("invite");
  expect(line.gateway.heard.filter((type) => type === "invite")).toHaveLength(1);
});

for (const [refusal, code] of [
  [31_205, "PHONE_UNAUTHORIZED"],
  // Twilio's SDK itself makes a fault of the connection of it.
  [31_202, "PHONE_OFFLINE"],
] as const) {
  test(`a dial fails whose token is refused with ${String(refusal)}: after Twilio has made the call, and before`, async ({ context, site }) => {
    const line = await open(context, site);
    line.gateway.refusal = refusal;
    await dial(line);
    expect(await outcome(line)).toEqual([unanswered(OUT, "FAILED"), [code]]);

    await line.gateway.close();
    await line.host.waitForFunction(() => !window.host.widget.isAvailable, undefined, BY_CLOCK);
    for (const dials of [2, 3]) {
      await line.host.evaluate(() => window.host.dialNumber({ phoneNumber: "+12025550123" }));
      await line.widget.waitForFunction((dials) => window.binding.calls.length === dials, dials, BY_CLOCK);
      await state(line.widget, "closed");
    }

    expect(await line.widget.evaluate(() => window.phoneCodes)).toEqual([code, code, code]);
  });
}

test("a caller who withholds the number has none", async ({ context, site }) => {
  const line = await open(context, site);

  await line.gateway.ring("+266696687");
  await state(line.widget, "ringing");

  expect(await line.widget.evaluate(() => window.binding.calls[0]?.number)).toBe("");
});

test("an incoming call that the caller gives up, and one that the user declines", async ({ context, site }) => {
  const line = await open(context, site);
  await ring(line);
  line.gateway.say("cancel", { callsid: line.gateway.sid });
  await state(line.widget, "closed");
  await ring(line);
  await line.widget.evaluate(() => {
    window.binding.decline();
  });

  expect(await outcome(line)).toEqual([[...unanswered(IN, "MISSED"), ...unanswered(IN, "REJECTED")], []]);
  expect(line.gateway.heard).toEqual(["reject"]);
});

test("a call that rings is dropped as the user dials, as Twilio does", async ({ context, site }) => {
  const line = await open(context, site);
  await ring(line);

  await line.widget.evaluate(() => window.binding.dial("+12025550123"));

  await expect.poll(() => line.host.evaluate(() => window.said.slice().sort())).toEqual([...unanswered(IN, "MISSED"), OUT].sort());
});

test("without a microphone the call has failed", async ({ context, site }) => {
  const line = await open(context, site);
  await line.widget.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("no", "NotAllowedError"));
  });

  await line.host.evaluate(() => window.host.dialNumber({ phoneNumber: "+12025550123" }));

  expect(await outcome(line)).toEqual([unanswered(OUT, "FAILED"), ["PHONE_MICROPHONE_DENIED"]]);
});

test("a connection that breaks off in a call is there again, and the call goes on", async ({ context, site }) => {
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

test("a call that the gateway will not take back has failed", async ({ context, site }) => {
  const line = await open(context, site);
  await dial(line);
  await line.gateway.answer();
  await talk(line);

  await line.gateway.close();

  expect(await outcome(line)).toEqual([[OUT, "CALL_ANSWERED", "CALL_ENDED FAILED", "CALL_COMPLETED"], []]);
});

test("hold and transfer are the app's server's, and without it the call goes on", async ({ context, site }) => {
  const main = (): void => {
    window.asked = [];
    window.openTwilioWidget({ transfer: (sid, target) => window.asked.push(`transfer ${sid} ${JSON.stringify(target)}`) });
  };
  const line = await open(context, site, widgetPage(site, main));
  await dial(line);
  await line.gateway.answer();
  await talk(line);

  await line.widget.evaluate(() => {
    window.binding.hold(true);
    window.binding.transfer("+12025550177");
  });

  expect(await outcome(line)).toEqual([[OUT, "CALL_ANSWERED", "CALL_TRANSFERRED"], ["PHONE_THREW"]]);
  expect(await line.widget.evaluate(() => window.asked)).toEqual([`transfer ${line.gateway.sid} "+12025550177"`]);
  await expect.poll(() => line.gateway.heard).toEqual(["invite", "hangup"]);
});

test("the example takes a call", async ({ context, site }) => {
  const { host, gateway } = await open(context, site, `${site.page("localhost", { libraries: ["phone-twilio"], body: EXAMPLE })}?token=token`);
  await gateway.ring("+12025550123");

  const frame = host.frameLocator("iframe");
  await expect(frame.getByRole("listitem")).toHaveText(/ ringing$/);
  await frame.getByRole("button", { name: "Answer" }).click();
  await expect(frame.getByRole("listitem")).toHaveText(/ connected$/);
  await frame.getByRole("button", { name: "Hang up" }).click();

  await expect.poll(() => host.evaluate(() => window.said)).toEqual(talked(IN));
});

declare global {
  interface Window {
    asked: string[];
  }
}
