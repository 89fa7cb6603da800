// Every command that prints others' texts, over texts that control a terminal.
import assert from "node:assert/strict";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";

import { run } from "../../pkg/command/run.ts";
import { oneLine, printable } from "../../pkg/command/terminal.ts";
import type { World } from "../../pkg/command/world.ts";
import { listening } from "../support/running.ts";
import { emulatorPlace } from "./emulator-place.ts";
import { hostile, HOSTILE_PAGES, HOSTILE_TEXTS, written, type Written } from "./hostile.ts";

/** All of them, as valid UTF-8: a service's JSON holds no lone surrogate. */
const ALL = HOSTILE_TEXTS.join(" ").replace(/\ud800/g, "");

/** The output of one command. */
type Printed = { code: number; text: string };

/** Runs a command in this process; files that it writes count as output. */
async function printed(args: readonly string[], { env = {}, input, files = {} }: { env?: Record<string, string>; input?: string; files?: Record<string, string> } = {}): Promise<Printed> {
  let text = "";
  const take = (line: string): void => {
    text += `${line}\n`;
  };
  const world: World = {
    env,
    nodeVersion: process.versions.node,
    readFile: (path) => (path in files ? Promise.resolve(files[path] ?? "") : Promise.reject(new Error("no such file"))),
    readInput: () => Promise.resolve(input),
    version: () => Promise.resolve("1.2.3"),
    pages: pathToFileURL(join(process.cwd(), "pkg/dist/pages/")),
    places: [emulatorPlace("1.2.3")],
    untilStopped: () => (args[0] === "dev" ? Promise.resolve() : new Promise(() => undefined)),
    print: take,
    printError: take,
    isErrorTerminal: true,
    writeError: (line) => {
      text += line;
    },
    browse: () => Promise.resolve(true),
  };
  return { code: await run(args, world), text };
}

/** Asserts that nothing controls the terminal, and no line is forged. */
function assertHarmless({ text }: Printed, what: string): void {
  // The line of progress is ours.
  const all = text.replaceAll(/\r\u001b\[K(?:[^\n\r\u001b]* \(\d+ s\))?/g, "");
  assert.doesNotMatch(all, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/, what);
  assert.doesNotMatch(text, /^\s*FORGED/m, what);
}

/** Serves while a function looks at something. */
async function during<T>(answer: RequestListener, look: (address: string) => Promise<T>): Promise<T> {
  const { server, port } = await listening(createServer(answer));
  try {
    return await look(`http://localhost:${String(port)}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test("an address is printed without a name and a password", () => {
  assert.equal(printable(new URL("https://ada:secret@crm.example/page?a=b#c")), "https://crm.example/page?a=b#c");
});

test("a text is one line, in which nothing steers", () => {
  for (const text of HOSTILE_TEXTS) {
    assert.doesNotMatch(oneLine(text), /[^\P{Cc}]|[\p{Bidi_Control}\u2028\u2029]/u, JSON.stringify(text));
  }
});

type Answer = { status: number; headers: Record<string, string | string[]>; body: string };

const HEADERS = hostile("headers") as readonly { name: string; status?: number; headers: Record<string, Written | readonly string[]> }[];
const ATTRIBUTE = ALL.replace(/["<>]/g, "");
const SCRIPT = `<meta charset="utf${ATTRIBUTE}"><meta http-equiv="Content-Security-Policy" content="script-src ${ATTRIBUTE}; frame-ancestors ${ATTRIBUTE}"><script src="x${ATTRIBUTE}.wasm"></script>`;

const ANSWERS: readonly (readonly [name: string, answer: Answer])[] = [
  ...HEADERS.map(({ name, status = 200, headers }) => {
    const values = Object.entries(headers).map(([key, value]) => [key, Array.isArray(value) ? value : written(value as Written)]);
    return [name, { status, headers: Object.fromEntries(values) as Answer["headers"], body: SCRIPT }] as const;
  }),
  ...HOSTILE_PAGES.map((page) => [page.name, { status: 200, headers: { "content-type": "text/html" }, body: written(page) }] as const),
  ["an error", { status: 404, headers: { "content-type": "text/html" }, body: SCRIPT }],
];

test("hostile answers in the place of a page, and a page's reports", async () => {
  let reports = 0;
  await withBrowser(async (program) => {
    for (const [name, { status, headers, body }] of ANSWERS) {
      const answer: RequestListener = (_, response) => {
        response.writeHead(status, headers).end(body);
      };
      await during(answer, async (address) => {
        for (const [command = "", ...args] of [["doctor"], ["doctor", "--json"], ["dev", "--port=0"], ["check", "--browser", program], ["check", "--browser", program, "--json"]]) {
          const ended = await printed([command, `${address}/`, ...args]);
          assertHarmless(ended, `${command} ${args.join(" ")}: ${name}`);
          assert.doesNotMatch(ended.text, /INTERNAL|^ +at .*:\d+:\d+/m, `${command}: ${name}`);
          assert.ok(ended.text.length < 100_000, `${command}: ${name}: ${ended.text.length} letters`);
          assert.ok([0, 1, 2, 3].includes(ended.code), `${command}: ${name}: ${ended.code}`);
          reports += command === "check" && ended.code === 1 ? 1 : 0;
        }
      });
    }
  });
  // Otherwise no report of a page was read.
  assert.ok(reports > 0);
});

const ENV = { CALLING_APP_ID: "7", CALLING_ACCESS_TOKEN: "token" };

test("the answers and the errors of a service", async () => {
  const errors = { status: "error", message: ALL, category: ALL, correlationId: ALL, errors: [{ message: ALL, code: ALL, in: ALL }], context: { [ALL]: [ALL] } };
  const succeeded = new Set<string>();
  for (const [status, body] of [[200, { appId: 7, name: ALL, url: ALL, [ALL]: ALL }], [200, ALL], [400, errors], [400, { ...errors, category: "VALIDATION_ERROR" }], [403, ALL]] as const) {
    const answer: RequestListener = (_, response) => {
      response.writeHead(status, { "content-type": "application/json", "x-hubspot-correlation-id": "\u009b2J" }).end(JSON.stringify(body));
    };
    await during(answer, async (address) => {
      for (const asking of [["settings", "get"], ["settings", "update", "--name", "x"]]) {
        for (const args of [asking, [...asking, "--json"]]) {
          const ended = await printed(args, { env: { ...ENV, CALLING_BASE_URL: address } });
          assertHarmless(ended, `${args.join(" ")}: ${status}`);
          if (ended.code === 0) {
            succeeded.add(args.join(" "));
          }
        }
      }
    });
  }
  // Otherwise the answer was not read at all.
  assert.equal(succeeded.size, 4);
});

/** Stands for a browser: posts like a hostile page. */
const BROWSER = `#!/usr/bin/env node
const page = new URL(process.argv.at(-1));
const post = async (event) => {
  const answer = await fetch(new URL("/report", page), { method: "POST", headers: { "x-check-token": token }, body: JSON.stringify(event) });
  if (answer.status !== 204) throw new Error(String(answer.status));
};
const token = page.searchParams.get("token");
const text = ${JSON.stringify(ALL)};
await post({ plan: [{ id: text, level: "must", title: text, what: text, source: text }] });
for (const status of ["failed", "passed", "notSeen"]) await post({ result: { id: text, status, detail: text } });
await post({ end: true });
setInterval(() => {}, 1000);
`;

/** Provides a program that stands for the browser. */
async function withBrowser(use: (program: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "hostile-"));
  try {
    const program = join(folder, "browser.mjs");
    await writeFile(program, BROWSER);
    await chmod(program, 0o755);
    await use(program);
  } finally {
    await rm(folder, { recursive: true });
  }
}

test("a trace, a stack, and arguments", async () => {
  const header = JSON.stringify({ trace: "calling-widget-sdk", format: 1, side: "widget", build: ALL, isMasked: true });
  const input = JSON.stringify({ at: 0, in: ["receive", 1, ALL, { message: { type: ALL, messageId: ALL, data: { [ALL]: ALL } } }], out: [[ALL, ALL]] });
  const files = { trace: `${header}\n${input}\n`, bad: ALL };
  const rows: readonly (readonly string[])[] = [
    ["replay", "trace"],
    ["replay", "trace", "--steps"],
    ["replay", "trace", "--json"],
    ["replay", "bad"],
    ["replay", ALL],
    [ALL],
    ["doctor", ALL],
    ["dev", ALL],
    ["check", ALL],
    ["settings", "get", "--file", ALL],
    [`--${ALL}`],
  ];
  for (const args of rows) {
    assertHarmless(await printed(args, { env: { ...ENV, CALLING_BASE_URL: "http://localhost:1" }, files }), JSON.stringify(args));
  }
});
