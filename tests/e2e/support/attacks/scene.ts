import type { BrowserContext, Frame, Page } from "@playwright/test";
import type { ToHostTypes } from "calling-widget-sdk";

import { expect, frameAt, type Site } from "../test.ts";
import type { Defence } from "./defences.ts";

/** An attack by a page, and its defences. */
export type Attack = {
  /** Attacker and action; the test's name. */
  readonly name: string;
  /** The defences; each of them suffices, if several are named. */
  readonly held: readonly Defence[];
  /** The browser's own defence. */
  readonly browser?: string;
  /** Differences of the scene from the usual one. */
  readonly scene?: SceneOptions;
  /** Harmless handlers, events and posts: an honest host or widget causes them, too. */
  readonly harmless?: readonly string[];
  /** The attack's means change things; only its aim is checked. */
  readonly changes?: true;
  /** The attack. */
  run(scene: Scene): Promise<void>;
  /** True if it landed; by default, if the forged number was dialled. */
  landed?(scene: Scene): Promise<boolean>;
  /** The host's page recovers from a session that the attack's means end. */
  restore?(scene: Scene): Promise<void>;
};

/** Roles of a scene. */
export type SceneOptions = {
  /** The widget's page; the calling app by default. */
  widget?: (scene: Scene) => string;
  /** True if the calling app is constructed later, and the host still waits for it. */
  isLate?: boolean;
};

/** A page or a frame in one. */
type Place = Page | Frame;

/** A message that only a host may send. */
export const FORGED = { type: "DIAL_NUMBER", messageId: "forged_1", data: { phoneNumber: "+13035550666" } };

/** A message that only a widget may send. */
export const FORGED_CALL = {
  type: "OUTGOING_CALL_STARTED",
  messageId: "forged_2",
  data: { externalCallId: "forged", fromNumber: "+13035550666", toNumber: "+13035550667", createEngagement: true },
};

/** A host's message that opens a session. */
export const SYNC = { type: "SYNC", messageId: "evil_1", portalId: 666, userId: 666 };

/** The events of a host for each message of its widget, and for what it does by itself. */
const MESSAGE_EVENTS = {
  initialized: true,
  userAvailable: true,
  userUnavailable: true,
  userLoggedIn: true,
  userLoggedOut: true,
  incomingCall: true,
  outgoingCall: true,
  callAnswered: true,
  callTransferred: true,
  callEnded: true,
  callCompleted: true,
  navigateToRecord: true,
  finalizeEngagement: true,
  publishToChannel: true,
  resizeWidget: true,
  sendError: true,
  setWidgetUrl: true,
  callData: true,
} as const satisfies Record<keyof ToHostTypes, true>;
const HOST_EVENTS = [...Object.keys(MESSAGE_EVENTS), "unknownMessage", "alert", "resized", "engagementsChanged"];

/** A real session on two sites, and its attackers. */
export class Scene {
  readonly page: Page;
  readonly site: Site;
  /** The origins of the sites. */
  readonly host: string;
  readonly phone: string;
  readonly evil: string;
  /** The pages and frames with the attacker's scripts. */
  readonly attackers: Place[] = [];
  /** The calling app's page. */
  readonly widgetUrl: string;
  /** The host's page with the calling app in it. */
  readonly hostUrl: string;
  /** The widget that is attacked: the real session's unless the attack has a separate one. */
  target: Frame;
  /** The widget in the host's page. */
  private widget: Frame;
  private before = "";
  private readonly isLate: boolean;
  /** See {@link Attack.harmless}. */
  harmless: readonly string[] = [];

  private constructor(page: Page, site: Site, options: SceneOptions) {
    this.page = page;
    this.site = site;
    this.host = site.origin("crm.test");
    this.phone = site.origin("phone.test");
    this.evil = site.origin("evil.test");
    this.target = page.mainFrame();
    this.widget = this.target;
    this.isLate = options.isLate === true;
    this.widgetUrl = (options.widget ?? ((scene: Scene) => scene.app()))(this);
    this.hostUrl = this.hostOf(this.widgetUrl);
  }

  /** Opens the real session. */
  static async open(page: Page, site: Site, options: SceneOptions = {}): Promise<Scene> {
    const scene = new Scene(page, site, options);
    await page.goto(scene.hostUrl);
    // Its address may redirect.
    scene.target = page.mainFrame().childFrames()[0] ?? (await page.waitForEvent("frameattached"));
    await scene.target.waitForLoadState();
    scene.widget = scene.target;
    if (!scene.isLate) {
      await page.waitForFunction(() => window.host.state === "initialized");
    }
    return scene;
  }

  get context(): BrowserContext {
    return this.page.context();
  }

  /** A calling app that records everything and dials every requested number; its host is crm.test. */
  app(allowedHostOrigins: readonly string[] = [this.host]): string {
    return this.site.page(
      "phone.test",
      {
        libraries: ["spy", "sdk"],
        main: ({ allowedHostOrigins, isLate }) => {
          const handlers = [...Object.values(window.sdk.Constants.messageHandlerNames), "defaultEventHandler", "FAILED"];
          const recorded = handlers.map((name) => [name, window.recorded(name)] as const);
          const eventHandlers: Record<string, (...args: unknown[]) => void> = Object.fromEntries(recorded);
          const also = (name: string, handler: (data: { phoneNumber?: unknown }) => void): void => {
            const record = eventHandlers[name];
            eventHandlers[name] = (...args) => {
              record?.(...args);
              handler(args[0] as { phoneNumber?: unknown });
            };
          };
          also("onReady", () => window.cti.initialized({ isLoggedIn: true, isAvailable: true }));
          also("onDialNumber", (data) => {
            window.cti.outgoingCall({
              externalCallId: `call-${String(data.phoneNumber).slice(-4)}`,
              toNumber: String(data.phoneNumber).slice(0, 20),
              fromNumber: "+12025550100",
              createEngagement: true,
            });
          });
          const start = (): void => {
            window.cti = new window.sdk.default({ eventHandlers, allowedHostOrigins });
          };
          if (isLate) {
            (window as { startLate?: () => void }).startLate = start;
          } else {
            start();
          }
        },
      },
      { allowedHostOrigins, isLate: this.isLate },
    );
  }

  /** The page of a host around a widget; it records every event. */
  hostOf(widget: string): string {
    return this.site.page(
      "crm.test",
      {
        libraries: ["spy", "host"],
        body: `<div id="phone"></div>`,
        main: ({ url, names }) => {
          window.startHost({ url });
          for (const name of names) {
            (window.host.on as (name: string, listener: (...args: unknown[]) => void) => void)(name, window.recorded(name));
          }
        },
      },
      { url: widget, names: HOST_EVENTS },
    );
  }

  /** An empty page, for the attacker's scripts. */
  blank(host: string, body = ""): string {
    return this.site.page(host, { libraries: [], body });
  }

  /** Puts an attacker's frame into a page. */
  async inject(into: Place, url: string, sandbox?: string): Promise<Frame> {
    await into.evaluate(
      ({ src, sandbox }) => {
        const frame = document.createElement("iframe");
        if (sandbox !== undefined) {
          frame.setAttribute("sandbox", sandbox);
        }
        frame.src = src;
        document.body.append(frame);
      },
      { src: url, sandbox },
    );
    const frame = await frameAt(this.page, url);
    await frame.waitForLoadState();
    return this.attacker(frame);
  }

  /** A frame beside the widget's, in the host's page. */
  sibling(host: string, sandbox?: string): Promise<Frame> {
    return this.inject(this.page, this.blank(host), sandbox);
  }

  /** A frame inside the widget's page. */
  child(host: string, sandbox?: string): Promise<Frame> {
    return this.inject(this.target, this.blank(host), sandbox);
  }

  /** Opens a separate window from a page. */
  async popup(from: Place, url: string): Promise<Page> {
    const [popup] = await Promise.all([
      this.context.waitForEvent("page"),
      from.evaluate((url) => {
        window.open(url);
      }, url),
    ]);
    await popup.waitForLoadState();
    return popup;
  }

  /** A separate tab around a separate widget, which waits for a host. */
  async framedBy(url: (widget: string) => string, widget = this.app()): Promise<Page> {
    const tab = await this.context.newPage();
    await tab.goto(url(widget));
    this.target = await frameAt(tab, widget);
    await this.target.waitForFunction(() => (window.cti as unknown) !== undefined);
    this.attackers.push(tab);
    return tab;
  }

  /** A page around a widget, at any host. */
  around(widget: string, host: string): string {
    return this.blank(host, `<iframe src="${widget}"></iframe>`);
  }

  /** Counts a page among the attacker's: it must receive nothing. */
  attacker<P extends Place>(place: P): P {
    this.attackers.push(place);
    return place;
  }

  /** Posts from an attacker's page to a window it can reach, and waits until it is received there. */
  async post(from: Place, path: string, messages: readonly object[], heardBy: Place = this.target): Promise<void> {
    lastMark += 1;
    await from.evaluate(`for (const message of ${JSON.stringify([...messages, { mark: lastMark }])}) (${path}).postMessage(message, "*")`);
    await this.hears(heardBy, lastMark);
  }

  /** An honest host's page, with hostile scripts, and a session with a separate widget. */
  async session(fields = "{}"): Promise<Page> {
    const widget = this.app();
    const tab = await this.context.newPage();
    await tab.goto(this.around(widget, "crm.test"));
    this.target = await frameAt(tab, widget);
    await this.target.waitForFunction(() => (window.cti as unknown) !== undefined);
    await this.say(tab, `{ ...${JSON.stringify(SYNC)}, ...${fields} }`);
    await this.target.waitForFunction(() => window.cti.state === "ready");
    return tab;
  }

  /** Posts the value of an expression to the widget in a page, and waits until it is received. */
  async say(tab: Place, ...expressions: readonly string[]): Promise<void> {
    lastMark += 1;
    await tab.evaluate(`for (const message of [${expressions.join(", ")}, { mark: ${lastMark} }]) frames[0].postMessage(message, "*")`);
    await this.hears(this.target, lastMark);
  }

  private async hears(place: Place, mark: number): Promise<void> {
    await place.waitForFunction(
      (mark) => window.seen.messages.some(({ data }) => (data as { mark?: number } | null)?.mark === mark),
      mark,
    );
  }

  /** Forges a dial. */
  async forge(from: Place, path: string): Promise<void> {
    await this.post(from, path, [FORGED]);
  }

  /** The state to protect: the reports to app and page, and their data. */
  async snapshot(): Promise<string> {
    const widget = await this.target.evaluate(() => {
      if ((window.cti as unknown) === undefined) {
        return {};
      }
      return {
        handlers: window.seen.calls.map(({ handler }) => handler),
        state: window.cti.state,
        host: window.cti.diagnostics().hostOrigin ?? "",
        calls: window.cti.calls,
        posts: window.seen.posts.map(({ data }) => (data as { type?: unknown } | null)?.type),
      };
    });
    const host = await this.page.evaluate(() => ({
      events: window.seen.calls.map(({ handler }) => handler),
      calls: window.host.calls,
      widget: window.host.widget,
      engagements: window.store.engagements,
      frame: window.host.frame.outerHTML,
    }));
    const harmful = (names: readonly unknown[] = []): unknown[] => names.filter((name) => !this.harmless.includes(String(name)));
    return JSON.stringify(
      {
        widget: { ...widget, handlers: harmful(widget.handlers), posts: harmful(widget.posts) },
        host: { ...host, events: harmful(host.events) },
      },
      null,
      1,
    );
  }

  /** Remembers the current state. */
  async remember(): Promise<void> {
    this.before = await this.snapshot();
  }

  /** Asserts that the state is unchanged. */
  async expectUntouched(): Promise<void> {
    expect(await this.snapshot()).toEqual(this.before);
  }

  /** Asserts that no page of the attacker received anything, and nothing was posted to it. */
  async expectNothingLeaked(): Promise<void> {
    for (const attacker of this.attackers) {
      const heard = await attacker.evaluate(() => window.seen.messages.filter(({ data }) => !("mark" in (data as object))));
      expect(heard).toEqual([]);
    }
    const targets = await Promise.all(
      [this.page, this.target].map((place) => place.evaluate(() => window.seen.posts.map(({ targetOrigin }) => targetOrigin))),
    );
    expect(targets.flat().filter((target) => target !== this.host && target !== this.phone)).toEqual([]);
  }

  /** The host reloads its frame; the page that was in it is gone. */
  async reload(): Promise<void> {
    await this.widget.evaluate(() => {
      (window as { isOld?: boolean }).isOld = true;
    });
    await this.page.evaluate(() => window.host.reload());
    await this.widget.waitForFunction(() => (window as { isOld?: boolean }).isOld !== true);
  }

  /** Resets the host's frame, which was navigated away, to the calling app. */
  async leadBack(to = this.widgetUrl): Promise<void> {
    await this.page.evaluate((url) => {
      window.host.frame.src = url;
    }, to);
    await this.target.waitForURL((url) => url.origin === this.phone);
  }

  /** Begins with another attack on the session of the host's page. */
  next(harmless: readonly string[]): void {
    this.harmless = harmless;
    this.attackers.length = 0;
    this.target = this.widget;
  }

  /** Asserts that the attack's own session works. */
  async expectTargetAlive(): Promise<void> {
    const host = this.target === this.widget ? undefined : await this.honestHost();
    if (host === null) {
      // No page around it may be its host: it never had a session, and waits for one.
      expect(["waiting", "notEmbedded"]).toContain(await this.target.evaluate(() => window.cti.state));
    } else if (host !== undefined) {
      await this.expectDialled(host, this.target);
    }
  }

  /** Asserts that the session of the host's page works. */
  async expectAlive(): Promise<void> {
    if (this.isLate) {
      await this.widget.waitForFunction(() => (window as { startLate?: () => void }).startLate !== undefined);
      await this.widget.evaluate(() => (window as { startLate?: () => void }).startLate?.());
    }
    await this.expectDialled(this.page.mainFrame(), this.widget);
  }

  /** The page around the attacked widget that may be its host; the innermost of two. */
  private async honestHost(): Promise<Frame | null> {
    let frame = this.target.parentFrame();
    while (frame !== null && (await frame.evaluate(() => self.origin)) !== this.host) {
      frame = frame.parentFrame();
    }
    return frame;
  }

  /** Asserts that a host's dial reaches the app, and the app's call that host. */
  private async expectDialled(host: Frame, widget: Frame): Promise<void> {
    const phoneNumber = `+1202555${String(1000 + lastMark).slice(-4)}`;
    if (await host.evaluate(() => (window.host as unknown) === undefined)) {
      await this.dialByHand(host, widget, phoneNumber);
    } else {
      await host.waitForFunction(() => window.host.state === "initialized");
      await host.evaluate((phoneNumber) => window.host.dialNumber({ phoneNumber }), phoneNumber);
    }
    await widget.waitForFunction(
      (phoneNumber) =>
        window.seen.calls.some(({ handler, args }) => handler === "onDialNumber" && (args[0] as { phoneNumber?: unknown }).phoneNumber === phoneNumber),
      phoneNumber,
    );
    await host.waitForFunction(
      (id) =>
        (window.host as unknown) === undefined
          ? window.seen.messages.some(({ data }) => (data as { data?: { externalCallId?: string } } | null)?.data?.externalCallId === id)
          : window.store.engagements.some(({ externalCallId }) => externalCallId === id),
      `call-${phoneNumber.slice(-4)}`,
    );
  }

  /** Dials from a host's page without a library in the widget inside it; opens the session if there is none. */
  private async dialByHand(host: Frame, widget: Frame, phoneNumber: string): Promise<void> {
    let path = "frames[0]";
    for (let frame = widget.parentFrame(); frame !== host && frame !== null; frame = frame.parentFrame()) {
      path += ".frames[0]";
    }
    const post = (message: object): Promise<void> =>
      host.evaluate(`${path}.postMessage(${JSON.stringify(message)}, ${JSON.stringify(this.phone)})`);
    if (await widget.evaluate(() => window.cti.state !== "ready")) {
      await post({ type: "SYNC", messageId: "h_1", portalId: 1, userId: 2 });
    }
    await post({ type: "DIAL_NUMBER", messageId: "h_2", data: { phoneNumber } });
  }

  /** True if a handler of the attacked app ran with the forged number. */
  async wasDialled(): Promise<boolean> {
    return this.target.evaluate(
      (forged) =>
        window.seen.calls.some(
          ({ handler, args }) => handler === "onDialNumber" && (args[0] as { phoneNumber?: unknown }).phoneNumber === forged,
        ),
      FORGED.data.phoneNumber,
    );
  }

  /** The number of runs of a handler of the attacked app. */
  async ran(handler: string): Promise<number> {
    return this.target.evaluate((name) => window.seen.calls.filter(({ handler }) => handler === name).length, handler);
  }

  /** The number of times an event was reported to the host's page. */
  async told(event: string): Promise<number> {
    return this.page.evaluate((name) => window.seen.calls.filter(({ handler }) => handler === name).length, event);
  }
}

let lastMark = 0;
