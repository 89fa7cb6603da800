// The package's command for OAuth, against the emulator.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { answerOf, command, runExamples } from "./support/command.ts";
import { consent, startEmulator, type Emulator } from "./support/emulator.ts";

const REDIRECT = "http://localhost:3000/oauth/callback";
const SCOPES = ["--scope", "oauth", "--scope", "timeline", "--scope", "crm.objects.contacts.read"];

let emulator: Emulator;

before(async () => {
  emulator = await startEmulator("vendor");
});

after(() => emulator.stop());

/** Environment variables for a namespace of the emulator. */
function environment(namespace: string): Record<string, string> {
  return {
    CALLING_BASE_URL: `${emulator.address}/ns/${namespace}`,
    CALLING_CLIENT_ID: "00000000-0000-4000-8000-000000000123",
    CALLING_CLIENT_SECRET: "emulator-client-secret-123",
  };
}

/** The code of a user who agrees on the page that the command names. */
async function code(env: Record<string, string>, ...options: string[]): Promise<{ code: string; verifier: string }> {
  const { url, codeVerifier = "" } = await answerOf<{ url: string; codeVerifier?: string }>(["oauth", "authorize-url", "--redirect-uri", REDIRECT, ...SCOPES, ...options], env);
  const back = await consent(env["CALLING_BASE_URL"] ?? "", url);
  return { code: back.searchParams.get("code") ?? "", verifier: codeVerifier };
}

test("an app is installed, and its tokens are refreshed, inspected and deleted", async () => {
  const env = environment("tokens");
  const installed = await code(env, "--state", "s-1");

  const exchanged = await command(["oauth", "exchange", "--redirect-uri", REDIRECT, "--json"], env, installed.code);
  const tokens = JSON.parse(exchanged.out) as { accessToken: string; refreshToken: string; expiresIn: number };
  const refreshed = await command(["oauth", "refresh", "--print", "accessToken"], { ...env, CALLING_REFRESH_TOKEN: tokens.refreshToken });
  const inspected = await command(["oauth", "inspect"], { ...env, CALLING_ACCESS_TOKEN: refreshed.out.trim() });
  const asRefresh = await command(["oauth", "inspect", "--kind", "refresh_token", "--json"], env, tokens.refreshToken);
  const deleted = await command(["oauth", "delete"], env, tokens.refreshToken);
  const gone = await command(["oauth", "refresh"], { ...env, CALLING_REFRESH_TOKEN: tokens.refreshToken });

  assert.deepEqual([exchanged.code, exchanged.err, tokens.expiresIn], [0, "", 1800]);
  assert.match(refreshed.out, /^\S{200,}\n$/);
  assert.match(inspected.out, /^active +true$/m);
  assert.match(inspected.out, /^hubId +62515$/m);
  assert.equal((JSON.parse(asRefresh.out) as { active: boolean }).active, true);
  assert.deepEqual([deleted.code, deleted.out], [0, "the refresh token is deleted\n"]);
  assert.equal(gone.code, 1);
  assert.match(gone.err, /^error REFUSED: the service answered 400: BAD_REFRESH_TOKEN, .*\nA refresh token ends when /);
  const secrets = [tokens.accessToken, tokens.refreshToken, refreshed.out.trim(), env["CALLING_CLIENT_SECRET"] ?? ""];
  for (const { out, err } of [inspected, asRefresh, deleted, gone]) {
    assert.ok(!secrets.some((secret) => `${out}${err}`.includes(secret)), out + err);
  }
});

test("a code of an address with --pkce needs its verifier", async () => {
  const env = environment("pkce");
  const first = await code(env, "--pkce");
  const second = await code(env, "--pkce");

  const bare = await command(["oauth", "exchange", "--redirect-uri", REDIRECT], { ...env, CALLING_CODE: first.code });
  const verified = await command(["oauth", "exchange", "--redirect-uri", REDIRECT], { ...env, CALLING_CODE: second.code, CALLING_CODE_VERIFIER: second.verifier });

  assert.equal(bare.code, 1);
  assert.match(bare.err, /\nA code works once, /);
  assert.equal(verified.code, 0);
});

test("version 3 of the token endpoint does the same", async () => {
  const env = environment("v3");
  const { code: given } = await code(env);

  const exchanged = await command(["oauth", "exchange", "--redirect-uri", REDIRECT, "--oauth-version", "v3", "--print", "refreshToken"], { ...env, CALLING_CODE: given });
  const deleted = await command(["oauth", "delete", "--oauth-version", "v3"], env, exchanged.out);
  const gone = await command(["oauth", "inspect", "--kind", "refresh_token", "--print", "active"], env, exchanged.out);

  assert.match(exchanged.out, /^[\da-f-]{36}\n$/);
  assert.deepEqual([deleted.code, gone.out], [0, "false\n"]);
});

test("an installed app gets a token of its own", async () => {
  const env = environment("own");

  const before = await command(["oauth", "client-credentials"], env);
  await code(env, "--optional-scope", "developers-write");
  await command(["oauth", "exchange", "--redirect-uri", REDIRECT], { ...env, CALLING_CODE: (await code(env)).code });
  const made = await command(["oauth", "client-credentials", "--scope", "timeline", "--json"], env);

  assert.equal(before.code, 1);
  assert.deepEqual((JSON.parse(made.out) as { scopes: string[] }).scopes, ["timeline"]);
});

test("the examples of the help run as they are written", { skip: process.platform === "win32" && "they are for a POSIX shell" }, async () => {
  const { code: given } = await code(environment("examples"), "--optional-scope", "developers-write");

  const out = await runExamples("oauth", `${emulator.address}/ns/examples`, {}, `${given}\n`);

  assert.match(out, /^http:\S+\/oauth\/authorize\?client_id=/);
  assert.match(out, /^active +true$/m);
  assert.match(out, /\nthe refresh token is deleted\n$/);
});

test("wrong usage sends nothing and shows no secret", async () => {
  const env = { ...environment("usage"), CALLING_BASE_URL: "http://localhost:9", CALLING_REFRESH_TOKEN: "canary" };

  for (const [args, variables, words] of [
    [["oauth"], env, "say one of: oauth authorize-url, "],
    [["oauth", "exchange"], env, "exchange needs --redirect-uri"],
    [["oauth", "exchange", "--redirect-uri", REDIRECT], env, "the code is missing: set CALLING_CODE, or pipe it in"],
    [["oauth", "exchange", "--redirect-uri", REDIRECT, "--print", "access"], { ...env, CALLING_CODE: "canary" }, "--print is not one of accessToken, "],
    [["oauth", "refresh"], { ...env, CALLING_CLIENT_SECRET: "" }, "set CALLING_CLIENT_SECRET"],
    [["oauth", "refresh"], { ...env, CALLING_CLIENT_ID: "" }, "add --client-id, or set CALLING_CLIENT_ID"],
    [["oauth", "refresh", "--scope", "timeline"], env, "oauth refresh does not take --scope: leave it out"],
    [["oauth", "refresh", "--oauth-version", "2"], env, "--oauth-version is neither v1 nor v3"],
    [["oauth", "refresh", "--refresh-token", "canary"], env, "--refresh-token is not taken"],
    [["oauth", "inspect", "--kind", "id"], env, "--kind is neither access_token nor refresh_token"],
    [["oauth", "authorize-url"], env, "authorize-url needs --redirect-uri"],
  ] as const) {
    const { code, out, err } = await command(args, variables);
    assert.deepEqual([code, out], [2, ""], `${args.join(" ")}: ${err}`);
    assert.ok(err.includes(words) && !err.includes("canary"), `${args.join(" ")}: ${err}`);
  }
  const silent = await command(["oauth", "refresh"], env);
  assert.deepEqual([silent.code, silent.err.includes("canary")], [3, false]);
});
