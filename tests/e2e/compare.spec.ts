// Random programs in real frames: both packages do there what they do in the test command's process.
import fc from "fast-check";

import { programs } from "../compare/generate.ts";
import { runOn } from "../compare/packages.ts";
import { special, type Program } from "../compare/program.ts";
import type { Entry } from "../compare/run.ts";
import { HOST, WIDGET } from "../compare/stage.ts";
import { repeats } from "./support/all.ts";
import { expect, test } from "./support/test.ts";

/** A page cannot choose who sends a message, and the host's side is another page. */
function isPossible({ side, steps }: Program): boolean {
  return (side === "widget" || side === "published") && steps.every((step) => step.do !== "peer" || (step.from === undefined && step.origin === undefined && special(step.message) === undefined));
}

/** Posts by their step: another window hears them after everything else of it, and none for another origin. */
function bySteps(entries: readonly Entry[]): string[] {
  const heard = entries.filter(({ kind, text }) => kind !== "posted" || text.endsWith(` to ${HOST}`));
  const texts = heard.map(({ step, kind, name, text, of }) => [step, kind === "posted", `${step} ${kind} ${of ?? ""} ${name} ${text}`] as const);
  return texts.sort(([one, isPost], [two, isOther]) => one - two || Number(isPost) - Number(isOther)).map(([, , text]) => text);
}

test("both packages do in real frames what they do in a process", async ({ page, site }) => {
  const count = repeats(10, 300);
  // Two pages for each program.
  test.setTimeout(120_000 + count * 4_000);
  const origins = [[HOST, site.origin("crm.test")], [WIDGET, site.origin("phone.test")]] as const;
  const host = site.page("crm.test", { libraries: ["program"] });
  await page.goto(host);

  for (const [name, library] of [["published", "published-0.9.7"], ["ours", "sdk"]] as const) {
    const widget = site.page("phone.test", { libraries: [library, "program"], main: () => { window.runPrograms(); } });
    for (const program of fc.sample(programs.filter(isPossible), { numRuns: count, seed: 1 })) {
      const there = origins.reduce((text, [from, to]) => text.replaceAll(from, to), JSON.stringify(program));
      const options = { allowedHostOrigins: [site.origin("crm.test")], ...(name === "ours" && program.side === "published" ? { mode: "published" } : {}) };
      const entries = await page.evaluate(([src, text, further]) => window.runInFrame(src, JSON.parse(text) as Program, further), [widget, there, options] as const);
      const seen = JSON.parse(origins.reduce((text, [from, to]) => text.replaceAll(to, from), JSON.stringify(entries))) as Entry[];

      expect(bySteps(seen), JSON.stringify(program)).toEqual(bySteps(await runOn(name, program)));
    }
  }
});
