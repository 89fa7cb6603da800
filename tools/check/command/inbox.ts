// A page that reports, and the report's files.
import { randomUUID } from "node:crypto";

import { failures, type PageEvent, type Requirement, type Result, type Row } from "../../conformance/report.js";
import { NoReport, UsageError } from "../../../pkg/command/failure.js";
import type { PageRequest } from "../../../pkg/command/sites.js";
import type { World } from "../../../pkg/command/world.js";
import type { Browser } from "./browser.js";
import { html, junit, type Report } from "./report.js";

/** The limits of a wait. */
export type Waiting = {
  readonly inbox: Inbox;
  readonly timeoutS: number;
  /** The longest time until the page begins. */
  readonly beginS: number;
  /** The longest silence of a page that reports that it runs; unlimited where a person may have stopped it. */
  readonly silentS?: number;
  /** Advice for when the time is over: an end of the error's sentence. */
  readonly advice: string;
  /** The browser that shows the page. */
  readonly browser: { readonly program: string; readonly running: Pick<Browser, "ended" | "printed"> };
};

/** Waits for the page's whole report, and returns it. */
export async function reportedRows({ inbox, timeoutS, beginS, silentS = Infinity, advice, browser }: Waiting, only: readonly string[], world: World): Promise<readonly Row[]> {
  const timers: NodeJS.Timeout[] = [];
  const after = (seconds: number): Promise<void> => new Promise((resolve) => void timers.push(setTimeout(resolve, seconds * 1000)));
  try {
    const late = after(timeoutS).then(() => "late" as const);
    const unbegun = after(Math.min(beginS, timeoutS)).then(() => (inbox.hasBegun ? late : "unbegun" as const));
    const silent = new Promise<"silent">((resolve) => {
      let seconds = 0;
      // Counted, so that a machine that slept does not make a page seem to hang.
      timers.push(setInterval(() => {
        seconds = inbox.hasSpoken() ? 0 : seconds + 1;
        if (seconds >= silentS) resolve("silent");
      }, 1000));
    });
    const gone = browser.running.ended.then(() => "gone" as const);
    const outcome = await Promise.race([inbox.ended, late, unbegun, silent, gone, world.untilStopped().then(() => "stopped" as const)]);
    switch (outcome) {
      case "unbegun":
        throw new NoReport(`the page did not load within ${Math.min(beginS, timeoutS)} s: ${advice}`);
      case "late":
        throw new NoReport(`the page did not report within ${timeoutS} s: ${advice}, or allow more by --timeout-s`);
      case "silent":
        throw new NoReport(`the page said nothing for ${silentS} s: a script in it runs without an end, or a dialog such as alert() waits for a person; ${advice}`);
      case "stopped":
        throw new NoReport("the check was ended");
      case "gone": {
        const printed = browser.running.printed();
        throw new NoReport(`${browser.program} ended before it reported${printed === "" ? "" : `: ${printed}`}`);
      }
      case "done":
    }
    if (inbox.rows.length === 0) {
      throw new UsageError(`no requirement begins with ${only.join(" or ")}: tools/conformance/README.md in the repository lists them`);
    }
    return inbox.rows;
  } finally {
    for (const timer of timers) {
      clearTimeout(timer);
    }
  }
}

/** Writes the requested files, and returns the exit code of a report: a failure if a required check failed. */
export async function writeReport(report: Report, values: { readonly junit?: string | undefined; readonly html?: string | undefined }, world: World): Promise<boolean> {
  if (values.junit !== undefined) {
    await write(world, "--junit", values.junit, junit(report));
  }
  if (values.html !== undefined) {
    await write(world, "--html", values.html, html(report));
  }
  return failures(report.rows).length === 0;
}

/** Receives the page's posts. */
export class Inbox {
  /** Known only to the page that the command serves. */
  readonly token = randomUUID();
  rows: Row[] = [];
  readonly ended: Promise<"done">;
  private end: () => void = () => undefined;
  private plan: readonly Requirement[] | undefined;
  /** True if the page reports that it runs. */
  private speaks = false;
  private spoke = false;

  constructor() {
    this.ended = new Promise((resolve) => {
      this.end = () => resolve("done");
    });
  }

  /** True once the page was loaded. */
  get hasBegun(): boolean {
    return this.plan !== undefined;
  }

  /** True if the page posted since the last call; a page that never reports that it runs need not. */
  hasSpoken(): boolean {
    const { spoke } = this;
    this.spoke = false;
    return spoke || !this.speaks;
  }

  async take(request: PageRequest): Promise<{ status: number } | undefined> {
    const { method, path, headers } = request;
    if (method !== "POST" || path !== "/report") {
      return undefined;
    }
    if (headers["x-check-token"] !== this.token) {
      return { status: 403 };
    }
    const event = JSON.parse(await request.text()) as PageEvent;
    this.spoke = true;
    if ("alive" in event) {
      this.speaks = true;
    } else if ("plan" in event) {
      this.plan = event.plan;
      this.rows = [];
    } else if ("result" in event) {
      this.add(event.result);
    } else {
      this.end();
    }
    return { status: 204 };
  }

  private add(result: Result): void {
    const requirement = this.plan?.find(({ id }) => id === result.id);
    if (requirement !== undefined) {
      const { id, level, title, what, source } = requirement;
      const { status, detail } = result;
      const row: Row = { id, level, title, what, source, status, ...(detail === undefined ? {} : { detail }) };
      this.rows.push(row);
    }
  }
}

async function write(world: World, option: string, path: string, text: string): Promise<void> {
  try {
    await world.writeFile(path, text);
  } catch {
    throw new UsageError(`${option} ${path} cannot be written: name a file in a folder that is there`);
  }
}

/** The seconds of `--timeout-s`. */
export function secondsOf(text: string | undefined, otherwise: number): number {
  const seconds = text === undefined ? otherwise : Number(text);
  if (!(seconds > 0)) {
    throw new UsageError("--timeout-s is no number of seconds: give one above 0");
  }
  return seconds;
}
