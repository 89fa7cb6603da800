import { command } from "../definition.js";
import { UsageError } from "../failure.js";
import { frameRefusal } from "../framing.js";
import { PAGE_HELP, PAGE_OPTIONS, serveDemo, showUntil } from "../pages.js";
import { oneLine } from "../terminal.js";
import { Deadline, Unreachable, visit, type Visit } from "../visit.js";

const HELP = `Usage: npx calling-widget-sdk dev URL [options]

Opens the demo's record page around your own widget: the page at URL, such as
that of your dev server. It waits until the address answers, and says so when
the page refuses to be framed. Ctrl-C ends it.

${PAGE_HELP}

The page listens on this machine only. A widget on this machine accepts it as
its host without any option; another one has to list the page's origin in
allowedHostOrigins.

Example
  npx calling-widget-sdk dev http://localhost:5173/widget --open`;

/** Serves the record page around a widget of the user's own. */
export const dev = command({
  name: "dev",
  usage: "dev URL",
  summary: "opens the record page around your own widget",
  help: HELP,
  options: PAGE_OPTIONS,
  run: async ({ values, positionals, say }, world) => {
    const widget = widgetAddress("dev", positionals);
    const served = await serveDemo(["dev", widget.href], { values, say }, world);
    const page = new URL(`http://localhost:${served.port}/`);
    page.searchParams.set("widget", widget.href);
    page.searchParams.set("name", widget.host);
    world.print(`The record page:  ${page.href}\nYour widget:      ${widget.href}\nThe platform:     ${page.origin}/emulator/docs\nCtrl-C ends the page.`);
    const stopped = world.untilStopped();
    try {
      const answer = await answerOf(widget, say, stopped);
      say("");
      if (answer !== undefined) {
        for (const line of remarks(answer, page.origin)) {
          world.printError(oneLine(line));
        }
        await showUntil(stopped, page.href, values.open, world);
      }
    } finally {
      await served.close();
    }
    return { text: "ended" };
  },
});

/** The one address among the arguments. */
export function widgetAddress(name: string, positionals: readonly string[]): URL {
  const [text, ...others] = positionals;
  if (text === undefined || others.length > 0) {
    throw new UsageError(`${name} takes one address: ${name} http://localhost:5173/`);
  }
  let address;
  try {
    address = new URL(text);
  } catch {
    throw new UsageError(`${text} is no address: write it whole, such as http://localhost:5173/`);
  }
  if (address.protocol !== "http:" && address.protocol !== "https:") {
    throw new UsageError(`${text} is neither http nor https: write it whole, such as http://localhost:5173/`);
  }
  if (address.username !== "" || address.password !== "") {
    throw new UsageError("the address has a name or a password in it: leave them out, since browsers load no frame with them");
  }
  return address;
}

/** The widget's page, once it answers; or the reason that its headers cannot be read. */
type Answer = Visit | { unread: string };

/** Retries until the address answers, as dev servers start slowly; undefined once the user ends the command. */
async function answerOf(widget: URL, say: (text: string) => void, stopped: Promise<void>): Promise<Answer | undefined> {
  for (;;) {
    try {
      const answer = await Promise.race([visit(widget, { within: new Deadline(ATTEMPT_MS) }), stopped]);
      return answer ?? undefined;
    } catch (error) {
      if (!(error instanceof Unreachable)) {
        throw error;
      }
      if (error.change !== undefined) {
        return { unread: error.message };
      }
      say(`waiting for ${widget.href}: ${error.message}`);
      const pause = new Promise<"again">((resolve) => setTimeout(() => resolve("again"), 500));
      if ((await Promise.race([pause, stopped])) !== "again") {
        return undefined;
      }
    }
  }
}

/** The reasons that the page cannot be in the frame. */
function remarks(answer: Answer, origin: string): readonly string[] {
  if ("unread" in answer) {
    return [`note: its headers cannot be checked, since ${answer.unread}. If that is its certificate, open the address in the browser once, and accept it.`];
  }
  const lines: string[] = [];
  if (answer.status >= 400) {
    lines.push(`problem: the widget's address answers ${answer.status}: is the path right?`);
  }
  const refusal = frameRefusal(answer.headers, new URL(answer.url).origin, origin);
  if (refusal !== undefined) {
    lines.push(`problem: the browser will not show the widget in the page: ${refusal.why}`, `  ${refusal.change}`);
  }
  return lines;
}

/** The longest wait for one answer; then the address is asked again. */
const ATTEMPT_MS = 15_000;
