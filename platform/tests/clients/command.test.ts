// The package's command as its users run it, against the emulator.
import assert from "node:assert/strict";
import { once } from "node:events";
import { copyFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { OAuthClient, authorizationUrl } from "calling-widget-sdk/rest";

import { COMMANDS } from "../../../pkg/command/commands.ts";
import { COMMAND, command } from "../../../tests/support/running.ts";
import { consent, setFaults, startEmulator, type Emulator } from "./support/emulator.ts";

const KEY = "emulator-developer-key-123";

let emulator: Emulator;
let folder: string;

before(async () => {
  emulator = await startEmulator("vendor");
  folder = await mkdtemp(join(tmpdir(), "command-"));
});

after(async () => {
  await emulator.stop();
  await rm(folder, { recursive: true });
});

/** Environment variables for a namespace of the emulator. */
function environment(namespace: string): Record<string, string> {
  return { CALLING_BASE_URL: `${emulator.address}/ns/${namespace}`, CALLING_APP_ID: "123", CALLING_DEVELOPER_KEY: KEY };
}

/** An address where nobody listens any more. */
async function silentAddress(): Promise<string> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return `http://127.0.0.1:${String(port)}`;
}

test("an access token does in place of the key", async () => {
  const { CALLING_DEVELOPER_KEY: key = "", ...env } = environment("token");
  const baseUrl = env["CALLING_BASE_URL"] ?? "";
  const app = { clientId: "00000000-0000-4000-8000-000000000123", redirectUri: "http://localhost:3000/oauth/callback" };
  const scopes = ["crm.objects.contacts.read", "oauth", "timeline"];
  const back = await consent(baseUrl, authorizationUrl({ authUrl: baseUrl, ...app, scopes, optionalScopes: ["developers-read"] }));
  const oauth = new OAuthClient({ baseUrl, clientId: app.clientId, clientSecret: "emulator-client-secret-123" });
  const { accessToken } = await oauth.exchangeCode({ code: back.searchParams.get("code") ?? "", redirectUri: app.redirectUri });
  await command(["settings", "create", "--name", "Phone", "--url", "https://phone.example/"], { ...env, CALLING_DEVELOPER_KEY: key });

  const read = await command(["settings", "get", "--json"], { ...env, CALLING_ACCESS_TOKEN: accessToken });
  const narrow = await command(["settings", "delete"], { ...env, CALLING_ACCESS_TOKEN: accessToken });
  const inPlace = await command(["settings", "get", "--json"], { ...env, CALLING_ACCESS_TOKEN: accessToken, CALLING_DEVELOPER_KEY: "canary" });
  const piped = await command(["settings", "get", "--json", "--token-stdin"], { ...env, CALLING_DEVELOPER_KEY: "canary" }, `${accessToken}\n`);
  const pipedKey = await command(["settings", "get", "--json", "--key-stdin"], { ...env, CALLING_ACCESS_TOKEN: "canary" }, key);
  const both = await command(["settings", "get", "--key-stdin", "--token-stdin"], env, key);

  for (const { code, out, err } of [read, inPlace, piped, pipedKey]) {
    assert.deepEqual([code, err, (JSON.parse(out) as { name: string }).name], [0, "", "Phone"]);
  }
  assert.deepEqual([narrow.code, narrow.out], [1, ""]);
  assert.match(narrow.err, /MISSING_SCOPES, the access token has not the scope developers-write/);
  assert.deepEqual([both.code, both.out], [2, ""]);
  assert.match(both.err, /--key-stdin and --token-stdin both read standard input: give one of them/);
  assert.ok(![read, narrow, piped, both].some(({ out, err }) => (out + err).includes(accessToken)));
});

test("settings are created, read, updated and deleted", async () => {
  const env = environment("lifecycle");

  const created = await command(["settings", "create", "--name", "Phone", "--url=https://phone.example/", "--width", "500", "--is-ready", "false", "--json"], env);
  const read = await command(["settings", "get"], env);
  const updated = await command(["settings", "update", "--is-ready", "true", "--json"], env);
  const deleted = await command(["settings", "delete"], env);
  const gone = await command(["settings", "get"], env);

  assert.deepEqual([created.code, created.err], [0, ""]);
  const made = JSON.parse(created.out) as Record<string, unknown>;
  assert.deepEqual([made["name"], made["url"], made["width"], made["isReady"]], ["Phone", "https://phone.example/", 500, false]);
  assert.match(read.out, /^isReady +false$/m);
  assert.match(read.out, /^name +Phone$/m);
  assert.equal((JSON.parse(updated.out) as Record<string, unknown>)["isReady"], true);
  assert.deepEqual([deleted.code, deleted.out], [0, "the settings are removed\n"]);
  assert.equal(gone.code, 1);
  assert.match(gone.err, /^error REFUSED: the service answered 404: OBJECT_NOT_FOUND, /);
});

test("settings come from a file, and the key from standard input", async () => {
  const env = { ...environment("file"), CALLING_DEVELOPER_KEY: "" };
  const file = join(folder, "settings.json");
  await writeFile(file, '\uFEFF{"name":"From a file","url":"https://file.example/","usesRemote":true}');

  const created = await command(["settings", "create", "--file", file, "--name", "Given", "--key-stdin", "--json"], env, `${KEY}\r\n`);

  assert.deepEqual([created.code, created.err], [0, ""]);
  const made = JSON.parse(created.out) as Record<string, unknown>;
  assert.deepEqual([made["name"], made["url"], made["usesRemote"]], ["Given", "https://file.example/", true]);
});

test("an option outweighs its environment variable", async () => {
  const env = { ...environment("unused"), CALLING_APP_ID: "456", CALLING_BASE_URL: "http://localhost:9" };

  const read = await command(["settings", "get", "--app-id", "123", "--base-url", `${emulator.address}/ns/given`], env);

  assert.match(read.err, /^error REFUSED: the service answered 404/);
});

test("faults are told with their fields, and nothing is sent", async () => {
  const env = { ...environment("faults"), CALLING_BASE_URL: "http://localhost:9" };
  const args = ["settings", "create", "--name", " ", "--url", "http://phone.example", "--width", "0"];

  const refused = await command(args, env);
  const asJson = await command([...args, "--json"], env);
  const ofType = await command([...args, "--is-ready", "yes"], env);

  assert.deepEqual([refused.code, refused.out], [2, ""]);
  assert.equal(
    refused.err,
    [
      "error INVALID_REQUEST: nothing was sent",
      "  EMPTY: --name is empty: give the app a name",
      "  INVALID_URL: --url is not https: use https, or http on localhost only",
      "  INVALID_SIZE: --width is no size: use a whole number of pixels above 0",
      "",
    ].join("\n"),
  );
  const { error } = JSON.parse(asJson.err) as { error: { code: string; problems: { field: string }[] } };
  assert.deepEqual([asJson.code, asJson.out, error.code], [2, "", "INVALID_REQUEST"]);
  assert.deepEqual(error.problems.map(({ field }) => field), ["name", "url", "width"]);
  const one = "  WRONG_TYPE: --is-ready is neither true nor false: use one of them, without quotes";
  assert.deepEqual([ofType.code, ofType.err], [2, `error INVALID_REQUEST: nothing was sent\n${one}\n`]);
});

test("a refusal says what to do next", async () => {
  const env = environment("advice");
  const create = ["settings", "create", "--name", "Phone", "--url", "https://phone.example/"];

  const early = await command(["settings", "get"], env);
  await command(create, env);
  const again = await command(create, env);
  const foreign = await command(["settings", "get"], { ...env, CALLING_DEVELOPER_KEY: "canary" });

  assert.deepEqual([early, again, foreign].map(({ code, out }) => [code, out]), [[1, ""], [1, ""], [1, ""]]);
  assert.match(early.err, /^error REFUSED: the service answered 404: OBJECT_NOT_FOUND, .* \(correlation id [\da-f-]{36}\)\nTo register settings: npx calling-widget-sdk settings create --name TEXT --url URL\n$/);
  assert.match(again.err, /^error REFUSED: the service answered 409: CONFLICT, .*\nTo change them: npx calling-widget-sdk settings update\n$/);
  assert.match(foreign.err, /^error REFUSED: the service answered 401: INVALID_AUTHENTICATION, .*\nIs it the key of the developer account that owns the app, or a token of that app\?\n$/);
});

test("refusals, silence and slowness have codes of their own", async () => {
  const env = environment("codes");
  await setFaults(env["CALLING_BASE_URL"] ?? "", { latencyMs: 2000 });

  const refused = await command(["settings", "get", "--json"], { ...environment("other"), CALLING_DEVELOPER_KEY: "canary" });
  const silent = await command(["settings", "update", "--is-ready", "true", "--base-url", await silentAddress()], env);
  const slow = await command(["settings", "update", "--is-ready", "true", "--timeout-ms", "30"], env);

  const { error } = JSON.parse(refused.err) as { error: Record<string, unknown> };
  assert.deepEqual([refused.code, error["code"], error["status"], error["category"]], [1, "REFUSED", 401, "INVALID_AUTHENTICATION"]);
  assert.match(String(error["correlationId"]), /^[\da-f-]{36}$/);
  assert.deepEqual(
    [silent.code, silent.err],
    [3, "error UNREACHABLE: the service cannot be reached: ECONNREFUSED\nIs the address right, and does the service run there?\n"],
  );
  assert.equal(slow.code, 3);
  assert.match(slow.err, /^error TIMED_OUT: /);
});

test("an option has one type, and help lists each command", async () => {
  const types = new Map<string, string>();
  for (const { name, options } of COMMANDS) {
    for (const [option, { type }] of Object.entries(options)) {
      assert.equal(types.get(option) ?? type, type, `--${option} of ${name}`);
      types.set(option, type);
    }
  }

  const { out } = await command(["--help"], {});

  for (const { usage, summary } of COMMANDS) {
    assert.ok(out.includes(`  ${usage}`) && out.includes(` ${summary}\n`), usage);
  }
});

test("help teaches, and the version is the package's", async () => {
  const { version } = JSON.parse(await readFile("pkg/package.json", "utf8")) as { version: string };

  const help = await command(["--help"], {});
  const settingsHelp = await command(["settings", "--help"], {});
  const printed = await command(["--version"], {});
  const same = await Promise.all([["help"], ["-h"], ["help", "settings"], ["settings", "-h"], ["-v"]].map((args) => command(args, {})));
  const nothing = await command([], {});

  assert.equal(help.code, 0);
  assert.match(help.out, /COMMAND --help/);
  for (const words of ["get", "create", "update", "delete", "--app-id", "--base-url", "--key-stdin", "--json", "Exit codes", "PowerShell", "CALLING_DEVELOPER_KEY"]) {
    assert.ok(settingsHelp.out.includes(words), words);
  }
  for (const { help: text } of COMMANDS) {
    assert.deepEqual(text.split("\n").filter((line) => line.length > 110), []);
  }
  assert.equal(printed.out, `${version}\n`);
  assert.deepEqual(same, [help, help, settingsHelp, settingsHelp, printed]);
  assert.equal(nothing.code, 2);
  assert.match(nothing.err, /^error USAGE: say what to do/);
});

test("help loads no client", async () => {
  // The package with the clients cannot be found from here.
  const alone = join(folder, "alone.mjs");
  await copyFile(COMMAND, alone);

  const helps = await Promise.all([[], ...COMMANDS.map(({ name }) => [name])].map((name) => command([...name, "--help"], {}, "", alone)));
  const faulty = await command(["settings", "get"], {}, "", alone);
  const asking = await command(["settings", "get"], environment("alone"), "", alone);

  assert.deepEqual(helps.map(({ code, err }) => [code, err]), helps.map(() => [0, ""]));
  assert.equal(faulty.code, 2);
  assert.match(asking.err, /^error INTERNAL: /);
});

test("wrong usage is told with what to do instead", async () => {
  const env = environment("usage");
  const nowhere = { ...env, CALLING_BASE_URL: "" };
  const list = join(folder, "list.json");
  const odd = join(folder, "odd.json");
  await Promise.all([writeFile(list, "[]"), writeFile(odd, '{"nam":"x"}')]);

  for (const [args, variables, words] of [
    [["calls"], env, "there is no command calls: use one of demo, "],
    [["pat-na1-canary"], env, "there is no such command: use one of"],
    [["chekc"], env, "there is no command chekc: did you mean check?"],
    [["chekc", "--json=x"], env, "--json takes no value"],
    [["check-host", "--person-s", "0"], env, "there is no command check-host any more: test your host's page in Playwright"],
    [["check", "--junit", "a.xml"], env, "there is no --junit any more: use the exit code, or --json"],
    [["help", "oauth"], env, "there is no command oauth any more: use OAuthClient of calling-widget-sdk/rest"],
    [["hlep"], env, "there is no command hlep: did you mean help?"],
    [["help", "setings"], env, "there is no command setings: did you mean settings?"],
    [["settings", "gte"], env, "there is no settings gte: did you mean settings get?"],
    [["settings"], env, "say one of"],
    [["settings", "read"], env, "say one of"],
    [["settings", "get", "now"], env, "say one of"],
    [["settings", "get", "--nmae", "x"], env, "--nmae is no option: did you mean --name?"],
    [["settings", "get", "--zzz=canary"], env, "--zzz is no option\n"],
    [["settings", "get", "--app-id", "--key-stdin"], env, "--app-id lacks its value; one that begins with - is written --app-id=VALUE"],
    [["settings", "get", "--app-id"], env, "--app-id lacks its value"],
    [["settings", "get", "--name", "x"], env, "takes no settings: leave --name out"],
    [["settings", "update"], env, "needs what to change"],
    [["settings", "get"], nowhere, "add --base-url, or set CALLING_BASE_URL"],
    [["settings", "get"], { ...env, CALLING_DEVELOPER_KEY: "" }, "set CALLING_DEVELOPER_KEY"],
    [["settings", "get", "--key-stdin"], env, "pipe it in"],
    [["settings", "get", "--base-url", "http://api.example"], env, "the service's address is not https"],
    [["settings", "get", "--app-id", "wide"], env, "the app's identifier is no whole number: use one, without quotes"],
    [["settings", "get", "--timeout-ms", "soon"], env, "--timeout-ms soon is no number of milliseconds"],
    [["settings", "create", "--file", join(folder, "none.json")], env, "cannot be read"],
    [["settings", "create", "--file", list], env, "holds no object"],
    [["settings", "create", "--file", odd], env, "what is no setting: nam"],
  ] as const) {
    const { code, out, err } = await command(args, variables);
    assert.deepEqual([code, out], [2, ""], `${args.join(" ")}: ${err}`);
    assert.ok(err.startsWith("error USAGE: ") && err.includes(words), `${args.join(" ")}: ${err}`);
  }
});

test("a command of over a second says so, and not beside JSON", async () => {
  const env = environment("slow");
  await setFaults(env["CALLING_BASE_URL"] ?? "", { latencyMs: 1500 });

  const [plain, json] = await Promise.all([command(["settings", "get"], env), command(["settings", "get", "--json"], env)]);

  assert.ok(plain.hasWaited);
  assert.match(plain.err, /^error REFUSED: /);
  assert.equal((JSON.parse(json.err) as { error: { code: string } }).error.code, "REFUSED");
});

test("no key is ever shown", async () => {
  const env = environment("secrets");

  const all = await Promise.all([
    command(["settings", "get"], { ...env, CALLING_DEVELOPER_KEY: "canary" }),
    command(["settings", "get", "--json"], { ...env, CALLING_DEVELOPER_KEY: "canary" }),
    command(["settings", "get", "--key-stdin"], env, "canary"),
    command(["settings", "get", "--base-url", "http://localhost:9", "--json"], { ...env, CALLING_DEVELOPER_KEY: "canary" }),
    command(["settings", "get", "--key", "canary"], env),
    command(["settings", "get", "--key=canary", "--json"], env),
    command(["settings", "get", "--hapikey=canary"], env),
    ...["access-token", "client-secret", "code", "code-verifier", "refresh-token", "token"].map((name) => command(["settings", "get", `--${name}`, "canary"], env)),
    command(["settings", "get", "canary"], env),
    command(["settings", "create", "--name", "x"], { ...env, CALLING_DEVELOPER_KEY: "canary" }),
  ]);

  for (const { code, out, err } of all) {
    assert.notEqual(code, 0);
    assert.ok(err.length > 0 && !`${out}${err}`.includes("canary"), err);
  }
  assert.match(all[4].err, /--key is not taken: .*CALLING_DEVELOPER_KEY/);
});
