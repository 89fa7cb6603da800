import { Report } from "../check/report";
import { byId, h, setText } from "../shared/dom";
import { chosen, Run, type Place, type RunOptions } from "./run";
import type { Result } from "../check/results";

/** What outlives a reload that the check itself makes. */
interface Stored {
  place: Place;
  token: string | undefined;
  results: readonly Result[];
}

/** Checks the host whose frame this page is in, and posts what is found to the command that serves the page. */
async function main(): Promise<void> {
  if (window.parent === window) {
    byId("stage").append(h("p", {}, "This page belongs in your host's frame. Give your host this address as that of the calling app: ", h("code", {}, location.href)));
    return;
  }
  const query = new URLSearchParams(location.search);
  const stored = taken();
  const options: RunOptions = { only: query.getAll("only"), personMs: secondsOf(query.get("person")) * 1000 };
  const requirements = chosen(options);
  const report = new Report(requirements);
  const results = [...(stored?.results ?? [])];
  for (const result of results) report.add(result);
  // Before anything is awaited: the host's first SYNC comes when the page has loaded.
  const run = new Run(options, {
    flow: ({ title }) => setText(byId("flow"), title),
    ask: (text) => {
      const asked = byId("ask");
      setText(asked, text === undefined ? "" : `${text} There are ${options.personMs / 1000} s for it.`);
      asked.hidden = text === undefined || options.personMs === 0;
    },
    result: async (result) => {
      results.push(result);
      report.add(result);
      await post({ result });
    },
    reload: (place) => {
      const next: Stored = { place, token, results };
      history.replaceState({ [KEY]: next }, "");
      location.reload();
    },
  }, stored?.place);
  const token = stored === undefined ? await tokenOfRun() : stored.token;
  const post = async (event: object): Promise<void> => {
    if (token !== undefined) await fetch("/report", { method: "POST", headers: { "content-type": "application/json", "x-check-token": token }, body: JSON.stringify(event) });
  };
  if (stored === undefined) await post({ plan: requirements });
  if (!(await run.go())) return;
  setText(byId("flow"), "");
  report.end();
  await post({ end: true, host: run.origin });
}

/** What the reload left, if the check made it; once. */
function taken(): Stored | undefined {
  const state = history.state as { [KEY]?: Stored } | null;
  history.replaceState(null, "");
  return state?.[KEY];
}

/** The command gives the page its token; another server has none, and gets no report. */
async function tokenOfRun(): Promise<string | undefined> {
  const answer = await fetch("/token", { cache: "no-store" }).catch(() => undefined);
  return answer?.ok === true ? answer.text() : undefined;
}

function secondsOf(text: string | null): number {
  const seconds = Number(text ?? "0");
  return seconds > 0 ? seconds : 0;
}

const KEY = "hostCheck";

void main();
