// The page of the CRM, or the widget's alone, is reloaded in a call, as agents do all day: each
// host gets the end of the call once. The phones are those of phone-sip and phone-twilio.
import type { BrowserContext, Frame, Page } from "@playwright/test";

import { heard } from "./support/heard.ts";
import type { SipAccount } from "./support/pages/sip-phone.ts";
import { hostPage, OUT, plainHostPage, talked } from "./support/phone-host.ts";
import { installed, SipServer } from "./support/sip/server.ts";
import { BY_CLOCK, expect, frameAt, type Site, test } from "./support/test.ts";
import { TwilioGateway } from "./support/twilio-gateway.ts";

const HOSTS = { "our host": hostPage, "a plain host": plainHostPage };

let users = 0;

/** A widget's page, and the customer's acts. */
type Phone = { widget: string; number: string; answer(): Promise<void> };

async function openSip(context: BrowserContext, site: Site, sip: SipServer, library: SipAccount["library"]): Promise<Phone> {
  const user = `reloads${String(++users)}`;
  const main = (account: SipAccount): void => {
    window.openSipWidget(account);
  };
  const customer = await context.newPage();
  await customer.goto(
    site.page(
      "localhost",
      {
        libraries: ["sip-phone"],
        main: (account: SipAccount) => {
          const phone = window.openSipPhone(account);
          phone.listen((event) => {
            if (event.type === "incoming") {
              void phone.answer(event.callId);
            }
          });
        },
      },
      { library: "sipjs", url: sip.url, user: `customer-${user}` },
    ),
  );
  await customer.waitForFunction(() => window.sipEvents.includes("registered"), undefined, BY_CLOCK);
  return {
    widget: site.page("localhost", { libraries: ["sip-phone"], main }, { library, url: sip.url, user }),
    number: `sip:customer-${user}@localhost`,
    answer: () => Promise.resolve(),
  };
}

async function openTwilio(context: BrowserContext, site: Site): Promise<Phone> {
  const customer = await context.newPage();
  await customer.goto(site.page("localhost", { libraries: ["twilio-phone"] }));
  const gateway = await TwilioGateway.open(context, customer);
  const main = (): void => {
    window.openTwilioWidget();
  };
  return {
    widget: site.page("localhost", { libraries: ["twilio-phone"], main }),
    number: "+1 (202) 555-0123",
    answer: async () => {
      await expect.poll(() => gateway.heard).toContain("invite");
      gateway.heard.length = 0;
      await gateway.answer();
    },
  };
}

/** The widget's frame, once the host can dial in it. */
async function widgetIn(host: Page, url: string): Promise<Frame> {
  await host.waitForFunction(() => window.host.state === "initialized" && window.host.widget.isAvailable, undefined, BY_CLOCK);
  return frameAt(host, url);
}

async function expectEndAfterReload(host: Page, phone: Phone, isHostReloaded: boolean): Promise<void> {
  const widget = await widgetIn(host, phone.widget);
  await host.evaluate((number) => {
    window.said = [];
    window.host.dialNumber({ phoneNumber: number });
  }, phone.number);
  await phone.answer();
  await widget.waitForFunction(() => window.binding.calls.at(-1)?.state === "connected", undefined, BY_CLOCK);
  await expect.poll(() => heard(widget), { message: "sound arrives" }).toBeGreaterThan(0.0001);

  if (isHostReloaded) {
    await host.reload();
  } else {
    await widget.evaluate(() => {
      location.reload();
    });
  }

  await expect.poll(() => host.evaluate(() => window.said)).toEqual(talked(OUT));
  await widgetIn(host, phone.widget);
  expect(await host.evaluate(() => window.said)).toEqual(talked(OUT));
}

for (const [name, page] of Object.entries(HOSTS)) {
  for (const library of ["sipjs", "jssip"] as const) {
    test(`${library}: ${name} and its widget are reloaded in a call`, async ({ context, site, sip }) => {
      test.skip(installed() === undefined);
      const phone = await openSip(context, site, sip, library);
      const host = await context.newPage();
      await host.goto(site.page("localhost", page, phone.widget));
      for (const isHostReloaded of [false, true]) {
        await expectEndAfterReload(host, phone, isHostReloaded);
      }
    });
  }

  test(`twilio: ${name} and its widget are reloaded in a call`, async ({ context, site }) => {
    const phone = await openTwilio(context, site);
    const host = await context.newPage();
    await host.goto(site.page("localhost", page, phone.widget));
    for (const isHostReloaded of [false, true]) {
      await expectEndAfterReload(host, phone, isHostReloaded);
    }
  });
}
