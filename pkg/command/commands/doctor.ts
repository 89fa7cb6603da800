import type { StoredSettings } from "calling-widget-sdk/rest";

import { SERVICE_ADVICE, SERVICE_OPTIONS, address, appId, keyOrToken, timeoutMs } from "../access.js";
import { command, type Answer, type Options, type Values } from "../definition.js";
import type { Finding } from "../doctor/finding.js";
import { visitPage } from "../doctor/gather.js";
import { findings } from "../doctor/rules.js";
import { EXIT, UsageError } from "../failure.js";
import { oneLine } from "../terminal.js";
import { Deadline, Unreachable } from "../visit.js";
import { variable, type World } from "../world.js";
import { widgetAddress } from "./dev.js";

const HELP = `Usage: npx calling-widget-sdk doctor URL [options]

Asks for a widget's page as the CRM's page frames it, and says in plain lines
what keeps it from working there, and what to change: status and redirects,
https, who may frame it, the Content Security Policy, the microphone, cookies.
It runs no script of the page.

  --host-origin ORIGIN   checks another host's origin too; may be repeated.
                         The CRM's own are always checked
  --timeout-ms N         how long all of it may take; 25000 by default
  --json                 prints the findings as JSON

The calling settings are checked too, where the service is named:
  --base-url URL    its address; or the variable CALLING_BASE_URL
  --app-id N        the app; or the variable CALLING_APP_ID
  --key-stdin       reads the developer key from standard input, instead of
                    CALLING_DEVELOPER_KEY or CALLING_ACCESS_TOKEN
  --token-stdin     reads an access token of the app from there

Exit codes
  0  no problem
  1  a problem, or no answer
  2  the command line has a fault
  3  the service of the settings did not answer

Example
  npx calling-widget-sdk doctor https://phone.example/widget`;

const OPTIONS = {
  ...SERVICE_OPTIONS,
  "host-origin": { type: "string", multiple: true },
} as const satisfies Options;

/** Checks a deployed page of a widget. */
export const doctor = command({
  name: "doctor",
  usage: "doctor URL",
  summary: "says what keeps a deployed widget from working in a CRM",
  help: HELP,
  options: OPTIONS,
  advice: [{ code: "REFUSED", status: 404, text: "To register settings: npx calling-widget-sdk settings create --name TEXT --url URL" }, ...SERVICE_ADVICE],
  run: async ({ values, positionals, say }, world) => {
    const widget = widgetAddress("doctor", positionals);
    const hosts = await hostsOf(values["host-origin"] ?? []);
    const within = new Deadline(timeoutMs(values) ?? 25_000);
    const settings = await settingsOf(values, within, world);
    say(`looking at ${widget.href}`);
    const found = await examine(widget, hosts, settings, within);
    return answerOf(widget, found);
  },
});

async function examine(widget: URL, hosts: readonly string[], settings: StoredSettings | undefined, within: Deadline): Promise<readonly Finding[]> {
  try {
    const visits = await visitPage(widget, within);
    return findings({ visits, hosts, settings });
  } catch (error) {
    if (!(error instanceof Unreachable)) {
      throw error;
    }
    return [{ level: "problem", rule: "answer", text: `there is no page: ${error.message}`, change: error.change ?? "start the server, or correct the address" }];
  }
}

/** The CRM's origins and the given ones; a pattern is replaced by a name that matches it. */
async function hostsOf(given: readonly string[]): Promise<readonly string[]> {
  const { DEFAULT_HOST_ORIGINS } = await import("calling-widget-sdk");
  const added = given.map((text) => {
    try {
      return new URL(text).origin;
    } catch {
      throw new UsageError(`--host-origin ${text} is no origin: write one like https://crm.example`);
    }
  });
  return [...DEFAULT_HOST_ORIGINS.map((pattern) => pattern.replace("*", "eu1")), ...added];
}

/** The app's settings, if the service is named. */
async function settingsOf(values: Values<typeof OPTIONS>, within: Deadline, world: World): Promise<StoredSettings | undefined> {
  if (values["base-url"] === undefined && variable("CALLING_BASE_URL", world) === undefined) {
    return undefined;
  }
  const options = { ...address(values, world), appId: appId(values, world), ...(await keyOrToken(values, world)) };
  const { SettingsClient } = await import("calling-widget-sdk/rest");
  // One attempt, bounded by the deadline of all.
  return new SettingsClient({ ...options, timeoutMs: Math.max(1, within.leftMs), retry: { retries: 0 } }).read();
}

function answerOf(widget: URL, found: readonly Finding[]): Answer {
  const problems = found.filter(({ level }) => level === "problem").length;
  const notes = found.filter(({ level }) => level === "note").length;
  const lines = found.flatMap(({ level, rule, text, change }) => [
    `${level.padEnd(8)} ${rule}: ${oneLine(text)}`,
    ...(change === undefined ? [] : [`${" ".repeat(9)}-> ${oneLine(change)}`]),
  ]);
  return {
    text: [...lines, "", `${count(problems, "problem")}, ${count(notes, "note")}`].join("\n"),
    json: { url: widget.href, problems, notes, findings: found },
    exit: problems === 0 ? EXIT.done : EXIT.refused,
  };
}

function count(number: number, word: string): string {
  return `${number === 0 ? "no" : number} ${word}${number === 1 ? "" : "s"}`;
}
