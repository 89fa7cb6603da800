// `npx calling-widget-sdk doctor` over real answers.
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { after, before, test } from "node:test";

import { Deadline, visit } from "../../../pkg/command/visit.ts";
import { unusedPort } from "../../../tests/support/ports.ts";
import { listening, start } from "../../../tests/support/running.ts";
import { startEmulator, type Emulator } from "./support/emulator.ts";

let emulator: Emulator;

before(async () => {
  emulator = await startEmulator("vendor");
});

after(async () => {
  await emulator.stop();
});

type Report = { problems: number; notes: number; findings: { level: string; rule: string; text: string; change?: string }[] };

/** Runs the command, and returns its output. */
async function doctor(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<{ code: number; text: string }> {
  const command = start(["doctor", ...args], env);
  const [code] = (await once(command.process, "close")) as [number];
  return { code, text: command.printed() };
}

/** Serves a page during a test. */
async function withPage<T>(answer: RequestListener, look: (address: string) => Promise<T>): Promise<T> {
  const { server, port } = await listening(createServer(answer));
  try {
    return await look(`http://localhost:${String(port)}`);
  } finally {
    server.close();
  }
}

test("a page that is as it should be has no problem", async () => {
  const { code, text } = await withPage(
    (request, response) => {
      // Sent by a browser for a frame.
      assert.equal(request.headers["sec-fetch-dest"], "iframe");
      response.writeHead(200, {
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": "script-src 'self' 'wasm-unsafe-eval'; frame-ancestors 'self' https://*.hubspot.com",
      });
      response.end("<!doctype html><script></script>");
    },
    (address) => doctor([`${address}/`]),
  );

  assert.equal(code, 0, text);
  assert.match(text, /^ok {7}status: the page answers 200$/m);
  assert.match(text, /^no problems, 1 note$/m);
});

test("a problem is a line with its remedy, and the exit code is 1", async () => {
  const { code, text } = await withPage(
    (request, response) => {
      const path = request.url ?? "";
      if (path === "/old") {
        response.writeHead(302, { location: "/widget" }).end();
      } else if (path === "/widget") {
        response.writeHead(200, { "content-type": "text/html", "x-frame-options": "DENY", "set-cookie": ["sid=canary", "other=1; SameSite=Lax"] });
        response.end('<meta http-equiv="content-security-policy" content="script-src \'self\'">');
      }
    },
    (address) => doctor([`${address}/old`, "--json"]),
  );

  const report = JSON.parse(text) as Report;
  const problems = report.findings.filter(({ level }) => level === "problem");
  assert.equal(code, 1);
  assert.deepEqual(problems.map(({ rule }) => rule), ["framing", "script-src", "cookies", "cookies"]);
  assert.ok(problems.every(({ change }) => change !== undefined));
  assert.equal(report.problems, problems.length);
  assert.ok(!text.includes("canary"));
});

test("a redirect to another origin is a problem, and a loop ends", async () => {
  const elsewhere = await withPage(
    (request, response) => {
      const host = request.headers.host ?? "";
      if (host.startsWith("localhost")) {
        response.writeHead(302, { location: `http://127.0.0.1:${host.split(":")[1] ?? ""}/` }).end();
      } else {
        response.writeHead(200, { "content-type": "text/html" }).end();
      }
    },
    (address) => doctor([`${address}/`]),
  );
  const endless = await withPage(
    (_, response) => response.writeHead(302, { location: "/" }).end(),
    (address) => doctor([`${address}/`]),
  );

  assert.match(elsewhere.text, /^problem {2}redirects: the address redirects to another origin: http:\/\/127\.0\.0\.1:\d+\/$/m);
  assert.deepEqual([elsewhere.code, endless.code], [1, 1]);
  // Once, and nothing about a page that is not there.
  assert.match(endless.text, /^problem {2}status: the redirects do not end: (\S+) redirects to \1\n {9}-> .*\n\n1 problem, no notes\n$/);
});

test("an empty page is a problem", async () => {
  const { text } = await withPage(
    (_, response) => response.writeHead(200, { "content-type": "text/html" }).end(),
    (address) => doctor([address]),
  );

  assert.match(text, /^problem {2}content: the page is empty\n/m);
});

test("only so much of a page is read", async () => {
  const { body } = await withPage(
    (_, response) => response.writeHead(200, { "content-type": "text/html" }).end("x".repeat(6_000_000)),
    (address) => visit(new URL(address), { within: new Deadline(60_000) }),
  );

  assert.equal(body.length, 5_000_000);
});

test("--timeout-ms holds for the whole run, however much arrives", async () => {
  const slow = await withPage(
    (_, response) => {
      response.writeHead(200, { "content-type": "text/html" });
      const timer = setInterval(() => response.write("<!-- "), 5);
      response.on("close", () => clearInterval(timer));
    },
    (address) => doctor([address, "--timeout-ms", "300"]),
  );
  assert.equal(slow.code, 1);
  assert.match(slow.text, /there is no page: no whole answer within 0\.3 s/);
});

test("a redirect's target is named where nobody answers there", async () => {
  const gone = `localhost:${String(await unusedPort())}/widget?a=1`;

  const { code, text } = await withPage(
    (_, response) => response.writeHead(302, { location: `http://ada:canary@${gone}` }).write("moved"),
    (address) => doctor([address]),
  );

  assert.equal(code, 1);
  assert.ok(text.includes(`problem  answer: there is no page: it redirects to http://${gone}: nobody listens there\n`), text);
});

test("no answer is a problem too", async () => {
  const { code, text } = await doctor([`http://localhost:${String(await unusedPort())}/`]);

  assert.equal(code, 1);
  assert.match(text, /^problem {2}answer: there is no page: nobody listens there\n {9}-> start the server/);
});

test("another host's origin is checked too", async () => {
  const { code, text } = await withPage(
    (_, response) => response.writeHead(200, { "content-type": "text/html", "content-security-policy": "frame-ancestors https://*.hubspot.com" }).end("<script></script>"),
    (address) => doctor([`${address}/`, "--host-origin", "https://crm.example/path"]),
  );

  assert.equal(code, 1);
  assert.match(text, /leaves https:\/\/crm\.example out/);
});

test("calling settings are compared where the service is named", async () => {
  const env = { CALLING_BASE_URL: `${emulator.address}/ns/doctor`, CALLING_APP_ID: "123", CALLING_DEVELOPER_KEY: "emulator-developer-key-123" };
  const page: RequestListener = (_, response) => response.writeHead(200, { "content-type": "text/html" }).end("<script></script>");

  const none = await withPage(page, (address) => doctor([address], env));
  const made = start(["settings", "create", "--name", "Phone", "--url", "https://phone.example/", "--is-ready", "false"], env);
  await once(made.process, "close");
  const other = await withPage(page, (address) => doctor([address], env));

  assert.match(none.text, /^error REFUSED: .*404.*\nTo register settings: /);
  assert.equal(other.code, 1);
  assert.match(other.text, /^problem {2}settings-url: the calling settings have another address: https:\/\/phone\.example\//m);
  assert.match(other.text, /^note {5}settings-is-ready:/m);
});

test("wrong usage says what to write", async () => {
  const none = await doctor([]);
  const odd = await doctor(["https://phone.example", "--host-origin", "crm"]);
  const soon = await doctor(["https://phone.example", "--timeout-ms", "soon"]);

  assert.deepEqual([none.code, odd.code, soon.code], [2, 2, 2]);
  assert.match(soon.text, /--timeout-ms soon is no number of milliseconds/);
  assert.match(none.text, /doctor takes one address/);
  assert.match(odd.text, /--host-origin crm is no origin/);
});
