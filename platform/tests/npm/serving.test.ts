// Refusals by `npx calling-widget-sdk-emulator` and `npx calling-widget-sdk demo`, and the
// command line of the first.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { fileURLToPath } from "node:url";
import { after, before, describe, test } from "node:test";

import { createEmulator } from "calling-widget-sdk-emulator";

const COMMAND = fileURLToPath(new URL("command.js", import.meta.resolve("calling-widget-sdk-emulator")));
const DEMO = "pkg/dist/command.js";
const KEY = "hapikey=emulator-developer-key-123";
const SETTINGS = `/crm/v3/extensions/calling/123/settings?${KEY}`;

/** A command that serves. */
type Serving = { port: number; output(): string; stop(): Promise<number | null> };

async function serve(...options: readonly string[]): Promise<Serving> {
  return served([COMMAND, "--port=0", ...options]);
}

async function served(command: readonly string[]): Promise<Serving> {
  const program = spawn(process.execPath, command, { stdio: ["ignore", "pipe", "pipe"] });
  let text = "";
  for (const stream of [program.stdout, program.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
      program.emit("said");
    });
  }
  const ended = once(program, "close");
  let port: number | undefined;
  while (port === undefined) {
    await Promise.race([once(program, "said"), ended.then(() => Promise.reject(new Error(`it ended: ${text}`)))]);
    const found = /http:\/\/localhost:(\d+)\//.exec(text)?.[1];
    port = found === undefined ? undefined : Number(found);
  }
  return {
    port,
    output: () => text,
    stop: async () => {
      program.kill("SIGTERM");
      await ended;
      return program.exitCode;
    },
  };
}

/** Sends raw bytes, and reads until the other side ends or the answer is enough. */
async function raw(port: number, text: string, enough: (answer: string) => boolean = () => false): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.setEncoding("latin1");
  let answer = "";
  socket.on("data", (chunk: string) => {
    answer += chunk;
    if (enough(answer)) {
      socket.destroy();
    }
  });
  // A server that closes during a write.
  socket.on("error", () => undefined);
  const ended = new Promise((resolve) => socket.once("close", resolve));
  socket.write(text, "latin1");
  await ended;
  return answer;
}

function statusOf(answer: string): number {
  return Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);
}

async function ask(port: number, head: string, body = ""): Promise<string> {
  return raw(port, `${head}\r\nconnection: close\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
}

for (const [name, start, hasListed] of [
  ["the emulator over HTTP", () => serve("--allow-origin=http://localhost:3000"), true],
  ["the demo over HTTP", () => served([DEMO, "demo", "--port=0"]), false],
] as const) {
  describe(name, () => rules(start, hasListed));
}

/** Rules for every way to serve the platform; with `hasListed` a page of port 3000 is allowed. */
function rules(start: () => Promise<Serving>, hasListed: boolean): void {
  let serving: Serving;
  let host: string;
  before(async () => {
    serving = await start();
    host = `host: localhost:${serving.port}`;
  });
  after(() => serving.stop());

  for (const name of ["", " ", "example.com", "localhost.example.com", "localhost.", "localhost:http", "localhost:99999", "127.0.0.2", "0.0.0.0", "10.0.0.1", "[::2]", "localhost@example.com", "xn--localhost-1m3d"]) {
    test(`the host ${JSON.stringify(name)} is refused`, async () => {
      for (const target of ["/emulator/health", "/emulator/docs", SETTINGS, "/nothing"]) {
        assert.equal(statusOf(await ask(serving.port, `GET ${target} HTTP/1.1\r\nhost: ${name}`)), 421, target);
      }
    });
  }

  test("a host missing, named twice or in two ways is refused", async () => {
    for (const head of [
      "GET /emulator/health HTTP/1.1\r\naccept: */*",
      `GET /emulator/health HTTP/1.1\r\n${host}\r\nhost: example.com`,
      `GET http://example.com/emulator/health HTTP/1.1\r\n${host}`,
    ]) {
      const status = statusOf(await ask(serving.port, head));
      assert.ok(status === 421 || status === 400, `${head}: ${status}`);
    }
  });

  test("a foreign origin or a control path without header is refused", async () => {
    for (const [method, target, headers, status] of [
      ["GET", SETTINGS, "origin: https://evil.example", 403],
      ["GET", SETTINGS, "origin: null", 403],
      ["GET", SETTINGS, "sec-fetch-site: cross-site", 403],
      ["GET", SETTINGS, "origin: http://localhost:3000", hasListed ? 404 : 403],
      ["GET", SETTINGS, "origin: http://localhost:3000\r\norigin: http://localhost:3000", 403],
      ["POST", "/emulator/reset", "accept: */*", 403],
      ["POST", "/emulator/reset", "x-emulator-control: 1\r\norigin: http://localhost:3000", 403],
      ["POST", "/emulator/reset", "x-emulator-control: 1", 200],
    ] as const) {
      const answer = await ask(serving.port, `${method} ${target} HTTP/1.1\r\n${host}\r\n${headers}`);
      assert.equal(statusOf(answer), status, `${target} ${headers}: ${answer}`);
    }
  });

  test("a listed origin is allowed before it asks, and no other", async () => {
    const preflight = async (origin: string): Promise<string> =>
      ask(serving.port, `OPTIONS ${SETTINGS} HTTP/1.1\r\n${host}\r\norigin: ${origin}\r\naccess-control-request-method: POST`);

    assert.equal((await preflight("http://localhost:3000")).toLowerCase().includes("access-control-allow-origin: http://localhost:3000"), hasListed);
    assert.doesNotMatch(await preflight("http://localhost:3001"), /access-control-allow-origin/i);
  });

  test("headers, addresses and bodies have their limits", async () => {
    const many = Array.from({ length: 150 }, (_, index) => `x-${index}: 1`).join("\r\n");
    for (const [head, body, status] of [
      [`GET /emulator/health HTTP/1.1\r\n${host}\r\n${many}`, "", 431],
      [`GET /emulator/health HTTP/1.1\r\n${host}\r\nx: ${"y".repeat(17_000)}`, "", 431],
      [`GET /emulator/health HTTP/1.1\r\n${host}\r\nx: ${"y".repeat(70_000)}`, "", 431],
      [`GET ${SETTINGS}&x=${"y".repeat(16_400)} HTTP/1.1\r\n${host}`, "", 414],
      [`POST ${SETTINGS} HTTP/1.1\r\n${host}\r\ncontent-type: application/json`, "x".repeat(2 * 1024 * 1024 + 1), 413],
      [`POST ${SETTINGS} HTTP/1.1\r\n${host}\r\ncontent-type: application/json`, "[".repeat(100_000), 400],
    ] as const) {
      assert.equal(statusOf(await ask(serving.port, head, body)), status, head.slice(0, 80));
    }
  });

  test("a body of unknown length is refused once it is too long", async () => {
    const chunk = `10000\r\n${"x".repeat(0x10000)}\r\n`;
    const head = `POST ${SETTINGS} HTTP/1.1\r\n${host}\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`;

    assert.equal(statusOf(await raw(serving.port, head + chunk.repeat(40), (answer) => answer.includes("\r\n\r\n"))), 413);
  });

  test("a body in broken chunks is no good request", async () => {
    const head = `POST ${SETTINGS} HTTP/1.1\r\n${host}\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`;

    assert.equal(statusOf(await raw(serving.port, `${head}zz\r\n`)), 400);
  });

  test("a body that does not arrive holds up no other request", { timeout: 60_000 }, async () => {
    const head = `POST ${SETTINGS} HTTP/1.1\r\n${host}\r\ncontent-type: application/json\r\ncontent-length: 10\r\n\r\n{`;

    const slow = Array.from({ length: 20 }, () => raw(serving.port, head));
    const other = await ask(serving.port, `GET /emulator/health HTTP/1.1\r\n${host}`);

    assert.equal(statusOf(other), 200);
    for (const answer of await Promise.all(slow)) {
      assert.equal(statusOf(answer), 408);
      assert.match(answer, /the body did not come in time/);
    }
  });

  test("a text that is no HTTP ends its connection, not the server", async () => {
    for (const text of ["\0\0\0\0\r\n\r\n", "GET\r\n\r\n", "A".repeat(100_000), "GET / HTTP/9.9\r\n\r\n", `CONNECT example.com:443 HTTP/1.1\r\n${host}\r\n\r\n`]) {
      assert.ok(!/^HTTP\/1\.1 2/.test(await raw(serving.port, text)), text.slice(0, 20));
    }

    assert.equal(statusOf(await ask(serving.port, `GET /emulator/health HTTP/1.1\r\n${host}`)), 200);
  });

  test("a HEAD has no body, and every answer the security headers", async () => {
    const head = await ask(serving.port, `HEAD /emulator/health HTTP/1.1\r\n${host}`);
    const page = await ask(serving.port, `GET /emulator/docs HTTP/1.1\r\n${host}`);

    assert.equal(statusOf(head), 200);
    assert.match(head, /\r\n\r\n$/);
    for (const name of ["cache-control: no-store", "x-content-type-options: nosniff", "x-frame-options: DENY", "content-security-policy: default-src 'none'"]) {
      assert.ok(page.toLowerCase().includes(name.toLowerCase()), name);
    }
  });

  test("nothing of a request is printed", async () => {
    await ask(serving.port, `GET /crm/v3/objects/contacts/canary@example.com?hapikey=canary HTTP/1.1\r\n${host}\r\nauthorization: Bearer canary`);

    assert.doesNotMatch(serving.output(), /canary/);
  });
}

test("a signal ends it, also while a client stays", async () => {
  const serving = await serve();
  const socket = connect(serving.port, "127.0.0.1");
  socket.on("error", () => undefined);
  await once(socket, "connect");

  assert.equal(await serving.stop(), 0);
});

/** Npm starts a shell, which starts the command; here a shell is npm, and another may stay between. */
for (const [name, script] of [
  ["npm", `"$@" & echo $! >&2; wait`],
  ["the npm of a shell", `sh -c '"$@"; :' sh "$@" & wait`],
] as const) {
  test(`the end of ${name} ends the server`, async () => {
    const npm = spawn("sh", ["-c", script, "sh", process.execPath, COMMAND, "--port=0"], { env: { ...process.env, npm_command: "exec" }, stdio: ["ignore", "pipe", "pipe"] });
    await once(npm.stdout, "data");
    // Both ends of its pipes are closed once nobody is left.
    const closed = once(npm, "close");
    npm.stdout.resume();
    npm.stderr.resume();

    npm.kill("SIGKILL");

    await closed;
  });
}

test("a reader that goes away ends it, without a word", async () => {
  const program = spawn(process.execPath, [COMMAND, "--port=0"], { stdio: ["ignore", "pipe", "pipe"] });
  program.stdout.destroy();

  const [words] = await Promise.all([program.stderr.setEncoding("utf8").toArray(), once(program, "close")]);

  assert.deepEqual([program.exitCode, words], [141, []]);
});

describe("on the command line", () => {
  for (const [name, options, code, words] of [
    ["help", ["--help"], 0, /^Serves the platform/],
    ["version", ["--version"], 0, /^\d+\.\d+\.\d+\n$/],
    ["a port in words", ["--port=http"], 2, /port is "http": use a whole number/],
    ["an unknown profile", ["--profile=Vendor"], 2, /profile is "Vendor": use "spec" or "vendor"/],
    ["a negative seed", ["--seed=-1"], 2, /seed is "-1"/],
    ["an origin without a scheme", ["--allow-origin=localhost"], 2, /allowOrigins has "localhost"/],
    ["an unknown option", ["--prot=1"], 2, /--prot/],
    ["a word", ["serve"], 2, /serve/],
  ] as const) {
    test(name, () => {
      const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...options], { encoding: "utf8", timeout: 30_000 });

      assert.equal(status, code, stderr);
      assert.match(stdout + stderr, words);
      assert.doesNotMatch(stderr, /\n\s+at /);
    });
  }

  test("a taken port", async () => {
    await using emulator = await createEmulator({ port: 0 });
    const { port } = new URL(emulator.url);

    const { status, stderr } = spawnSync(process.execPath, [COMMAND, `--port=${port}`], { encoding: "utf8" });

    assert.equal(status, 2);
    assert.equal(stderr, `error: port ${port} is already in use; choose another with --port\n`);
  });
});
