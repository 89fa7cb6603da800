import * as constants from "../generated/constants.js";

/**
 * The published package's constants, with additions.
 *
 * Plain values: a bundler's namespace has getters, which an automock leaves out.
 */
export const Constants: typeof constants = /* @__PURE__ */ Object.assign({}, constants);
