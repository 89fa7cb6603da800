import type { Trace, TraceMessage, TraceStep } from "calling-widget-sdk/trace";

import { command } from "../definition.js";
import { Unable, UsageError } from "../failure.js";
import { oneLine } from "../terminal.js";
import { traceOf } from "../traced.js";

const HELP = `Usage: npx calling-widget-sdk replay [FILE] [options]

Feeds a recorded session to the same core again, and prints its messages:
what the widget and the host posted, when, and what was reported. FILE is what
exportTrace() gave; without it, standard input is read.

Where the core now decides otherwise than when it was recorded, the step is
marked, and the exit code is 1. Install the version of the package that the
page had: another one may decide otherwise on purpose.

Options
  --steps    prints every step of the core, also those without a message
  --json     prints the steps as JSON

Exit codes
  0  each step gives the same as when it was recorded
  1  a step gives something else
  2  the command line has a fault, or the text is no trace

Examples
  npx calling-widget-sdk replay trace.jsonl
  npx calling-widget-sdk replay --steps < trace.jsonl`;

const OPTIONS = { steps: { type: "boolean" } } as const;

/** Replays a recorded session. */
export const replay = command({
  name: "replay",
  usage: "replay",
  summary: "runs a recorded session again, step by step",
  help: HELP,
  options: OPTIONS,
  run: async ({ values, positionals, say }, world) => {
    // No service is asked.
    say("");
    if (positionals.length > 1) {
      throw new UsageError("replay takes one FILE");
    }
    const trace = await traceOf(positionals[0], world);
    const steps = [...trace.steps()];
    const differing = steps.filter(({ isSame }) => !isSame);
    const text = [heading(trace, steps), ...steps.flatMap((step) => lines(step, steps[0]?.at ?? 0, values.steps === true))].join("\n");
    if (differing.length > 0) {
      world.print(values.json === true ? JSON.stringify(steps, undefined, 2) : text);
      throw new Unable("DIFFERENT", `${differing.length} of ${steps.length} steps give something else than when they were recorded: line ${differing.map(({ line }) => line).slice(0, 5).join(", ")}${hint(trace)}`);
    }
    return { text, json: steps };
  },
});

function heading({ header, isCut }: Trace, steps: readonly TraceStep[]): string {
  const first = steps[0];
  const at = first === undefined ? "" : `, from ${new Date(first.at).toISOString()}`;
  const masked = header.isMasked ? "" : ", not masked";
  return `${header.side}, build ${oneLine(header.build)}${at}: ${steps.length} steps${isCut ? ", cut at its length" : ""}${masked}`;
}

/** Another build may decide otherwise on purpose. */
function hint({ isSameBuild }: Trace): string {
  return isSameBuild ? "" : ". This package has another build of the core than the trace: a development build, or another version";
}

function lines(step: TraceStep, start: number, all: boolean): string[] {
  const at = `${String(step.at - start).padStart(9)} ms`;
  const said = step.messages.map((each) => `${at}  ${ARROWS[each.from]}  ${oneLine(each.message.type)} ${payload(each)}`.trimEnd());
  const named = all ? [`${at}  ${step.input} (line ${step.line})`, ...said.map((line) => `  ${line}`)] : said;
  const reported = reports(step).map((report) => `${at}  reported        ${report}`);
  const different = step.isSame ? [] : [`${at}  DIFFERENT       line ${step.line}, ${step.input}`, `  recorded  ${oneLine(step.recorded)}`, `  now       ${oneLine(step.replayed)}`];
  return [...named, ...reported, ...different];
}

/** The core's reports in a step: codes and details. */
function reports({ replayed }: TraceStep): string[] {
  const outputs = replayed === "trap" ? [] : (JSON.parse(replayed) as readonly (readonly unknown[])[]);
  return outputs.flatMap(([tag, code, ...rest]) => {
    const detail = tag === "report" ? rest[1] : tag === "diagnostic" ? rest[0] : undefined;
    return typeof detail === "string" ? [oneLine(`${String(code)} ${detail}`).trimEnd()] : [];
  });
}

/** A message's content: its data, or else the fields beside its type. */
function payload({ message }: TraceMessage): string {
  const fields = Object.fromEntries(Object.entries(message).filter(([name]) => name !== "type" && name !== "messageId"));
  const said = message.data ?? fields;
  // A field toJSON of the message may leave nothing.
  const text = Object.keys(said).length === 0 ? "" : (JSON.stringify(said) as string | undefined) ?? "";
  return oneLine(text.length > MAX_PAYLOAD ? `${text.slice(0, MAX_PAYLOAD)}...` : text);
}

const ARROWS = { host: "host -> widget", widget: "widget -> host" } as const;
const MAX_PAYLOAD = 200;
