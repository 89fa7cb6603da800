// The package's command leaves nothing behind when it is ended early.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { createServer as createTcpServer, type Server as TcpServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { COMMAND, listening, start } from "../../../tests/support/running.ts";

const IS_POSIX = process.platform !== "win32";

let folder: string;
let widget: { server: Server; port: number };
/** The browser of these tests and its helper connect here: a connection ends with its process. */
let watch: { server: TcpServer; port: number };
let browser: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "ends-"));
  widget = await listening(createServer((_, response) => response.writeHead(200, { "content-type": "text/html" }).end("<script></script>")));
  watch = await listening(createTcpServer());
  browser = join(folder, "browser");
  // A browser that reports nothing and goes on, with a helper.
  await writeFile(
    browser,
    `#!${process.execPath}
const { spawn } = require("node:child_process");
const { connect } = require("node:net");
const { writeFileSync } = require("node:fs");
const watched = 'require("node:net").connect(${String(watch.port)}).resume(); setInterval(() => {}, 1e6);';
eval(watched);
spawn(process.execPath, ["-e", watched], { stdio: "ignore" });
const profile = process.argv.find((arg) => arg.startsWith("--user-data-dir=")).slice(16);
writeFileSync(profile + "/file", "");
`,
  );
  await chmod(browser, 0o755);
});

after(async () => {
  widget.server.close();
  watch.server.close();
  await rm(folder, { recursive: true });
});

/** Both processes of the next browser. */
async function processes(): Promise<readonly Socket[]> {
  const [first] = (await once(watch.server, "connection")) as [Socket];
  const [second] = (await once(watch.server, "connection")) as [Socket];
  return [first, second];
}

for (const [how, signals, codes] of [
  ["SIGHUP", ["SIGHUP"], [3]],
  ["SIGTERM", ["SIGTERM"], [3]],
  ["Ctrl-C", ["SIGINT"], [3]],
  // Two signals of one kind at once may be one, and of two kinds either may come first.
  ["Ctrl-C twice", ["SIGINT", "SIGINT"], [3, 130]],
  ["Ctrl-C and the end of the terminal", ["SIGINT", "SIGHUP"], [3, 129, 130]],
] as const) {
  test(`check leaves nothing behind after ${how}`, { skip: !IS_POSIX }, async () => {
    const temporary = await mkdtemp(join(folder, "tmp-"));
    const started = processes();
    const check = start(["check", `http://localhost:${String(widget.port)}/`, "--browser", browser], { TMPDIR: temporary });
    const ended = once(check.process, "close");
    const gone = (await started).map((socket) => once(socket, "close"));
    for (const signal of signals) check.process.kill(signal);
    const [code] = (await ended) as [number];
    await Promise.all(gone);

    assert.ok((codes as readonly number[]).includes(code), `${String(code)} ${check.printed()}`);
    assert.deepEqual(await readdir(temporary), []);
  });
}

test("check leaves nothing behind when nobody reads what it prints", { skip: !IS_POSIX }, async () => {
  const temporary = await mkdtemp(join(folder, "tmp-"));
  const started = processes();
  const check = spawn(process.execPath, [COMMAND, "check", `http://localhost:${String(widget.port)}/`, "--browser", browser], { env: { TMPDIR: temporary }, stdio: ["ignore", "pipe", "pipe"] });
  const ended = once(check, "close");
  const gone = (await started).map((socket) => once(socket, "close"));

  // Its next line reports progress after a second, or that the browser loads no page.
  check.stderr.destroy();
  check.stdout.destroy();
  const [code] = (await ended) as [number];
  await Promise.all(gone);

  assert.equal(code, 141);
  assert.deepEqual(await readdir(temporary), []);
});

test("Ctrl-C ends a command, and not the browser that it started", { skip: process.platform !== "linux" }, async () => {
  const path = await mkdtemp(join(folder, "path-"));
  await writeFile(join(path, "xdg-open"), `#!${process.execPath}\nrequire("node:net").connect(${String(watch.port)}).resume(); setInterval(() => {}, 1e6);\n`);
  await chmod(join(path, "xdg-open"), 0o755);
  const started = once(watch.server, "connection");
  const demo = start(["demo", "--port", "0", "--open"], { PATH: path });
  const [opener] = (await started) as [Socket];
  const gone = once(opener, "close");

  assert.equal(await demo.interrupt(), 0);
  await gone;
});

test("Ctrl-C ends dev while the widget answers slowly, or never", async () => {
  const silent = await listening(createServer());
  const slow = await listening(
    createServer((_, response) => {
      const timer = setInterval(() => response.write(" "), 5);
      response.on("close", () => clearInterval(timer));
    }),
  );

  for (const { server, port } of [silent, slow]) {
    const request = once(server, "request");
    const dev = start(["dev", `http://localhost:${String(port)}/`, "--port", "0"]);
    await request;
    assert.equal(await dev.interrupt(), 0);
    server.close();
    server.closeAllConnections();
  }
});
