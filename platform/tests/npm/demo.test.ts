// `npx calling-widget-sdk demo` and `dev`: the record page on the emulator's package. The
// platform's refusals are in serving.test.ts.
import assert from "node:assert/strict";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { createServer, request } from "node:http";
import { createServer as createTcpServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";

import { createEmulator } from "calling-widget-sdk-emulator";

import type { EmulatorPackage } from "../../../pkg/command/emulator.ts";
import { listening, start } from "../../../tests/support/running.ts";
import { unusedPort } from "../../../tests/support/ports.ts";

const PAGES = "pkg/dist/pages";

// The type that the command expects of the package.
createEmulator satisfies EmulatorPackage["createEmulator"];

test("demo serves two pages on two ports, and Ctrl-C ends it", async () => {
  const demo = start(["demo", "--port", "0"]);
  const [, host = ""] = await demo.says(/The record page: {2}(http:\/\/localhost:\d+\/)\n/);
  const [, softphone = ""] = await demo.says(/The softphone: +(http:\/\/localhost:\d+\/)/);
  await demo.says(/The platform: +http:\/\/localhost:\d+\/emulator\/docs\nCtrl-C/);

  for (const [site, address] of [["host", host], ["widget", softphone]] as const) {
    for (const name of await readdir(`${PAGES}/${site}`)) {
      const answer = await fetch(new URL(name, address));
      assert.deepEqual([answer.status, await answer.text()], [200, await readFile(`${PAGES}/${site}/${name}`, "utf8")], name);
    }
    const page = await fetch(address);
    assert.match(page.headers.get("content-type") ?? "", /^text\/html/);
    assert.equal(page.headers.get("content-security-policy"), (await readFile(`www/${site}/content-security-policy.txt`, "utf8")).trim());
    assert.equal(page.headers.get("x-content-type-options"), "nosniff");
  }
  assert.equal(Number(new URL(softphone).port), Number(new URL(host).port) + 1);
  assert.equal(await demo.interrupt(), 0);
  await assert.rejects(fetch(host));
});

test("--open opens the page, and says so where there is no browser", { skip: process.platform !== "linux" }, async () => {
  const folder = await mkdtemp(join(tmpdir(), "open-"));
  const opened = join(folder, "opened");
  await writeFile(join(folder, "xdg-open"), `#!/bin/sh\nprintf '%s' "$1" > '${opened}'\n`);
  await chmod(join(folder, "xdg-open"), 0o755);

  const demo = start(["demo", "--port", "0", "--open"], { PATH: `${folder}:/bin:/usr/bin` });
  const [, address = ""] = await demo.says(/The record page: {2}(\S+)\n/);
  const none = start(["demo", "--port", "0", "--open"], { PATH: "" });
  await none.says(/no browser could be opened: open http:\/\/localhost:\d+\/ yourself/);

  for (let tries = 0; tries < 100 && !existsSync(opened); tries += 1) {
    await setTimeout(50);
  }
  assert.equal(await readFile(opened, "utf8"), address);
  await Promise.all([demo.interrupt(), none.interrupt()]);
  await rm(folder, { recursive: true });
});

test("the record page's platform is at the page's own address", async () => {
  const demo = start(["demo", "--port", "0"]);
  const [, address = ""] = await demo.says(/The record page: {2}(\S+)\n/);
  const get = (path: string): Promise<Response> => fetch(new URL(path, address));

  const opened = await fetch(new URL("/emulator/host-page", address), { method: "POST", headers: { "x-emulator-control": "1" } });
  const [quote, pdf, docs, none] = await Promise.all(["/quotes/harbour-finch-phones", "/quotes/harbour-finch-phones.pdf", "/emulator/docs", "/nothing.js"].map(get));

  assert.equal(((await opened.json()) as { portalId: number }).portalId, 62_515);
  assert.match((await quote?.text()) ?? "", /Phones for the new office/);
  assert.equal((await pdf?.text())?.slice(0, 5), "%PDF-");
  assert.equal(docs?.status, 200);
  assert.equal(((await none?.json()) as { message: string } | undefined)?.message, "there is no path /*: /emulator/docs lists those there are");
  assert.equal(await demo.interrupt(), 0);
});

test("a foreign host name or a path out of the folders is refused", async () => {
  const demo = start(["demo", "--port", "0"]);
  const [, port = ""] = await demo.says(/localhost:(\d+)\/\n/);
  const softphone = String(Number(port) + 1);

  const statuses = await Promise.all(
    [port, softphone].flatMap((port) =>
      [
        { path: "/", host: "evil.example" },
        { path: "/", host: `localhost.evil.example:${port}` },
        { path: "/../widget/main.js", host: `localhost:${port}` },
        { path: "/%2e%2e/widget/main.js", host: `localhost:${port}` },
        { path: "/..%2fwidget%2fmain.js", host: `localhost:${port}` },
        { path: "/", host: `localhost:${port}` },
      ].map(async ({ path, host }) => {
        const clientRequest = request({ host: "127.0.0.1", port, path, headers: { host } }).end();
        const [answer] = (await once(clientRequest, "response")) as [{ statusCode: number; resume(): void }];
        answer.resume();
        return answer.statusCode;
      }),
    ),
  );

  assert.deepEqual(statuses, [421, 421, 404, 404, 404, 200, 421, 421, 404, 404, 404, 200]);
  await demo.interrupt();
});

test("a port in use is an error that offers the next free one", async () => {
  const { server, port } = await listening(createTcpServer());

  // The softphone has the next port.
  const both = [start(["demo", "--port", String(port)]), start(["demo", "--port", String(port - 1)])];
  const codes = await Promise.all(both.map(async ({ process }) => ((await once(process, "close")) as [number])[0]));
  const offers = both.map((command) => new RegExp(`^error USAGE: port ${String(port)} is already in use: choose another with --port, such as --port (\\d+)\\n`, "m").exec(command.printed())?.[1] ?? command.printed());
  const offered = start(["demo", "--port", offers[1] ?? ""]);
  await offered.says(/The record page/);

  assert.deepEqual(codes, [2, 2]);
  assert.ok(offers.every((offer) => Number(offer) > port), offers.join());
  assert.equal(await offered.interrupt(), 0);
  server.close();
});

test("dev waits for the widget, and opens the page around it", async () => {
  const port = await unusedPort();
  const widget = `http://localhost:${String(port)}/phone?login=auto&x=1`;
  const dev = start(["dev", widget, "--port", "0"]);
  const [, address = ""] = await dev.says(/The record page: {2}(\S+)\n/);
  await dev.says(/waiting for http.*: nobody listens there/);

  const server = createServer((_, response) => response.writeHead(404, { "x-frame-options": "DENY" }).end()).listen(port);
  await dev.says(/problem: the widget's address answers 404/);
  await dev.says(/problem: .*X-Frame-Options is DENY\n {2}leave X-Frame-Options out, and send/);

  const query = new URL(address).searchParams;
  assert.deepEqual([query.get("widget"), query.get("name")], [widget, `localhost:${String(port)}`]);
  assert.equal((await fetch(address)).status, 200);
  assert.equal(await dev.interrupt(), 0);
  server.close();
});

test("dev ends while it waits", async () => {
  const dev = start(["dev", `http://localhost:${String(await unusedPort())}/`, "--port", "0"]);
  await dev.says(/waiting for/);

  assert.equal(await dev.interrupt(), 0);
});
