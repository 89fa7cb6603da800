// A widget with Amazon Connect Streams from its npm package. The panel that it loads in a
// frame is ours: it speaks the conduit's messages, with snapshots of an agent. No account
// was used. Source of the messages: `release/connect-streams.js` of amazon-connect-streams
// 2.28.2 (`EventType`, `ClientMethods`, `AgentDataProvider`).
import type { Frame, Page } from "@playwright/test";

import { EXAMPLE, hostPage, IN, OUT, type PhoneCase, runCases, talked, unanswered } from "./support/phone-host.ts";
import { BY_CLOCK, expect, frameAt, type Site, test } from "./support/test.ts";

// Streams posts to any origin itself: its page and the panel's are not watched, from their empty documents on.
test.use({ unspied: "nowhere.test" });

/** The panel: records requests, and reports the agent's state. */
const panel = (): void => {
  const say = (event: string, data: unknown): void => {
    parent.postMessage({ event, data }, "*");
  };
  window.asked = [];
  window.refused = [];
  window.answer = {};
  window.show = ([name, type], contacts) => {
    say("agent::update", {
      snapshot: { state: { name, type, startTimestamp: new Date() }, contacts, skew: 0, snapshotTimestamp: new Date() },
      configuration: { routingProfile: { defaultOutboundQueue: { queueARN: "queue" }, routingProfileId: "" } },
    });
  };
  window.addEventListener("message", ({ data: { event, data } }: MessageEvent<{ event: string; data: { event?: string; requestId?: string; method?: string; data?: { mute?: boolean } } }>) => {
    if (event === "synchronize") {
      say("acknowledge", { id: "port" });
    } else if (event === "api_request" && !/^(?:sendClientLogs|get)/.test(data.method ?? "")) {
      window.asked.push(data.method ?? "");
      say("api_response", { requestId: data.requestId, data: window.answer, err: window.refused.includes(data.method ?? "") ? "no" : null });
    } else if (event === "broadcast" && data.event === "mute") {
      window.asked.push(`mute ${String(data.data?.mute)}`);
    } else if (event === "broadcast" && data.event?.startsWith("contact::accepted") === true) {
      say(data.event, data.data);
    }
  });
  say("acknowledge", { id: "port" });
};

type State = readonly [name: string, type: string];

const AVAILABLE: State = ["Available", "routable"];
const BUSY: State = ["Busy", "system"];

type Direction = "inbound" | "outbound" | "monitoring";

type Parts = { id?: string; number?: string; state: string; direction?: Direction; customer?: string; third?: string };

/** A contact in the form of a snapshot. */
function contact({ id = "contact-1", number = "+12025550123", state, direction = "inbound", customer = "connected", third }: Parts): object {
  const connection = (connectionId: string, type: string, of: string, initial: boolean): object => ({
    connectionId,
    type,
    initial,
    state: { type: of, timestamp: new Date() },
    endpoint: { type: "phone_number", phoneNumber: `sip:${number}@example` },
  });
  return {
    contactId: id,
    initialContactId: id,
    type: "voice",
    initiationMethod: direction.toUpperCase(),
    state: { type: state, timestamp: new Date() },
    attributes: {},
    connections: [connection("1", direction, customer, true), connection("2", "agent", "connected", false), ...(third === undefined ? [] : [connection("3", "outbound", third, false)])],
  };
}

function widgetPage(site: Site, panelUrl: string): string {
  const main = (url: string): void => {
    window.openConnectWidget(url);
  };
  return site.page("localhost", { libraries: ["amazon-connect-phone"], main }, panelUrl);
}

/** A host, a widget in it, and the panel in that. */
class Desk {
  private constructor(
    readonly host: Page,
    public widget: Frame,
    private panel: Frame,
    private readonly panelUrl: string,
  ) {}

  static async open(page: Page, site: Site, widgetOf = widgetPage): Promise<Desk> {
    const panelUrl = site.page("localhost", { libraries: [], main: panel });
    await page.goto(site.page("localhost", hostPage, widgetOf(site, panelUrl)));
    const inner = await frameAt(page, panelUrl);
    const desk = new Desk(page, inner.parentFrame() ?? inner, inner, panelUrl);
    await page.waitForFunction(() => window.host.state === "initialized", undefined, BY_CLOCK);
    await desk.available();
    return desk;
  }

  /** The panel reports the agent's state and contacts. */
  async show(state: State, ...contacts: Parts[]): Promise<void> {
    await this.panel.evaluate(([state, contacts]) => {
      window.show(state, contacts);
    }, [state, contacts.map(contact)] as const);
  }

  /** Dials in the CRM, until Connect is asked for the contact. */
  async asks(number = "+1 (202) 555-0123"): Promise<void> {
    await this.host.evaluate((phoneNumber) => window.host.dialNumber({ phoneNumber }), number);
    await expect.poll(() => this.asked()).toContain("createOutboundContact");
  }

  /** The same, and the agent gets the contact. */
  async dial(id = "contact-1"): Promise<void> {
    await this.asks();
    await this.show(["CallingCustomer", "system"], { id, state: "connecting", direction: "outbound", customer: "connecting" });
  }

  /** A contact comes in, and the agent may take it. */
  async ring(isTaken = false): Promise<void> {
    await this.show(BUSY, { state: "connecting" });
    await this.state("ringing");
    if (isTaken) {
      await this.says("answer");
      await this.show(BUSY, { state: "connected" });
      await this.state("connected");
    }
  }

  /** The contact ends, with the agent in a state of error. */
  async fails(name: string, direction: Direction, state = "error"): Promise<void> {
    await this.show([name, "error"], { state, direction, customer: "disconnected" });
  }

  /** Makes the agent available, which the host may learn a second later. */
  async available(): Promise<void> {
    await this.show(AVAILABLE);
    await this.host.waitForFunction(() => window.host.widget.isAvailable, undefined, BY_CLOCK);
  }

  /** The same, and clears the recorded calls. */
  async again(): Promise<void> {
    await this.available();
    await this.host.evaluate(() => {
      window.said = [];
    });
    await this.widget.evaluate(() => {
      window.phoneCodes.length = 0;
    });
    await this.panel.evaluate(() => {
      window.asked = [];
      window.refused = [];
      window.answer = {};
    });
  }

  async says(command: "answer" | "decline" | "hangUp"): Promise<void> {
    await this.widget.evaluate((command) => {
      window.binding[command]();
    }, command);
  }

  async state(expected: string): Promise<void> {
    await this.widget.waitForFunction((expected) => window.binding.calls.at(-1)?.state === expected, expected, BY_CLOCK);
  }

  asked(): Promise<string[]> {
    return this.panel.evaluate(() => window.asked);
  }

  /** The panel answers requests with this contact's id, or refuses them by their method. */
  async answers(answer: { contactId?: string | undefined; refused?: string }): Promise<void> {
    await this.panel.evaluate(({ contactId, refused = "" }) => {
      window.answer = { contactId };
      window.refused = [refused];
    }, answer);
  }

  /** The host's messages, and the reported codes. */
  async outcome(): Promise<[string[], string[]]> {
    await this.state("closed");
    return [await this.host.evaluate(() => window.said), await this.widget.evaluate(() => window.phoneCodes)];
  }

  /** Reloads the widget's page, and the panel with it; or the host's page with both. */
  async reload(isHost = false): Promise<void> {
    if (isHost) {
      await this.host.reload();
    } else {
      await this.host.evaluate(() => {
        window.host.reload();
      });
      await this.host.waitForFunction(() => window.host.state === "loading", undefined, BY_CLOCK);
    }
    await this.host.waitForFunction(() => window.host.state === "initialized", undefined, BY_CLOCK);
    this.panel = await frameAt(this.host, this.panelUrl);
    this.widget = this.panel.parentFrame() ?? this.panel;
    await this.panel.waitForFunction(() => typeof window.show === "function", undefined, BY_CLOCK);
  }
}

test("calls run both ways, and the example takes one", async ({ page, site }) => {
  const desk = await Desk.open(page, site);
  await desk.ring(true);
  await desk.widget.evaluate(() => {
    window.binding.hold(true);
    window.binding.hold(false);
    window.binding.sendDigits("12#");
    window.binding.mute(true);
    window.binding.mute(false);
  });
  await desk.says("hangUp");
  await desk.show(["AfterCallWork", "system"], { state: "ended", customer: "disconnected" });
  expect(await desk.outcome()).toEqual([talked(IN), []]);
  expect(await desk.host.evaluate(() => window.host.calls.at(-1)?.externalCallId)).toBe("contact-1");
  expect(await desk.asked()).toEqual(["acceptContact", "holdConnection", "resumeConnection", "sendDigits", "mute true", "mute false", "destroyConnection"]);
  // During the call and the work after it, the agent's state is the system's.
  expect(await desk.host.evaluate(() => window.host.widget.isAvailable)).toBe(true);

  await desk.again();
  await desk.dial("contact-2");
  await desk.show(["CallingCustomer", "system"], { id: "contact-2", state: "connected", direction: "outbound", customer: "connecting" });
  await desk.state("dialing");
  await desk.show(BUSY, { id: "contact-2", state: "connected", direction: "outbound" });
  await desk.state("connected");
  await desk.widget.evaluate(() => {
    window.binding.transfer("+12025550177");
  });
  await desk.state("transferring");
  await expect.poll(() => desk.asked()).toContain("createAdditionalConnection");
  for (const third of ["connecting", "connected"]) {
    await desk.show(BUSY, { id: "contact-2", state: "connected", direction: "outbound", customer: "hold", third });
  }
  await desk.state("transferred");
  await desk.show(AVAILABLE);
  expect(await desk.outcome()).toEqual([[OUT, "CALL_ANSWERED", "CALL_TRANSFERRED"], []]);
  expect(await desk.asked()).toEqual(["createOutboundContact", "createAdditionalConnection", "conferenceConnections", "destroyConnection"]);

  const example = await Desk.open(page, site, (site, panelUrl) => `${site.page("localhost", { libraries: ["phone-amazon-connect"], body: EXAMPLE })}?ccp=${encodeURIComponent(panelUrl)}`);
  await example.show(BUSY, { state: "connecting" });
  const frame = page.frameLocator("#phone > iframe");
  await expect(frame.getByRole("listitem")).toHaveText(/ ringing$/);
  await frame.getByRole("button", { name: "Answer" }).click();
  await example.show(BUSY, { state: "connected" });
  await expect(frame.getByRole("listitem")).toHaveText(/ connected$/);
  await frame.getByRole("button", { name: "Hang up" }).click();
  await expect.poll(() => example.asked()).toEqual(["acceptContact", "destroyConnection"]);
  await example.show(AVAILABLE);
  await expect.poll(() => page.evaluate(() => window.said)).toEqual(talked(IN));
});

/** A call of the agent's own with this number, from its contact to its end. */
async function talks(desk: Desk, contact: Partial<Parts> = {}): Promise<void> {
  await desk.show(BUSY, { ...contact, state: "connected", direction: "outbound" });
  await desk.state("connected");
  await desk.show(AVAILABLE);
}

type Case = PhoneCase<Desk>;

/** Contacts, with what the host is told and the reported codes. */
const CONTACTS: readonly Case[] = [
  ...([["LineEngagedCustomer", "BUSY"], ["MissedCallCustomer", "NO_ANSWER"], ["BadAddressCustomer", "FAILED"], ["FailedConnectCustomer", "FAILED"]] as const).map(
    ([error, status]): Case => [`a dialled contact ends with ${error}`, async (desk) => {
      await desk.dial();
      await desk.fails(error, "outbound");
      await expect.poll(() => desk.host.evaluate(() => window.host.widget.isAvailable)).toBe(false);
    }, unanswered(OUT, status)],
  ),
  // Public reports of amazon-connect-streams: 344, 551, 792, 1039.
  ...["FailedConnectAgent", "AgentHungUp", "Default"].flatMap((error) => [false, true].map((isTaken): Case => [`a ${isTaken ? "taken" : "ringing"} contact ends with ${error}`, async (desk) => {
    await desk.ring(isTaken);
    await desk.fails(error, "inbound");
  }, isTaken ? talked(IN) : unanswered(IN, "MISSED")])),
  ["a missed contact is offered again", async (desk) => {
    for (const _ of ["first", "again"]) {
      await desk.available();
      await desk.ring();
      await desk.fails("MissedCallAgent", "inbound", "missed");
      await desk.state("closed");
    }
  }, [...unanswered(IN, "MISSED"), ...unanswered(IN, "MISSED")]],
  ["a contact is declined", async (desk) => {
    await desk.ring();
    await desk.says("decline");
    await expect.poll(() => desk.asked()).toEqual(["rejectContact"]);
    await desk.show(AVAILABLE, { state: "rejected" });
  }, unanswered(IN, "REJECTED")],
  ["the browser gives no microphone", async (desk) => {
    await desk.ring();
    await desk.says("answer");
    await desk.widget.evaluate(() => {
      connect.core.getEventBus().trigger("agent::softphone_error", { errorType: "microphone_not_shared" });
    });
    await desk.fails("FailedConnectAgent", "inbound");
  }, unanswered(IN, "FAILED"), "PHONE_MICROPHONE_DENIED"],
  ["a dial is hung up before its contact is there, and another follows", async (desk) => {
    await desk.widget.evaluate(() => {
      window.binding.dial("+12025550123");
      window.binding.hangUp();
      window.binding.dial("+12025550177");
    });
    await desk.show(BUSY, { id: "hung-up", state: "connecting", direction: "outbound", number: "+12025550123" });
    await expect.poll(() => desk.asked()).toContain("destroyConnection");
    await talks(desk, { number: "+12025550177" });
  }, [OUT, "CALL_ENDED CANCELED", ...talked(OUT).slice(0, 1), "CALL_COMPLETED", ...talked(OUT).slice(1)]],
  ["a refused dial takes no other contact", async (desk) => {
    await desk.answers({ refused: "createOutboundContact" });
    await desk.asks();
    await desk.state("closed");
    await talks(desk);
  }, [...unanswered(OUT, "FAILED"), ...talked(OUT)], "PHONE_THREW"],
  // A contact stays with the agent until it is cleared, over a reload too (amazon-connect-streams#853).
  ["contacts that are over at first are no calls, nor are monitored ones", async (desk) => {
    const over = ["ended", "error", "missed", "rejected"].map((state) => ({ id: state, state }));
    await desk.show(BUSY, ...over, { id: "monitored", state: "connected", direction: "monitoring" }, { state: "connecting" });
    await desk.state("ringing");
    await desk.fails("MissedCallAgent", "inbound", "missed");
  }, unanswered(IN, "MISSED")],
  ["a dialled contact is over at first", async (desk) => {
    await desk.asks();
    await desk.fails("LineEngagedCustomer", "outbound");
  }, unanswered(OUT, "BUSY")],
  ["an unanswered transfer gives the customer back", async (desk) => {
    await desk.ring(true);
    await desk.widget.evaluate(() => {
      window.binding.transfer("+12025550177");
    });
    await expect.poll(() => desk.asked()).toContain("createAdditionalConnection");
    await desk.show(BUSY, { state: "connected", customer: "hold", third: "connecting" });
    await desk.show(BUSY, { state: "connected", customer: "hold" });
    await expect.poll(() => desk.asked()).toContain("resumeConnection");
    await desk.show(AVAILABLE);
  }, talked(IN), "PHONE_TRANSFER_FAILED"],
];

test("each contact ends as Connect says", async ({ page, site }) => {
  const desk = await Desk.open(page, site);

  await runCases(CONTACTS, desk);
});

test("a contact is the dialled call by its id, else by its number", async ({ page, site }) => {
  const desk = await Desk.open(page, site);

  for (const [dialled, number, isOurs, contactId] of [
    ["+12025550142", "+12025550142", true],
    ["02079460958", "+442079460958", true],
    ["+12025550142", "+12025550177", false],
    ["011442079460958", "+442079460958", true],
    ["+12025550142", "", false],
    ["sip:ada@example.com", "", false],
    ["100", "+12025550100", false],
    ["+12025550142", "+12025550177", true, "contact-1"],
    ["+12025550142", "+12025550142", false, "contact-2"],
  ] as const) {
    await desk.answers({ contactId });
    await desk.asks(dialled);
    await talks(desk, { number });
    await desk.widget.waitForFunction(() => window.binding.calls.some(({ state }) => state === "closed"), undefined, BY_CLOCK);
    await desk.says("hangUp");

    const expected = isOurs ? talked(OUT) : [OUT, ...talked(OUT), ...unanswered(OUT, "CANCELED").slice(1)];
    await expect.poll(() => desk.host.evaluate(() => window.said), { message: `${number} for ${dialled}` }).toEqual(expected);
    await desk.again();
  }
});

test("a contact goes on after either page is reloaded", async ({ page, site }) => {
  const desk = await Desk.open(page, site);
  for (const isHost of [false, true]) {
    await desk.again();
    const id = `contact-${String(isHost)}`;
    await desk.dial(id);
    await desk.show(BUSY, { id, state: "connected", direction: "outbound" });
    await desk.state("connected");

    await desk.reload(isHost);
    await desk.show(BUSY, { id, state: "connected", direction: "outbound" });
    await desk.state("connected");
    expect(await desk.host.evaluate(() => window.said)).toEqual([OUT, "CALL_ANSWERED"]);

    await desk.show(AVAILABLE);
    expect(await desk.outcome()).toEqual([talked(OUT), []]);
  }
});

declare global {
  interface Window {
    asked: string[];
    /** Methods that the panel refuses, and its answer to the others. */
    refused: string[];
    answer: { contactId?: string | undefined };
    show(state: readonly [name: string, type: string], contacts: readonly object[]): void;
  }
}
