// Types and fields with the names of what every object has, as an allowed host's
// own: what the table of attacks has of them, and the rest in one session.
import { Scene } from "../support/attacks/scene.ts";
import { expect, test } from "../support/engines/test.ts";

/** Fields of its own: in a literal, `__proto__` would be the prototype, which no message carries. */
const NAMED = `JSON.parse('{ "__proto__": { "isAdmin": true }, "constructor": { "prototype": { "isAdmin": true } }, "toString": "none", "hasOwnProperty": "none" }')`;

const TYPES = ["__proto__", "constructor", "toString", "hasOwnProperty"];

test("names of what every object has are no more than names", async ({ page, site }) => {
  const scene = await Scene.open(page, site);
  const tab = await scene.session(NAMED);

  await scene.say(tab, ...TYPES.map((type) => `{ type: "${type}", messageId: "evil_${type}", data: ${NAMED} }`));
  await scene.say(tab, `{ type: "DIAL_NUMBER", messageId: "evil_2", data: { ...${NAMED}, phoneNumber: "+12025550188" } }`);

  const seen = await scene.target.evaluate(() => ({
    handlers: window.seen.calls.map(({ handler }) => handler),
    // What a message brought is its own; what is inherited is the page's.
    admins: [{}, window.cti.getSnapshot().ready ?? {}, ...window.seen.calls.map(({ args }) => args[0])].filter(
      (value) => (value as { isAdmin?: boolean } | undefined)?.isAdmin !== undefined,
    ),
    carried: window.seen.messages.filter(({ data }) => Object.hasOwn(Object(data) as object, "__proto__")).length,
    prototypes: [Object, Array, Function].map((owner) => typeof (owner.prototype as object).toString),
    errors: window.seen.errors,
  }));
  expect(seen).toEqual({
    handlers: ["onReady", ...TYPES.map(() => "defaultEventHandler"), "onDialNumber"],
    admins: [],
    carried: 1,
    prototypes: ["function", "function", "function"],
    errors: [],
  });
  await scene.expectAlive();
});
