// What hostile pages try; nothing of it lands.
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { unless } from "./support/all.ts";
import { Scene } from "./support/attacks/scene.ts";
import { ATTACKS, firstOfEach } from "./support/attacks/table.ts";
import { ROOT } from "./support/places.ts";
import { expect, test } from "./support/test.ts";

/** One for each set of defences. */
const IN_EACH_RUN = new Set(firstOfEach(ATTACKS));

test("the table of attacks is the one readers see", () => {
  const text = readFileSync(join(ROOT, "docs/attacks.md"), "utf8");
  const rows = text.slice(text.indexOf("| attack |")).trimEnd().split("\n").slice(2);

  expect(rows).toEqual(
    ATTACKS.map(({ name, held, browser }) => `| ${name} | ${held.map((defence) => `\`${defence}\``).join(", ")} | ${browser ?? ""} |`),
  );
});

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
