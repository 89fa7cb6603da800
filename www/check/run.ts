import type { Requirement, Result } from "../../conformance/report";
import { Results } from "./results";
import { RULES, ruled, type Sent } from "./rules";
import { Runner } from "./runner";
import { HostStage } from "./stage";
import { FLOWS, isNeeded, type Flow } from "./vectors";

/** What the run reports while it goes on. */
export interface RunListeners {
  flow(flow: Flow): void;
  result(result: Result): Promise<void>;
}

/** How the run goes. */
export interface RunOptions {
  /** The requirements to decide. */
  wanted: readonly Requirement[];
  /** How many flows run at once. */
  parallel: number;
}

/** Runs the flows and reports each requirement, as soon as it is decided. */
export async function run(widget: URL, place: HTMLElement, { wanted, parallel }: RunOptions, listeners: RunListeners): Promise<void> {
  const sent: Sent[] = [];
  const queue = FLOWS.filter((flow) => isNeeded(flow, wanted));
  let unopened: string | undefined;
  const work = async (): Promise<void> => {
    for (let flow = queue.shift(); flow !== undefined; flow = queue.shift()) {
      listeners.flow(flow);
      const stage = new HostStage(place, widget);
      const runner = new Runner(stage, new Results());
      // A session that did not open will not open in the next flow: nobody should wait for each.
      if (unopened !== undefined) runner.skip(flow.steps, unopened);
      else {
        const why = await play(flow, runner);
        unopened ??= why;
      }
      stage.close();
      sent.push(stage.posts.by("widget"));
      for (const result of runner.results.take()) {
        if (wanted.some(({ id }) => id === result.id)) await listeners.result(result);
      }
    }
  };
  await Promise.all(Array.from({ length: parallel }, work));
  for (const requirement of wanted) {
    const verdict = ruled(requirement, RULES, sent, sent, "widget");
    if (verdict !== undefined) await listeners.result({ id: requirement.id, ...verdict });
  }
}

/** Plays a flow; returns why no session was opened, if none was. */
async function play({ steps }: Flow, runner: Runner): Promise<string | undefined> {
  for (const [at, step] of steps.entries()) {
    const why = await runner.take(step);
    if (why === undefined) continue;
    runner.skip(steps.slice(at), why);
    return at === steps.findIndex(({ expect }) => expect !== undefined) ? why : undefined;
  }
  return undefined;
}
