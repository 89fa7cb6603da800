// The package's command for quotes, against the emulator.
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { ObjectsClient, type CrmObject } from "calling-widget-sdk/rest";

import { answerOf, command, runExamples } from "./support/command.ts";
import { listening } from "./support/running.ts";
import { hostToken, startEmulator, type Emulator } from "./support/emulator.ts";

const LINE = ["--line", "name=Desk phone,price=129.5,quantity=24"];
const DAY = ["--expires", "2099-12-31"];

let emulator: Emulator;
let folder: string;

before(async () => {
  emulator = await startEmulator("vendor");
  folder = await mkdtemp(join(tmpdir(), "command-quote-"));
});

after(async () => {
  await emulator.stop();
  await rm(folder, { recursive: true });
});

/** Variables that reach a namespace of the emulator, with a token that is good for every record. */
async function environment(namespace: string): Promise<Record<string, string>> {
  const base = `${emulator.address}/ns/${namespace}`;
  return { CALLING_BASE_URL: base, CALLING_ACCESS_TOKEN: await hostToken(base) };
}

test("a quote is made, published, opened, taken back, changed and deleted", async () => {
  const env = await environment("life");

  const made = await answerOf<CrmObject>(["quote", "create", "--title", "Phones", ...DAY, ...LINE, "--line", "name=A, B,price=1", "--deal", "3001", "--template", "4001", "--contact", "1001"], env);
  const published = await answerOf<CrmObject>(["quote", "publish", made.id], env);
  const opened = await command(["quote", "open", made.id], env);
  const page = await fetch(opened.out.trim());
  const pdf = await command(["quote", "open", made.id, "--pdf", "--print", "url"], env);
  const file = await fetch(pdf.out.trim());
  const locked = await command(["quote", "update", made.id, "--set", "hs_title=No"], env);
  const undeleted = await command(["quote", "delete", made.id], env);
  const approved = await answerOf<CrmObject>(["quote", "publish", made.id, "--approved"], env);
  const back = await answerOf<CrmObject>(["quote", "unpublish", made.id, "--to", "REJECTED"], env);
  const updated = await answerOf<CrmObject>(["quote", "update", made.id, "--set", "hs_title=Phones = all"], env);
  const deleted = await command(["quote", "delete", made.id], env);
  const gone = await command(["quote", "get", made.id], env);

  assert.deepEqual([made.properties["hs_status"], made.properties["hs_quote_amount"]], ["DRAFT", "3109"]);
  assert.deepEqual([published.properties["hs_status"], published.properties["hs_locked"]], ["APPROVAL_NOT_NEEDED", "true"]);
  assert.equal(opened.out, `${published.properties["hs_quote_link"] ?? ""}\n`);
  assert.deepEqual([page.status, file.headers.get("content-type")], [200, "application/pdf"]);
  assert.deepEqual([locked.code, undeleted.code], [1, 1]);
  assert.match(locked.err, /LOCKED: .*\nIf it is published, take it back first: npx calling-widget-sdk quote unpublish ID\n$/);
  assert.equal(approved.properties["hs_status"], "APPROVED");
  assert.deepEqual([back.properties["hs_status"], back.properties["hs_quote_link"] ?? null], ["REJECTED", null]);
  assert.equal(updated.properties["hs_title"], "Phones = all");
  assert.deepEqual([deleted.out, gone.code], ["the quote is deleted\n", 1]);
  assert.match(gone.err, /\nTo see which there are: npx calling-widget-sdk quote list\n$/);
});

test("a quote comes from a file too, and options override it", async () => {
  const baseUrl = `${emulator.address}/ns/file`;
  const token = await hostToken(baseUrl);
  const file = join(folder, "quote.json");
  await writeFile(file, '{"title":"Filed","expires":"2099-12-31","lines":[{"name":"Desk phone","price":129.5,"quantity":2}],"deal":3001,"contacts":["1001"],"properties":{"hs_esign_enabled":true}}');

  const { code, out } = await command(["quote", "create", "--file", file, "--title", "Given", "--token-stdin", "--json"], { CALLING_BASE_URL: baseUrl }, `${token}\n`);

  const { id, properties } = JSON.parse(out) as CrmObject;
  assert.deepEqual([code, properties["hs_title"], properties["hs_quote_amount"]], [0, "Given", "259"]);
  const client = new ObjectsClient({ baseUrl, accessToken: token });
  const stored = await client.read("quotes", id, { properties: ["hs_esign_enabled"], associations: ["deals", "contacts", "line_items"] });
  assert.equal(stored.properties["hs_esign_enabled"], "true");
  assert.equal(Object.keys(stored.associations ?? {}).length, 3);
});

test("what was made before a refusal is deleted again", async () => {
  const env = await environment("undone");
  const client = new ObjectsClient({ baseUrl: env["CALLING_BASE_URL"] ?? "", accessToken: env["CALLING_ACCESS_TOKEN"] ?? "" });
  const counts = async () => (await Promise.all(["quotes", "line_items"].map((type) => client.search(type, {})))).map(({ total }) => total);
  const before = await counts();

  const template = await command(["quote", "create", "--title", "Phones", ...DAY, ...LINE, "--template", "4002"], env);
  const day = await command(["quote", "create", "--title", "Phones", "--expires", "tomorrow", ...LINE], env);

  assert.deepEqual([template.code, day.code], [1, 2]);
  assert.match(day.err, /^error INVALID_REQUEST: nothing was sent\n.*hs_expiration_date is no day: use one such as 2099-12-31/);
  assert.deepEqual(await counts(), before);
});

test("every reason why a quote cannot be published is named", async () => {
  const env = await environment("reasons");
  const { id } = await answerOf<CrmObject>(["quote", "create", "--title", "Bare", ...DAY], env);

  const refused = await command(["quote", "publish", id], env);
  const asJson = await command(["quote", "publish", id, "--json"], env);
  const open = await command(["quote", "open", id], env);

  assert.deepEqual([refused.code, refused.out], [1, ""]);
  assert.match(refused.err, /\n {2}MISSING_DEAL: .*\n {2}MISSING_QUOTE_TEMPLATE: .*\n {2}MISSING_LINE_ITEM: .*\n$/);
  const { error } = JSON.parse(asJson.err) as { error: { details: { code: string }[] } };
  assert.deepEqual(error.details.map(({ code }) => code), ["MISSING_DEAL", "MISSING_QUOTE_TEMPLATE", "MISSING_LINE_ITEM"]);
  assert.deepEqual([open.code, open.err], [1, "error NOT_PUBLISHED: the quote is not published, so it has no address\nTo publish it: npx calling-widget-sdk quote publish ID\n"]);
});

test("quotes are listed over the service's pages", async () => {
  const env = await environment("list");
  const client = new ObjectsClient({ baseUrl: env["CALLING_BASE_URL"] ?? "", accessToken: env["CALLING_ACCESS_TOKEN"] ?? "" });
  const inputs = Array.from({ length: 100 }, (_, number) => ({ properties: { hs_title: `Q ${number}\u001b[2J`, hs_expiration_date: "2099-12-31" } }));
  await client.batchCreate("quotes", { inputs });

  const first = await command(["quote", "list"], env);
  const all = await answerOf<CrmObject[]>(["quote", "list", "--limit", "1000"], env);
  const some = await answerOf<CrmObject[]>(["quote", "list", "--limit", "101"], env);

  const lines = first.out.trimEnd().split("\n");
  assert.match(lines[0] ?? "", /^ID +STATUS +AMOUNT +CURRENCY +EXPIRES +TITLE$/);
  assert.equal(lines.length, 21);
  assert.ok(!first.out.includes("\u001b"), "a title cannot steer the terminal");
  assert.deepEqual([all.length, some.length, new Set(all.map(({ id }) => id)).size], [102, 101, 102]);
});

test("the examples of the help run as they are written", { skip: process.platform === "win32" && "they are for a POSIX shell" }, async () => {
  const out = await runExamples("quote", `${emulator.address}/ns/examples`, {});

  assert.match(out, /^hs_status +APPROVAL_NOT_NEEDED$/m);
  assert.match(out, /^http:\S+\/quotes\/\S+$/m);
  assert.match(out, /DRAFT +3108 +EUR +2099-12-31 +Phones for all$/m);
});

test("wrong usage sends nothing and shows no value", async () => {
  const env = { CALLING_BASE_URL: "http://localhost:9", CALLING_ACCESS_TOKEN: "canary" };
  const odd = join(folder, "odd.json");
  const wrong = join(folder, "wrong.json");
  await Promise.all([writeFile(odd, '{"titel":"canary"}'), writeFile(wrong, '{"title":"x","lines":[{"name":["canary"]}]}')]);

  for (const [args, variables, words] of [
    [["quote"], env, "say one of: quote create, quote get, "],
    [["quote", "get"], env, "quote get takes ID: quote get ID"],
    [["quote", "get", "1", "2"], env, "quote get takes ID"],
    [["quote", "get", "1", "--title", "canary"], env, "quote get does not take --title: leave it out"],
    [["quote", "create", "--title", "canary"], env, "needs --title and --expires"],
    [["quote", "create", "--title", "x", ...DAY, "--line", "canary"], env, "--line wants NAME=VALUE"],
    [["quote", "create", "--file", odd], env, "has what quotes do not take: titel"],
    [["quote", "create", "--file", wrong], env, "a value of another kind than expected in lines"],
    [["quote", "update", "1"], env, "needs what to change"],
    [["quote", "unpublish", "1", "--to", "canary"], env, "--to is not one of DRAFT, PENDING_APPROVAL and REJECTED"],
    [["quote", "list", "--limit", "0"], env, "--limit is no whole number above 0"],
    [["quote", "list"], { ...env, CALLING_ACCESS_TOKEN: "" }, "set CALLING_ACCESS_TOKEN"],
    [["quote", "list", "--token-stdin"], env, "pipe it in"],
  ] as const) {
    const { code, out, err } = await command(args, variables);
    assert.deepEqual([code, out], [2, ""], `${args.join(" ")}: ${err}`);
    assert.ok(err.includes(words) && !err.includes("canary"), `${args.join(" ")}: ${err}`);
  }
});

const ONE = { id: "1", properties: {}, createdAt: "2026-01-01T00:00:00Z", updatedAt: "2026-01-01T00:00:00Z", archived: false };

test("list ends where the service's pages do not", async () => {
  for (const [results, next, code] of [
    [[], () => "a", 1],
    [[ONE], () => "a", 1],
    // There is always another page: as many as --limit says are listed.
    [[ONE], (page: number) => String(page), 0],
    // More than was asked for.
    [Array.from({ length: 1000 }, (_, at) => ({ ...ONE, id: String(at) })), () => "a", 0],
  ] as const) {
    let page = 0;
    const { server, port } = await listening(
      createServer((_, response) => {
        page += 1;
        response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ results, paging: { next: { after: next(page) } } }));
      }),
    );
    const ended = await command(["quote", "list", "--limit", "30", "--json"], { CALLING_BASE_URL: `http://127.0.0.1:${String(port)}`, CALLING_ACCESS_TOKEN: "x" });
    server.close();

    assert.equal(ended.code, code, ended.err);
    assert.match(code === 0 ? String((JSON.parse(ended.out) as unknown[]).length) : ended.err, code === 0 ? /^30$/ : /"ENDLESS"/);
  }
});
