import * as constants from "../generated/constants.js";

/**
 * The published package's constants, and what it has beside them.
 *
 * Plain values: a bundler's namespace has getters, which an automock leaves out.
 */
export const Constants: typeof constants = /* @__PURE__ */ Object.assign({}, constants);
