// `npx calling-widget-sdk check-host`: its widget's reports of known hosts.
import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { build } from "esbuild";

import { serve, type Served } from "../../pkg/command/sites.ts";
import { start } from "../support/running.ts";
import { expectAccessible } from "./support/accessible.ts";
import { inParts, unless } from "./support/all.ts";
import { failed, type Found, foundIn, namesOf, runCommand, unseen } from "./support/checked/found.ts";
import { HOST_FAULTS, HOST_FAULT_SETS, PERSONAL_FAULTS } from "./support/checked/host-faults.ts";
import { ROOT } from "./support/places.ts";
import { expect, frameAt, test } from "./support/test.ts";

let pages: Server;
/** The address of the hosts in `support/checked`. */
let host: string;
let widgets: Served;

test.beforeAll(async () => {
  const scripts = new Map<string, string>();
  for (const name of ["host-by-hand", "host-published"]) {
    const { outputFiles } = await build({ entryPoints: [join(ROOT, `tests/e2e/support/checked/${name}.ts`)], bundle: true, format: "iife", target: "es2022", write: false, logLevel: "warning" });
    scripts.set(name, outputFiles[0]?.text ?? "");
  }
  pages = createServer((request, response) => {
    const [, name = ""] = /^\/([\w-]+)/.exec(request.url ?? "") ?? [];
    const script = scripts.get(name);
    response.writeHead(script === undefined ? 404 : 200, { "content-type": "text/html; charset=utf-8" });
    response.end(script === undefined ? "" : `<!doctype html><html lang="en"><meta charset="utf-8"><title>${name}</title><body><script>${script}</script>`);
  }).listen(0);
  await once(pages, "listening");
  const address = pages.address();
  host = `http://localhost:${String(typeof address === "object" && address !== null ? address.port : 0)}`;
  widgets = await serve([{ page: "check-host" }], pathToFileURL(join(ROOT, "pkg/dist/pages/")), 0);
});

test.afterAll(async () => {
  pages.close();
  pages.closeAllConnections();
  await widgets.close();
});

type Person = (page: Page, request: string) => Promise<void>;

/** Opens a host's page around the widget; returns the widget's final results. */
async function check(page: Page, address: string, person?: Person): Promise<readonly Found[]> {
  const widget = `http://localhost:${String(widgets.port)}/${person === undefined ? "" : "?person=30"}`;
  await page.goto(address.replace("{widget}", encodeURIComponent(widget)));
  for (const request of person === undefined ? [] : ["Click a phone number", "Hang up"]) {
    const frame = await frameAt(page, widget);
    await expect(frame.locator("#ask")).toContainText(request);
    await person?.(page, request);
  }
  // The widget reloads itself: a frame that was found is gone. Each missing answer of a host
  // takes ten seconds.
  await expect.poll(
    async () => page.frames().find((frame) => frame.url().startsWith(widget))?.locator("#summary").getAttribute("data-state").catch(() => undefined),
    { timeout: 100_000 },
  ).toBe("done");
  const frame = await frameAt(page, widget);
  return foundIn(frame);
}

/** Clicks on the page of `host-by-hand.ts`. */
const byHand: Person = (page, request) => page.locator(request === "Hang up" ? "#hang-up" : "#dial").click();

/** The requirements that the published package does not meet. */
const PUBLISHED = ["navigation.failed", "publish.answered", "publish.finalized"];

/** Payloads that the flows request from no host. */
const UNASKED = [
  "CREATE_ENGAGEMENT_FAILED",
  "UPDATE_ASSOCIATIONS_FAILED",
  "UPDATE_ENGAGEMENT_FAILED",
  "CALLER_ID_MATCH_FAILED",
  "NAVIGATE_TO_RECORD",
  "PUBLISH_TO_CHANNEL_FAILED",
  "FINALIZE_ENGAGEMENT_FAILED",
  "INITIATE_CALL_ID_SUCCEEDED",
  "INITIATE_CALL_ID_FAILED",
  "SET_CALL_STATE",
  "SET_WIDGET_URL",
  "SET_WIDGET_URL_FAILED",
  "VISIBILITY_CHANGED",
  "FAILED",
].map((type) => `payload.${type}`);

// Most of a check is waiting: several share a test.
test("a host without any SDK meets every requirement, but for what only a person starts where nobody does it", async ({ context }) => {
  const address = `${host}/host-by-hand?widget={widget}`;
  const [clicked = [], alone = []] = await Promise.all([byHand, undefined].map(async (person) => check(await context.newPage(), address, person)));

  expect([clicked, alone].map(failed)).toEqual([[], []]);
  expect(unseen(clicked)).toEqual([...UNASKED, "window.named"].sort());
  expect(unseen(alone)).toEqual([...UNASKED, "window.named", "dial.number", "dial.end", "payload.DIAL_NUMBER"].sort());
  expect(alone.find(({ id }) => id === "dial.end")?.detail).toBe("nobody did this in time: Click a phone number on the host's page. Nor did the page at {\"callingCheck\":\"dial\"}.");
});

for (const [at, sets] of inParts([...HOST_FAULT_SETS.slice(0, 5), ...PERSONAL_FAULTS.map((fault) => [fault]), ...HOST_FAULT_SETS.slice(5)], 6).entries()) {
  test(`each of several faults at once is named, and nothing else: part ${String(at + 1)}`, unless(at === 0), async ({ context }) => {
    const reports = await Promise.all(
      sets.map(async (faults) => check(await context.newPage(), `${host}/host-by-hand?hooks=on&fault=${faults.join(",")}&widget={widget}`)),
    );

    for (const [index, faults] of sets.entries()) {
      expect.soft(failed(reports[index] ?? []), faults.join()).toEqual(namesOf(faults, HOST_FAULTS));
    }
  });
}

test("a host on the published package has its known report, and one that opens no session passes nothing", async ({ page, context }) => {
  const [found, none] = await Promise.all([
    check(page, `${host}/host-published?widget={widget}`),
    check(await context.newPage(), `${host}/host-by-hand?fault=opens-no-session&widget={widget}`),
  ]);
  // Its ids are the time: on a busy machine two may be the same by chance.
  expect(failed(found).filter((id) => id !== "messages.unique-ids")).toEqual(PUBLISHED);
  expect(failed(none)).toEqual(["handshake.sync"]);
  expect(none.filter(({ status }) => status === "passed")).toEqual([]);
});

test("outside a frame the widget says where it belongs, and axe finds nothing there nor in a report", async ({ page }) => {
  await page.goto(`http://localhost:${String(widgets.port)}/`);
  await expect(page.locator("#stage")).toContainText("This page belongs in your host's frame.");
  await expectAccessible(page, "body", () => Promise.resolve());

  await check(page, `${host}/host-by-hand?fault=writes-ids-as-text&widget={widget}`);
  const { violations } = await new AxeBuilder({ page }).include({ fromFrames: ["iframe", "body"] }).analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
});

test.describe("the command", () => {
  const command = (args: readonly string[]): Promise<{ code: number; text: string }> => runCommand(["check-host", ...args], tmpdir());

  test("checks the host's page and the call window that it opens, prints each requirement, and exits with 0", async ({ demoUrl }) => {
    const remote = await command(["--url", `${demoUrl}?ns=check-host-command&location=remote&widget={widget}`]);
    // By the page's hook, without a click.
    const window = await command(["--url", `${demoUrl}?ns=check-host-window&location=window&check=on&widget={widget}`, "--json"]);

    expect(remote.text).toMatch(/^passed {4}handshake\.sync {16}SYNC comes when the widget has loaded$/m);
    expect(remote.text).toMatch(/^passed {4}reload\.works /m);
    expect(remote.text).toMatch(/^0 failed, 0 not met, \d+ not seen, \d+ passed$/m);
    const { rows } = JSON.parse(window.text) as { rows: Found[] };
    const listed = JSON.parse(await readFile(join(ROOT, "tools/conformance/host-requirements.json"), "utf8")) as { id: string }[];
    expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining(listed.map(({ id }) => id)));
    expect(rows.filter(({ status }) => status !== "passed").map(({ id }) => id).sort()).toEqual([...UNASKED].sort());
    expect([remote.code, window.code]).toEqual([0, 0]);
  });

  test("takes the report of a page that a person opens, and no other's", async ({ page }) => {
    const running = start(["check-host", "--port", "0", "--only", "handshake."], { PATH: process.env["PATH"] ?? "", HOME: tmpdir() });
    const ended = once(running.process, "close");
    await expect.poll(() => running.printed()).toMatch(/http:\/\/localhost:\d+\//);
    const widget = /http:\/\/localhost:\d+\/\S*/.exec(running.printed())?.[0] ?? "";
    const forged = await fetch(new URL("/report", widget), { method: "POST", headers: { "x-check-token": "guessed" }, body: `{"end":true}` });

    await page.goto(`${host}/host-by-hand?widget=${encodeURIComponent(widget)}`);
    const [code] = (await ended) as [number];

    expect(forged.status).toBe(403);
    expect(code).toBe(0);
    expect(running.printed()).toMatch(/^0 failed, 0 not met, 0 not seen, 6 passed$/m);
  });

  test("exits with 1 and names what failed, and says what is wrong where nothing can be checked", async () => {
    const failing = await command(["--url", `${host}/host-by-hand?fault=creates-twice&widget={widget}`, "--only", "engagement.once", "--json"]);
    const { rows } = JSON.parse(failing.text) as { rows: Found[] };
    expect(failing.code).toBe(1);
    expect(rows).toMatchObject([{ id: "engagement.once", status: "failed" }]);

    const late = await command(["--url", `${host}/host-by-hand?widget=about:blank`, "--timeout-s", "2"]);
    const nothing = await command(["--url", `${host}/nothing`]);
    const none = await command(["--url", "localhost/{widget}"]);
    const extra = await command([`${host}/host-by-hand`]);

    expect([late.code, nothing.code, none.code, extra.code]).toEqual([3, 3, 2, 2]);
    expect(nothing.text).toMatch(/^error NO_REPORT: there is no page to check at \S+: it answers 404; correct the address$/m);
    expect(late.text).toContain("the page did not report within 2 s: see by --headed whether the page frames the widget");
    expect(none.text).toContain("--url localhost/{widget} is no address of a page");
    expect(extra.text).toContain("name the host's page by --url");
  });
});
