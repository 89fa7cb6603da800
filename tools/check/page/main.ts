import { byId, setText } from "../../../www/shared/dom";
import { Report, postToCommand } from "./report";
import { run } from "./run";
import { REQUIREMENTS, chosen } from "./vectors";

/** Checks the widget that the address names, and posts the findings to the command that serves the page. */
async function main(): Promise<void> {
  const query = new URLSearchParams(location.search);
  const token = query.get("token") ?? undefined;
  const widget = addressOf(query.get("widget") ?? "");
  if (widget === undefined) {
    setText(byId("summary"), "The page's address names no widget: add ?widget=http://localhost:5173/");
    return;
  }
  const parallel = Number(query.get("parallel") ?? "1");
  const wanted = chosen(REQUIREMENTS, query.getAll("only"));
  setText(byId("widget"), widget.href);
  const report = new Report(wanted);
  await postToCommand(token, { plan: wanted });
  await run(widget, byId("stage"), { wanted, parallel: parallel >= 1 ? parallel : 1 }, {
    flow: ({ title }) => setText(byId("flow"), title),
    result: async (result) => {
      report.add(result);
      await postToCommand(token, { result });
    },
  });
  setText(byId("flow"), "");
  report.end();
  await postToCommand(token, { end: true });
}

function addressOf(text: string): URL | undefined {
  try {
    const url = new URL(text);
    return url.protocol === "http:" || url.protocol === "https:" ? url : undefined;
  } catch {
    return undefined;
  }
}

void main();
