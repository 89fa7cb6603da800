import { command } from "../definition.js";
import { UsageError } from "../failure.js";
import { PAGE_HELP, PAGE_OPTIONS, serveDemo, showUntil } from "../pages.js";

const HELP = `Usage: npx calling-widget-sdk demo [options]

Serves a record page with a softphone in it, to try the package with:
click-to-dial numbers, incoming calls, the timeline, deals with their quotes,
and a log of every message in both directions. The page works on a platform at
the same address: /emulator/docs lists its endpoints. Ctrl-C ends all.

${PAGE_HELP}

All listen on this machine only.

Example
  npx calling-widget-sdk demo --open`;

/** Serves the demo's pages. */
export const demo = command({
  name: "demo",
  usage: "demo",
  summary: "serves a record page with a softphone in it",
  help: HELP,
  options: PAGE_OPTIONS,
  run: async ({ values, positionals, say }, world) => {
    if (positionals.length > 0) {
      throw new UsageError("demo takes no address: use dev URL for a widget of your own");
    }
    const served = await serveDemo(["demo"], { values, say }, world);
    const address = `http://localhost:${served.port}/`;
    say("");
    world.print(
      [
        `The record page:  ${address}`,
        `The softphone:    http://localhost:${served.port + 1}/ (in the page)`,
        `The platform:     ${address}emulator/docs`,
        "Ctrl-C ends all.",
      ].join("\n"),
    );
    await showUntil(world.untilStopped(), address, values.open, world);
    await served.close();
    return { text: "ended" };
  },
});
