// A widget with a SIP phone, a customer with another, and a real server between them: the
// sound at both ends, and what only a browser, its network or the server decides. The adapters'
// rules are in tests/unit/phone-sip.test.ts, the phone's in tests/phone.rs.
import type { BrowserContext, Frame, Page } from "@playwright/test";

import { heard } from "./support/heard.ts";
import type { SipAccount } from "./support/pages/sip-phone.ts";
import { EXAMPLE, hostPage, IN, OUT, type PhoneCase, runCases, talked, unanswered } from "./support/phone-host.ts";
import { Detour } from "./support/sip/detour.ts";
import { INSTALL, installed, SipServer } from "./support/sip/server.ts";
import { BY_CLOCK, expect, frameAt, type Site, test } from "./support/test.ts";

test.skip(installed() === undefined, `no SIP server on this machine: ${INSTALL}`);

type Library = SipAccount["library"];

let users = 0;

/** A page with only a phone, once that is registered. */
async function openPhone(context: BrowserContext, site: Site, account: SipAccount): Promise<Page> {
  const page = await context.newPage();
  const main = (account: SipAccount): void => {
    window.openSipPhone(account);
  };
  await page.goto(site.page("localhost", { libraries: ["sip-phone"], main }, account));
  await page.waitForFunction(() => window.sipEvents.includes("registered"), undefined, BY_CLOCK);
  return page;
}

function widgetPage(site: Site, account: SipAccount): string {
  const main = (account: SipAccount): void => {
    window.openSipWidget(account);
  };
  return site.page("localhost", { libraries: ["sip-phone"], main }, account);
}

/** A host's page with a widget in it. */
async function openHost(context: BrowserContext, site: Site, widget: string, hostName: string): Promise<[Page, Frame]> {
  const host = await context.newPage();
  await host.goto(site.page(hostName, hostPage, widget));
  return [host, await frameAt(host, widget)];
}

const isAvailable = (host: Page): Promise<unknown> => host.waitForFunction(() => window.host.state === "initialized" && window.host.widget.isAvailable, undefined, BY_CLOCK);

/** Both ends of a call. */
class Line {
  private constructor(
    readonly host: Page,
    readonly widget: Frame,
    readonly other: Page,
    readonly user: string,
    readonly customer: string,
  ) {}

  static async open(context: BrowserContext, site: Site, sip: SipServer, library: Library, { hostName = "crm.localhost", customer = "sipjs" }: { hostName?: string; customer?: Library } = {}): Promise<Line> {
    const names = [`user${String(++users)}`, `customer${String(users)}`] as const;
    const [host, frame] = await openHost(context, site, widgetPage(site, { library, url: sip.url, user: names[0] }), hostName);
    const other = await openPhone(context, site, { library: customer, url: sip.url, user: names[1] });
    await isAvailable(host);
    return new Line(host, frame, other, ...names);
  }

  /** The host dials, and the customer's phone rings. */
  async dial(): Promise<void> {
    await this.host.evaluate((number) => window.host.dialNumber({ phoneNumber: number }), `sip:${this.customer}@localhost`);
    await this.otherSays("incoming");
  }

  /** The customer dials. */
  async ring(): Promise<void> {
    await this.other.evaluate((user) => {
      void window.sipPhone.dial("theirs", user);
    }, this.user);
    await this.is("ringing");
    await this.otherSays("ringing");
  }

  /** Lets the customer's phone act on its call. */
  async customerDoes(command: "answer" | "hangUp"): Promise<void> {
    await this.other.evaluate((command) => window.sipPhone[command](window.sipCall), command);
  }

  /** Waits until both sides hear each other on. */
  async hearAgain(): Promise<void> {
    for (const end of [this.widget, this.other]) {
      const before = await heard(end);
      await expect.poll(() => heard(end), { message: "the sound goes on" }).toBeGreaterThan(before + 0.0001);
    }
  }

  /** Waits for the call's state at the widget. */
  async is(state: string): Promise<void> {
    await this.widget.waitForFunction((state) => window.binding.calls.at(-1)?.state === state, state, BY_CLOCK);
  }

  async otherSays(event: string): Promise<void> {
    await this.other.waitForFunction((event) => window.sipEvents.some((each) => each.split(" ")[0] === event), event, BY_CLOCK);
  }

  /** Waits until both sides talk, and hear each other. */
  async talk(): Promise<void> {
    await this.is("connected");
    for (const end of [this.widget, this.other]) {
      await expect.poll(() => heard(end), { message: "sound arrives" }).toBeGreaterThan(0.0001);
    }
  }

  /** The host dials, the customer answers, and both talk. */
  async connect(): Promise<void> {
    await this.dial();
    await this.customerDoes("answer");
    await this.talk();
  }

  /** Waits until the host was told this about the call, and nothing was reported. */
  async outcome(said: readonly string[]): Promise<void> {
    await expect.poll(() => this.said()).toEqual(said);
    expect(await this.widget.evaluate(() => window.phoneCodes)).toEqual([]);
  }

  /** Waits until the customer's phone has reported these events of the call. */
  async otherSaid(...events: string[]): Promise<void> {
    await expect.poll(() => this.other.evaluate(() => window.sipEvents.filter((event) => event !== "registered"))).toEqual(events);
  }

  /** Clears the recorded calls, as if both ends were just opened. */
  async again(): Promise<void> {
    await this.host.evaluate(() => {
      window.said = [];
    });
    for (const end of [this.widget, this.other]) {
      await end.evaluate(() => {
        window.sipEvents = window.sipEvents.filter((event) => event === "registered");
      });
    }
  }

  said(): Promise<string[]> {
    return this.host.evaluate(() => window.said);
  }
}

/** Another phone, which answers the call that comes in. */
async function answers(phone: Page, times = 1): Promise<void> {
  await phone.waitForFunction((times) => window.sipEvents.filter((event) => event === "incoming").length === times, times, BY_CLOCK);
  await phone.evaluate(() => window.sipPhone.answer(window.sipCall));
}

/** Each side ends a call in each way. */
const ENDS: readonly PhoneCase<Line>[] = [
  ["a call hung up by the customer", async (line) => {
    await line.connect();
    await line.customerDoes("hangUp");
    await line.otherSaid("incoming", "answered", "ended");
  }, talked(OUT)],
  ["a call taken, and hung up in the CRM", async (line) => {
    await line.ring();
    await line.widget.evaluate(() => window.binding.answer());
    await line.talk();
    await line.host.evaluate(() => window.host.endCall());
    await line.otherSaid("ringing", "answered", "ended");
  }, talked(IN)],
  ["a call cancelled while it rings", async (line) => {
    await line.dial();
    await line.widget.waitForFunction(() => window.sipEvents.includes("ringing"), undefined, BY_CLOCK);
    await line.host.evaluate(() => window.host.endCall());
    await line.otherSaid("incoming", "ended canceled");
  }, unanswered(OUT, "CANCELED")],
  ["a call that the user declines", async (line) => {
    await line.ring();
    await line.widget.evaluate(() => window.binding.decline());
    await line.otherSaid("ringing", "ended 603");
  }, unanswered(IN, "REJECTED")],
];

for (const library of ["sipjs", "jssip"] as const) {
  test(`${library}: each side ends its calls`, async ({ context, site, sip }) => {
    await runCases(ENDS, await Line.open(context, site, sip, library));
  });

  test(`${library}: mute, hold, digits and a blind transfer`, async ({ context, site, sip }) => {
    const line = await Line.open(context, site, sip, library);
    const third = await openPhone(context, site, { library: "sipjs", url: sip.url, user: `third-${line.customer}` });
    await line.connect();

    await line.widget.evaluate(() => {
      window.tones = "";
      const [sender] = window.peers.at(-1)?.getSenders() ?? [];
      sender?.dtmf?.addEventListener("tonechange", ({ tone }) => {
        window.tones += tone;
      });
      window.binding.mute(true);
      window.binding.mute(false);
      window.binding.sendDigits("12");
      window.binding.sendDigits("#");
      window.binding.hold(true);
    });
    await expect.poll(() => line.widget.evaluate(() => window.tones)).toBe("12#");
    await line.widget.evaluate((to) => window.binding.transfer(`sip:${to}@localhost`), `third-${line.customer}`);
    await answers(third);

    await line.outcome([OUT, "CALL_ANSWERED", "CALL_TRANSFERRED"]);
    await expect.poll(() => heard(third), { message: "the third hears the customer" }).toBeGreaterThan(0.0001);
  });

  test(`${library}: an attended transfer`, async ({ context, site, sip }) => {
    const line = await Line.open(context, site, sip, library);
    const third = await openPhone(context, site, { library: "sipjs", url: sip.url, user: `third-${line.customer}` });
    await line.connect();
    const first = await line.widget.evaluate(() => window.binding.calls[0]?.id ?? "");
    await line.widget.evaluate(() => window.binding.hold(true));
    await line.widget.evaluate((to) => window.binding.dial(`sip:${to}@localhost`), `third-${line.customer}`);
    await answers(third);
    await line.talk();

    await line.widget.evaluate((first) => window.binding.transfer({ callId: window.binding.calls[1]?.id ?? "" }, first), first);
    // The customer's phone calls the third one, in place of its previous call.
    await answers(third, 2);

    await line.widget.waitForFunction(() => window.binding.calls.every(({ state }) => state === "closed"), undefined, BY_CLOCK);
    // The order of the transfer and the other call's end is up to the network.
    expect((await line.said()).sort()).toEqual([...talked(OUT), OUT, "CALL_ANSWERED", "CALL_TRANSFERRED"].sort());
    expect(await line.widget.evaluate(() => window.phoneCodes)).toEqual([]);
  });

  test(`${library}: a page reloaded in a call ends it once`, async ({ context, site, sip }) => {
    // A frame on another site gets no storage here.
    const line = await Line.open(context, site, sip, library, { hostName: "localhost" });
    for (const isHost of [false, true]) {
      await line.again();
      await line.connect();

      await (isHost ? line.host.reload() : line.widget.evaluate(() => location.reload()));

      await expect.poll(() => line.said()).toEqual(talked(OUT));
      await isAvailable(line.host);
      expect(await line.said()).toEqual(talked(OUT));
    }
  });

  test(`${library}: the second window takes a call of both`, async ({ context, site, sip }) => {
    const user = `windows${String(++users)}`;
    const widget = widgetPage(site, { library, url: sip.url, user, shareCalls: true });
    const customer = await openPhone(context, site, { library: "sipjs", url: sip.url, user: `customer${String(users)}` });
    const windows: [Page, Frame][] = [];
    for (const role of ["leader", "follower"]) {
      // A frame on another site gets no locks here.
      const [host, frame] = await openHost(context, site, widget, "localhost");
      await frame.waitForFunction((role) => window.cti.role === role && window.sipEvents.includes("registered"), role, BY_CLOCK);
      windows.push([host, frame]);
    }
    const [[leading], [, second]] = windows as [[Page, Frame], [Page, Frame]];
    await customer.evaluate((user) => {
      void window.sipPhone.dial("theirs", user);
    }, user);
    for (const [, frame] of windows) {
      await frame.waitForFunction(() => window.binding.calls[0]?.state === "ringing" && window.cti.calls[0]?.state === "ringing", undefined, BY_CLOCK);
    }

    await second.evaluate(() => window.binding.answer());
    for (const [, frame] of windows) {
      await frame.waitForFunction(() => window.cti.calls[0]?.state === "connected" && window.cti.calls[0].engagement === "created", undefined, BY_CLOCK);
    }
    await expect.poll(() => heard(second), { message: "sound arrives" }).toBeGreaterThan(0.0001);
    await leading.evaluate(() => window.host.endCall());
    await second.waitForFunction(() => window.binding.calls[0]?.state === "closed", undefined, BY_CLOCK);

    await expect.poll(async () => (await Promise.all(windows.map(([host]) => host.evaluate(() => window.said)))).flat()).toEqual(talked(IN));
    await customer.waitForFunction(() => window.sipEvents.some((event) => event.startsWith("ended")), undefined, BY_CLOCK);
    expect(await Promise.all(windows.map(([, frame]) => frame.evaluate(() => window.phoneCodes)))).toEqual([[], []]);
  });

  for (const example of library === "sipjs" ? ["phone-sipjs", "phone-react"] : ["phone-jssip"]) {
    test(`${library}: the example ${example} takes a call`, async ({ context, site, sip }) => {
      const user = `example${String(++users)}`;
      const body = example === "phone-react" ? '<div id="root"></div>' : EXAMPLE;
      const widget = `${site.page("localhost", { libraries: [example], body })}?${String(new URLSearchParams({ server: sip.url, user, password: "secret" }))}`;
      const [host] = await openHost(context, site, widget, "crm.localhost");
      await isAvailable(host);
      const customer = await openPhone(context, site, { library: "sipjs", url: sip.url, user: `customer${String(users)}` });
      await customer.evaluate((user) => {
        void window.sipPhone.dial("theirs", user);
      }, user);

      const frame = host.frameLocator("iframe");
      await expect(frame.getByRole("listitem")).toHaveText(/ ringing$/);
      await host.bringToFront();
      await frame.getByRole("button", { name: "Answer" }).click();
      await expect(frame.getByRole("listitem")).toHaveText(/ connected$/);
      await expect.poll(() => heard(customer), { message: "sound arrives" }).toBeGreaterThan(0.0001);
      await frame.getByRole("button", { name: "Hang up" }).click();

      await expect.poll(() => host.evaluate(() => window.said)).toEqual(talked(IN));
    });
  }

  test(`${library}: the sound comes back another way`, async ({ context, site, sip }) => {
    const detour = await Detour.open(context);
    const line = await Line.open(context, site, sip, library, { customer: library });
    await line.connect();

    detour.cut();
    await line.is("reconnecting");
    await line.is("connected");

    await line.hearAgain();
    // By chance the customer's phone may not have missed the sound before it was back.
    await line.other.waitForFunction(() => window.sipEvents.findLast((event) => event.startsWith("reconnect")) !== "reconnecting", undefined, BY_CLOCK);
    await line.host.evaluate(() => window.host.endCall());
    await line.outcome(talked(OUT));
    await line.otherSays("ended");
    detour.close();
  });

  test(`${library}: a call outlives its server`, async ({ context, site }) => {
    const server = await SipServer.start();
    try {
      const line = await Line.open(context, site, server, library, { customer: library });
      await line.connect();
      await server.kill();
      await line.host.waitForFunction(() => !window.host.widget.isAvailable, undefined, BY_CLOCK);
      await server.run();
      await isAvailable(line.host);
      await line.other.waitForFunction(() => window.sipEvents.filter((event) => event === "registered").length >= 2, undefined, BY_CLOCK);
      await line.is("connected");

      await line.hearAgain();
      expect(await line.said()).toEqual([OUT, "CALL_ANSWERED"]);
      await line.customerDoes("hangUp");
      await line.outcome(talked(OUT));
    } finally {
      await server.stop();
    }
  });
}
