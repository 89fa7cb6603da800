// The final display of the check's page, and the command's output.
import { once } from "node:events";

import type { Frame, Page } from "@playwright/test";

import { start } from "../../../support/running.ts";
import { SHELL } from "../chromium.ts";

/** A requirement as a page shows it. */
export type Found = { id: string; status: string; detail: string };

export function foundIn(frame: Frame | Page): Promise<readonly Found[]> {
  return frame.locator(".requirement").evaluateAll((rows) =>
    rows.map((row) => ({
      id: row.getAttribute("data-testid") ?? "",
      status: row.querySelector(".status")?.textContent ?? "",
      detail: row.querySelector(".detail")?.textContent ?? "",
    })),
  );
}

function idsOf(found: readonly Found[], ...statuses: readonly string[]): readonly string[] {
  return found.filter(({ status }) => statuses.includes(status)).map(({ id }) => id).sort();
}

export const failed = (found: readonly Found[]): readonly string[] => idsOf(found, "failed", "not met");

export const unseen = (found: readonly Found[]): readonly string[] => idsOf(found, "not seen");

/** The requirements that name faults. */
export function namesOf(faults: readonly string[], table: readonly (readonly [fault: string, names: readonly string[]])[]): readonly string[] {
  return faults.flatMap((fault) => table.find(([name]) => name === fault)?.[1] ?? []).sort();
}

/** Runs a command with the tests' browser. */
export async function runCommand(args: readonly string[], home: string): Promise<{ code: number; text: string }> {
  const browser = SHELL === undefined || args.includes("--browser") ? [] : ["--browser", SHELL];
  const running = start([...args, ...browser], { PATH: process.env["PATH"] ?? "", HOME: home });
  const [code] = (await once(running.process, "close")) as [number];
  return { code, text: running.printed() };
}
