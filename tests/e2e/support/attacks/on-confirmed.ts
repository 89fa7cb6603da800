// Attacks on a session whose sides confirm messages: by those who forge or replay
// messages of any session, and by those who forge what confirming consists of.
import { INTRUDERS_ON_HOST, SUCCESSORS, tellsOfTheCall } from "./on-host.ts";
import { INTRUDERS_ON_WIDGET } from "./on-widget.ts";
import { type Attack, type Field, FORGED, FORGED_CALL, type Scene } from "./scene.ts";

type Heard = { readonly type: string; readonly callingWidgetSdk: Field };

/** A script of the host's page, which is the host: what it repeats or mixes up does nothing. */
const TO_WIDGET: readonly Attack[] = [
  {
    name: "a script of the host's page repeats what the widget has heard",
    held: ["inTurn"],
    run: async (scene) => {
      await scene.page.evaluate(() => window.host.setVisibility({ isMinimized: true }));
      await scene.target.waitForFunction(() => window.seen.calls.some(({ handler }) => handler === "onVisibilityChanged"));
      await scene.remember();
      const message = await heard(scene, "widget", "VISIBILITY_CHANGED");
      await scene.postAsIs(scene.page, "frames[0]", [message, message, message]);
    },
    landed: async (scene) => (await scene.ran("onVisibilityChanged")) > 1,
  },
  dials("says what is of another load", "ownLoad", ({ load }) => ({ load: `forged${load}` })),
  dials("says what is for another page of the widget's", "ownLoad", ({ peer }) => ({ peer: `forged${peer}` })),
  dials("says what is far ahead", "inTurn", ({ seq }) => ({ seq: seq + 1_000 })),
  {
    name: "a foreign frame confirms what the host has not heard",
    held: ["ancestor", "pinnedOrigin", "pinnedWindow"],
    changes: true,
    run: async (scene) => {
      const frame = await scene.sibling("evil.test");
      await scene.target.evaluate(() => {
        window.carry = (data, send) => {
          if ((data as { type?: string }).type !== "CALL_DATA") {
            send();
          }
        };
        window.cti.callData({ note: 1 });
      });
      const next = await scene.next("widget");
      const { seq: ack } = await scene.next("host");
      const callingWidgetSdk = { ...next, seq: 0, ack };
      await scene.postAsIs(frame, "parent.frames[0]", [{ type: "SYNC", messageId: "forged_1", portalId: 1, userId: 2, callingWidgetSdk }]);
      await scene.target.evaluate(() => {
        delete window.carry;
      });
      // It is repeated until it has arrived, unless the other side was taken in.
      await scene.page
        .waitForFunction(() => window.seen.calls.some(({ handler }) => handler === "callData"), undefined, { timeout: 5_000 })
        .catch(() => undefined);
    },
    landed: async (scene) => (await scene.told("callData")) === 0,
  },
];

/** A script of the widget's page, which is the app. */
const TO_HOST: readonly Attack[] = [
  {
    name: "a script of the widget's page repeats what the host has heard",
    held: ["inTurn", "firstTime"],
    run: async (scene) => {
      const message = await tellOnce(scene);
      await scene.postAsIs(scene.target, "top", [message, message, message], scene.page);
    },
    landed: isToldTwice,
  },
  {
    name: "a script of the widget's page repeats what the host has heard, as the next message",
    held: ["firstTime"],
    // It takes the place of what the app says next.
    changes: true,
    mend: (scene) => scene.reload(),
    run: async (scene) => {
      const message = await tellOnce(scene);
      const { seq, base } = await scene.next("host");
      const callingWidgetSdk = { ...message.callingWidgetSdk, seq, base };
      await scene.postAsIs(scene.target, "top", [{ ...message, callingWidgetSdk }], scene.page);
    },
    landed: isToldTwice,
  },
  {
    name: "a script of the widget's page reports a call without a place",
    held: ["numbered"],
    run: (scene) => scene.postAsIs(scene.target, "top", [FORGED_CALL], scene.page),
    landed: tellsOfTheCall,
  },
  ...[-1, 0, 1.5, 2 ** 32 - 1, 2 ** 53, "1", null].map(
    (seq): Attack => ({
      name: `a script of the widget's page reports a call at the place ${JSON.stringify(seq)}`,
      held: ["numbered"],
      run: async (scene) => {
        const callingWidgetSdk = { ...(await scene.next("host")), seq };
        await scene.postAsIs(scene.target, "top", [{ ...FORGED_CALL, callingWidgetSdk }], scene.page);
      },
      landed: tellsOfTheCall,
    }),
  ),
  reports("of another load", "ownLoad", ({ load }) => ({ load: `forged${load}` })),
  reports("far ahead", "inTurn", ({ seq }) => ({ seq: seq + 1_000 })),
  {
    name: "the widget's page says after a reload what it said before",
    held: ["ownLoad", "firstTime"],
    changes: true,
    run: async (scene) => {
      const message = await tellOnce(scene);
      await scene.page.evaluate(() => window.host.reload());
      await scene.page.waitForFunction(() => window.host.state === "initialized");
      await scene.postAsIs(scene.target, "top", [message], scene.page);
    },
    landed: isToldTwice,
  },
  {
    name: "a second frame of the widget's site confirms what the widget has not heard",
    held: ["frame"],
    changes: true,
    run: async (scene) => {
      const frame = await scene.sibling("phone.test");
      await scene.page.evaluate(() => {
        window.carry = (data, send) => {
          if ((data as { type?: string }).type !== "VISIBILITY_CHANGED") {
            send();
          }
        };
        window.host.setVisibility({ isMinimized: true });
      });
      const { seq: ack } = await scene.next("widget");
      const callingWidgetSdk = { ...(await scene.next("host")), seq: 0, ack };
      await scene.postAsIs(frame, "parent", [{ type: "SYNC_ACK", messageId: "forged_1", callingWidgetSdk }], scene.page);
      await scene.page.evaluate(() => {
        delete window.carry;
      });
      await scene.target
        .waitForFunction(() => window.seen.calls.some(({ handler }) => handler === "onVisibilityChanged"), undefined, { timeout: 5_000 })
        .catch(() => undefined);
    },
    landed: async (scene) => (await scene.ran("onVisibilityChanged")) === 0,
  },
];

/** The attacks on a session whose sides confirm messages. */
export const ON_CONFIRMED: readonly Attack[] = [...INTRUDERS_ON_WIDGET, ...INTRUDERS_ON_HOST, ...SUCCESSORS]
  .map((attack) => ({ ...attack, name: `${attack.name}, where messages are confirmed` }))
  .concat(TO_WIDGET, TO_HOST)
  // The sides confirm whenever it suits them.
  .map((attack) => ({ ...attack, scene: { ...attack.scene, confirms: true }, harmless: [...(attack.harmless ?? []), "SYNC_ACK"] }));

/** A dial whose field is changed. */
function dials(what: string, held: Attack["held"][number], change: (field: Field) => Partial<Field>): Attack {
  return {
    name: `a script of the host's page ${what}`,
    held: [held],
    run: async (scene) => {
      const next = await scene.next("widget");
      await scene.postAsIs(scene.page, "frames[0]", [{ ...FORGED, callingWidgetSdk: { ...next, ...change(next) } }]);
    },
  };
}

/** A call whose field is changed. */
function reports(what: string, held: Attack["held"][number], change: (field: Field) => Partial<Field>): Attack {
  return {
    name: `a script of the widget's page reports a call ${what}`,
    held: [held],
    run: async (scene) => {
      const next = await scene.next("host");
      await scene.postAsIs(scene.target, "top", [{ ...FORGED_CALL, callingWidgetSdk: { ...next, ...change(next) } }], scene.page);
    },
    landed: tellsOfTheCall,
  };
}

/** Has the app say something to the host, and gives the message as it was heard. */
async function tellOnce(scene: Scene): Promise<Heard> {
  await scene.target.evaluate(() => window.cti.callData({ note: 1 }));
  await scene.page.waitForFunction(() => window.seen.calls.some(({ handler }) => handler === "callData"));
  await scene.remember();
  return heard(scene, "host", "CALL_DATA");
}

async function isToldTwice(scene: Scene): Promise<boolean> {
  return (await scene.told("callData")) > 1;
}

/** A message that a side has heard. */
async function heard(scene: Scene, by: "host" | "widget", type: string): Promise<Heard> {
  const messages = await (by === "host" ? scene.page : scene.target).evaluate(() => window.seen.messages.map(({ data }) => data as Heard));
  const message = messages.find((message) => message.type === type);
  if (message === undefined) {
    throw new Error(`no ${type} was heard`);
  }
  return message;
}
