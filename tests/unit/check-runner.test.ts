// The decisions of a check's steps, without a browser: on a stage that posts what a test says.
import assert from "node:assert/strict";
import { test } from "node:test";

import type { Requirement, Result } from "../../tools/conformance/report.ts";
import { Decisions } from "../../tools/check/page/decisions.ts";
import { Posts } from "../../tools/check/page/posts.ts";
import { Results } from "../../tools/check/page/results.ts";
import { Runner } from "../../tools/check/page/runner.ts";
import type { Step } from "../../tools/check/page/vectors.ts";

/** Takes steps with a widget that answers each `post` with these messages; returns the decisions. */
async function decided(steps: readonly Step[], answers: readonly (readonly object[])[] = [], missed = new Map<string, boolean>()): Promise<Record<string, string>> {
  const posts = new Posts();
  const queue = [...answers];
  const runner = new Runner(
    {
      posts,
      facts: {},
      act: () => {
        for (const message of queue.shift() ?? []) posts.add({ by: "widget", message });
        return Promise.resolve(undefined);
      },
    },
    new Results(),
    missed,
  );
  for (const step of steps) await runner.take(step);
  runner.settle();
  return Object.fromEntries(runner.results.all.map(({ id, status, detail }) => [id, detail === undefined ? status : `${status}: ${detail}`]));
}

test("a forbidden message passes only if another comes later", async () => {
  const never: Step = { never: { type: "A" }, duringMs: 0, for: ["never"] };

  assert.deepEqual(await decided([never]), { never: "notSeen: the widget sent nothing any more" });
  assert.deepEqual(await decided([{ do: "post" }, { expect: { type: "B" } }, never], [[{ type: "B" }]]), { never: "notSeen: the widget sent nothing any more" });
  assert.deepEqual(await decided([never, { do: "post" }], [[{ type: "B" }]]), { never: "passed" });
  assert.deepEqual(await decided([{ do: "post" }, never], [[{ type: "A" }]]), { never: 'failed: the widget sent {"type":"A"}' });
});

test("a type that came before is waited for at length again", async () => {
  const missed = new Map<string, boolean>();
  const expect = (type: string): Step => ({ expect: { type }, withinMs: 0 });

  await decided([{ do: "post" }, expect("A"), expect("A"), expect("B"), expect("B")], [[{ type: "A" }]], missed);

  assert.deepEqual([...missed], [["A", false], ["B", true]]);
});

test("an absent message hides only the checks about it", async () => {
  const steps: readonly Step[] = [
    { do: "post" },
    { expect: { type: "A" }, withinMs: 0, as: "a", for: ["comes"] },
    { check: "a", matches: { n: 1 }, for: ["matches"] },
    { expect: { type: "B", n: "$a.n" }, withinMs: 5000, for: ["refers"] },
    { expect: { type: "B" }, from: "a", withinMs: 5000, for: ["follows"] },
    { never: { type: "B" }, from: "a", duringMs: 5000, for: ["never"] },
    { expect: { type: "C" }, withinMs: 0, as: "c", for: ["goes-on"] },
    { check: "c", matches: { n: 1 }, for: ["differs"] },
  ];
  const why = "the widget sent no A within 0 s";

  assert.deepEqual(await decided(steps, [[{ type: "C", n: 2 }]]), {
    comes: `failed: ${why}`,
    matches: `notSeen: ${why}`,
    refers: `notSeen: ${why}`,
    follows: `notSeen: ${why}`,
    never: `notSeen: ${why}`,
    "goes-on": "passed",
    differs: "failed: n is 2 and not 1",
  });
});

test("one message is blamed for one requirement", async () => {
  const steps: readonly Step[] = [
    { do: "post" },
    { never: { type: "ERROR" }, duringMs: 0, for: ["first"] },
    { never: { type: "ERROR" }, duringMs: 0, for: ["second"] },
    { do: "post" },
  ];

  assert.deepEqual(await decided(steps, [[{ type: "ERROR" }], [{ type: "B" }]]), { first: 'failed: the widget sent {"type":"ERROR"}', second: "passed" });
});

test("a failure that follows from another one is not seen", async () => {
  const requirement = (id: string, after?: readonly string[]): Requirement => ({ id, level: "must", title: "T", what: "W", source: "S", ...(after && { after }) });
  const report = async (failed: readonly string[], wanted = [requirement("one"), requirement("two", ["one"]), requirement("three", ["two"])]): Promise<readonly Result[]> => {
    const reported: Result[] = [];
    const decisions = new Decisions(wanted, (result) => Promise.resolve(void reported.push(result)));
    // The cause may be decided later.
    for (const id of ["three", "two", "one"]) await decisions.add([failed.includes(id) ? { id, status: "failed", detail: "no" } : { id, status: "passed" }]);
    await decisions.end();
    return reported;
  };
  const statuses = async (failed: readonly string[]): Promise<unknown> => Object.fromEntries((await report(failed)).map(({ id, status }) => [id, status]));

  assert.deepEqual(await statuses(["one", "two"]), { one: "failed", two: "notSeen", three: "passed" });
  assert.deepEqual(await statuses(["two"]), { one: "passed", two: "failed", three: "passed" });
  assert.deepEqual(await statuses(["one", "two", "three"]), { one: "failed", two: "notSeen", three: "notSeen" });
  assert.deepEqual(await report(["one", "two"], [requirement("two", ["one"])]), [{ id: "two", status: "notSeen", detail: "it follows from one, which is not met" }]);
});
