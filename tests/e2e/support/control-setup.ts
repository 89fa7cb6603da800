import { bundleSources } from "./setup.ts";

/** Bundles the sources that `SOURCES` names. */
export default async function setUp(): Promise<void> {
  const { SOURCES } = process.env;
  if (SOURCES === undefined) {
    throw new Error("run `cargo xtask faults`, which makes the sources with faults");
  }
  await bundleSources(SOURCES);
}
