// `npx calling-widget-sdk check`: its page's reports of known widgets.
import { readFile, mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";

import type { Page } from "@playwright/test";
import { build } from "esbuild";

import { serve, type Served } from "../../pkg/command/sites.ts";
import { unusedPort } from "../support/ports.ts";
import { expectAccessible } from "./support/accessible.ts";
import { inParts, unless } from "./support/all.ts";
import { FAULTS, FAULT_SETS, LONE_FAULTS } from "./support/checked/faults.ts";
import { failed, type Found, foundIn, namesOf, runCommand, unseen } from "./support/checked/found.ts";
import { softphone } from "./support/demo.ts";
import { ROOT } from "./support/places.ts";
import { expect, test } from "./support/test.ts";

let apps: Server;
/** The address of the apps in `support/checked`. */
let app: string;
let checks: Served;

test.beforeAll(async () => {
  const scripts = new Map([["silent", "0"], ["as-json", "0"], ["not-framed", "0"]]);
  for (const path of ["tests/e2e/support/checked/by-hand.ts", "tests/e2e/support/checked/published.ts", "tests/e2e/support/checked/resumed.ts", "tests/types/readme-widget.ts"]) {
    const name = basename(path, ".ts");
    const { outputFiles } = await build({ entryPoints: [join(ROOT, path)], bundle: true, format: "iife", target: "es2022", write: false, logLevel: "warning" });
    scripts.set(name, outputFiles[0]?.text ?? "");
  }
  apps = createServer((request, response) => {
    const [, name = ""] = /^\/([\w-]+)/.exec(request.url ?? "") ?? [];
    const script = scripts.get(name);
    const type = name === "as-json" ? "application/json" : "text/html; charset=utf-8";
    response.writeHead(script === undefined ? 404 : 200, { "content-type": type, ...(name === "not-framed" ? { "x-frame-options": "DENY" } : {}) });
    response.end(script === undefined ? "" : `<!doctype html><meta charset="utf-8"><title>${name}</title><script>${script}</script>`);
  }).listen(0);
  await once(apps, "listening");
  const address = apps.address();
  app = `http://localhost:${String(typeof address === "object" && address !== null ? address.port : 0)}`;
  checks = await serve([{ page: "check" }, { page: "stranger" }], pathToFileURL(join(ROOT, "pkg/dist/pages/")), 0);
});

test.afterAll(async () => {
  apps.close();
  apps.closeAllConnections();
  await checks.close();
});

/** Runs the check's page; returns its final results. */
async function check(page: Page, widget: string, only?: string): Promise<readonly Found[]> {
  const address = new URL(`http://localhost:${String(checks.port)}/`);
  address.searchParams.set("widget", widget);
  if (only === undefined) {
    // A check with a person runs one flow after the other, as in the command's test below.
    address.searchParams.set("parallel", "10");
  } else {
    address.searchParams.set("only", only);
  }
  await page.goto(address.href);
  await expect(page.locator("#summary")).toHaveAttribute("data-state", "done");
  return foundIn(page);
}

/** The requirements that the published package does not meet. */
const PUBLISHED = ["handshake.new-session", "handshake.repeated-sync", "messages.error-not-answered", "messages.unknown-not-echoed"];

/** Payloads that no flow requests from an app. */
const UNASKED = ["payload.FINALIZE_ENGAGEMENT", "payload.RESIZE_WIDGET", "payload.ERROR", "payload.SET_WIDGET_URL"];

test("softphone, app without an SDK and readme's widget pass", async ({ page, demoUrl }) => {
  const softphones = await check(page, `${softphone(demoUrl)}?login=auto&save=auto&answerAfter=100&check=on`);
  const byHand = await check(page, `${app}/by-hand?hooks=on`);
  const readme = await check(page, `${app}/readme-widget`);

  const listed = JSON.parse(await readFile(join(ROOT, "tools/conformance/requirements.json"), "utf8")) as { id: string }[];
  expect(softphones.map(({ id }) => id)).toEqual(expect.arrayContaining(listed.map(({ id }) => id)));
  expect([softphones, byHand, readme].map(failed)).toEqual([[], [], []]);
  expect(unseen(softphones)).toEqual([...UNASKED, "publish.same-call", "payload.PUBLISH_TO_CHANNEL"].sort());
  expect(unseen(byHand)).toEqual([...UNASKED].sort());
  expect(readme.filter(({ id, status }) => id.startsWith("dial.") && status !== "passed")).toEqual([]);
});

// Most of a check is waiting: several share a test, three at a time.
for (const [at, sets] of inParts(FAULT_SETS, 6).entries()) {
  test(`each of several faults is named: part ${String(at + 1)}`, unless(at === 0), async ({ context }) => {
    let each: Page | undefined;
    for (const three of inParts(sets, 3)) {
      await Promise.all(
        three.map(async (faults) => {
          const page = await context.newPage();
          const found = await check(page, `${app}/by-hand?hooks=on&fault=${faults.join(",")}`);
          expect.soft(failed(found), faults.join()).toEqual(namesOf(faults, FAULTS));
          each = new Set(found.map(({ status }) => status)).size === 4 ? page : each;
        }),
      );
    }
    expect(each, "a report with each status").toBeDefined();
    await expectAccessible(each as Page, "body", () => Promise.resolve());
  });
}

test("an app that is silent or logged out passes nothing", async ({ context }) => {
  const lone = await Promise.all(LONE_FAULTS.map(async ([fault, names]) => check(await context.newPage(), `${app}/by-hand?hooks=on&fault=${fault}`, names[0])));
  const [silent, loggedOut] = await Promise.all([check(await context.newPage(), `${app}/silent`), check(await context.newPage(), `${app}/by-hand?hooks=on&fault=is-logged-out`)]);

  expect(lone.map(failed)).toEqual(LONE_FAULTS.map(([, names]) => names));
  expect(failed(silent)).toEqual(["handshake.acknowledged"]);
  expect(silent.filter(({ status }) => status === "passed")).toEqual([]);
  expect(silent.find(({ id }) => id === "handshake.acknowledged")?.detail).toMatch(/^the page sent nothing within 8 s: no widget runs in it, or none that takes http:\/\/localhost:\d+ as its host$/);
  expect(failed(loggedOut)).toEqual([]);
  expect(loggedOut.find(({ id }) => id === "dial.started")).toEqual({ id: "dial.started", status: "not seen", detail: "the widget's user is not logged in" });
});

test("an app on the published package has its known report", async ({ page }) => {
  const found = await check(page, `${app}/published`);

  // Its ids are the time: on a busy machine two may be the same by chance.
  expect(failed(found).filter((id) => !id.startsWith("strangers.") && id !== "messages.unique-ids")).toEqual(PUBLISHED);
});

test("a call that a flow leaves open is not resumed in the next one", async ({ page }) => {
  const found = await check(page, `${app}/resumed`, "strangers.");

  expect(found.map(({ status }) => status)).toEqual(["passed", "passed", "passed", "passed"]);
});

test.describe("the command", () => {
  let folder: string;

  test.beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "check-"));
  });

  test.afterAll(async () => {
    await rm(folder, { recursive: true });
  });

  const command = (args: readonly string[]): Promise<{ code: number; text: string }> => runCommand(["check", ...args], folder);

  test("prints each requirement, and exits with 0", async ({ demoUrl }) => {
    const { code, text } = await command([`${softphone(demoUrl)}?login=auto&save=auto&answerAfter=100`, "--only", "handshake."]);

    expect(text).toMatch(/^passed {4}handshake\.acknowledged {8}SYNC is acknowledged$/m);
    expect(text).toMatch(/^0 failed, 0 not met, 0 not seen, 10 passed$/m);
    expect(code).toBe(0);
  });

  test("exits with 1 for failures, and with 2 or 3 without a report", async () => {
    const faulty = [`${app}/by-hand?hooks=on&fault=acknowledges-by-its-own-id`, "--only", "handshake.same-id"];
    const { code, text } = await command([...faulty, "--json"]);

    const { rows } = JSON.parse(text) as { rows: Found[] };
    expect(code).toBe(1);
    expect(rows).toMatchObject([{ id: "handshake.same-id", status: "failed", detail: 'messageId is "mine_1", which is not the id of a SYNC' }]);

    const [late, unknown, missing, ...nowhere] = await Promise.all([
      command([`${app}/by-hand`, "--timeout-s", "0.2"]),
      command([`${app}/by-hand`, "--only", "nothing"]),
      command([`${app}/by-hand`, "--browser", join(folder, "no-browser")]),
      command([`http://localhost:${String(await unusedPort())}/`]),
      command([`${app}/nothing`]),
      command([`${app}/as-json`]),
      command([`${app}/not-framed`]),
    ]);

    expect([late, unknown, missing, ...nowhere].map((ended) => ended.code)).toEqual([3, 2, 2, 3, 3, 3, 3]);
    expect(late.text).toContain("the page did not report within 0.2 s");
    expect(unknown.text).toContain("no requirement begins with nothing");
    expect(missing.text).toMatch(/--browser \S*no-browser is no program of this machine/);
    for (const [at, words] of ["nobody listens there", "it answers 404", 'its Content-Type is "application/json"', "X-Frame-Options is DENY"].entries()) {
      expect(nowhere[at]?.text).toMatch(new RegExp(`^error NO_REPORT: there is no page to check at \\S+: ${words}; .*$`, "m"));
    }
  });
});
