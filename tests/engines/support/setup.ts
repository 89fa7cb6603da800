import { bundle } from "../../e2e/support/setup.ts";

/** Bundles the scripts of the test pages. */
export default bundle;
