import { type Frame, type Page, test } from "@playwright/test";

import { expect } from "./test.ts";

/** The CRM's page, with the reports of calls that it received. */
export const hostPage = {
  libraries: ["host"],
  body: '<div id="phone"></div>',
  main: (url: string) => {
    window.startHost({ url });
    const [{ type: loaded } = { type: "" }] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    window.said = loaded === "reload" ? (JSON.parse(sessionStorage.getItem("said") ?? "[]") as string[]) : [];
    window.host.on("message", ({ direction, type, data }) => {
      const { callEndStatus } = (data ?? {}) as { callEndStatus?: string };
      if (direction === "toHost" && /^(?:OUTGOING|INCOMING|CALL_)/.test(type)) {
        window.said.push(callEndStatus === undefined ? type : `${type} ${callEndStatus}`);
        sessionStorage.setItem("said", JSON.stringify(window.said));
      }
    });
  },
};

/** The page of an example. */
export const EXAMPLE = '<ul></ul><button id="answer">Answer</button><button id="hang-up">Hang up</button><div id="panel"></div>';

export const OUT = "OUTGOING_CALL_STARTED";
export const IN = "INCOMING_CALL";

/** The messages of a call that both sides talked in. */
export const talked = (start: string): string[] => [start, "CALL_ANSWERED", "CALL_ENDED COMPLETED", "CALL_COMPLETED"];

/** The same, of one that nobody answered. */
export const unanswered = (start: string, status: string): string[] => [start, `CALL_ENDED ${status}`, "CALL_COMPLETED"];

/** A call at a phone, with what the host is told about it and the reported codes. */
export type PhoneCase<Line> = readonly [name: string, run: (line: Line) => Promise<unknown>, said: readonly string[], ...codes: string[]];

/** Runs calls one after the other; `again` clears what was recorded. */
export async function runCases<Line extends { host: Page; widget: Frame; again(): Promise<void> }>(cases: readonly PhoneCase<Line>[], line: Line): Promise<void> {
  for (const [name, run, said, ...codes] of cases) {
    await test.step(name, async () => {
      await run(line);

      await expect.poll(() => line.host.evaluate(() => window.said), { message: name }).toEqual(said);
      expect(await line.widget.evaluate(() => window.phoneCodes), name).toEqual(codes);
      await line.again();
    });
  }
}

declare global {
  interface Window {
    /** The codes that the widget's binding reported. */
    phoneCodes: string[];
    /** The reports of calls that the host received. */
    said: string[];
  }
}
