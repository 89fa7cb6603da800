// What hostile pages try; nothing of it lands.
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { IN_PAYLOADS } from "./support/attacks/in-payloads.ts";
import { ON_HOST } from "./support/attacks/on-host.ts";
import { ON_WIDGET } from "./support/attacks/on-widget.ts";
import { type Attack, Scene } from "./support/attacks/scene.ts";
import { ROOT } from "./support/places.ts";
import { expect, test } from "./support/test.ts";

const ATTACKS: readonly Attack[] = [...ON_WIDGET, ...IN_PAYLOADS, ...ON_HOST];

test("the table of attacks is the one readers see", () => {
  const text = readFileSync(join(ROOT, "docs/attacks.md"), "utf8");
  const rows = text.slice(text.indexOf("| attack |")).trimEnd().split("\n").slice(2);

  expect(rows).toEqual(
    ATTACKS.map(({ name, held, browser }) => `| ${name} | ${held.map((defence) => `\`${defence}\``).join(", ")} | ${browser ?? ""} |`),
  );
});

test.describe.configure({ timeout: 90_000 });

for (const attack of ATTACKS) {
  const landed = (scene: Scene): Promise<boolean> => attack.landed?.(scene) ?? scene.wasDialled();

  test(`blocked: ${attack.name}`, async ({ page, site }) => {
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
