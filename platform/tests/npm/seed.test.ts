// Seed data: from a file, or from an object in a test.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { fileURLToPath } from "node:url";

import { createEmulator, EmulatorError, type Seed } from "calling-widget-sdk-emulator";

const folder = mkdtempSync(join(tmpdir(), "seed-"));
after(() => rmSync(folder, { recursive: true }));

const APP = { appId: 789, name: "Mine", clientId: "mine", clientSecret: "s", developerKey: "key-789", redirectUris: ["http://localhost:3000/back"], hasTimelineEvents: true };

const SEED = {
  number: 3,
  apps: [APP],
  records: [
    { type: "companies", id: 5, properties: { name: "Engines" } },
    { type: "contacts", properties: { email: "eve@people.example", firstname: "Eve" }, associations: [{ type: "companies", id: 5 }] },
  ],
  users: [{ id: 12, email: "kim@crm.example", mayInstall: false }],
  eventTypes: [{ appId: 789, id: 41, name: "Webinar", properties: [{ name: "room", label: "Room", propertyType: "String" }] }],
} satisfies Seed;

function fileOf(text: string): string {
  const file = join(folder, "seed.json");
  writeFileSync(file, text);
  return file;
}

for (const [name, seed] of [
  ["an object", () => SEED],
  ["a file", () => fileOf(JSON.stringify(SEED, null, 2))],
] as const) {
  test(`${name} has apps and records, also after a reset`, async () => {
    await using emulator = await createEmulator({ seed: seed() });
    const statuses = async (): Promise<number[]> => {
      const headers = { authorization: `Bearer ${await emulator.accessToken()}` };
      const targets = ["/crm/v3/objects/contacts/eve@people.example?idProperty=email", "/crm/v3/extensions/calling/789/settings?hapikey=key-789"];
      return Promise.all(targets.map(async (target) => (await emulator.fetch(target, { headers })).status));
    };

    const before = await statuses();
    await emulator.reset();

    // The app has no settings yet; without its key it would be 401.
    assert.deepEqual([before, await statuses()], [[200, 404], [200, 404]]);
    assert.deepEqual((await emulator.requests()).length, 4);
  });
}

test("a seed with all that there is has the types of one", async () => {
  const whole = JSON.parse(readFileSync("platform/emulator/tests/platform/data/seed.json", "utf8")) as Required<Seed>;
  await using emulator = await createEmulator({ seed: whole });

  assert.deepEqual(Object.keys(whole).sort(), ["apps", "eventTypes", "number", "properties", "records", "users"] satisfies (keyof Seed)[]);
  assert.equal((await emulator.fetch("/emulator/health")).status, 200);
});

test("the README's seed is one", async () => {
  const example = /```json\n([^`]+)```/.exec(readFileSync("platform/emulator/npm/README.md", "utf8"))?.[1];
  await using emulator = await createEmulator({ seed: fileOf(example ?? "") });
  const headers = { authorization: `Bearer ${await emulator.accessToken()}` };

  assert.equal((await emulator.fetch("/crm/v3/objects/contacts/eve@people.example?idProperty=email", { headers })).status, 200);
});

test("the number of a seed makes the same tokens", async () => {
  await using first = await createEmulator({ seed: SEED });
  await using second = await createEmulator({ seed: { ...SEED } });

  assert.equal(await first.accessToken(), await second.accessToken());
});

/** The rows of all faults are in `platform/emulator/tests/platform/data/seed_faults.json`. */
describe("a seed file's fault is named by line, place and expectation", () => {
  for (const [name, text, words] of [
    ["nothing", "", /seed\.json:1: the seed is no JSON/],
    ["no JSON", '{\n  "apps": [\n  }\n}', /seed\.json:3: the seed is no JSON/],
    ["an unknown field", '{\n  "apps": [],\n  "contacts": []\n}', /seed\.json:3: contacts is no field: use /],
    ["a field that is missing", '{"records": [\n{"type":"contacts","properties":{}},\n{"type":"contacts"}]}', /seed\.json:3: records\[1\] is refused: properties is missing: add it/],
    ["a value that the platform refuses", '{"records": [\n\n{"type":"calls","properties":{"hs_timestamp":"yesterday"}}]}', /seed\.json:3: records\[0\]\.properties\.hs_timestamp is refused: yesterday was not a valid long/],
  ] as const) {
    test(name, async () => {
      const starting = createEmulator({ seed: fileOf(text), port: 0 });

      await assert.rejects(starting, (error: unknown) => {
        assert.ok(error instanceof EmulatorError, String(error));
        assert.equal(error.code, "INVALID_SEED");
        assert.match(error.message, words);
        return true;
      });
    });
  }
});

test("a missing seed file is named, and the command starts nothing", () => {
  const command = fileURLToPath(new URL("command.js", import.meta.resolve("calling-widget-sdk-emulator")));

  const { status, stdout, stderr } = spawnSync(process.execPath, [command, "--port=0", "--seed=none.json"], { encoding: "utf8" });

  assert.deepEqual([status, stdout], [2, ""]);
  assert.match(stderr, /^error: none\.json cannot be read: /);
});

test("a fault in an object is named by its place", async () => {
  const seed = { records: [{ type: "contacts", properties: 1 }] } as unknown as Seed;

  await assert.rejects(createEmulator({ seed }), /^EmulatorError: records\[0\]\.properties is refused: properties is a number: use /);
});

test("a seed that is no data is refused", async () => {
  const circle: { apps: unknown[] } = { apps: [] };
  circle.apps.push(circle);

  for (const seed of [circle, { number: 1n }, () => SEED, Symbol("seed"), null, true, []]) {
    await assert.rejects(createEmulator({ seed: seed as unknown as Seed }), { code: "INVALID_SEED" });
  }
});
