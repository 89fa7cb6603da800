import { command } from "../definition.js";
import { UsageError } from "../failure.js";
import { DEMO_SITES, PAGE_HELP, PAGE_OPTIONS, servePages, showUntil } from "../pages.js";

const HELP = `Usage: npx calling-widget-sdk demo [options]

Serves a record page with a softphone in it, to try the package with:
click-to-dial numbers, incoming calls, the timeline, and a log of every
message in both directions. Records are in the page's memory. Ctrl-C ends it.

${PAGE_HELP}

Both listen on this machine only.

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
    const served = await servePages(DEMO_SITES, values.port, world);
    const address = `http://localhost:${served.port}/`;
    say("");
    world.print(
      [`The record page:  ${address}`, `The softphone:    http://localhost:${served.port + 1}/ (in the page)`, "Ctrl-C ends both."].join("\n"),
    );
    await showUntil(world.untilStopped(), address, values.open, world);
    await served.close();
    return { text: "ended" };
  },
});
