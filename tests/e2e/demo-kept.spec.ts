// Where the demo's engagements and settings live: the emulator, or the page's memory.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";

import type { Page } from "@playwright/test";

import { Demo, NUMBERS, softphone } from "./support/demo.ts";
import { ROOT } from "./support/places.ts";
import { expect, test } from "./support/test.ts";

type Call = { id: string; properties: Record<string, string>; associations?: object };

/** Calls, saves, and returns what the record's newest call shows then. */
async function callAndSave(demo: Demo, notes: string): Promise<string> {
  await demo.call(NUMBERS.mariaMobile);
  await demo.sp("hangup").click();
  await demo.save(notes);
  await expect(demo.latestCall()).toContainText(notes);
  await expect(demo.latestCall()).toHaveAttribute("data-state", "completed");
  return (await demo.latestCall().textContent()) ?? "";
}

/** Asks the emulator in the page's namespace, as a program would; control paths with their header. */
async function ask(page: Page, method: string, path: string, body?: object): Promise<unknown> {
  return page.evaluate(
    async ([method, path, body]) => {
      const base = `/ns/${new URLSearchParams(location.search).get("ns") ?? ""}`;
      const control = { "x-emulator-control": "1", "content-type": "application/json" };
      const opened = await fetch(`${base}/emulator/host-page`, { method: "POST", headers: control });
      const { accessToken } = (await opened.json()) as { accessToken: string };
      const headers = { ...control, authorization: `Bearer ${accessToken}` };
      const answer = await fetch(base + path, { method, headers, ...(body === "" ? {} : { body }) });
      return (await answer.json()) as unknown;
    },
    [method, path, body === undefined ? "" : JSON.stringify(body)] as const,
  );
}

async function calls(page: Page): Promise<Call[]> {
  const query = "properties=hs_call_body,hs_call_to_number,demo_on_timeline&associations=contacts";
  const { results } = (await ask(page, "GET", `/crm/v3/objects/calls?${query}`)) as { results: Call[] };
  return results;
}

test("a call is kept by the emulator, and is there after a reload", async ({ page, demoUrl }) => {
  const demo = await Demo.start(page, demoUrl);
  await expect(demo.get("storage")).toHaveText("Stored in the emulator");
  const shown = await callAndSave(demo, "To be kept.");

  await page.reload();

  await expect(demo.get("host-state")).toHaveText("initialized");
  expect(await demo.latestCall().textContent()).toBe(shown);
  const [, kept] = await calls(page);
  expect(kept?.properties).toMatchObject({
    hs_call_body: "To be kept.",
    hs_call_to_number: `+${NUMBERS.mariaMobile}`,
    demo_on_timeline: "true",
  });
  expect(kept?.associations).toEqual({ contacts: { results: [{ id: "1001", type: "call_to_contact" }] } });
  await expect(demo.latestCall()).toHaveAttribute("data-engagement-id", kept?.id ?? "");
  // The page goes on from there.
  await callAndSave(demo, "The second one.");
  expect(await calls(page)).toHaveLength(3);
});

test("settings that are applied are those of the next load, and of any client", async ({ page, demoUrl }) => {
  const demo = await Demo.start(page, demoUrl);

  await page.locator("#set-name").fill("My own phone");
  await page.locator("#set-width").fill("400");
  await demo.get("widget-apply").click();
  await expect(demo.get("frame")).toContainText("My own phone");
  await expect.poll(() => ask(page, "GET", "/crm/v3/extensions/calling/123/settings")).toMatchObject({
    name: "My own phone",
    width: 400,
    isReady: true,
  });
  await page.reload();

  await expect(demo.get("host-state")).toHaveText("initialized");
  await expect(page.locator("#set-name")).toHaveValue("My own phone");
  await expect(page.locator("#set-width")).toHaveValue("400");
});

test("a contact that a client made is found by its number", async ({ page, demoUrl }) => {
  const demo = await Demo.start(page, demoUrl, { query: { location: "remote" } });
  const properties = { firstname: "New", lastname: "Contact", phone: "+19175550126" };
  await ask(page, "POST", "/crm/v3/objects/contacts", { properties });

  await demo.sp("incoming-number").selectOption({ label: "Unknown number" });
  await demo.sp("incoming").click();

  await expect(demo.sp("caller")).toHaveText("New Contact");
});

test("what the emulator refuses fails for the widget, and nothing is shown of it", async ({ page, demoUrl }) => {
  const demo = await Demo.start(page, demoUrl);
  await ask(page, "POST", "/emulator/faults", { route: "/crm/v3/objects/{objectType}", status: 503, times: 1 });

  await demo.get(`dial-${NUMBERS.mariaMobile}`).click();

  await expect(demo.log("CREATE_ENGAGEMENT_FAILED")).toHaveCount(1);
  await expect(demo.get("timeline-item")).toHaveCount(0);
  expect(await calls(page)).toHaveLength(1);
});

test("a token that has ended is replaced on the way", async ({ page, demoUrl }) => {
  const demo = await Demo.start(page, demoUrl);
  await ask(page, "POST", "/emulator/clock", { advanceMs: 3_600_000 });

  await callAndSave(demo, "An hour later.");

  expect(await calls(page)).toHaveLength(2);
});

test("served by anything else, the page works in memory and says so", async ({ page, demoUrl }) => {
  const server = createServer((request, response) => {
    const name = /^\/([\w.-]*)$/.exec((request.url ?? "").split("?")[0] ?? "")?.[1];
    const file = name === "" ? "index.html" : name;
    if (file === undefined || request.method !== "GET") {
      response.writeHead(404).end();
      return;
    }
    readFile(join(ROOT, "pkg/dist/pages/host", file)).then(
      (text) => response.writeHead(200, { "content-type": MEDIA[extname(file)] ?? "text/plain" }).end(text),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  try {
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const widget = `${softphone(demoUrl)}?login=auto&answerAfter=50`;
    const demo = await Demo.start(page, `http://localhost:${String(port)}/`, { widget });

    await expect(demo.get("storage")).toHaveText("In memory");
    await callAndSave(demo, "Not to be kept.");
    await page.reload();

    await expect(demo.get("host-state")).toHaveText("initialized");
    await expect(demo.get("timeline-item")).toHaveCount(0);
    await demo.get("timeline-all").check();
    await expect(demo.get("timeline-item")).toHaveCount(1);
  } finally {
    server.close();
    server.closeAllConnections();
  }
});

const MEDIA: Readonly<Record<string, string>> = { ".css": "text/css", ".html": "text/html", ".js": "text/javascript" };
