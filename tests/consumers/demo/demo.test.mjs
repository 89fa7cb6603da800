// Both packed packages, installed in a folder with nothing else.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";

import { createEmulator } from "calling-widget-sdk-emulator";

test("the record page is beside the platform", async (context) => {
  const site = new URL("dist/pages/host/", import.meta.resolve("calling-widget-sdk/package.json"));
  const emulator = await createEmulator({ port: 0, site });
  context.after(() => emulator.close());

  assert.match(await (await fetch(emulator.url)).text(), /<title>Demo CRM<\/title>/);

  // The page's requests: for its token, and for the deals of a record.
  const own = { origin: emulator.url, "sec-fetch-site": "same-origin" };
  const opened = await fetch(`${emulator.url}/emulator/host-page`, { method: "POST", headers: { ...own, "x-emulator-control": "1" } });
  const { accessToken } = await opened.json();
  const deals = await fetch(`${emulator.url}/crm/v4/objects/0-1/1001/associations/deals`, { headers: { ...own, authorization: `Bearer ${accessToken}` } });
  assert.equal((await deals.json()).results.length > 0, true);
  assert.deepEqual((await emulator.requests()).map(({ status }) => status), [200, 200]);
});

test("the command serves the page, and a quote as PDF", async () => {
  const demo = spawn(process.execPath, ["node_modules/calling-widget-sdk/dist/command.js", "demo", "--port=0"], { stdio: ["ignore", "pipe", "inherit"] });
  let text = "";
  demo.stdout.setEncoding("utf8").on("data", (chunk) => (text += chunk));
  const ended = once(demo, "close");
  try {
    let address;
    while (address === undefined) {
      await Promise.race([once(demo.stdout, "data"), ended.then(() => assert.fail(`it ended: ${text}`))]);
      address = /The record page: +(\S+)\n/.exec(text)?.[1];
    }
    const answer = await fetch(new URL("/quotes/harbour-finch-phones.pdf", address));

    assert.deepEqual([answer.status, answer.headers.get("content-type")], [200, "application/pdf"]);
    assert.equal(Buffer.from(await answer.arrayBuffer()).subarray(0, 5).toString(), "%PDF-");
  } finally {
    demo.kill("SIGINT");
    await ended;
  }
});
