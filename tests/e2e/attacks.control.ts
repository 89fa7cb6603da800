// The attacks' controls, each in a package whose sources have faults: without its defences an
// attack lands, and with one of them left it does not.
import { DEFENCES, faultsOf } from "./support/attacks/defences.ts";
import { Scene } from "./support/attacks/scene.ts";
import { ATTACKS } from "./support/attacks/table.ts";
import { expect, test } from "./support/test.ts";

/** The faults of the package under test. */
const FAULTS = (process.env["FAULTS"] ?? "").split(" ");

for (const attack of ATTACKS) {
  const landed = (scene: Scene): Promise<boolean> => attack.landed?.(scene) ?? scene.wasDialled();
  const left = attack.held.filter((defence) => DEFENCES[defence].faults.some((fault) => !FAULTS.includes(fault)));
  // The other faults are for other attacks' controls.
  if (!FAULTS.every((fault) => faultsOf(attack.held).includes(fault))) {
    continue;
  }

  if (left.length === 0) {
    test(`lands: ${attack.name}`, async ({ context, site, watch }) => {
      // Some depend on timing, which a busy machine does not always allow.
      await expect(async () => {
        const scene = await Scene.open(await context.newPage(), site, attack.scene);

        await attack.run(scene);

        await expect.poll(() => landed(scene), { timeout: 8_000 }).toBe(true);
      }).toPass({ timeout: 60_000 });
      // The watch reports the effects of a landed attack.
      watch.forgive();
    });
  } else if (left.length === 1) {
    test(`blocked by ${left.join()} alone: ${attack.name}`, async ({ page, site, watch }) => {
      const scene = await Scene.open(page, site, attack.scene);

      await attack.run(scene);

      expect(await landed(scene)).toBe(false);
      watch.forgive();
    });
  }
}
