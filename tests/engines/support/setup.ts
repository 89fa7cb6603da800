import { bundle, bundleWeakened } from "../../e2e/support/setup.ts";

/** Bundles the scripts of the test pages, those with defences that can be lowered too. */
export default async function setUp(): Promise<void> {
  await bundle();
  await bundleWeakened();
}
