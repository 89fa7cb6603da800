// The package's command for the migration of cards, against the emulator.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { OAuthClient, authorizationUrl, type CardMigrationProgress } from "calling-widget-sdk/rest";

import { answerOf, command, runExamples } from "./support/command.ts";
import { consent, startEmulator, type Emulator } from "./support/emulator.ts";

const CARDS = ["--legacy-crm-card-id", "1001", "--app-card-id", "5001"];

let emulator: Emulator;

before(async () => {
  emulator = await startEmulator("spec");
});

after(() => emulator.stop());

/** Variables that reach a namespace of the emulator, with a token of app 123 that may migrate. */
async function environment(namespace: string): Promise<Record<string, string>> {
  const baseUrl = `${emulator.address}/ns/${namespace}`;
  const app = { clientId: "00000000-0000-4000-8000-000000000123", redirectUri: "http://localhost:3000/oauth/callback" };
  const scopes = ["crm.objects.contacts.read", "oauth", "timeline"];
  const back = await consent(baseUrl, authorizationUrl({ authUrl: baseUrl, ...app, scopes, optionalScopes: ["developers-write"] }));
  const oauth = new OAuthClient({ baseUrl, clientId: app.clientId, clientSecret: "emulator-client-secret-123" });
  const { accessToken } = await oauth.exchangeCode({ code: back.searchParams.get("code") ?? "", redirectUri: app.redirectUri });
  return { CALLING_BASE_URL: baseUrl, CALLING_APP_ID: "123", CALLING_ACCESS_TOKEN: accessToken };
}

/** Moves the clock of the namespace on. */
async function pass(env: Record<string, string>, advanceMs: number): Promise<void> {
  const headers = { "x-emulator-control": "1", "content-type": "application/json" };
  const answer = await fetch(`${env["CALLING_BASE_URL"] ?? ""}/emulator/clock`, { method: "POST", headers, body: JSON.stringify({ advanceMs }) });
  assert.ok(answer.ok, await answer.text());
}

test("a migration is started, and its status says how far it is", async () => {
  const env = await environment("status");

  const started = await answerOf<CardMigrationProgress>(["card", "migrate", ...CARDS, "--no-wait"], env);
  await pass(env, 60_000);
  const later = await command(["card", "status", ...CARDS], env);
  await pass(env, 180_000);
  const done = await answerOf<CardMigrationProgress>(["card", "migrate", ...CARDS], env);

  assert.deepEqual([started.totalPortalCount, started.remainingPortalCount, started.endedAt], [4, 4, undefined]);
  assert.match(later.out, /^left +3$/m);
  assert.equal(done.remainingPortalCount, 0);
  assert.equal(typeof done.endedAt, "number");
});

test("the command waits until every account has the card", async () => {
  const env = await environment("wait");
  const waiting = command(["card", "migrate", ...CARDS, "--interval-ms", "600"], env);
  await answerOf(["card", "status", ...CARDS], env);

  const early = await Promise.race([waiting, new Promise((resolve) => setTimeout(resolve, 1500))]);
  await pass(env, 240_000);
  const { code, out, err } = await waiting;

  assert.equal(early, undefined);
  assert.equal(code, 0);
  assert.match(out, /^left +0$/m);
  assert.match(err, /^4 of 4 accounts left\n$/);
});

test("the wait has an end, and the migration goes on", async () => {
  const env = await environment("end");

  const ended = await command(["card", "migrate", ...CARDS, "--interval-ms", "10", "--wait-ms", "30"], env);

  assert.deepEqual([ended.code, ended.out], [1, ""]);
  assert.match(ended.err, /^error NOT_DONE: 4 of 4 accounts left after --wait-ms: the migration goes on, /);
});

test("a refusal names the card", async () => {
  const env = await environment("refused");

  const unknown = await command(["card", "status", "--legacy-crm-card-id", "1", "--app-card-id", "5001"], env);
  const tickets = await command(["card", "migrate", "--legacy-crm-card-id", "1002", "--app-card-id", "5001"], env);
  const scope = await command(["card", "status", ...CARDS], { ...env, CALLING_ACCESS_TOKEN: "canary" });

  assert.deepEqual([unknown.code, tickets.code, scope.code], [1, 1, 1]);
  assert.match(unknown.err, /^error REFUSED: the service answered 404: OBJECT_NOT_FOUND, /);
  assert.match(tickets.err, /helpdeskAppCardId/);
  assert.match(scope.err, /\nA token lasts half an hour\. /);
});

test("the examples of the help run as they are written", { skip: process.platform === "win32" && "they are for a POSIX shell" }, async () => {
  const { CALLING_ACCESS_TOKEN = "" } = await environment("examples");

  const out = await runExamples("card", `${emulator.address}/ns/examples`, { CALLING_ACCESS_TOKEN });

  assert.match(out, /^accounts +4$/m);
  assert.match(out, /"remainingPortalCount": 4/);
});

test("wrong usage sends nothing and shows no value", async () => {
  const env = { CALLING_BASE_URL: "http://localhost:9", CALLING_APP_ID: "123", CALLING_ACCESS_TOKEN: "canary" };

  for (const [args, variables, words] of [
    [["card"], env, "say one of: card migrate, card status"],
    [["card", "status"], env, "say which cards: --legacy-crm-card-id"],
    [["card", "status", "--legacy-crm-card-id", "canary", "--app-card-id", "1"], env, "legacyCrmCardId"],
    [["card", "status", ...CARDS, "--wait-ms", "5"], env, "card status does not take --wait-ms"],
    [["card", "migrate", ...CARDS, "--interval-ms", "soon"], env, "--interval-ms is no whole number of milliseconds"],
    [["card", "status", ...CARDS], { ...env, CALLING_APP_ID: "" }, "add --app-id, or set CALLING_APP_ID"],
    [["card", "status", ...CARDS], { ...env, CALLING_ACCESS_TOKEN: "" }, "set CALLING_ACCESS_TOKEN"],
  ] as const) {
    const { code, out, err } = await command(args, variables);
    assert.deepEqual([code, out], [2, ""], `${args.join(" ")}: ${err}`);
    assert.ok(err.includes(words) && !err.includes("canary"), `${args.join(" ")}: ${err}`);
  }
});
