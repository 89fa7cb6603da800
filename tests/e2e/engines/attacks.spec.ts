// Attacks by hostile pages; none lands. `cargo xtask faults` has each of them land in a
// package without its defences.
import { ALL, inParts } from "../support/all.ts";
import { type Attack, Scene } from "../support/attacks/scene.ts";
import { ATTACKS, few, IN_EVERY_ENGINE, ON_EACH } from "../support/attacks/table.ts";
import { expect, test } from "../support/engines/test.ts";

/** Attacks that need the most defences: in each run of every engine. */
const IN_EACH_ENGINE = few(IN_EVERY_ENGINE).slice(0, 6);

/** The fewest that cover every defence: in each run of Chromium. */
const IN_EACH_RUN = new Set(ALL ? ATTACKS : [...few(ATTACKS), ...IN_EACH_ENGINE]);

/** True if an engine tries an attack. */
function isTried(attack: Attack, engine: string): boolean {
  return engine === "sites" || (ALL ? IN_EVERY_ENGINE : IN_EACH_ENGINE).includes(attack);
}

for (const [whom, attacks] of Object.entries(ON_EACH)) {
  // The page of each attack stays open.
  for (const [at, part] of inParts(attacks.filter((attack) => IN_EACH_RUN.has(attack)), 16).entries()) {
    test(`blocked: attacks on ${whom}, part ${String(at + 1)}`, async ({ page, context, site }, { project }) => {
      const tried = part.filter((attack) => isTried(attack, project.name));
      test.setTimeout(120_000 + tried.length * 30_000);
      let usual: Scene | undefined;
      for (const attack of tried) {
        await test.step(attack.name, async () => {
          // An attack that changes the session has a separate one; the others share one.
          const isAlone = attack.changes === true || attack.scene !== undefined;
          const scene = isAlone ? await Scene.open(await context.newPage(), site, attack.scene) : (usual ??= await Scene.open(page, site));
          scene.next(attack.harmless ?? []);
          await scene.remember();

          await attack.run(scene);

          expect(await (attack.landed?.(scene) ?? scene.wasDialled()), attack.name).toBe(false);
          if (attack.changes !== true) {
            await scene.expectUntouched();
          }
          await scene.expectNothingLeaked();
          await attack.restore?.(scene);
          await scene.expectTargetAlive();
          if (isAlone) {
            await scene.expectAlive();
          }
        });
      }
      await usual?.expectAlive();
    });
  }
}
