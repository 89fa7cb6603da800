import { bundle } from "../e2e/support/setup.ts";

/** Bundles the host that embeds each consumer. */
export default bundle;
