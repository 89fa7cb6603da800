// The package's command for timeline events, against the emulator.
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { answerOf, command, runExamples } from "./support/command.ts";
import { hostToken, startEmulator, type Emulator } from "./support/emulator.ts";

let emulator: Emulator;
let folder: string;

before(async () => {
  emulator = await startEmulator("vendor");
  folder = await mkdtemp(join(tmpdir(), "command-timeline-"));
});

after(async () => {
  await emulator.stop();
  await rm(folder, { recursive: true });
});

/** Variables that reach a namespace of the emulator. */
async function environment(namespace: string): Promise<Record<string, string>> {
  const base = `${emulator.address}/ns/${namespace}`;
  return {
    CALLING_BASE_URL: base,
    CALLING_APP_ID: "123",
    CALLING_USER_ID: "9",
    CALLING_DEVELOPER_KEY: "emulator-developer-key-123",
    CALLING_ACCESS_TOKEN: await hostToken(base),
  };
}

test("an event type, its properties and an event are made, read and rendered", async () => {
  const env = await environment("life");
  const file = join(folder, "type.json");
  await writeFile(file, '{"name":"Filed","objectType":"CONTACT","detailTemplate":"With {{extraData.guest}}"}');

  const type = await answerOf<{ id: number; name: string }>(["timeline", "types", "create", "--file", file, "--name", "Visit", "--header-template", "{{floor}}: {{seats}}"], env);
  const id = String(type.id);
  await answerOf(["timeline", "properties", "create", id, "--name", "floor", "--label", "Floor", "--property-type", "Enumeration", "--option", "a=First", "--option", "b=Second"], env);
  await answerOf(["timeline", "properties", "create", id, "--name", "seats", "--label", "Seats", "--property-type", "Numeric"], env);
  const properties = await command(["timeline", "properties", "list", id], env);
  const event = ["--event-type-id", id, "--id", "v-1", "--object-id", "1001", "--timestamp", "1767225600000", "--extra-data", '{"guest":"Ada"}'];
  const sent = await command(["timeline", "event", "send", ...event, "--set", "floor=b", "--set", "seats=4"], env);
  const got = await answerOf<Record<string, unknown>>(["timeline", "event", "get", id, "v-1"], env);
  const header = await command(["timeline", "event", "render", id, "v-1", "--print", "header"], env);
  const detail = await command(["timeline", "event", "render", id, "v-1", "--print", "detail"], env);
  const deleted = await command(["timeline", "types", "delete", id], env);
  const left = await answerOf<{ id: number }[]>(["timeline", "types", "list"], env);

  assert.equal(type.name, "Visit");
  assert.match(properties.out, /^ID +KIND +NAME +LABEL +OPTIONS\n\d+ +Enumeration +floor +Floor +a b\n\d+ +Numeric +seats +Seats\n$/);
  assert.deepEqual([sent.code, sent.out], [0, `the event v-1 of the type ${id} is on its timeline\n`]);
  assert.deepEqual([got["objectId"], got["floor"], got["seats"], got["timestamp"]], [1001, "b", "4", 1767225600000]);
  assert.deepEqual([header.out, detail.out.replace(/<\/?p>/g, "").trim()], ["b: 4\n", "With Ada"]);
  assert.equal(deleted.out, "the event type is deleted\n");
  assert.deepEqual(left.map(({ id }) => id), [5001, 5002, 5003]);
});

test("a refusal names the field and no person", async () => {
  const env = await environment("refused");
  const send = ["timeline", "event", "send", "--event-type-id", "5001", "--id", "s-1"];

  const rating = await command([...send, "--email", "maria.okafor@example.com", "--set", "rating=many"], env);
  const email = await command([...send, "--email", "maria okafor@example.com"], env);
  const nobody = await command(send, env);
  const type = await command(["timeline", "event", "get", "7", "s-1"], env);
  const foreign = await command(["timeline", "types", "list", "--app-id", "456"], { ...env, CALLING_DEVELOPER_KEY: "emulator-developer-key-456" });

  assert.deepEqual([rating.code, email.code, nobody.code, type.code, foreign.code], [1, 1, 2, 1, 1]);
  assert.match(rating.err, /\n {2}INVALID_LONG: .*rating/);
  assert.match(nobody.err, /^error INVALID_REQUEST: nothing was sent\n/);
  assert.match(foreign.err, /\nThe service opens timeline events only to apps /);
  for (const { err } of [rating, email, nobody, type, foreign]) {
    assert.doesNotMatch(err, /maria|okafor|@/);
  }
});

test("the examples of the help run as they are written", { skip: process.platform === "win32" && "they are for a POSIX shell" }, async () => {
  const out = await runExamples("timeline", `${emulator.address}/ns/examples`, {});

  assert.match(out, /^5001 +CONTACT +Call survey /m);
  assert.match(out, /^place +Pier 9$/m);
  assert.match(out, /^header +Visited <strong>Pier 9<\/strong>$/m);
});

test("wrong usage sends nothing and shows no value", async () => {
  const env = { CALLING_BASE_URL: "http://localhost:9", CALLING_APP_ID: "123", CALLING_ACCESS_TOKEN: "canary", CALLING_DEVELOPER_KEY: "canary" };

  for (const [args, variables, words] of [
    [["timeline"], env, "say one of: timeline types list, "],
    [["timeline", "types"], env, "say one of: timeline types list, timeline types create, timeline types delete\n"],
    [["timeline", "properties", "list"], env, "timeline properties list takes TYPE"],
    [["timeline", "types", "list", "--email", "canary"], env, "does not take --email"],
    [["timeline", "types", "list"], { ...env, CALLING_DEVELOPER_KEY: "" }, "set CALLING_DEVELOPER_KEY"],
    [["timeline", "types", "delete", "canary"], env, "WRONG_TYPE: id is no whole number"],
    [["timeline", "types", "create"], env, "MISSING_FIELD: eventType.name is missing: add a text"],
    [["timeline", "event", "send", "--extra-data", "canary"], env, "--extra-data is no object of JSON"],
    [["timeline", "event", "get", "5001", "s-1"], { ...env, CALLING_ACCESS_TOKEN: "" }, "set CALLING_ACCESS_TOKEN"],
  ] as const) {
    const { code, out, err } = await command(args, variables);
    assert.deepEqual([code, out], [2, ""], `${args.join(" ")}: ${err}`);
    assert.ok(err.includes(words) && !err.includes("canary"), `${args.join(" ")}: ${err}`);
  }
});
