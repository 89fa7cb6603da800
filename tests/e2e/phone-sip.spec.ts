// A widget with a SIP phone, a customer with another, and a real server between them: the
// host's messages, the reports of each end, and the sound at both.
import type { BrowserContext, Frame, Page } from "@playwright/test";

import { unless } from "./support/all.ts";
import { heard } from "./support/heard.ts";
import type { SipAccount } from "./support/pages/sip-phone.ts";
import { EXAMPLE, hostPage, IN, OUT, talked, unanswered } from "./support/phone-host.ts";
import { Detour } from "./support/sip/detour.ts";
import { INSTALL, installed, SipServer } from "./support/sip/server.ts";
import { BY_CLOCK, expect, frameAt, type Site, test } from "./support/test.ts";

test.skip(installed() === undefined, `no SIP server on this machine: ${INSTALL}`);

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

/** Both ends of a call. */
class Line {
  readonly customer: string;
  private readonly user: string;
  /** The previous call. */
  private former: string | undefined;

  private constructor(
    readonly host: Page,
    readonly widget: Frame,
    readonly other: Page,
    names: readonly [string, string],
  ) {
    [this.user, this.customer] = names;
  }

  static async open(context: BrowserContext, site: Site, sip: SipServer, library: SipAccount["library"], { password, hostName = "crm.localhost", customer = "sipjs" }: { password?: string; hostName?: string; customer?: SipAccount["library"] } = {}): Promise<Line> {
    const names = [`user${String(++users)}`, `customer${String(users)}`] as const;
    const widget = widgetPage(site, { library, url: sip.url, user: names[0], ...(password === undefined ? {} : { password }) });
    const [host, frame] = await openHost(context, site, widget, hostName);
    const other = await openPhone(context, site, { library: customer, url: sip.url, user: names[1] });
    if (password === undefined) {
      await host.waitForFunction(() => window.host.widget.isAvailable, undefined, BY_CLOCK);
    }
    return new Line(host, frame, other, names);
  }

  /** The host dials; the customer's phone rings unless nobody has the number. */
  async dial(number = this.customer): Promise<void> {
    await this.host.evaluate((number) => window.host.dialNumber({ phoneNumber: number }), `sip:${number}@localhost`);
    if (number === this.customer) {
      await this.otherSays("incoming");
    }
  }

  /** The customer dials. */
  async ring(): Promise<void> {
    await this.other.evaluate((user) => {
      void window.sipPhone.dial("theirs", user);
    }, this.user);
    await this.widget.waitForFunction(() => window.binding.calls.at(-1)?.state === "ringing", undefined, BY_CLOCK);
    await this.otherSays("ringing");
  }

  /** Lets the customer's phone act on its call. */
  async customerDoes(command: "answer" | "hangUp" | "declined" | "busy"): Promise<void> {
    await this.other.evaluate((command) => {
      const { sipPhone: phone, sipCall: id } = window;
      return command === "answer" || command === "hangUp" ? phone[command](id) : phone.reject(id, command);
    }, command);
  }

  /** Waits until both sides hear each other. */
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
  connect(): Promise<void> {
    return this.begin(OUT);
  }

  /** One side calls, the other answers, and both talk. */
  async begin(start: string): Promise<void> {
    if (start === OUT) {
      await this.dial();
      await this.customerDoes("answer");
    } else {
      await this.ring();
      await this.widget.evaluate(() => {
        window.binding.answer();
      });
    }
    await this.talk();
  }

  /** The host's messages about the call, once it is completed. */
  async outcome(): Promise<string[]> {
    await this.widget.waitForFunction((former) => window.binding.calls.at(-1)?.id !== former && window.binding.calls.at(-1)?.state === "closed", this.former, BY_CLOCK);
    return this.said();
  }

  /** Clears the recorded calls, as if both ends were just opened. */
  async again(): Promise<void> {
    this.former = await this.widget.evaluate(() => window.binding.calls.at(-1)?.id);
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

  codes(): Promise<string[]> {
    return this.widget.evaluate(() => window.sipCodes);
  }
}

/** A call at a SIP server that is started for it and was killed since. */
async function inCallWithoutServer(context: BrowserContext, site: Site, library: SipAccount["library"], act: (line: Line, server: SipServer) => Promise<void>): Promise<void> {
  const server = await SipServer.start();
  try {
    const line = await Line.open(context, site, server, library, { customer: library });
    await line.connect();
    await server.kill();
    await line.host.waitForFunction(() => !window.host.widget.isAvailable, undefined, BY_CLOCK);
    await act(line, server);
  } finally {
    await server.stop();
  }
}

/** A user's window: its host, and its widget with a phone. */
type DeskWindow = { host: Page; frame: Frame };

/** Two windows of a user, a phone behind each, and a customer. The first one leads. */
class Desk {
  private constructor(
    readonly windows: readonly [DeskWindow, DeskWindow],
    readonly customer: Page,
    private readonly user: string,
  ) {}

  static async open(context: BrowserContext, site: Site, sip: SipServer, library: SipAccount["library"]): Promise<Desk> {
    const user = `windows${String(++users)}`;
    const widget = widgetPage(site, { library, url: sip.url, user, shareCalls: true });
    const open = async (role: string): Promise<DeskWindow> => {
      // A frame on another site gets no locks here.
      const [host, frame] = await openHost(context, site, widget, "localhost");
      await frame.waitForFunction((role) => window.cti.role === role && window.sipEvents.includes("registered"), role, BY_CLOCK);
      return { host, frame };
    };
    const windows = [await open("leader"), await open("follower")] as const;
    const customer = await openPhone(context, site, { library: "sipjs", url: sip.url, user: `customer${String(users)}` });
    return new Desk(windows, customer, user);
  }

  /** The customer dials, and both windows ring. */
  async ring(): Promise<void> {
    await this.customer.evaluate((user) => {
      void window.sipPhone.dial("theirs", user);
    }, this.user);
    for (const { frame } of this.windows) {
      await frame.waitForFunction(() => window.binding.calls[0]?.state === "ringing" && window.cti.calls[0]?.state === "ringing", undefined, BY_CLOCK);
    }
  }

  /** The user answers the call in a window, and talks. */
  async take(at: 0 | 1): Promise<void> {
    const taking = this.windows[at].frame;
    await taking.evaluate(() => {
      window.binding.answer();
    });
    for (const { frame } of this.windows) {
      await frame.waitForFunction(() => window.cti.calls[0]?.state === "connected" && window.cti.calls[0].engagement === "created", undefined, BY_CLOCK);
    }
    await expect.poll(() => heard(taking), { message: "sound arrives" }).toBeGreaterThan(0.0001);
  }

  /** The messages of the call that both hosts received. */
  async said(): Promise<string[]> {
    return (await Promise.all(this.windows.map(({ host }) => host.evaluate(() => window.said)))).flat();
  }

  codes(): Promise<string[][]> {
    return Promise.all(this.windows.map(({ frame }) => frame.evaluate(() => window.sipCodes)));
  }
}

type Scenario = {
  name: string;
  run: (line: Line) => Promise<void>;
  said: string[];
  /** The reports of the customer's phone about the call, in order. */
  other: string[];
};

/** Each side ends a call in each way once; tests/phone.rs has the other combinations. */
const SCENARIOS: readonly Scenario[] = [
  {
    name: "an outgoing call with sound, hung up by the customer",
    run: async (line) => {
      await line.connect();
      await line.customerDoes("hangUp");
    },
    said: talked(OUT),
    other: ["incoming", "answered", "ended"],
  },
  {
    name: "an incoming call, hung up in the CRM",
    run: async (line) => {
      await line.begin(IN);
      await line.host.evaluate(() => window.host.endCall());
    },
    said: talked(IN),
    other: ["ringing", "answered", "ended"],
  },
  {
    name: "a customer who is busy",
    run: async (line) => {
      await line.dial();
      await line.customerDoes("busy");
    },
    said: unanswered(OUT, "BUSY"),
    other: ["incoming", "ended here"],
  },
  {
    name: "a customer who declines",
    run: async (line) => {
      await line.dial();
      await line.customerDoes("declined");
    },
    said: unanswered(OUT, "REJECTED"),
    other: ["incoming", "ended here"],
  },
  ...(["silent", "late"] as const).map((number) => ({
    name: number === "silent" ? "nobody answers" : "nobody answers in time",
    run: (line: Line) => line.dial(number),
    said: unanswered(OUT, "NO_ANSWER"),
    other: [],
  })),
  {
    name: "an unknown number",
    run: (line) => line.dial("nobody"),
    said: unanswered(OUT, "FAILED"),
    other: [],
  },
  {
    name: "an outgoing call, cancelled while it rings",
    run: async (line) => {
      await line.dial();
      await line.widget.waitForFunction(() => window.sipEvents.includes("ringing"), undefined, BY_CLOCK);
      await line.host.evaluate(() => window.host.endCall());
    },
    said: unanswered(OUT, "CANCELED"),
    other: ["incoming", "ended canceled"],
  },
  {
    name: "an incoming call that the caller gives up",
    run: async (line) => {
      await line.ring();
      await line.customerDoes("hangUp");
    },
    said: unanswered(IN, "MISSED"),
    other: ["ringing", "ended canceled"],
  },
  {
    name: "an incoming call that the user declines",
    run: async (line) => {
      await line.ring();
      await line.widget.evaluate(() => {
        window.binding.decline();
      });
    },
    said: unanswered(IN, "REJECTED"),
    other: ["ringing", "ended 603"],
  },
];

for (const library of ["sipjs", "jssip"] as const) {
  test(`${library}: one call after the other, and each ends as it should`, async ({ context, site, sip }) => {
    const line = await Line.open(context, site, sip, library);

    for (const { name, run, said, other } of SCENARIOS) {
      await test.step(name, async () => {
        await run(line);

        expect(await line.outcome()).toEqual(said);
        expect(await line.codes()).toEqual([]);
        await expect.poll(() => line.other.evaluate(() => window.sipEvents.filter((event) => event !== "registered"))).toEqual(other);
        await line.again();
      });
    }
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
    expect(await line.codes()).toEqual([]);
    await line.widget.evaluate((to) => {
      window.binding.transfer(`sip:${to}@localhost`);
    }, `third-${line.customer}`);
    await third.waitForFunction(() => window.sipEvents.includes("incoming"), undefined, BY_CLOCK);
    await third.evaluate(() => {
      void window.sipPhone.answer(window.sipCall);
    });

    expect(await line.outcome()).toEqual([OUT, "CALL_ANSWERED", "CALL_TRANSFERRED"]);
    await third.waitForFunction(() => window.sipEvents.includes("answered"), undefined, BY_CLOCK);
    await expect.poll(() => heard(third), { message: "the third hears the customer" }).toBeGreaterThan(0.0001);
    expect(await line.codes()).toEqual([]);
  });

  test(`${library}: an attended transfer`, async ({ context, site, sip }) => {
    const line = await Line.open(context, site, sip, library);
    const third = await openPhone(context, site, { library: "sipjs", url: sip.url, user: `third-${line.customer}` });
    await line.connect();
    const first = await line.widget.evaluate(() => window.binding.calls[0]?.id ?? "");
    await line.widget.evaluate(() => {
      window.binding.hold(true);
    });
    await line.widget.evaluate((to) => window.binding.dial(`sip:${to}@localhost`), `third-${line.customer}`);
    await third.waitForFunction(() => window.sipEvents.includes("incoming"), undefined, BY_CLOCK);
    await third.evaluate(() => {
      void window.sipPhone.answer(window.sipCall);
    });
    await line.talk();

    await line.widget.evaluate((first) => {
      window.binding.transfer({ callId: window.binding.calls[1]?.id ?? "" }, first);
    }, first);
    // The customer's phone calls the third one, in place of its previous call.
    await third.waitForFunction(() => window.sipEvents.filter((event) => event === "incoming").length === 2, undefined, BY_CLOCK);
    await third.evaluate(() => {
      void window.sipPhone.answer(window.sipCall);
    });

    await line.widget.waitForFunction(() => window.binding.calls.every(({ state }) => state === "closed"), undefined, BY_CLOCK);
    // The order of the transfer and the other call's end is up to the network.
    expect((await line.said()).sort()).toEqual([...talked(OUT), OUT, "CALL_ANSWERED", "CALL_TRANSFERRED"].sort());
    expect(await line.codes()).toEqual([]);
  });

  test(`${library}: a page that is left while it rings cancels the call`, unless(library === "sipjs"), async ({ context, site, sip }) => {
    const line = await Line.open(context, site, sip, library, { hostName: "localhost" });
    await line.dial();
    await line.widget.waitForFunction(() => window.sipEvents.includes("ringing"), undefined, BY_CLOCK);

    await line.widget.evaluate(() => {
      location.reload();
    });

    await expect.poll(() => line.said()).toEqual(unanswered(OUT, "CANCELED"));
  });

  test(`${library}: a page that is reloaded in a call ends it`, async ({ context, site, sip }) => {
    // A frame on another site gets no storage here.
    const line = await Line.open(context, site, sip, library, { hostName: "localhost" });
    await line.connect();
    if (library === "sipjs") {
      // It hangs up when its page is left: here before the next page comes.
      await context.route(line.widget.url(), async (route) => {
        await line.otherSays("ended");
        await route.continue();
      });
    }

    await line.widget.evaluate(() => {
      location.reload();
    });

    await expect.poll(() => line.said()).toEqual(talked(OUT));
    await expect.poll(() => line.host.evaluate(() => window.store.engagements.length)).toBe(1);
    await context.unrouteAll({ behavior: "ignoreErrors" });
  });

  test(`${library}: of two windows of a user the second takes the call, and the first one's host has it`, async ({ context, site, sip }) => {
    const desk = await Desk.open(context, site, sip, library);
    await desk.ring();

    await desk.take(1);
    await desk.windows[0].host.evaluate(() => window.host.endCall());
    await desk.windows[1].frame.waitForFunction(() => window.binding.calls[0]?.state === "closed", undefined, BY_CLOCK);

    await expect.poll(() => desk.said()).toEqual(talked(IN));
    await desk.customer.waitForFunction(() => window.sipEvents.some((event) => event.startsWith("ended")), undefined, BY_CLOCK);
    expect(await desk.codes()).toEqual([[], []]);
  });

  test(`${library}: of two windows of a user the first is closed in a call, and the second one's host hears its end`, async ({ context, site, sip }) => {
    const desk = await Desk.open(context, site, sip, library);
    await desk.ring();
    await desk.take(0);
    const [closed, left] = desk.windows;

    const closedAt = Date.now();
    await closed.host.close();
    await expect.poll(() => left.host.evaluate(() => window.said)).toEqual(talked(IN));

    expect(Date.now() - closedAt).toBeLessThan(5000);
    const [call] = await left.frame.evaluate(() => window.cti.calls.map(({ state, owner, engagementId }) => [state, owner, typeof engagementId]));
    expect(call).toEqual(["completed", undefined, "number"]);
    expect(await left.frame.evaluate(() => window.sipCodes)).toEqual([]);
  });

  test(`${library}: in two windows a call is declined in the second before its engagement is there, and completed once with it`, async ({ context, site, sip }) => {
    const desk = await Desk.open(context, site, sip, library);
    for (const { host } of desk.windows) {
      await host.evaluate(() => {
        const create = window.store.createEngagement.bind(window.store);
        Object.assign(window.store, {
          createEngagement: async (...args: Parameters<typeof create>) => {
            await new Promise((resolve) => setTimeout(resolve, 1500));
            return create(...args);
          },
        });
      });
    }
    await desk.ring();

    await desk.windows[1].frame.evaluate(() => {
      window.binding.decline();
    });

    await expect.poll(() => desk.said()).toEqual(unanswered(IN, "REJECTED"));
    const calls = await desk.windows[0].frame.evaluate(() => window.cti.calls.map(({ state, engagement, engagementId }) => [state, engagement, typeof engagementId]));
    expect(calls).toEqual([["completed", "updated", "number"]]);
    expect(await desk.codes()).toEqual([[], []]);
  });

  test(`${library}: a wrong password leaves the user unavailable, and a dial fails`, async ({ context, site, sip }) => {
    const line = await Line.open(context, site, sip, library, { password: "wrong" });
    await line.host.waitForFunction(() => window.host.state === "initialized", undefined, BY_CLOCK);

    await line.dial("nobody");

    expect(await line.outcome()).toEqual(unanswered(OUT, "FAILED"));
    expect(await line.host.evaluate(() => window.host.widget.isAvailable)).toBe(false);
  });

  for (const example of library === "sipjs" ? ["phone-sipjs", "phone-react"] : ["phone-jssip"]) {
    test(`${library}: the example ${example} takes a call`, async ({ context, site, sip }) => {
      const user = `example${String(++users)}`;
      const body = example === "phone-react" ? '<div id="root"></div>' : EXAMPLE;
      const widget = `${site.page("localhost", { libraries: [example], body })}?${String(new URLSearchParams({ server: sip.url, user, password: "secret" }))}`;
      const host = await context.newPage();
      await host.goto(site.page("crm.localhost", hostPage, widget));
      await host.waitForFunction(() => window.host.widget.isAvailable, undefined, BY_CLOCK);
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

  test(`${library}: the network is lost in a call, and the sound comes back another way`, async ({ context, site, sip }) => {
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
    expect(await line.outcome()).toEqual(talked(OUT));
    expect(await line.codes()).toEqual([]);
    await line.otherSays("ended");
    detour.close();
  });

  test(`${library}: hung up in the CRM while the network is lost`, unless(library === "sipjs"), async ({ context, site, sip }) => {
    const detour = await Detour.open(context);
    const line = await Line.open(context, site, sip, library, { customer: library, hostName: "localhost" });
    await line.connect();
    detour.cut({ isDown: true });
    await line.is("reconnecting");

    await line.host.evaluate(() => window.host.endCall());

    await expect.poll(() => line.said()).toEqual(talked(OUT));
    await line.otherSays("ended");
    detour.close();
  });

  test(`${library}: the other end refuses a hold and two restarts, and both hear each other on`, async ({ context, site, sip }) => {
    const detour = await Detour.open(context);
    const line = await Line.open(context, site, sip, library, { customer: "jssip" });
    await line.begin(IN);
    const refuse = (times: number): Promise<void> => line.other.evaluate((times) => {
      window.sipRefusals = times;
    }, times);
    const hold = (isOn: boolean): Promise<void> => line.widget.evaluate((isOn) => {
      window.binding.hold(isOn);
    }, isOn);
    const isHeld = (): Promise<unknown> => line.widget.evaluate(() => window.binding.calls.at(-1)?.isHeld);

    await refuse(1);
    await hold(true);
    await expect.poll(() => line.codes()).toEqual(["PHONE_THREW"]);
    await line.hearAgain();
    expect(await isHeld()).toBe(false);

    await hold(true);
    await expect.poll(isHeld).toBe(true);
    await hold(false);
    await expect.poll(isHeld).toBe(false);
    await line.hearAgain();

    await refuse(2);
    detour.cut();
    await line.other.waitForFunction(() => window.sipRefusals <= 0, undefined, BY_CLOCK);
    await line.is("connected");
    await line.hearAgain();
    await line.host.evaluate(() => window.host.endCall());
    expect(await line.outcome()).toEqual(talked(IN));
    detour.close();
  });

  test(`${library}: a BYE that is lost ends the call at the next request`, async ({ context, site, sip }) => {
    const line = await Line.open(context, site, sip, library);
    await line.connect();
    await line.other.evaluate(() => {
      const send = Reflect.get(WebSocket.prototype, "send") as (data: unknown) => void;
      WebSocket.prototype.send = function (data: unknown) {
        if (typeof data !== "string" || !data.startsWith("BYE ")) {
          send.call(this, data);
        }
      };
    });

    await line.customerDoes("hangUp");

    expect(await line.outcome()).toEqual(talked(OUT));
    expect(await line.codes()).toEqual([]);
  });

  test(`${library}: a network that does not come back fails the call once`, unless(false), async ({ context, site, sip }) => {
    const detour = await Detour.open(context);
    const line = await Line.open(context, site, sip, library, { customer: library });
    await line.connect();

    detour.cut({ isDown: true });

    await line.is("closed");
    expect(await line.said()).toEqual([OUT, "CALL_ANSWERED", "CALL_ENDED FAILED", "CALL_COMPLETED"]);
    detour.close();
  });

  test(`${library}: the server is gone in a call and comes back`, async ({ context, site }) => {
    await inCallWithoutServer(context, site, library, async (line, own) => {
      await own.run();
      await line.host.waitForFunction(() => window.host.widget.isAvailable, undefined, BY_CLOCK);
      await line.other.waitForFunction(() => window.sipEvents.filter((event) => event === "registered").length >= 2, undefined, BY_CLOCK);
      await line.is("connected");

      await line.hearAgain();
      expect(await line.said()).toEqual([OUT, "CALL_ANSWERED"]);
      await line.customerDoes("hangUp");
      expect(await line.outcome()).toEqual(talked(OUT));
      expect(await line.codes()).toEqual([]);
    });
  });

  test(`${library}: a server that is gone in a call and comes back, and one end in the meantime`, async ({ context, site }) => {
    await inCallWithoutServer(context, site, library, async (line, own) => {
      await line.hearAgain();
      expect(await line.said()).toEqual([OUT, "CALL_ANSWERED"]);
      await line.host.evaluate(() => window.host.endCall());
      expect(await line.outcome()).toEqual(talked(OUT));
      await line.host.evaluate(() => window.host.dialNumber({ phoneNumber: "+12025550123" }));
      await expect.poll(() => line.said()).toEqual([...talked(OUT), ...unanswered(OUT, "FAILED")]);

      await own.run();
      await line.host.waitForFunction(() => window.host.widget.isAvailable, undefined, BY_CLOCK);
    });
  });
}
