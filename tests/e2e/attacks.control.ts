// The attacks' controls, each in a package whose sources have faults: without the defences
// it names an attack lands, and while one of them is left it does not.
import { DEFENCES, faultsOf } from "./support/attacks/defences.ts";
import { Scene } from "./support/attacks/scene.ts";
import { ATTACKS } from "./support/attacks/table.ts";
import { expect, test } from "./support/test.ts";

/** The faults of the package at hand. */
const FAULTS = (process.env["FAULTS"] ?? "").split(" ");

for (const attack of ATTACKS) {
  const landed = (scene: Scene): Promise<boolean> => attack.landed?.(scene) ?? scene.wasDialled();
  const left = attack.held.filter((defence) => DEFENCES[defence].faults.some((fault) => !FAULTS.includes(fault)));
  // What is broken besides is another attack's control.
  if (!FAULTS.every((fault) => faultsOf(attack.held).includes(fault))) {
    continue;
  }

  if (left.length === 0) {
    test(`lands: ${attack.name}`, async ({ context, site, watch }) => {
      // Some have to come in time, which a busy machine does not always let them.
      await expect(async () => {
        const scene = await Scene.open(await context.newPage(), site, attack.scene);

        await attack.run(scene);

        await expect.poll(() => landed(scene), { timeout: 8_000 }).toBe(true);
      }).toPass({ timeout: 60_000 });
      // What it does when it lands is what the watch is there to see.
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
