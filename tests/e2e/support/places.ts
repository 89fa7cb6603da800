import { join } from "node:path";

/** The repository. */
export const ROOT = join(import.meta.dirname, "../../..");

/** The bundled scripts of the test pages. */
export const LIBRARIES = process.env["LIBRARIES"] ?? join(ROOT, "target/e2e/libraries");
