// The attacks that Chromium's tests have, in the other engines.
import { IN_PAYLOADS } from "../e2e/support/attacks/in-payloads.ts";
import { ON_HOST } from "../e2e/support/attacks/on-host.ts";
import { ON_WIDGET } from "../e2e/support/attacks/on-widget.ts";
import { type Attack, Scene } from "../e2e/support/attacks/scene.ts";
import { expect, test } from "./support/test.ts";

/** What is done by Chromium's own protocol, for which the others have nothing. */
const CHROMIUM_ONLY = /content script of an extension/;

const ATTACKS: readonly Attack[] = [...ON_WIDGET, ...IN_PAYLOADS, ...ON_HOST].filter(({ name }) => !CHROMIUM_ONLY.test(name));

/** The first attack that each set of defences holds. */
const FIRST = [...new Map(ATTACKS.toReversed().map((attack) => [attack.held.join(), attack])).values()];

/** As few of them as have every defence among them. */
const FEW = new Set<Attack>();
for (const attack of FIRST.toSorted((one, other) => other.held.length - one.held.length)) {
  const had = new Set([...FEW].flatMap(({ held }) => held));
  if (attack.held.some((defence) => !had.has(defence))) {
    FEW.add(attack);
  }
}

/** Whether each run has it: in both engines (no tag), in the faster one, or only where all of them are asked for. */
function tag(attack: Attack): string[] {
  if (FEW.has(attack)) {
    return [...FEW].indexOf(attack) < EVERYWHERE ? [] : ["@more"];
  }
  const isInPayload = IN_PAYLOADS.includes(attack) || /^a page (whose host begins|that a redirect)/.test(attack.name);
  return isInPayload ? ["@more"] : ["@all"];
}

/** How many of the few no engine goes without: those that take the most defences to hold. */
const EVERYWHERE = 6;

for (const attack of ATTACKS) {
  const landed = (scene: Scene): Promise<boolean> => attack.landed?.(scene) ?? scene.wasDialled();

  test(`blocked: ${attack.name}`, { tag: tag(attack) }, async ({ page, site }) => {
    const scene = await Scene.open(page, site, attack.scene);
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
}
