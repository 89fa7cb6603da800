// The emulator inside a test's process, by `createEmulator`.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { runInNewContext } from "node:vm";

import { createEmulator, EmulatorError, type Emulator, type EmulatorOptions } from "calling-widget-sdk-emulator";

const SETTINGS = "/crm/v3/extensions/calling/123/settings?hapikey=emulator-developer-key-123";
const PHONE = { name: "Phone", url: "https://phone.example/" };

/** 2026-01-01T00:00:00Z. */
const START_MS = 1_767_225_600_000;

async function post(emulator: Emulator, target: string, body: unknown): Promise<Response> {
  const headers = { "content-type": "application/json" };
  return emulator.fetch(target, { method: "POST", headers, body: JSON.stringify(body) });
}

function refusedAs(code: string, words: RegExp) {
  return (error: unknown): boolean => {
    assert.ok(error instanceof EmulatorError && error instanceof Error, String(error));
    assert.equal(error.name, "EmulatorError");
    assert.equal(error.code, code);
    assert.match(error.message, words);
    return true;
  };
}

test("the profile decides the statuses", async () => {
  await using spec = await createEmulator();
  await using vendor = await createEmulator({ profile: "vendor" });
  const statuses = [];
  for (const emulator of [spec, vendor]) {
    await post(emulator, SETTINGS, PHONE);
    statuses.push((await emulator.fetch(SETTINGS, { method: "DELETE" })).status);
  }

  assert.deepEqual(statuses, [200, 204]);
});

test("several in one process have data of their own", async () => {
  const emulators = await Promise.all(Array.from({ length: 8 }, () => createEmulator({ seed: 1 })));
  await Promise.all(emulators.filter((_, index) => index % 2 === 0).map((emulator) => post(emulator, SETTINGS, PHONE)));

  const statuses = await Promise.all(emulators.map(async (emulator) => (await emulator.fetch(SETTINGS)).status));

  assert.deepEqual(statuses, [200, 404, 200, 404, 200, 404, 200, 404]);
  await Promise.all(emulators.map((emulator) => emulator.close()));
});

test("a seed makes the same tokens; without one none comes twice", async () => {
  const token = async (options: EmulatorOptions): Promise<string> => {
    await using emulator = await createEmulator(options);
    return await emulator.accessToken();
  };

  assert.equal(await token({ seed: 7 }), await token({ seed: 7 }));
  assert.notEqual(await token({ seed: 7 }), await token({ seed: 8 }));
  assert.notEqual(await token({}), await token({}));
});

test("the clock stands still until it is moved", async () => {
  await using emulator = await createEmulator({ clock: "fixed" });

  const times = [await emulator.clock.now(), await emulator.clock.advance(1500), await emulator.clock.now()];

  assert.deepEqual(times, [START_MS, START_MS + 1500, START_MS + 1500]);
});

test("a time that cannot be meant is refused, and the clock stays", async () => {
  await using emulator = await createEmulator({ clock: "fixed" });
  const tenYears = 315_360_000_000;

  for (const ms of [-1, 0.5, NaN, Infinity, -Infinity, 2 ** 53, tenYears * 2, "1", null, undefined, {}]) {
    await assert.rejects(emulator.clock.advance(ms as number), refusedAs("REFUSED", /advanceMs/), JSON.stringify(ms));
  }

  assert.equal(await emulator.clock.now(), START_MS);
  assert.equal(await emulator.clock.advance(0), START_MS);
  assert.equal(await emulator.clock.advance(tenYears), START_MS + tenYears);
});

test("fake timers of a test hold nothing up", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout", "Date"] });
  await using emulator = await createEmulator({ port: 0 });
  await emulator.faults.set({ times: 1, status: 503, latencyMs: 20 });

  assert.equal((await emulator.fetch(SETTINGS)).status, 503);
  assert.ok((await emulator.clock.now()) > START_MS);
});

test("a snapshot brings data back, and a reset the start", async () => {
  await using emulator = await createEmulator();
  const status = async (): Promise<number> => (await emulator.fetch(SETTINGS)).status;
  await post(emulator, SETTINGS, PHONE);
  await emulator.snapshot("with-phone");

  await emulator.reset();
  const afterReset = await status();
  await emulator.restore("with-phone");

  assert.deepEqual([afterReset, await status()], [404, 200]);
  await assert.rejects(emulator.restore("none"), refusedAs("REFUSED", /no snapshot/));
});

test("faults are answered, and a wait holds up no other request", async () => {
  await using emulator = await createEmulator();
  await emulator.faults.set({ route: "/crm/v3/extensions/calling/{appId}/settings", status: 503, times: 1, latencyMs: 100 });
  const order: string[] = [];

  const slow = emulator.fetch(SETTINGS).then((answer) => {
    order.push("slow");
    return answer.status;
  });
  await emulator.fetch("/emulator/health").then(() => order.push("quick"));

  assert.equal(await slow, 503);
  assert.deepEqual(order, ["quick", "slow"]);
  assert.equal((await emulator.faults.read()).times, 0);
  await emulator.faults.clear();
  assert.deepEqual(await emulator.faults.read(), {});
});

test("a pending request ends with its signal or the emulator", async () => {
  const emulator = await createEmulator({ port: 0 });
  await emulator.faults.set({ latencyMs: 60_000 });
  const aborting = new AbortController();
  const reason = new Error("no longer");

  const aborted = assert.rejects(emulator.fetch(SETTINGS, { signal: aborting.signal }), reason);
  const abortedToo = assert.rejects(emulator.fetch(new Request(emulator.url + SETTINGS, { signal: aborting.signal })), reason);
  const waiting = assert.rejects(emulator.fetch(SETTINGS, { signal: null }), refusedAs("CLOSED", /create another/));
  aborting.abort(reason);
  await Promise.all([aborted, abortedToo]);
  await assert.rejects(emulator.fetch(SETTINGS, { signal: AbortSignal.abort() }), { name: "AbortError" });
  await emulator.close();

  await waiting;
});

test("an emulator runs with a page's globals, as of Jest and jsdom", async () => {
  const file = fileURLToPath(new URL("index.cjs", import.meta.resolve("calling-widget-sdk-emulator")));
  const found = { exports: {} as { createEmulator: typeof createEmulator } };
  const globals = { Buffer, process, Request: undefined, setTimeout: () => 1 };
  const run = runInNewContext(`(module, exports, require, __filename) => {${readFileSync(file, "utf8")}\n}`, globals) as (...names: unknown[]) => void;
  run(found, found.exports, createRequire(file), file);

  const emulator = await found.exports.createEmulator({ port: 0 });
  const made = await emulator.fetch(SETTINGS, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(PHONE) });

  assert.deepEqual([made.status, (await fetch(emulator.url + SETTINGS)).status], [200, 200]);
  await emulator.close();
});

test("a HEAD is answered as a GET, and no body has no length", async () => {
  await using emulator = await createEmulator({ profile: "vendor" });

  const head = await emulator.fetch("/emulator/health", { method: "HEAD" });
  const deleted = await emulator.fetch(SETTINGS, { method: "DELETE" });

  assert.deepEqual([head.status, await head.text()], [200, ""]);
  assert.deepEqual([deleted.status, deleted.headers.get("content-length")], [204, null]);
});

test("an app of one's own is registered", async () => {
  await using emulator = await createEmulator();
  await emulator.register({
    appId: 789,
    name: "Mine",
    clientId: "mine",
    clientSecret: "s",
    developerKey: "key-789",
    redirectUris: ["http://localhost:3000/back"],
  });

  const made = await post(emulator, "/crm/v3/extensions/calling/789/settings?hapikey=key-789", PHONE);

  assert.equal(made.status, 200);
});

test("requests are listed in order, without secrets", async () => {
  await using emulator = await createEmulator();
  await emulator.fetch("/crm/v3/extensions/calling/123/settings?hapikey=canary-key");
  await emulator.clock.now();
  await emulator.fetch("/crm/v3/objects/contacts/canary@example.com", { headers: { authorization: "Bearer canary-token" } });

  const requests = await emulator.requests();

  assert.deepEqual(
    requests.map(({ method, route, status }) => [method, route, status]),
    [
      ["GET", "/crm/v3/extensions/calling/{appId}/settings", 401],
      ["GET", "/crm/v3/objects/{objectType}/{objectId}", 401],
    ],
  );
  assert.doesNotMatch(JSON.stringify(requests), /canary/);
});

test("a request to the service's own address is passed on", async () => {
  await using emulator = await createEmulator({ port: undefined });
  const request = new Request(`https://api.hubapi.com${SETTINGS}`, { method: "POST", body: JSON.stringify(PHONE), headers: { "content-type": "application/json" } });

  assert.equal((await emulator.fetch(request)).status, 200);
  assert.equal((await emulator.fetch(new URL(`https://api.hubapi.com${SETTINGS}`))).status, 200);
});

test("an emulator answers at its port until it is closed", async () => {
  const emulator = await createEmulator({ port: 0 });
  await post(emulator, SETTINGS, PHONE);

  assert.match(emulator.url, /^http:\/\/localhost:\d+$/);
  assert.equal((await fetch(emulator.url + SETTINGS)).status, 200);
  const { url } = emulator;
  await emulator.close();
  await emulator.close();

  await assert.rejects(fetch(url));
  await assert.rejects(emulator.fetch("/emulator/health"), refusedAs("CLOSED", /create another/));
  await assert.rejects(emulator.reset(), refusedAs("CLOSED", /create another/));
});

test("a taken port is named, and nothing is left behind", async () => {
  await using first = await createEmulator({ port: 0 });
  const port = Number(new URL(first.url).port);

  await assert.rejects(createEmulator({ port }), refusedAs("PORT_TAKEN", new RegExp(`port ${port} is already in use`)));
});

test("a body over the limit is refused, and the largest is read", async () => {
  await using emulator = await createEmulator();
  const body = (length: number): Promise<Response> => emulator.fetch(SETTINGS, { method: "POST", headers: { "content-type": "application/json" }, body: "x".repeat(length) });

  assert.equal((await body(2 * 1024 * 1024 + 1)).status, 413);
  assert.equal((await body(2 * 1024 * 1024)).status, 400);
});

test("a fault of the module fails each request until a reset", async () => {
  let exports: { send: unknown } | undefined;
  const instantiate = WebAssembly.instantiate;
  // The instance, otherwise out of reach: its memory is overwritten below.
  WebAssembly.instantiate = (async (module: WebAssembly.Module, imports: WebAssembly.Imports) => {
    const instance = await instantiate(module, imports);
    exports = instance.exports as unknown as { send: unknown };
    return instance;
  }) as typeof instantiate;
  const seed = { apps: [{ appId: 789, name: "Mine", clientId: "mine", clientSecret: "s", developerKey: "key-789", redirectUris: ["http://localhost:3000/back"] }] };
  const emulator = await createEmulator({ port: 0, seed });
  WebAssembly.instantiate = instantiate;
  assert.ok(exports !== undefined);
  const memory = (exports as unknown as { memory: WebAssembly.Memory }).memory;
  new Uint8Array(memory.buffer).fill(0xff);

  await assert.rejects(emulator.fetch("/emulator/health"), refusedAs("TRAPPED", /reset/));
  await assert.rejects(emulator.clock.now(), refusedAs("TRAPPED", /reset/));
  const answer = await fetch(`${emulator.url}/emulator/health`);
  assert.equal(answer.status, 500);
  assert.match(((await answer.json()) as { message: string }).message, /its data are gone/);

  await emulator.reset();

  assert.equal((await fetch(`${emulator.url}/emulator/health`)).status, 200);
  // Not found, instead of unknown: the seed is there again.
  assert.equal((await fetch(`${emulator.url}/crm/v3/extensions/calling/789/settings?hapikey=key-789`)).status, 404);
  await emulator.close();
});

test("a page's files are served beside the platform it may ask", async (context) => {
  const folder = mkdtempSync(join(tmpdir(), "site-"));
  context.after(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "page"));
  for (const [name, text] of [["index.html", "<h1>Page</h1>"], ["a b.js", "1"], ["page/index.html", "below"], [".env", "secret"], ["data.unknown", "?"]] as const) {
    writeFileSync(join(folder, name), text);
  }
  symlinkSync("/etc/hostname", join(folder, "link.txt"));
  await using emulator = await createEmulator({ port: 0, site: pathToFileURL(folder) });
  const get = async (path: string, init?: RequestInit): Promise<[number, string | null, string]> => {
    const answer = await fetch(emulator.url + path, init);
    return [answer.status, answer.headers.get("content-type"), await answer.text()];
  };

  assert.deepEqual(await get("/?a=b"), [200, "text/html; charset=utf-8", "<h1>Page</h1>"]);
  assert.deepEqual(await get("/a%20b.js"), [200, "text/javascript; charset=utf-8", "1"]);
  assert.deepEqual(await get("/page/"), [200, "text/html; charset=utf-8", "below"]);
  assert.deepEqual(await get("/data.unknown"), [200, "application/octet-stream", "?"]);
  assert.deepEqual(await get("/index.html", { method: "HEAD" }), [200, "text/html; charset=utf-8", ""]);
  for (const path of ["/.env", "/%2eenv", "/link.txt", "/page", "/%ff", "/..%2f..%2fetc%2fhostname", "/crm/index.html", "/ns/a/index.html"]) {
    assert.equal((await get(path))[0], 404, path);
  }
  assert.equal((await get("/index.html", { method: "POST" }))[0], 405);
  const page = await fetch(emulator.url);
  assert.equal(page.headers.get("content-security-policy"), readFileSync("www/host/content-security-policy.txt", "utf8").trim());
  const asked = await fetch(`${emulator.url}/emulator/host-page`, { method: "POST", headers: { "x-emulator-control": "1", origin: emulator.url, "sec-fetch-site": "same-origin" } });
  assert.equal(asked.status, 200);
  // The page's own files are no platform requests; a missing one is, in its namespace.
  assert.deepEqual((await emulator.requests()).map(({ status }) => status).sort((a, b) => a - b), [200, ...Array.from({ length: 7 }, () => 404), 405]);
  // Nothing is read after the start, nor after a reset.
  writeFileSync(join(folder, "late.txt"), "late");
  await emulator.reset();
  assert.deepEqual([(await get("/late.txt"))[0], (await get("/"))[0]], [404, 200]);
});

test("a folder that cannot be served is named", async (context) => {
  const folder = mkdtempSync(join(tmpdir(), "site-"));
  context.after(() => rmSync(folder, { recursive: true }));

  for (const [site, words] of [
    [join(folder, "none"), /^site \S+none cannot be read: ENOENT/],
    [folder, /^site \S+ has no files: use the folder with the page's index.html/],
    [new URL("http://localhost/"), /^site http:\/\/localhost\/ cannot be read: /],
    [1, /^site 1 is no folder: use its path/],
  ] as const) {
    await assert.rejects(createEmulator({ site } as EmulatorOptions), refusedAs("INVALID_OPTION", words));
  }
});

describe("an option that cannot be meant is named", () => {
  for (const [name, options, words] of [
    ["profile", { profile: "Vendor" }, /profile is "Vendor": use "spec" or "vendor"/],
    ["clock", { clock: "still" }, /clock is "still"/],
    ["seed", { seed: -1 }, /seed is -1/],
    ["a broken seed", { seed: 0.5 }, /seed is 0.5/],
    ["port", { port: 65_536 }, /port is 65536/],
    ["origin", { allowOrigins: ["http://localhost:3000/"] }, /allowOrigins has "http:\/\/localhost:3000\/"/],
    ["one origin", { allowOrigins: "http://localhost:3000" }, /allowOrigins is "http:\/\/localhost:3000": use a list/],
    ["no origins", { allowOrigins: null }, /allowOrigins is null: use a list/],
    ["any other", { ports: 1 }, /ports is no option: use allowOrigins, clock, port, profile, seed, site/],
  ] as const) {
    test(name, async () => {
      await assert.rejects(createEmulator(options as unknown as EmulatorOptions), refusedAs("INVALID_OPTION", words));
    });
  }
});
