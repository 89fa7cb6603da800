// The attacks that Chromium's tests have, in the other engines.
import { unless } from "../e2e/support/all.ts";
import { Scene } from "../e2e/support/attacks/scene.ts";
import { few, IN_EVERY_ENGINE } from "../e2e/support/attacks/table.ts";
import { expect, test } from "./support/test.ts";

/** Those that take the most defences to hold. */
const IN_EACH_RUN = new Set(few(IN_EVERY_ENGINE).slice(0, 6));

for (const attack of IN_EVERY_ENGINE) {
  const landed = (scene: Scene): Promise<boolean> => attack.landed?.(scene) ?? scene.wasDialled();

  test(`blocked: ${attack.name}`, unless(IN_EACH_RUN.has(attack)), async ({ page, site }) => {
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
