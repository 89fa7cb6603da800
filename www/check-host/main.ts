import type { Result } from "../../tools/conformance/report";
import { Report, postToCommand } from "../check/report";
import { chosen } from "../check/vectors";
import { byId, h, setText } from "../shared/dom";
import { Run, type Place } from "./run";
import { HOST_REQUIREMENTS } from "./vectors";

/** State that survives a reload made by the check. */
interface Stored {
  place: Place;
  token: string | undefined;
  results: readonly Result[];
}

/** Checks the host whose frame this page is in, and posts the findings to the command that serves the page. */
async function main(): Promise<void> {
  if (window.parent === window) {
    byId("stage").append(h("p", {}, "This page belongs in your host's frame. Give your host this address as that of the calling app: ", h("code", {}, location.href)));
    return;
  }
  const query = new URLSearchParams(location.search);
  const stored = taken();
  const wanted = chosen(HOST_REQUIREMENTS, query.getAll("only"));
  const personMs = secondsOf(query.get("person")) * 1000;
  const report = new Report(wanted);
  const results = [...(stored?.results ?? [])];
  for (const result of results) report.add(result);
  // Before any await: the host's first SYNC comes when the page has loaded.
  const run = new Run({ wanted, personMs }, {
    flow: ({ title }) => setText(byId("flow"), title),
    ask: (text) => {
      const request = byId("ask");
      setText(request, text === undefined ? "" : `${text} There are ${personMs / 1000} s for it.`);
      request.hidden = text === undefined || personMs === 0;
    },
    result: async (result) => {
      results.push(result);
      report.add(result);
      await postToCommand(token, { result });
    },
    reload: (place) => {
      const next: Stored = { place, token, results };
      history.replaceState({ [KEY]: next }, "");
      location.reload();
    },
  }, stored?.place);
  const token = stored === undefined ? await tokenOfRun() : stored.token;
  if (stored === undefined) await postToCommand(token, { plan: wanted });
  if (!(await run.go())) return;
  setText(byId("flow"), "");
  report.end();
  await postToCommand(token, { end: true, host: run.origin });
}

/** The state that the check's reload left, if any; read once. */
function taken(): Stored | undefined {
  const state = history.state as { [KEY]?: Stored } | null;
  history.replaceState(null, "");
  return state?.[KEY];
}

/** The command gives the page its token; another server has none, and gets no report. */
async function tokenOfRun(): Promise<string | undefined> {
  const answer = await fetch("/token", { method: "POST", headers: { "x-check-page": "1" } }).catch(() => undefined);
  return answer?.ok === true ? answer.text() : undefined;
}

function secondsOf(text: string | null): number {
  const seconds = Number(text ?? "0");
  return seconds > 0 ? seconds : 0;
}

const KEY = "hostCheck";

void main();
