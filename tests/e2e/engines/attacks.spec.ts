// What hostile pages try; nothing of it lands. `cargo xtask faults` has each of
// them land in a package without the defences it names.
import { inEngines } from "../support/all.ts";
import { Scene } from "../support/attacks/scene.ts";
import { ATTACKS, few, IN_EVERY_ENGINE } from "../support/attacks/table.ts";
import { expect, test } from "../support/engines/test.ts";

/** Those that take the most defences to hold: in each run of every engine. */
const IN_EACH_ENGINE = new Set(few(IN_EVERY_ENGINE).slice(0, 6));

/** As few as have every defence: in each run of Chromium. */
const IN_EACH_RUN = new Set([...few(ATTACKS), ...IN_EACH_ENGINE]);

for (const attack of ATTACKS) {
  const landed = (scene: Scene): Promise<boolean> => attack.landed?.(scene) ?? scene.wasDialled();

  test(`blocked: ${attack.name}`, inEngines({ each: IN_EACH_RUN.has(attack), elsewhere: IN_EVERY_ENGINE.includes(attack), eachElsewhere: IN_EACH_ENGINE.has(attack) }), async ({ page, site }) => {
    const scene = await Scene.open(page, site, attack.scene);
    scene.harmless = attack.harmless ?? [];
    await scene.remember();

    await attack.run(scene);

    expect(await landed(scene)).toBe(false);
    if (attack.changes !== true) {
      await scene.expectUntouched();
    }
    await scene.expectNothingLeaked();
    await attack.restore?.(scene);
    await scene.expectAlive();
  });
}
