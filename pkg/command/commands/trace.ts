import type { TestRunner } from "calling-widget-sdk/trace";

import { command, type Options } from "../definition.js";
import { UsageError } from "../failure.js";
import { traceOf } from "../traced.js";
import { byVerb } from "../verbs.js";

const HELP = `Usage: npx calling-widget-sdk trace to-test FILE [options]

Writes a test of a recorded session: a host in the test's process sends your
app what the host had sent, and expects what the widget had sent. Where the
session shows a fault, correct what is expected, and the test fails until the
app is right.

FILE is what exportTrace() gave. The test is printed; direct it into a file.

Options
  --app MODULE                  what the test imports as your app;
                                ./app.js by default
  --runner vitest|jest|node     the test runner; vitest by default

Numbers and texts of the test are made up, those of an unmasked trace too.
What the user did in the app itself is not in a trace: a comment says where.
An app that then sends nothing by itself passes, and the test ends there.

What a masked trace shows
  enumerations and types   what the protocol lists
  identifiers              up to 9 digits, a UUID, an id made by this package;
                           those of records up to 16 digits
  times                    2001 to 2033, as 13 digits or ISO 8601
  sizes, durations         up to 4 digits, up to 8 digits
  versions                 1.2.3
  phone numbers            the last four of 7 or more digits
  addresses of pages       the origin
All else is ***, names of fields that the protocol lacks included.

Exit codes
  0  done
  2  the command line has a fault, or the text is no trace

Examples
  npx calling-widget-sdk trace to-test trace.jsonl --app ./phone.js > phone.test.js`;

const OPTIONS = { app: { type: "string" }, runner: { type: "string" } } as const satisfies Options;

/** Makes something of a recorded session. */
export const trace = command({
  name: "trace",
  usage: "trace to-test",
  summary: "makes a test of a recorded session",
  help: HELP,
  options: OPTIONS,
  run: byVerb<typeof OPTIONS>("trace", {
    "to-test": {
      takes: ["FILE"],
      run: async ({ values, positionals }, world) => {
        const { runner = "vitest", app } = values;
        if (!isRunner(runner)) {
          throw new UsageError(`--runner is not one of ${RUNNERS.join(", ")}`);
        }
        const trace = await traceOf(positionals[0], world);
        const { testOf } = await import("calling-widget-sdk/trace");
        return { text: testOf(trace, { runner, app }) };
      },
    },
  }),
});

const RUNNERS: readonly TestRunner[] = ["vitest", "jest", "node"];

function isRunner(text: string): text is TestRunner {
  return (RUNNERS as readonly string[]).includes(text);
}
