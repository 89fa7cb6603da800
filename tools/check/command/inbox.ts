// A page that reports.
import { randomUUID } from "node:crypto";

import type { PageEvent, Requirement, Result, Row } from "../../conformance/report.js";
import { NoReport, UsageError } from "../../../pkg/command/failure.js";
import type { PageRequest } from "../../../pkg/command/sites.js";
import type { World } from "../../../pkg/command/world.js";
import type { Browser } from "./browser.js";

/** Waits for the whole report of the page that a browser shows, and returns it. */
export async function reportedRows(inbox: Inbox, timeoutS: number, program: string, browser: Browser, only: readonly string[], world: World): Promise<readonly Row[]> {
  const timers: NodeJS.Timeout[] = [];
  const after = (seconds: number): Promise<void> => new Promise((resolve) => void timers.push(setTimeout(resolve, seconds * 1000)));
  try {
    const late = after(timeoutS).then(() => "late" as const);
    const unbegun = after(Math.min(BEGIN_S, timeoutS)).then(() => (inbox.hasBegun ? late : "unbegun" as const));
    const gone = browser.ended.then(() => "gone" as const);
    const outcome = await Promise.race([inbox.ended, late, unbegun, gone, world.untilStopped().then(() => "stopped" as const)]);
    switch (outcome) {
      case "unbegun":
        throw new NoReport(`the page did not load within ${Math.min(BEGIN_S, timeoutS)} s: look at it by --headed`);
      case "late":
        throw new NoReport(`the page did not report within ${timeoutS} s: look at it by --headed, or allow more by --timeout-s`);
      case "stopped":
        throw new NoReport("the check was ended");
      case "gone": {
        const printed = browser.printed();
        throw new NoReport(`${program} ended before it reported${printed === "" ? "" : `: ${printed}`}`);
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

/** Receives the page's posts. */
export class Inbox {
  /** Known only to the page that the command serves. */
  readonly token = randomUUID();
  rows: Row[] = [];
  readonly ended: Promise<"done">;
  private end: () => void = () => undefined;
  private plan: readonly Requirement[] | undefined;

  constructor() {
    this.ended = new Promise((resolve) => {
      this.end = () => resolve("done");
    });
  }

  /** True once the page was loaded. */
  get hasBegun(): boolean {
    return this.plan !== undefined;
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
    if ("plan" in event) {
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

/** The seconds of `--timeout-s`. */
export function secondsOf(text: string | undefined, otherwise: number): number {
  const seconds = text === undefined ? otherwise : Number(text);
  if (!(seconds > 0)) {
    throw new UsageError("--timeout-s is no number of seconds: give one above 0");
  }
  return seconds;
}

/** The longest time until a browser has loaded the page that reports. */
const BEGIN_S = 10;
