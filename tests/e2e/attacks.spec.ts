// What hostile pages try; nothing of it lands. `cargo xtask faults --attacks` has each of
// them land in a package without the defences it names.
import { unless } from "./support/all.ts";
import { Scene } from "./support/attacks/scene.ts";
import { ATTACKS, firstOfEach } from "./support/attacks/table.ts";
import { expect, test } from "./support/test.ts";

/** One for each set of defences. */
const IN_EACH_RUN = new Set(firstOfEach(ATTACKS));

for (const attack of ATTACKS) {
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
