// Attacks of an app by its events on a record's timeline.
import { readFileSync } from "node:fs";
import { join } from "node:path";

import type { APIResponse } from "@playwright/test";

import { unless } from "./support/all.ts";
import { type Account, accountOf, Demo } from "./support/demo.ts";
import { ROOT } from "./support/places.ts";
import { expect, test } from "./support/test.ts";

const MARIA = 1001;

const TYPES = "/integrations/v1/123/timeline/event-types";

/** Creates an event type. */
const makeType = (account: Account, headerTemplate: string, detailTemplate: string): Promise<APIResponse> =>
  account("POST", `${TYPES}?hapikey=${KEY}`, { name: "Attack", headerTemplate, detailTemplate });

/** Puts an event on Maria's timeline; returns the status. */
async function put(account: Account, event: Record<string, unknown>): Promise<number> {
  return (await account("PUT", "/integrations/v1/123/timeline/event", { objectId: MARIA, ...event })).status();
}

/** The attacks, by their entry. */
const ATTACKS = JSON.parse(readFileSync(join(ROOT, "tests/hostile/timeline.json"), "utf8")) as {
  values: readonly string[];
  templates: readonly string[];
  refusedTemplates: readonly string[];
  addresses: readonly string[];
};

const KEY = "emulator-developer-key-123";

/** Every place of a value in a template. */
const DETAIL =
  "{{value}}\n\n# {{value}}\n\n- {{value}}\n\n> {{value}}\n\n**{{value}}** `{{value}}`\n\n    {{value}}\n\n" +
  '[{{value}}]({{value}} "{{value}}")\n\n![{{value}}]({{value}})\n\n<{{value}}>\n\n{{#each extraData}}{{@key}}{{this}}{{/each}}\n\n' +
  '{{{value}}}{{&value}}\n\n<div title="{{value}}">{{value}}</div>\n\n```{{value}}\n{{value}}\n```';

// Without the page's policy, and on demand with it: the shown content is safe by itself.
for (const bypassCSP of [false, true]) {
  test.describe(bypassCSP ? "without the page's policy" : "under the page's policy", () => {
    test.use({ bypassCSP });

    test("nothing runs that an app puts on a timeline", unless(bypassCSP), async ({ page, demoUrl }) => {
      await page.addInitScript(() => {
        Object.assign(window, { attempts: [], ran: () => (window as unknown as Attempts).attempts.push("ran") });
        document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
          (window as unknown as Attempts).attempts.push(`${violatedDirective} ${blockedURI}`),
        );
      });
      const foreign: string[] = [];
      page.on("request", (request) => {
        if (!/^(http:\/\/localhost:|data:|blob:)/.test(request.url())) foreign.push(request.url());
      });
      page.on("dialog", (dialog) => void dialog.dismiss().then(() => foreign.push("a dialog")));
      const demo = await Demo.start(page, demoUrl);
      const account = await accountOf(page);

      // Up to a hundred events are shown: values are split.
      const expectEvents = async (count: number): Promise<void> => {
        await page.reload();
        await expect(demo.get("timeline-event")).toHaveCount(count);
        await demo.get("timeline-event").locator("details").evaluateAll((all) => all.forEach((details) => details.toggleAttribute("open", true)));
        expect(await page.evaluate(findings)).toEqual([]);
      };
      const { id } = (await (await makeType(account, "{{value}}", DETAIL)).json()) as { id: number };
      const property = await account("POST", `${TYPES}/${id}/properties?hapikey=${KEY}`, { name: "value", label: "value", propertyType: "String" });
      expect(property.status()).toBe(200);
      const PART = 24;
      for (let from = 0; from < ATTACKS.values.length; from += PART) {
        const part = ATTACKS.values.slice(from, from + PART);
        for (const [at, value] of part.entries()) {
          const timelineIFrame = { linkLabel: value, iframeLabel: value, iframeUri: "https://phone.example/", width: 10, height: 10 };
          const event = { id: `value ${at}`, eventTypeId: id, value, extraData: { value, [value]: value }, timelineIFrame };
          expect(await put(account, event), value).toBe(200);
        }
        await expectEvents(Math.min(PART, ATTACKS.values.length) + 2);
        for (const at of part.keys()) {
          const link = page.locator(`[data-event-id="value ${at}"]`).getByTestId("event-link");
          expect(await link.textContent()).toBe(part[at]);
        }
      }
      // A window's title too.
      await page.route("https://phone.example/**", (route) => route.fulfill({ contentType: "text/html", body: "app" }));
      await demo.get("event-link").first().click();
      await expect(demo.get("event-frame")).toBeVisible();
      await expect(demo.get("event-frame").locator("h2 *")).toHaveCount(0);
      await demo.get("event-frame-close").click();

      const extraData = { bad: "javascript:ran()", call: "ran()", tag: "img", html: "<img src=x onerror=ran()>", "<img src=x onerror=ran()>": "key" };
      for (const [at, template] of ATTACKS.templates.entries()) {
        const made = await makeType(account, template, template);
        expect(made.status(), template).toBe(200);
        const { id: eventTypeId } = (await made.json()) as { id: number };
        expect(await put(account, { id: `template ${at}`, eventTypeId, extraData }), template).toBe(200);
      }
      await page.reload();
      await expect(demo.get("timeline-event")).toHaveCount(50);
      await demo.get("timeline-event").locator("details").evaluateAll((all) => all.forEach((details) => details.toggleAttribute("open", true)));
      expect(await page.evaluate(findings)).toEqual([]);

      for (const template of ATTACKS.refusedTemplates) {
        expect((await makeType(account, template, "")).status(), template).toBe(400);
      }
      for (const iframeUri of ATTACKS.addresses) {
        const timelineIFrame = { linkLabel: "a", iframeLabel: "b", iframeUri, width: 10, height: 10 };
        expect(await put(account, { id: "address", eventTypeId: "5001", timelineIFrame }), iframeUri).toBe(400);
      }
      expect(foreign.filter((url) => !url.startsWith("https://phone.example/"))).toEqual([]);
    });
  });
}

/** The record of the test's init script. */
type Attempts = { attempts: string[] };

/** Markup in the events that is not harmless, and code that ran. Runs in the page. */
function findings(): string[] {
  const found = [...(window as unknown as Attempts).attempts];
  for (const place of document.querySelectorAll("[data-testid=timeline-event] h3, [data-testid=event-detail]")) {
    for (const element of place.querySelectorAll("*")) {
      const name = element.localName;
      if (!/^(a|blockquote|br|code|em|h[1-6]|hr|li|ol|p|pre|strong|ul)$/.test(name)) found.push(`<${name}>`);
      for (const { name: attribute, value } of element.attributes) {
        if (!["href", "rel", "start", "target", "title"].includes(attribute)) found.push(`<${name} ${attribute}="${value}">`);
      }
      if (element instanceof HTMLAnchorElement && element.hasAttribute("href")) {
        if (!/^(https?|mailto|tel):$/.test(element.protocol) || element.target !== "_blank") found.push(element.outerHTML);
      }
    }
  }
  return found;
}
