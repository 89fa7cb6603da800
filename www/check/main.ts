import { byId, setText } from "../shared/dom";
import { Report } from "./report";
import { chosen, run, type RunOptions } from "./run";

/** Checks the widget that the address names, and posts what is found to the command that serves the page. */
async function main(): Promise<void> {
  const query = new URLSearchParams(location.search);
  const token = query.get("token");
  const widget = addressOf(query.get("widget") ?? "");
  if (widget === undefined) {
    setText(byId("summary"), "The page's address names no widget: add ?widget=http://localhost:5173/");
    return;
  }
  const parallel = Number(query.get("parallel") ?? "1");
  const options: RunOptions = { only: query.getAll("only"), parallel: parallel >= 1 ? parallel : 1 };
  const post = async (event: object): Promise<void> => {
    if (token !== null) await fetch("/report", { method: "POST", headers: { "content-type": "application/json", "x-check-token": token }, body: JSON.stringify(event) });
  };
  setText(byId("widget"), widget.href);
  const requirements = chosen(options);
  const report = new Report(requirements);
  await post({ plan: requirements });
  await run(widget, byId("stage"), options, {
    flow: ({ title }) => setText(byId("flow"), title),
    result: async (result) => {
      report.add(result);
      await post({ result });
    },
  });
  setText(byId("flow"), "");
  report.end();
  await post({ end: true });
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
