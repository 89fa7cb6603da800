// The attacks that Chromium's tests have, in the other engines: the same table, and a
// control for each set of defences that holds one of them.
import type { Defence } from "../../pkg/src/defence.ts";
import { IN_PAYLOADS } from "../e2e/support/attacks/in-payloads.ts";
import { ON_CONFIRMED } from "../e2e/support/attacks/on-confirmed.ts";
import { ON_HOST } from "../e2e/support/attacks/on-host.ts";
import { ON_WIDGET } from "../e2e/support/attacks/on-widget.ts";
import { type Attack, Scene } from "../e2e/support/attacks/scene.ts";
import { expect, test } from "./support/test.ts";

/** What is done by Chromium's own protocol, for which the others have nothing. */
const CHROMIUM_ONLY = /content script of an extension/;

const ATTACKS: readonly Attack[] = [...ON_WIDGET, ...IN_PAYLOADS, ...ON_HOST, ...ON_CONFIRMED].filter(({ name }) => !CHROMIUM_ONLY.test(name));

/** The first attack that each set of defences holds. */
const CONTROLS = new Set(new Map(ATTACKS.toReversed().map((attack) => [attack.held.join(), attack])).values());

/** As few of them as have every defence among them. */
const FEW = new Set<Attack>();
for (const attack of [...CONTROLS].sort((one, other) => other.held.length - one.held.length)) {
  const down = new Set([...FEW].flatMap(({ held }) => held));
  if (attack.held.some((defence) => !down.has(defence))) {
    FEW.add(attack);
  }
}

/** Whether each run has it: in both engines (no tag), in the faster one, or only where all of them are asked for. */
function tag(attack: Attack, isControl: boolean): string[] {
  if (FEW.has(attack)) {
    return [...FEW].indexOf(attack) < EVERYWHERE ? [] : ["@more"];
  }
  const isInPayload = IN_PAYLOADS.includes(attack) || /^a page (whose host begins|that a redirect)/.test(attack.name);
  return isInPayload && !isControl ? ["@more"] : ["@all"];
}

/** What holds an attack in one engine beside what holds it in Chromium. */
const HELD_TOO: Readonly<Record<string, Readonly<Record<string, readonly Defence[]>>>> = {
  webkit: {
    // What a page says while it loads is heard once it has loaded.
    "the widget's frame is led to a foreign page, which reports a call at once": ["afterHandshake", "afterInitialized"],
  },
};

/** How many of the few no engine goes without: those that take the most defences to hold. */
const EVERYWHERE = 6;

for (const attack of ATTACKS) {
  const landed = (scene: Scene): Promise<boolean> => attack.landed?.(scene) ?? scene.wasDialled();

  test(`blocked: ${attack.name}`, { tag: tag(attack, false) }, async ({ page, site }) => {
    const scene = await Scene.open(page, site, [], attack.scene);
    scene.harmless = attack.harmless ?? [];
    await scene.remember();

    await attack.run(scene);

    expect(await landed(scene)).toBe(false);
    if (attack.changes !== true) {
      await scene.expectUntouched();
    }
    await scene.expectNothingLeaked();
    await attack.mend?.(scene);
    await scene.expectAlive();
  });

  if (CONTROLS.has(attack)) {
    test(`lands without ${attack.held.join(" and ")}: ${attack.name}`, { tag: tag(attack, true) }, async ({ page, site, watch }, { project }) => {
      const heldToo = HELD_TOO[project.name]?.[attack.name] ?? [];
      const scene = await Scene.open(page, site, [...attack.held, ...heldToo], attack.scene);

      await attack.run(scene);

      await expect.poll(() => landed(scene), { timeout: 20_000 }).toBe(true);
      watch.forgive();
    });
  }
}
