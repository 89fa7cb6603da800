import type { Requirement, Result } from "../../conformance/report";
import { Decisions } from "./decisions";
import { Results } from "./results";
import { ruled, type Sent } from "./rules";
import { Runner } from "./runner";
import { HostStage } from "./stage";
import { FLOWS, REQUIREMENTS, isNeeded, type Flow } from "./vectors";

/** Listeners for a run's progress. */
export interface RunListeners {
  flow(flow: Flow): void;
  result(result: Result): Promise<void>;
}

/** Options of a run. */
export interface RunOptions {
  /** The requirements to decide. */
  wanted: readonly Requirement[];
  /** The number of flows at once. */
  parallel: number;
}

/** Runs the flows and reports each requirement as soon as it is decided. */
export async function run(widget: URL, place: HTMLElement, { wanted, parallel }: RunOptions, listeners: RunListeners): Promise<void> {
  const sent: Sent[] = [];
  const missed = new Map<string, boolean>();
  const blamed = new Set<unknown>();
  const decisions = new Decisions(wanted, (result) => listeners.result(result));
  const queue = FLOWS.filter((flow) => isNeeded(flow, wanted));
  let unopened: string | undefined;
  const next = async (flow: Flow): Promise<void> => {
    listeners.flow(flow);
    const stage = new HostStage(place, widget);
    const runner = new Runner(stage, new Results(), missed);
    // A page that sent nothing will send nothing in the next flow: nobody should wait for each.
    if (unopened !== undefined) runner.skip(flow.steps, unopened);
    else {
      const isSilent = await play(flow, runner);
      unopened = isSilent ?? unopened;
    }
    runner.settle();
    stage.close();
    sent.push(stage.posts.by("widget"));
    for (const message of runner.results.blamed) blamed.add(message);
    await decisions.add(runner.results.all);
  };
  const work = async (): Promise<void> => {
    for (let flow = queue.shift(); flow !== undefined; flow = queue.shift()) await next(flow);
  };
  // Alone: it decides whether there is a widget at all.
  const [first] = queue.splice(0, 1);
  if (first !== undefined) await next(first);
  await Promise.all(Array.from({ length: parallel }, work));
  for (const requirement of REQUIREMENTS) {
    const rest = blameless(sent, blamed);
    const verdict = ruled(requirement, rest);
    if (verdict === undefined) continue;
    if ("messages" in verdict) for (const message of verdict.messages ?? []) blamed.add(message);
    await decisions.add([{ id: requirement.id, ...verdict }]);
  }
  await decisions.end();
}

/** The messages without those that a requirement failed for: one fault fails one requirement. */
function blameless(sent: readonly Sent[], blamed: ReadonlySet<unknown>): readonly Sent[] {
  return sent.map((messages) => messages.filter((message) => !blamed.has(message)));
}

/** Plays a flow; returns the reason if no session was opened. */
async function play({ steps }: Flow, runner: Runner): Promise<string | undefined> {
  for (const [at, step] of steps.entries()) {
    const why = await runner.take(step);
    if (why === undefined) continue;
    runner.skip(steps.slice(at), why);
    return step.do === "open" ? why : undefined;
  }
  return undefined;
}
