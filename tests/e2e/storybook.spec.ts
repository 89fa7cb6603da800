// The decorator for Storybook, called by a page like by Storybook's renderers.
import { expect, test, type PageSource } from "./support/test.ts";

/** A preview page with one story: a phone that shows its args. */
const preview = (renderer: "html" | "react"): PageSource => ({
  libraries: ["storybook"],
  body: `<div id="root" data-renderer="${renderer}"></div>`,
  main: () => {
    const root = document.querySelector<HTMLElement>("#root");
    if (root === null) {
      return;
    }
    const story = ({ args }: { args?: Record<string, unknown> } = {}): Node => {
      const phone = document.createElement("p");
      phone.id = "phone";
      phone.textContent = `${String(args?.["label"])} idle`;
      const cti = new window.sdk.default({
        eventHandlers: {
          onReady: () => {
            cti.initialized({ isLoggedIn: true });
          },
          onDialNumber: ({ phoneNumber }) => {
            phone.textContent = `${String(args?.["label"])} calls ${phoneNumber}`;
            (args?.["onDial"] as ((number: string) => void) | undefined)?.(phoneNumber);
            cti.outgoingCall({ externalCallId: "call-1", toNumber: phoneNumber, fromNumber: "+12025550199", createEngagement: true });
          },
          onEndCall: () => {
            phone.textContent = "ended";
            cti.callEnded({ externalCallId: "call-1", engagementId: 0, callEndStatus: "COMPLETED" });
          },
        },
      });
      window.cti = cti;
      return phone;
    };
    const dialled: string[] = [];
    const context = {
      id: "phone--ready",
      args: { label: "One", onDial: (number: string) => dialled.push(number) },
      canvasElement: root,
    };
    // Like React: an element's ref is called once it is in the page.
    const refs: (() => void)[] = [];
    const createElement = (type: "div", { ref }: { ref: (element: HTMLElement | null) => void }): Node => {
      const element = (root.firstElementChild as HTMLElement | null) ?? document.createElement(type);
      refs.push(() => {
        ref(element);
      });
      return element;
    };
    const decorator = window.withHost({
      context: { userId: 7 },
      ...(root.dataset["renderer"] === "react" ? { createElement } : {}),
    });
    window.render = (label) => {
      const shown = decorator(story, { ...context, args: { ...context.args, label } });
      if (root.firstChild !== shown) {
        root.replaceChildren(shown);
      }
      for (const ref of refs.splice(0)) {
        ref();
      }
    };
    window.dialled = dialled;
    window.render("One");
  },
});

for (const renderer of ["html", "react"] as const) {
  test(`a story is shown in a host's frame, dials, hangs up and is loaded anew with other args (${renderer})`, async ({ page, site }) => {
    await page.goto(`${site.page("crm.test", preview(renderer))}?viewMode=docs&globals=theme:dark`);
    const host = page.getByRole("region", { name: "Host" });
    const widget = page.frameLocator("iframe");
    await expect(host.getByRole("status")).toHaveText("initialized");
    await expect(widget.locator("#phone")).toHaveText("One idle");
    await expect(widget.locator("iframe")).toHaveCount(0);

    await host.getByLabel("Number").fill("+12025550124");
    await host.getByRole("button", { name: "Dial" }).click();
    await expect(widget.locator("#phone")).toHaveText("One calls +12025550124");
    await host.getByRole("button", { name: "Hang up" }).click();
    await expect(widget.locator("#phone")).toHaveText("ended");

    await expect(host.getByRole("listitem").filter({ hasText: "widget → host CALL_ENDED" })).toHaveCount(1);
    const lines = await host.getByRole("listitem").locator("summary").allTextContents();
    expect(lines.filter((line) => !line.endsWith(" SYNC"))).toEqual([
      "widget → host SYNC_ACK",
      "widget → host INITIALIZED",
      "host → widget DIAL_NUMBER",
      "widget → host OUTGOING_CALL_STARTED",
      "host → widget CREATE_ENGAGEMENT_SUCCEEDED",
      "host → widget ENGAGEMENT_CREATED",
      "host → widget END_CALL",
      "widget → host CALL_ENDED",
    ]);
    // The host omits no field that the widget needs. Its messages about the engagement are for
    // handlers that the story does not have.
    const counts = await page.frames()[1]?.evaluate(() => window.cti.diagnostics().counts);
    expect(counts).toEqual({ UNHANDLED: 2 });
    // The story's functions run in the page around, where Storybook records them.
    expect(await page.evaluate(() => window.dialled)).toEqual(["+12025550124"]);
    const address = new URL(await page.locator("iframe").evaluate((frame) => (frame as HTMLIFrameElement).src));
    expect(Object.fromEntries(address.searchParams)).toEqual({ id: "phone--ready", viewMode: "story", globals: "theme:dark", callingWidgetHost: "1" });

    const phone = widget.locator("#phone");
    const acknowledged = page.getByRole("listitem").filter({ hasText: "SYNC_ACK" });
    await page.evaluate(() => window.render("Two"));
    await expect(phone).toHaveText("Two idle");
    await expect(acknowledged).toHaveCount(2);
    await page.evaluate(() => window.render("Two"));
    await page.getByRole("button", { name: "Dial" }).click();

    await expect(phone).toHaveText("Two calls +12025550124");
    await expect(acknowledged).toHaveCount(2);
    await expect(page.locator("iframe")).toHaveCount(1);

    // A host removed from the page ends, and the next one is another.
    if (renderer === "react") {
      return;
    }
    const first = await page.evaluateHandle(() => document.querySelector("section"));
    await page.evaluate(() => document.querySelector("#root")?.replaceChildren());
    await page.evaluate(() => window.render("Three"));

    await expect(page.frameLocator("iframe").locator("#phone")).toHaveText("Three idle");
    expect(await first.evaluate((section) => section?.isConnected === false && section.querySelector("iframe") === null)).toBe(true);
  });
}

declare global {
  interface Window {
    withHost: typeof import("calling-widget-sdk/storybook").withHost;
    render: (label: string) => void;
    dialled: string[];
  }
}
